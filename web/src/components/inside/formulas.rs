//! The formulas of the inside, in words.

use logitscope_core::blocks::{Blocks, NormKind, Readout, bounded};
use logitscope_core::heads;

use crate::components::kit::format;
use crate::inspect::vectors::Product;
use crate::words::{Catalogue, Word, say};

/// What an intermediate is, in a formula of the others, in such a block.
pub fn formula(name: &str, blocks: &Blocks, layer: u32) -> String {
    if let Some(product) = Product::of(name, blocks) {
        return product_words(name, &product.formula(blocks), blocks);
    }
    let behind = blocks.has_norms_behind();
    let of_head = |of: &str| match (blocks.norm, blocks.qk_norm_joint) {
        (NormKind::Layer, _) => say().formula_head_layer_norm(of).to_string(),
        (_, true) => say().formula_rms(of).to_string(),
        (_, false) => say().formula_head_norm(of).to_string(),
    };
    match name {
        "embed" => {
            return match blocks.embed_scale {
                Some(factor) => say()
                    .formula_embed_scaled(format::value(factor))
                    .to_string(),
                None => say().formula_embed().to_string(),
            };
        }
        "q_norm" => return of_head("q"),
        "k_norm" => return of_head("k"),
        "attn_scores" => {
            let product = if blocks.is_rotary() {
                "rot_q · rot_kᵀ"
            } else {
                "q · kᵀ"
            };
            let formula = blocks.scores.formula_of(product, " / ", layer);
            return say().formula_scores(formula).to_string();
        }
        "rot_q" | "rot_k" if blocks.turned() == Some(0) => {
            return say()
                .formula_unturned(turned_from(name, blocks))
                .to_string();
        }
        "ln1" => return norm("resid_pre", blocks.norm),
        "ln2" if !blocks.branches.are_in_turn() => return norm("resid_pre", blocks.norm),
        "ln2" => return norm("resid_mid", blocks.norm),
        "attn_out" if behind => {
            return say()
                .formula_attn_out(norm("attn_proj", blocks.norm))
                .to_string();
        }
        "mlp_out" if behind => {
            return say()
                .formula_mlp_out(norm("mlp_proj", blocks.norm))
                .to_string();
        }
        "mlp_post" => {
            let activation = blocks.activation().name();
            return match blocks.gated_mlp {
                true => format!("{activation}(mlp_pre) · mlp_pre_linear"),
                false => format!("{activation}(mlp_pre)"),
            };
        }
        "ln_final" => {
            let logits = logits(&blocks.readout);
            return match blocks.norm {
                NormKind::Rms => say().formula_rms_final(logits).to_string(),
                NormKind::Layer => say().formula_ln_final(logits).to_string(),
            };
        }
        _ => {}
    }
    let (rotary, normed) = (blocks.is_rotary(), blocks.qk_norm);
    let word: Word = match name {
        "resid_pre" if rotary => Catalogue::formula_resid_pre_rotary,
        "resid_pre" => Catalogue::formula_resid_pre,
        "rot_q" if normed => Catalogue::formula_rot_q_norm,
        "rot_k" if normed => Catalogue::formula_rot_k_norm,
        "rot_q" => Catalogue::formula_rot_q,
        "rot_k" => Catalogue::formula_rot_k,
        "pos_embed" => Catalogue::formula_pos_embed,
        "pattern" => Catalogue::formula_pattern,
        "z" => Catalogue::formula_z,
        "resid_mid" => return "resid_pre + attn_out".to_owned(),
        "resid_post" => Catalogue::formula_resid_post,
        _ => return String::new(),
    };
    word(&say()).to_string()
}

/// What `rot_q` or `rot_k` is made of.
pub fn turned_from(name: &str, blocks: &Blocks) -> &'static str {
    match (name, blocks.qk_norm) {
        ("rot_q", false) => "q",
        ("rot_q", true) => "q_norm",
        (_, false) => "k",
        (_, true) => "k_norm",
    }
}

/// What a product of the formula `formula` is for.
fn product_words(name: &str, formula: &str, blocks: &Blocks) -> String {
    match name {
        "q" => say().formula_q(formula).to_string(),
        "mlp_pre" if blocks.gated_mlp => say().formula_gate(formula).to_string(),
        "mlp_pre" | "mlp_pre_linear" => say().formula_mlp_pre(formula).to_string(),
        "attn_out" => say().formula_attn_out(formula).to_string(),
        "mlp_out" => say().formula_mlp_out(formula).to_string(),
        "attn_proj" => say().formula_attn_proj(formula).to_string(),
        "mlp_proj" => say().formula_mlp_proj(formula).to_string(),
        _ => formula.to_owned(),
    }
}

/// The norm of an intermediate.
fn norm(of: &str, kind: NormKind) -> String {
    match (kind, of) {
        (NormKind::Rms, _) => say().formula_rms(of).to_string(),
        (NormKind::Layer, "resid_pre") => say().formula_norm_pre().to_string(),
        (NormKind::Layer, _) => say().formula_norm_mid().to_string(),
    }
}

/// How the final norm's output becomes logits.
fn logits(readout: &Readout) -> String {
    match readout {
        Readout { cap: Some(cap), .. } => {
            say().logits_bounded(bounded("z", " / ", *cap)).to_string()
        }
        Readout { bias: true, .. } => say().logits_with_bias().to_string(),
        Readout { untied: true, .. } => say().logits_by_unembedding().to_string(),
        _ => say().logits_by_embedding().to_string(),
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
    use logitscope_core::blocks::{Branches, NormPlace, Positions, Scores};
    use logitscope_core::trace::ModelInfo;

    #[test]
    fn a_block_that_turns_nothing_says_so() {
        let model = ModelInfo {
            blocks: Blocks {
                positions: Positions::rotary(1e4),
                ..Blocks::default()
            },
            unturned: vec![3],
            ..ModelInfo::default()
        };
        let of = |layer| formula("rot_k", &model.blocks_of(layer), layer);
        assert_eq!(
            of(2),
            "k, turned in the same way; a row may serve several heads"
        );
        let still = "k as it is: this block turns nothing, and so does not see positions";
        assert_eq!(of(3), still);
    }

    #[test]
    fn a_formula_says_what_such_a_block_does() {
        let gpt2 = Blocks::default();
        assert_eq!(formula("q", &gpt2, 0), "ln1 · W_Q + b_Q, a row a head");
        assert_eq!(formula("v", &gpt2, 0), "ln1 · W_V + b_V");
        let one_norm = Blocks {
            branches: Branches::OneNorm,
            readout: Readout {
                untied: true,
                bias: true,
                cap: None,
            },
            ..gpt2
        };
        let expected = "ln1 · W_in + b_in, a cell a neuron";
        assert_eq!(formula("mlp_pre", &one_norm, 0), expected);
        let found = formula("ln_final", &one_norm, 0);
        assert!(
            found.ends_with("plus a bias, it gives the logits"),
            "{found}"
        );
        let normed = Blocks {
            positions: Positions::rotary(1e4),
            qk_norm: true,
            ..gpt2
        };
        assert_eq!(
            formula("q_norm", &normed, 0),
            "each head of q: (x − mean) / √(variance + ε) · γ + β"
        );
        let behind = Blocks {
            positions: Positions::rotary(1e4),
            norm: NormKind::Rms,
            norm_place: NormPlace::Behind,
            gated_mlp: true,
            attention_bias: false,
            mlp_bias: false,
            qk_norm: true,
            qk_norm_joint: true,
            scores: Scores {
                divisor: Some(16.0),
                by_depth: false,
                cap: Some(50.0),
            },
            embed_scale: Some(48.0),
            readout: Readout {
                cap: Some(30.0),
                ..Readout::default()
            },
            ..gpt2
        };
        for (name, expected) in [
            ("k", "resid_pre · W_K"),
            ("mlp_pre_linear", "resid_mid · W_in, a cell a neuron"),
            ("k_norm", "k / √(mean of its squares + ε) · γ"),
            (
                "attn_scores",
                "50 · tanh(rot_q · rot_kᵀ / 16 / 50), a column a token up to this one",
            ),
            (
                "attn_proj",
                "z · W_O: what attention gives, before its norm",
            ),
            (
                "mlp_out",
                "mlp_proj / √(mean of its squares + ε) · γ: what the MLP writes into the stream",
            ),
            (
                "embed",
                "the token’s row of the embedding W_E, times 48.000",
            ),
        ] {
            assert_eq!(formula(name, &behind, 0), expected);
        }
        let found = formula("ln_final", &behind, 0);
        let expected = "times the unembedding it gives z, and 30 · tanh(z / 30) the logits";
        assert!(found.ends_with(expected), "{found}");
    }

    #[test]
    fn high_scores_are_seen_from_the_highest() {
        let expected = ("0".to_owned(), "2.000".to_owned());
        assert_eq!(softmax_words(&[0.0, 0.0], 1), expected);
        let expected = ("(120.000 − 120.000)".to_owned(), "1.000".to_owned());
        assert_eq!(softmax_words(&[-20.0, 120.0], 1), expected);
    }
}
