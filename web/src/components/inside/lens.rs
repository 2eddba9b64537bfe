//! The logit lens: what the model would say after each of its blocks.

use leptos::prelude::*;
use logitscope_core::NodeId;
use logitscope_core::lens::LensCell;

use super::ranks::Ranks;
use crate::browser;
use crate::components::glossary::term::Term;
use crate::components::kit::format;
use crate::components::kit::roving;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::inspect::lens::LensPlace;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

const COLUMNS: &[Heading<Word>] = &[
    Heading::Number(Catalogue::col_position),
    Heading::Number(Catalogue::col_depth),
    Heading::Text(Catalogue::col_says),
    Heading::Number(Catalogue::col_probability),
    Heading::Number(Catalogue::col_kl),
];

/// KL divergence at which a cell has no colour left, in bits.
const FAR_BITS: f64 = 8.0;

/// The grid and the ranks of the watched tokens.
#[component]
pub fn Lens() -> impl IntoView {
    let app = expect_context::<App>();
    let by_kl = RwSignal::new(false);
    let places = Memo::new(move |_| {
        let nodes = app.lens_nodes();
        app.read_inside(|text, store| LensPlace::read(text, &nodes, store))
    });
    let depths = Memo::new(move |_| {
        app.model
            .with(|m| m.as_ref().map_or(0, |m| m.model.n_layers + 1))
    });
    let last = Memo::new(move |_| places.with(|p| p.last().and_then(|place| place.column.clone())));
    // The step on screen is the last column: where not all fit, that one is in sight.
    let end = Memo::new(move |_| places.with(|p| p.last().map(|place| place.node)));
    Effect::new(move |_| {
        end.track();
        // Cells that arrive make the columns wider.
        last.track();
        browser::scroll_sideways_soon("lens-scroll", f64::from(u16::MAX));
    });
    let head = move || {
        let name = move |place: LensPlace| {
            let shown = format::token(&app.token_bytes(place.token));
            let current = move || end.get() == Some(place.node);
            view! { <th scope="col" class:current=current title=say().at_position(place.position.to_string()).to_string()>{shown}</th> }
        };
        places.get().into_iter().map(name).collect_view()
    };
    let row = move |depth: u32| {
        let name = match depth {
            0 => say().lens_embedding().to_string(),
            d if d + 1 == depths.get() => say().lens_output().to_string(),
            d => say().lens_after((d - 1).to_string()).to_string(),
        };
        let cells = move || {
            // Tab visits one column; the table below has all.
            let last = places.with(|p| p.last().map(|place| place.node));
            let cell = move |place: LensPlace| {
                let stop = Some(place.node) == last;
                let found = place
                    .column
                    .as_ref()
                    .and_then(|c| c.cells.get(depth as usize))
                    .cloned();
                view! { <td>{found.map(|found| cell(app, place.node, place.position, found, by_kl, stop))}</td> }
            };
            places.get().into_iter().map(cell).collect_view()
        };
        view! { <tr><th scope="row">{name}</th>{cells}</tr> }
    };
    let body = move || (0..depths.get()).rev().map(row).collect_view();
    let table = Signal::derive(move || {
        places.with(|places| places.iter().flat_map(|p| cells(app, p)).collect())
    });
    view! {
        <div class="attention-choice" role="radiogroup" aria-label=say().lens_colour().to_string()>
            <label><input type="radio" name="lens-colour" prop:checked=move || !by_kl.get() on:change=move |_| by_kl.set(false) />{say().lens_by_probability().to_string()}</label>
            <label><input type="radio" name="lens-colour" data-testid="lens-kl" prop:checked=move || by_kl.get() on:change=move |_| by_kl.set(true) /><span data-term=Term::Kl.key()>{say().lens_by_kl().to_string()}</span></label>
        </div>
        <div class="lens-scroll" id="lens-scroll" tabindex="0" role="region" aria-label=say().lens_region().to_string() on:keydown=|ev| roving::keep_arrows(&ev)>
            <table class="lens" data-testid="lens">
                <thead><tr><th scope="col">{say().lens_text().to_string()}</th>{head}</tr></thead>
                <tbody>{body}</tbody>
            </table>
        </div>
        <Ranks column=last />
        <TableTwin caption=say().lens_table().to_string() testid="table-twin-lens" columns=COLUMNS rows=table />
    }
}

fn cell(
    app: App,
    node: NodeId,
    position: u32,
    found: LensCell,
    by_kl: RwSignal<bool>,
    stop: bool,
) -> impl IntoView {
    let (prob, kl) = (found.prob, found.kl_bits);
    let strong = move || {
        let part = if by_kl.get() {
            1.0 - kl / FAR_BITS
        } else {
            prob
        };
        format!("{:.3}", part.clamp(0.0, 1.0))
    };
    let bytes = app.token_bytes(found.token);
    let shown = format::token(&bytes);
    let (place, share) = (position.to_string(), format::percent_exact(prob));
    let title = say()
        .lens_cell(place, shown.clone(), share, format::bits(kl))
        .to_string();
    view! {
        <button class="lens-cell" style=("--w", strong) title=title tabindex=if stop { "0" } else { "-1" } data-testid="lens-cell" on:click=move |_| app.select(Some(node))>
            <span class="tok">{shown}</span>
            <span class="num">{move || if by_kl.get() { format::bits(kl) } else { format::percent_exact(prob) }}</span>
        </button>
    }
}

fn cells(app: App, place: &LensPlace) -> Vec<Vec<String>> {
    let cells = place.column.iter().flat_map(|column| &column.cells);
    let row = |cell: &LensCell| {
        vec![
            place.position.to_string(),
            cell.depth.to_string(),
            format::token(&app.token_bytes(cell.token)),
            format::percent_exact(cell.prob),
            format::bits(cell.kl_bits),
        ]
    };
    cells.map(row).collect()
}
