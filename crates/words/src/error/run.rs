//! What the run and the sampler refuse.

use crate::Catalogue;
use serde::{Deserialize, Serialize};

use super::{GrammarError, TraceFault};
use crate::excerpt;

/// An error of the run, the sampler or a trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum CoreError {
    /// The prompt has no tokens, so there is no position to predict from.
    EmptyPrompt,
    /// The prompt has characters, but its tokenizer makes no token of them.
    UnreadPrompt {
        /// The prompt.
        text: String,
    },
    /// The prompt does not leave room for a single new token.
    PromptTooLong {
        /// Tokens in the prompt.
        tokens: usize,
        /// The model's context length, in tokens.
        n_ctx: u32,
    },
    /// The path fills the context: there is no position for another token.
    ContextFull {
        /// The model's context length, in tokens.
        n_ctx: u32,
    },
    /// A token id outside the vocabulary.
    UnknownToken {
        /// The id asked for.
        token: u32,
        /// Number of tokens in the vocabulary.
        d_vocab: usize,
    },
    /// A node id that is not in the tree.
    UnknownNode {
        /// The id asked for.
        node: u32,
    },
    /// The logits of the node are not here (not computed yet, or dropped to stay in the budget).
    LogitsMissing,
    /// The repetition penalty, where there are only log-probabilities.
    NeedsLogits,
    /// The tokens that a server lists do not decide what a stage does.
    Undecided {
        /// Its sampler.
        sampler: String,
        /// How many tokens are listed.
        listed: usize,
        /// Number of tokens in the vocabulary.
        d_vocab: usize,
    },
    /// The draw falls on a token that a server does not list, or may.
    DrawUndecided {
        /// The draw, 0..1.
        u: f64,
        /// How many tokens are listed.
        listed: usize,
        /// Number of tokens in the vocabulary.
        d_vocab: usize,
    },
    /// A token that a server does not list: it has no probability to write down.
    NotListed {
        /// The token.
        token: u32,
        /// How many tokens are listed.
        listed: usize,
        /// Number of tokens in the vocabulary.
        d_vocab: usize,
    },
    /// The tokens that a server lists do not decide what a strategy does; a top-k of so many would.
    ListTooShort {
        /// How many tokens are listed.
        listed: usize,
        /// Number of tokens in the vocabulary.
        d_vocab: usize,
    },
    /// A strategy needs the scores of all tokens, and a server lists the most probable ones.
    NeedsAll {
        /// How many tokens are listed.
        listed: usize,
        /// Number of tokens in the vocabulary.
        d_vocab: usize,
    },
    /// A logit is NaN or +∞: the model's weights are broken or overflowed.
    BadLogit {
        /// The first token with such a logit.
        token: u32,
        /// `NaN` or `inf`.
        value: f32,
    },
    /// Logits for another vocabulary.
    LogitsLength {
        /// How many there are.
        found: usize,
        /// Number of tokens in the vocabulary.
        d_vocab: usize,
    },
    /// No logits at all, or only −∞.
    NoCandidates,
    /// A stage of the chain follows its own earlier steps, where many texts grow at once.
    RemembersSteps {
        /// Its sampler.
        sampler: String,
    },
    /// More or fewer texts than can be compared.
    Lanes {
        /// How many there are.
        lanes: usize,
    },
    /// A model with too few layers to compare them.
    FewLayers {
        /// How many it has.
        n_layers: u32,
    },
    /// A grammar of more than it may have.
    LongGrammar {
        /// Its bytes.
        bytes: usize,
        /// The most that it may have.
        most: usize,
    },
    /// What the grammar allows at this step is not known yet.
    MaskMissing,
    /// The text is complete: the grammar allows nothing after it, and the model has no token that ends a text.
    GrammarComplete,
    /// The grammar cannot be used, or the text does not follow it.
    Grammar(GrammarError),
    /// Something of a text to compare with that cannot be read.
    LaneWord {
        /// What stood there.
        word: String,
    },
    /// A list of the best log-probabilities without one.
    NoLogProbs,
    /// A log-probability that is none.
    BadLogProb {
        /// The token.
        token: u32,
        /// NaN, or more than 0.
        value: f64,
    },
    /// A token with two log-probabilities.
    ListedTwice {
        /// The token.
        token: u32,
    },
    /// Log-probabilities of more than everything.
    TooMuchMass {
        /// Their sum.
        sum: f64,
    },
    /// A list that cannot be the most probable tokens.
    NotTheTop {
        /// What the others would have to have together.
        mass: f64,
        /// How many they are.
        tokens: usize,
        /// What they can have together.
        most: f64,
    },
    /// The texts of the tokens do not fit together.
    VocabTable,
    /// A sampler setting outside its range.
    Setting {
        /// The setting's name, as in the interface.
        name: String,
        /// What was given.
        value: f64,
        /// What it must be.
        expected: Expected,
    },
    /// The same, where the nearest valid value is used.
    Nearest {
        /// The setting's name, as in the interface.
        name: String,
        /// What was given.
        value: f64,
        /// What it must be.
        expected: Expected,
        /// What is used in its place.
        used: f64,
    },
    /// A part of a model that cannot be read.
    Part {
        /// What was given.
        text: String,
    },
    /// A sampler that does not exist.
    UnknownSampler {
        /// What it was called.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// A value of a sampler that cannot be read.
    Spelling {
        /// The sampler.
        sampler: String,
        /// What stood there.
        word: String,
    },
    /// A chain of more stages than anybody needs.
    LongChain {
        /// How many it has.
        stages: usize,
        /// The most that it may have.
        most: usize,
    },
    /// The file is not a trace, or a damaged one.
    Trace(TraceFault),
}

/// What a setting must be.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Expected {
    /// A number from the first to the second, both included.
    Number(f64, f64),
    /// A number, this or more.
    NumberFrom(f64),
    /// A whole number from the first to the second, both included.
    Whole(f64, f64),
    /// A whole number, this or more.
    WholeFrom(f64),
    /// A whole number that divides this one.
    Divisor(u32),
    /// A factor from 0 to this.
    Factor(f32),
    /// A draw: 0 up to, but not including, 1.
    Draw,
}

impl Expected {
    fn words(self, say: &Catalogue) -> String {
        let minus = |x: f64| x.to_string().replace('-', "−");
        match self {
            Expected::Number(low, high) => say.expected_number(minus(low), minus(high)),
            Expected::NumberFrom(low) => say.expected_number_from(low.to_string()),
            Expected::Whole(low, high) => say.expected_whole(minus(low), minus(high)),
            Expected::WholeFrom(low) => say.expected_whole_from(low.to_string()),
            Expected::Divisor(of) => say.expected_divisor(of.to_string()),
            Expected::Factor(most) => say.expected_factor(most.to_string()),
            Expected::Draw => say.expected_draw(),
        }
        .to_string()
    }
}

/// That a setting is outside its range.
pub(super) fn setting(name: &str, value: f64, expected: Expected, say: &Catalogue) -> String {
    say.setting(name, number(value), expected.words(say))
        .to_string()
}

impl CoreError {
    /// The error in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            CoreError::EmptyPrompt => say.prompt_empty(),
            CoreError::UnreadPrompt { text } => say.prompt_unread(text),
            CoreError::PromptTooLong { tokens, n_ctx } => {
                let most = n_ctx.saturating_sub(1);
                say.prompt_too_long(*tokens as u64, u64::from(*n_ctx), u64::from(most))
            }
            CoreError::ContextFull { n_ctx } => say.context_full(u64::from(*n_ctx)),
            CoreError::UnknownToken { token, d_vocab } => {
                let last = d_vocab.saturating_sub(1);
                say.unknown_token(token.to_string(), last.to_string())
            }
            CoreError::UnknownNode { node } => say.unknown_node(node.to_string()),
            CoreError::LogitsMissing => say.logits_missing(),
            CoreError::NeedsLogits => say.needs_logits(),
            CoreError::Undecided {
                sampler,
                listed,
                d_vocab,
            } => say.undecided(sampler, *listed as u64, *d_vocab as u64),
            CoreError::DrawUndecided { u, listed, d_vocab } => {
                say.draw_undecided(format!("{u:.4}"), *listed as u64, *d_vocab as u64)
            }
            CoreError::NotListed {
                token,
                listed,
                d_vocab,
            } => say.not_listed(token.to_string(), *listed as u64, *d_vocab as u64),
            CoreError::ListTooShort { listed, d_vocab } => {
                say.list_too_short(*listed as u64, *d_vocab as u64)
            }
            CoreError::NeedsAll { listed, d_vocab } => {
                say.needs_all(*d_vocab as u64, *listed as u64)
            }
            CoreError::BadLogit { token, value } => {
                say.bad_logit(value.to_string(), token.to_string())
            }
            CoreError::LogitsLength { found, d_vocab } => {
                say.logits_length(*found as u64, *d_vocab as u64)
            }
            CoreError::NoCandidates => say.no_candidates(),
            CoreError::RemembersSteps { sampler } => say.remembers_steps(sampler),
            CoreError::Lanes { lanes } => say.lanes_count(*lanes as u64),
            CoreError::FewLayers { n_layers } => say.few_layers(u64::from(*n_layers)),
            CoreError::LongGrammar { bytes, most } => say.long_grammar(*bytes as u64, *most as u64),
            CoreError::MaskMissing => say.mask_missing(),
            CoreError::GrammarComplete => say.grammar_complete(),
            CoreError::Grammar(error) => return error.words(say),
            CoreError::LaneWord { word } => say.lane_word(word),
            CoreError::NoLogProbs => say.no_log_probs(),
            CoreError::BadLogProb { token, value } => {
                say.bad_log_prob(token.to_string(), value.to_string())
            }
            CoreError::ListedTwice { token } => say.listed_twice(token.to_string()),
            CoreError::TooMuchMass { sum } => say.too_much_mass(sum.to_string()),
            CoreError::NotTheTop { mass, tokens, most } => {
                say.not_the_top(mass.to_string(), *tokens as u64, most.to_string())
            }
            CoreError::VocabTable => say.vocab_table(),
            CoreError::Setting {
                name,
                value,
                expected,
            } => return setting(name, *value, *expected, say),
            CoreError::Nearest {
                name,
                value,
                expected,
                used,
            } => {
                let used = number(*used).replace('-', "−");
                say.setting_nearest(name, number(*value), expected.words(say), used)
            }
            CoreError::Part { text } => say.unknown_part(excerpt(text)),
            CoreError::UnknownSampler { name, known } => {
                say.unknown_sampler(excerpt(name), known.join(", "))
            }
            CoreError::Spelling { sampler, word } => say.sampler_spelling(excerpt(word), sampler),
            CoreError::LongChain { stages, most } => {
                say.chain_too_long(*stages as u64, *most as u64)
            }
            CoreError::Trace(fault) => say.trace(fault.words(say)),
        }
        .to_string()
    }
}

/// A number as it would be typed; one of many digits by its power of ten.
fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 1e16 || (size > 0.0 && size < 1e-5) => format!("{value:e}"),
        _ => value.to_string(),
    }
}
