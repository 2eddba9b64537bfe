//! How attention scores are made.

/// How scores come of the products of queries and keys in one block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scoring {
    /// Multiplies them.
    pub scale: f32,
    /// How many tokens a token sees, itself included; the score of one farther back is [`Scoring::MASKED`].
    pub window: u32,
    /// What bounds those that are not masked: score = cap · tanh(score / cap).
    pub cap: Option<f32>,
}

impl Scoring {
    /// So low that the softmax gives nothing. Not −∞: WGSL may assume that there is none.
    pub const MASKED: f32 = -1e30;
    /// A window that all tokens are in.
    pub const ALL: u32 = u32::MAX;
}
