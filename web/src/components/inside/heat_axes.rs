//! The tokens on both axes of a head, and its numbers, over the picture of its cells.

use leptos::prelude::*;
use logitscope_core::sorted;

use super::head_view::HeadView;
use crate::choices::Drawn;
use crate::components::kit::format;
use crate::state::App;

/// The side of a cell of a short text, in CSS pixels, and the side of the picture at most; as in the style sheet.
const CELL: f64 = 28.0;
/// See [`CELL`].
const MOST: f64 = 364.0;
/// Smaller cells have no numbers.
const NUMBERED: f64 = 22.0;
/// Of lower rows not every one has its token: as far apart as lines of text are.
const LINE: f64 = 13.0;
/// Shares below that have no number.
pub const LEAST: f32 = 0.15;
/// From this part of the strongest cell on, the words on a cell have the colour of the page.
const DARK: f32 = 0.36;

/// The side of a cell of a text of `n` tokens.
fn cell(n: usize) -> f64 {
    CELL.min(MOST / n.max(1) as f64)
}

/// The tokens that have room on an axis of `n`: all of them, or the one that looks and those that it reads most, a line apart.
fn labelled(n: usize, query: Option<usize>, row: &[f32]) -> Vec<usize> {
    let apart = LINE / cell(n);
    if apart <= 1.0 {
        return (0..n).collect();
    }
    let mut by_weight: Vec<usize> = (0..row.len().min(n)).collect();
    sorted::sort_by(&mut by_weight, |a, b| row[*b].total_cmp(&row[*a]));
    let mut taken: Vec<usize> = Vec::new();
    for at in query.into_iter().chain(by_weight.into_iter().take(8)) {
        if taken
            .iter()
            .all(|other| at.abs_diff(*other) as f64 >= apart)
        {
            taken.push(at);
        }
    }
    sorted::sort(&mut taken);
    taken
}

/// One axis.
#[component]
pub fn Axis(
    /// What is shared.
    view: HeadView,
    /// Whether it is the one on top, of the tokens that are looked at.
    keys: bool,
) -> impl IntoView {
    let app = expect_context::<App>();
    let tokens = Memo::new(move |_| view.layer.with(|layer| layer.tokens.clone()));
    let labels = Memo::new(move |_| {
        let tokens = tokens.get();
        let (query, row) = (view.query.get(), view.shown_row());
        // On the other axis only who looks is of interest.
        let weights: &[f32] = if keys { &row } else { &[] };
        let all = labelled(tokens.len(), query, weights);
        let own = move |at: usize| {
            let text = app.token_text(tokens[at]);
            let marked = match keys {
                true => view.key.get() == Some(at),
                false => query == Some(at),
            };
            (at, format::bare(&text).trim().to_owned(), marked)
        };
        all.into_iter().map(own).collect::<Vec<_>>()
    });
    view! {
        <ol class:heat-keys=keys class:heat-queries=!keys aria-hidden="true">
            {move || labels.get().into_iter().map(|(at, text, marked)| view! {
                <li class:marked=marked style=("--at", at.to_string())>{text}</li>
            }).collect_view()}
        </ol>
    }
}

/// The shares of the cells that have room for one, in percent, and the row of the token that looks.
#[component]
pub fn Numbers(
    /// What is shared.
    view: HeadView,
) -> impl IntoView {
    let n = Memo::new(move |_| view.rows.with(Vec::len));
    let texts = move || {
        let shares = matches!(view.drawn.get(), Drawn::Pattern | Drawn::WithoutFirst);
        if !shares || cell(n.get()) < NUMBERED {
            return Vec::new();
        }
        let most = view.most.get();
        view.rows.with(|rows| {
            let cells = rows.iter().enumerate().flat_map(|(y, row)| {
                let own = row.iter().enumerate().filter(|(_, w)| **w >= LEAST);
                own.map(move |(x, w)| (x, y, *w, *w >= DARK * most))
            });
            cells.collect::<Vec<_>>()
        })
    };
    let row = move || view.query.get().map(|at| (at, at + 1));
    view! {
        <svg class="heat-numbers" aria-hidden="true" viewBox=move || format!("0 0 {0} {0}", n.get().max(1))>
            {move || texts().into_iter().map(|(x, y, w, dark)| view! {
                <text class:on-dark=dark x=format!("{}.5", x) y=format!("{}.64", y)>{format!("{:.0}", 100.0 * w)}</text>
            }).collect_view()}
            {move || row().map(|(at, length)| view! {
                <rect x="0" y=at.to_string() width=length.to_string() height="1"></rect>
            })}
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_has_all_its_tokens_on_the_axis() {
        assert_eq!(labelled(3, Some(2), &[]), [0, 1, 2]);
        assert_eq!(cell(3), CELL);
    }

    #[test]
    fn of_a_long_text_the_most_read_ones_are_named_a_line_apart() {
        let mut row = vec![0.0; 100];
        row[10] = 0.5;
        row[11] = 0.4;
        row[50] = 0.3;
        let named = labelled(100, Some(99), &row);
        assert!(
            named.contains(&10) && named.contains(&50) && named.contains(&99),
            "{named:?}"
        );
        assert!(!named.contains(&11), "it has no room beside number 10");
    }
}
