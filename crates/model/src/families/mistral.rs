//! Mistral (Jiang et al. 2023, arXiv:2310.06825): a Llama without biases, whose tokens see back no further than a window.

use super::fields::read;
use super::llama::config::{File, Own, Window, Windowed, config_of};
use crate::ModelError;
use crate::config::{Config, Family};

/// The window where the file has none; `null` is no window.
const WINDOW: u64 = 4096;

/// Reads `config.json`.
pub(crate) fn config(json: &str) -> Result<Config, ModelError> {
    let file: File = read(json)?;
    let window = file.sliding_window.unwrap_or(Some(WINDOW));
    let own = Own {
        n_kv_heads: Some(8),
        n_positions: 4096 * 32,
        window: window.map(|tokens| Window {
            tokens,
            of: Windowed::From(0),
        }),
        ..Own::of(Family::Mistral)
    };
    config_of(&file, &own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_has_the_window_unless_the_file_says_otherwise() {
        let windows = |more: &str| {
            let json = format!(
                r#"{{"num_hidden_layers":2,"num_attention_heads":8,"hidden_size":16,"intermediate_size":7,"vocab_size":5{more}}}"#
            );
            let config = config(&json).expect("a usable config");
            (config.windows, config.n_ctx)
        };
        let of = |layers: &[Option<u32>]| (layers.to_vec(), 131_072);
        assert_eq!(windows(""), of(&[Some(4096), Some(4096)]));
        assert_eq!(windows(r#","sliding_window":null"#), of(&[]));
        assert_eq!(
            windows(r#","sliding_window":64,"layer_types":["full_attention","sliding_attention"]"#),
            of(&[None, Some(64)])
        );
    }
}
