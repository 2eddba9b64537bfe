//! The chains of well-known programs: which samplers, in which order, with which values.
//!
//! Sources: the OpenAI API; llama.cpp (`common_params_sampling`); Transformers (`GenerationMixin._get_logits_processor` and
//! `_get_logits_warper`); text-generation-webui (`modules/sampler_hijack.py`); vLLM (`v1/sample`). The samplers that a
//! program leaves idle by default are in its chain too, switched off.

use serde::{Deserialize, Serialize};

use super::sampler::dry_breakers;
use super::{Chain, Sampler, Stage};

/// A chain by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Penalties → temperature → top-k → top-p → min-p: what most APIs do. The default of the command.
    Api,
    /// llama.cpp with its default values: temperature last.
    LlamaCpp,
    /// Hugging Face Transformers: temperature before the cuts.
    Transformers,
    /// text-generation-webui.
    TextGenerationWebui,
    /// vLLM.
    Vllm,
    /// Only the most probable token.
    Greedy,
    /// The model's own distribution, as it is.
    Raw,
}

impl Preset {
    /// Every preset, the usual one first.
    pub const ALL: [Preset; 7] = [
        Preset::Api,
        Preset::LlamaCpp,
        Preset::Transformers,
        Preset::TextGenerationWebui,
        Preset::Vllm,
        Preset::Greedy,
        Preset::Raw,
    ];

    /// Its chain.
    pub fn chain(self) -> Chain {
        use Sampler::*;
        let repetition = |theta, last_n| RepetitionPenalty { theta, last_n };
        let presence = |alpha, last_n| PresencePenalty { alpha, last_n };
        let frequency = |alpha, last_n| FrequencyPenalty { alpha, last_n };
        let stages = match self {
            Preset::Api => vec![
                off(presence(0.5, 0)),
                off(frequency(0.5, 0)),
                on(Temperature { t: 0.8 }),
                on(TopK { k: 40 }),
                on(TopP { p: 0.95 }),
                off(MinP { p: 0.05 }),
            ],
            Preset::LlamaCpp => vec![
                off(LogitBias { bias: vec![] }),
                off(repetition(1.1, 64)),
                off(presence(0.5, 64)),
                off(frequency(0.5, 64)),
                off(dry()),
                off(TopNSigma { n: 1.0 }),
                on(TopK { k: 40 }),
                off(Typical { p: 0.95 }),
                on(TopP { p: 0.95 }),
                on(MinP { p: 0.05 }),
                off(Xtc {
                    probability: 0.5,
                    threshold: 0.1,
                }),
                on(Temperature { t: 0.8 }),
            ],
            Preset::Transformers => vec![
                off(repetition(1.1, 0)),
                off(NoRepeatNgram { n: 3 }),
                on(Temperature { t: 1.0 }),
                off(TopH { h: 0.4 }),
                on(TopK { k: 50 }),
                on(TopP { p: 1.0 }),
                off(MinP { p: 0.05 }),
                off(Typical { p: 0.95 }),
                off(Epsilon { epsilon: 3e-4 }),
                off(Eta { epsilon: 3e-4 }),
            ],
            Preset::TextGenerationWebui => vec![
                off(repetition(1.1, 0)),
                off(presence(0.5, 0)),
                off(frequency(0.5, 0)),
                off(dry()),
                off(TopNSigma { n: 1.0 }),
                on(Temperature { t: 1.0 }),
                off(DynamicTemperature {
                    t: 1.0,
                    range: 0.5,
                    exponent: 1.0,
                }),
                off(Quadratic {
                    factor: 0.3,
                    curve: 1.0,
                }),
                on(TopK { k: 0 }),
                on(TopP { p: 1.0 }),
                off(Typical { p: 0.95 }),
                off(Epsilon { epsilon: 3e-4 }),
                off(Eta { epsilon: 3e-4 }),
                off(TailFree { z: 0.95 }),
                off(TopA { a: 0.2 }),
                on(MinP { p: 0.05 }),
                off(Mirostat { tau: 5.0, eta: 0.1 }),
                off(Xtc {
                    probability: 0.5,
                    threshold: 0.1,
                }),
            ],
            Preset::Vllm => vec![
                off(repetition(1.1, 0)),
                off(frequency(0.5, 0)),
                off(presence(0.5, 0)),
                on(Temperature { t: 1.0 }),
                off(TopK { k: 40 }),
                off(TopP { p: 0.95 }),
                off(MinP { p: 0.05 }),
            ],
            Preset::Greedy => vec![on(Temperature { t: 0.0 })],
            Preset::Raw => vec![],
        };
        Chain { stages }
    }
}

fn dry() -> Sampler {
    Sampler::Dry {
        multiplier: 0.8,
        base: 1.75,
        allowed_length: 2,
        last_n: 0,
        breakers: dry_breakers(),
    }
}

fn on(sampler: Sampler) -> Stage {
    sampler.into()
}

fn off(sampler: Sampler) -> Stage {
    Stage { sampler, on: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_in_range_and_says_its_name() {
        for preset in Preset::ALL {
            preset.chain().check().expect("in range");
            let name = serde_json::to_string(&preset).expect("a name");
            assert_eq!(
                serde_json::from_str::<Preset>(&name).expect("just written"),
                preset
            );
        }
    }
}
