//! SmolLM3 (Hugging Face 2025): a Llama of which every fourth block turns nothing, so that it sees words without their places (Yang et al. 2025,
//! arXiv:2501.18795).

use logitscope_core::error::ConfigFault;

use super::fields::{bad, read, unsupported};
use super::llama::config::{File, Own, config_of};
use super::rope::Usual;
use crate::ModelError;
use crate::config::{Config, Family};

/// Reads `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    if file.use_sliding_window == Some(true) {
        return Err(unsupported(Family::SmolLm3, "use_sliding_window", true));
    }
    let bias = file.attention_bias.unwrap_or(false);
    let own = Own {
        n_kv_heads: Some(4),
        n_positions: 32_768,
        tied: true,
        biases: (bias, bias),
        rope: Usual {
            theta: 2e6,
            unturned_every: unturned_every(&file)?,
            ..Usual::of(Family::SmolLm3)
        },
        ..Own::of(Family::SmolLm3)
    };
    config_of(&file, &own)
}

/// Every how many blocks the last one turns nothing. In the list of the file 1 says that a block turns, in spite of its name.
fn unturned_every(file: &File) -> Result<Option<u32>, ModelError> {
    let interval = file.no_rope_layer_interval.unwrap_or(4);
    let Some(turns) = &file.no_rope_layers else {
        return Ok(Some(interval).filter(|every| *every > 0));
    };
    let first = turns.iter().position(|turns| *turns == 0);
    let every = first.map(|at| at as u32 + 1);
    let regular = (1..).zip(turns).all(|(nth, turns): (u32, &u8)| {
        let still = every.is_some_and(|every| nth.is_multiple_of(every));
        (*turns == 0) == still
    });
    match regular {
        true => Ok(every),
        false => Err(bad(ConfigFault::UnsupportedFor {
            key: "no_rope_layers".into(),
            value: format!("{turns:?}"),
            family: Family::SmolLm3.name().into(),
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::blocks::Positions;

    #[test]
    fn a_list_of_blocks_is_taken_where_it_is_regular() {
        let every = |more: &str| {
            let json = format!(
                r#"{{"num_hidden_layers":6,"num_attention_heads":4,"hidden_size":16,"intermediate_size":7,"vocab_size":5{more}}}"#
            );
            match config(&json)?.blocks.positions {
                Positions::Rotary { unturned_every, .. } => Ok(unturned_every),
                Positions::Learned => unreachable!("it is rotary"),
            }
        };
        let ok = |every| Ok::<_, ModelError>(every);
        assert_eq!(every(""), ok(Some(4)));
        assert_eq!(every(r#","no_rope_layers":[1,1,0,1,1,0]"#), ok(Some(3)));
        assert_eq!(every(r#","no_rope_layers":[1,1,1,1,1,1]"#), ok(None));
        assert_eq!(every(r#","no_rope_layer_interval":2"#), ok(Some(2)));
        assert!(every(r#","no_rope_layers":[1,0,1,1,0,0]"#).is_err());
    }
}
