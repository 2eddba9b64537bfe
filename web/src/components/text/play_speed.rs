//! How fast playing goes.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::kit::padlock::locked_title;
use crate::state::App;
use crate::words::say;

/// Tokens a second, from the left of the slider to its right; 0 is as fast as possible.
const SPEEDS: [f64; 8] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 0.0];

/// The most tokens a second while playing.
#[component]
pub fn PlaySpeed() -> impl IntoView {
    let app = expect_context::<App>();
    let last = SPEEDS.len() - 1;
    let notch = move || {
        SPEEDS
            .iter()
            .position(|&s| s >= app.speed.get())
            .unwrap_or(last)
    };
    let notch = move || {
        if app.speed.get() == 0.0 {
            last
        } else {
            notch().min(last)
        }
    };
    let words = move || match app.speed.get() {
        0.0 => say().speed_full().to_string(),
        s => say().speed_tokens(s.to_string()).to_string(),
    };
    let short = move || match app.speed.get() {
        0.0 => "∞".to_owned(),
        s => say().speed_value(s.to_string()).to_string(),
    };
    let fill = move || format!("{}%", 100 * notch() / last);
    let slide = move |value: String| {
        if let Some(&speed) = value.parse().ok().and_then(|i: usize| SPEEDS.get(i)) {
            app.set_speed(speed);
        }
    };
    view! {
        <label class="field speed" title=locked_title(app, Control::Speed)>
            <span class="speed-name">{say().speed().to_string()}</span>
            <input
                type="range"
                min="0"
                max=last.to_string()
                data-testid="speed"
                disabled=move || app.locked(Control::Speed)
                aria-label=say().speed_while_playing().to_string()
                aria-valuetext=words
                style=("--fill", fill)
                prop:value=move || notch().to_string()
                on:input:target=move |ev| slide(ev.target().value())
            />
            <span class="speed-value num">{short}</span>
        </label>
    }
}
