//! The model's inside: what is between the text and the logits, recomputed from the run on screen while one looks.

mod ablated_switch;
mod ablation;
mod arcs;
mod attention;
mod attribution;
mod averages;
mod bridge;
mod cache;
mod cells;
mod colour_key;
mod costs;
mod decode_time;
mod embeddings;
mod export_arrays;
mod formulas;
mod head_view;
mod head_words;
mod heat;
mod heat_axes;
mod labels;
mod lens;
mod memory;
mod neurons;
mod opening;
mod parts;
mod positions;
mod provenance;
mod rank_axes;
mod ranks;
mod strip;
mod terms;
mod thumbs;
mod vector_box;
mod vectors;

use leptos::prelude::*;

use self::ablated_switch::Under;
use self::ablation::Ablation;
use self::attention::Attention;
use self::attribution::SharesView;
use self::cache::Cache;
use self::decode_time::DecodeTime;
use self::embeddings::Embeddings;
pub use self::head_words::look_words;
use self::lens::Lens;
use self::memory::MemoryLine;
use self::neurons::Neurons;
use self::opening::ViewOpening;
use self::vectors::AllVectors;
use crate::choices::{InsideView, Station};
use crate::components::kit::canvas::Colours;
use crate::components::kit::roving;
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

/// The colours of numbers, as the theme has them now.
fn colours(app: App) -> Memo<Colours> {
    Memo::new(move |_| {
        app.theme.track();
        app.inside.scheme.track();
        Colours::of_theme()
    })
}

/// A view: what it is called on the page, and in the browser suite.
const VIEWS: [(InsideView, Word, &str); 9] = [
    (
        InsideView::Attention,
        Catalogue::view_attention,
        "inside-attention",
    ),
    (InsideView::Lens, Catalogue::view_lens, "inside-lens"),
    (InsideView::Shares, Catalogue::view_shares, "inside-shares"),
    (
        InsideView::Neurons,
        Catalogue::view_neurons,
        "inside-neurons",
    ),
    (
        InsideView::Embeddings,
        Catalogue::view_embeddings,
        "inside-embeddings",
    ),
    (
        InsideView::Vectors,
        Catalogue::view_vectors,
        "inside-vectors",
    ),
    (
        InsideView::Ablation,
        Catalogue::view_knock_out,
        "inside-knock-out",
    ),
    (InsideView::Cache, Catalogue::view_cache, "inside-cache"),
    (
        InsideView::DecodeTime,
        Catalogue::view_speed,
        "inside-speed",
    ),
];

/// What a view is called on the page, and in the name of a file.
pub fn name_of(view: InsideView) -> (String, &'static str) {
    let known = VIEWS.into_iter().find(|(own, ..)| *own == view);
    known.map_or_else(Default::default, |(_, label, testid)| {
        (label(&say()).to_string(), testid)
    })
}

/// The views of a station, each behind a button.
#[component]
pub fn Views(
    /// The station.
    station: Station,
) -> impl IntoView {
    let app = expect_context::<App>();
    let off = move || app.inside.interventions.with(|all| all.iter().count());
    let nothing = Memo::new(move |_| app.has_no_text());
    let is_own = move |view| Station::of(view) == station;
    let shown = move || app.inside.view.get().is_some_and(is_own);
    let button = move |(view, label, testid): (InsideView, Word, &'static str)| {
        let open = move || app.inside.view.get() == Some(view);
        let press = move |_| app.look_inside(Some(view));
        let mark = move || match (view, off()) {
            (InsideView::Ablation, n) if n > 0 => {
                let parts = say().parts_count(n as u64).to_string();
                Some(view! { <span class="badge danger" data-testid="knocked-mark">{parts}</span> })
            }
            _ => None,
        };
        // One tab stop for all; any, while none is open.
        let stop = move || match open() || !shown() {
            true => "0",
            false => "-1",
        };
        view! {
            <button class="button small" role="tab" id=testid data-testid=testid aria-selected=move || open().to_string() tabindex=stop on:click=press>{label(&say()).to_string()}{mark}</button>
        }
    };
    let own = VIEWS.into_iter().filter(|(view, ..)| is_own(*view));
    let named = move || app.inside.view.get().map(|view| name_of(view).1);
    let tabs = own.map(button).collect_view();
    view! {
        <div class="inside" id="inside" data-testid="inside">
            <div class="inside-views" role="tablist" on:keydown=|ev| roving::walk(&ev, ".inside-views")>{tabs}</div>
            <div role="tabpanel" aria-labelledby=named>
                {move || app.inside.view.get().filter(|_| !nothing.get()).map(|view| view! { <ViewOpening view /> })}
                <Under />
                {move || match app.inside.view.get().filter(|_| !nothing.get()) {
                    Some(InsideView::Attention) => view! { <Attention /> }.into_any(),
                    Some(InsideView::Lens) => view! { <Lens /> }.into_any(),
                    Some(InsideView::Shares) => view! { <SharesView /> }.into_any(),
                    Some(InsideView::Neurons) => view! { <Neurons /> }.into_any(),
                    Some(InsideView::Embeddings) => view! { <Embeddings /> }.into_any(),
                    Some(InsideView::Vectors) => view! { <AllVectors /> }.into_any(),
                    Some(InsideView::Cache) => view! { <Cache /> }.into_any(),
                    Some(InsideView::DecodeTime) => view! { <DecodeTime /> }.into_any(),
                    Some(InsideView::Ablation) => view! { <Ablation /> }.into_any(),
                    None => ().into_any(),
                }}
                <Show when=move || app.inside.view.get().is_some()>
                    <Show when=move || nothing.get()>
                        <p class="muted waiting" data-testid="inside-nothing">{say().views_nothing().to_string()}</p>
                    </Show>
                    <MemoryLine />
                </Show>
            </div>
        </div>
    }
}
