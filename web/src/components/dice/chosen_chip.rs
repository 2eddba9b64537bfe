//! The token of the step, at the end of the way: pressing it takes it.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::kit::format;
use crate::components::picture::wide;
use crate::components::step::step_on_screen::Follows;
use crate::state::App;
use crate::words::say;

/// The sizes of its word, in CSS pixels.
const SIZES: [u8; 3] = [18, 16, 14];
/// How much wider its letters are than plain ones.
const BOLD: f64 = 1.06;
/// See [`SIZES`].
const SMALLEST: u8 = 12;

/// The token as a button.
#[component]
pub fn ChosenButton(
    /// The token's text.
    text: String,
    /// How it came about.
    follows: Follows,
    /// The room that the word has, in CSS pixels.
    #[prop(optional, default = 60.0)]
    room: f64,
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
    let fits = |size: &u8| wide(&text, *size) * BOLD <= room;
    let size = SIZES.into_iter().find(fits).unwrap_or(SMALLEST);
    view! {
        <button
            class="flow-chosen"
            class:given=follows == Follows::Written
            class:forced=follows == Follows::Forced
            data-testid="flow-chosen"
            style=("--size", format!("{size}px"))
            title=word.to_string()
            disabled=move || follows == Follows::Pending && !can()
            on:click=press
        >
            <span dir="auto">{text}</span>
        </button>
    }
}
