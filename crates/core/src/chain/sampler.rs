//! Every sampler with its parameters, their ranges and their conventional defaults.

use crate::TokenId;

/// Declares the kinds of samplers, each with its name in JSON.
macro_rules! kinds {
    ($(#[$doc:meta] $kind:ident = $name:literal,)*) => {
        /// A sampler without its parameters. The order is the conventional one.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind { $(#[$doc] $kind,)* }

        impl Kind {
            /// Every kind, in the conventional order.
            pub const ALL: &[Kind] = &[$(Kind::$kind,)*];

            /// Their names, in the same order.
            pub(super) const NAMES: &[&str] = &[$($name,)*];

            /// Its name as in JSON, e.g. `top_k`.
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$kind => $name,)* }
            }
        }
    };
}

kinds! {
    /// [`Sampler::Grammar`].
    Grammar = "grammar",
    /// [`Sampler::LogitBias`].
    LogitBias = "logit_bias",
    /// [`Sampler::Banned`].
    Banned = "banned",
    /// [`Sampler::RepetitionPenalty`].
    RepetitionPenalty = "repetition_penalty",
    /// [`Sampler::PresencePenalty`].
    PresencePenalty = "presence_penalty",
    /// [`Sampler::FrequencyPenalty`].
    FrequencyPenalty = "frequency_penalty",
    /// [`Sampler::Dry`].
    Dry = "dry",
    /// [`Sampler::NoRepeatNgram`].
    NoRepeatNgram = "no_repeat_ngram",
    /// [`Sampler::Temperature`].
    Temperature = "temperature",
    /// [`Sampler::DynamicTemperature`].
    DynamicTemperature = "dynamic_temperature",
    /// [`Sampler::Quadratic`].
    Quadratic = "quadratic",
    /// [`Sampler::TopK`].
    TopK = "top_k",
    /// [`Sampler::TopP`].
    TopP = "top_p",
    /// [`Sampler::MinP`].
    MinP = "min_p",
    /// [`Sampler::TopA`].
    TopA = "top_a",
    /// [`Sampler::Typical`].
    Typical = "typical",
    /// [`Sampler::TailFree`].
    TailFree = "tail_free",
    /// [`Sampler::Epsilon`].
    Epsilon = "epsilon",
    /// [`Sampler::Eta`].
    Eta = "eta",
    /// [`Sampler::TopNSigma`].
    TopNSigma = "top_n_sigma",
    /// [`Sampler::TopH`].
    TopH = "top_h",
    /// [`Sampler::Xtc`].
    Xtc = "xtc",
    /// [`Sampler::Mirostat`].
    Mirostat = "mirostat",
}

impl Kind {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Whether it acts where nothing is drawn, too: bans and penalties. The others shape a draw.
    pub fn acts_without_a_draw(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Grammar
                | LogitBias
                | Banned
                | RepetitionPenalty
                | PresencePenalty
                | FrequencyPenalty
                | Dry
                | NoRepeatNgram
        )
    }

    /// It with its conventional parameters.
    pub fn conventional(self) -> Sampler {
        use Sampler::*;
        match self {
            Kind::Grammar => Grammar {
                grammar: Default::default(),
            },
            Kind::LogitBias => LogitBias { bias: vec![] },
            Kind::Banned => Banned { tokens: vec![] },
            Kind::RepetitionPenalty => RepetitionPenalty {
                theta: 1.1,
                last_n: 64,
            },
            Kind::PresencePenalty => PresencePenalty {
                alpha: 0.5,
                last_n: 0,
            },
            Kind::FrequencyPenalty => FrequencyPenalty {
                alpha: 0.5,
                last_n: 0,
            },
            Kind::Dry => Dry {
                multiplier: 0.8,
                base: 1.75,
                allowed_length: 2,
                last_n: 0,
                breakers: dry_breakers(),
            },
            Kind::NoRepeatNgram => NoRepeatNgram { n: 3 },
            Kind::Temperature => Temperature { t: 0.8 },
            Kind::DynamicTemperature => DynamicTemperature {
                t: 1.0,
                range: 0.5,
                exponent: 1.0,
            },
            Kind::Quadratic => Quadratic {
                factor: 0.3,
                curve: 1.0,
            },
            Kind::TopK => TopK { k: 40 },
            Kind::TopP => TopP { p: 0.95 },
            Kind::MinP => MinP { p: 0.05 },
            Kind::TopA => TopA { a: 0.2 },
            Kind::Typical => Typical { p: 0.95 },
            Kind::TailFree => TailFree { z: 0.95 },
            Kind::Epsilon => Epsilon { epsilon: 3e-4 },
            Kind::Eta => Eta { epsilon: 3e-4 },
            Kind::TopNSigma => TopNSigma { n: 1.0 },
            Kind::TopH => TopH { h: 0.4 },
            Kind::Xtc => Xtc {
                probability: 0.5,
                threshold: 0.1,
            },
            Kind::Mirostat => Mirostat { tau: 5.0, eta: 0.1 },
        }
    }
}

/// One sampler. Serialises with its name under `sampler`, e.g. `{"sampler": "top_k", "k": 40}`.
#[derive(Debug, Clone, PartialEq)]
pub enum Sampler {
    /// z / T. T = 0 keeps only the most probable token.
    Temperature {
        /// T, 0..=100; 1 changes nothing.
        t: f64,
    },
    /// A temperature that follows the entropy: low when the model is sure, high when it is not.
    ///
    /// T = T_min + (T_max − T_min)·(H / ln n)^γ with T_min = max(0, t − r), T_max = t + r. Source: llama.cpp.
    DynamicTemperature {
        /// t, the middle, 0..=100.
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
        /// k; 0 keeps all.
        k: u32,
    },
    /// The shortest list of most probable tokens whose mass reaches P; the token that crosses P is kept.
    ///
    /// Source: Holtzman et al. 2019, arXiv:1904.09751.
    TopP {
        /// P, 0..=1; 1 keeps all.
        p: f64,
    },
    /// Tokens with at least the share m of the top token's probability: z ≥ z_max + ln m.
    ///
    /// Source: Nguyen et al. 2024, arXiv:2407.01082.
    MinP {
        /// m, 0..=1; 0 keeps all.
        p: f64,
    },
    /// Tokens with p ≥ a·p_max².
    TopA {
        /// a, 0..=1; 0 keeps all.
        a: f64,
    },
    /// The tokens whose surprisal is closest to the entropy, until their mass reaches P.
    ///
    /// Source: Meister et al. 2022, arXiv:2202.00666.
    Typical {
        /// P, 0..=1; 1 keeps all.
        p: f64,
    },
    /// Cuts where the sorted probabilities become flat: where the cumulative sum of the absolute second differences
    /// (normalised) passes z. One more token than the differences say is kept, as in text-generation-webui.
    TailFree {
        /// z, 0..=1; 1 keeps all.
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
        /// n, 0..=100; 0 keeps all.
        n: f64,
    },
    /// The longest list of most probable tokens whose part of the entropy, Σ(−p ln p), is at most h·H.
    ///
    /// Source: arXiv:2509.02510.
    TopH {
        /// h, 0..=1; 1 keeps all.
        h: f64,
    },
    /// Excludes top choices: with the chance P, of all tokens with p ≥ t only the least likely stays.
    ///
    /// Source: text-generation-webui #6335, llama.cpp #9742.
    Xtc {
        /// P, 0..=1; 0 never acts.
        probability: f64,
        /// t, 0..=1; above 0.5 it never acts, for it takes two such tokens.
        threshold: f64,
    },
    /// Once for each token seen: z / θ if z > 0, else z·θ. Source: CTRL, Keskar et al. 2019, arXiv:1909.05858.
    RepetitionPenalty {
        /// θ, 0.01..=100; 1 changes nothing.
        theta: f64,
        /// How many of the last tokens count; 0: all.
        last_n: u32,
    },
    /// z − α for each token seen. Source: the OpenAI API.
    PresencePenalty {
        /// α, −2..=2; 0 changes nothing.
        alpha: f64,
        /// How many of the last tokens count; 0: all.
        last_n: u32,
    },
    /// z − α·(times seen). Source: the OpenAI API.
    FrequencyPenalty {
        /// α, −2..=2; 0 changes nothing.
        alpha: f64,
        /// How many of the last tokens count; 0: all.
        last_n: u32,
    },
    /// "Don't repeat yourself": z − m·b^(n − L) for a token that would continue a repetition of n tokens, n ≥ L.
    /// Source: text-generation-webui #5677, llama.cpp #9702.
    Dry {
        /// m, 0..=100; 0 changes nothing.
        multiplier: f64,
        /// b, 1..=10.
        base: f64,
        /// L, 1 or more.
        allowed_length: u32,
        /// How many of the last tokens count; 0: all.
        last_n: u32,
        /// Repetitions do not reach across a token that contains one of these texts.
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
    /// z + b for the tokens named. Source: the OpenAI API.
    LogitBias {
        /// Token and b, −100..=100; the biases of a token that is named twice are added.
        bias: Vec<(TokenId, f64)>,
    },
    /// Removes every token that the text cannot go on with under a grammar; generated text alone counts. A token stays if some continuation of its bytes
    /// is in the language.
    Grammar {
        /// Which.
        grammar: super::Grammar,
    },
    /// Removes the tokens named.
    Banned {
        /// Which.
        tokens: Vec<TokenId>,
    },
    /// Removes every token that would complete an n-gram that is in the text already. Source: Transformers.
    NoRepeatNgram {
        /// n; 0 changes nothing; 1 removes every token seen.
        n: u32,
    },
}

/// The breakers of the sampler's author: the line break, the colon, the quotation mark and the star.
pub(super) fn dry_breakers() -> Vec<String> {
    ["\n", ":", "\"", "*"].map(String::from).to_vec()
}

/// The most stages of a chain: enough for every sampler more than once.
pub const MOST_STAGES: usize = 64;

/// What a sampler looks at besides the logits of the candidates.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reads {
    /// Their probabilities.
    pub probs: bool,
    /// The tokens so far, or its own earlier steps.
    pub past: bool,
    /// Dice or a memory of its own.
    pub own: bool,
}

impl Sampler {
    /// Every sampler with its conventional parameters, in the conventional order.
    pub fn all() -> Vec<Sampler> {
        Kind::ALL.iter().map(|kind| kind.conventional()).collect()
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        use Sampler::*;
        match self {
            Temperature { .. } => Kind::Temperature,
            DynamicTemperature { .. } => Kind::DynamicTemperature,
            Quadratic { .. } => Kind::Quadratic,
            TopK { .. } => Kind::TopK,
            TopP { .. } => Kind::TopP,
            MinP { .. } => Kind::MinP,
            TopA { .. } => Kind::TopA,
            Typical { .. } => Kind::Typical,
            TailFree { .. } => Kind::TailFree,
            Epsilon { .. } => Kind::Epsilon,
            Eta { .. } => Kind::Eta,
            TopNSigma { .. } => Kind::TopNSigma,
            TopH { .. } => Kind::TopH,
            Xtc { .. } => Kind::Xtc,
            RepetitionPenalty { .. } => Kind::RepetitionPenalty,
            PresencePenalty { .. } => Kind::PresencePenalty,
            FrequencyPenalty { .. } => Kind::FrequencyPenalty,
            Dry { .. } => Kind::Dry,
            Mirostat { .. } => Kind::Mirostat,
            Grammar { .. } => Kind::Grammar,
            LogitBias { .. } => Kind::LogitBias,
            Banned { .. } => Kind::Banned,
            NoRepeatNgram { .. } => Kind::NoRepeatNgram,
        }
    }

    /// Its name as in JSON, e.g. `top_k`.
    pub fn name(&self) -> &'static str {
        self.kind().name()
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
        self.reads().past
    }

    /// Whether it depends on what its own earlier steps did, and not only on the text.
    pub fn remembers(&self) -> bool {
        matches!(self, Sampler::Mirostat { .. })
    }

    /// What it looks at besides the logits of the candidates.
    pub(super) fn reads(&self) -> Reads {
        use Sampler::*;
        let probs = |probs: bool| Reads {
            probs,
            ..Reads::default()
        };
        let text = Reads {
            past: true,
            ..Reads::default()
        };
        match self {
            LogitBias { .. } | Banned { .. } => Reads::default(),
            Temperature { .. } | Quadratic { .. } => Reads::default(),
            TopK { .. } | MinP { .. } | TopNSigma { .. } => Reads::default(),
            TopP { p } | Typical { p } => probs(*p < 1.0),
            TopH { h } => probs(*h < 1.0),
            TailFree { z } => probs(*z < 1.0),
            TopA { .. } | Epsilon { .. } | Eta { .. } => probs(true),
            DynamicTemperature { .. } => probs(true),
            RepetitionPenalty { .. } | PresencePenalty { .. } | FrequencyPenalty { .. } => text,
            Dry { .. } | NoRepeatNgram { .. } => text,
            // What is allowed depends on where the prompt ends, too.
            Grammar { .. } => Reads {
                past: true,
                own: true,
                ..Reads::default()
            },
            // Whether it looks at the probabilities is for its dice to say.
            Xtc { .. } => Reads {
                own: true,
                ..Reads::default()
            },
            Mirostat { .. } => Reads {
                probs: true,
                past: true,
                own: true,
            },
        }
    }

    /// Whether the logits and the text alone decide what it does: no dice of its own, no memory.
    pub(crate) fn is_pure(&self) -> bool {
        !self.reads().own
    }
}
