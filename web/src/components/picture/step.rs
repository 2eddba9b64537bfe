//! The values of one step, as the picture needs them.

use std::sync::Arc;

use logitscope_core::chain::StageRecord;
use logitscope_core::interventions::Part as ModelPart;
use logitscope_core::{Draw, Known, NodeId, TokenId};

use crate::components::kit::format;
use crate::components::step::step_on_screen::Follows;
use crate::inspect::flow::{Row, RowAttention, StreamRow, Words};

/// A row of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenRow {
    /// Which tokens.
    pub row: Row,
    /// Its node; `None` of folded tokens.
    pub node: Option<NodeId>,
    /// Its token.
    pub token: Option<TokenId>,
    /// Its text.
    pub text: String,
    /// Its residual stream, once it has arrived.
    pub stream: Option<Arc<StreamRow>>,
}

/// A candidate with a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Its place under the model, 0 being the most probable.
    pub rank: u32,
    /// Its id.
    pub token: TokenId,
    /// Its text.
    pub text: String,
    /// Its score.
    pub logit: f64,
    /// How far below the leader's.
    pub gap: f64,
    /// e^gap, 0..=1.
    pub exp: f64,
    /// Its share, 0..=1.
    pub prob: f64,
}

/// What the layers made of the current row.
#[derive(Debug, Clone, PartialEq)]
pub struct Layers {
    /// Attention of the current row.
    pub attention: Arc<RowAttention>,
    /// What the model would say after each layer; later than the rest.
    pub words: Option<Arc<Words>>,
    /// The text of the word of each layer.
    pub texts: Vec<String>,
}

/// A token that is followed through the chain.
#[derive(Debug, Clone, PartialEq)]
pub struct Followed {
    /// Its place under the model.
    pub rank: u32,
    /// Its id.
    pub token: TokenId,
    /// Its text.
    pub text: String,
    /// Its share under the model, then after each acting stage; 0 once it is removed.
    pub probs: Vec<f64>,
    /// Its place among the followed, by falling probability, under the model and after each acting stage.
    pub order: Vec<u32>,
}

/// Where a token lies on the dice, 0..=1 from the top.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lies {
    /// The token.
    pub token: TokenId,
    /// Where its segment begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
}

/// What a step is compared with: the same under the pinned settings, or of the model with parts switched off.
#[derive(Debug, Clone, PartialEq)]
pub struct Other {
    /// The share of each candidate with a row under the model, 0..=1; empty if it is the same model.
    pub shares: Vec<f64>,
    /// Where the tokens lie on the dice, in the order of the draw.
    pub segments: Vec<Lies>,
}

/// One step.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The node whose distribution it is.
    pub context: NodeId,
    /// The rows of the text; the last one is the current one.
    pub rows: Vec<TokenRow>,
    /// How many tokens the text has up to the current one.
    pub position: u32,
    /// Whether the model runs elsewhere: nothing of its inside is visible, and its scores are log-probabilities.
    pub elsewhere: bool,
    /// How many layers the model has.
    pub n_layers: u32,
    /// What they made of it, once that has arrived.
    pub layers: Option<Layers>,
    /// The candidates with a row, the most probable first; a drawn token outside takes the last row.
    pub candidates: Vec<Candidate>,
    /// All scores.
    pub d_vocab: u32,
    /// How many of them a server lists; `None` where all are known.
    pub listed: Option<u32>,
    /// Σ e^gap.
    pub exp_total: f64,
    /// What the acting stages did.
    pub stages: Vec<StageRecord>,
    /// The tokens that are followed, by falling share under the model.
    pub followed: Vec<Followed>,
    /// What the step is compared with, if with anything.
    pub other: Option<Other>,
    /// The parts of the model that are switched off or scaled in what it is compared with.
    pub altered: Vec<ModelPart>,
    /// The token that is chosen: the drawn one, the forced one, or the given one.
    pub chosen: TokenId,
    /// Its text.
    pub chosen_text: String,
    /// How it came about.
    pub follows: Follows,
    /// The token on which the dice fall.
    pub drawn: TokenId,
    /// Its segment.
    pub segment: (f64, f64),
    /// The random number.
    pub draw: Draw,
    /// Whether another token can be appended.
    pub open: bool,
}

impl Step {
    /// Whether a part of the layer is switched off or scaled.
    pub fn is_altered(&self, layer: u32) -> bool {
        self.altered.iter().any(|part| match part {
            ModelPart::Head { layer: own, .. }
            | ModelPart::Attention { layer: own }
            | ModelPart::Mlp { layer: own } => *own == layer,
        })
    }

    /// Whether the attention of the layer is.
    pub fn lacks_attention(&self, layer: u32) -> bool {
        self.altered.contains(&ModelPart::Attention { layer })
    }

    /// What a share, 0..=1, under the model (0) or after so many stages may be.
    pub fn known(&self, share: f64, after: usize) -> Known<f64> {
        let stage = after.checked_sub(1).and_then(|at| self.stages.get(at));
        stage.map_or(Known::Exact(share), |record| record.margin_out.of(share))
    }

    /// What a share or an edge on the dice, 0..=1, may be.
    pub fn on_dice(&self, share: f64) -> Known<f64> {
        self.known(share, self.stages.len())
    }

    /// The shares of a followed token, under the model and after each stage, in words.
    pub fn shares<'a>(&'a self, followed: &'a Followed) -> impl Iterator<Item = String> + 'a {
        let shares = followed.probs.iter().enumerate();
        shares.map(|(after, share)| format::known(self.known(*share, after), format::percent))
    }

    /// The share of what is not followed, under the model (0) or after so many stages.
    pub fn rest(&self, after: usize) -> f64 {
        let followed: f64 = self.followed.iter().map(|f| f.probs[after]).sum();
        (1.0 - followed).max(0.0)
    }
}
