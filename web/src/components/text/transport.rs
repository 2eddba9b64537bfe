//! The buttons that drive the run, or the strategy that is open.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::padlock::locked_title;
use crate::components::text::play_speed::PlaySpeed;
use crate::state::{Activity, App, Drive, Origin};
use crate::words::say;

/// Step, play or pause, rewind, restart, roll again, and the speed. What cannot act now is greyed. On a phone, what is rarely
/// used opens above the dots.
#[component]
pub fn Transport() -> impl IntoView {
    view! {
        <div class="transport" role="group" aria-label=say().run_group().to_string()>
            <StepButton />
            <PlayButton />
            <RewindButton />
            <RollAgainButton />
            <button class="button more" popovertarget="more-run" data-testid="more-run" aria-label=say().more().to_string()>
                <Icon shape=Shape::More />
            </button>
            <div class="more-items" id="more-run" popover="auto">
                <RestartButton />
                <PlaySpeed />
            </div>
        </div>
    }
}

fn plays(app: App) -> bool {
    match app.driven() {
        Some(kind) => app.driven_place(kind).playing,
        None => app.activity.get() == Activity::Playing,
    }
}

/// Whether there is a step to take.
fn can_step(app: App) -> bool {
    match app.driven() {
        Some(kind) => app.can_step() && !app.driven_place(kind).at_end,
        None => app.can_step(),
    }
}

/// Has the strategy that is open do it; `run` is for the run, if none is.
fn drive(app: App, drive: Drive, run: impl FnOnce(App)) {
    match untrack(|| app.driven()) {
        Some(kind) => app.drive(kind, drive),
        None => run(app),
    }
}

/// Whether nothing was generated that could be taken back. A draft can always be.
fn at_start(app: App) -> bool {
    if let Some(kind) = app.driven() {
        return app.driven_place(kind).at_start;
    }
    let given = |t: &Vec<crate::state::Entry>| t.last().is_none_or(|e| e.origin == Origin::Prompt);
    !app.draft.get() && app.transcript.with(given)
}

/// Takes a step.
#[component]
pub fn StepButton() -> impl IntoView {
    let app = expect_context::<App>();
    let idle = Memo::new(move |_| !can_step(app) || plays(app));
    view! {
        <button
            class="button primary"
            data-testid="step"
            title=locked_title(app, Control::Step)
            disabled=move || idle.get() || app.locked(Control::Step)
            on:click=move |_| drive(app, Drive::Step, App::step)
        >
            {say().step().to_string()}
            <kbd aria-hidden="true">"→"</kbd>
        </button>
    }
}

/// Plays, or pauses.
#[component]
pub fn PlayButton() -> impl IntoView {
    let app = expect_context::<App>();
    let playing = Memo::new(move |_| plays(app));
    // A strategy at its end plays from the start.
    let idle = Memo::new(move |_| !app.can_step());
    let run = move |app: App| match playing.get() {
        true => app.pause(),
        false => app.play(),
    };
    let play = move |_| drive(app, Drive::PlayOrPause, run);
    let label = move || match playing.get() {
        true => say().pause().to_string(),
        false => say().play().to_string(),
    };
    let title = locked_title(app, Control::Play);
    view! {
        <button
            class="button"
            data-testid="play"
            aria-label=label
            title=move || title().unwrap_or_else(label)
            aria-pressed=move || playing.get().to_string()
            disabled=move || idle.get() && !playing.get() || app.locked(Control::Play)
            on:click=play
        >
            {move || match playing.get() {
                true => view! { <Icon shape=Shape::Pause /> },
                false => view! { <Icon shape=Shape::Play /> },
            }}
            <span class="wide">{label}</span>
        </button>
    }
}

/// Takes the last token back.
#[component]
pub fn RewindButton() -> impl IntoView {
    let app = expect_context::<App>();
    let at_start = Memo::new(move |_| at_start(app));
    let title = locked_title(app, Control::Rewind);
    view! {
        <button
            class="button"
            data-testid="rewind"
            aria-label=say().rewind().to_string()
            title=move || title().unwrap_or_else(|| say().rewind_does().to_string())
            disabled=move || at_start.get() || app.locked(Control::Rewind)
            on:click=move |_| drive(app, Drive::Back, |app| app.rewind(1))
        >
            <Icon shape=Shape::Back />
            <span class="wide">{say().rewind().to_string()}</span>
        </button>
    }
}

/// Rolls the dice of the next token again.
#[component]
pub fn RollAgainButton() -> impl IntoView {
    let app = expect_context::<App>();
    let idle = Memo::new(move |_| !app.can_step() || plays(app));
    let title = locked_title(app, Control::RollAgain);
    view! {
        <button
            class="button roll-again"
            data-testid="roll-again"
            aria-label=say().roll_again().to_string()
            title=move || title().unwrap_or_else(|| say().roll_again_does().to_string())
            disabled=move || idle.get() || app.locked(Control::RollAgain)
            on:click=move |_| app.roll_again()
        >
            <Icon shape=Shape::Dice />
            <span class="wide">{say().roll_again().to_string()}</span>
        </button>
    }
}

/// Goes back to the end of the prompt.
#[component]
pub fn RestartButton() -> impl IntoView {
    let app = expect_context::<App>();
    let at_start = Memo::new(move |_| at_start(app));
    let title = locked_title(app, Control::Restart);
    view! {
        <button
            class="button restart"
            data-testid="restart"
            aria-label=say().restart().to_string()
            title=move || title().unwrap_or_else(|| say().restart_does().to_string())
            disabled=move || at_start.get() || app.locked(Control::Restart)
            on:click=move |_| drive(app, Drive::Restart, App::restart)
        >
            <Icon shape=Shape::Restart />
            <span class="wide">{say().restart().to_string()}</span>
        </button>
    }
}
