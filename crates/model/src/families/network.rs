//! What the machine asks of a family: its forward pass, in the verbs of [`Plan`].

use logitscope_core::inspection::Matrix;

use crate::ModelError;
use crate::backend::{Backend, KvPool, Linear};
use crate::config::Reach;
use crate::plan::{Plan, Workspace};

/// A table with a row a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// Where a token's row is looked up.
    Embedding,
    /// What the final residual stream is multiplied with; the same where the head is tied.
    Unembedding,
}

/// Where one block keeps what it computed: pools with a row a slot.
pub struct Kept<'a, B: Backend> {
    /// Keys and values.
    pub cache: &'a KvPool<B>,
    /// The residual stream that enters the block, `[n_slots, d_model]`.
    pub resid_pre: &'a B::Tensor,
}

/// A family's forward pass, with the weights of one model on a backend.
pub trait Network<B: Backend> {
    /// The residual stream's beginning: the embedding of each row, into `ws.resid`.
    fn embed(&self, p: &mut Plan<'_, B>, ws: &Workspace<B>) -> Result<(), ModelError>;

    /// Block `layer`, 0-based: the residual stream in `ws.resid` goes from `resid_pre` to `resid_post`.
    fn block(
        &self,
        p: &mut Plan<'_, B>,
        layer: usize,
        ws: &Workspace<B>,
        kept: Kept<'_, B>,
    ) -> Result<(), ModelError>;

    /// Has positions turn as in texts that reach so far, from the next pass on.
    fn turn(&self, _backend: &mut B, _reach: Reach) -> Result<(), ModelError> {
        Ok(())
    }

    /// The norm after the last block, of `ws.resid` into `ws.normed`. Its input is kept in `keep`, if given, at the rows' slots.
    fn final_norm(
        &self,
        p: &mut Plan<'_, B>,
        ws: &Workspace<B>,
        keep: Option<&B::Tensor>,
    ) -> Result<(), ModelError>;

    /// The embedding or the unembedding, `[d_vocab, d_model]`.
    fn table(&self, table: Table) -> &B::Matrix;

    /// The bias of the unembedding, `[d_vocab]`; `None` where there is none.
    fn unembed_bias(&self) -> Option<&B::Vector> {
        None
    }

    /// The linear layer of block `layer` that `matrix` is, or is a part of; `None` where there is none.
    fn linear(&self, layer: usize, matrix: Matrix) -> Option<&Linear<B>>;
}
