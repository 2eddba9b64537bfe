//! The picture with everything in its place: two canvases, and over them what can be pressed.

use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use logitscope_core::{NodeId, TokenId};
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent, PointerEvent};

use super::calm::calm;
use super::card::OpenedStation;
use super::chips::Chips;
use super::data;
use super::foot::Foot;
use super::forks::Forks;
use super::gate::Gates;
use super::heads::Heads;
use super::left_out::{fitted, is_left_out};
use super::painter::Painter;
use super::pin::{ChosenChip, Pin, Round};
use super::press;
use super::priority::priority;
use super::rows::Rows;
use super::shared::Shared;
use super::size::Size;
use super::walk::LayerWalk;
use crate::browser;
use crate::choices::Station;
use crate::components::kit::show::Show;
use crate::components::kit::touch::Touch;
use crate::components::picture::{Frame, Layout, MOST_COLUMNS, NARROW, STATIONS, Tall, What};
use crate::components::step::step_on_screen::StepOnScreen;
use crate::inspect::flow::{Room, Row, row_count};
use crate::state::App;
use crate::words::say;

/// How long the mouse rests on a mark before it is pointed at, in milliseconds.
const REST_MS: f64 = 90.0;

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
    let Size { width, window, top } = Size::follow(body);
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
    let priority = priority(app, shown);
    let pointed: RwSignal<Option<(What, Option<TokenId>)>> = RwSignal::new(None);
    let wide_layer = Memo::new(move |_| pointed.get().and_then(|(what, _)| what.layer()));
    let layout = Memo::new(move |_| {
        let open = app.open.get().filter(|open| STATIONS.contains(open));
        let (width, n_layers, rows) = (width.get(), n_layers.get(), rows.get());
        match narrow.get() {
            true => {
                // From top to bottom there is no place for a box.
                let hidden = |station: &Station| {
                    *station == Station::Layers && app.runs_elsewhere()
                        || is_left_out(app, *station)
                };
                let left_out = STATIONS.into_iter().filter(hidden).collect();
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
                let frame = Frame::new((width, window.get().1, top.get()), n_layers, rows, open);
                let frame = fitted(app, frame).with_layer(wide_layer.get());
                let frame = priority.with(|p| frame.with_stages(stages.get(), p));
                Layout::Wide(Box::new(frame))
            }
        }
    });
    let step = data::steps(app, shown, layout);
    let shared = Shared {
        layout,
        step,
        pointed,
    };
    follow_the_text(app, shared);
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
    let wish = StoredValue::new(None);
    let point = move |now: Option<(What, Option<TokenId>)>| {
        wish.set_value(now);
        if pointed.get_untracked() != now {
            pointed.set(now);
        }
    };
    // Nothing dims under a mouse that only passes by.
    let pass = move |ev: &PointerEvent| {
        // What is open points by itself; on the way there what was pointed at in the picture is left.
        if is_over_card(ev) {
            if wish.get_value().is_some() {
                point(None);
            }
            return;
        }
        let now = under(ev);
        if now.is_none() || pointed.with_untracked(Option::is_some) {
            return point(now);
        }
        wish.set_value(now);
        browser::after(REST_MS, move || {
            if wish.try_get_value() == Some(now) && pointed.try_get_untracked() == Some(None) {
                pointed.set(now);
            }
        });
    };
    // A new step is looked at whole.
    let context = Memo::new(move |_| step.with(|s| s.as_ref().map(|s| s.context)));
    Effect::new(move |before: Option<Option<NodeId>>| {
        let now = context.get();
        if before.is_some_and(|before| before != now) {
            point(None);
        }
        now
    });
    let touch = Touch::none();
    let down = move |ev: &PointerEvent| {
        if is_over_card(ev) {
            return;
        }
        let now = under(ev);
        touch.begins(ev, pointed.get_untracked() == now);
        point(now);
    };
    let press = move |ev: MouseEvent| {
        // What lies over the picture has its own meaning.
        let over = ev.target().and_then(|t| t.dyn_into::<Element>().ok());
        let over = over.and_then(|e| {
            e.closest("button, .gate, .flow-pin-track, .station-card")
                .ok()?
        });
        match pointed
            .get_untracked()
            .filter(|_| over.is_none() && touch.acts())
        {
            Some((what, token)) if press::acts(app, live, what) => {
                press::press(app, live, what, token)
            }
            _ => {}
        }
    };
    let acts = Memo::new(move |_| {
        pointed
            .get()
            .is_some_and(|(what, _)| press::acts(app, live, what))
    });
    let height = move || layout.with(|l| format!("{}px", l.height()));
    let stale = move || live.with(|s| s.as_ref().is_none_or(|s| s.stale));
    view! {
        <section
            class="flow"
            data-testid="flow"
            aria-label=say().step_region().to_string()
            aria-busy=move || stale().to_string()
            class:stale=stale
        >
            <div
                class="flow-body"
                class:tall=narrow
                class:acts=acts
                class:slim-dice=move || layout.with(|l| l.is_slim(Station::Dice))
                node_ref=body
                style=("--height", height)
                on:pointermove=move |ev| pass(&ev)
                on:pointerdown=move |ev| down(&ev)
                on:click=press
                on:pointerleave=move |ev| if ev.pointer_type() != "touch" { point(None) }
            >
                <canvas class="flow-canvas" node_ref=canvases[0] aria-hidden="true"></canvas>
                <canvas class="flow-canvas" node_ref=canvases[1] aria-hidden="true" data-testid="flow-canvas"></canvas>
                <Heads shared />
                <Show when=move || step.with(Option::is_some) && !layout.with(Layout::is_hidden)>
                    <Show when=move || !is_left_out(app, Station::Tokens)>
                        <Chips shared />
                    </Show>
                    <LayerWalk shared />
                    <Rows shared shown />
                    <Gates shared />
                    <Show when=move || layout.with(|l| l.draws(Station::Dice))>
                        <Pin shared />
                        <Forks shared />
                        <ChosenChip shared />
                        <Round shared />
                    </Show>
                </Show>
                <OpenedStation shared shown />
            </div>
            <Foot shared live />
        </section>
    }
}

/// Whether the pointer is on the station that is open.
fn is_over_card(ev: &PointerEvent) -> bool {
    let over = ev.target().and_then(|t| t.dyn_into::<Element>().ok());
    over.and_then(|e| e.closest(".station-card").ok()?)
        .is_some()
}

/// Pointing at a token of the text marks it in the picture, if it has a row there.
fn follow_the_text(app: App, shared: Shared) {
    Effect::new(move |_| {
        let node = app.pointed.get();
        let row = shared.step.with_untracked(|step| {
            let rows = &step.as_ref()?.rows;
            let own = rows
                .iter()
                .find(|row| row.node.is_some() && row.node == node)?;
            match own.row {
                Row::Token(place) => Some((What::Token(place as u32), own.token)),
                Row::Folded(_) => None,
            }
        });
        shared.point(row);
    });
}
