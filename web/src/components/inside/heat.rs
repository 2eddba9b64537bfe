//! One head, large.

use leptos::html::Canvas;
use leptos::prelude::*;
use logitscope_core::blocks::Scores;
use web_sys::PointerEvent;

use super::formulas::softmax_words;
use super::head_view::HeadView;
use super::heat_axes::{Axis, Numbers};
use crate::choices::Drawn;
use crate::components::kit::canvas;
use crate::components::kit::format;
use crate::inspect::attention::LayerRows;
use crate::state::App;
use crate::words::say;

/// The colour of what is masked: the same grey in the light and in the dark.
const MASKED: canvas::Rgb = [128; 3];

/// All queries and keys of the head on screen.
#[component]
pub fn Heat(
    /// What is shared.
    view: HeadView,
) -> impl IntoView {
    let app = expect_context::<App>();
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        canvas.track();
        let (colours, drawn, most) = (view.colours.get(), view.drawn.get(), view.most.get());
        view.rows.with(|rows| {
            canvas::paint(canvas, rows.len(), rows.len(), |key, query| {
                let score = rows[query].get(key).copied();
                let masked = key > query || score == Some(f32::NEG_INFINITY);
                match drawn {
                    Drawn::Masked if masked => (MASKED, 1.0),
                    _ => colours.cell(score, most),
                }
            });
        });
    });
    let point = move |ev: PointerEvent| {
        let n = view.rows.try_with_untracked(Vec::len).unwrap_or(0);
        if let Some((key, query)) = canvas::cell_under(canvas, &ev, n, n) {
            view.pointed.set(Some(query));
            view.key.set(Some(key));
        }
    };
    let leave = move |ev: PointerEvent| {
        if !canvas::is_finger(&ev) {
            view.pointed.set(None);
            view.key.set(None);
        }
    };
    let words = move || {
        let (query, key) = (view.query.get()?, view.key.get());
        let head = view.head.get();
        view.layer
            .with(|layer| Some(sentence(app, view, layer, head, query, key)))
    };
    let n = move || view.rows.with(Vec::len).max(1).to_string();
    view! {
        <div class="heat-map" style=("--n", n)>
            <Axis view keys=true />
            <Axis view keys=false />
            <div class="heat-plot">
        <canvas
            node_ref=canvas
            class="heat"
            data-testid="heat"
            role="img"
            aria-label=say().heat_about().to_string()
            on:pointerdown=point
            on:pointermove=point
            on:pointerleave=leave
        ></canvas>
        <Numbers view />
            </div>
        </div>
        <p class="caption heat-words" data-testid="heat-words">{words}</p>
    }
}

/// What the cell under the pointer says.
fn sentence(
    app: App,
    view: HeadView,
    layer: &LayerRows,
    head: u32,
    query: usize,
    key: Option<usize>,
) -> String {
    let name = |at: usize| {
        layer
            .tokens
            .get(at)
            .map_or(String::new(), |t| format::token(&app.token_bytes(*t)))
    };
    let Some(key) = key else {
        return say().heat_query(name(query), query.to_string()).to_string();
    };
    let (from, to) = (format::in_quotes(name(query)), format::in_quotes(name(key)));
    let pair = format!("{from} ({query}) → {to} ({key})");
    let formula = || {
        let layer = app.inside.layer.get();
        let of = |scores: Scores| scores.formula_of("q·k", " ÷ ", layer);
        app.model
            .with(|m| Some(of(m.as_ref()?.model.blocks.scores)))
            .unwrap_or_default()
    };
    let at = |row: &[f32]| row.get(key).copied().unwrap_or_default();
    let row = view.shown_row();
    if key > query {
        return match row.get(key) {
            Some(score) => say()
                .heat_later(pair, formula(), format::value(*score))
                .to_string(),
            None => say().heat_masked(pair).to_string(),
        };
    }
    let shown = at(&row);
    let scores = layer.rows.get(query).map(|row| row.scores(head));
    let score = scores.map_or(0.0, at);
    if score == f32::NEG_INFINITY {
        return say().heat_window(pair).to_string();
    }
    let score = format::value(score);
    match view.drawn.get() {
        Drawn::Scores | Drawn::Masked => format!("{pair}: {} = {score}", formula()),
        Drawn::WithoutFirst => format!("{pair}: {}", format::percent_exact(f64::from(shown))),
        Drawn::Pattern => {
            let percent = format::percent_exact(f64::from(shown));
            let (score, total) = softmax_words(scores.unwrap_or_default(), key);
            say().heat_share(pair, percent, score, total).to_string()
        }
    }
}
