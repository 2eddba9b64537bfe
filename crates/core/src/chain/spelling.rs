//! A chain in one line, for links: `temperature~0.8,top_k~40,-min_p~0.05`.
//!
//! Stages are joined by commas. A stage is the sampler's name and its values in the order of its definition, joined by tildes;
//! a minus in front switches it off. Values left out are conventional ones. Lists follow the numbers: tokens of `banned`, pairs
//! of token and bias of `logit_bias`, the breakers of `dry`, in whose text `%`, `~` and `,` are `%25`, `%7E` and `%2C`.

use std::fmt;
use std::str::FromStr;

use super::{Chain, Sampler, Stage};
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
        match &self.sampler {
            Sampler::Banned { tokens } => tokens.iter().try_for_each(|t| write!(f, "~{t}")),
            Sampler::LogitBias { bias } => bias.iter().try_for_each(|(t, b)| write!(f, "~{t}~{b}")),
            Sampler::Dry { breakers, .. } => breakers.iter().try_for_each(|text| {
                let escape = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
                write!(f, "~{}", ESCAPES.iter().fold(text.clone(), escape))
            }),
            _ => Ok(()),
        }
    }
}

impl FromStr for Chain {
    type Err = CoreError;

    fn from_str(text: &str) -> Result<Self, CoreError> {
        let stages = text.split(',').filter(|s| !s.is_empty());
        Chain::new(
            stages
                .map(str::parse::<Stage>)
                .collect::<Result<Vec<_>, _>>()?,
        )
    }
}

impl FromStr for Stage {
    type Err = CoreError;

    fn from_str(text: &str) -> Result<Self, CoreError> {
        let (on, text) = match text.strip_prefix('-') {
            Some(text) => (false, text),
            None => (true, text),
        };
        let mut words = text.split('~');
        let name = words.next().unwrap_or_default();
        let unknown = || CoreError::UnknownSampler {
            name: name.chars().take(40).collect(),
        };
        let mut sampler = Sampler::conventional(name).ok_or_else(unknown)?;
        let refuse = |word: &str| CoreError::Spelling {
            sampler: name.to_owned(),
            word: word.chars().take(40).collect(),
        };
        for (p, word) in sampler.params().iter().zip(words.by_ref()) {
            sampler.set_param(p.name, word.parse().map_err(|_| refuse(word))?)?;
        }
        let rest: Vec<&str> = words.collect();
        match &mut sampler {
            Sampler::Banned { tokens } => {
                let token = |word: &&str| word.parse().map_err(|_| refuse(word));
                *tokens = rest.iter().map(token).collect::<Result<_, _>>()?;
            }
            Sampler::LogitBias { bias } => {
                let pair = |pair: &[&str]| -> Result<(TokenId, f64), CoreError> {
                    let [token, bias] = pair else {
                        return Err(refuse(pair.first().unwrap_or(&"")));
                    };
                    let both = token.parse().ok().zip(bias.parse().ok());
                    both.ok_or_else(|| refuse(token))
                };
                *bias = rest.chunks(2).map(pair).collect::<Result<_, _>>()?;
            }
            Sampler::Dry { breakers, .. } if !rest.is_empty() => {
                let unescape = |text: String, (to, from): &(&str, &str)| text.replace(from, to);
                let text = |word: &&str| ESCAPES.iter().rev().fold((*word).to_owned(), unescape);
                *breakers = rest.iter().map(text).collect();
            }
            _ => {
                if let Some(word) = rest.first() {
                    return Err(refuse(word));
                }
            }
        }
        sampler.check()?;
        Ok(Stage { sampler, on })
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
}
