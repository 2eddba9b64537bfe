//! What decoding a token costs, measured.

use logitscope_core::TokenId;
use logitscope_core::inspection::DecodeCost;

use super::Lane;
use crate::ModelError;
use crate::backend::pad4;

/// How often a token is decoded to be timed; the best counts.
const SPEED_ROUNDS: usize = 5;

impl Lane {
    /// Has everything ready for looking inside; see `Transformer::prepare_inside`.
    pub async fn prepare_inside(&mut self) -> Result<(), ModelError> {
        self.model.prepare_inside().await
    }

    /// Measures how one token is decoded at the end of `tokens`.
    pub async fn speed(&mut self, tokens: &[TokenId]) -> Result<DecodeCost, ModelError> {
        self.ensure(tokens).await?;
        let last = self.tree.extend(None, tokens)?;
        let mut forward_ms = f64::INFINITY;
        for _ in 0..SPEED_ROUNDS {
            if let Some(last) = last {
                self.release((self.altered, last));
            }
            let (_, timings) = self.evaluate(tokens).await?;
            forward_ms = forward_ms.min(timings.forward_ms);
        }
        let c = self.model.config();
        let (d_vocab, n_read) = (c.d_vocab, c.n_read());
        let timeline = self.model.timeline().await?;
        let read: u64 = timeline.dispatches.iter().map(|d| d.weight_bytes).sum();
        let counted = n_read * self.bytes_per_weight();
        Ok(DecodeCost {
            bandwidth_gbps: self.model.bandwidth_gbps().await?,
            forward_ms,
            weight_bytes: if read > 0 { read } else { counted },
            timeline,
            readback_bytes: 4 * u64::from(pad4(d_vocab)),
        })
    }
}
