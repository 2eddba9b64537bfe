//! What each lane says to each text, in the end.

use leptos::prelude::*;
use logitscope_core::compare::Scores;

use super::{Shown, letter};
use crate::components::kit::format;
use crate::words::say;

/// A row for each reader, a column for each text.
#[component]
pub fn Readers(
    /// What is on screen.
    shown: Memo<Option<Shown>>,
) -> impl IntoView {
    let table = |scores: Scores| {
        let head = |lane: usize| {
            view! { <th scope="col">{say().compare_text_of(letter(lane)).to_string()}</th> }
        };
        let row = |(reader, all): (usize, &Vec<Option<f64>>)| {
            let best = all
                .iter()
                .flatten()
                .copied()
                .fold(f64::NEG_INFINITY, f64::max);
            let cell = |score: &Option<f64>| {
                let words = score.map_or("–".to_owned(), format::signed);
                view! { <td class="num" class:best=*score == Some(best)>{words}</td> }
            };
            let cells: Vec<_> = all.iter().map(cell).collect();
            view! { <tr><th scope="row" class="text"><span class="lane-letter" data-lane=reader.to_string()>{letter(reader)}</span></th>{cells}</tr> }
        };
        let heads: Vec<_> = (0..scores.len()).map(head).collect();
        view! {
            <section class="lane-readers">
                <h3>{say().compare_readers().to_string()}</h3>
                <table data-testid="lane-readers">
                    <thead><tr><th scope="col" class="text">{say().compare_reader().to_string()}</th>{heads}</tr></thead>
                    <tbody>{scores.iter().enumerate().map(row).collect_view()}</tbody>
                </table>
                <p class="caption">{say().compare_readers_about().to_string()}</p>
            </section>
        }
    };
    move || shown.with(|s| s.as_ref()?.scores.clone()).map(table)
}
