//! The weights of a block with layer norms and an MLP without a gate: GPT-2's, GPT-NeoX's and Phi's.

use logitscope_core::inspection::Matrix;

use super::parts::Parts;
use crate::ModelError;
use crate::backend::{Backend, Linear, Norm};
use crate::config::Config;

/// The weights of one transformer block.
pub(super) struct PlainBlock<B: Backend> {
    /// Norm before attention.
    pub ln1: Norm<B>,
    /// Queries, keys and values in one matrix, each section padded to four columns.
    pub qkv: Linear<B>,
    /// Output projection of attention.
    pub attn_proj: Linear<B>,
    /// Norm before the MLP; `None` where that reads what the first gives.
    pub ln2: Option<Norm<B>>,
    /// Into the MLP.
    pub mlp_fc: Linear<B>,
    /// Out of the MLP.
    pub mlp_proj: Linear<B>,
}

impl<B: Backend> PlainBlock<B> {
    /// Takes them from `parts`, by the names of the six in the order of the fields.
    pub fn assemble(
        config: &Config,
        parts: &mut Parts<B>,
        [ln1, qkv, attn_proj, ln2, mlp_fc, mlp_proj]: [String; 6],
    ) -> Result<Self, ModelError> {
        let blocks = &config.blocks;
        let second = blocks.has_second_norm().then(|| parts.norm(&ln2));
        let second = second.transpose()?;
        Ok(PlainBlock {
            ln1: parts.norm(&ln1)?,
            qkv: parts.linear(&qkv, blocks.attention_bias)?,
            attn_proj: parts.linear(&attn_proj, blocks.has_out_bias())?,
            ln2: second,
            mlp_fc: parts.linear(&mlp_fc, blocks.mlp_bias)?,
            mlp_proj: parts.linear(&mlp_proj, blocks.mlp_bias)?,
        })
    }

    /// The linear layer that `matrix` is, or is a part of; `None` where there is none.
    pub fn linear(&self, matrix: Matrix) -> Option<&Linear<B>> {
        match matrix {
            Matrix::Query | Matrix::Key | Matrix::Value => Some(&self.qkv),
            Matrix::AttentionOut => Some(&self.attn_proj),
            Matrix::MlpIn => Some(&self.mlp_fc),
            Matrix::MlpOut => Some(&self.mlp_proj),
            Matrix::MlpGate => None,
        }
    }
}
