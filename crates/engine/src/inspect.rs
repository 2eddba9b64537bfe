//! What the engine tells of the model's inside.

use bytemuck::cast_slice;
use logitscope_core::lens::{LensCell, Reading};
use logitscope_core::{FullDistribution, TokenId};
use logitscope_model::Taps;
use logitscope_protocol::{Answer, EngineError, Score, TOP, TapArray};

use crate::host::{Host, engine_error};

impl Host {
    pub(crate) async fn score(&mut self, tokens: &[TokenId]) -> Result<Answer, EngineError> {
        let (lane, _) = self.model()?;
        let mut scores = vec![None];
        let mut broken = None;
        // Token i is rated by the logits after token i − 1; those after the last rate nothing yet.
        let each = |i: usize, logits: Vec<f32>| match (
            tokens.get(i + 1),
            FullDistribution::new(&logits),
        ) {
            (Some(&next), Ok(distribution)) => scores.push(rate(&distribution, next)),
            (_, Err(error)) => broken = Some(error),
            (None, _) => {}
        };
        lane.logits_along(tokens, each)
            .await
            .map_err(engine_error)?;
        match broken {
            Some(error) => Err(engine_error(error.into())),
            None => Ok(Answer::Scores(scores)),
        }
    }

    pub(crate) async fn inspect(
        &mut self,
        tokens: &[TokenId],
        from: u32,
        layers: &[u32],
        names: &[String],
    ) -> Result<Answer, EngineError> {
        let (lane, _) = self.model()?;
        let from = (from as usize).min(tokens.len());
        let taps = lane
            .inspect(tokens, from, &Taps::new(names, layers))
            .await
            .map_err(engine_error)?;
        let arrays = taps.into_iter().map(|tap| TapArray {
            name: tap.name.into(),
            layer: tap.layer,
            position: tap.row as u32,
            shape: tap.shape,
            bytes: cast_slice(&tap.values).to_vec(),
        });
        Ok(Answer::Taps(arrays.collect()))
    }

    pub(crate) async fn lens(
        &mut self,
        tokens: &[TokenId],
        from: u32,
        count: u32,
        watch: &[TokenId],
    ) -> Result<Answer, EngineError> {
        let (lane, _) = self.model()?;
        let first = (from as usize).min(tokens.len());
        let positions = first..first.saturating_add(count as usize).min(tokens.len());
        let n_layers = lane.config().n_layers;
        let mut outputs = Vec::new();
        let mut cells: Vec<Vec<LensCell>> = vec![Vec::new(); positions.len()];
        // From the output down: every depth is seen from it.
        for depth in (0..=n_layers).rev() {
            let mut broken = None;
            let each = |position: usize, logits: Vec<f32>| match Reading::new(&logits) {
                Ok(reading) => {
                    let at = position - first;
                    if depth == n_layers {
                        outputs.push(reading.clone());
                    }
                    if let (Some(output), Some(cells)) = (outputs.get(at), cells.get_mut(at)) {
                        cells.push(reading.cell(depth, output, watch));
                    }
                }
                Err(error) => broken = Some(error),
            };
            lane.logits_at(tokens, positions.clone(), depth, each)
                .await
                .map_err(engine_error)?;
            if let Some(error) = broken {
                return Err(engine_error(error.into()));
            }
        }
        cells.iter_mut().for_each(|column| column.reverse());
        Ok(Answer::Lens(cells))
    }
}

fn rate(distribution: &FullDistribution, token: TokenId) -> Option<Score> {
    let rank = distribution.rank(token)?;
    Some(Score {
        prob: distribution.prob(rank),
        surprisal_bits: distribution.surprisal_bits(rank),
        rank: rank as u32,
        entropy_bits: distribution.entropy_bits(),
        top_mass: distribution.top_mass(TOP),
    })
}
