//! The cache of a text that outgrows its context: a row for each step, a column for each token of the text.

use leptos::prelude::*;
use logitscope_core::context::ContextStep;

use super::shown::Shown;
use crate::components::kit::format;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::{Catalogue, Word, say};

/// The size of a cell, in pixels.
const CELL: (usize, usize) = (12, 10);

const COLUMNS: &[Heading<Word>] = &[
    Heading::Number(Catalogue::col_step),
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::context_col_read),
    Heading::Number(Catalogue::context_col_dropped),
    Heading::Number(Catalogue::context_col_reused),
    Heading::Number(Catalogue::context_col_computed),
    Heading::Number(Catalogue::context_col_rows),
    Heading::Number(Catalogue::context_col_time),
    Heading::Number(Catalogue::context_col_lost),
];

/// Stretches of places of the text, each with what it is at this step, as a class.
fn stretches(step: &ContextStep) -> Vec<(usize, usize, &'static str)> {
    let mut reused = step.reused as usize;
    let (mut all, mut end) = (Vec::new(), 0);
    for range in step.window.kept() {
        let old = reused.min(range.len());
        reused -= old;
        let middle = range.start + old;
        all.push((end, range.start, "gone"));
        all.push((range.start, middle, "reused"));
        all.push((middle, range.end, "computed"));
        end = range.end;
    }
    all.retain(|(from, to, _)| from < to);
    all
}

/// The staircase, its key, and the table behind it.
#[component]
pub fn CachePicture(
    /// What is on screen.
    shown: Memo<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let picture = move |shown: Shown| {
        let (w, h) = CELL;
        let size = (shown.text.len() * w, shown.steps.len() * h);
        let now = shown.steps.len();
        let row = |(at, step): (usize, &ContextStep)| {
            let rect = |(from, to, class): (usize, usize, &'static str)| {
                view! { <rect class=class x=(from * w + 1).to_string() y=(at * h + 2).to_string() width=((to - from) * w - 2).to_string() height=(h - 4).to_string() /> }
            };
            let rects: Vec<_> = stretches(step).into_iter().map(rect).collect();
            let go = move |_| {
                let playing = false;
                app.set_pace(
                    Kind::Context,
                    Pace {
                        at: at + 1,
                        playing,
                    },
                );
            };
            view! { <g class:current=at + 1 == now on:click=go><rect class="ground" x="0.5" y=format!("{}.5", at * h) width=(size.0 - 1).to_string() height=(h - 1).to_string() />{rects}</g> }
        };
        let rows: Vec<_> = shown.steps.iter().enumerate().map(row).collect();
        view! {
            <div class="context-scroll">
                <svg class="context-cache" data-testid="context-cache" width=size.0.to_string() height=size.1.max(1).to_string() role="img" aria-label=say().context_picture().to_string()>{rows}</svg>
            </div>
            <p class="context-key"><span class="computed">{say().context_computed().to_string()}</span><span class="reused">{say().context_reused().to_string()}</span><span class="gone">{say().context_forgotten().to_string()}</span></p>
        }
    };
    let numbers = move || {
        let steps = shown.with(|s| s.as_ref().map(|s| s.steps.clone()));
        let row = |(at, step): (usize, &ContextStep)| {
            vec![
                (at + 1).to_string(),
                format::token(&untrack(|| app.token_bytes(step.token))),
                step.window.len().to_string(),
                step.dropped.to_string(),
                step.reused.to_string(),
                step.computed.to_string(),
                step.timings.rows.to_string(),
                format::millis(step.timings.forward_ms),
                step.lost_bits.map_or("–".to_owned(), format::bits),
            ]
        };
        let steps = steps.unwrap_or_default();
        steps.iter().enumerate().map(row).collect::<Vec<_>>()
    };
    view! {
        {move || shown.get().filter(|s| !s.steps.is_empty()).map(picture)}
        <TableTwin caption=say().context_picture().to_string() testid="table-twin-context" columns=COLUMNS rows=Signal::derive(numbers) />
    }
}
