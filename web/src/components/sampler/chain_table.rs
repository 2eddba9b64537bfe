//! The chain as a table: a row for each candidate, a column for each stage.

use std::sync::Arc;

use leptos::html::Div;
use leptos::prelude::*;

use crate::choices::Station;
use crate::components::kit::format;
use crate::components::picture::{Layout, Step};
use crate::components::sampler::cells::Cells;
use crate::components::sampler::column;
use crate::components::sampler::leaders::{Leaders, ROOM};
use crate::components::sampler::stage_column::StageColumn;
use crate::components::sampler::stage_drag::{Drag, Key};
use crate::words::say;

/// The width of what stands before the stages, with the padding of the station, and the least width of a stage; as in the style sheet.
const BESIDE: f64 = 208.0;
/// See [`BESIDE`].
const LEAST: f64 = 92.0;

/// What the model gives, and what each acting stage makes of it.
#[component]
pub fn ChainTable(
    /// The acting stages, in order.
    acting: Memo<Vec<Key>>,
    /// The step on screen.
    step: Memo<Option<Arc<Step>>>,
    /// Where everything is.
    layout: Memo<Layout>,
    /// The stage that says more of itself.
    chosen: RwSignal<Option<Key>>,
) -> impl IntoView {
    let drag = Drag::none();
    let rows = NodeRef::<Div>::new();
    let fits = Memo::new(move |_| {
        let width = layout.with(|l| l.opened(Station::Sampler)).map(|(_, w)| w);
        let needed = BESIDE + LEAST * acting.with(Vec::len) as f64;
        width.is_some_and(|width| needed + ROOM <= width)
    });
    let names = Memo::new(move |_| {
        step.with(|s| {
            let Some(s) = s else { return Vec::new() };
            let name = |text: &str| format::bare(text).to_owned();
            let listed = s.candidates.iter();
            listed
                .map(|c| (name(&c.text), c.token == s.chosen))
                .collect::<Vec<_>>()
        })
    });
    let d_vocab = move || step.with(|s| s.as_ref().map_or(0, |s| s.d_vocab));
    let full = move || step.with(|s| s.as_ref().map_or(0.5, |s| column::full(s)));
    let model = Memo::new(|_| Some(0));
    view! {
        <div class="chain-table" class:with-leaders=fits role="group" aria-label=say().sampler_table().to_string()>
            <div class="column-names">
                <div class="column-head"></div>
                <ol aria-hidden="true">
                    {move || names.get().into_iter().map(|(name, chosen)| view! {
                        <li class="cell" class:chosen=chosen title=name.clone()>{name.clone()}</li>
                    }).collect_view()}
                    <li class="cell others">{say().flow_others_short().to_string()}</li>
                </ol>
                <p class="column-foot">{say().flow_left().to_string()}</p>
            </div>
            <div class="stage-column by-model">
                <div class="column-head">
                    <strong>{say().sampler_the_model().to_string()}</strong>
                    <span class="caption">{move || say().sampler_scale(format::axis_percent(full())).to_string()}</span>
                </div>
                <div node_ref=rows><Cells step level=model label=say().sampler_the_model().to_string() /></div>
                <p class="column-foot"><strong>{move || format::count(d_vocab().into())}</strong></p>
            </div>
            <ol class="conveyor" data-testid="conveyor" aria-label=say().sampler_stages().to_string()>
                <For each=move || acting.get() key=|key| *key let:key>
                    <StageColumn key acting step drag chosen />
                </For>
            </ol>
        </div>
        <Leaders step layout rows fits />
    }
}
