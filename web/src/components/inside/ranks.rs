//! How watched tokens climb through the layers.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::TokenId;

use super::rank_axes::{HEIGHT, RankAxes, height};
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Heading, Table};
use crate::components::kit::token_text::TokenText;
use crate::inspect::lens::LensColumn;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

/// From depth to depth, in the same units.
const STEP: f64 = 40.0;

const COLUMNS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_ranks),
    Heading::Number(Catalogue::col_output),
];

/// One line a token, for the step on screen.
#[component]
pub fn Ranks(
    /// The column of that step.
    column: Memo<Option<Arc<LensColumn>>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let d_vocab = move || app.vocab.with(|v| v.as_ref().map_or(0, |v| v.len()));
    let lines = move || {
        let column = column.get()?;
        let d_vocab = d_vocab();
        let line = |(at, _): (usize, &TokenId)| {
            let point = |cell: &logitscope_core::lens::LensCell| {
                let place = cell.watched.get(at)?;
                let x = f64::from(cell.depth) * STEP;
                Some(format!("{x:.0},{:.1}", height(place.rank, d_vocab)))
            };
            let points: Vec<String> = column.cells.iter().filter_map(point).collect();
            view! { <polyline class=format!("rank-line line-{}", at % 6) points=points.join(" ") /> }
        };
        Some(column.watch.iter().enumerate().map(line).collect_view())
    };
    let width = move || {
        column.with(|c| {
            c.as_ref()
                .map_or(1.0, |c| (c.cells.len() as f64 - 1.0).max(1.0) * STEP)
        })
    };
    let axes = move || {
        let column = column.get()?;
        let last = column.cells.last()?;
        let end = |(token, place): (&TokenId, &logitscope_core::lens::WatchedToken)| {
            (app.token_text(*token).trim().to_owned(), place.rank)
        };
        let ends = column.watch.iter().zip(&last.watched).map(end).collect();
        let (depths, d_vocab) = (column.cells.len(), d_vocab());
        Some(view! { <RankAxes depths d_vocab ends /> })
    };
    let rows = move || {
        let column = column.get()?;
        let row = |(at, token): (usize, &TokenId)| {
            let places = column.cells.iter().filter_map(|cell| cell.watched.get(at));
            let ranks: Vec<String> = places
                .map(|p| format::count(u64::from(p.rank) + 1))
                .collect();
            let last = column.cells.last().and_then(|cell| cell.watched.get(at));
            let prob = last.map_or(String::new(), |p| format::percent_exact(p.prob));
            view! {
                <tr>
                    <td class="text"><span class=format!("rank-key line-{}", at % 6)></span><span class="tok"><TokenText bytes=app.token_bytes(*token) /></span></td>
                    <td>{ranks.join(" → ")}</td>
                    <td>{prob}</td>
                </tr>
            }
        };
        Some(column.watch.iter().enumerate().map(row).collect_view())
    };
    view! {
        <Show when=move || column.with(|c| c.as_ref().is_some_and(|c| !c.watch.is_empty()))>
            <h3>{say().ranks_title().to_string()}</h3>
            <p class="caption">{say().ranks_about().to_string()}</p>
            <div class="rank-plot">
                <svg class="rank-chart" viewBox=move || format!("0 0 {} {HEIGHT}", width()) preserveAspectRatio="none" role="img"
                    aria-label=say().ranks_label().to_string()>
                    {lines}
                </svg>
                {axes}
            </div>
            <Table label=say().ranks_table().to_string() testid="lens-ranks" columns=COLUMNS>{rows}</Table>
        </Show>
    }
}
