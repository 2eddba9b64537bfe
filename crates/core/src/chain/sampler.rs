//! Every sampler with its parameters, their ranges and their conventional defaults.

use serde::{Deserialize, Serialize};

use super::{Note, Past, Pool, cut, penalty, reshape};
use crate::TokenId;

/// One sampler. Serialises with its name under `sampler`, e.g. `{"sampler": "top_k", "k": 40}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "sampler", rename_all = "snake_case", deny_unknown_fields)]
pub enum Sampler {
    /// z / t. `t` = 0 keeps only the most probable token.
    Temperature {
        /// 0..=100; 1 changes nothing.
        t: f64,
    },
    /// A temperature that follows the entropy: low when the model is sure, high when it is not.
    ///
    /// T = T_min + (T_max − T_min)·(H / ln n)^γ with T_min = max(0, t − r), T_max = t + r. Source: llama.cpp.
    DynamicTemperature {
        /// The middle, 0..=100.
        t: f64,
        /// r: how far it goes to either side, 0..=100; 0 gives a plain temperature.
        range: f64,
        /// γ, 0..=10.
        exponent: f64,
    },
    /// z' = m − k·f·d² + s·f·d³ with d = z − m, k = (3 − c)/2, s = (c − 1)/2, m the largest logit: what is close to the top
    /// comes closer, the rest falls off. Source: text-generation-webui ("smoothing factor" and "curve").
    Quadratic {
        /// f, 0..=10; 0 changes nothing.
        factor: f64,
        /// c, 1..=3; 1 is the plain parabola.
        curve: f64,
    },
    /// The k most probable tokens; ties at the k-th place are broken by id.
    TopK {
        /// 0 keeps all.
        k: u32,
    },
    /// The shortest list of most probable tokens whose mass reaches p; the token that crosses p is kept.
    ///
    /// Source: Holtzman et al. 2019, arXiv:1904.09751.
    TopP {
        /// 0..=1; 1 keeps all.
        p: f64,
    },
    /// Tokens with at least the share `p` of the top token's probability: z ≥ z_max + ln p.
    ///
    /// Source: Nguyen et al. 2024, arXiv:2407.01082.
    MinP {
        /// 0..=1; 0 keeps all.
        p: f64,
    },
    /// Tokens with p ≥ a·p_max².
    TopA {
        /// 0..=1; 0 keeps all.
        a: f64,
    },
    /// The tokens whose surprisal is closest to the entropy, until their mass reaches p.
    ///
    /// Source: Meister et al. 2022, arXiv:2202.00666.
    Typical {
        /// 0..=1; 1 keeps all.
        p: f64,
    },
    /// Cuts where the sorted probabilities become flat: where the cumulative sum of the absolute second differences
    /// (normalised) passes z. One more token than the differences say is kept, as in text-generation-webui.
    TailFree {
        /// 0..=1; 1 keeps all.
        z: f64,
    },
    /// Tokens with p ≥ ε. Source: Hewitt et al. 2022, arXiv:2210.15191.
    Epsilon {
        /// ε, 0..=1; 0 keeps all.
        epsilon: f64,
    },
    /// Tokens with p ≥ min(ε, √ε·e^(−H)), H in nats. Source: Hewitt et al. 2022, arXiv:2210.15191.
    Eta {
        /// ε, 0..=1; 0 keeps all.
        epsilon: f64,
    },
    /// Tokens with z ≥ z_max − n·σ, σ being the population standard deviation of the finite logits.
    ///
    /// Source: Tang et al. 2024, arXiv:2411.07641.
    TopNSigma {
        /// 0..=100; 0 keeps all.
        n: f64,
    },
    /// The longest list of most probable tokens whose part of the entropy, Σ(−p ln p), is at most h·H.
    ///
    /// Source: arXiv:2509.02510.
    TopH {
        /// 0..=1; 1 keeps all.
        h: f64,
    },
    /// Excludes top choices: with the chance `probability`, of all tokens with p ≥ `threshold` only the least likely stays.
    ///
    /// Source: text-generation-webui #6335, llama.cpp #9742.
    Xtc {
        /// 0..=1; 0 never acts.
        probability: f64,
        /// 0..=1; above 0.5 it never acts, for it takes two such tokens.
        threshold: f64,
    },
    /// Once for each token seen: z / θ if z > 0, else z·θ. Source: CTRL, Keskar et al. 2019, arXiv:1909.05858.
    RepetitionPenalty {
        /// θ, 0.01..=100; 1 changes nothing.
        theta: f64,
        /// Looks at the last so many tokens; 0 looks at all.
        #[serde(default)]
        last_n: u32,
    },
    /// z − α for each token seen. Source: the OpenAI API.
    PresencePenalty {
        /// α, −2..=2; 0 changes nothing.
        alpha: f64,
        /// Looks at the last so many tokens; 0 looks at all.
        #[serde(default)]
        last_n: u32,
    },
    /// z − α·(times seen). Source: the OpenAI API.
    FrequencyPenalty {
        /// α, −2..=2; 0 changes nothing.
        alpha: f64,
        /// Looks at the last so many tokens; 0 looks at all.
        #[serde(default)]
        last_n: u32,
    },
    /// "Don't repeat yourself": z − multiplier·base^(n − allowed) for a token that would continue a repetition of n tokens,
    /// n ≥ `allowed_length`. Source: text-generation-webui #5677, llama.cpp #9702.
    Dry {
        /// 0..=100; 0 changes nothing.
        multiplier: f64,
        /// 1..=10.
        base: f64,
        /// 1 or more.
        allowed_length: u32,
        /// Looks at the last so many tokens; 0 looks at all.
        #[serde(default)]
        last_n: u32,
        /// Repetitions do not reach across a token that contains one of these texts.
        #[serde(default = "dry_breakers")]
        breakers: Vec<String>,
    },
    /// Tokens with a surprisal of at most μ bits; μ is moved after each draw so that the surprisal comes to τ.
    ///
    /// Source: Basu et al. 2020, arXiv:2007.14966 (version 2).
    Mirostat {
        /// τ, the surprisal aimed at, in bits, 0..=20.
        tau: f64,
        /// η, how fast μ moves, 0..=1.
        eta: f64,
    },
    /// z + bias for the tokens named. Source: the OpenAI API.
    LogitBias {
        /// Token and bias, −100..=100.
        bias: Vec<(TokenId, f64)>,
    },
    /// Removes the tokens named.
    Banned {
        /// Which.
        tokens: Vec<TokenId>,
    },
    /// Removes every token that would complete an n-gram that is in the text already. Source: Transformers.
    NoRepeatNgram {
        /// 0 changes nothing; 1 removes every token seen.
        n: u32,
    },
}

/// The breakers of the sampler's author: the line break, the colon, the quotation mark and the star.
pub(super) fn dry_breakers() -> Vec<String> {
    ["\n", ":", "\"", "*"].map(String::from).to_vec()
}

impl Sampler {
    /// Every sampler with its conventional parameters, in the order of the reference.
    pub fn all() -> Vec<Sampler> {
        use Sampler::*;
        vec![
            LogitBias { bias: vec![] },
            Banned { tokens: vec![] },
            RepetitionPenalty {
                theta: 1.1,
                last_n: 64,
            },
            PresencePenalty {
                alpha: 0.5,
                last_n: 0,
            },
            FrequencyPenalty {
                alpha: 0.5,
                last_n: 0,
            },
            Dry {
                multiplier: 0.8,
                base: 1.75,
                allowed_length: 2,
                last_n: 0,
                breakers: dry_breakers(),
            },
            NoRepeatNgram { n: 3 },
            Temperature { t: 0.8 },
            DynamicTemperature {
                t: 1.0,
                range: 0.5,
                exponent: 1.0,
            },
            Quadratic {
                factor: 0.3,
                curve: 1.0,
            },
            TopK { k: 40 },
            TopP { p: 0.95 },
            MinP { p: 0.05 },
            TopA { a: 0.2 },
            Typical { p: 0.95 },
            TailFree { z: 0.95 },
            Epsilon { epsilon: 3e-4 },
            Eta { epsilon: 3e-4 },
            TopNSigma { n: 1.0 },
            TopH { h: 0.4 },
            Xtc {
                probability: 0.5,
                threshold: 0.1,
            },
            Mirostat { tau: 5.0, eta: 0.1 },
        ]
    }

    /// Its name as in JSON, e.g. `top_k`.
    pub fn name(&self) -> &'static str {
        use Sampler::*;
        match self {
            Temperature { .. } => "temperature",
            DynamicTemperature { .. } => "dynamic_temperature",
            Quadratic { .. } => "quadratic",
            TopK { .. } => "top_k",
            TopP { .. } => "top_p",
            MinP { .. } => "min_p",
            TopA { .. } => "top_a",
            Typical { .. } => "typical",
            TailFree { .. } => "tail_free",
            Epsilon { .. } => "epsilon",
            Eta { .. } => "eta",
            TopNSigma { .. } => "top_n_sigma",
            TopH { .. } => "top_h",
            Xtc { .. } => "xtc",
            RepetitionPenalty { .. } => "repetition_penalty",
            PresencePenalty { .. } => "presence_penalty",
            FrequencyPenalty { .. } => "frequency_penalty",
            Dry { .. } => "dry",
            Mirostat { .. } => "mirostat",
            LogitBias { .. } => "logit_bias",
            Banned { .. } => "banned",
            NoRepeatNgram { .. } => "no_repeat_ngram",
        }
    }

    /// The sampler of this name with its conventional parameters.
    pub fn conventional(name: &str) -> Option<Sampler> {
        Sampler::all().into_iter().find(|s| s.name() == name)
    }

    /// Its place in [`Sampler::all`].
    pub fn convention(&self) -> usize {
        let all = Sampler::all();
        all.iter()
            .position(|s| s.name() == self.name())
            .unwrap_or(all.len())
    }

    /// The tokens that it names.
    pub fn tokens(&self) -> Vec<TokenId> {
        match self {
            Sampler::Banned { tokens } => tokens.clone(),
            Sampler::LogitBias { bias } => bias.iter().map(|(token, _)| *token).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether it depends on the tokens so far, or on its own earlier steps.
    pub fn reads_the_past(&self) -> bool {
        use Sampler::*;
        matches!(
            self,
            RepetitionPenalty { .. }
                | PresencePenalty { .. }
                | FrequencyPenalty { .. }
                | Dry { .. }
                | NoRepeatNgram { .. }
                | Mirostat { .. }
        )
    }

    /// Whether it looks at the probabilities of what comes in, which therefore has to be normalised first.
    pub(crate) fn reads_probs(&self, past: &Past) -> bool {
        use Sampler::*;
        match self {
            TopP { p } | Typical { p } => *p < 1.0,
            TopH { h } => *h < 1.0,
            TailFree { z } => *z < 1.0,
            Xtc { probability, .. } => past.u_xtc < *probability,
            TopA { .. } | Epsilon { .. } | Eta { .. } => true,
            Mirostat { .. } | DynamicTemperature { .. } => true,
            _ => false,
        }
    }

    /// Whether the logits and the text alone decide what it does: no dice of its own, no memory.
    pub(crate) fn is_pure(&self) -> bool {
        !matches!(self, Sampler::Xtc { .. } | Sampler::Mirostat { .. })
    }

    /// Applies it. The probabilities may be stale afterwards.
    pub(crate) fn apply(&self, c: &mut Pool, past: &Past) -> Note {
        use Sampler::*;
        if self.reads_probs(past) {
            c.normalise();
        }
        match self {
            Temperature { t } => reshape::temperature(c, *t),
            DynamicTemperature { t, range, exponent } => {
                reshape::dynamic_temperature(c, *t, *range, *exponent)
            }
            Quadratic { factor, curve } => reshape::quadratic(c, *factor, *curve),
            TopK { k } => cut::top_k(c, *k),
            TopP { p } => cut::top_p(c, *p),
            MinP { p } => cut::min_p(c, *p),
            TopA { a } => cut::top_a(c, *a),
            Typical { p } => cut::typical(c, *p),
            TailFree { z } => cut::tail_free(c, *z),
            Epsilon { epsilon } => cut::epsilon(c, *epsilon),
            Eta { epsilon } => cut::eta(c, *epsilon),
            TopNSigma { n } => cut::top_n_sigma(c, *n),
            TopH { h } => cut::top_h(c, *h),
            Xtc {
                probability,
                threshold,
            } => cut::xtc(c, *probability, *threshold, past.u_xtc),
            Mirostat { tau, .. } => cut::mirostat(c, past.mirostat, *tau),
            RepetitionPenalty { theta, last_n } => {
                penalty::repetition(c, *theta, past.last(*last_n))
            }
            PresencePenalty { alpha, last_n } => penalty::presence(c, *alpha, past.last(*last_n)),
            FrequencyPenalty { alpha, last_n } => penalty::frequency(c, *alpha, past.last(*last_n)),
            Dry { last_n, .. } => penalty::Dry::of(self)
                .map(|dry| dry.apply(c, past.last(*last_n), past.vocab))
                .unwrap_or_default(),
            NoRepeatNgram { n } => penalty::no_repeat_ngram(c, *n as usize, past.tokens),
            LogitBias { bias } => penalty::logit_bias(c, bias),
            Banned { tokens } => penalty::banned(c, tokens),
        }
    }
}
