//! Runs a strategy on lanes.

use logitscope_core::strategy::{Ask, Role, Strategy};
use logitscope_core::{CoreError, Timings};
use web_time::Instant;

use crate::{Lane, ModelError, Taps};

/// The output of the final norm.
const FINAL_STATE: &str = "ln_final";

fn since(start: Instant, rows: usize) -> Timings {
    Timings {
        forward_ms: start.elapsed().as_secs_f64() * 1e3,
        rows: rows as u32,
    }
}

impl Lane<'_> {
    /// The logits that a strategy asks for, a row `[d_vocab]` for each text or place, and what they cost.
    pub async fn answer(&mut self, ask: &Ask) -> Result<(Vec<Vec<f32>>, Timings), ModelError> {
        match ask {
            Ask::Ends { texts, .. } => self.evaluate_all(texts).await,
            Ask::Along { tokens, from, .. } => {
                let start = Instant::now();
                let mut rows = Vec::new();
                let n_layers = self.config().n_layers;
                let keep = |_, row| rows.push(row);
                self.logits_at(tokens, *from..tokens.len(), n_layers, keep)
                    .await?;
                let timings = since(start, rows.len());
                Ok((rows, timings))
            }
            Ask::Layers { tokens, layers } => {
                let start = Instant::now();
                let last = tokens.len().saturating_sub(1)..tokens.len();
                let mut rows = Vec::new();
                for layer in layers {
                    let keep = |_, row| rows.push(row);
                    self.logits_at(tokens, last.clone(), *layer, keep).await?;
                }
                Ok((rows, since(start, layers.len())))
            }
            // A lane has no parser: who drives a strategy that asks for masks has one.
            Ask::Masks { .. } => Err(CoreError::MaskMissing.into()),
            Ask::States { texts, from } => {
                let start = Instant::now();
                // Keys and values of all of them in one forward pass.
                self.evaluate_all(texts).await?;
                let taps = Taps::new(&[FINAL_STATE.to_owned()], &[]);
                let mut rows = Vec::new();
                for text in texts {
                    let found = self.inspect(text, *from, &taps).await?;
                    rows.extend(found.into_iter().map(|tap| tap.values));
                }
                let timings = since(start, rows.len());
                Ok((rows, timings))
            }
        }
    }
}

/// Takes `strategy` one forward pass further; false once it has ended. `draft` is the lane of the model that drafts; where there is none the
/// model drafts for itself.
pub async fn advance(
    strategy: &mut dyn Strategy,
    model: &mut Lane<'_>,
    draft: Option<&mut Lane<'_>>,
) -> Result<bool, ModelError> {
    let Some(ask) = strategy.ask() else {
        return Ok(false);
    };
    let (rows, timings) = match (ask.of(), draft) {
        (Role::Draft, Some(draft)) => draft.answer(&ask).await?,
        _ => model.answer(&ask).await?,
    };
    strategy.accept(&rows, timings)?;
    Ok(true)
}
