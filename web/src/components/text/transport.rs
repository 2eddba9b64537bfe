//! The buttons that drive the run.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::text::play_speed::PlaySpeed;
use crate::state::{Activity, App};

/// Step, play or pause, rewind, restart, roll again, and the speed.
#[component]
pub fn Transport() -> impl IntoView {
    let app = expect_context::<App>();
    let playing = Memo::new(move |_| app.activity.get() == Activity::Playing);
    let at_start = Memo::new(move |_| {
        app.transcript.with(|t| {
            t.last()
                .is_none_or(|e| e.origin == crate::state::Origin::Prompt)
        })
    });
    let idle = Memo::new(move |_| !app.can_step());
    let play = move |_| {
        if playing.get() {
            app.pause()
        } else {
            app.play()
        }
    };
    view! {
        <div class="transport" role="group" aria-label="Run">
            <button
                class="button primary"
                data-testid="step"
                disabled=move || idle.get() || playing.get() || app.locked(Control::Step)
                on:click=move |_| app.step()
            >
                "Step"
                <kbd aria-hidden="true">"→"</kbd>
            </button>
            <button
                class="button"
                data-testid="play"
                aria-pressed=move || playing.get().to_string()
                disabled=move || idle.get() && !playing.get() || app.locked(Control::Play)
                on:click=play
            >
                {move || match playing.get() {
                    true => view! { <Icon shape=Shape::Pause /> "Pause" }.into_any(),
                    false => view! { <Icon shape=Shape::Play /> "Play" }.into_any(),
                }}
            </button>
            <button
                class="button"
                data-testid="rewind"
                title="Take back the last token"
                disabled=move || at_start.get() || app.locked(Control::Rewind)
                on:click=move |_| app.rewind(1)
            >
                <Icon shape=Shape::Back />
                "Rewind"
            </button>
            <button
                class="button"
                data-testid="restart"
                aria-label="Restart"
                title="Back to the end of the prompt"
                disabled=move || at_start.get() || app.locked(Control::Restart)
                on:click=move |_| app.restart()
            >
                <Icon shape=Shape::Restart />
                <span class="wide">"Restart"</span>
            </button>
            <button
                class="button"
                data-testid="roll-again"
                aria-label="Roll again"
                title="New dice for the next token: the same distribution, another draw"
                disabled=move || idle.get() || playing.get() || app.locked(Control::RollAgain)
                on:click=move |_| app.roll_again()
            >
                <Icon shape=Shape::Dice />
                <span class="wide">"Roll again"</span>
            </button>
            <PlaySpeed />
        </div>
    }
}
