//! Phi-3 and 4 (Abdin et al. 2024, arXiv:2404.14219): a Llama whose file has queries, keys and values in one matrix, gate and up in another,
//! and whose context may be made longer by longrope.

use super::fields::read;
use super::llama::config::{File, Own, Window, Windowed, config_of};
use super::rope::Usual;
use crate::ModelError;
use crate::config::{Config, Family};

/// Reads `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let window = file.sliding_window.flatten();
    let own = Own {
        n_positions: 4096,
        norm_eps: 1e-5,
        rope: Usual {
            partial: Some(1.0),
            original: Some(4096),
            ..Usual::of(Family::Phi3)
        },
        window: window.map(|tokens| Window {
            tokens,
            of: Windowed::From(0),
        }),
        ..Own::of(Family::Phi3)
    };
    config_of(&file, &own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Reach;
    use logitscope_core::blocks::{Positions, RopeScaling};

    fn with(more: &str) -> Result<Config, ModelError> {
        let json = format!(
            r#"{{"num_hidden_layers":1,"num_attention_heads":2,"hidden_size":8,"intermediate_size":7,"vocab_size":5{more}}}"#
        );
        config(&json)
    }

    #[test]
    fn longrope_is_read_by_each_of_its_names() {
        for kind in ["longrope", "su", "yarn"] {
            let config = with(&format!(
                r#","max_position_embeddings":8192,"original_max_position_embeddings":64,
                "rope_scaling":{{"type":"{kind}","short_factor":[1.5,2],"long_factor":[3,4]}}"#
            ))
            .expect("a usable config");
            assert_eq!((config.n_positions, config.n_ctx), (8192, 8192), "{kind}");
            assert_eq!(config.rope_divisors, [[1.5, 2.0], [3.0, 4.0]]);
            let reach = [64, 65, 8192].map(|n| config.reach(n));
            assert_eq!(reach, [Reach::Within, Reach::Beyond, Reach::Beyond]);
            let Positions::Rotary { scaling, .. } = config.blocks.positions else {
                unreachable!("it is rotary")
            };
            let Some(RopeScaling::Longrope {
                attention,
                original,
            }) = scaling
            else {
                panic!("{kind}: {scaling:?}")
            };
            // √(1 + ln 128 / ln 64)
            assert_eq!(original, 64);
            assert!((attention - (1.0 + 7.0 / 6.0f64).sqrt()).abs() < 1e-12);
        }
    }

    #[test]
    fn factors_that_do_not_fit_are_refused_with_their_value() {
        for factors in ["[1.5]", "[1.5,0]", "[1.5,\"x\"]", "3"] {
            let config = with(&format!(
                r#","rope_scaling":{{"type":"longrope","short_factor":{factors}}}"#
            ));
            let error = config.expect_err(factors).to_string();
            assert!(error.contains("short_factor"), "{error}");
        }
        let error = with(r#","rope_scaling":{"type":"longrope"}"#).expect_err("none");
        assert!(error.to_string().contains("short_factor"), "{error}");
        let long = r#","original_max_position_embeddings":64,"rope_scaling":{"type":"longrope","short_factor":[1,2]}"#;
        let error = with(long).expect_err("none of long texts").to_string();
        assert!(error.contains("long_factor"), "{error}");
        let error = with(r#","rope_scaling":{"type":"proportional"}"#).expect_err("unknown");
        let error = error.to_string();
        assert!(
            error.contains("rope_scaling") && error.contains("proportional"),
            "{error}"
        );
    }
}
