//! A chain in one line, for links: `temperature~0.8,top_k~40,-min_p~0.05`.
//!
//! Stages are joined by commas. A stage is the sampler's name and its values in the order of its definition, joined by tildes;
//! a minus in front switches it off. Values left out are conventional ones. Lists follow the numbers: tokens of `banned`, pairs
//! of token and bias of `logit_bias`, the breakers of `dry`, in whose text `%`, `~` and `,` are `%25`, `%7E` and `%2C`. A `dry`
//! without breakers ends in a tilde.
//!
//! What is spelled wrong is refused; [`Chain::read`] takes what there is instead, and says what was wrong.

use std::fmt;
use std::str::FromStr;

use super::params::BIAS;
use super::{Chain, Kind, MOST_STAGES, Sampler, Stage};
use crate::{CoreError, TokenId};

/// What a text has in the place of the signs that separate.
const ESCAPES: [(&str, &str); 3] = [("%", "%25"), ("~", "%7E"), (",", "%2C")];

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, stage) in self.stages().iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{stage}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minus = if self.on { "" } else { "-" };
        write!(f, "{minus}{}", self.sampler.name())?;
        for p in self.sampler.params() {
            write!(f, "~{}", p.value)?;
        }
        let escape = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
        match &self.sampler {
            Sampler::Banned { tokens } => tokens.iter().try_for_each(|t| write!(f, "~{t}")),
            Sampler::LogitBias { bias } => bias.iter().try_for_each(|(t, b)| write!(f, "~{t}~{b}")),
            Sampler::Grammar { grammar } => {
                let text = ESCAPES.iter().fold(grammar.text.clone(), escape);
                write!(f, "~{}~{text}", grammar.language)
            }
            // An empty text is in no token: alone it says that there are no breakers.
            Sampler::Dry { breakers, .. } if breakers.is_empty() => write!(f, "~"),
            Sampler::Dry { breakers, .. } => breakers
                .iter()
                .try_for_each(|text| write!(f, "~{}", ESCAPES.iter().fold(text.clone(), escape))),
            _ => Ok(()),
        }
    }
}

impl FromStr for Chain {
    type Err = CoreError;

    fn from_str(text: &str) -> Result<Self, CoreError> {
        let (chain, problems) = Chain::read(text);
        problems.into_iter().next().map_or(Ok(chain), |problem| {
            Err(match problem {
                // Here nothing is used in its place.
                CoreError::Nearest {
                    name,
                    value,
                    expected,
                    ..
                } => CoreError::Setting {
                    name,
                    value,
                    expected,
                },
                other => other,
            })
        })
    }
}

impl Chain {
    /// Reads a chain forgivingly: whatever `text` is, the chain is a valid one.
    ///
    /// A number out of range gives way to the nearest valid one, NaN to the conventional one. Stages that are unknown, that
    /// cannot be read, or that come behind [`MOST_STAGES`] are left out. What was wrong is returned in its order.
    pub fn read(text: &str) -> (Chain, Vec<CoreError>) {
        let words: Vec<&str> = text.split(',').filter(|s| !s.is_empty()).collect();
        let (mut stages, mut problems) = (Vec::new(), Vec::new());
        for word in words.iter().take(MOST_STAGES) {
            match Stage::read(word) {
                Ok((stage, wrong)) => {
                    stages.push(stage);
                    problems.extend(wrong);
                }
                Err(unreadable) => problems.push(unreadable),
            }
        }
        if words.len() > MOST_STAGES {
            let stages = words.len();
            problems.push(CoreError::LongChain {
                stages,
                most: MOST_STAGES,
            });
        }
        (Chain { stages }, problems)
    }
}

impl Stage {
    /// A stage whose numbers are in range, and what was wrong with those that were not.
    fn read(text: &str) -> Result<(Self, Vec<CoreError>), CoreError> {
        let (on, text) = match text.strip_prefix('-') {
            Some(text) => (false, text),
            None => (true, text),
        };
        let mut words = text.split('~');
        let name = words.next().unwrap_or_default();
        let unknown = || CoreError::UnknownSampler {
            name: name.chars().take(40).collect(),
            known: Kind::ALL.iter().map(|kind| kind.name().into()).collect(),
        };
        let mut sampler = Kind::named(name).ok_or_else(unknown)?.conventional();
        let mut problems = Vec::new();
        for (p, word) in sampler.params().iter().zip(words.by_ref()) {
            let (used, problem) = sampler.nearest(p, number(name, word)?);
            problems.extend(problem);
            sampler.set_param(p.name, used)?;
        }
        let rest: Vec<&str> = words.collect();
        problems.extend(sampler.read_list(&rest)?);
        // A text that is too long.
        sampler.check()?;
        Ok((Stage { sampler, on }, problems))
    }
}

impl Sampler {
    /// Takes the words behind the numbers; what was wrong with the numbers among them.
    fn read_list(&mut self, words: &[&str]) -> Result<Vec<CoreError>, CoreError> {
        let (name, before) = (self.name(), self.clone());
        let mut problems = Vec::new();
        let unescape = |text: String, (to, from): &(&str, &str)| text.replace(from, to);
        match self {
            Sampler::Banned { tokens } => {
                let token = |word: &&str| number(name, word);
                *tokens = words.iter().map(token).collect::<Result<_, _>>()?;
            }
            Sampler::LogitBias { bias } => {
                for pair in words.chunks(2) {
                    let [token, value] = pair else {
                        return Err(unreadable(name, pair.first().unwrap_or(&"")));
                    };
                    let (used, problem) = before.nearest(&BIAS, number(name, value)?);
                    problems.extend(problem);
                    bias.push((number::<TokenId>(name, token)?, used));
                }
            }
            Sampler::Dry { breakers, .. } if words == [""] => breakers.clear(),
            Sampler::Grammar { grammar } => match words {
                [] => {}
                [language, text] => {
                    let unknown = |()| unreadable(name, language);
                    grammar.language = language.parse().map_err(unknown)?;
                    grammar.text = ESCAPES.iter().rev().fold((*text).to_owned(), unescape);
                }
                [word, ..] => return Err(unreadable(name, word)),
            },
            Sampler::Dry { breakers, .. } if !words.is_empty() => {
                let text = |word: &&str| ESCAPES.iter().rev().fold((*word).to_owned(), unescape);
                *breakers = words.iter().map(text).collect();
            }
            _ => {
                if let Some(word) = words.first() {
                    return Err(unreadable(name, word));
                }
            }
        }
        Ok(problems)
    }
}

/// A number of the sampler `name`.
fn number<T: FromStr>(name: &str, word: &str) -> Result<T, CoreError> {
    word.parse().map_err(|_| unreadable(name, word))
}

fn unreadable(name: &str, word: &str) -> CoreError {
    CoreError::Spelling {
        sampler: name.to_owned(),
        word: word.chars().take(40).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::Preset;

    fn again(chain: &Chain) -> Chain {
        chain
            .to_string()
            .parse()
            .unwrap_or_else(|e| panic!("{chain}: {e}"))
    }

    #[test]
    fn what_is_spelled_is_read_again() {
        for preset in Preset::ALL {
            assert_eq!(again(&preset.chain()), preset.chain());
        }
        let mut chain = Chain::new(Sampler::all()).expect("conventional parameters");
        chain.set(Sampler::Banned {
            tokens: vec![0, 50256],
        });
        chain.set(Sampler::LogitBias {
            bias: vec![(5, -1.5), (6, 100.0)],
        });
        let breakers = ["~", ",", "%2C", "", "é\n"].map(String::from).to_vec();
        let dry = Sampler::Dry {
            multiplier: 0.1 + 0.2,
            base: 1.75,
            allowed_length: 2,
            last_n: 0,
            breakers,
        };
        chain.set(dry);
        chain.stages_mut()[3].on = false;
        assert_eq!(again(&chain), chain);
    }

    #[test]
    fn a_list_of_breakers_may_be_empty_left_out_or_a_single_one() {
        let breakers = |text: &str| {
            let chain: Chain = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(again(&chain), chain, "{text}");
            match chain.stages() {
                [
                    Stage {
                        sampler: Sampler::Dry { breakers, .. },
                        ..
                    },
                ] => breakers.clone(),
                other => panic!("{text}: {other:?}"),
            }
        };
        assert_eq!(breakers("dry~0.8~1.75~2~0~"), [""; 0]);
        assert_eq!(breakers("dry~0.8~1.75~2~0").len(), 4);
        assert_eq!(breakers("dry~0.8~1.75~2~0~."), ["."]);
        let mut chain: Chain = "dry,top_k~5".parse().expect("well spelled");
        if let Sampler::Dry { breakers, .. } = &mut chain.stages_mut()[0].sampler {
            breakers.clear();
        }
        assert_eq!(chain.to_string(), "dry~0.8~1.75~2~0~,top_k~5");
        assert_eq!(again(&chain), chain);
    }

    #[test]
    fn the_order_counts_and_values_left_out_are_conventional() {
        let chain: Chain = "top_k,-min_p~0.5,temperature~2"
            .parse()
            .expect("well spelled");
        let want = [
            Stage::from(Sampler::TopK { k: 40 }),
            Stage {
                sampler: Sampler::MinP { p: 0.5 },
                on: false,
            },
            Sampler::Temperature { t: 2.0 }.into(),
        ];
        assert_eq!(chain.stages(), want);
        assert_eq!("".parse::<Chain>().expect("no stage"), Chain::default());
    }

    #[test]
    fn what_is_spelled_wrong_is_named() {
        for (text, words) in [
            ("top_q~3", "top_q"),
            ("top_k~many", "many"),
            ("top_k~1.5", "whole number"),
            ("top_p~2", "from 0 to 1"),
            ("top_p~0.5~0.5", "0.5"),
            ("banned~-1", "-1"),
            ("logit_bias~5", "5"),
            ("logit_bias~5~900", "100"),
            ("temperature~NaN", "temperature"),
            (&"top_k,".repeat(65), "65 stages"),
        ] {
            let e = text.parse::<Chain>().expect_err(text).to_string();
            assert!(e.contains(words), "{text}: {e}");
        }
    }

    /// The chain that is read from `text`, spelled again, and what was wrong.
    fn forgiven(text: &str) -> (String, Vec<String>) {
        let (chain, problems) = Chain::read(text);
        chain.check().expect("it is valid");
        let problems = problems.iter().map(ToString::to_string).collect();
        (chain.to_string(), problems)
    }

    #[test]
    fn what_is_spelled_right_is_read_without_a_word() {
        for text in ["", "top_k~40,-min_p~0.05,dry~0.8~1.75~2~0~,logit_bias~5~-1"] {
            assert_eq!(forgiven(text), (text.to_owned(), vec![]));
        }
    }

    #[test]
    fn a_number_out_of_range_gives_way_to_the_nearest_and_the_rest_stays() {
        let long = "9".repeat(300);
        for (text, chain, problem) in [
            (
                "top_p~1.5",
                "top_p~1",
                "top_p = 1.5 is out of range: it must be a number from 0 to 1; 1 is used.",
            ),
            (
                "top_k~-3,-min_p~0.1",
                "top_k~0,-min_p~0.1",
                "top_k = -3 is out of range: it must be a whole number, 0 or more; 0 is used.",
            ),
            (
                "top_k~7.6",
                "top_k~8",
                "top_k = 7.6 is out of range: it must be a whole number, 0 or more; 8 is used.",
            ),
            (
                "presence_penalty~-5",
                "presence_penalty~-2~0",
                "presence_penalty alpha = -5 is out of range: it must be a number from −2 to 2; −2 is used.",
            ),
            (
                "mirostat~inf",
                "mirostat~20~0.1",
                "mirostat tau = inf is out of range: it must be a number from 0 to 20; 20 is used.",
            ),
            (
                "min_p~NaN",
                "min_p~0.05",
                "min_p = NaN is out of range: it must be a number from 0 to 1; 0.05 is used.",
            ),
            (
                "logit_bias~5~900~6~1",
                "logit_bias~5~100~6~1",
                "logit_bias = 900 is out of range: it must be a number from −100 to 100; 100 is used.",
            ),
            (
                &format!("top_k~{long}"),
                "top_k~4294967295",
                "top_k = 1e300 is out of range: it must be a whole number, 0 or more; 4294967295 is used.",
            ),
        ] {
            assert_eq!(forgiven(text), (chain.to_owned(), vec![problem.to_owned()]));
        }
    }

    #[test]
    fn a_stage_that_cannot_be_read_is_left_out_and_named_in_its_place() {
        let (chain, problems) =
            forgiven("top_q~3,top_p~2,top_k~many,banned~-1,logit_bias~5,temperature~2~3,min_p~0.2");
        assert_eq!(chain, "top_p~1,min_p~0.2");
        let words = [
            "top_q",
            "1 is used",
            "many",
            "-1",
            "logit_bias",
            "temperature",
        ];
        assert_eq!(problems.len(), words.len(), "{problems:?}");
        for (problem, word) in problems.iter().zip(words) {
            assert!(problem.contains(word), "{word}: {problem}");
        }
    }

    #[test]
    fn stages_beyond_the_most_are_left_out() {
        let (chain, problems) = Chain::read(&"top_k,".repeat(MOST_STAGES + 2));
        assert_eq!(chain.stages().len(), MOST_STAGES);
        assert_eq!(
            problems,
            [CoreError::LongChain {
                stages: MOST_STAGES + 2,
                most: MOST_STAGES,
            }]
        );
    }
}
