//! What a stage of the sampler did at this step, in words and with the numbers in its formula.

use logitscope_core::TokenId;
use logitscope_core::chain::{Cut, Sampler, StageRecord, Standing, Terms};

use crate::components::kit::format;
use crate::words::say;

/// How a token is written in a sentence.
type Name<'a> = &'a dyn Fn(TokenId) -> String;

/// How many of the touched tokens are named.
const NAMED: usize = 4;

/// What the stage did, in a sentence or two with its numbers.
pub fn did(record: &StageRecord, name: Name) -> String {
    let rescued = match record.rescued {
        true => Some(say().did_rescued().to_string()),
        false => None,
    };
    let [before, after] =
        [record.entropy_in, record.entropy_out].map(|bits| format::known(bits, format::bits));
    let entropy = match before == after {
        true => say().did_entropy_same(before).to_string(),
        false => say().did_entropy(before, after).to_string(),
    };
    let parts = [coin(record), line(record), affected(record, name), rescued];
    format::sentences(parts.into_iter().flatten().chain([entropy]))
}

/// The dice of a stage that has some.
fn coin(record: &StageRecord) -> Option<String> {
    let (Sampler::Xtc { probability, .. }, Some(coin)) = (&record.stage.sampler, record.coin)
    else {
        return None;
    };
    let coin_words = format::draw(coin, 3);
    Some(match coin < *probability {
        true => say().did_acts(coin_words, set(*probability)).to_string(),
        false => say().did_passes(coin_words, set(*probability)).to_string(),
    })
}

/// Where it drew its line.
fn line(record: &StageRecord) -> Option<String> {
    Some(match (record.cut?, record.terms) {
        (Cut::Rank(1), _) => say().did_keeps_one().to_string(),
        (Cut::Rank(n), _) => {
            let all = u64::from(record.tokens_in.min(n));
            say().did_keeps(all).to_string()
        }
        (Cut::Logit(_), Terms::MinP { least: p, .. }) | (Cut::Prob(p), _) => say()
            .did_line_probability(format::percent_exact(p))
            .to_string(),
        (Cut::Logit(z), _) => say().did_line_logit(number(z)).to_string(),
        (Cut::Mass(_), _) if record.tokens_out == 1 => say().did_one_is_enough().to_string(),
        (Cut::Mass(_), _) => {
            let mass = format::known(record.mass_kept(), format::percent_exact);
            say()
                .did_mass(u64::from(record.tokens_out), mass)
                .to_string()
        }
        (Cut::Surprisal(bits), _) => say().did_line(format::bits(bits)).to_string(),
    })
}

/// The tokens that it means by themselves.
fn affected(record: &StageRecord, name: Name) -> Option<String> {
    let affected = &record.affected;
    if affected.is_empty() {
        return None;
    }
    let one = |(token, n): &(TokenId, u32)| match record.stage.sampler {
        Sampler::Dry { .. } => say().did_after(name(*token), n.to_string()).to_string(),
        _ if *n > 1 => say().did_times(name(*token), n.to_string()).to_string(),
        _ => say().did_token(name(*token)).to_string(),
    };
    let named = affected.first.iter().take(NAMED);
    let named: Vec<String> = named.map(one).collect();
    let tokens = match affected.tokens as usize - named.len() {
        0 => named.join(", "),
        more => say().did_more(named.join(", "), more as u64).to_string(),
    };
    Some(match record.stage.sampler {
        Sampler::Banned { .. } | Sampler::NoRepeatNgram { .. } | Sampler::Grammar { .. } => {
            say().did_removes(tokens).to_string()
        }
        _ => say().did_changes(tokens).to_string(),
    })
}

/// The formula with the numbers of this step; for stages that change logits, those of the most probable token that they change.
pub fn filled(record: &StageRecord, name: Name) -> Option<String> {
    use Sampler::*;
    let (top, top_after) = most_probable(record)?;
    let quoted = |token| format::in_quotes(name(token));
    let pct = format::percent_exact;
    let out = format::count(record.tokens_out.into());
    let kept = format::known(record.mass_kept(), pct);
    Some(match (&record.stage.sampler, record.terms) {
        (Temperature { t }, Terms::Largest) => {
            say().with_largest(name(top.token), set(*t)).to_string()
        }
        (Temperature { t }, _) => format!(
            "{}: z′ = {} / {} = {}",
            quoted(top.token),
            number(top.logit?),
            set(*t),
            number(top_after.logit?)
        ),
        (
            DynamicTemperature { exponent, .. },
            Terms::DynamicTemperature {
                low,
                high,
                nats,
                most_nats,
            },
        ) => format!(
            "T = {} + {} · ({} / {})^{} = {}",
            set(low),
            number(high - low),
            number(nats),
            number(most_nats),
            set(*exponent),
            format::decimals(record.temperature?, 3)
        ),
        (
            Quadratic { .. },
            Terms::Quadratic {
                token,
                largest,
                distance,
                square,
                cube,
            },
        ) => format!(
            "{}: d = {}, z′ = {} {} {} = {}",
            quoted(token),
            number(distance),
            number(largest),
            format::signed(square),
            format::signed(cube),
            number(largest + square + cube)
        ),
        (TopK { k: 0 }, _) => say()
            .with_all_of("k = 0", u64::from(record.tokens_in))
            .to_string(),
        (TopK { k }, _) => {
            let all = format::count(record.tokens_in.into());
            say()
                .with_top_k(k.to_string(), all, record.tokens_out.to_string())
                .to_string()
        }
        (TopP { p } | Typical { p }, _) if *p >= 1.0 => say().with_all("P = 1").to_string(),
        (TopP { p }, _) => say().with_top_p(out, kept, pct(*p)).to_string(),
        (Typical { p }, Terms::Typical { nats }) => say()
            .with_typical(format::decimals(nats, 2), out, kept, pct(*p))
            .to_string(),
        (MinP { p }, Terms::MinP { largest, least }) => {
            format!("{} · {} = {}", set(*p), pct(largest), pct(least))
        }
        (MinP { .. }, _) => say().with_all("m = 0").to_string(),
        (TopA { a }, Terms::TopA { largest, least }) => {
            format!("{} · ({})² = {}", set(*a), pct(largest), pct(least))
        }
        (TailFree { z }, _) => say().with_tail_free(set(*z), out).to_string(),
        (Epsilon { epsilon }, _) => format!("ε = {}", pct(*epsilon)),
        (
            Eta { epsilon },
            Terms::Eta {
                nats,
                relative,
                least,
            },
        ) => format!(
            "min({}, √{} · e^−{}) = min({}, {}) = {}",
            pct(*epsilon),
            set(*epsilon),
            number(nats),
            pct(*epsilon),
            pct(relative),
            pct(least)
        ),
        (
            TopNSigma { n },
            Terms::TopNSigma {
                largest,
                deviation,
                least,
            },
        ) => format!(
            "{} − {} · {} = {}",
            number(largest),
            set(*n),
            number(deviation),
            number(least)
        ),
        (TopNSigma { .. }, _) => say().with_all("n = 0").to_string(),
        (TopH { h }, Terms::TopH { nats, most }) => {
            let (nats, most) = (format::decimals(nats, 2), format::decimals(most, 2));
            say().with_top_h(set(*h), nats, most, out).to_string()
        }
        (TopH { .. }, _) => say().with_all("h = 1").to_string(),
        (Xtc { threshold, .. }, _) => match record.tokens_removed() {
            0 => say().with_xtc_none(pct(*threshold)).to_string(),
            gone => {
                let number = (gone + 1).to_string();
                say()
                    .with_xtc(pct(*threshold), u64::from(gone), number)
                    .to_string()
            }
        },
        (Mirostat { .. }, Terms::Mirostat { mu, least }) => say()
            .with_mirostat(format::bits(mu), format::decimals(mu, 2), pct(least))
            .to_string(),
        (RepetitionPenalty { .. } | PresencePenalty { .. } | FrequencyPenalty { .. }, _)
        | (Dry { .. } | LogitBias { .. }, _) => return changed(record, name),
        (Banned { .. } | NoRepeatNgram { .. } | Grammar { .. }, _) => {
            let (token, _) = record.affected.first.first()?;
            format!("{}: z′ = −∞", quoted(*token))
        }
        // A stage that is off has no numbers.
        (DynamicTemperature { .. } | Quadratic { .. } | Typical { .. } | TopA { .. }, _)
        | (Eta { .. } | Mirostat { .. }, _) => return None,
    })
}

/// The formula of a stage that changes single tokens, with the numbers of the first of them.
fn changed(record: &StageRecord, name: Name) -> Option<String> {
    use Sampler::*;
    let &(token, n) = record.affected.first.first()?;
    let known = standings(record).find(|(before, _)| before.token == token);
    let z = known.and_then(|(before, _)| before.logit);
    let after = known.and_then(|(_, after)| after.logit);
    let shown = z.map_or("z".to_owned(), number);
    let term = match &record.stage.sampler {
        RepetitionPenalty { theta, .. } => match z {
            Some(z) if z > 0.0 => format!("{shown} / {}", set(*theta)),
            Some(_) => format!("{shown} · {}", set(*theta)),
            None => return None,
        },
        PresencePenalty { alpha, .. } => format!("{shown} − {}", bracketed(*alpha)),
        FrequencyPenalty { alpha, .. } => format!("{shown} − {} · {n}", bracketed(*alpha)),
        Dry {
            multiplier,
            base,
            allowed_length,
            ..
        } => format!(
            "{shown} − {} · {}^({n} − {allowed_length})",
            set(*multiplier),
            set(*base)
        ),
        LogitBias { .. } => match record.terms {
            Terms::LogitBias { bias } => format!("{shown} {}", format::signed(bias)),
            _ => return None,
        },
        _ => return None,
    };
    let result = after.map_or(String::new(), |after| format!(" = {}", number(after)));
    let word = format::in_quotes(name(token));
    Some(format!("{word}: z′ = {term}{result}"))
}

/// The watched tokens that came in, each before and after.
fn standings(record: &StageRecord) -> impl Iterator<Item = (&Standing, &Standing)> {
    let both = record.watched_in.iter().zip(&record.watched_out);
    both.filter(|(before, _)| before.rank.is_some())
}

/// The most probable of them.
fn most_probable(record: &StageRecord) -> Option<(&Standing, &Standing)> {
    standings(record).min_by_key(|(before, _)| before.rank)
}

/// A logit in a formula.
fn number(z: f64) -> String {
    match z.is_finite() {
        true => format::decimals(z + 0.0, 2).replace('-', "−"),
        false => "−∞".into(),
    }
}

/// A factor in a formula; a negative one in brackets.
fn bracketed(x: f64) -> String {
    match x < 0.0 {
        true => format!("(−{})", set(-x)),
        false => set(x),
    }
}

/// A setting in a formula, with all the digits that it has.
fn set(x: f64) -> String {
    format::exactly(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::Distribution;
    use logitscope_core::chain::{Chain, ChainContext};

    /// The only stage of `chain`, behind the text 1 2 1 2 1; logits 4, 2, 1, 0, −1.
    fn record(chain: &str) -> StageRecord {
        let chain: Chain = chain.parse().expect("well spelled");
        let distribution = Distribution::new(&[1.0, 4.0, 2.0, 0.0, -1.0]).expect("finite");
        let past = ChainContext {
            tokens: &[1, 2, 1, 2, 1],
            u_xtc: 0.25,
            ..ChainContext::default()
        };
        let traced = chain.trace(&distribution, &past, &[1, 2, 0, 3, 4]);
        let (_, mut records) = traced.expect("all are listed");
        records.remove(0)
    }

    fn name(token: TokenId) -> String {
        format!("t{token}")
    }

    fn plain(text: String) -> String {
        text.replace('\u{202f}', " ")
    }

    #[test]
    fn formulas_have_the_numbers_of_the_step() {
        for (chain, want) in [
            ("temperature~0.8", "“t1”: z′ = 4.00 / 0.8 = 5.00"),
            (
                "quadratic~0.3~1",
                "“t2”: d = −2.00, z′ = 4.00 −1.20 0.00 = 2.80",
            ),
            ("top_k~3", "min(3, 5) = 3 stay"),
            ("min_p~0.1", "0.1 · 82.6 % = 8.3 %"),
            ("top_n_sigma~1", "4.00 − 1 · 1.72 = 2.28"),
            ("repetition_penalty~2~0", "“t1”: z′ = 4.00 / 2 = 2.00"),
            ("presence_penalty~-1~0", "“t1”: z′ = 4.00 − (−1) = 5.00"),
            (
                "frequency_penalty~0.5~0",
                "“t1”: z′ = 4.00 − 0.5 · 3 = 2.50",
            ),
            ("dry~1~2~2~0", "“t2”: z′ = 2.00 − 1 · 2^(3 − 2) = 0.00"),
            ("logit_bias~4~3", "“t4”: z′ = −1.00 +3.00 = 2.00"),
            ("banned~2", "“t2”: z′ = −∞"),
            (
                "xtc~0.5~0.1",
                "t = 10.0 %: 1 token goes, number 2 is the least above it",
            ),
            ("xtc~0.1~0.1", "t = 10.0 %: no token goes"),
            (
                "mirostat~1~0.1",
                "μ = 2.00 bits: tokens with p ≥ 2^−2.00 = 25.0 % stay",
            ),
        ] {
            let found = filled(&record(chain), &name).map(plain);
            assert_eq!(found.as_deref(), Some(want), "{chain}");
        }
    }

    #[test]
    fn every_sampler_has_a_formula_with_numbers() {
        for sampler in Sampler::all() {
            // What has nothing to touch has nothing to compute.
            let idle = matches!(
                sampler,
                Sampler::Grammar { .. } | Sampler::LogitBias { .. } | Sampler::Banned { .. }
            );
            let chain = Chain::new([sampler.clone()])
                .expect("conventional")
                .to_string();
            assert_eq!(filled(&record(&chain), &name).is_some(), !idle, "{chain}");
        }
    }

    #[test]
    fn what_a_stage_did_is_said_with_its_tokens_and_its_dice() {
        let said = |chain: &str| plain(did(&record(chain), &name));
        for (chain, part) in [
            (
                "frequency_penalty~0.5~0",
                "It changes “t1” (3×), “t2” (2×).",
            ),
            ("no_repeat_ngram~2", "It removes “t2” (2×)."),
            ("top_k~1", "It keeps only the first token."),
            ("top_p~0.9", "The 2 tokens that stay have 93.8 % together."),
            ("typical~0", "One token is enough."),
            ("min_p~0.1", "The line is at a probability of 8.3 %."),
            ("xtc~0.2~0.1", "Its own draw 0.250 is not below 0.2"),
            (
                "xtc~0.5~0.1",
                "Its own draw 0.250 is below 0.5: it acts at this step.",
            ),
            ("presence_penalty~0~0", "The entropy stays at"),
        ] {
            assert!(said(chain).contains(part), "{chain}: {}", said(chain));
        }
    }
}
