//! How the page calls the samplers and their parameters, and what it says about them.

use logitscope_core::chain::{Preset, Sampler};

use crate::components::sampler::scale::Scale;

/// The name of a sampler on the page.
pub fn label(sampler: &str) -> &'static str {
    match sampler {
        "temperature" => "Temperature",
        "dynamic_temperature" => "Dynamic temperature",
        "quadratic" => "Quadratic smoothing",
        "top_k" => "Top-k",
        "top_p" => "Top-p",
        "min_p" => "Min-p",
        "top_a" => "Top-a",
        "typical" => "Typical",
        "tail_free" => "Tail-free",
        "epsilon" => "Epsilon cutoff",
        "eta" => "Eta cutoff",
        "top_n_sigma" => "Top-nσ",
        "top_h" => "Top-H",
        "xtc" => "XTC",
        "repetition_penalty" => "Repetition penalty",
        "presence_penalty" => "Presence penalty",
        "frequency_penalty" => "Frequency penalty",
        "dry" => "DRY",
        "mirostat" => "Mirostat",
        "logit_bias" => "Logit bias",
        "banned" => "Banned tokens",
        "no_repeat_ngram" => "No-repeat n-gram",
        _ => "Sampler",
    }
}

/// A stage in a word and its first number: `k 40`.
pub fn short(sampler: &Sampler) -> String {
    let params = sampler.params();
    match (sampler, params.first()) {
        (Sampler::TopK { k: 0 }, _) => "k all".into(),
        (Sampler::Temperature { t }, _) => format!("T {t}"),
        (Sampler::TopK { k }, _) => format!("k {k}"),
        (Sampler::TopP { p }, _) => format!("p {p}"),
        (_, Some(first)) => format!("{} {}", label(sampler.name()).to_lowercase(), first.value),
        (_, None) => label(sampler.name()).to_lowercase(),
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

/// What a sampler does, in one sentence.
pub fn about(sampler: &str) -> &'static str {
    match sampler {
        "temperature" => {
            "Below 1 the favourites win more often, above 1 the others get a chance; 0 always takes the first."
        }
        "dynamic_temperature" => {
            "Cool when the model is sure, hot when it is not: the temperature follows the entropy."
        }
        "quadratic" => {
            "Brings tokens close to the top closer together and pushes the rest away; 0 changes nothing."
        }
        "top_k" => "Keeps only the k most probable tokens; 0 keeps all.",
        "top_p" => {
            "Keeps the smallest set of tokens that together reach this probability; 1 keeps all."
        }
        "min_p" => {
            "Keeps tokens with at least this share of the favourite’s probability; 0 keeps all."
        }
        "top_a" => {
            "Like min-p, but its bar rises with the square of the favourite’s probability; 0 keeps all."
        }
        "typical" => {
            "Keeps the tokens that are about as surprising as the model expects to be surprised; 1 keeps all."
        }
        "tail_free" => {
            "Cuts where the sorted probabilities stop bending: the flat tail goes; 1 keeps all."
        }
        "epsilon" => "Cuts every token below this probability; 0 keeps all.",
        "eta" => "Like the epsilon cutoff, but milder where the model is unsure; 0 keeps all.",
        "top_n_sigma" => "Keeps tokens within n standard deviations of the top logit; 0 keeps all.",
        "top_h" => {
            "Keeps the first tokens until they carry this share of the entropy; 1 keeps all."
        }
        "xtc" => {
            "Now and then removes the favourites, and takes the least likely of the good ones."
        }
        "repetition_penalty" => {
            "Makes tokens of the text so far less likely, once each; 1 changes nothing."
        }
        "presence_penalty" => {
            "Takes a fixed amount from the logit of every token seen; 0 changes nothing."
        }
        "frequency_penalty" => {
            "Takes more from a token the more often it was seen; 0 changes nothing."
        }
        "dry" => {
            "Makes a token unlikely that would go on repeating a passage; the longer the passage, the more so."
        }
        "mirostat" => {
            "Steers the surprise: cuts what is too surprising, and moves the line after every draw."
        }
        "logit_bias" => "Adds a number to the logits of tokens that you name.",
        "banned" => "Removes tokens that you name.",
        "no_repeat_ngram" => {
            "Removes tokens that would repeat a group of n tokens; 0 changes nothing."
        }
        _ => "",
    }
}

/// Its rule.
pub fn formula(sampler: &str) -> &'static str {
    match sampler {
        "temperature" => "z′ = z / T",
        "dynamic_temperature" => {
            "T = T_min + (T_max − T_min) · (H / ln n)^γ,  T_min = max(0, t − r),  T_max = t + r"
        }
        "quadratic" => "z′ = m − k·f·d² + s·f·d³,  d = z − m,  k = (3 − c)/2,  s = (c − 1)/2",
        "top_k" => "keep the k largest z",
        "top_p" => "keep the shortest list with Σp ≥ P",
        "min_p" => "keep p_i ≥ m · p_max",
        "top_a" => "keep p_i ≥ a · p_max²",
        "typical" => "order by |−ln p_i − H|, keep until Σp ≥ P",
        "tail_free" => "cut where Σ|Δ²p| / total passes z",
        "epsilon" => "keep p_i ≥ ε",
        "eta" => "keep p_i ≥ min(ε, √ε · e^−H)",
        "top_n_sigma" => "keep z_i ≥ z_max − n·σ",
        "top_h" => "keep the longest list with Σ(−p ln p) ≤ h · H",
        "xtc" => "with probability P: of all p_i ≥ t keep only the least",
        "repetition_penalty" => "z′ = z / θ if z > 0, else z · θ",
        "presence_penalty" => "z′ = z − α if seen",
        "frequency_penalty" => "z′ = z − α · times seen",
        "dry" => "z′ = z − m · b^(n − L) if it continues a repeat of n ≥ L tokens",
        "mirostat" => "keep −log₂ p ≤ μ;  after the draw μ ← μ − η(−log₂ p′ − τ)",
        "logit_bias" => "z′ = z + b",
        "banned" => "z′ = −∞",
        "no_repeat_ngram" => "z′ = −∞ if it would complete an n-gram of the text",
        _ => "",
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

/// The look of the parameter `param` of `sampler`.
pub fn param(sampler: &str, param: &str) -> ParamLook {
    let look = |label, scale, step| ParamLook { label, scale, step };
    let linear = |low, high| Some(Scale::Linear { low, high });
    match (sampler, param) {
        (_, "t") => look("Temperature", linear(0.0, 2.0), 0.05),
        ("top_k", _) => look("k", Some(Scale::Vocabulary), 1.0),
        ("top_n_sigma", _) => look("n", linear(0.0, 5.0), 0.1),
        (_, "range") => look("Range", linear(0.0, 2.0), 0.05),
        (_, "exponent") => look("Exponent γ", linear(0.0, 4.0), 0.1),
        (_, "factor") => look("Factor f", linear(0.0, 2.0), 0.05),
        (_, "curve") => look("Curve c", linear(1.0, 3.0), 0.1),
        ("epsilon" | "eta", _) => look("ε", linear(0.0, 0.01), 0.0001),
        (_, "probability") => look("Chance", linear(0.0, 1.0), 0.05),
        (_, "threshold") => look("Threshold", linear(0.0, 0.5), 0.01),
        (_, "theta") => look("θ", linear(0.5, 2.0), 0.05),
        (_, "alpha") => look("α", linear(-2.0, 2.0), 0.1),
        (_, "last_n") => look("Looks back (0: everything)", None, 1.0),
        (_, "multiplier") => look("Multiplier", linear(0.0, 5.0), 0.1),
        (_, "base") => look("Base", linear(1.0, 4.0), 0.05),
        (_, "allowed_length") => look("Allowed length", None, 1.0),
        (_, "tau") => look("Target τ, bits", linear(0.0, 10.0), 0.1),
        (_, "eta") => look("Learning rate η", linear(0.0, 1.0), 0.01),
        ("no_repeat_ngram", _) => look("n", None, 1.0),
        _ => look("Value", linear(0.0, 1.0), 0.01),
    }
}
