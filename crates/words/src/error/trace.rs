//! Why a file is not a trace that can be opened.

use crate::Catalogue;
use serde::{Deserialize, Serialize};

/// Why a file is not a trace that can be opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum TraceFault {
    /// It is no JSON, or not that of a trace.
    Json {
        /// What the reader says of it.
        why: String,
    },
    /// It is another kind of file.
    Format {
        /// What a trace says of itself.
        format: String,
    },
    /// It has a version that is not read.
    Version {
        /// Its version.
        found: u32,
        /// The oldest that is read.
        oldest: u32,
        /// The newest that is read.
        newest: u32,
    },
    /// It was made with a model of another vocabulary.
    Model {
        /// The name of that model.
        name: String,
        /// Tokens of its vocabulary.
        found: u32,
        /// Tokens of the loaded model's.
        loaded: usize,
    },
    /// A node of its tree is impossible.
    Node {
        /// The node's index.
        node: usize,
        /// What is wrong with it.
        fault: StepFault,
    },
}

/// What is wrong with a node of a trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum StepFault {
    /// Its parent already has a child with this token.
    Repeats,
    /// Its step record is that of another token.
    OtherToken,
    /// Its draw decided something else than a token.
    Draw,
    /// A number is not within its limits.
    Outside {
        /// Which, e.g. `choice.rank`.
        name: String,
        /// The number.
        value: f64,
        /// The least that it may be.
        low: f64,
        /// The most that it may be; infinite if there is no limit.
        high: f64,
    },
    /// A number is not a draw.
    NotADraw {
        /// Which.
        name: String,
        /// The number.
        value: f64,
    },
    /// A logit is NaN or infinite.
    NotALogit {
        /// Which.
        name: String,
        /// The number.
        value: f32,
    },
}

impl TraceFault {
    pub(super) fn words(&self, say: &Catalogue) -> String {
        match self {
            TraceFault::Json { why } => say.trace_json(why),
            TraceFault::Format { format } => say.trace_format(format),
            TraceFault::Version {
                found,
                oldest,
                newest,
            } => say.trace_version(found.to_string(), oldest.to_string(), newest.to_string()),
            TraceFault::Model {
                name,
                found,
                loaded,
            } => say.trace_model(name, u64::from(*found), *loaded as u64),
            TraceFault::Node { node, fault } => say.trace_node(node.to_string(), fault.words(say)),
        }
        .to_string()
    }
}

impl StepFault {
    fn words(&self, say: &Catalogue) -> String {
        match self {
            StepFault::Repeats => say.trace_node_repeats(),
            StepFault::OtherToken => say.trace_node_other_token(),
            StepFault::Draw => say.trace_node_draw(),
            StepFault::Outside {
                name,
                value,
                low,
                high,
            } => {
                let (value, least) = (value.to_string(), low.to_string());
                if low == high {
                    say.trace_node_is(name, value, least)
                } else if *high < f64::MAX {
                    say.trace_node_from_to(name, value, least, high.to_string())
                } else {
                    say.trace_node_from(name, value, least)
                }
            }
            StepFault::NotADraw { name, value } => {
                say.trace_node_below_one(name, value.to_string())
            }
            StepFault::NotALogit { name, value } => say.trace_node_logit(name, value.to_string()),
        }
        .to_string()
    }
}
