//! The controls of the gates: each acting stage with its value and its slider, where the bands pass it.

use leptos::prelude::*;
use logitscope_core::chain::Kind;

use super::shared::Shared;
use crate::choices::Station;
use crate::components::picture::What;
use crate::components::sampler::first_number::{self, FirstNumber};
use crate::components::sampler::sampler_words;
use crate::components::sampler::stage_drag::{Key, acting_keys};
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
    let place = Memo::new(move |_| {
        let (at, n) = acting.with(|all| (all.iter().position(|k| *k == key), all.len()));
        shared.layout.with(|l| Some((at?, l.gate(at?, n)?)))
    });
    let side = move |i: usize| move || place.get().map(|(_, (area, _))| format!("{}px", area[i]));
    let words = sampler_words::words(key.0);
    let narrow = Memo::new(move |_| place.get().is_none_or(|(_, (_, narrow))| narrow));
    let testid = first_number::testid(key);
    let point = move |on: bool| {
        let stage = place
            .get_untracked()
            .map(|(at, _)| (What::Gate(at as u32), None));
        shared.pointed.set(stage.filter(|_| on));
    };
    view! {
        <div
            class="gate"
            class:narrow=narrow
            data-testid=format!("gate-{testid}")
            style=("--x", side(0))
            style=("--y", side(1))
            style=("--w", side(2))
            style=("--h", side(3))
            title=words.about
            on:pointerenter=move |_| point(true)
            on:focusin=move |_| point(true)
            on:focusout=move |_| point(false)
        >
            <span class="gate-name">{words.label.to_lowercase()}</span>
            <FirstNumber key=key />
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
    let add = move |select: web_sys::HtmlSelectElement| {
        if let Some(kind) = Kind::named(&select.value()) {
            app.rebuild_chain(|chain| chain.add_or_switch_on(kind));
        }
        select.set_value("");
    };
    let options = Kind::ALL
        .iter()
        .map(
            |kind| view! { <option value=kind.name()>{sampler_words::words(*kind).label}</option> },
        )
        .collect_view();
    view! {
        <div class="sampler-tools" style=("--x", move || format!("{}px", right())) style=("--y", move || format!("{}px", top()))>
            <button class="flow-tool" data-testid="flow-undo" aria-label=say().flow_undo().to_string() title=say().flow_undo().to_string()
                disabled=move || app.settings_locked() || !app.history.with(History::can_go_back)
                on:click=move |_| app.undo_settings()>"↶"</button>
            <span class="flow-add">
                <span aria-hidden="true">{say().flow_add_stage().to_string()}</span>
                <select data-testid="flow-add-stage" aria-label=say().flow_add_a_stage().to_string()
                    disabled=move || app.chain_locked()
                    on:change:target=move |ev| add(ev.target())>
                    <option value="" selected=true></option>
                    {options}
                </select>
            </span>
        </div>
    }
}
