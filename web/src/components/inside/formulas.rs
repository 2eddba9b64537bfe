//! The formulas of the inside, in words.

use logitscope_core::blocks::{Blocks, NormKind};
use logitscope_core::heads;

use crate::components::kit::format;

/// What an intermediate is, in a formula of the others, in such blocks.
pub fn formula(name: &str, blocks: &Blocks) -> &'static str {
    let (rotary, rms) = (blocks.is_rotary(), blocks.norm == NormKind::Rms);
    match name {
        "resid_pre" if rotary => {
            "the residual stream that enters the block: resid_post of the block before; in layer 0 embed"
        }
        "ln1" if rms => "resid_pre / √(mean of its squares + ε) · γ",
        "rot_q" => "q, each pair of its numbers turned by an angle that grows with the position",
        "rot_k" => "k, turned in the same way; a row serves as many heads as the next",
        "attn_scores" if rotary => "rot_q · rot_kᵀ / √d_head, a column a token up to this one",
        "ln2" if rms => "resid_mid / √(mean of its squares + ε) · γ",
        "mlp_pre" if blocks.gated_mlp => "ln2 · W_gate, a cell a neuron: how far its gate opens",
        "mlp_pre_linear" => "ln2 · W_in, a cell a neuron",
        "mlp_post" if blocks.gated_mlp => "silu(mlp_pre) · mlp_pre_linear",
        "ln_final" if rms => {
            "the last resid_post / √(mean of its squares + ε) · γ; times the unembedding it gives the logits"
        }
        "embed" => "the token’s row of the embedding W_E",
        "pos_embed" => "the position’s row of W_pos",
        "resid_pre" => {
            "the residual stream that enters the block: resid_post of the block before; in layer 0 embed + pos_embed"
        }
        "ln1" => "(resid_pre − mean) / √(variance + ε) · γ + β",
        "q" if !blocks.attention_bias => "ln1 · W_Q, a row a head",
        "k" if !blocks.attention_bias => "ln1 · W_K",
        "v" if !blocks.attention_bias => "ln1 · W_V",
        "attn_out" if !blocks.attention_bias => "z · W_O: what attention writes into the stream",
        "mlp_out" if !blocks.mlp_bias => "mlp_post · W_out: what the MLP writes into the stream",
        "q" => "ln1 · W_Q + b_Q, a row a head",
        "k" => "ln1 · W_K + b_K",
        "v" => "ln1 · W_V + b_V",
        "attn_scores" => "q · kᵀ / √d_head, a column a token up to this one",
        "pattern" => "softmax(attn_scores), each row sums to 1",
        "z" => "pattern · v: the values, mixed by the pattern",
        "attn_out" => "z · W_O + b_O: what attention writes into the stream",
        "resid_mid" => "resid_pre + attn_out",
        "ln2" => "layer norm of resid_mid",
        "mlp_pre" => "ln2 · W_in + b_in, a cell a neuron",
        "mlp_post" => "gelu(mlp_pre)",
        "mlp_out" => "mlp_post · W_out + b_out: what the MLP writes into the stream",
        "resid_post" => "resid_mid + mlp_out: what the next block gets",
        "ln_final" => {
            "layer norm of the last resid_post; times W_E’s transpose it gives the logits"
        }
        _ => "",
    }
}

/// The score at `at` and Σ e^score, in words. Where they are too large to be read, both are seen from the highest score: the softmax is the
/// same.
pub fn softmax_words(scores: &[f32], at: usize) -> (String, String) {
    let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let base = if top.abs() > 20.0 { top } else { 0.0 };
    let total = heads::softmax_total(scores, base);
    let own = scores.get(at).copied().unwrap_or_default();
    let score = match base {
        0.0 => format::value(own),
        _ => format!("({} − {})", format::value(own), format::value(base)),
    };
    (score, format::value(total as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_scores_are_seen_from_the_highest() {
        let expected = ("0".to_owned(), "2.000".to_owned());
        assert_eq!(softmax_words(&[0.0, 0.0], 1), expected);
        let expected = ("(120.000 − 120.000)".to_owned(), "1.000".to_owned());
        assert_eq!(softmax_words(&[-20.0, 120.0], 1), expected);
    }
}
