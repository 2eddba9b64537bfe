//! Does a command in a lane.

use bytemuck::cast_slice;
use logitscope_core::lens::{LensCell, Reading};
use logitscope_core::strategy::{Ask, Role};
use logitscope_core::{Distribution, TokenId};
use logitscope_model::{Lane, ModelError, Piece, Taps, Tokenizer};
use logitscope_protocol::{Answer, Command, Score, TapArray, TokenPiece};

/// Does `command` in `lane`, whose model has `tokenizer`.
pub async fn run(
    lane: &mut Lane<'_>,
    tokenizer: &Tokenizer,
    command: Command,
) -> Result<Answer, ModelError> {
    match command {
        Command::Tokenize { text } => tokenizer.encode(&text).map(pieces),
        Command::TokenizeChat { text } => tokenizer.encode_chat(&text).map(pieces),
        Command::Evaluate { tokens, fresh } => {
            if fresh {
                lane.forget(&tokens)?;
            }
            logits(lane, &tokens).await
        }
        // All are at hand.
        Command::Top { tokens, .. } => logits(lane, &tokens).await,
        Command::EvaluateAll { paths } => {
            let of = Role::Model;
            rows(lane, &Ask::Ends { of, texts: paths }).await
        }
        Command::Along { tokens, from } => {
            let (of, from) = (Role::Model, from as usize);
            rows(lane, &Ask::Along { of, tokens, from }).await
        }
        Command::AfterLayers { tokens, layers } => {
            rows(lane, &Ask::Layers { tokens, layers }).await
        }
        Command::States { paths, from } => {
            let (texts, from) = (paths, from as usize);
            rows(lane, &Ask::States { texts, from }).await
        }
        Command::Speed { tokens } => lane.speed(&tokens).await.map(Answer::Speed),
        Command::Cache => Ok(Answer::Cache(lane.cache())),
        Command::Score { tokens } => score(lane, &tokens).await,
        Command::Inspect {
            tokens,
            from,
            layers,
            names,
        } => {
            let from = (from as usize).min(tokens.len());
            inspect(lane, &tokens, from, &Taps::new(&names, &layers)).await
        }
        Command::Lens {
            tokens,
            from,
            count,
            watch,
        } => lens(lane, &tokens, from, count, &watch).await,
        Command::Attribute { tokens, watch } => {
            let found = lane.attribute(&tokens, &watch).await;
            found.map(Answer::Attributions)
        }
        Command::Neurons {
            tokens,
            layer,
            count,
        } => {
            let found = lane.neurons(&tokens, layer, count as usize).await;
            found.map(Answer::Neurons)
        }
        Command::Column {
            layer,
            matrix,
            column,
        } => {
            let (weights, bias) = lane.column(layer, matrix, column).await?;
            let weights = cast_slice(&weights).to_vec();
            Ok(Answer::Column { weights, bias })
        }
        Command::Nearest { token, count } => {
            let found = lane.nearest(token, count as usize).await;
            found.map(Answer::Nearest)
        }
        Command::Profile => lane.profile().await.map(Answer::Kernels),
    }
}

async fn logits(lane: &mut Lane<'_>, tokens: &[TokenId]) -> Result<Answer, ModelError> {
    let (logits, timings) = lane.evaluate(tokens).await?;
    Ok(Answer::Logits {
        bytes: cast_slice(&logits).to_vec(),
        timings,
    })
}

fn pieces(pieces: Vec<Piece>) -> Answer {
    let pieces = pieces.iter().map(|p| TokenPiece {
        token: p.token,
        start: p.start,
        end: p.end,
    });
    Answer::Tokens(pieces.collect())
}

/// The logits that are asked for, one row after another.
async fn rows(lane: &mut Lane<'_>, ask: &Ask) -> Result<Answer, ModelError> {
    let (found, timings) = lane.answer(ask).await?;
    Ok(Answer::Rows {
        rows: found.len() as u32,
        bytes: found
            .iter()
            .flat_map(|row| cast_slice::<f32, u8>(row))
            .copied()
            .collect(),
        timings,
    })
}

async fn score(lane: &mut Lane<'_>, tokens: &[TokenId]) -> Result<Answer, ModelError> {
    let mut scores = vec![None];
    let mut broken = None;
    // Token i is rated by the logits after token i − 1; those after the last rate nothing yet.
    let each = |i: usize, logits: Vec<f32>| match (tokens.get(i + 1), Distribution::new(&logits)) {
        (Some(&next), Ok(ranked)) => scores.push(Score::of(&ranked, next)),
        (_, Err(error)) => broken = Some(error),
        (None, _) => {}
    };
    lane.logits_along(tokens, each).await?;
    match broken {
        Some(error) => Err(error.into()),
        None => Ok(Answer::Scores(scores)),
    }
}

async fn inspect(
    lane: &mut Lane<'_>,
    tokens: &[TokenId],
    from: usize,
    taps: &Taps,
) -> Result<Answer, ModelError> {
    let taps = lane.inspect(tokens, from, taps).await?;
    let arrays = taps.into_iter().map(|tap| TapArray {
        name: tap.name.into(),
        layer: tap.layer,
        position: tap.row as u32,
        shape: tap.shape,
        bytes: cast_slice(&tap.values).to_vec(),
    });
    Ok(Answer::Taps(arrays.collect()))
}

async fn lens(
    lane: &mut Lane<'_>,
    tokens: &[TokenId],
    from: u32,
    count: u32,
    watch: &[TokenId],
) -> Result<Answer, ModelError> {
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
            .await?;
        if let Some(error) = broken {
            return Err(error.into());
        }
    }
    cells.iter_mut().for_each(|column| column.reverse());
    Ok(Answer::Lens(cells))
}
