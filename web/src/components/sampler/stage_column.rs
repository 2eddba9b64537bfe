//! One stage of the sampler: its control, and under it every candidate as it leaves the stage.

use std::sync::Arc;

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use logitscope_core::chain::Sampler;

use crate::browser;
use crate::components::kit::format;
use crate::components::picture::{Step, note};
use crate::components::sampler::cells::Cells;
use crate::components::sampler::sampler_words;
use crate::components::sampler::stage_drag::{Drag, Key, id, move_by, spelled, title};
use crate::components::sampler::stage_handle::StageHandle;
use crate::components::sampler::stage_parameter::{FirstNumber, params};
use crate::state::App;
use crate::words::say;

/// The room for what a stage did, in CSS pixels: a column's least width without its gap.
const NOTE: f64 = 88.0;

/// A column.
#[component]
pub fn StageColumn(
    /// Which stage.
    key: Key,
    /// The acting stages, in order.
    acting: Memo<Vec<Key>>,
    /// The step on screen.
    step: Memo<Option<Arc<Step>>>,
    /// The stage that is being dragged.
    drag: Drag,
    /// The stage that says more of itself.
    chosen: RwSignal<Option<Key>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let title = title(key);
    let handle = StageHandle::new(app, key);
    // How many stages have acted behind it.
    let level = Memo::new(move |_| {
        let at = acting.with(|all| all.iter().position(|other| *other == key));
        let there = |at: &usize| {
            let same = |step: &Arc<Step>| step.stages.get(*at).map(|r| r.stage.sampler.kind());
            step.with(|s| s.as_ref().and_then(same)) == Some(key.0)
        };
        at.filter(there).map(|at| at + 1)
    });
    let left = Memo::new(move |_| {
        let at = level.get()? - 1;
        step.with(|s| {
            let record = s.as_ref()?.stages.get(at)?;
            Some((format::count(record.tokens_out.into()), note(record, NOTE)))
        })
    });
    let grab = move |ev: &PointerEvent| {
        if ev.button() == 0 && !app.chain_locked() {
            ev.prevent_default();
            browser::capture_pointer(ev);
            drag.begin(app, key);
        }
    };
    let walk = move |ev: &KeyboardEvent| {
        let later = match ev.key().as_str() {
            "ArrowLeft" | "ArrowUp" => false,
            "ArrowRight" | "ArrowDown" => true,
            _ => return,
        };
        ev.prevent_default();
        ev.stop_propagation();
        move_by(app, key, later);
        browser::focus_soon(format!("{}-grip", spelled(key)));
    };
    let says_more = move || chosen.get() == Some(key);
    let toggle = move |_| chosen.set((!says_more()).then_some(key));
    let control = match params(key).is_empty() {
        false => view! { <FirstNumber key /> }.into_any(),
        // What has no number has a list.
        true => {
            let listed = move || match handle.stage().map(|stage| stage.sampler) {
                Some(Sampler::Grammar { grammar }) if grammar.is_idle() => {
                    say().sampler_no_grammar().to_string()
                }
                Some(Sampler::Grammar { grammar }) => format::cut(grammar.text.trim(), 14),
                other => {
                    let tokens = other.map(|sampler| sampler.tokens().len());
                    let count = tokens.unwrap_or_default() as u64;
                    say().sampler_listed(count).to_string()
                }
            };
            view! {
                <button class="stage-listed" on:click=move |_| chosen.set(Some(key))>
                    {listed}
                </button>
            }
            .into_any()
        }
    };
    let moves = say().sampler_move(title.clone()).to_string();
    view! {
        <li
            class="stage-column"
            class:drop-here=move || drag.over.get() == Some(key)
            class:dragged=move || drag.what.get() == Some(key)
            data-testid=format!("card-{}", id(key))
            data-stage=spelled(key)
        >
            <div class="column-head stage-head">
                <div class="stage-top">
                    <button
                        class="grip"
                        id=format!("{}-grip", spelled(key))
                        data-testid=format!("{}-grip", id(key))
                        aria-label=moves.clone()
                        title=moves
                        disabled=move || app.chain_locked()
                        on:keydown=move |ev| walk(&ev)
                        on:pointerdown=move |ev| grab(&ev)
                        on:pointermove=move |ev| if drag.what.get_untracked() == Some(key) {
                            drag.at(app, f64::from(ev.client_x()), f64::from(ev.client_y()));
                        }
                        on:pointerup=move |_| drag.end(app)
                        on:pointercancel=move |_| { drag.over.set(None); drag.end(app) }
                    >"⠿"</button>
                    <button class="stage-name" data-testid=format!("{}-details", id(key)) aria-expanded=move || says_more().to_string()
                        title=sampler_words::words(key.0).about on:click=toggle>{title.clone()}</button>
                </div>
                {control}
            </div>
            <Cells step level label=title />
            <p class="column-foot" data-testid="stage-report">
                <strong>{move || left.get().map(|(count, _)| count)}</strong>
                <span>{move || left.get().map(|(_, note)| note)}</span>
            </p>
        </li>
    }
}
