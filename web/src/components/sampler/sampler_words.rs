//! How the page calls the samplers and their parameters, and what it says about them.

use logitscope_core::chain::{Kind, Parameter, Preset, Sampler};

use crate::components::sampler::scale::Scale;

/// What the page says about a sampler.
pub struct Words {
    /// Its name.
    pub label: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Its rule. Every parameter has its [letter](Parameter::letter) there; p, z and H are what came in.
    pub rule: &'static str,
}

/// The words for a sampler.
pub fn words(kind: Kind) -> Words {
    let words = |label, about, rule| Words { label, about, rule };
    match kind {
        Kind::Temperature => words(
            "Temperature",
            "Below 1 the favourites win more often, above 1 the others get a chance; 0 always takes the first.",
            "z′ = z / T",
        ),
        Kind::DynamicTemperature => words(
            "Dynamic temperature",
            "Cool when the model is sure, hot when it is not: the temperature follows the entropy.",
            "T = T_min + (T_max − T_min) · (H / ln n)^γ,  T_min = max(0, t − r),  T_max = t + r",
        ),
        Kind::Quadratic => words(
            "Quadratic smoothing",
            "Brings tokens close to the top closer together and pushes the rest away; 0 changes nothing.",
            "z′ = m − k·f·d² + s·f·d³,  d = z − m,  k = (3 − c)/2,  s = (c − 1)/2",
        ),
        Kind::TopK => words(
            "Top-k",
            "Keeps only the k most probable tokens; 0 keeps all.",
            "keep the k largest z",
        ),
        Kind::TopP => words(
            "Top-p",
            "Keeps the smallest set of tokens that together reach this probability; 1 keeps all.",
            "keep the shortest list with Σp ≥ P",
        ),
        Kind::MinP => words(
            "Min-p",
            "Keeps tokens with at least this share of the favourite’s probability; 0 keeps all.",
            "keep p_i ≥ m · p_max",
        ),
        Kind::TopA => words(
            "Top-a",
            "Like min-p, but its bar rises with the square of the favourite’s probability; 0 keeps all.",
            "keep p_i ≥ a · p_max²",
        ),
        Kind::Typical => words(
            "Typical",
            "Keeps the tokens that are about as surprising as the model expects to be surprised; 1 keeps all.",
            "order by |−ln p_i − H|, keep until Σp ≥ P",
        ),
        Kind::TailFree => words(
            "Tail-free",
            "Cuts where the sorted probabilities stop bending: the flat tail goes; 1 keeps all.",
            "cut where Σ|Δ²p| / total passes z",
        ),
        Kind::Epsilon => words(
            "Epsilon cutoff",
            "Cuts every token below this probability; 0 keeps all.",
            "keep p_i ≥ ε",
        ),
        Kind::Eta => words(
            "Eta cutoff",
            "Like the epsilon cutoff, but milder where the model is unsure; 0 keeps all.",
            "keep p_i ≥ min(ε, √ε · e^−H)",
        ),
        Kind::TopNSigma => words(
            "Top-nσ",
            "Keeps tokens within n standard deviations of the top logit; 0 keeps all.",
            "keep z_i ≥ z_max − n·σ",
        ),
        Kind::TopH => words(
            "Top-H",
            "Keeps the first tokens until they carry this share of the entropy; 1 keeps all.",
            "keep the longest list with Σ(−p ln p) ≤ h · H",
        ),
        Kind::Xtc => words(
            "XTC",
            "Now and then removes the favourites, and takes the least likely of the good ones.",
            "with probability P: of all p_i ≥ t keep only the least",
        ),
        Kind::RepetitionPenalty => words(
            "Repetition penalty",
            "Makes tokens of the text so far less likely, once each; 1 changes nothing.",
            "z′ = z / θ if z > 0, else z · θ",
        ),
        Kind::PresencePenalty => words(
            "Presence penalty",
            "Takes a fixed amount from the logit of every token seen; 0 changes nothing.",
            "z′ = z − α if seen",
        ),
        Kind::FrequencyPenalty => words(
            "Frequency penalty",
            "Takes more from a token the more often it was seen; 0 changes nothing.",
            "z′ = z − α · times seen",
        ),
        Kind::Dry => words(
            "DRY",
            "Makes a token unlikely that would go on repeating a passage; the longer the passage, the more so.",
            "z′ = z − m · b^(n − L) if it continues a repeat of n ≥ L tokens",
        ),
        Kind::Mirostat => words(
            "Mirostat",
            "Steers the surprise: cuts what is too surprising, and moves the line after every draw.",
            "keep −log₂ p ≤ μ;  after the draw μ ← μ − η(−log₂ p′ − τ)",
        ),
        Kind::LogitBias => words(
            "Logit bias",
            "Adds a number to the logits of tokens that you name.",
            "z′ = z + b",
        ),
        Kind::Banned => words("Banned tokens", "Removes tokens that you name.", "z′ = −∞"),
        Kind::NoRepeatNgram => words(
            "No-repeat n-gram",
            "Removes tokens that would repeat a group of n tokens; 0 changes nothing.",
            "z′ = −∞ if it would complete an n-gram of the text",
        ),
    }
}

/// A stage in a word and its first number: `k 40`.
pub fn short(sampler: &Sampler) -> String {
    let label = words(sampler.kind()).label.to_lowercase();
    match (sampler, sampler.params().first()) {
        (Sampler::TopK { k: 0 }, _) => "k all".into(),
        (_, Some(first)) => match first.parameter {
            // Their letter says it all.
            Parameter::Temperature => format!("T {}", first.value),
            Parameter::Count => format!("k {}", first.value),
            Parameter::Mass if sampler.kind() == Kind::TopP => format!("P {}", first.value),
            _ => format!("{label} {}", first.value),
        },
        (_, None) => label,
    }
}

/// The name of a preset on the page.
pub fn preset(preset: Preset) -> &'static str {
    match preset {
        Preset::Api => "API-like (default)",
        Preset::LlamaCpp => "llama.cpp",
        Preset::Transformers => "Transformers",
        Preset::TextGenerationWebui => "text-generation-webui",
        Preset::Vllm => "vLLM",
        Preset::Greedy => "Greedy",
        Preset::Raw => "No sampler at all",
    }
}

/// How a parameter looks on the page.
#[derive(Debug, Clone, Copy)]
pub struct ParamLook {
    /// Its name.
    pub label: &'static str,
    /// How its slider works; without it there is only the number box.
    pub scale: Option<Scale>,
    /// From press to press of the arrows of the number box.
    pub step: f64,
}

/// The look of a parameter. Its label has its [letter](Parameter::letter).
pub fn look(parameter: Parameter) -> ParamLook {
    let look = |label, scale, step| ParamLook { label, scale, step };
    let linear = |low, high| Some(Scale::Linear { low, high });
    match parameter {
        Parameter::Temperature => look("Temperature T", linear(0.0, 2.0), 0.05),
        Parameter::Middle => look("Temperature t", linear(0.0, 2.0), 0.05),
        Parameter::Range => look("Range r", linear(0.0, 2.0), 0.05),
        Parameter::Exponent => look("Exponent γ", linear(0.0, 4.0), 0.1),
        Parameter::Factor => look("Factor f", linear(0.0, 2.0), 0.05),
        Parameter::Curve => look("Curve c", linear(1.0, 3.0), 0.1),
        Parameter::Count => look("k", Some(Scale::Vocabulary), 1.0),
        Parameter::Mass => look("P", linear(0.0, 1.0), 0.01),
        Parameter::Share => look("m", linear(0.0, 1.0), 0.01),
        Parameter::SquareShare => look("a", linear(0.0, 1.0), 0.01),
        Parameter::Bend => look("z", linear(0.0, 1.0), 0.01),
        Parameter::Least => look("ε", linear(0.0, 0.01), 0.0001),
        Parameter::Deviations => look("n", linear(0.0, 5.0), 0.1),
        Parameter::EntropyShare => look("h", linear(0.0, 1.0), 0.01),
        Parameter::Chance => look("Chance P", linear(0.0, 1.0), 0.05),
        Parameter::Threshold => look("Threshold t", linear(0.0, 0.5), 0.01),
        Parameter::Theta => look("θ", linear(0.5, 2.0), 0.05),
        Parameter::Alpha => look("α", linear(-2.0, 2.0), 0.1),
        Parameter::LastN => look("Looks back (0: everything)", None, 1.0),
        Parameter::Multiplier => look("Multiplier m", linear(0.0, 5.0), 0.1),
        Parameter::Base => look("Base b", linear(1.0, 4.0), 0.05),
        Parameter::AllowedLength => look("Allowed length L", None, 1.0),
        Parameter::Tau => look("Target τ, bits", linear(0.0, 10.0), 0.1),
        Parameter::Eta => look("Learning rate η", linear(0.0, 1.0), 0.01),
        Parameter::GroupSize => look("n", None, 1.0),
        Parameter::Bias => look("Bias b", linear(-10.0, 10.0), 0.1),
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
                    has(label, letter),
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
