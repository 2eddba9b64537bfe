//! What `generation_config.json` says of how a model is meant to be sampled.

use logitscope_core::TokenId;
use logitscope_core::chain::{Chain, Preset, Sampler, Stage};
use logitscope_core::error::{CoreError, GenerationFault, OutOfRange};
use serde::Deserialize;
use serde_json::Value;

use super::json::read;
use crate::families::fields::end_tokens;

/// How a model is meant to be sampled.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Generation {
    /// The tokens that end a text, the usual one first; they replace those of `config.json`. Empty where it names none.
    pub end_tokens: Vec<TokenId>,
    /// Transformers' chain with the file's values; `None` where the file does not ask for sampling.
    pub chain: Option<Chain>,
}

/// Its fields, under Transformers' names. Source: `GenerationConfig`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct File {
    eos_token_id: Option<Value>,
    do_sample: Option<bool>,
    temperature: Option<f64>,
    top_k: Option<u32>,
    top_p: Option<f64>,
    min_p: Option<f64>,
    typical_p: Option<f64>,
    epsilon_cutoff: Option<f64>,
    eta_cutoff: Option<f64>,
    repetition_penalty: Option<f64>,
    no_repeat_ngram_size: Option<u32>,
}

impl Generation {
    /// Reads the file. What it says of other things than sampling and ends is left out.
    pub fn parse(json: &[u8]) -> Result<Self, GenerationFault> {
        let file: File = read(json).map_err(|why| GenerationFault::Unreadable { why })?;
        Ok(Generation {
            chain: (file.do_sample == Some(true))
                .then(|| file.chain())
                .transpose()?,
            end_tokens: end_tokens(file.eos_token_id.as_ref()),
        })
    }
}

impl File {
    fn chain(&self) -> Result<Chain, GenerationFault> {
        let mut chain = Preset::Transformers.chain();
        chain
            .stages_mut()
            .iter_mut()
            .for_each(|stage| self.set(stage));
        checked(chain)
    }

    /// Gives a stage the file's value. One at which it would do nothing switches it off, where Transformers leaves it out, too.
    fn set(&self, stage: &mut Stage) {
        use Sampler::*;
        fn put<T: Copy + PartialEq>(
            value: &mut T,
            said: Option<T>,
            idle: Option<T>,
        ) -> Option<bool> {
            said.map(|said| {
                *value = said;
                Some(said) != idle
            })
        }
        let on = match &mut stage.sampler {
            RepetitionPenalty { theta, .. } => put(theta, self.repetition_penalty, Some(1.0)),
            NoRepeatNgram { n } => put(n, self.no_repeat_ngram_size, Some(0)),
            Temperature { t } => put(t, self.temperature, None),
            TopK { k } => put(k, self.top_k, Some(0)),
            TopP { p } => put(p, self.top_p, None),
            MinP { p } => put(p, self.min_p, Some(0.0)),
            Typical { p } => put(p, self.typical_p, Some(1.0)),
            Epsilon { epsilon } => put(epsilon, self.epsilon_cutoff, Some(0.0)),
            Eta { epsilon } => put(epsilon, self.eta_cutoff, Some(0.0)),
            _ => None,
        };
        stage.on = on.unwrap_or(stage.on);
    }
}

/// A chain whose values are in range.
pub(super) fn checked(chain: Chain) -> Result<Chain, GenerationFault> {
    chain.check().map_err(|error| match error {
        CoreError::Setting {
            name,
            value,
            expected,
        } => GenerationFault::Range(OutOfRange::Setting {
            name,
            value,
            expected,
        }),
        _ => GenerationFault::Unreadable {
            why: "it asks for more samplers than there can be".into(),
        },
    })?;
    Ok(chain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acting(json: &str) -> Vec<Sampler> {
        let chain = Generation::parse(json.as_bytes())
            .expect("readable")
            .chain
            .expect("sampled");
        chain.acting().cloned().collect()
    }

    #[test]
    fn published_files_become_the_chain_that_transformers_makes_of_them() {
        use Sampler::*;
        // Qwen3's, with its ends; and Llama 3.2's.
        let qwen = r#"{"bos_token_id":151643,"do_sample":true,"eos_token_id":[151645,151643],"pad_token_id":151643,"temperature":0.6,"top_k":20,"top_p":0.95}"#;
        assert_eq!(
            acting(qwen),
            [Temperature { t: 0.6 }, TopK { k: 20 }, TopP { p: 0.95 }]
        );
        let read = Generation::parse(qwen.as_bytes()).expect("readable");
        assert_eq!(read.end_tokens, [151_645, 151_643]);
        let llama = r#"{"do_sample":true,"temperature":0.6,"top_p":0.9,"repetition_penalty":1.05}"#;
        assert_eq!(
            acting(llama),
            [
                RepetitionPenalty {
                    theta: 1.05,
                    last_n: 0
                },
                Temperature { t: 0.6 },
                TopK { k: 50 },
                TopP { p: 0.9 }
            ]
        );
        let idle = r#"{"do_sample":true,"top_k":0,"repetition_penalty":1.0,"typical_p":1.0,"min_p":0.0,"no_repeat_ngram_size":0,"epsilon_cutoff":0.0,"eta_cutoff":0.0}"#;
        assert_eq!(acting(idle), [Temperature { t: 1.0 }, TopP { p: 1.0 }]);
    }

    #[test]
    fn a_file_that_does_not_ask_for_sampling_names_ends_alone() {
        for json in [
            r#"{"eos_token_id":0}"#,
            r#"{"eos_token_id":0,"do_sample":false,"temperature":0.1}"#,
        ] {
            let read = Generation::parse(json.as_bytes()).expect("readable");
            assert_eq!((read.end_tokens, read.chain), (vec![0], None));
        }
    }

    #[test]
    fn what_no_sampler_has_is_an_error() {
        for json in [
            r#"{"do_sample":true,"top_p":7}"#,
            r#"{"do_sample":true,"temperature":-1}"#,
        ] {
            let error = Generation::parse(json.as_bytes()).expect_err("out of range");
            assert!(matches!(error, GenerationFault::Range(_)), "{error:?}");
        }
        for json in ["", "7", r#"{"do_sample":"yes"}"#, r#"{"top_k":-1}"#] {
            let error = Generation::parse(json.as_bytes()).expect_err("unreadable");
            assert!(
                matches!(error, GenerationFault::Unreadable { .. }),
                "{json}"
            );
        }
    }
}
