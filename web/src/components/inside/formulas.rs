//! The formulas of the inside, in words.

use logitscope_core::blocks::{Blocks, NormKind};
use logitscope_core::heads;

use crate::components::kit::format;
use crate::words::{Catalogue, Word, say};

/// What an intermediate is, in a formula of the others, in such blocks.
pub fn formula(name: &str, blocks: &Blocks) -> String {
    let (rotary, rms) = (blocks.is_rotary(), blocks.norm == NormKind::Rms);
    let word: Word = match name {
        "resid_pre" if rotary => Catalogue::formula_resid_pre_rotary,
        "ln1" if rms => Catalogue::formula_rms_pre,
        "rot_q" => Catalogue::formula_rot_q,
        "rot_k" => Catalogue::formula_rot_k,
        "attn_scores" if rotary => Catalogue::formula_scores_rotary,
        "ln2" if rms => Catalogue::formula_rms_mid,
        "mlp_pre" if blocks.gated_mlp => Catalogue::formula_gate,
        "mlp_pre_linear" => Catalogue::formula_linear,
        "mlp_post" if blocks.gated_mlp => return "silu(mlp_pre) · mlp_pre_linear".to_owned(),
        "ln_final" if rms => Catalogue::formula_rms_final,
        "embed" => Catalogue::formula_embed,
        "pos_embed" => Catalogue::formula_pos_embed,
        "resid_pre" => Catalogue::formula_resid_pre,
        "ln1" => Catalogue::formula_norm_pre,
        "q" if !blocks.attention_bias => Catalogue::formula_q,
        "k" if !blocks.attention_bias => return "ln1 · W_K".to_owned(),
        "v" if !blocks.attention_bias => return "ln1 · W_V".to_owned(),
        "attn_out" if !blocks.attention_bias => Catalogue::formula_attn_out,
        "mlp_out" if !blocks.mlp_bias => Catalogue::formula_mlp_out,
        "q" => Catalogue::formula_q_bias,
        "k" => return "ln1 · W_K + b_K".to_owned(),
        "v" => return "ln1 · W_V + b_V".to_owned(),
        "attn_scores" => Catalogue::formula_scores,
        "pattern" => Catalogue::formula_pattern,
        "z" => Catalogue::formula_z,
        "attn_out" => Catalogue::formula_attn_out_bias,
        "resid_mid" => return "resid_pre + attn_out".to_owned(),
        "ln2" => Catalogue::formula_norm_mid,
        "mlp_pre" => Catalogue::formula_mlp_pre,
        "mlp_post" => return "gelu(mlp_pre)".to_owned(),
        "mlp_out" => Catalogue::formula_mlp_out_bias,
        "resid_post" => Catalogue::formula_resid_post,
        "ln_final" => Catalogue::formula_ln_final,
        _ => return String::new(),
    };
    word(&say()).to_string()
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
