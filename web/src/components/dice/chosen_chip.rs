//! The token of the step, at the end of the way: pressing it takes it.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::step::step_on_screen::Follows;
use crate::state::App;
use crate::words::say;

/// The token as a button.
#[component]
pub fn ChosenButton(
    /// The token's text.
    text: String,
    /// How it came about.
    follows: Follows,
) -> impl IntoView {
    let app = expect_context::<App>();
    let can = move || app.can_step() && !app.locked(Control::Step);
    let press = move |_| match follows {
        Follows::Pending if untrack(can) => app.step(),
        Follows::Pending => {}
        _ => app.select_next(),
    };
    let word = match follows {
        Follows::Pending => say().flow_take_it(),
        Follows::Sampled => say().flow_taken(),
        Follows::Forced => say().flow_yours(),
        Follows::Written => say().flow_given(),
    };
    let text = format::bare(&text).to_owned();
    // Long words are set smaller before they are cut.
    let size = match text.chars().count() {
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
            style=("--size", size)
            title=word.to_string()
            disabled=move || follows == Follows::Pending && !can()
            on:click=press
        >
            <span dir="auto">{text}</span>
        </button>
    }
}
