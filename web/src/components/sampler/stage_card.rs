//! One stage of the sampler.

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use logitscope_core::chain::{Param, Sampler, Stage, StageRecord};

use crate::browser;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::number_box::Range;
use crate::components::kit::show::Show;
use crate::components::sampler::parameter::Parameter;
use crate::components::sampler::sampler_words::{self, Words};
use crate::components::sampler::stage_chart::{StageChart, StageTable};
use crate::components::sampler::stage_drag::{Drag, Key, keys, spelled};
use crate::components::sampler::stage_flow::StageFlow;
use crate::components::sampler::stage_handle::StageHandle;
use crate::components::sampler::stage_lists::StageLists;
use crate::components::sampler::stage_words;
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::App;

/// A card: what the stage is, its parameters, what it did at this step, and how to move it.
#[component]
pub fn StageCard(
    /// Which stage.
    key: Key,
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
    /// The size of the vocabulary.
    #[prop(into)]
    d_vocab: Signal<u32>,
    /// The stage that is being dragged.
    drag: Drag,
) -> impl IntoView {
    let app = expect_context::<App>();
    let (kind, nth) = key;
    let name = kind.name();
    let Words { label, about, rule } = sampler_words::words(kind);
    let (id, title) = match nth {
        0 => (name.to_owned(), label.to_owned()),
        n => (format!("{name}-{}", n + 1), format!("{label} {}", n + 1)),
    };
    let handle = StageHandle::new(app, key);
    let at = Memo::new(move |_| handle.place());
    let stage: Memo<Option<Stage>> = Memo::new(move |_| handle.stage());
    let on = Memo::new(move |_| stage.with(|s| s.as_ref().is_some_and(|s| s.on)));
    let record: Memo<Option<StageRecord>> = Memo::new(move |_| {
        let at = at.get()?;
        let record = shown.with(|s| {
            s.as_ref()?
                .view
                .sampling
                .processed
                .records()
                .get(at)
                .cloned()
        })?;
        (record.stage.on && record.stage.sampler.kind() == kind).then_some(record)
    });
    let locked = Signal::derive(move || handle.locked());
    let change = move |f: &dyn Fn(&mut Stage)| handle.change(f);
    let set_sampler =
        Callback::new(move |sampler: Sampler| change(&|stage| stage.sampler = sampler.clone()));
    // The names of the parameters of a sampler never change, only their values.
    let params = kind.conventional().params();
    let single = params.len() == 1;
    let row = {
        let id = id.clone();
        move |p: Param| {
            let look = sampler_words::look(p.parameter);
            let value = Signal::derive(move || handle.value(p));
            let set = Callback::new(move |value: f64| handle.set_value(p, value));
            let range = Range {
                min: p.low,
                max: p.high,
                step: look.step,
                whole: p.whole,
            };
            let (testid, label) = match single {
                true => (id.clone(), label),
                false => (format!("{id}-{}", p.name.replace('_', "-")), look.label),
            };
            view! {
                <Parameter name=testid label labelled=!single range scale=look.scale d_vocab value on_change=set locked />
            }
        }
    };
    let rows = params.into_iter().map(row).collect_view();
    let move_to = move |to: usize| {
        let Some(from) = at.get_untracked() else {
            return;
        };
        app.rebuild_chain(|chain| chain.shift(from, to));
    };
    let by = move |down: bool| {
        let Some(from) = at.get_untracked() else {
            return;
        };
        let to = if down {
            from + 1
        } else {
            from.saturating_sub(1)
        };
        move_to(to);
        // A card that moves loses the focus of its buttons; at an end one of them cannot have it.
        let moved = app.settings.with_untracked(|s| {
            let keys = keys(&s.chain);
            keys.get(to).map(|&key| (key, to + 1 == keys.len()))
        });
        if let Some((key, last)) = moved {
            let down = to == 0 || (down && !last);
            let button = if down { "down" } else { "up" };
            browser::focus_soon(format!("{}-{button}", spelled(key)));
        }
    };
    let remove = move || {
        let Some(at) = at.get_untracked() else {
            return;
        };
        app.rebuild_chain(|chain| {
            chain.stages_mut().remove(at);
        });
        // The focus goes to the card that takes its place, or to what can bring one back.
        let next = app.settings.with_untracked(|s| {
            let keys = keys(&s.chain);
            keys.get(at).or(keys.last()).copied()
        });
        browser::focus_soon(next.map_or("add-stage".to_owned(), |key| {
            format!("{}-remove", spelled(key))
        }));
    };
    let last =
        move || at.get().map(|at| at + 1) == Some(app.settings.with(|s| s.chain.stages().len()));
    let opened = RwSignal::new(false);
    let token = move |token| app.token_text(token);
    let did = move || record.with(|r| r.as_ref().map(|r| stage_words::did(r, &token)));
    let filled = move || {
        let shown = opened.get();
        record.with(|r| stage_words::filled(r.as_ref().filter(|_| shown)?, &token))
    };
    let numbers_id = format!("{id}-numbers");
    let grab = move |ev: &PointerEvent| {
        if ev.button() == 0 && !app.chain_locked() {
            ev.prevent_default();
            browser::capture_pointer(ev);
            drag.begin(app, key);
        }
    };
    view! {
        <li
            class="stage-item"
            class:drop-here=move || drag.over.get() == Some(key)
            class:dragged=move || drag.what.get() == Some(key)
            data-testid=format!("card-{id}")
            data-stage=spelled(key)
        >
            <div class="chain-card" class:off=move || !on.get() role="group" aria-label=title.clone()>
                <div class="stage-top">
                    <span
                        class="grip"
                        class:fixed=move || app.chain_locked()
                        aria-hidden="true"
                        title="Drag to move"
                        on:pointerdown=move |ev| grab(&ev)
                        on:pointermove=move |ev| if drag.what.get_untracked() == Some(key) {
                            drag.at(app, f64::from(ev.client_x()), f64::from(ev.client_y()));
                        }
                        on:pointerup=move |_| drag.end(app)
                        on:pointercancel=move |_| { drag.over.set(None); drag.end(app) }
                    >"⠿"</span>
                    <span class="stage-label">{title.clone()}</span>
                    <button class="mini" id=format!("{}-up", spelled(key)) data-testid=format!("{id}-up") aria-label=format!("Move {title} up")
                        title="Move up" disabled=move || app.chain_locked() || at.get() == Some(0) on:click=move |_| by(false)>
                        <Icon shape=Shape::Up />
                    </button>
                    <button class="mini" id=format!("{}-down", spelled(key)) data-testid=format!("{id}-down") aria-label=format!("Move {title} down")
                        title="Move down" disabled=move || app.chain_locked() || last() on:click=move |_| by(true)>
                        <Icon shape=Shape::Down />
                    </button>
                    <button class="mini" id=format!("{}-remove", spelled(key)) data-testid=format!("{id}-remove") aria-label=format!("Remove {title}") title="Remove"
                        disabled=move || app.chain_locked()
                        on:click=move |_| remove()>
                        <Icon shape=Shape::Close />
                    </button>
                    <input type="checkbox" role="switch" class="switch" data-testid=format!("{id}-on") aria-label=format!("{title} acts")
                        title="On or off" disabled=locked prop:checked=move || on.get()
                        on:change:target=move |ev| { let acts = ev.target().checked(); change(&|stage| stage.on = acts) } />
                </div>
                <div class="stage-body" hidden=move || !on.get()>
                    {rows}
                    <StageLists stage on_change=set_sampler locked />
                    <p class="caption">{about} " " {did}</p>
                    <StageChart record />
                    <details class="stage-more" data-testid=format!("{id}-more")
                        on:toggle:target=move |ev| opened.set(ev.target().open())>
                        <summary>"How it works here"</summary>
                        <p class="formula mono">{rule}</p>
                        <p class="formula mono" data-testid=numbers_id hidden=move || filled().is_none()>{filled}</p>
                        <Show when=move || opened.get()>
                            <StageTable record />
                        </Show>
                    </details>
                </div>
            </div>
            {move || record.get().map(|report| view! { <StageFlow report /> })}
        </li>
    }
}
