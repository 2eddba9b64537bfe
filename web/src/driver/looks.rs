//! Looks inside the model: what the open view shows and has not arrived yet, one request at a time, the visible first.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::inspection::Matrix;
use logitscope_core::{FullDistribution, Interventions, NodeId, Run, TokenId};

use super::{Failure, jobs, recover};
use crate::state::{
    Altered, App, Cell, Column, Drawn, Embedded, HeadRows, InsideView, Kept, LensColumn, Level,
    Phase, Product, Projected, Shares, Vector, Vectors,
};
use logitscope_protocol::{Answer, Command, TapArray};

/// The most positions of one request to the lens, after the first one.
const LENS_AT_ONCE: usize = 4;
/// How many neurons are shown, and how many of them first: those are on screen sooner than all.
const NEURONS: u32 = 10;
const FIRST_NEURONS: u32 = 3;
/// How many near tokens are shown.
const NEAREST: u32 = 12;

/// What to ask for.
pub(super) enum Look {
    /// Attention in a layer, from a position of the path on.
    Attention { layer: u32, from: usize },
    /// Queries and keys of a layer, from a position of the path on.
    Projected { layer: u32, from: usize },
    /// The lens at some positions.
    Lens { from: usize, count: usize },
    /// Every intermediate of a layer at one position.
    Vectors { layer: u32, position: usize },
    /// A column of a matrix of a layer.
    Column {
        layer: u32,
        matrix: Matrix,
        column: u32,
    },
    /// What the parts add to the watched tokens' logits at one position.
    Shares { position: usize },
    /// The most active neurons of a layer at one position.
    Neurons {
        layer: u32,
        position: usize,
        count: u32,
    },
    /// The tokens nearest to one.
    Nearest { token: TokenId },
    /// Where the tokens of the text begin their way, from a position on.
    Places { from: usize },
    /// What the key-value cache holds, at a revision of the run.
    Cache { revision: u64 },
    /// What decoding a token costs.
    Speed,
    /// The logits at one position with parts of the model off or scaled.
    Altered { position: usize },
}

/// What the open view still lacks; `None` if it has all, or there is nothing to ask.
pub(super) fn next(app: App) -> Option<Look> {
    let view = app.inside.view.get_untracked()?;
    let ready = app.phase.with_untracked(|phase| *phase == Phase::Ready);
    if !ready || app.recorded.get_untracked() || untrack(|| app.hidden("inside")) {
        return None;
    }
    let driver = app.driver();
    let run = driver.run.borrow();
    let path = app.shown_path(run.as_ref()?);
    if path.is_empty() {
        return None;
    }
    let kept = driver.kept.borrow();
    let shown = || {
        let node = *app.lens_nodes().last()?;
        Some((node, path.iter().position(|id| *id == node)?))
    };
    match view {
        InsideView::Attention => {
            let (n_layers, n_heads) = untrack(|| app.layers_and_heads())?;
            let d_model = app
                .model
                .with_untracked(|m| m.as_ref().map(|m| m.model.d_model as usize))?;
            // A long text has room for the layer on screen and for some of the others.
            let fit = |bytes| Kept::layers_that_fit(n_heads, path.len(), bytes);
            let budget = app.inside.budget_bytes();
            let rest = budget.saturating_sub(8 * d_model * path.len());
            let before_mask = app.inside.drawn.get_untracked() == Drawn::Scores && fit(rest) > 0;
            let fit = fit(if before_mask { rest } else { budget });
            let shown = app
                .inside
                .layer
                .get_untracked()
                .min(n_layers.saturating_sub(1));
            let layers = std::iter::once(shown).chain((0..n_layers).filter(|l| *l != shown));
            let lacks = |layer: u32| {
                let missing = |node: &NodeId| !kept.attention.has(&(*node, layer));
                Some(Look::Attention {
                    layer,
                    from: path.iter().position(missing)?,
                })
            };
            let unmasked = || {
                let missing = |node: &NodeId| !kept.projected.has(&(*node, shown));
                let from = path.iter().position(missing)?;
                before_mask.then_some(Look::Projected { layer: shown, from })
            };
            let mut layers = layers.take(fit);
            let first = layers.next().and_then(lacks);
            first.or_else(unmasked).or_else(|| layers.find_map(lacks))
        }
        InsideView::Vectors => {
            let (node, position) = shown()?;
            let layer = app.inside.layer.get_untracked();
            let Some(vectors) = kept.vectors.get(&(node, layer)) else {
                return Some(Look::Vectors { layer, position });
            };
            // The final norm takes what leaves the last block.
            let (n_layers, _) = untrack(|| app.layers_and_heads())?;
            let last = n_layers.checked_sub(1)?;
            let stream = !kept.vectors.has(&(node, last));
            column(app, vectors, layer, &kept).or(stream.then_some(Look::Vectors {
                layer: last,
                position,
            }))
        }
        InsideView::Shares => {
            let (node, position) = shown()?;
            let watch = untrack(|| app.lens_watch());
            let known = kept.shares.get(&node).is_some_and(|s| s.watch == watch);
            (!known).then_some(Look::Shares { position })
        }
        InsideView::Neurons => {
            let (node, position) = shown()?;
            let layer = app.inside.layer.get_untracked();
            let d_mlp = app
                .model
                .with_untracked(|m| m.as_ref().map(|m| m.model.d_mlp))?;
            let known = kept.neurons.get(&(node, layer)).map_or(0, |all| all.len()) as u32;
            let count = if known == 0 { FIRST_NEURONS } else { NEURONS };
            let count = count.min(d_mlp);
            (known < count).then_some(Look::Neurons {
                layer,
                position,
                count,
            })
        }
        InsideView::Embeddings => {
            let token = untrack(|| app.near_token())?;
            if !kept.nearest.has(&token) {
                return Some(Look::Nearest { token });
            }
            let width = app
                .model
                .with_untracked(|m| m.as_ref().map(|m| m.model.d_model as usize))?;
            // A text whose vectors do not fit has no map.
            if 16 * width * path.len() > app.inside.budget_bytes() {
                return None;
            }
            let from = path.iter().position(|node| !kept.places.has(node))?;
            Some(Look::Places { from })
        }
        InsideView::Cache => {
            let revision = app.revision.get_untracked();
            let known = kept.cache.as_ref().is_some_and(|(at, _)| *at == revision);
            (!known).then_some(Look::Cache { revision })
        }
        InsideView::Speed => kept.speed.is_none().then_some(Look::Speed),
        InsideView::KnockOut => {
            let (node, position) = shown()?;
            let now = app.inside.interventions.get_untracked();
            let known = kept
                .altered
                .get(&node)
                .is_some_and(|a| a.interventions == now);
            (!known && !now.is_empty()).then_some(Look::Altered { position })
        }
        InsideView::Lens => {
            let nodes = app.lens_nodes();
            let first = path.len().checked_sub(nodes.len())?;
            let place = |at: usize| path.iter().position(|id| *id == nodes[at]).unwrap_or(first);
            let last = nodes.len().checked_sub(1)?;
            // The step on screen follows the watched tokens of now; of the others any will do.
            let watch = untrack(|| app.lens_watch());
            let newest = kept.lens.get(&nodes[last]);
            if newest.is_none_or(|column| column.watch != watch) {
                return Some(Look::Lens {
                    from: place(last),
                    count: 1,
                });
            }
            let lacks = |at: &usize| !kept.lens.has(&nodes[*at]);
            let end = (0..last).rev().find(lacks)?;
            let from = (0..=end)
                .rev()
                .take(LENS_AT_ONCE)
                .take_while(|at| lacks(at))
                .last()?;
            Some(Look::Lens {
                from: place(from),
                count: end + 1 - from,
            })
        }
    }
}

/// The weights of the cell whose terms are shown, if they are not there yet.
fn column(app: App, vectors: &Vectors, layer: u32, kept: &Kept) -> Option<Look> {
    let Cell { name, at } = app.inside.cell.get_untracked()?;
    let Product { matrix, .. } = Product::of(&name)?;
    // The cell may be one of another model.
    vectors.get(&name)?.values.get(at)?;
    let column = at as u32;
    let known = kept.columns.has(&(layer, matrix, column));
    (!known).then_some(Look::Column {
        layer,
        matrix,
        column,
    })
}

/// Asks, and keeps what comes. A failure closes the view, for the next request would fail, too.
pub(super) async fn take(app: App, look: Look) {
    let view = app.inside.view.get_untracked();
    match try_take(app, look).await {
        // It is asked for again, of the model that is looked at now.
        Ok(()) | Err(Failure::Superseded) => {}
        Err(failure) => {
            // The visitor may look at something else by now.
            if app.inside.view.get_untracked() == view {
                app.look_inside(None);
            }
            let text = format!("The inside could not be computed. {}", failure.sentence());
            app.notify(Level::Warning, text);
        }
    }
    app.inside.arrived.update(|n| *n += 1);
}

async fn try_take(app: App, look: Look) -> Result<(), Failure> {
    let (path, tokens) = jobs::with_run(app, |run| Ok(text(app, run)))?;
    let up_to = |position: usize| tokens[..tokens.len().min(position + 1)].to_vec();
    let lane = match &look {
        Look::Altered { .. } => app.inside.interventions.get_untracked(),
        Look::Nearest { .. } | Look::Cache { .. } | Look::Speed => Interventions::default(),
        _ => app.lane(),
    };
    let looked_at = app.lane();
    let ask = async |command: Command| {
        let answer = recover::once(app, command, lane.clone()).await?;
        match app.lane() == looked_at {
            true => Ok(answer),
            false => Err(Failure::Superseded),
        }
    };
    let watch = || untrack(|| app.lens_watch());
    let driver = app.driver();
    let budget = app.inside.budget_bytes();
    if !matches!(look, Look::Cache { .. }) {
        // Whatever is computed may move what lies in the cache.
        driver.kept.borrow_mut().cache = None;
    }
    match look {
        Look::Attention { layer, from } => {
            let command = Command::Inspect {
                tokens,
                from: from as u32,
                layers: vec![layer],
                names: vec!["attn_scores".into(), "pattern".into()],
            };
            let Answer::Taps(taps) = ask(command).await? else {
                return Err(Failure::WrongAnswer("inspect"));
            };
            let rows = attention(&path, layer, &taps);
            driver.kept.borrow_mut().keep_attention(rows, budget);
        }
        Look::Projected { layer, from } => {
            let command = Command::Inspect {
                tokens,
                from: from as u32,
                layers: vec![layer],
                names: vec!["q".into(), "k".into()],
            };
            let Answer::Taps(taps) = ask(command).await? else {
                return Err(Failure::WrongAnswer("inspect"));
            };
            let projected = |(q, k): (&TapArray, &TapArray)| {
                let projected = Projected {
                    n_heads: q.shape.first().copied().unwrap_or(0),
                    query: floats(q),
                    key: floats(k),
                };
                Some(((*path.get(q.position as usize)?, layer), projected))
            };
            let all = pairs(&taps, "q", "k").filter_map(projected).collect();
            driver.kept.borrow_mut().keep_projected(all, budget);
        }
        Look::Vectors { layer, position } => {
            let command = Command::Inspect {
                tokens: up_to(position),
                from: position as u32,
                layers: vec![layer],
                names: Vec::new(),
            };
            let Answer::Taps(taps) = ask(command).await? else {
                return Err(Failure::WrongAnswer("inspect"));
            };
            let vector = |tap: &TapArray| Vector {
                name: tap.name.clone(),
                layer: tap.layer,
                shape: tap.shape.clone(),
                values: floats(tap),
            };
            let vectors = Vectors {
                position: position as u32,
                all: taps.iter().map(vector).collect(),
            };
            let all = vec![((path[position], layer), vectors)];
            driver.kept.borrow_mut().keep_vectors(all, budget);
        }
        Look::Column {
            layer,
            matrix,
            column,
        } => {
            let command = Command::Column {
                layer,
                matrix,
                column,
            };
            let Answer::Column { weights, bias } = ask(command).await? else {
                return Err(Failure::WrongAnswer("column"));
            };
            let weights = from_bytes(&weights);
            let all = vec![((layer, matrix, column), Column { weights, bias })];
            driver.kept.borrow_mut().keep_columns(all, budget);
        }
        Look::Lens { from, count } => {
            let watch = watch();
            let command = Command::Lens {
                tokens: tokens[..(from + count).min(tokens.len())].to_vec(),
                from: from as u32,
                count: count as u32,
                watch: watch.clone(),
            };
            let Answer::Lens(columns) = ask(command).await? else {
                return Err(Failure::WrongAnswer("lens"));
            };
            let column = |(node, cells): (&NodeId, _)| {
                let watch = watch.clone();
                (*node, LensColumn { watch, cells })
            };
            let all = path[from..].iter().zip(columns).map(column).collect();
            driver.kept.borrow_mut().keep_lens(all, budget);
        }
        Look::Shares { position } => {
            let watch = watch();
            let command = Command::Attribute {
                tokens: up_to(position),
                watch: watch.clone(),
            };
            let Answer::Attributions(all) = ask(command).await? else {
                return Err(Failure::WrongAnswer("attribute"));
            };
            let all = vec![(path[position], Shares { watch, all })];
            driver.kept.borrow_mut().keep_shares(all, budget);
        }
        Look::Neurons {
            layer,
            position,
            count,
        } => {
            let command = Command::Neurons {
                tokens: up_to(position),
                layer,
                count,
            };
            let Answer::Neurons(all) = ask(command).await? else {
                return Err(Failure::WrongAnswer("neurons"));
            };
            let all = vec![((path[position], layer), all)];
            driver.kept.borrow_mut().keep_neurons(all, budget);
        }
        Look::Nearest { token } => {
            let count = NEAREST;
            let Answer::Nearest(all) = ask(Command::Nearest { token, count }).await? else {
                return Err(Failure::WrongAnswer("nearest"));
            };
            driver
                .kept
                .borrow_mut()
                .keep_nearest(vec![(token, all)], budget);
        }
        Look::Places { from } => {
            let command = Command::Inspect {
                tokens,
                from: from as u32,
                layers: Vec::new(),
                names: vec!["embed".into(), "pos_embed".into()],
            };
            let Answer::Taps(taps) = ask(command).await? else {
                return Err(Failure::WrongAnswer("inspect"));
            };
            let place = |(embed, position): (&TapArray, &TapArray)| {
                let (embed, values) = (floats(embed), floats(position));
                let node = *path.get(position.position as usize)?;
                let position = values;
                Some((node, Embedded { embed, position }))
            };
            let all = pairs(&taps, "embed", "pos_embed").filter_map(place);
            let all = all.collect();
            driver.kept.borrow_mut().keep_places(all, budget);
        }
        Look::Cache { revision } => {
            let Answer::Cache(map) = ask(Command::Cache).await? else {
                return Err(Failure::WrongAnswer("cache"));
            };
            driver.kept.borrow_mut().cache = Some((revision, Arc::new(map)));
        }
        Look::Speed => {
            let n = tokens.len();
            let Answer::Speed(speed) = ask(Command::Speed { tokens }).await? else {
                return Err(Failure::WrongAnswer("speed"));
            };
            driver.kept.borrow_mut().speed = Some((n, Arc::new(speed)));
        }
        Look::Altered { position } => {
            let command = Command::Evaluate {
                tokens: up_to(position),
                fresh: false,
            };
            let Answer::Logits { bytes, .. } = ask(command).await? else {
                return Err(Failure::WrongAnswer("evaluate"));
            };
            let altered = Altered {
                interventions: lane,
                distribution: Arc::new(FullDistribution::new(&from_bytes(&bytes))?),
            };
            let all = vec![(path[position], altered)];
            driver.kept.borrow_mut().keep_altered(all, budget);
        }
    }
    let bytes = driver.kept.borrow().bytes();
    app.inside.kept_bytes.set(bytes);
    Ok(())
}

/// The nodes of the text and their tokens.
fn text(app: App, run: &Run) -> (Vec<NodeId>, Vec<TokenId>) {
    let path = app.shown_path(run);
    let tokens = run.tree().tokens(&path);
    (path, tokens)
}

/// The arrays called `first` and `second`, position by position.
fn pairs<'a>(
    taps: &'a [TapArray],
    first: &'static str,
    second: &'static str,
) -> impl Iterator<Item = (&'a TapArray, &'a TapArray)> {
    let named = |name: &'static str| taps.iter().filter(move |tap| tap.name == name);
    named(first).zip(named(second))
}

/// Joins the scores and the pattern of each position.
fn attention(path: &[NodeId], layer: u32, taps: &[TapArray]) -> Vec<((NodeId, u32), HeadRows)> {
    let row = |(scores, pattern): (&TapArray, &TapArray)| {
        let rows = HeadRows {
            n_heads: scores.shape.first().copied().unwrap_or(0),
            scores: floats(scores),
            pattern: floats(pattern),
        };
        Some(((*path.get(scores.position as usize)?, layer), rows))
    };
    pairs(taps, "attn_scores", "pattern")
        .filter_map(row)
        .collect()
}

fn floats(tap: &TapArray) -> Vec<f32> {
    from_bytes(&tap.bytes)
}

/// Numbers as the engine sends them.
pub(super) fn from_bytes(bytes: &[u8]) -> Vec<f32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}
