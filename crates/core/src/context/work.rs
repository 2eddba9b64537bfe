//! How the work of a run grows with its text, by formula.

use crate::trace::ModelInfo;

/// Forward passes over a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Passes {
    /// How many tokens went through the model.
    pub rows: u64,
    /// How many pairs of a token and one that it can attend to, itself among them: the cells of the attention patterns of one head.
    pub pairs: u64,
}

impl Passes {
    /// The tokens at the positions `from..to`, each once, with those before them in the cache.
    pub fn over(from: u64, to: u64) -> Self {
        let below = |n: u64| n * (n + 1) / 2;
        Passes {
            rows: to.saturating_sub(from),
            pairs: below(to).saturating_sub(below(from)),
        }
    }

    /// A run of `output` tokens behind a prompt of `prompt`, with a cache: each token once. The last one is read by nobody.
    pub fn with_cache(prompt: u64, output: u64) -> Self {
        match output {
            0 => Passes::default(),
            _ => Passes::over(0, prompt + output - 1),
        }
    }

    /// The same without a cache: each step reads all of the text again.
    pub fn without_cache(prompt: u64, output: u64) -> Self {
        let steps = prompt..prompt + output;
        steps.fold(Passes::default(), |sum, len| {
            let one = Passes::over(0, len);
            Passes {
                rows: sum.rows + one.rows,
                pairs: sum.pairs + one.pairs,
            }
        })
    }

    /// Multiplications of the attention patterns, in all heads and layers: d_head for q·k, and d_head for the sum of the values.
    pub fn attention(&self, model: &ModelInfo) -> u64 {
        let width = u64::from(model.n_heads) * u64::from(model.d_head);
        2 * self.pairs * width * u64::from(model.n_layers)
    }

    /// Multiplications with weights: one for each parameter of the blocks and of the unembedding, for each row.
    pub fn weights(&self, model: &ModelInfo) -> u64 {
        self.rows * multiplied(model)
    }
}

/// The parameters that a token is multiplied with: matrices of the blocks, and the unembedding. Embeddings are looked up, not multiplied.
pub fn multiplied(model: &ModelInfo) -> u64 {
    let wide = |n: u32| u64::from(n);
    let (d, head) = (wide(model.d_model), wide(model.d_head));
    let (heads, kv) = (
        wide(model.n_heads),
        wide(model.n_kv_heads.unwrap_or(model.n_heads)),
    );
    let attention = d * head * (2 * heads + 2 * kv);
    let branches = if model.blocks.gated_mlp { 3 } else { 2 };
    let mlp = branches * d * wide(model.d_mlp);
    wide(model.n_layers) * (attention + mlp) + d * wide(model.d_vocab)
}

/// Bytes of keys and values of one token in all layers, with `bytes` for each number.
pub fn cache_bytes(model: &ModelInfo, bytes: u64) -> u64 {
    let kv = u64::from(model.n_kv_heads.unwrap_or(model.n_heads));
    2 * u64::from(model.n_layers) * kv * u64::from(model.d_head) * bytes
}
