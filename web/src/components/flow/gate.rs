//! The controls of the gates: each acting stage with its value and its slider, where the bands pass it.

use leptos::prelude::*;

use super::shared::Shared;
use crate::choices::Station;
use crate::components::picture::What;
use crate::components::sampler::add_stage::AddStage;
use crate::components::sampler::sampler_words;
use crate::components::sampler::stage_drag::{Key, acting_keys, id};
use crate::components::sampler::stage_parameter::FirstNumber;
use crate::state::{App, History};
use crate::words::say;

/// The gates of the acting stages, and what adds one.
#[component]
pub fn Gates(
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let app = expect_context::<App>();
    let acting = Memo::new(move |_| app.settings.with(|s| acting_keys(&s.chain)));
    let shown = move || {
        shared
            .layout
            .with(|l| l.draws(Station::Sampler) && !l.is_slim(Station::Sampler))
    };
    view! {
        {move || shown().then(|| view! {
            <For each=move || acting.get() key=|key| *key let:key>
                <GateControl key acting shared />
            </For>
            <SamplerTools shared />
        })}
    }
}

#[component]
fn GateControl(
    /// The stage.
    key: Key,
    /// The acting stages, in order.
    acting: Memo<Vec<Key>>,
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let app = expect_context::<App>();
    let place = Memo::new(move |_| {
        let (at, n) = acting.with(|all| (all.iter().position(|k| *k == key), all.len()));
        shared.layout.with(|l| Some((at?, l.gate(at?, n)?)))
    });
    let side = move |i: usize| move || place.get().map(|(_, (area, ..))| format!("{}px", area[i]));
    let words = sampler_words::words(key.0);
    let narrow = Memo::new(move |_| place.get().is_none_or(|(_, (_, narrow, _))| narrow));
    let folded = Memo::new(move |_| place.get().map_or(0, |(_, (.., folded))| folded as u64));
    let point = move |on: bool| {
        let stage = place.try_get_untracked().flatten();
        let stage = stage.map(|(at, _)| (What::Gate(at as u32), None));
        shared.point(stage.filter(|_| on));
    };
    let more = move || {
        // Pressing it takes the gates away, and this with them.
        let n = folded.try_get().filter(|n| *n > 0)?;
        let title = say().flow_folded_stages(n).to_string();
        Some(view! {
            <button class="gate-more" data-testid="gate-more" title=title.clone() aria-label=title
                on:click=move |_| app.open_station(Some(Station::Sampler))>
                {format!("+{n}")}
            </button>
        })
    };
    view! {
        <div
            class="gate"
            class:gone=move || place.with(Option::is_none)
            class:narrow=narrow
            data-testid=format!("gate-{}", id(key))
            style=("--x", side(0))
            style=("--y", side(1))
            style=("--w", side(2))
            style=("--h", side(3))
            on:pointerenter=move |_| point(true)
            on:focusin=move |_| point(true)
            on:focusout=move |_| point(false)
        >
            <span class="gate-name" data-term=key.0.name()>{sampler_words::in_a_sentence(words.label)}</span>
            {more}
            <FirstNumber key />
        </div>
    }
}

/// Undo, and a menu of stages to add.
#[component]
fn SamplerTools(
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let app = expect_context::<App>();
    let head = Memo::new(move |_| shared.layout.with(|l| l.head(Station::Sampler, None)));
    let right = move || head.get().map_or(0.0, |[x, _, w, _]| x + w);
    let top = move || head.get().map_or(0.0, |[_, y, ..]| y + 4.0);
    view! {
        <div class="sampler-tools" data-testid="sampler-tools" style=("--x", move || format!("{}px", right())) style=("--y", move || format!("{}px", top()))>
            {move || app.pinned.with(Option::is_some).then(|| view! {
                <button class="flow-tool pinned" data-testid="flow-unpin" title=say().flow_unpin_why().to_string() disabled=move || app.settings_locked()
                    on:click=move |_| app.pin(false)>{say().flow_unpin().to_string()}</button>
            })}
            <button class="flow-tool" data-testid="flow-undo" aria-label=say().flow_undo().to_string() title=say().flow_undo().to_string()
                disabled=move || app.settings_locked() || !app.history.with(History::can_go_back)
                on:click=move |_| app.undo_settings()>"↶"</button>
            <AddStage testid="flow-add-stage" />
        </div>
    }
}
