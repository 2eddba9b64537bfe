//! The texts of a search as a picture: a column a token, lines to what each goes on from.

use leptos::prelude::*;

use super::lattice::{Lattice, Node};
use super::shown::Shown;
use crate::browser;
use crate::components::kit::format;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::{Catalogue, Word, say};

/// The width and the height of a cell, and of the chip in it, in pixels.
const CELL: (f64, f64) = (104.0, 32.0);
/// See [`CELL`].
const CHIP: (f64, f64) = (80.0, 24.0);
/// The classes of what the best text goes through, and of what any text goes through.
const BEST: &str = "best";
const ALIVE: &str = "alive";
/// The most characters on a chip.
const MOST_CHARS: usize = 10;

const COLUMNS: &[Heading<Word>] = &[
    Heading::Number(Catalogue::beams_step),
    Heading::Number(Catalogue::beams_beam),
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::beams_sum),
    Heading::Number(Catalogue::beams_goes_on_from),
];

/// Left edge and middle line of a cell's chip.
fn place(column: usize, row: usize) -> (f64, f64) {
    (column as f64 * CELL.0, (row as f64 + 0.5) * CELL.1)
}

/// The texts up to the step on screen.
#[component]
pub fn Picture(
    /// The step on screen.
    shown: Memo<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let lattice = Memo::new(move |_| {
        shown
            .with(|s| s.as_ref().map(|s| s.lattice.clone()))
            .unwrap_or_default()
    });
    // The newest column is the one to look at.
    Effect::new(move |_| {
        lattice.with(|l| l.columns);
        browser::scroll_sideways_soon("beam-scroll", f64::from(u16::MAX));
    });
    let size = move || lattice.with(|l| (l.columns as f64 * CELL.0, l.rows.max(1) as f64 * CELL.1));
    let lines = move || {
        lattice.with(|l| {
            let best = l.best();
            l.nodes
                .iter()
                .filter_map(|node| line(node, &best))
                .collect_view()
        })
    };
    let chips = move || {
        lattice.with(|l| {
            let best = l.best();
            l.nodes
                .iter()
                .map(|node| chip(app, node, &best))
                .collect_view()
        })
    };
    let rows = Signal::derive(move || lattice.with(|l| cells(app, l)));
    view! {
        <div class="beam-scroll" id="beam-scroll" tabindex="0" role="region" aria-label=say().beams_picture().to_string()>
            <div class="beam-picture" data-testid="beam-picture" style=("--w", move || format!("{}px", size().0)) style=("--h", move || format!("{}px", size().1))>
                <svg aria-hidden="true" width=move || size().0.to_string() height=move || size().1.to_string()>{lines}</svg>
                {chips}
            </div>
        </div>
        <p class="caption">{say().beams_key().to_string()}</p>
        <TableTwin caption=say().beams_picture().to_string() testid="table-twin-beams" columns=COLUMNS rows />
    }
}

fn line(node: &Node, best: &[(usize, usize)]) -> Option<impl IntoView + use<>> {
    let (x, y) = place(node.column, node.row);
    let (from_x, from_y) = place(node.column.checked_sub(1)?, node.from?);
    let start = from_x + CHIP.0;
    let bend = (x - start) / 2.0;
    let path = format!(
        "M{start} {from_y}c{bend} 0 {bend} {} {} {}",
        y - from_y,
        x - start,
        y - from_y
    );
    let class = class(node, best);
    Some(view! { <path d=path class=class /> })
}

fn class(node: &Node, best: &[(usize, usize)]) -> &'static str {
    match (node.alive, best.contains(&(node.column, node.row))) {
        (_, true) => BEST,
        (true, false) => ALIVE,
        (false, false) => "fallen",
    }
}

/// A token; pressed, its step comes on screen.
fn chip(app: App, node: &Node, best: &[(usize, usize)]) -> impl IntoView + use<> {
    let (x, y) = place(node.column, node.row);
    let class = class(node, best);
    let (best, alive) = (class == BEST, class == ALIVE);
    let word = format::token(&app.token_bytes(node.token));
    let sum = format::signed(node.sum);
    let title = match node.finished {
        true => say().beams_chip_finished(word.clone(), sum),
        false => say().beams_chip(word.clone(), sum),
    };
    let (at, finished) = (node.column + 1, node.finished);
    let go = move |_| {
        let pace = Pace {
            at,
            ..Pace::default()
        };
        app.set_pace(Kind::Beams, pace);
    };
    view! {
        <button class="beam-chip" class:best=best class:alive=alive class:finished=finished data-testid="beam-chip" data-column=node.column.to_string() data-row=node.row.to_string()
            title=title.to_string() style=("--x", format!("{x}px")) style=("--y", format!("{}px", y - CHIP.1 / 2.0)) on:click=go>
            {format::cut(&word, MOST_CHARS)}
        </button>
    }
}

fn cells(app: App, lattice: &Lattice) -> Vec<Vec<String>> {
    let row = |node: &Node| {
        vec![
            (node.column + 1).to_string(),
            (node.row + 1).to_string(),
            format::token(&app.token_bytes(node.token)),
            format::signed(node.sum),
            node.from.map_or(String::new(), |row| (row + 1).to_string()),
        ]
    };
    lattice.nodes.iter().map(row).collect()
}
