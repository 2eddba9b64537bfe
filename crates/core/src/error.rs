//! Every way in which this crate refuses input, in words a visitor can act on.

use crate::{TokenId, excerpt};

/// An error of the run, the sampler or a trace.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CoreError {
    /// The prompt has no tokens, so there is no position to predict from.
    #[error(
        "The prompt is empty. Type at least one character: a model predicts what comes after a text."
    )]
    EmptyPrompt,
    /// The prompt does not leave room for a single new token.
    #[error("The prompt has {tokens} tokens, but this model reads at most {n_ctx} at once. Shorten it to {} tokens or fewer.", n_ctx.saturating_sub(1))]
    PromptTooLong {
        /// Tokens in the prompt.
        tokens: usize,
        /// The model's context length, in tokens.
        n_ctx: u32,
    },
    /// The path fills the context: there is no position for another token.
    #[error(
        "The context is full: this model reads at most {n_ctx} tokens. Rewind, or start a shorter prompt."
    )]
    ContextFull {
        /// The model's context length, in tokens.
        n_ctx: u32,
    },
    /// A token id outside the vocabulary.
    #[error("Token {token} does not exist: this model's vocabulary has ids 0 to {}.", d_vocab.saturating_sub(1))]
    UnknownToken {
        /// The id asked for.
        token: TokenId,
        /// Number of tokens in the vocabulary.
        d_vocab: usize,
    },
    /// A node id that is not in the tree.
    #[error("There is no step {node} in this run.")]
    UnknownNode {
        /// The id asked for.
        node: u32,
    },
    /// The logits of the node are not here (not computed yet, or dropped to stay in the budget).
    #[error("The logits of this step are not in memory; they have to be computed first.")]
    LogitsMissing,
    /// A logit is NaN or +∞: the model's weights are broken or overflowed.
    #[error(
        "The model returned {value} as the logit of token {token}. Its weights are damaged, or they overflow in the chosen precision."
    )]
    BadLogit {
        /// The first token with such a logit.
        token: TokenId,
        /// `NaN` or `inf`.
        value: f32,
    },
    /// Logits for another vocabulary.
    #[error(
        "The model returned {found} logits, but its vocabulary has {d_vocab} tokens. Reload the model; its files may not belong together."
    )]
    LogitsLength {
        /// How many there are.
        found: usize,
        /// Number of tokens in the vocabulary.
        d_vocab: usize,
    },
    /// No logits at all, or only −∞.
    #[error("The model returned no usable logits: there is no token to choose.")]
    NoCandidates,
    /// A list of the best log-probabilities without one.
    #[error("The list of log-probabilities is empty. Ask the endpoint for at least one.")]
    NoLogProbs,
    /// A log-probability that is none.
    #[error("The log-probability of token {token} is {value}; it must be a number, 0 or less.")]
    BadLogProb {
        /// The token.
        token: TokenId,
        /// NaN, or more than 0.
        value: f64,
    },
    /// A token with two log-probabilities.
    #[error("Token {token} is listed twice among the log-probabilities.")]
    ListedTwice {
        /// The token.
        token: TokenId,
    },
    /// Log-probabilities of more than everything.
    #[error(
        "The probabilities listed sum to {sum}, which is more than 1: they are not of one distribution."
    )]
    TooMuchMass {
        /// Their sum.
        sum: f64,
    },
    /// A list that cannot be the most probable tokens.
    #[error(
        "The list of log-probabilities is not of the most probable tokens: it leaves a probability of {mass} to {tokens} others, which can have {most} at most if none of them is more probable than the last one listed."
    )]
    NotTheTop {
        /// What the others would have to have together.
        mass: f64,
        /// How many they are.
        tokens: usize,
        /// What they can have together.
        most: f64,
    },
    /// The texts of the tokens do not fit together.
    #[error(
        "The table of the vocabulary's texts is damaged: its ends must rise and lie within its bytes."
    )]
    VocabTable,
    /// A sampler setting outside its range.
    #[error("{name} = {} is out of range: it must be {expected}.", number(*value))]
    Setting {
        /// The setting's name, as in the interface.
        name: String,
        /// What was given.
        value: f64,
        /// The range, in words.
        expected: String,
    },
    /// The same, where the nearest valid value is used.
    #[error("{name} = {} is out of range: it must be {expected}; {} is used.", number(*value), number(*used).replace('-', "−"))]
    Nearest {
        /// The setting's name, as in the interface.
        name: String,
        /// What was given.
        value: f64,
        /// The range, in words.
        expected: String,
        /// What is used in its place.
        used: f64,
    },
    /// A part of a model that cannot be read.
    #[error(
        "\"{}\" names no part of a model. A part is written like L3H5 (a head), L3A (a layer's attention) or L3M (its MLP), followed by ~0.5 to scale it.",
        excerpt(text)
    )]
    Part {
        /// What was given.
        text: String,
    },
    /// A sampler that does not exist.
    #[error(
        "There is no sampler \"{}\". Known are {}.",
        excerpt(name),
        known_samplers()
    )]
    UnknownSampler {
        /// What it was called.
        name: String,
    },
    /// A value of a sampler that cannot be read.
    #[error(
        "\"{}\" cannot be read as a value of the sampler {sampler}.",
        excerpt(word)
    )]
    Spelling {
        /// The sampler.
        sampler: String,
        /// What stood there.
        word: String,
    },
    /// A chain of more stages than anybody needs.
    #[error(
        "The sampler chain has {stages} stages; at most {} are allowed. Remove some.",
        crate::chain::MOST_STAGES
    )]
    LongChain {
        /// How many it has.
        stages: usize,
    },
    /// The file is not a trace, or a damaged one.
    #[error("This is not a usable Logitscope trace: {0}")]
    Trace(String),
}

/// A number as it would be typed; one of many digits by its power of ten.
fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 1e16 || (size > 0.0 && size < 1e-5) => format!("{value:e}"),
        _ => value.to_string(),
    }
}

fn known_samplers() -> String {
    let kinds = crate::chain::Kind::ALL.iter();
    let names: Vec<_> = kinds.map(|kind| kind.name()).collect();
    names.join(", ")
}
