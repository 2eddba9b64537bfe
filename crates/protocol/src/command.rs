//! What is asked of a lane.

use logitscope_core::TokenId;
use logitscope_core::inspection::Matrix;
use serde::{Deserialize, Serialize};

/// What a lane can do. Paths are those of the lane's own cache.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Splits `text` into tokens; answered by [`crate::Answer::Tokens`].
    Tokenize {
        /// Any text, also an empty one.
        text: String,
    },
    /// The same of a text that a chat template made: nothing is put before it.
    TokenizeChat {
        /// All of it, with its special tokens.
        text: String,
    },
    /// Computes what is missing along a path (first token first) and returns the logits after its
    /// last token; answered by [`crate::Answer::Logits`]. The engine knows paths by their tokens alone: it
    /// keeps keys and values of every path it has seen, as long as there is room.
    Evaluate {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// Whether all of the path is computed again, as if there were no cache.
        #[serde(default)]
        fresh: bool,
    },
    /// The most probable tokens after the last one of a path, with their log-probabilities, as many as a server is to list; answered by
    /// [`crate::Answer::Top`], or by [`crate::Answer::Logits`] if that is all of them.
    Top {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// How many, at least 1.
        most: u32,
    },
    /// Computes what is missing along several paths in one forward pass, and returns the logits after the last token of each; answered by
    /// [`crate::Answer::Rows`].
    EvaluateAll {
        /// The paths, each from its first token.
        paths: Vec<Vec<TokenId>>,
    },
    /// Computes what is missing along a path in one forward pass, and returns the logits after each of its tokens from a position on; answered by
    /// [`crate::Answer::Rows`].
    Along {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// The first position.
        from: u32,
    },
    /// What the model would say after the last token of a path if it ended after so many of its blocks; answered by [`crate::Answer::Rows`].
    AfterLayers {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// How many blocks, 0 being the embedding alone.
        layers: Vec<u32>,
    },
    /// The outputs of the final norm, `[d_model]`, from a position on, of each of several paths, one after the other; answered by
    /// [`crate::Answer::Rows`].
    States {
        /// The paths, each from its first token.
        paths: Vec<Vec<TokenId>>,
        /// The first position.
        from: u32,
    },
    /// Measures how one token is decoded at the end of a path; answered by [`crate::Answer::Speed`].
    Speed {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
    },
    /// What the key-value cache of the lane's model holds, of all its lanes; answered by [`crate::Answer::Cache`].
    Cache,
    /// How probable each token of a path was, given those before it; answered by
    /// [`crate::Answer::Scores`].
    Score {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
    },
    /// Recomputes intermediates of the tokens of a path from a position on by the unfused plan; answered by
    /// [`crate::Answer::Taps`]. An empty list means all of it.
    Inspect {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// The first position that is looked at.
        from: u32,
        /// Layers, 0-based.
        layers: Vec<u32>,
        /// Names as in TransformerLens, e.g. `pattern`.
        names: Vec<String>,
    },
    /// What the model would say after each of its blocks at some positions of a path; answered by [`crate::Answer::Lens`].
    Lens {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// The first position.
        from: u32,
        /// How many positions.
        count: u32,
        /// Tokens whose place is wanted.
        watch: Vec<TokenId>,
    },
    /// What each part of the model adds to the logits of some tokens after the last one of a path; answered by
    /// [`crate::Answer::Attributions`].
    Attribute {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// The tokens whose logits are wanted.
        watch: Vec<TokenId>,
    },
    /// The most active neurons of a layer at the last token of a path, with what each adds to the logits; answered by
    /// [`crate::Answer::Neurons`].
    Neurons {
        /// The path, from the first token.
        tokens: Vec<TokenId>,
        /// The layer, 0-based.
        layer: u32,
        /// How many.
        count: u32,
    },
    /// A column of a matrix of a block; answered by [`crate::Answer::Column`].
    Column {
        /// The layer, 0-based.
        layer: u32,
        /// The matrix.
        matrix: Matrix,
        /// The column, 0-based.
        column: u32,
    },
    /// The tokens nearest to one by the cosine of their embeddings; answered by [`crate::Answer::Nearest`].
    Nearest {
        /// The token.
        token: TokenId,
        /// How many.
        count: u32,
    },
    /// Times the kernels that decode one token; answered by [`crate::Answer::Kernels`], which is empty on the CPU.
    Profile,
}
