//! From the state of the page to the values of the picture.

use logitscope_core::sorted;
use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::chain::{StageRecord, Standing};
use logitscope_core::processed::WATCHED;
use logitscope_core::run::Sampling;
use logitscope_core::{NodeId, TokenId, Vocab};

use crate::components::kit::format;
use crate::components::picture::{
    Candidate, Followed, Layers, Layout, Lies, Other, Step, TokenRow,
};
use crate::components::step::candidate;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::inspect::Store;
use crate::inspect::flow::{Row, RowAttention, StreamRow, Words, folded, rows};
use crate::state::App;

/// The rows of the text above and with the current one; tracked.
fn text_rows(app: App, shown: &StepOnScreen) -> Vec<TokenRow> {
    let path = app
        .read(|run| run.tree().path(shown.view.context))
        .unwrap_or_default();
    app.read_kept(|store| {
        let attention = store.get::<RowAttention>(&shown.view.context);
        let total: &[f64] = attention.map_or(&[], |a| &a.total);
        let rows = rows(path.len(), total, app.flow_room.get());
        let row = |row: &Row| token_row(*row, &path, shown, store);
        let mut all: Vec<TokenRow> = rows.iter().map(row).collect();
        if let Some(row) = all.iter_mut().find(|r| matches!(r.row, Row::Folded(_))) {
            let own = |place: usize| store.get::<StreamRow>(&path[place]).map(AsRef::as_ref);
            // Of all of them, or of none.
            let own: Option<Vec<&StreamRow>> =
                folded(path.len(), &rows).into_iter().map(own).collect();
            row.stream = own.and_then(|all| StreamRow::mean(&all)).map(Arc::new);
        }
        all
    })
}

fn token_row(row: Row, path: &[NodeId], shown: &StepOnScreen, store: &Store) -> TokenRow {
    match row {
        Row::Token(place) => {
            let node = path.get(place).copied();
            let token = shown.context.get(place).copied();
            TokenRow {
                row,
                node,
                token,
                text: token.map(|id| text(&shown.vocab, id)).unwrap_or_default(),
                stream: node.and_then(|id| store.get::<StreamRow>(&id).cloned()),
            }
        }
        Row::Folded(_) => TokenRow {
            row,
            node: None,
            token: None,
            text: String::new(),
            stream: None,
        },
    }
}

/// The values of the step that is `shown`, as many as there is room for in `layout`.
pub fn steps(
    app: App,
    shown: Signal<Option<StepOnScreen>>,
    layout: Memo<Layout>,
) -> Memo<Option<Arc<Step>>> {
    Memo::new(move |_| {
        let n = layout.with(Layout::candidates);
        shown.with(|s| s.as_ref().map(|s| Arc::new(step(app, s, n))))
    })
}

/// The values of the step on screen, for so many rows of candidates; tracked.
fn step(app: App, shown: &StepOnScreen, n_rows: usize) -> Step {
    let view = &shown.view;
    let (distribution, processed) = (&view.sampling.distribution, &view.sampling.processed);
    let n_layers = app.layers_and_heads().map_or(0, |(n, _)| n);
    let acting = processed.records().iter().filter(|record| record.stage.on);
    let stages: Vec<StageRecord> = acting.cloned().collect();
    let choice = view.sampling.choice;
    let chosen = shown.chosen();
    Step {
        context: view.context,
        rows: text_rows(app, shown),
        position: view.position,
        elsewhere: app.runs_elsewhere(),
        n_layers,
        layers: layers(app, shown, n_layers),
        candidates: candidates(shown, n_rows),
        d_vocab: distribution.d_vocab() as u32,
        listed: distribution.rest().map(|_| distribution.len() as u32),
        exp_total: distribution.exp_total(),
        followed: followed(&stages, &shown.vocab, shown),
        stages,
        other: other(app, shown, n_rows),
        altered: app
            .inside
            .interventions
            .with(|all| all.iter().map(|(part, _)| part).collect()),
        chosen,
        chosen_text: text(&shown.vocab, chosen),
        follows: shown.follows,
        drawn: choice.token,
        segment: (choice.low, choice.high),
        draw: view.sampling.draw,
        open: view.next.is_some() || app.can_step(),
    }
}

/// What the step is compared with: the pinned settings, or else the model that is looked at with parts switched off; tracked.
fn other(app: App, shown: &StepOnScreen, n_rows: usize) -> Option<Other> {
    if let Some(pinned) = &shown.view.pinned {
        return Some(Other {
            shares: Vec::new(),
            segments: segments(pinned),
        });
    }
    let altered = app.altered().filter(|a| !a.interventions.is_empty())?;
    let shares = candidates(shown, n_rows).into_iter().map(|c| {
        let rank = altered.distribution.rank(c.token);
        rank.map_or(0.0, |rank| altered.distribution.prob(rank))
    });
    Some(Other {
        shares: shares.collect(),
        segments: segments(&app.sampling_from(&altered.distribution)?),
    })
}

/// Where the most probable tokens lie on the dice.
fn segments(sampling: &Sampling) -> Vec<Lies> {
    let processed = &sampling.processed;
    let listed = processed.list().iter().take(WATCHED);
    let places = listed.enumerate().map(|(place, candidate)| {
        let (from, to) = processed.segment(place);
        Lies {
            token: candidate.token,
            from,
            to,
        }
    });
    places.collect()
}

fn text(vocab: &Vocab, token: TokenId) -> String {
    format::token(vocab.bytes(token))
}

fn layers(app: App, shown: &StepOnScreen, n_layers: u32) -> Option<Layers> {
    app.read_kept(|store| {
        let node = shown.view.context;
        let attention = Arc::clone(store.get::<RowAttention>(&node)?);
        let words = store.get::<Words>(&node).cloned();
        let said = |depth: u32| words.as_ref()?.cells.get(depth as usize);
        let text = |layer: u32| said(layer + 1).map(|cell| text(&shown.vocab, cell.token));
        let texts = (0..n_layers).map(|layer| text(layer).unwrap_or_default());
        let texts = texts.map(|text| format::bare(&text).to_owned()).collect();
        Some(Layers {
            attention,
            words,
            texts,
        })
    })
}

fn candidates(shown: &StepOnScreen, n_rows: usize) -> Vec<Candidate> {
    let distribution = &shown.view.sampling.distribution;
    let ranks = candidate::ranks(shown, n_rows);
    let one = |rank: usize| Candidate {
        rank: rank as u32,
        token: distribution.token(rank),
        text: text(&shown.vocab, distribution.token(rank)),
        logit: f64::from(distribution.logit(rank)),
        gap: distribution.gap(rank),
        exp: distribution.exp_gap(rank),
        prob: distribution.prob(rank),
    };
    ranks.into_iter().map(one).collect()
}

/// The tokens that the records of the stages follow, from the model to the last stage.
fn followed(stages: &[StageRecord], vocab: &Vocab, shown: &StepOnScreen) -> Vec<Followed> {
    let distribution = &shown.view.sampling.distribution;
    let watched = match stages.first() {
        Some(first) => first.watched_in.iter().map(|s| s.token).collect(),
        None => {
            let n = distribution.len().min(WATCHED);
            (0..n)
                .map(|rank| distribution.token(rank))
                .collect::<Vec<_>>()
        }
    };
    let mut all: Vec<Followed> = watched
        .iter()
        .enumerate()
        .map(|(at, token)| {
            let rank = distribution.rank(*token).unwrap_or(0);
            let after = |record: &StageRecord| {
                record
                    .watched_out
                    .get(at)
                    .map_or(0.0, |s: &Standing| s.prob)
            };
            let probs = [distribution.prob(rank)]
                .into_iter()
                .chain(stages.iter().map(after));
            Followed {
                rank: rank as u32,
                token: *token,
                text: text(vocab, *token),
                probs: probs.collect(),
                order: Vec::new(),
            }
        })
        .collect();
    for level in 0..=stages.len() {
        let mut order: Vec<usize> = (0..all.len()).collect();
        sorted::sort_by(&mut order, |a, b| {
            let by = all[*b].probs[level].total_cmp(&all[*a].probs[level]);
            by.then(all[*a].token.cmp(&all[*b].token))
        });
        for (place, at) in order.into_iter().enumerate() {
            all[at].order.push(place as u32);
        }
    }
    all
}
