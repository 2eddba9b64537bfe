//! DoLa, decoding by contrasting layers: what the last layer finds more probable than an earlier one does.
//!
//! Source: Chuang et al. 2023, arXiv:2309.03883, eq. 2 to 5. An earlier layer is read as by the logit lens, behind the final norm; Transformers, as
//! long as it had DoLa, left that norm out. The divergence is that of the paper, not that of its code, which has the arguments of both KL
//! divergences the other way round.

use serde::{Deserialize, Serialize};

use super::decoding;
use crate::CoreError;

/// Which earlier layers are candidates; the one whose distribution is the farthest from the last layer's is chosen, at every token anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Early {
    /// All but the last.
    #[default]
    All,
    /// Every second one of the lower half, as in the paper for longer answers.
    Low,
    /// Every second one of the upper half, as in the paper for short ones.
    High,
    /// This one: how many blocks have acted; 0 is the embedding alone.
    One(u32),
}

impl Early {
    /// The candidates in a model of `n_layers`: numbers of blocks that have acted. Even ones in a half, where it has any.
    ///
    /// 0 is a candidate only by name: where the embedding and the output have the same table, it says the last token again (Transformers begins at
    /// 2 there). Errors: fewer than two layers, or a layer that is not before the last.
    pub fn candidates(self, n_layers: u32) -> Result<Vec<u32>, CoreError> {
        if n_layers < 2 {
            return Err(CoreError::FewLayers { n_layers });
        }
        let half = n_layers.div_ceil(2);
        let every_second = |from: u32, to: u32| {
            let even: Vec<u32> = (from..to).filter(|layer| layer % 2 == 0).collect();
            match even.is_empty() {
                true => (from..to).collect(),
                false => even,
            }
        };
        Ok(match self {
            Early::All => (1..n_layers).collect(),
            Early::Low => every_second(1, half.max(2)),
            Early::High => every_second(half, n_layers),
            Early::One(layer) if layer < n_layers => vec![layer],
            Early::One(layer) => {
                return Err(CoreError::Setting {
                    name: "layer".to_owned(),
                    value: layer.into(),
                    expected: crate::error::Expected::Whole(0.0, (n_layers - 1).into()),
                });
            }
        })
    }
}

/// log q_N − log q_M of each plausible token; −∞ of the others.
///
/// `last` and `early`: `[d_vocab]`, log-probabilities after the last layer and after layer M.
pub fn scores(last: &[f64], early: &[f64], alpha: f64) -> Vec<f64> {
    decoding::scores(last, early, alpha, None)
}
