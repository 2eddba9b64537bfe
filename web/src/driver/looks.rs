//! Looks inside the model: what the open view shows and has not arrived yet, one request at a time, the visible first.

use leptos::prelude::*;
use logitscope_core::{NodeId, Run, TokenId};

use super::{Failure, jobs, recover};
use crate::protocol::{Answer, Command, TapArray};
use crate::state::{App, HeadRows, InsideView, Kept, LensColumn, Level, Phase, Vector, Vectors};

/// The most positions of one request to the lens, after the first one.
const LENS_AT_ONCE: usize = 4;

/// What to ask for.
pub(super) enum Look {
    /// Attention in a layer, from a position of the path on.
    Attention { layer: u32, from: usize },
    /// The lens at some positions.
    Lens { from: usize, count: usize },
    /// Every intermediate of a layer at one position.
    Vectors { layer: u32, position: usize },
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
    let path = run.as_ref()?.path();
    let kept = driver.kept.borrow();
    match view {
        InsideView::Attention => {
            let of_model = |m: &Option<std::sync::Arc<crate::protocol::Loaded>>| {
                m.as_ref().map(|m| (m.model.n_layers, m.model.n_heads))
            };
            let (n_layers, n_heads) = app.model.with_untracked(of_model)?;
            // A long text has room for the layer on screen and for some of the others.
            let fit = Kept::layers_that_fit(n_heads, path.len());
            let shown = app
                .inside
                .layer
                .get_untracked()
                .min(n_layers.saturating_sub(1));
            let layers = std::iter::once(shown).chain((0..n_layers).filter(|l| *l != shown));
            let lacks = |layer: u32| {
                let missing = |node: &NodeId| !kept.has_attention(*node, layer);
                Some(Look::Attention {
                    layer,
                    from: path.iter().position(missing)?,
                })
            };
            layers.take(fit).find_map(lacks)
        }
        InsideView::Vectors => {
            let layer = app.inside.layer.get_untracked();
            let node = *app.lens_nodes().last()?;
            let position = path.iter().position(|id| *id == node)?;
            (!kept.has_vectors(node, layer)).then_some(Look::Vectors { layer, position })
        }
        InsideView::Lens => {
            let nodes = app.lens_nodes();
            let first = path.len().checked_sub(nodes.len())?;
            let place = |at: usize| path.iter().position(|id| *id == nodes[at]).unwrap_or(first);
            let last = nodes.len().checked_sub(1)?;
            // The step on screen follows the watched tokens of now; of the others any will do.
            let watch = untrack(|| app.lens_watch());
            if kept
                .lens(nodes[last])
                .is_none_or(|column| column.watch != watch)
            {
                return Some(Look::Lens {
                    from: place(last),
                    count: 1,
                });
            }
            let lacks = |at: &usize| kept.lens(nodes[*at]).is_none();
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

/// Asks, and keeps what comes. A failure closes the view, for the next request would fail, too.
pub(super) async fn take(app: App, look: Look) {
    if let Err(failure) = try_take(app, look).await {
        app.look_inside(None);
        let text = format!("The inside could not be computed. {}", failure.sentence());
        app.notify(Level::Warning, text);
    }
    app.inside.arrived.update(|n| *n += 1);
}

async fn try_take(app: App, look: Look) -> Result<(), Failure> {
    let (path, tokens) = jobs::with_run(app, |run| Ok(text(run)))?;
    match look {
        Look::Attention { layer, from } => {
            let command = Command::Inspect {
                tokens,
                from: from as u32,
                layers: vec![layer],
                names: vec!["attn_scores".into(), "pattern".into()],
            };
            let Answer::Taps(taps) = recover::once(app, command).await? else {
                return Err(Failure::WrongAnswer("inspect"));
            };
            keep_attention(app, &path, layer, &taps);
        }
        Look::Vectors { layer, position } => {
            let command = Command::Inspect {
                tokens: tokens[..tokens.len().min(position + 1)].to_vec(),
                from: position as u32,
                layers: vec![layer],
                names: Vec::new(),
            };
            let Answer::Taps(taps) = recover::once(app, command).await? else {
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
            let driver = app.driver();
            driver
                .kept
                .borrow_mut()
                .keep_vectors(path[position], layer, vectors);
        }
        Look::Lens { from, count } => {
            let watch = untrack(|| app.lens_watch());
            let command = Command::Lens {
                tokens: tokens[..(from + count).min(tokens.len())].to_vec(),
                from: from as u32,
                count: count as u32,
                watch: watch.clone(),
            };
            let Answer::Lens(columns) = recover::once(app, command).await? else {
                return Err(Failure::WrongAnswer("lens"));
            };
            let driver = app.driver();
            let mut kept = driver.kept.borrow_mut();
            for (node, cells) in path[from..].iter().zip(columns) {
                let watch = watch.clone();
                kept.keep_lens(*node, LensColumn { watch, cells });
            }
        }
    }
    Ok(())
}

/// The nodes of the text and their tokens.
fn text(run: &Run) -> (Vec<NodeId>, Vec<TokenId>) {
    let path = run.path();
    let tokens = run.tree().tokens(&path);
    (path, tokens)
}

/// Joins the scores and the pattern of each position.
fn keep_attention(app: App, path: &[NodeId], layer: u32, taps: &[TapArray]) {
    let driver = app.driver();
    let mut kept = driver.kept.borrow_mut();
    let named = |name: &'static str| taps.iter().filter(move |tap| tap.name == name);
    let pairs = named("attn_scores").zip(named("pattern"));
    let row = |(scores, pattern): (&TapArray, &TapArray)| {
        let rows = HeadRows {
            n_heads: scores.shape.first().copied().unwrap_or(0),
            scores: floats(scores),
            pattern: floats(pattern),
        };
        Some((*path.get(scores.position as usize)?, rows))
    };
    kept.keep_attention(layer, pairs.filter_map(row).collect());
}

fn floats(tap: &TapArray) -> Vec<f32> {
    let words = tap.bytes.chunks_exact(4);
    words
        .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}
