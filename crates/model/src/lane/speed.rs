//! What decoding a token costs, measured.

use logitscope_core::TokenId;
use logitscope_core::inspection::DecodeCost;

use super::{Lane, Lanes, PLAIN};
use crate::ModelError;
use crate::backend::pad4;

/// How often a token is decoded to be timed; the best counts.
const SPEED_ROUNDS: usize = 5;

impl Lanes {
    /// What is measured is always the plan of the model as it is, on the last batch. If that was another lane's, its keys and
    /// values are no longer its own.
    pub(super) fn forget_measured(&mut self) {
        if let Some(lane) = self.pool.latest_lane().filter(|lane| *lane != PLAIN) {
            self.pool.release_lane(lane);
        }
    }
}

impl Lane<'_> {
    /// Measures how one token is decoded at the end of `tokens`.
    pub async fn speed(&mut self, tokens: &[TokenId]) -> Result<DecodeCost, ModelError> {
        let path = self.ensure(tokens).await?;
        let last = path.last().copied();
        let mut forward_ms = f64::INFINITY;
        for _ in 0..SPEED_ROUNDS {
            let owner = self.owner(tokens.len());
            self.lanes.pool.release(owner, last.as_slice());
            let (_, timings) = self.evaluate(tokens).await?;
            forward_ms = forward_ms.min(timings.forward_ms);
        }
        let d_vocab = self.config().d_vocab;
        let timeline = self.lanes.model.timeline().await;
        self.lanes.forget_measured();
        let timeline = timeline?;
        let read: u64 = timeline.dispatches.iter().map(|d| d.weight_bytes).sum();
        let counted = self.lanes.bytes_read();
        Ok(DecodeCost {
            bandwidth_gbps: self.lanes.model.bandwidth_gbps().await?,
            forward_ms,
            weight_bytes: if read > 0 { read } else { counted },
            timeline,
            readback_bytes: 4 * u64::from(pad4(d_vocab)),
        })
    }
}
