//! Direct logit attribution: what each part of a model adds to the logit of a token.
//!
//! The residual stream is a sum of what the parts wrote into it, and, once the final layer norm's scale is taken as given, the logit is
//! linear in it. So the logit is a sum over the parts (Elhage et al. 2021, *A Mathematical Framework for Transformer Circuits*). Where a norm
//! stands behind attention or the MLP, its scale is taken as given, too. A bound of the logits is not linear: what it takes off is a part.

use serde::{Deserialize, Serialize};

use crate::{TokenId, norm};

/// Where a share of a logit comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The token's embedding.
    Embed,
    /// The position's embedding.
    Position,
    /// What a head wrote, without the bias of the output projection. Where what attention writes is normalised before it is added, its part
    /// of that, at the scale of the norm.
    Head {
        /// 0-based.
        layer: u32,
        /// 0-based.
        head: u32,
    },
    /// The bias of a layer's output projection.
    AttentionBias {
        /// 0-based.
        layer: u32,
    },
    /// What an MLP wrote, its bias included.
    Mlp {
        /// 0-based.
        layer: u32,
    },
    /// The bias of the final norm: the same for every text.
    FinalBias,
    /// The bias of the unembedding: the same for every text.
    UnembedBias,
    /// What the bound of the logits takes off: the others add up to the logit before it.
    Cap,
}

/// What the parts add to the logit of one token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attribution {
    /// The token.
    pub token: TokenId,
    /// Each part with what it adds, in logits, from the embedding to the final bias.
    pub parts: Vec<(Source, f64)>,
}

impl Attribution {
    /// The sum of all parts: the logit, but for rounding.
    pub fn total(&self) -> f64 {
        self.parts.iter().map(|(_, share)| share).sum()
    }
}

/// The final norm at one position, or another one that parts of the residual stream go through: its values, and the scale that it divides by
/// there.
#[derive(Debug, Clone, PartialEq)]
pub struct FinalNorm {
    /// γ, `[d_model]`.
    pub gain: Vec<f32>,
    /// β, `[d_model]`; empty where there is none.
    pub bias: Vec<f32>,
    /// √(variance + ε) of the residual stream that enters it; of an RMS norm √(mean square + ε).
    pub scale: f64,
    /// Whether it subtracts the mean, as a layer norm does.
    pub centres: bool,
}

impl FinalNorm {
    /// A layer norm at the position whose last residual stream is `resid`, `[d_model]`.
    pub fn at(gain: &[f32], bias: &[f32], eps: f32, resid: &[f32]) -> Self {
        FinalNorm {
            gain: gain.to_vec(),
            bias: bias.to_vec(),
            scale: (norm::variance(resid) + f64::from(eps)).sqrt(),
            centres: true,
        }
    }

    /// An RMS norm, which has no bias, at the position whose last residual stream is `resid`, `[d_model]`.
    pub fn rms(gain: &[f32], eps: f32, resid: &[f32]) -> Self {
        FinalNorm {
            gain: gain.to_vec(),
            bias: Vec::new(),
            scale: (norm::mean_square(resid) + f64::from(eps)).sqrt(),
            centres: false,
        }
    }

    /// What it subtracts from `values`.
    fn centre(&self, values: impl ExactSizeIterator<Item = f64>) -> f64 {
        if self.centres { mean(values) } else { 0.0 }
    }

    /// What the norm makes of `written`, a part of the residual stream, `[d_model]`: centred if it does, over the scale, times γ. All
    /// parts together and β give the norm's output.
    pub fn of_part(&self, written: &[f32]) -> Vec<f32> {
        let mean = self.centre(written.iter().map(|x| f64::from(*x)));
        let one = |(x, gain): (&f32, &f32)| {
            ((f64::from(*x) - mean) / self.scale * f64::from(*gain)) as f32
        };
        written.iter().zip(&self.gain).map(one).collect()
    }

    /// The direction of the residual stream in which the logit of a token grows, given its row `unembed` of the unembedding, `[d_model]`:
    /// a part's share is its product with it.
    pub fn direction(&self, unembed: &[f32]) -> Vec<f64> {
        let weighted = unembed.iter().zip(&self.gain);
        let weighted: Vec<f64> = weighted
            .map(|(u, g)| f64::from(*u) * f64::from(*g))
            .collect();
        let mean = self.centre(weighted.iter().copied());
        weighted.iter().map(|w| (w - mean) / self.scale).collect()
    }

    /// What the bias adds to the logit of a token, given its row of the unembedding.
    pub fn bias_share(&self, unembed: &[f32]) -> f64 {
        let pairs = self.bias.iter().zip(unembed);
        pairs.map(|(b, u)| f64::from(*b) * f64::from(*u)).sum()
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len().max(1) as f64;
    values.sum::<f64>() / n
}

/// The share of a part that wrote `written`, `[d_model]`, along a [`FinalNorm::direction`].
pub fn share(written: &[f32], direction: &[f64]) -> f64 {
    let pairs = written.iter().zip(direction);
    pairs.map(|(w, d)| f64::from(*w) * d).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_the_parts_add_up_to_the_logit_of_the_sum() {
        let (gain, bias) = ([0.5, 2.0, 1.0, -1.0], [0.1, 0.0, -0.2, 0.3]);
        let parts = [[1.0, -2.0, 0.5, 3.0], [0.25, 4.0, -1.0, 0.0]];
        let unembed = [0.3, -0.7, 1.1, 0.2];
        let resid: Vec<f32> = (0..4).map(|i| parts[0][i] + parts[1][i]).collect();
        let norm = FinalNorm::at(&gain, &bias, 1e-5, &resid);

        // The norm written out.
        let mean = resid.iter().sum::<f32>() / 4.0;
        let normed = |i: usize| {
            f64::from(resid[i] - mean) / norm.scale * f64::from(gain[i]) + f64::from(bias[i])
        };
        let logit: f64 = (0..4).map(|i| normed(i) * f64::from(unembed[i])).sum();

        let direction = norm.direction(&unembed);
        let shares = parts
            .iter()
            .map(|part| share(part, &direction))
            .sum::<f64>();
        assert!((shares + norm.bias_share(&unembed) - logit).abs() < 1e-6);
        // Seen from the other side: what the norm makes of the parts.
        let dot = |part: &[f32; 4]| {
            let made = norm.of_part(part);
            made.iter()
                .zip(&unembed)
                .map(|(a, b)| f64::from(a * b))
                .sum::<f64>()
        };
        assert!((parts.iter().map(dot).sum::<f64>() - shares).abs() < 1e-6);

        // An RMS norm takes the parts as they are.
        let norm = FinalNorm::rms(&gain, 1e-5, &resid);
        let square = resid.iter().map(|x| f64::from(x * x)).sum::<f64>() / 4.0;
        let scale = (square + 1e-5).sqrt();
        let terms = (0..4).map(|i| f64::from(resid[i] * gain[i] * unembed[i]) / scale);
        let direction = norm.direction(&unembed);
        let shares: f64 = parts.iter().map(|part| share(part, &direction)).sum();
        assert!((shares - terms.sum::<f64>()).abs() < 1e-6);
    }
}
