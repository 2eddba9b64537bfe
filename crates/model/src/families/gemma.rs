//! Gemma 1, 2 and 3 (Gemma Team 2024, arXiv:2403.08295; 2024, arXiv:2408.00118; 2025, arXiv:2503.19786): Llamas with embeddings times √d_model,
//! gains that are stored as what they are above 1, and GELU. From the second on what attention and the MLP write is normalised, too, and blocks
//! take turns with a window; the second bounds scores and logits, the third normalises queries and keys.

use logitscope_core::blocks::{NormPlace, Scores};
use logitscope_core::error::ConfigFault;

use super::fields::{bad, read, unsupported};
use super::llama::config::{File, Own, Window, Windowed, config_of};
use super::rope::Usual;
use crate::ModelError;
use crate::config::{Config, Family};

/// What bounds scores and logits in Gemma 2, where the file has nothing.
const CAPS: (f64, f64) = (50.0, 30.0);
const GELU: &str = "gelu_pytorch_tanh";

/// Reads Gemma 1's `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let named = match file.hidden_act.as_deref() {
        // The first files name the other form, and mean this one.
        None | Some("gelu") => GELU,
        Some(named) => named,
    };
    let own = Own {
        n_kv_heads: Some(16),
        activation: Some(("hidden_act", named.to_owned())),
        ..own(Family::Gemma, &file)?
    };
    config_of(&file, &own)
}

/// Reads Gemma 2's `config.json`.
pub(crate) fn config_2(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let own = later(Family::Gemma2, &file, CAPS, Windowed::ButEvery(2))?;
    config_of(&file, &own)
}

/// Reads Gemma 3's `config.json`: that of a text model.
pub(crate) fn config_3(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let every = file.sliding_window_pattern.unwrap_or(6).max(1);
    let later = later(Family::Gemma3, &file, (0.0, 0.0), Windowed::ButEvery(every))?;
    let own = Own {
        n_positions: 131_072,
        qk_norm: true,
        rope: Usual {
            theta: 1e6,
            local_theta: Some(10_000.0),
            ..Usual::of(Family::Gemma3)
        },
        // The norms of queries and keys took its place: Transformers reads `attn_logit_softcapping` and does nothing with it.
        scores: Scores {
            cap: None,
            ..later.scores
        },
        ..later
    };
    config_of(&file, &own)
}

/// What all have in common.
fn own(family: Family, file: &File) -> Result<Own, ModelError> {
    if file.use_bidirectional_attention == Some(true) {
        return Err(unsupported(family, "use_bidirectional_attention", true));
    }
    let bias = file.attention_bias.unwrap_or(false);
    Ok(Own {
        d_head: Some(256),
        n_positions: 8192,
        tied: true,
        biases: (bias, bias),
        scaled_embedding: true,
        ..Own::of(family)
    })
}

/// What the later ones have in common; `caps` are those that count where the file has nothing, 0 for none.
fn later(family: Family, file: &File, caps: (f64, f64), of: Windowed) -> Result<Own, ModelError> {
    let positive = |key: &str, value: f64| match (1e-6..=1e9).contains(&value) {
        true => Ok(value),
        false => Err(bad(ConfigFault::Impossible {
            key: key.into(),
            value: value.to_string(),
        })),
    };
    let cap = |key, found: Option<Option<f64>>, usual: f64| {
        let usual = (usual > 0.0).then_some(usual);
        let cap = found.unwrap_or(usual).map(|cap| positive(key, cap));
        Ok::<_, ModelError>(cap.transpose()?.map(|cap| cap as f32))
    };
    let scalar = file.query_pre_attn_scalar.unwrap_or(256.0);
    let scalar = positive("query_pre_attn_scalar", scalar)?;
    let named = file.hidden_activation.as_deref().unwrap_or(GELU);
    let window = file.sliding_window.unwrap_or(Some(4096));
    Ok(Own {
        n_kv_heads: Some(4),
        activation: Some(("hidden_activation", named.to_owned())),
        norm_place: NormPlace::Around,
        window: window.map(|tokens| Window { tokens, of }),
        scores: Scores {
            divisor: Some(scalar.sqrt() as f32),
            by_depth: false,
            cap: cap(
                "attn_logit_softcapping",
                file.attn_logit_softcapping,
                caps.0,
            )?,
        },
        logit_cap: cap(
            "final_logit_softcapping",
            file.final_logit_softcapping,
            caps.1,
        )?,
        ..own(family, file)?
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::blocks::{Activation, Positions, RopeScaling};

    const SIZES: &str = r#""num_hidden_layers":6,"num_attention_heads":4,"hidden_size":16,"intermediate_size":7,"vocab_size":5"#;

    #[test]
    fn gemma_1_takes_gelu_for_its_form_by_tanh() {
        for more in [
            "",
            r#","hidden_act":"gelu""#,
            r#","hidden_act":"gelu_pytorch_tanh""#,
        ] {
            let json = format!("{{{SIZES},\"num_key_value_heads\":1{more}}}");
            let config = config(&json).expect("a usable config");
            assert_eq!(config.blocks.activation(), Activation::GeluTanh, "{more}");
            assert_eq!((config.d_head, config.blocks.embed_scale), (256, Some(4.0)));
        }
    }

    #[test]
    fn gemma_2_has_its_caps_unless_the_file_says_null() {
        let caps = |more: &str| {
            let config = config_2(&format!("{{{SIZES}{more}}}"))?;
            Ok::<_, ModelError>((config.blocks.scores.cap, config.blocks.readout.cap))
        };
        assert_eq!(caps(""), Ok((Some(50.0), Some(30.0))));
        let none = r#","attn_logit_softcapping":null,"final_logit_softcapping":null"#;
        assert_eq!(caps(none), Ok((None, None)));
        let error = caps(r#","final_logit_softcapping":-2"#).expect_err("below 0");
        assert!(
            error.to_string().contains("final_logit_softcapping"),
            "{error}"
        );
        let error = caps(r#","query_pre_attn_scalar":0"#).expect_err("0");
        assert!(
            error.to_string().contains("query_pre_attn_scalar"),
            "{error}"
        );
        let error = caps(r#","use_bidirectional_attention":true"#).expect_err("both ways");
        assert!(
            error.to_string().contains("use_bidirectional_attention"),
            "{error}"
        );
    }

    #[test]
    fn gemma_3_bounds_logits_and_not_scores() {
        let caps = r#""attn_logit_softcapping":3.0,"final_logit_softcapping":5.0"#;
        let config = config_3(&format!("{{{SIZES},{caps}}}")).expect("a usable config");
        assert_eq!(config.blocks.scores.cap, None);
        assert_eq!(config.blocks.readout.cap, Some(5.0));
    }

    #[test]
    fn gemma_3_reads_its_two_kinds_of_turns_in_both_layouts() {
        for rope in [
            r#""rope_theta":5e5,"rope_local_base_freq":300,"rope_scaling":{"rope_type":"linear","factor":8.0}"#,
            r#""rope_parameters":{"full_attention":{"rope_type":"linear","factor":8.0,"rope_theta":5e5},
                "sliding_attention":{"rope_type":"default","rope_theta":300}}"#,
        ] {
            let config = config_3(&format!("{{{SIZES},{rope}}}")).expect("a usable config");
            let expected = Positions::Rotary {
                theta: 5e5,
                scaling: Some(RopeScaling::Linear { factor: 8.0 }),
                turned: None,
                local_theta: Some(300.0),
            };
            assert_eq!(config.blocks.positions, expected, "{rope}");
            let windowed: Vec<bool> = config.windows.iter().map(Option::is_some).collect();
            assert_eq!(windowed, [true, true, true, true, true, false]);
        }
        for (rope, named) in [
            (
                r#"{"full_attention":{},"linear_attention":{}}"#,
                "linear_attention",
            ),
            (
                r#"{"full_attention":{},"sliding_attention":{"rope_type":"yarn"}}"#,
                "yarn",
            ),
        ] {
            let config = config_3(&format!("{{{SIZES},\"rope_parameters\":{rope}}}"));
            let error = config.expect_err(named).to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
