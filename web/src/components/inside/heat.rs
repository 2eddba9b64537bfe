//! One head, large.

use leptos::html::Canvas;
use leptos::prelude::*;
use web_sys::PointerEvent;

use super::attention::View;
use crate::components::kit::canvas;
use crate::components::kit::format;
use crate::state::{App, Drawn, LayerRows};

/// The colour of what is masked: the same grey in the light and in the dark.
const MASKED: canvas::Rgb = [128; 3];

/// All queries and keys of the head on screen.
#[component]
pub fn Heat(
    /// What is shared.
    view: View,
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
    view! {
        <canvas
            node_ref=canvas
            class="heat"
            data-testid="heat"
            role="img"
            aria-label="What each token of the text attends to in this head; the line below names the cell under the pointer."
            on:pointerdown=point
            on:pointermove=point
            on:pointerleave=leave
        ></canvas>
        <p class="caption heat-words" data-testid="heat-words">{words}</p>
    }
}

/// What the cell under the pointer says.
fn sentence(
    app: App,
    view: View,
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
        return format!(
            "“{}” (position {query}) looks at the tokens up to itself. Point at a cell.",
            name(query)
        );
    };
    let pair = format!("“{}” ({query}) → “{}” ({key})", name(query), name(key));
    let at = |row: &[f32]| row.get(key).copied().unwrap_or_default();
    let row = view.shown_row();
    if key > query {
        return match row.get(key) {
            Some(score) => format!(
                "{pair}: q·k ÷ √d_head = {}, but it comes later: the mask makes it −∞.",
                format::value(*score)
            ),
            None => format!("{pair}: masked. It comes later: −∞ before the softmax, 0 after it."),
        };
    }
    let shown = at(&row);
    let scores = layer.rows.get(query).map(|row| row.scores(head));
    let score = format::value(scores.map_or(0.0, at));
    match view.drawn.get() {
        Drawn::Scores | Drawn::Masked => format!("{pair}: q·k ÷ √d_head = {score}"),
        Drawn::WithoutFirst => format!("{pair}: {}", format::percent(f64::from(shown))),
        Drawn::Pattern => {
            let percent = format::percent(f64::from(shown));
            let (score, total) = softmax_words(scores.unwrap_or_default(), key);
            format!("{pair}: {percent} = e^{score} ÷ {total}, the sum over the keys")
        }
    }
}

/// The score at `at` and Σ e^score, in words. Where they are too large to be read, both are seen from the highest score: the softmax is the
/// same.
pub fn softmax_words(scores: &[f32], at: usize) -> (String, String) {
    let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let base = if top.abs() > 20.0 { top } else { 0.0 };
    let weights = scores.iter().map(|s| f64::from(s - base).exp());
    let total = weights.sum::<f64>();
    let own = scores.get(at).copied().unwrap_or_default();
    let score = match base {
        0.0 => format::value(own),
        _ => format!("({} − {})", format::value(own), format::value(base)),
    };
    (score, format::value(total as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_scores_are_seen_from_the_highest() {
        let expected = ("0".to_owned(), "2.000".to_owned());
        assert_eq!(softmax_words(&[0.0, 0.0], 1), expected);
        let expected = ("(120.000 − 120.000)".to_owned(), "1.000".to_owned());
        assert_eq!(softmax_words(&[-20.0, 120.0], 1), expected);
    }
}
