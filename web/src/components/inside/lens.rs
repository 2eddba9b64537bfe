//! The logit lens: what the model would say after each of its blocks.

use leptos::prelude::*;
use logitscope_core::NodeId;
use logitscope_core::lens::LensCell;

use super::ranks::Ranks;
use crate::browser;
use crate::components::kit::format;
use crate::components::kit::roving;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::inspect::lens::LensPlace;
use crate::state::App;

const COLUMNS: &[Heading] = &[
    Heading::Number("Position"),
    Heading::Number("Depth"),
    Heading::Text("Says"),
    Heading::Number("Probability"),
    Heading::Number("KL to the output"),
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
        browser::scroll_sideways_soon("lens-scroll", f64::from(u16::MAX));
    });
    let head = move || {
        let name = move |place: LensPlace| {
            let shown = format::token(&app.token_bytes(place.token));
            view! { <th scope="col" title=format!("position {}", place.position)>{shown}</th> }
        };
        places.get().into_iter().map(name).collect_view()
    };
    let row = move |depth: u32| {
        let name = match depth {
            0 => "embedding".to_owned(),
            d if d + 1 == depths.get() => "output".to_owned(),
            d => format!("after block {}", d - 1),
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
        <p class="caption">
            "After each block the final norm and the unembedding are applied to the residual stream: the token that the model would say if it ended there. The top row is its output. Press a cell to inspect that step."
        </p>
        <div class="attention-choice" role="radiogroup" aria-label="What colours a cell">
            <label><input type="radio" name="lens-colour" prop:checked=move || !by_kl.get() on:change=move |_| by_kl.set(false) />"colour: probability"</label>
            <label><input type="radio" name="lens-colour" data-testid="lens-kl" prop:checked=move || by_kl.get() on:change=move |_| by_kl.set(true) />"distance from the output (KL)"</label>
        </div>
        <div class="lens-scroll" id="lens-scroll" tabindex="0" role="region" aria-label="The logit lens" on:keydown=|ev| roving::keep_arrows(&ev)>
            <table class="lens" data-testid="lens">
                <thead><tr><th scope="col">"text"</th>{head}</tr></thead>
                <tbody>{body}</tbody>
            </table>
        </div>
        <Ranks column=last />
        <TableTwin caption="What each depth says" testid="table-twin-lens" columns=COLUMNS rows=table />
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
    let title = format!(
        "position {position}, “{shown}”: {}, {} from the output",
        format::percent_exact(prob),
        format::bits(kl)
    );
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
