//! SmolLM3 (Hugging Face 2025): a Llama of which every fourth block turns nothing, so that it sees words without their places (Yang et al. 2025,
//! arXiv:2501.18795).

use logitscope_core::error::ConfigFault;

use super::fields::{bad, layers, read};
use super::llama::config::{File, Own, Window, Windowed, config_of};
use super::rope::Usual;
use crate::ModelError;
use crate::config::{Config, Family};

/// Reads `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let bias = file.attention_bias.unwrap_or(false);
    let unturned = unturned(&file)?;
    // Where nothing else is said, the blocks that turn nothing have the window, if it is used.
    let windowed = match file.use_sliding_window {
        Some(true) => unturned.clone(),
        _ => Vec::new(),
    };
    let own = Own {
        n_kv_heads: Some(4),
        n_positions: 32_768,
        tied: true,
        biases: (bias, bias),
        rope: Usual {
            theta: 2e6,
            ..Usual::of(Family::SmolLm3)
        },
        window: file.sliding_window.flatten().map(|tokens| Window {
            tokens,
            of: Windowed::Those(windowed),
        }),
        unturned,
        ..Own::of(Family::SmolLm3)
    };
    config_of(&file, &own)
}

/// Which blocks turn nothing. In the list of the file 1 says that a block turns, in spite of its name.
fn unturned(file: &File) -> Result<Vec<bool>, ModelError> {
    let n_layers = layers("num_hidden_layers", file.num_hidden_layers)?;
    let Some(turns) = &file.no_rope_layers else {
        let every = file.no_rope_layer_interval.unwrap_or(4);
        let is_last = |nth: u32| every > 0 && nth.is_multiple_of(every);
        return Ok((1..=n_layers).map(is_last).collect());
    };
    let turns_of_each = turns.iter().take(n_layers as usize);
    let unturned: Vec<bool> = turns_of_each.map(|turns| *turns == 0).collect();
    match unturned.len() == n_layers as usize {
        true => Ok(unturned),
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

    fn of(more: &str) -> Result<Config, ModelError> {
        config(&format!(
            r#"{{"num_hidden_layers":6,"num_attention_heads":4,"hidden_size":16,"intermediate_size":7,"vocab_size":5{more}}}"#
        ))
    }

    #[test]
    fn blocks_that_turn_nothing_are_those_of_the_list_or_every_fourth() {
        let unturned = |more: &str| {
            let all = of(more)?.unturned.into_iter().zip(1..);
            Ok::<_, ModelError>(
                all.filter_map(|(still, nth)| still.then_some(nth))
                    .collect(),
            )
        };
        let ok = |blocks: &[u32]| Ok(blocks.to_vec());
        assert_eq!(unturned(""), ok(&[4]));
        let list = r#","no_rope_layers":[1,0,1,1,0,0]"#;
        assert_eq!(unturned(list), ok(&[2, 5, 6]));
        let all = r#","no_rope_layers":[1,1,1,1,1,1]"#;
        assert_eq!(unturned(all), ok(&[]));
        assert_eq!(unturned(r#","no_rope_layer_interval":2"#), ok(&[2, 4, 6]));
        assert!(unturned(r#","no_rope_layers":[1,0,1]"#).is_err());
    }

    #[test]
    fn blocks_that_turn_nothing_have_the_window() {
        let (window, none) = (Some(8), None);
        let windows =
            |more: &str| of(&format!(r#","sliding_window":8{more}"#)).map(|it| it.windows);
        let of_third = [none, none, window, none, none, window].to_vec();
        let third = r#","use_sliding_window":true,"no_rope_layer_interval":3"#;
        assert_eq!(windows(third), Ok(of_third));
        assert_eq!(windows(""), Ok(vec![none; 6]));
    }
}
