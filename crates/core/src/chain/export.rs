//! The settings as other programs take them. What a program does not have, and what it does in another order, is said.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Chain, Kind, Sampler};
use crate::TokenId;

/// A program to take the settings to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The JSON of a request to an OpenAI-compatible API. `top_k`, `min_p` and `repetition_penalty` are extensions that vLLM and
    /// others understand.
    OpenAi,
    /// Arguments of llama.cpp's programs.
    LlamaCpp,
    /// Arguments of Transformers' `generate`.
    Transformers,
}

/// Settings for a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Exported {
    /// What to copy.
    pub text: String,
    /// The samplers that the program does not have.
    pub left_out: Vec<Kind>,
    /// The samplers that the program takes only in part: it lacks a parameter (how far it looks back, or its breakers),
    /// has one for several of them, or allows less.
    pub simplified: Vec<Kind>,
    /// The samplers that count the whole text here and only what was generated, not the prompt, in the program.
    ///
    /// So do vLLM's presence and frequency penalties, by its documentation; its repetition penalty counts the prompt, too, as
    /// every penalty of llama.cpp (whose sampler takes in the prompt first) and of Transformers does.
    pub counts_less: Vec<Kind>,
    /// Whether the program applies what is left in another order.
    pub reordered: bool,
}

/// The orders in which programs apply their samplers.
const OPENAI: &[Kind] = &[
    Kind::LogitBias,
    Kind::RepetitionPenalty,
    Kind::FrequencyPenalty,
    Kind::PresencePenalty,
    Kind::Temperature,
    Kind::TopK,
    Kind::TopP,
    Kind::MinP,
];
const TRANSFORMERS: &[Kind] = &[
    Kind::LogitBias,
    Kind::RepetitionPenalty,
    Kind::NoRepeatNgram,
    Kind::Banned,
    Kind::Temperature,
    Kind::TopH,
    Kind::TopK,
    Kind::TopP,
    Kind::MinP,
    Kind::Typical,
    Kind::Epsilon,
    Kind::Eta,
];

impl Chain {
    /// These samplers and this seed for `target`.
    pub fn export(&self, target: Target, seed: u32) -> Exported {
        let (kept, left_out) = self.sort_out(target);
        let named = |is: &dyn Fn(&Sampler) -> bool| {
            let found = kept.iter().filter(|s| is(s));
            found.map(|s| s.kind()).collect()
        };
        let window = kept.iter().find_map(|s| window(s));
        Exported {
            text: match target {
                Target::OpenAi => openai(&kept, seed),
                Target::LlamaCpp => llama_cpp(&kept, seed),
                Target::Transformers => transformers(&kept),
            },
            simplified: named(&|s| simplified(s, target, window)),
            counts_less: named(&|s| target == Target::OpenAi && adds_up(s)),
            reordered: !kept.iter().map(|s| place(s, target, &kept)).is_sorted(),
            left_out,
        }
    }

    /// The samplers that act and that `target` has, in order, and the kinds of the others.
    fn sort_out(&self, target: Target) -> (Vec<&Sampler>, Vec<Kind>) {
        use Sampler::*;
        let mirostat = self.acting().any(|s| matches!(s, Mirostat { .. }));
        let known = |s: &Sampler| match target {
            Target::OpenAi => OPENAI.contains(&s.kind()),
            Target::Transformers => TRANSFORMERS.contains(&s.kind()),
            // There it replaces the chain.
            Target::LlamaCpp if mirostat => {
                matches!(s, Mirostat { .. } | Temperature { .. } | LogitBias { .. })
            }
            Target::LlamaCpp => llama_name(s).is_some() || matches!(s, LogitBias { .. }),
        };
        // Programs know each sampler once, and one temperature.
        let slot = |s: &Sampler| match s.kind() {
            Kind::DynamicTemperature => Kind::Temperature,
            kind => kind,
        };
        let (mut kept, mut left_out) = (Vec::<&Sampler>::new(), Vec::new());
        for sampler in self.acting() {
            let again = kept.iter().any(|other| slot(other) == slot(sampler));
            if known(sampler) && !again {
                kept.push(sampler);
            } else if !left_out.contains(&sampler.kind()) {
                left_out.push(sampler.kind());
            }
        }
        (kept, left_out)
    }
}

/// Where in its order `target` applies `sampler`, one of `kept`. What adds up has one place, for its order changes nothing.
fn place(sampler: &Sampler, target: Target, kept: &[&Sampler]) -> (usize, usize) {
    let at = |order: &[Kind]| {
        let kind = match sampler.kind() {
            Kind::PresencePenalty => Kind::FrequencyPenalty,
            kind => kind,
        };
        order.iter().position(|other| *other == kind).unwrap_or(0)
    };
    match target {
        Target::OpenAi => (at(OPENAI), 0),
        Target::Transformers => (at(TRANSFORMERS), 0),
        // It takes the order of its stages as an argument, but for the bias, which comes first. The penalties are one stage, in
        // which the repetition's comes first; before mirostat comes the temperature.
        Target::LlamaCpp => match llama_name(sampler) {
            None => (0, 0),
            name => {
                let stage = kept.iter().position(|other| llama_name(other) == name);
                let second = adds_up(sampler) || matches!(sampler, Sampler::Mirostat { .. });
                (1 + stage.unwrap_or(0), usize::from(second))
            }
        },
    }
}

/// Whether `target` takes `sampler` only in part; `window` is how far the first of the penalties looks back.
fn simplified(sampler: &Sampler, target: Target, window: Option<u32>) -> bool {
    match sampler {
        Sampler::Dry { breakers, .. } => *breakers != super::sampler::dry_breakers(),
        Sampler::LogitBias { bias } if target == Target::OpenAi => {
            sums(bias).values().any(|sum| sum.abs() > MOST_BIAS)
        }
        // llama.cpp has one window for all of them, the others none.
        other => self::window(other).is_some_and(|last_n| match target {
            Target::LlamaCpp => Some(last_n) != window,
            _ => last_n != 0,
        }),
    }
}

/// How far a penalty looks back.
fn window(sampler: &Sampler) -> Option<u32> {
    match sampler {
        Sampler::RepetitionPenalty { last_n, .. }
        | Sampler::PresencePenalty { last_n, .. }
        | Sampler::FrequencyPenalty { last_n, .. } => Some(*last_n),
        _ => None,
    }
}

/// Whether it is one of the penalties that are subtracted.
fn adds_up(sampler: &Sampler) -> bool {
    matches!(
        sampler,
        Sampler::PresencePenalty { .. } | Sampler::FrequencyPenalty { .. }
    )
}

/// The most of a bias, to either side, that an OpenAI-compatible API takes.
const MOST_BIAS: f64 = 100.0;

/// The bias of each token: programs take one, and the chain adds those of a token that is named twice.
fn sums(bias: &[(TokenId, f64)]) -> BTreeMap<TokenId, f64> {
    let mut sums = BTreeMap::new();
    for &(token, bias) in bias {
        *sums.entry(token).or_default() += bias;
    }
    sums
}

fn openai(chain: &[&Sampler], seed: u32) -> String {
    let mut request = Map::new();
    for sampler in chain {
        let (name, value) = match sampler {
            Sampler::LogitBias { bias } => {
                let one = |(token, sum): (TokenId, f64)| {
                    let bias = sum.clamp(-MOST_BIAS, MOST_BIAS);
                    (token.to_string(), json!(bias))
                };
                let all = sums(bias).into_iter().map(one);
                ("logit_bias", Value::Object(all.collect()))
            }
            Sampler::TopK { k } => ("top_k", json!(k)),
            other => (other.name(), json!(first(other))),
        };
        request.insert(name.to_owned(), value);
    }
    // The API's own default is 1: what does not act has to be said.
    for (name, idle) in [("temperature", 1.0), ("top_p", 1.0)] {
        request.entry(name).or_insert(json!(idle));
    }
    request.insert("seed".to_owned(), json!(seed));
    serde_json::to_string_pretty(&Value::Object(request)).unwrap_or_default()
}

/// The first parameter, which is what most programs have of a sampler.
fn first(sampler: &Sampler) -> f64 {
    sampler.params().first().map_or(0.0, |p| p.value)
}

/// A sampler's name in llama.cpp's `--samplers`.
fn llama_name(sampler: &Sampler) -> Option<&'static str> {
    use Sampler::*;
    Some(match sampler {
        RepetitionPenalty { .. } | PresencePenalty { .. } | FrequencyPenalty { .. } => "penalties",
        Dry { .. } => "dry",
        TopNSigma { .. } => "top_n_sigma",
        TopK { .. } => "top_k",
        Typical { .. } => "typ_p",
        TopP { .. } => "top_p",
        MinP { .. } => "min_p",
        Xtc { .. } => "xtc",
        Temperature { .. } | DynamicTemperature { .. } | Mirostat { .. } => "temperature",
        _ => return None,
    })
}

fn llama_cpp(chain: &[&Sampler], seed: u32) -> String {
    use Sampler::*;
    let mut names: Vec<&str> = Vec::new();
    for name in chain.iter().filter_map(|s| llama_name(s)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut args = vec![format!("--samplers \"{}\"", names.join(";"))];
    for sampler in chain {
        let arg = match sampler {
            Temperature { t } => format!("--temp {t}"),
            DynamicTemperature { t, range, exponent } => {
                format!("--temp {t} --dynatemp-range {range} --dynatemp-exp {exponent}")
            }
            TopK { k } => format!("--top-k {k}"),
            TopP { p } => format!("--top-p {p}"),
            MinP { p } => format!("--min-p {p}"),
            Typical { p } => format!("--typical {p}"),
            TopNSigma { n } => format!("--top-nsigma {n}"),
            Xtc {
                probability,
                threshold,
            } => {
                format!("--xtc-probability {probability} --xtc-threshold {threshold}")
            }
            RepetitionPenalty { theta, .. } => format!("--repeat-penalty {theta}"),
            PresencePenalty { alpha, .. } => format!("--presence-penalty {alpha}"),
            FrequencyPenalty { alpha, .. } => format!("--frequency-penalty {alpha}"),
            Dry {
                multiplier,
                base,
                allowed_length,
                last_n,
                ..
            } => format!(
                "--dry-multiplier {multiplier} --dry-base {base} --dry-allowed-length {allowed_length} --dry-penalty-last-n {}",
                back(*last_n)
            ),
            Mirostat { tau, eta } => {
                format!("--mirostat 2 --mirostat-ent {tau} --mirostat-lr {eta}")
            }
            LogitBias { bias } => {
                let one = |(token, bias)| format!("--logit-bias {token}{bias:+}");
                sums(bias)
                    .into_iter()
                    .map(one)
                    .collect::<Vec<_>>()
                    .join(" ")
            }
            _ => continue,
        };
        args.push(arg);
    }
    if let Some(last_n) = chain.iter().find_map(|s| window(s)) {
        args.push(format!("--repeat-last-n {}", back(last_n)));
    }
    let is = |kind| chain.iter().any(|s| s.kind() == kind);
    if is(Kind::Mirostat) && !is(Kind::Temperature) {
        // Mirostat always divides by the temperature there, by 0.8 if nothing is said.
        args.push("--temp 1".to_owned());
    }
    args.push(format!("--seed {seed}"));
    args.retain(|arg| !arg.is_empty());
    args.join(" ")
}

/// How far to look back. Here 0 is over everything; there that is a large number.
fn back(last_n: u32) -> u32 {
    // Its newer versions refuse −1, which older ones took for the whole context.
    const EVERYTHING: u32 = 1 << 20;
    if last_n == 0 { EVERYTHING } else { last_n }
}

fn transformers(chain: &[&Sampler]) -> String {
    use Sampler::*;
    let greedy = chain
        .iter()
        .any(|s| matches!(s, Temperature { t } if *t == 0.0));
    let mut args = vec![if greedy {
        "do_sample=False".to_owned()
    } else {
        "do_sample=True".to_owned()
    }];
    for sampler in chain {
        args.push(match sampler {
            Temperature { t } if *t == 0.0 => continue,
            Temperature { t } => format!("temperature={t:?}"),
            TopK { k } => format!("top_k={k}"),
            TopP { p } => format!("top_p={p:?}"),
            MinP { p } => format!("min_p={p:?}"),
            TopH { h } => format!("top_h={h:?}"),
            Typical { p } => format!("typical_p={p:?}"),
            Epsilon { epsilon } => format!("epsilon_cutoff={epsilon:?}"),
            Eta { epsilon } => format!("eta_cutoff={epsilon:?}"),
            RepetitionPenalty { theta, .. } => format!("repetition_penalty={theta:?}"),
            NoRepeatNgram { n } => format!("no_repeat_ngram_size={n}"),
            Banned { tokens } => {
                let ids: Vec<String> = tokens.iter().map(|t| format!("[{t}]")).collect();
                format!("bad_words_ids=[{}]", ids.join(", "))
            }
            LogitBias { bias } => {
                let one = |(t, b): (TokenId, f64)| format!("({t},): {b:?}");
                let pairs: Vec<String> = sums(bias).into_iter().map(one).collect();
                format!("sequence_bias={{{}}}", pairs.join(", "))
            }
            _ => continue,
        });
    }
    // Its own default is 50.
    if !chain.iter().any(|s| matches!(s, TopK { .. })) {
        args.push("top_k=0".to_owned());
    }
    format!("model.generate(**inputs, {})", args.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn export(chain: &str, target: Target) -> Exported {
        chain
            .parse::<Chain>()
            .expect("well spelled")
            .export(target, 7)
    }

    #[test]
    fn an_api_gets_json_and_is_told_what_does_not_act() {
        let found = export(
            "frequency_penalty~0.5~0,top_k~40,-min_p~0.1,logit_bias~5~-1",
            Target::OpenAi,
        );
        let json: Value = serde_json::from_str(&found.text).expect("JSON");
        let want = json!({"frequency_penalty": 0.5, "top_k": 40, "logit_bias": {"5": -1.0}, "temperature": 1.0, "top_p": 1.0, "seed": 7});
        assert_eq!(json, want);
        assert_eq!((found.left_out, found.reordered), (vec![], true));
    }

    #[test]
    fn llama_cpp_keeps_the_order_and_names_what_it_lacks() {
        let found = export(
            "top_k~40,temperature~0.8,min_p~0.1,top_a~0.2",
            Target::LlamaCpp,
        );
        assert_eq!(
            found.text,
            "--samplers \"top_k;temperature;min_p\" --top-k 40 --temp 0.8 --min-p 0.1 --seed 7"
        );
        assert_eq!((found.left_out, found.reordered), (vec![Kind::TopA], false));
        let penalty = export("repetition_penalty~1.1~0", Target::LlamaCpp);
        assert_eq!(
            penalty.text,
            "--samplers \"penalties\" --repeat-penalty 1.1 --repeat-last-n 1048576 --seed 7"
        );
        let mirostat = export("top_k~40,temperature~0.8,mirostat~5~0.1", Target::LlamaCpp);
        assert_eq!(
            mirostat.text,
            "--samplers \"temperature\" --temp 0.8 --mirostat 2 --mirostat-ent 5 --mirostat-lr 0.1 --seed 7"
        );
        assert_eq!(
            mirostat.left_out,
            [Kind::TopK],
            "mirostat replaces the chain there"
        );
    }

    #[test]
    fn mirostat_alone_divides_by_nothing_in_llama_cpp_and_a_temperature_comes_before_it() {
        let alone = export("mirostat~5~0.1", Target::LlamaCpp);
        assert_eq!(
            alone.text,
            "--samplers \"temperature\" --mirostat 2 --mirostat-ent 5 --mirostat-lr 0.1 --temp 1 --seed 7"
        );
        assert!(!alone.reordered);
        let behind = export("mirostat~5~0.1,temperature~0.8", Target::LlamaCpp);
        assert!(behind.reordered && behind.text.contains("--temp 0.8"));
        assert!(!behind.text.contains("--temp 1"), "{}", behind.text);
        assert!(!export("temperature~0.8,mirostat~5~0.1", Target::LlamaCpp).reordered);
        let biased = export("mirostat~5~0.1,logit_bias~5~1", Target::LlamaCpp);
        assert!(biased.reordered, "the bias comes first");
        let dynamic = export(
            "dynamic_temperature,mirostat,temperature~0.5",
            Target::LlamaCpp,
        );
        assert_eq!(dynamic.left_out, [Kind::DynamicTemperature]);
        assert_eq!(
            dynamic.text.matches("--temp").count(),
            1,
            "{}",
            dynamic.text
        );
    }

    #[test]
    fn llama_cpp_has_one_temperature() {
        let found = export("temperature~0.5,dynamic_temperature", Target::LlamaCpp);
        assert_eq!(found.left_out, [Kind::DynamicTemperature]);
        assert_eq!(found.text, "--samplers \"temperature\" --temp 0.5 --seed 7");
    }

    #[test]
    fn the_penalties_are_one_stage_of_llama_cpp_with_one_window() {
        let llama = |chain: &str| export(chain, Target::LlamaCpp);
        let found =
            llama("repetition_penalty~1.1~64,presence_penalty~0.5~64,frequency_penalty~0.2~0");
        assert_eq!(
            found.text,
            "--samplers \"penalties\" --repeat-penalty 1.1 --presence-penalty 0.5 --frequency-penalty 0.2 --repeat-last-n 64 --seed 7"
        );
        assert_eq!(found.simplified, [Kind::FrequencyPenalty]);
        assert!(!found.reordered && found.counts_less.is_empty());
        assert!(!llama("presence_penalty~0.5~64,frequency_penalty~0.2~64,dry").reordered);
        assert!(
            llama("presence_penalty,repetition_penalty").reordered,
            "repetition comes first"
        );
        assert!(
            llama("repetition_penalty,dry,presence_penalty").reordered,
            "they are merged"
        );
        let between = "repetition_penalty,no_repeat_ngram,presence_penalty";
        assert!(
            !llama(between).reordered,
            "what is left out is not in the way"
        );
    }

    #[test]
    fn the_biases_of_a_token_are_added() {
        let chain = "logit_bias~5~-1~6~80~5~0.5~6~70";
        let api = export(chain, Target::OpenAi);
        let json: Value = serde_json::from_str(&api.text).expect("JSON");
        assert_eq!(json["logit_bias"], json!({"5": -0.5, "6": 100.0}));
        assert_eq!(
            api.simplified,
            [Kind::LogitBias],
            "150 is more than it takes"
        );
        assert!(
            export("logit_bias~5~-60~5~-40", Target::OpenAi)
                .simplified
                .is_empty()
        );
        let llama = export(chain, Target::LlamaCpp);
        assert!(
            llama
                .text
                .contains("--logit-bias 5-0.5 --logit-bias 6+150 "),
            "{}",
            llama.text
        );
        let transformers = export(chain, Target::Transformers);
        assert!(
            transformers
                .text
                .contains("sequence_bias={(5,): -0.5, (6,): 150.0}"),
            "{}",
            transformers.text
        );
        assert!(llama.simplified.is_empty() && transformers.simplified.is_empty());
    }

    #[test]
    fn servers_count_only_what_they_generated_for_two_penalties() {
        let chain = "repetition_penalty~1.1~0,presence_penalty~0.5~0,frequency_penalty~0.5~0";
        let api = export(chain, Target::OpenAi);
        assert_eq!(
            api.counts_less,
            [Kind::PresencePenalty, Kind::FrequencyPenalty]
        );
        assert!(!api.reordered, "what is subtracted has no order");
        assert!(export("presence_penalty,repetition_penalty", Target::OpenAi).reordered);
        for target in [Target::LlamaCpp, Target::Transformers] {
            assert!(export(chain, target).counts_less.is_empty(), "{target:?}");
        }
    }

    #[test]
    fn transformers_gets_arguments_of_generate() {
        let found = export("temperature~0.7,top_p~0.9,banned~5~6", Target::Transformers);
        assert_eq!(
            found.text,
            "model.generate(**inputs, do_sample=True, temperature=0.7, top_p=0.9, bad_words_ids=[[5], [6]], top_k=0)"
        );
        assert!(found.reordered, "it bans before it divides");
        let greedy = export("temperature~0", Target::Transformers);
        assert!(
            greedy.text.contains("do_sample=False") && !greedy.text.contains("temperature"),
            "{}",
            greedy.text
        );
        let twice = export("top_k~5,top_k~3", Target::Transformers);
        assert_eq!(twice.left_out, [Kind::TopK]);
    }
}
