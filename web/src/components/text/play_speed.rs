//! How fast playing goes.

use leptos::prelude::*;

use crate::choices::Control;
use crate::state::App;

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
        0.0 => "full speed".to_owned(),
        s => format!("{s} tokens/s"),
    };
    let fill = move || format!("{}%", 100 * notch() / last);
    let slide = move |value: String| {
        if let Some(&speed) = value.parse().ok().and_then(|i: usize| SPEEDS.get(i)) {
            app.set_speed(speed);
        }
    };
    view! {
        <label class="field">
            "speed"
            <input
                type="range"
                min="0"
                max=last.to_string()
                data-testid="speed"
                disabled=move || app.locked(Control::Speed)
                aria-label="Speed while playing"
                aria-valuetext=words
                style=("--fill", fill)
                prop:value=move || notch().to_string()
                on:input:target=move |ev| slide(ev.target().value())
            />
            <span class="speed-value num">{words}</span>
        </label>
    }
}
