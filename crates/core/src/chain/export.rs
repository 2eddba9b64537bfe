//! The settings as other programs take them. What a program does not have, and what it does in another order, is said.

use serde_json::{Map, Value, json};

use super::{Chain, Sampler};

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
    /// The samplers that the program does not have, by name.
    pub left_out: Vec<&'static str>,
    /// The samplers of which the program lacks a parameter (how far it looks back, or its breakers), by name.
    pub simplified: Vec<&'static str>,
    /// Whether the program applies what is left in another order.
    pub reordered: bool,
}

/// The orders in which programs apply their samplers.
const OPENAI: &[&str] = &[
    "logit_bias",
    "repetition_penalty",
    "frequency_penalty",
    "presence_penalty",
    "temperature",
    "top_k",
    "top_p",
    "min_p",
];
const TRANSFORMERS: &[&str] = &[
    "logit_bias",
    "repetition_penalty",
    "no_repeat_ngram",
    "banned",
    "temperature",
    "top_h",
    "top_k",
    "top_p",
    "min_p",
    "typical",
    "epsilon",
    "eta",
];
/// llama.cpp takes the order as an argument, but for these, which come first.
const LLAMA_FIRST: &[&str] = &["logit_bias"];

impl Chain {
    /// These samplers and this seed for `target`.
    pub fn export(&self, target: Target, seed: u32) -> Exported {
        let mut left_out = Vec::new();
        let mut kept: Vec<&Sampler> = Vec::new();
        let known = |s: &Sampler| match target {
            Target::OpenAi => OPENAI.contains(&s.name()),
            Target::Transformers => TRANSFORMERS.contains(&s.name()),
            Target::LlamaCpp => llama_name(s).is_some() || LLAMA_FIRST.contains(&s.name()),
        };
        for sampler in self.acting() {
            // Programs know each sampler once.
            let again = kept.iter().any(|other| other.name() == sampler.name());
            if known(sampler) && !again {
                kept.push(sampler);
            } else if !left_out.contains(&sampler.name()) {
                left_out.push(sampler.name());
            }
        }
        if target == Target::LlamaCpp && kept.iter().any(|s| matches!(s, Sampler::Mirostat { .. }))
        {
            // There it replaces the chain.
            kept.retain(|s| {
                let stays = matches!(
                    s,
                    Sampler::Mirostat { .. }
                        | Sampler::Temperature { .. }
                        | Sampler::LogitBias { .. }
                );
                if !stays {
                    left_out.push(s.name());
                }
                stays
            });
        }
        let order = match target {
            Target::OpenAi => OPENAI,
            Target::Transformers => TRANSFORMERS,
            Target::LlamaCpp => LLAMA_FIRST,
        };
        // What is not in the list stands behind it, in the chain's own order.
        let place = |s: &&Sampler| {
            order
                .iter()
                .position(|name| *name == s.name())
                .unwrap_or(order.len())
        };
        let text = match target {
            Target::OpenAi => openai(&kept, seed),
            Target::LlamaCpp => llama_cpp(&kept, seed),
            Target::Transformers => transformers(&kept),
        };
        let simplified = |s: &&Sampler| match s {
            Sampler::RepetitionPenalty { last_n, .. }
            | Sampler::PresencePenalty { last_n, .. }
            | Sampler::FrequencyPenalty { last_n, .. } => {
                target != Target::LlamaCpp && *last_n != 0
            }
            Sampler::Dry { breakers, .. } => *breakers != super::sampler::dry_breakers(),
            _ => false,
        };
        Exported {
            text,
            simplified: kept
                .iter()
                .copied()
                .filter(simplified)
                .map(Sampler::name)
                .collect(),
            left_out,
            reordered: !kept.iter().map(place).is_sorted(),
        }
    }
}

fn openai(chain: &[&Sampler], seed: u32) -> String {
    let mut request = Map::new();
    for sampler in chain {
        let (name, value) = match sampler {
            Sampler::LogitBias { bias } => {
                let bias = bias
                    .iter()
                    .map(|(token, bias)| (token.to_string(), json!(bias)));
                ("logit_bias", Value::Object(bias.collect()))
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
            // Here 0 looks back over everything; there that is a large number.
            RepetitionPenalty { theta, last_n } => {
                format!("--repeat-penalty {theta} --repeat-last-n {}", back(*last_n))
            }
            PresencePenalty { alpha, last_n } => format!(
                "--presence-penalty {alpha} --repeat-last-n {}",
                back(*last_n)
            ),
            FrequencyPenalty { alpha, last_n } => format!(
                "--frequency-penalty {alpha} --repeat-last-n {}",
                back(*last_n)
            ),
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
                let one = |(token, bias): &(u32, f64)| format!("--logit-bias {token}{bias:+}");
                bias.iter().map(one).collect::<Vec<_>>().join(" ")
            }
            _ => continue,
        };
        args.push(arg);
    }
    args.push(format!("--seed {seed}"));
    args.retain(|arg| !arg.is_empty());
    args.join(" ")
}

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
                let pairs: Vec<String> =
                    bias.iter().map(|(t, b)| format!("({t},): {b:?}")).collect();
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
        assert_eq!((found.left_out, found.reordered), (vec!["top_a"], false));
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
            ["top_k"],
            "mirostat replaces the chain there"
        );
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
        assert_eq!(twice.left_out, ["top_k"]);
    }
}
