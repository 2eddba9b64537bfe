//! The names of the intermediates, which are TransformerLens's.

use crate::config::Config;

/// Those of a block, in order of computation; most models have some of them. `q_norm` and `k_norm` are `q` and `k` normalised, `rot_q` and
/// `rot_k` turned by their positions; where the MLP is gated, `mlp_pre` is the gate's branch and `mlp_pre_linear` the other. Where attention
/// and the MLP stand side by side, `attn_out` and `resid_mid` come after `mlp_post`. Where what they write is normalised, `attn_proj` and
/// `mlp_proj` are it before, which TransformerLens does not name, and `attn_out` and `mlp_out` after: what is added.
pub const OF_BLOCKS: [&str; 22] = [
    "resid_pre",
    "ln1",
    "q",
    "k",
    "v",
    "q_norm",
    "k_norm",
    "rot_q",
    "rot_k",
    "attn_scores",
    "pattern",
    "z",
    "attn_proj",
    "attn_out",
    "resid_mid",
    "ln2",
    "mlp_pre",
    "mlp_pre_linear",
    "mlp_post",
    "mlp_proj",
    "mlp_out",
    "resid_post",
];
/// Those outside the blocks. Logits are not among them.
pub const OUTSIDE: [&str; 3] = ["embed", "pos_embed", "ln_final"];

impl Config {
    /// Whether such a model has the intermediate `name`.
    fn has(&self, name: &str) -> bool {
        match name {
            "ln1" => self.blocks.has_first_norm(),
            "ln2" => self.blocks.has_second_norm(),
            "attn_proj" | "mlp_proj" => self.blocks.has_norms_behind(),
            "q_norm" | "k_norm" => self.blocks.qk_norm,
            "rot_q" | "rot_k" => self.blocks.is_rotary(),
            "mlp_pre_linear" => self.blocks.gated_mlp,
            "pos_embed" => !self.blocks.is_rotary(),
            _ => true,
        }
    }

    /// The names of the intermediates of a block.
    pub fn block_names(&self) -> impl Iterator<Item = &'static str> {
        OF_BLOCKS.into_iter().filter(|name| self.has(name))
    }

    /// The names of the intermediates outside the blocks.
    pub fn outer_names(&self) -> impl Iterator<Item = &'static str> {
        OUTSIDE.into_iter().filter(|name| self.has(name))
    }
}
