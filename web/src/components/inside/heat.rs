//! One head, large.

use leptos::html::Canvas;
use leptos::prelude::*;
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
            canvas::paint(canvas, rows.len(), rows.len(), |key, query| match drawn {
                Drawn::Masked if key > query => (MASKED, 1.0),
                _ => colours.cell(rows[query].get(key).copied(), most),
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
    let at = |row: &[f32]| row.get(key).copied().unwrap_or_default();
    let row = view.shown_row();
    if key > query {
        return match row.get(key) {
            Some(score) => say().heat_later(pair, format::value(*score)).to_string(),
            None => say().heat_masked(pair).to_string(),
        };
    }
    let shown = at(&row);
    let scores = layer.rows.get(query).map(|row| row.scores(head));
    let score = format::value(scores.map_or(0.0, at));
    match view.drawn.get() {
        Drawn::Scores | Drawn::Masked => format!("{pair}: q·k ÷ √d_head = {score}"),
        Drawn::WithoutFirst => format!("{pair}: {}", format::percent_exact(f64::from(shown))),
        Drawn::Pattern => {
            let percent = format::percent_exact(f64::from(shown));
            let (score, total) = softmax_words(scores.unwrap_or_default(), key);
            say().heat_share(pair, percent, score, total).to_string()
        }
    }
}
