//! The picture with everything in its place: two canvases, and over them what can be pressed.

use std::sync::Arc;

use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{PointerEvent, ResizeObserver};

use super::card::OpenedStation;
use super::chips::Chips;
use super::data;
use super::gate::Gates;
use super::heads::Heads;
use super::lines;
use super::painter::Painter;
use super::pin::{ChosenChip, Pin};
use super::rows::Rows;
use super::shared::Shared;
use crate::browser;
use crate::choices::{PagePart, Station};
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::picture::{Frame, Layout, MOST_COLUMNS, NARROW, STATIONS, Tall};
use crate::components::step::step_on_screen::StepOnScreen;
use crate::inspect::flow::{Room, row_count};
use crate::state::App;
use crate::words::say;

/// The most tokens a second at which every step is drawn.
const FASTEST: f64 = 12.0;
/// How often one is drawn beyond that, in milliseconds.
const PACE_MS: f64 = 100.0;

/// The picture of the step on screen.
#[component]
pub fn Flow(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let live = shown;
    let shown = calm(app, live);
    let body = NodeRef::<Div>::new();
    let width = RwSignal::new(1232.0);
    let window = RwSignal::new(browser::window_size());
    follow_size(body, width, window);
    app.flow_visible.set(true);
    on_cleanup(move || {
        let _ = app.flow_visible.try_set(false);
    });
    let n_layers = Memo::new(move |_| app.layers_and_heads().map_or(6, |(n, _)| n));
    let rows = Memo::new(move |_| {
        let n = shown.with(|s| s.as_ref().map_or(1, |s| s.view.position as usize));
        row_count(n, app.flow_room.get()).saturating_sub(1)
    });
    // By the window, and not by what a scroll bar leaves of it: that comes and goes with the height of the picture.
    let narrow = Memo::new(move |_| window.get().0 < NARROW);
    Effect::new(move |_| {
        app.flow_room.set(if narrow.get() {
            Room::Narrow
        } else {
            Room::Wide
        });
    });
    let stages = Memo::new(move |_| app.settings.with(|s| s.chain.acting().count()));
    let layout = Memo::new(move |_| {
        let open = app.open.get().filter(|open| STATIONS.contains(open));
        let (width, n_layers, rows) = (width.get(), n_layers.get(), rows.get());
        let left_out = STATIONS
            .into_iter()
            .filter(|station| is_left_out(app, *station))
            .collect();
        match narrow.get() {
            true => {
                let tall = Tall::new(
                    width,
                    n_layers,
                    rows.min(MOST_COLUMNS),
                    stages.get(),
                    left_out,
                );
                Layout::Tall(Box::new(tall), open.is_some())
            }
            false => {
                let frame = Frame::new((width, window.get().1, 0.0), n_layers, rows, open);
                Layout::Wide(Box::new(frame.without(left_out)))
            }
        }
    });
    let step = Memo::new(move |_| {
        let n = layout.with(Layout::candidates);
        shown.with(|s| s.as_ref().map(|s| Arc::new(data::step(app, s, n))))
    });
    let pointed = RwSignal::new(None);
    let shared = Shared {
        layout,
        step,
        pointed,
    };
    let canvases = [NodeRef::<Canvas>::new(), NodeRef::<Canvas>::new()];
    let painter = Painter::new(app, shared, canvases, width);
    let under = move |ev: &PointerEvent| {
        let element = body.get_untracked()?;
        let area = element.get_bounding_client_rect();
        let (x, y) = (
            f64::from(ev.client_x()) - area.left(),
            f64::from(ev.client_y()) - area.top(),
        );
        painter.under(x, y)
    };
    let point = move |ev: &PointerEvent| {
        let now = under(ev);
        if pointed.get_untracked() != now {
            pointed.set(now);
        }
    };
    let height = move || layout.with(|l| format!("{}px", l.height()));
    let stale = move || live.with(|s| s.as_ref().is_none_or(|s| s.stale));
    let line = move || {
        let pointed = pointed.get()?;
        step.with(|step| lines::line(app, step.as_deref()?, pointed.0))
    };
    view! {
        <section
            class="flow"
            data-testid="flow"
            aria-label="One step, from the text to the next token"
            aria-busy=move || stale().to_string()
            class:stale=stale
        >
            <div
                class="flow-body"
                class:tall=narrow
                class:slim-dice=move || layout.with(|l| l.is_slim(Station::Dice))
                node_ref=body
                style=("--height", height)
                on:pointermove=move |ev| point(&ev)
                on:pointerdown=move |ev| point(&ev)
                on:pointerleave=move |ev| if ev.pointer_type() != "touch" { pointed.set(None) }
            >
                <canvas class="flow-canvas" node_ref=canvases[0] aria-hidden="true"></canvas>
                <canvas class="flow-canvas" node_ref=canvases[1] aria-hidden="true" data-testid="flow-canvas"></canvas>
                <Heads shared />
                <Show when=move || step.with(Option::is_some) && !layout.with(Layout::is_hidden)>
                    <Show when=move || !is_left_out(app, Station::Tokens)>
                        <Chips shared />
                    </Show>
                    <Rows shared shown />
                    <Gates shared />
                    <Show when=move || layout.with(|l| l.draws(Station::Dice))>
                        <Pin shared />
                        <ChosenChip shared />
                    </Show>
                </Show>
                <OpenedStation shared shown />
            </div>
            <p class="flow-line" data-testid="flow-line" aria-live="off">
                <span>{move || badge(live)} {move || line().unwrap_or_else(lines::resting)}</span>
                <span class="flow-private">
                    <Show when=move || !app.hidden(PagePart::Status)>
                        <MachineButton />
                    </Show>
                    {lines::private()}
                </span>
            </p>
        </section>
    }
}

/// Where the numbers on screen come from, if it is not the live run of now.
fn badge(live: Signal<Option<StepOnScreen>>) -> Option<impl IntoView> {
    let (recorded, recomputed) =
        live.with(|s| s.as_ref().map(|s| (s.recorded, s.view.recomputed)))?;
    let (testid, word, why) = match (recorded, recomputed) {
        (true, _) => (
            "badge-recorded",
            say().flow_recorded(),
            say().flow_recorded_why(),
        ),
        (_, true) => (
            "badge-recomputed",
            say().flow_recomputed(),
            say().flow_recomputed_why(),
        ),
        _ => return None,
    };
    let (word, why) = (word.to_string(), why.to_string());
    Some(view! { <span class="badge" data-testid=testid title=why>{word}</span> })
}

/// What computes, and how long a step takes: opens what there is to know about it.
#[component]
fn MachineButton() -> impl IntoView {
    let app = expect_context::<App>();
    let open = move || app.open.get() == Some(Station::Machine);
    let says = move || {
        let kind = app
            .model
            .with(|m| m.as_ref().map(|m| m.backend.kind.to_uppercase()))?;
        Some(match app.meters.get().forward_ms {
            Some(ms) => say()
                .flow_machine_says(kind, format::millis(ms))
                .to_string(),
            None => kind,
        })
    };
    view! {
        <button class="flow-machine" id="station-machine" data-testid="station-machine" aria-expanded=move || open().to_string()
            on:click=move |_| app.open_station((!open()).then_some(Station::Machine))>
            {move || says().unwrap_or_else(|| say().flow_machine().to_string())}
        </button>
    }
}

/// Whether an embedding page asked to leave a station out, or a lesson does not name it.
pub fn is_left_out(app: App, station: Station) -> bool {
    let part = match station {
        Station::Logits | Station::Softmax => PagePart::Step,
        Station::Sampler => PagePart::Sampler,
        Station::Dice => PagePart::Dice,
        _ => PagePart::Pipeline,
    };
    app.hidden(part) || !app.embed.with(|e| e.keeps_station(station))
}

/// Whether there is a picture at all.
pub fn is_there(app: App) -> bool {
    !STATIONS
        .into_iter()
        .all(|station| is_left_out(app, station))
}

/// The step on screen; while it plays faster than the eye follows, one in a while, and the last one.
fn calm(app: App, live: Signal<Option<StepOnScreen>>) -> Signal<Option<StepOnScreen>> {
    let shown = RwSignal::new(live.get_untracked());
    let last = StoredValue::new(f64::NEG_INFINITY);
    let waits = StoredValue::new(false);
    let show = move || {
        let _ = last.try_set_value(browser::now_ms());
        if let Some(now) = live.try_get_untracked() {
            let _ = shown.try_set(now);
        }
    };
    Effect::new(move |_| {
        live.track();
        let due = last.get_value() + PACE_MS - browser::now_ms();
        if !app.plays_faster_than(FASTEST) || due <= 0.0 {
            return show();
        }
        if !std::mem::replace(&mut *waits.write_value(), true) {
            browser::after(due, move || {
                let _ = waits.try_set_value(false);
                show();
            });
        }
    });
    shown.into()
}

/// The width of the picture, and the size of the window.
fn follow_size(body: NodeRef<Div>, width: RwSignal<f64>, window: RwSignal<(f64, f64)>) {
    let measure = move || {
        if let Some(Some(element)) = body.try_get_untracked() {
            let now = f64::from(element.client_width());
            if now > 0.0 && width.try_get_untracked() != Some(now) {
                let _ = width.try_set(now);
            }
        }
        let size = browser::window_size();
        if window.try_get_untracked().is_some_and(|old| old != size) {
            let _ = window.try_set(size);
        }
    };
    Effect::new(move |_| {
        let Some(element) = body.get() else { return };
        measure();
        let changed = Closure::<dyn FnMut(JsValue)>::new(move |_| measure());
        // Without it the picture keeps the size that it began with.
        if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            observer.observe(&element);
        }
        // As long as the page lives.
        changed.forget();
    });
    let listener = window_event_listener(leptos::ev::resize, move |_| measure());
    on_cleanup(move || listener.remove());
}
