//! What each lane thinks of the most probable tokens, and of those that the others took.

use leptos::prelude::*;
use logitscope_core::Known;
use logitscope_core::compare::{CompareStep, TokenRow};

use super::{Shown, letter};
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// How many tokens have a row beside those that were taken.
const MOST: usize = 9;

/// A row for each token, a column for each lane.
#[component]
pub fn Standings(
    /// What is on screen.
    shown: Memo<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let table = move |step: CompareStep| {
        let taken = |row: &TokenRow| {
            let mut lanes = step.lanes.iter().flatten();
            lanes.any(|lane| lane.token == row.token)
        };
        let kept = |(at, row): &(usize, &TokenRow)| *at < MOST || taken(row);
        let rows = step.rows.iter().enumerate().filter(kept);
        let lanes: Vec<usize> = (0..step.lanes.len())
            .filter(|at| step.lanes[*at].is_some())
            .collect();
        let largest = step.rows.iter().flat_map(|row| row.lanes.iter().flatten());
        let largest = largest.map(|s| s.chain.middle().max(s.model.middle()));
        let largest = largest.fold(0.0, f64::max);
        let share = |p: Known<f64>| {
            let p = p.middle();
            format!("{:.2}%", 100.0 * p / largest.max(f64::MIN_POSITIVE))
        };
        let cell = |row: &TokenRow, lane: usize| {
            let standing = row.lanes[lane]?;
            let own = step.lanes[lane].as_ref()?;
            let (taken, drawn) = (own.token == row.token, own.draw.is_some());
            let number = match standing.chain {
                Known::Exact(0.0) => say().compare_cut().to_string(),
                chain => format::known(chain, format::percent),
            };
            let given = format::known(standing.model, format::percent);
            let model = match standing.rank {
                Some(rank) => say()
                    .compare_model_gives(given, rank as u64 + 1)
                    .to_string(),
                None => say().compare_not_listed(given).to_string(),
            };
            Some(view! {
                <td class:taken=taken class:drawn=taken && drawn title=model>
                    <span class="lane-share" aria-hidden="true"><i style=("--w", share(standing.chain))></i><b style=("--x", share(standing.model))></b></span>
                    <span class="num">{number}</span>
                </td>
            })
        };
        let row = |(_, row): (usize, &TokenRow)| {
            let word = format::token(&untrack(|| app.token_bytes(row.token)));
            let cells: Vec<_> = lanes.iter().map(|lane| cell(row, *lane)).collect();
            view! { <tr><th scope="row">{word}</th>{cells}</tr> }
        };
        let head = |lane: &usize| view! { <th scope="col"><span class="lane-letter" data-lane=lane.to_string()>{letter(*lane)}</span></th> };
        view! {
            <section class="lane-standings">
                <h3>{say().compare_tokens_title().to_string()}</h3>
                <table data-testid="lane-standings">
                    <thead><tr><th scope="col" class="text">{say().col_token().to_string()}</th>{lanes.iter().map(head).collect_view()}</tr></thead>
                    <tbody>{rows.map(row).collect_view()}</tbody>
                </table>
                <p class="caption">{say().compare_tokens_about().to_string()}</p>
            </section>
        }
    };
    move || shown.with(|s| s.as_ref()?.step.clone()).map(table)
}
