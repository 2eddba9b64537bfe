//! What a stage of the sampler did at this step, in words and with the numbers in its formula.

use logitscope_core::TokenId;
use logitscope_core::chain::{Cut, Sampler, StageRecord, Standing, Terms};

use crate::components::kit::format;

/// How a token is written in a sentence.
type Name<'a> = &'a dyn Fn(TokenId) -> String;

/// How many of the touched tokens are named.
const NAMED: usize = 4;

/// What the stage did, in a sentence or two with its numbers.
pub fn did(record: &StageRecord, name: Name) -> String {
    let rescued = match record.rescued {
        true => "It would have removed everything, so the most probable token stays. ",
        false => "",
    };
    let entropy = match (record.entropy_in, record.entropy_out) {
        (a, b) if format::bits(a) == format::bits(b) => {
            format!("The entropy stays at {}.", format::bits(a))
        }
        (a, b) => format!(
            "The entropy goes from {} to {}.",
            format::bits(a),
            format::bits(b)
        ),
    };
    let parts = [coin(record), line(record), affected(record, name)];
    let parts: String = parts.into_iter().flatten().map(|part| part + " ").collect();
    format!("{parts}{rescued}{entropy}")
}

/// The dice of a stage that has some.
fn coin(record: &StageRecord) -> Option<String> {
    let (Sampler::Xtc { probability, .. }, Some(coin)) = (&record.stage.sampler, record.coin)
    else {
        return None;
    };
    let coin_words = format::draw(coin, 3);
    Some(match coin < *probability {
        true => format!("Its own draw {coin_words} is below {probability}: it acts at this step."),
        false => {
            format!("Its own draw {coin_words} is not below {probability}: it lets this step pass.")
        }
    })
}

/// Where it drew its line.
fn line(record: &StageRecord) -> Option<String> {
    Some(match (record.cut?, record.terms) {
        (Cut::Rank(1), _) => "It keeps only the first token.".into(),
        (Cut::Rank(n), _) => {
            let all = record.tokens_in.min(n);
            format!(
                "It keeps the first {}.",
                format::counted(all.into(), "token", "tokens")
            )
        }
        (Cut::Logit(_), Terms::MinP { least, .. }) => format!(
            "The line is at a probability of {}.",
            format::percent_exact(least)
        ),
        (Cut::Logit(z), _) => format!("The line is at a logit of {}.", number(z)),
        (Cut::Prob(p), _) => format!(
            "The line is at a probability of {}.",
            format::percent_exact(p)
        ),
        (Cut::Mass(_), _) if record.tokens_out == 1 => "One token is enough.".into(),
        (Cut::Mass(_), _) => format!(
            "The {} that stay have {} together.",
            format::counted(record.tokens_out.into(), "token", "tokens"),
            format::percent_exact(record.mass_kept())
        ),
        (Cut::Surprisal(bits), _) => format!("The line is at {}.", format::bits(bits)),
    })
}

/// The tokens that it means by themselves.
fn affected(record: &StageRecord, name: Name) -> Option<String> {
    let affected = &record.affected;
    if affected.is_empty() {
        return None;
    }
    let times = |n: u32| match record.stage.sampler {
        Sampler::Dry { .. } => format!(" (after {n} repeated)"),
        _ if n > 1 => format!(" ({n}×)"),
        _ => String::new(),
    };
    let named = affected.first.iter().take(NAMED);
    let named = named.map(|(token, n)| format!("“{}”{}", name(*token), times(*n)));
    let named: Vec<String> = named.collect();
    let more = match affected.tokens as usize - named.len() {
        0 => String::new(),
        more => format!(" and {} more", format::count(more as u64)),
    };
    let verb = match record.stage.sampler {
        Sampler::Banned { .. } | Sampler::NoRepeatNgram { .. } => "It removes",
        _ => "It changes",
    };
    Some(format!("{verb} {}{more}.", named.join(", ")))
}

/// The formula with the numbers of this step; for stages that change logits, those of the most probable token that they change.
pub fn filled(record: &StageRecord, name: Name) -> Option<String> {
    use Sampler::*;
    let (top, top_after) = most_probable(record)?;
    let pct = format::percent_exact;
    let out = format::count(record.tokens_out.into());
    let kept = pct(record.mass_kept());
    Some(match (&record.stage.sampler, record.terms) {
        (Temperature { t }, Terms::Largest) => {
            format!("“{}”: T = {t} leaves only the largest z", name(top.token))
        }
        (Temperature { t }, _) => format!(
            "“{}”: z′ = {} / {t} = {}",
            name(top.token),
            number(top.logit?),
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
            "T = {low} + {} · ({nats:.2} / {most_nats:.2})^{exponent} = {:.3}",
            number(high - low),
            record.temperature?
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
            "“{}”: d = {}, z′ = {} {} {} = {}",
            name(token),
            number(distance),
            number(largest),
            format::signed(square),
            format::signed(cube),
            number(largest + square + cube)
        ),
        (TopK { k: 0 }, _) => format!("k = 0 keeps all {}", format::count(record.tokens_in.into())),
        (TopK { k }, _) => format!(
            "min({k}, {}) = {} stay",
            format::count(record.tokens_in.into()),
            record.tokens_out
        ),
        (TopP { p } | Typical { p }, _) if *p >= 1.0 => "P = 1 keeps all".into(),
        (TopP { p }, _) => format!("Σp of the first {out} = {kept} ≥ {}", pct(*p)),
        (Typical { p }, Terms::Typical { nats }) => format!(
            "H = {nats:.2} nats; Σp of the {out} nearest to it = {kept} ≥ {}",
            pct(*p)
        ),
        (MinP { p }, Terms::MinP { largest, least }) => {
            format!("{p} · {} = {}", pct(largest), pct(least))
        }
        (MinP { .. }, _) => "m = 0 keeps all".into(),
        (TopA { a }, Terms::TopA { largest, least }) => {
            format!("{a} · ({})² = {}", pct(largest), pct(least))
        }
        (TailFree { z }, _) => format!("Σ|Δ²p| / total passes {z} behind the first {out}"),
        (Epsilon { epsilon }, _) => format!("ε = {}", pct(*epsilon)),
        (
            Eta { epsilon },
            Terms::Eta {
                nats,
                relative,
                least,
            },
        ) => format!(
            "min({}, √{epsilon} · e^−{nats:.2}) = min({}, {}) = {}",
            pct(*epsilon),
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
            "{} − {n} · {} = {}",
            number(largest),
            number(deviation),
            number(least)
        ),
        (TopNSigma { .. }, _) => "n = 0 keeps all".into(),
        (TopH { h }, Terms::TopH { nats, most }) => {
            format!("{h} · {nats:.2} = {most:.2} nats, which the first {out} do not pass")
        }
        (TopH { .. }, _) => "h = 1 keeps all".into(),
        (Xtc { threshold, .. }, _) => match record.tokens_removed() {
            0 => format!("t = {}: no token goes", pct(*threshold)),
            gone => format!(
                "t = {}: {}, number {} is the least above it",
                pct(*threshold),
                format::counted(gone.into(), "token goes", "tokens go"),
                gone + 1
            ),
        },
        (Mirostat { .. }, Terms::Mirostat { mu, least }) => format!(
            "μ = {}: tokens with p ≥ 2^−{mu:.2} = {} stay",
            format::bits(mu),
            pct(least)
        ),
        (RepetitionPenalty { .. } | PresencePenalty { .. } | FrequencyPenalty { .. }, _)
        | (Dry { .. } | LogitBias { .. }, _) => return changed(record, name),
        (Banned { .. } | NoRepeatNgram { .. }, _) => {
            let (token, _) = record.affected.first.first()?;
            format!("“{}”: z′ = −∞", name(*token))
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
            Some(z) if z > 0.0 => format!("{shown} / {theta}"),
            Some(_) => format!("{shown} · {theta}"),
            None => return None,
        },
        PresencePenalty { alpha, .. } => format!("{shown} − {}", bracketed(*alpha)),
        FrequencyPenalty { alpha, .. } => format!("{shown} − {} · {n}", bracketed(*alpha)),
        Dry {
            multiplier,
            base,
            allowed_length,
            ..
        } => format!("{shown} − {multiplier} · {base}^({n} − {allowed_length})"),
        LogitBias { .. } => match record.terms {
            Terms::LogitBias { bias } => format!("{shown} {}", format::signed(bias)),
            _ => return None,
        },
        _ => return None,
    };
    let result = after.map_or(String::new(), |after| format!(" = {}", number(after)));
    Some(format!("“{}”: z′ = {term}{result}", name(token)))
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
        true => format!("{:.2}", z + 0.0).replace('-', "−"),
        false => "−∞".into(),
    }
}

/// A factor in a formula; a negative one in brackets.
fn bracketed(x: f64) -> String {
    match x < 0.0 {
        true => format!("(−{})", -x),
        false => x.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::FullDistribution;
    use logitscope_core::chain::{Chain, ChainContext};

    /// The only stage of `chain`, behind the text 1 2 1 2 1; logits 4, 2, 1, 0, −1.
    fn record(chain: &str) -> StageRecord {
        let chain: Chain = chain.parse().expect("well spelled");
        let distribution = FullDistribution::new(&[1.0, 4.0, 2.0, 0.0, -1.0]).expect("finite");
        let past = ChainContext {
            tokens: &[1, 2, 1, 2, 1],
            u_xtc: 0.25,
            ..ChainContext::default()
        };
        let (_, mut records) = chain.trace(&distribution, &past, &[1, 2, 0, 3, 4]);
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
            let idle = matches!(sampler, Sampler::LogitBias { .. } | Sampler::Banned { .. });
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
