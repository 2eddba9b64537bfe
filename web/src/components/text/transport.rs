//! The buttons that drive the run.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::text::play_speed::PlaySpeed;
use crate::state::{Activity, App, Origin};
use crate::words::say;

/// Step, play or pause, rewind, restart, roll again, and the speed. What cannot act now is greyed. On a phone, what is rarely
/// used opens above the dots.
#[component]
pub fn Transport() -> impl IntoView {
    let app = expect_context::<App>();
    let playing = Memo::new(move |_| app.activity.get() == Activity::Playing);
    let at_start = Memo::new(move |_| {
        let given = |t: &Vec<_>| {
            t.last()
                .is_none_or(|e: &crate::state::Entry| e.origin == Origin::Prompt)
        };
        // A draft can always be taken back.
        !app.draft.get() && app.transcript.with(given)
    });
    let idle = Memo::new(move |_| !app.can_step());
    let play = move |_| match playing.get() {
        true => app.pause(),
        false => app.play(),
    };
    let play_label = move || match playing.get() {
        true => say().pause().to_string(),
        false => say().play().to_string(),
    };
    view! {
        <div class="transport" role="group" aria-label=say().run_group().to_string()>
            <button
                class="button primary"
                data-testid="step"
                disabled=move || idle.get() || playing.get() || app.locked(Control::Step)
                on:click=move |_| app.step()
            >
                {say().step().to_string()}
                <kbd aria-hidden="true">"→"</kbd>
            </button>
            <button
                class="button"
                data-testid="play"
                aria-label=play_label
                title=play_label
                aria-pressed=move || playing.get().to_string()
                disabled=move || idle.get() && !playing.get() || app.locked(Control::Play)
                on:click=play
            >
                {move || match playing.get() {
                    true => view! { <Icon shape=Shape::Pause /> },
                    false => view! { <Icon shape=Shape::Play /> },
                }}
                <span class="wide">{play_label}</span>
            </button>
            <button
                class="button"
                data-testid="rewind"
                aria-label=say().rewind().to_string()
                title=say().rewind_does().to_string()
                disabled=move || at_start.get() || app.locked(Control::Rewind)
                on:click=move |_| app.rewind(1)
            >
                <Icon shape=Shape::Back />
                <span class="wide">{say().rewind().to_string()}</span>
            </button>
            <button
                class="button roll-again"
                data-testid="roll-again"
                aria-label=say().roll_again().to_string()
                title=say().roll_again_does().to_string()
                disabled=move || idle.get() || playing.get() || app.locked(Control::RollAgain)
                on:click=move |_| app.roll_again()
            >
                <Icon shape=Shape::Dice />
                <span class="wide">{say().roll_again().to_string()}</span>
            </button>
            <button class="button more" popovertarget="more-run" data-testid="more-run" aria-label=say().more().to_string()>
                <Icon shape=Shape::More />
            </button>
            <div class="more-items" id="more-run" popover="auto">
                <button
                    class="button restart"
                    data-testid="restart"
                    aria-label=say().restart().to_string()
                    title=say().restart_does().to_string()
                    disabled=move || at_start.get() || app.locked(Control::Restart)
                    on:click=move |_| app.restart()
                >
                    <Icon shape=Shape::Restart />
                    <span class="wide">{say().restart().to_string()}</span>
                </button>
                <PlaySpeed />
            </div>
        </div>
    }
}
