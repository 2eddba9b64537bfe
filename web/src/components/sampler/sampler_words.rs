//! How the page calls the samplers and their parameters, and what it says about them.

use std::sync::OnceLock;

use logitscope_core::chain::{Kind, Parameter, Preset, Sampler};

use crate::browser;
use crate::choices::Language;
use crate::components::kit::format;
use crate::components::sampler::scale::Scale;
use crate::words::{Catalogue, Word, language, say};

/// What the page says about a sampler.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// Its name.
    pub label: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Its rule. Every parameter has its [letter](Parameter::letter) there; p, z and H are what came in.
    pub rule: &'static str,
}

/// The words for a sampler: said once, for the picture asks for them at every step.
pub fn words(kind: Kind) -> Words {
    static SAID: OnceLock<Vec<[String; 3]>> = OnceLock::new();
    let all = SAID.get_or_init(|| {
        let say = say();
        let said = |kind: &Kind| messages(*kind).map(|word| word(&say).to_string());
        Kind::ALL.iter().map(said).collect()
    });
    let at = Kind::ALL.iter().position(|other| *other == kind);
    let [label, about, rule] = &all[at.unwrap_or_default()];
    Words { label, about, rule }
}

/// The name of a sampler, what it does, and its rule.
fn messages(kind: Kind) -> [Word; 3] {
    type C = Catalogue;
    match kind {
        Kind::Temperature => [
            C::stage_temperature,
            C::stage_temperature_about,
            C::stage_temperature_rule,
        ],
        Kind::DynamicTemperature => [
            C::stage_dynamic,
            C::stage_dynamic_about,
            C::stage_dynamic_rule,
        ],
        Kind::Quadratic => [
            C::stage_quadratic,
            C::stage_quadratic_about,
            C::stage_quadratic_rule,
        ],
        Kind::TopK => [C::stage_top_k, C::stage_top_k_about, C::stage_top_k_rule],
        Kind::TopP => [C::stage_top_p, C::stage_top_p_about, C::stage_top_p_rule],
        Kind::MinP => [C::stage_min_p, C::stage_min_p_about, C::stage_min_p_rule],
        Kind::TopA => [C::stage_top_a, C::stage_top_a_about, C::stage_top_a_rule],
        Kind::Typical => [
            C::stage_typical,
            C::stage_typical_about,
            C::stage_typical_rule,
        ],
        Kind::TailFree => [
            C::stage_tail_free,
            C::stage_tail_free_about,
            C::stage_tail_free_rule,
        ],
        Kind::Epsilon => [
            C::stage_epsilon,
            C::stage_epsilon_about,
            C::stage_epsilon_rule,
        ],
        Kind::Eta => [C::stage_eta, C::stage_eta_about, C::stage_eta_rule],
        Kind::TopNSigma => [
            C::stage_top_n_sigma,
            C::stage_top_n_sigma_about,
            C::stage_top_n_sigma_rule,
        ],
        Kind::TopH => [C::stage_top_h, C::stage_top_h_about, C::stage_top_h_rule],
        Kind::Xtc => [C::stage_xtc, C::stage_xtc_about, C::stage_xtc_rule],
        Kind::RepetitionPenalty => [
            C::stage_repetition,
            C::stage_repetition_about,
            C::stage_repetition_rule,
        ],
        Kind::PresencePenalty => [
            C::stage_presence,
            C::stage_presence_about,
            C::stage_presence_rule,
        ],
        Kind::FrequencyPenalty => [
            C::stage_frequency,
            C::stage_frequency_about,
            C::stage_frequency_rule,
        ],
        Kind::Dry => [C::stage_dry, C::stage_dry_about, C::stage_dry_rule],
        Kind::Mirostat => [
            C::stage_mirostat,
            C::stage_mirostat_about,
            C::stage_mirostat_rule,
        ],
        Kind::Grammar => [
            C::stage_grammar,
            C::stage_grammar_about,
            C::stage_grammar_rule,
        ],
        Kind::LogitBias => [
            C::stage_logit_bias,
            C::stage_logit_bias_about,
            C::stage_logit_bias_rule,
        ],
        Kind::Banned => [C::stage_banned, C::stage_banned_about, C::stage_banned_rule],
        Kind::NoRepeatNgram => [C::stage_ngram, C::stage_ngram_about, C::stage_ngram_rule],
    }
}

/// A stage in a word and its first number: `k 40`.
pub fn short(sampler: &Sampler) -> String {
    let label = in_a_sentence(words(sampler.kind()).label);
    match (sampler, sampler.params().first()) {
        (Sampler::TopK { k: 0 }, _) => say().short_all().to_string(),
        (_, Some(first)) => match first.parameter {
            // Their letter says it all.
            Parameter::Temperature => format!("T {}", format::exactly(first.value)),
            Parameter::Count => format!("k {}", first.value),
            Parameter::Mass if sampler.kind() == Kind::TopP => {
                format!("P {}", format::exactly(first.value))
            }
            _ => format!("{label} {}", format::exactly(first.value)),
        },
        (_, None) => label,
    }
}

/// The name of a preset on the page: a program's own, or what it is like.
pub fn preset(preset: Preset) -> String {
    match preset {
        Preset::Api => say().preset_api().to_string(),
        Preset::LlamaCpp => "llama.cpp".to_owned(),
        Preset::Transformers => "Transformers".to_owned(),
        Preset::TextGenerationWebui => "text-generation-webui".to_owned(),
        Preset::Vllm => "vLLM".to_owned(),
        Preset::Greedy => say().preset_greedy().to_string(),
        Preset::Raw => say().preset_raw().to_string(),
    }
}

/// How a parameter looks on the page.
#[derive(Debug, Clone)]
pub struct ParamLook {
    /// Its name.
    pub label: String,
    /// How its slider works; without it there is only the number box.
    pub scale: Option<Scale>,
    /// From press to press of the arrows of the number box.
    pub step: f64,
}

/// The look of a parameter. Its label has its [letter](Parameter::letter).
pub fn look(parameter: Parameter) -> ParamLook {
    type C = Catalogue;
    let letter = |label: &str, scale, step| ParamLook {
        label: label.to_owned(),
        scale,
        step,
    };
    let look = |word: Word, scale, step| letter(&word(&say()).to_string(), scale, step);
    let linear = |low, high| Some(Scale::Linear { low, high });
    match parameter {
        Parameter::Temperature => look(C::parameter_temperature, linear(0.0, 2.0), 0.05),
        Parameter::Middle => look(C::parameter_middle, linear(0.0, 2.0), 0.05),
        Parameter::Range => look(C::parameter_range, linear(0.0, 2.0), 0.05),
        Parameter::Exponent => look(C::parameter_exponent, linear(0.0, 4.0), 0.1),
        Parameter::Factor => look(C::parameter_factor, linear(0.0, 2.0), 0.05),
        Parameter::Curve => look(C::parameter_curve, linear(1.0, 3.0), 0.1),
        Parameter::Count => letter("k", Some(Scale::Vocabulary), 1.0),
        Parameter::Mass => letter("P", linear(0.0, 1.0), 0.01),
        Parameter::Share => letter("m", linear(0.0, 1.0), 0.01),
        Parameter::SquareShare => letter("a", linear(0.0, 1.0), 0.01),
        Parameter::Bend => letter("z", linear(0.0, 1.0), 0.01),
        Parameter::Least => letter("ε", linear(0.0, 0.01), 0.0001),
        Parameter::Deviations => letter("n", linear(0.0, 5.0), 0.1),
        Parameter::EntropyShare => letter("h", linear(0.0, 1.0), 0.01),
        Parameter::Chance => look(C::parameter_chance, linear(0.0, 1.0), 0.05),
        Parameter::Threshold => look(C::parameter_threshold, linear(0.0, 0.5), 0.01),
        Parameter::Theta => letter("θ", linear(0.5, 2.0), 0.05),
        Parameter::Alpha => letter("α", linear(-2.0, 2.0), 0.1),
        Parameter::LastN => look(C::parameter_last_n, None, 1.0),
        Parameter::Multiplier => look(C::parameter_multiplier, linear(0.0, 5.0), 0.1),
        Parameter::Base => look(C::parameter_base, linear(1.0, 4.0), 0.05),
        Parameter::AllowedLength => look(C::parameter_allowed, None, 1.0),
        Parameter::Tau => look(C::parameter_tau, linear(0.0, 10.0), 0.1),
        Parameter::Eta => look(C::parameter_eta, linear(0.0, 1.0), 0.01),
        Parameter::GroupSize => letter("n", None, 1.0),
        Parameter::Bias => look(C::parameter_bias, linear(-10.0, 10.0), 0.1),
    }
}

/// The name of a stage within a sentence: in small letters, but where nouns have a capital.
pub fn in_a_sentence(name: &str) -> String {
    match language() {
        Language::German => name.to_owned(),
        _ => browser::lowercase(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether `letter` stands in `text` by itself.
    fn has(text: &str, letter: &str) -> bool {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| word == letter)
    }

    #[test]
    fn a_parameter_has_one_letter_in_its_label_and_in_the_rule() {
        for &kind in Kind::ALL {
            let rule = words(kind).rule;
            for p in kind.conventional().params() {
                let Some(letter) = p.parameter.letter() else {
                    continue;
                };
                let label = look(p.parameter).label;
                assert!(
                    has(&label, letter),
                    "{letter} in the label {label} of {kind:?}"
                );
                assert!(has(rule, letter), "{letter} in the rule {rule} of {kind:?}");
            }
        }
    }

    #[test]
    fn a_chain_in_short_has_the_letters_that_everybody_knows() {
        let short = |sampler: Sampler| short(&sampler);
        assert_eq!(short(Sampler::Temperature { t: 0.8 }), "T 0.8");
        assert_eq!(short(Sampler::TopK { k: 40 }), "k 40");
        assert_eq!(short(Sampler::TopK { k: 0 }), "k all");
        assert_eq!(short(Sampler::TopP { p: 0.9 }), "P 0.9");
        assert_eq!(short(Sampler::MinP { p: 0.05 }), "min-p 0.05");
        assert_eq!(short(Sampler::Typical { p: 0.5 }), "typical 0.5");
        assert_eq!(short(Sampler::Banned { tokens: vec![] }), "banned tokens");
    }
}
