//! The random number in the visitor's hand, and the token that it falls on.

use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, PointerEvent};

use super::shared::Shared;
use crate::browser;
use crate::choices::Control;
use crate::components::kit::format;
use crate::components::picture::What;
use crate::components::step::step_on_screen::Follows;
use crate::state::App;
use crate::words::say;

/// The largest draw that the pointer gives: below 1.
const LAST: f64 = 0.9999;
/// How far an arrow key moves the pin.
const KEY: f64 = 0.001;
/// And with Shift.
const FAR_KEY: f64 = 0.01;

/// The pin: a slider over the bar of the dice.
#[component]
pub fn Pin(
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let app = expect_context::<App>();
    let u = Memo::new(move |_| shared.step.with(|s| s.as_ref().map_or(0.0, |s| s.draw.u)));
    let pending = Memo::new(move |_| {
        shared
            .step
            .with(|s| s.as_ref().is_some_and(|s| s.follows == Follows::Pending))
    });
    let free = move || pending.get() && !app.locked(Control::Draw);
    let given = Memo::new(move |_| {
        shared
            .step
            .with(|s| s.as_ref().is_some_and(|s| s.follows == Follows::Written))
    });
    let held = RwSignal::new(false);
    let bar = NodeRef::<Div>::new();
    let point = move |ev: &PointerEvent| {
        let Some(Some(bar)) = bar.try_get_untracked() else {
            return;
        };
        let area = bar.get_bounding_client_rect();
        let (at, size) = match shared.layout.with_untracked(|l| l.is_tall()) {
            true => (f64::from(ev.client_x()) - area.left(), area.width()),
            false => (f64::from(ev.client_y()) - area.top(), area.height()),
        };
        if size > 0.0 {
            app.set_u(Some((at / size).clamp(0.0, LAST)));
        }
    };
    let take_hold = move |ev: &PointerEvent| {
        if !free() || ev.button() != 0 {
            return;
        }
        ev.prevent_default();
        browser::capture_pointer(ev);
        held.set(true);
        point(ev);
    };
    let key = move |ev: &KeyboardEvent| {
        let far = if ev.shift_key() { FAR_KEY } else { KEY };
        let by = match ev.key().as_str() {
            "ArrowUp" | "ArrowLeft" => -far,
            "ArrowDown" | "ArrowRight" => far,
            _ => return,
        };
        ev.prevent_default();
        ev.stop_propagation();
        if free() {
            let moved = ((u.get_untracked() + by) * 1000.0).round() / 1000.0;
            app.set_u(Some(moved.clamp(0.0, LAST)));
        }
    };
    let area = Memo::new(move |_| shared.layout.with(|l| l.bar()));
    let place = move |side: usize| format!("{}px", area.get()[side]);
    let flat = Memo::new(move |_| shared.layout.with(|l| l.is_tall()));
    let says = move || {
        shared.step.with(|s| {
            let Some(s) = s else { return String::new() };
            let (low, high) = s.segment;
            let token = s
                .followed
                .iter()
                .find(|f| f.token == s.drawn)
                .map_or("", |f| f.text.as_str());
            say()
                .flow_dice_says(
                    format::draw(s.draw.u, 3),
                    token,
                    format::percent(high - low),
                )
                .to_string()
        })
    };
    let range = move || {
        shared.step.with(|s| {
            let s = s.as_ref()?;
            let ((low, high), u) = (s.segment, s.draw.u);
            Some(format!(
                "{} ≤ {} < {}",
                format::place(low, u),
                format::place(u, high),
                format::place(high, u)
            ))
        })
    };
    view! {
        <div
            class="flow-pin-track"
            data-testid="dice"
            class:free=free
            class:flat=flat
            node_ref=bar
            style=("--x", move || place(0))
            style=("--y", move || place(1))
            style=("--w", move || place(2))
            style=("--h", move || place(3))
            on:pointerdown=move |ev| take_hold(&ev)
            on:pointermove=move |ev| if held.get_untracked() && free() { point(&ev) }
            on:pointerup=move |_| held.set(false)
            on:pointercancel=move |_| held.set(false)
        >
            {move || (!given.get()).then(|| view! {
                <div
                    class="flow-pin"
                    role="slider"
                    tabindex="0"
                    data-testid="dice-pin"
                    data-u=move || u.get().to_string()
                    aria-label=say().flow_random_number().to_string()
                    aria-valuemin="0"
                    aria-valuemax="1"
                    aria-valuenow=move || format::draw(u.get(), 3)
                    aria-valuetext=says
                    aria-disabled=move || (!free()).to_string()
                    style=("--at", move || u.get().to_string())
                    on:keydown=move |ev| key(&ev)
                    on:focus=move |_| shared.pointed.set(Some((What::Pin, None)))
                    on:blur=move |_| shared.pointed.set(None)
                >
                    <span class="visually-hidden">{move || format!("u = {}", format::draw(u.get(), 4))}</span>
                </div>
            })}
            <span class="visually-hidden" data-testid="dice-range">{range}</span>
        </div>
    }
}

/// The token of the step, at the end of the way: pressing it takes it.
#[component]
pub fn ChosenChip(
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let app = expect_context::<App>();
    let chip = Memo::new(move |_| {
        shared.step.with(|s| {
            let s = s.as_ref()?;
            let area = shared.layout.with(|l| l.chosen(s));
            Some((s.chosen_text.clone(), s.follows, area, s.open))
        })
    });
    let can = move || app.can_step() && !app.locked(Control::Step);
    let press = move |_| match chip.get_untracked() {
        Some((_, Follows::Pending, ..)) if untrack(can) => app.step(),
        Some((_, follows, ..)) if follows != Follows::Pending => app.select_next(),
        _ => {}
    };
    view! {
        {move || chip.get().map(|(text, follows, [x, y, w, h], _)| {
            let word = match follows {
                Follows::Pending => say().flow_take_it(),
                Follows::Sampled => say().flow_taken(),
                Follows::Forced => say().flow_yours(),
                Follows::Written => say().flow_given(),
            };
            // Long words are set smaller before they are cut.
            let size = match format::bare(&text).chars().count() {
                0..=5 => "18px",
                6 | 7 => "15px",
                _ => "13px",
            };
            view! {
                <button
                    class="flow-chosen"
                    class:given=follows == Follows::Written
                    class:forced=follows == Follows::Forced
                    data-testid="flow-chosen"
                    style=("--x", format!("{x}px"))
                    style=("--y", format!("{y}px"))
                    style=("--w", format!("{w}px"))
                    style=("--h", format!("{h}px"))
                    style=("--size", size)
                    title=word.to_string()
                    disabled=move || follows == Follows::Pending && !can()
                    on:click=press
                >
                    <span dir="auto">{format::bare(&text).to_owned()}</span>
                </button>
            }
        })}
    }
}
