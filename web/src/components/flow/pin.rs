//! The random number in the visitor's hand, and the token that it falls on.

use leptos::prelude::*;

use super::shared::Shared;
use crate::choices::Control;
use crate::components::dice::chosen_chip::ChosenButton;
use crate::components::dice::hand::Hand;
use crate::components::dice::pin::PinSlider;
use crate::components::kit::format;
use crate::components::picture::What;
use crate::components::step::step_on_screen::Follows;
use crate::state::App;
use crate::words::say;

/// Left and right of the chosen word; in the style sheet, too.
const PADDING: f64 = 4.0;

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
    let hand = Hand::new(app, Signal::derive(free), u.into());
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
                    format::known(s.on_dice(high - low), format::percent),
                )
                .to_string()
        })
    };
    let range = move || {
        shared.step.with(|s| {
            let s = s.as_ref()?;
            let (low, high) = s.segment;
            Some(format::falls(
                [low, high].map(|edge| s.on_dice(edge)),
                s.draw.u,
            ))
        })
    };
    view! {
        <div
            class="flow-pin-track"
            data-testid="dice"
            class:free=free
            class:flat=flat
            node_ref=hand.bar
            style=("--x", move || place(0))
            style=("--y", move || place(1))
            style=("--w", move || place(2))
            style=("--h", move || place(3))
            on:pointerdown=move |ev| hand.take_hold(&ev)
            on:pointermove=move |ev| hand.follow(&ev)
            on:pointerup=move |_| hand.let_go()
            on:pointercancel=move |_| hand.let_go()
            on:focusin=move |_| shared.point(Some((What::Pin, None)))
            on:focusout=move |_| shared.point(None)
        >
            {move || (!given.get()).then(|| view! { <PinSlider hand u free=Signal::derive(free) says=Signal::derive(says) /> })}
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
    let chip = Memo::new(move |_| {
        shared.step.with(|s| {
            let s = s.as_ref()?;
            let area = shared.layout.with(|l| l.chosen(s));
            Some((s.chosen_text.clone(), s.follows, area, s.open))
        })
    });
    view! {
        {move || chip.get().map(|(text, follows, [x, y, w, h], _)| view! {
            <ChosenButton
                text
                follows
                room={w - 2.0 * PADDING}
                {..}
                style=("--x", format!("{x}px"))
                style=("--y", format!("{y}px"))
                style=("--w", format!("{w}px"))
                style=("--h", format!("{h}px"))
            />
        })}
    }
}

/// The way back to the text, where it runs left of the picture.
#[component]
pub fn Round(
    /// What the parts of the picture share.
    shared: Shared,
) -> impl IntoView {
    let round = Memo::new(move |_| {
        shared.step.with(|s| {
            let s = s.as_ref()?;
            let place = shared.layout.with(|l| l.round(s))?;
            Some((place, s.position, s.follows == Follows::Written))
        })
    });
    view! {
        {move || round.get().map(|([y, h, w], position, given)| view! {
            <div
                class="flow-round"
                class:given=given
                style=("--y", format!("{y}px"))
                style=("--h", format!("{h}px"))
                style=("--w", format!("{w}px"))
            >
                <span>{say().flow_round(u64::from(position) + 1).to_string()}</span>
            </div>
        })}
    }
}
