//! How much of the context the run on screen takes.

use leptos::prelude::*;

use super::Length;
use crate::words::say;

/// A bar of prompt, output and what is left.
#[component]
pub fn Room(
    /// How long the run is.
    length: Memo<Option<Length>>,
) -> impl IntoView {
    let bar = |length: Length| {
        let Length {
            prompt,
            output,
            n_ctx,
        } = length;
        let share = |n: u64| format!("{:.3}%", 100.0 * n as f64 / n_ctx.max(1) as f64);
        let left = n_ctx.saturating_sub(prompt + output);
        view! {
            <section class="context-room" data-testid="context-room">
                <h3>{say().context_room().to_string()}</h3>
                <div class="context-bar" aria-hidden="true">
                    <i class="prompt" style=("--w", share(prompt))></i><i class="output" style=("--w", share(output))></i>
                </div>
                <p class="context-key">
                    <span class="prompt">{say().context_prompt(prompt).to_string()}</span>
                    <span class="output">{say().context_output(output).to_string()}</span>
                    <span class="left">{say().context_left(left, n_ctx).to_string()}</span>
                </p>
            </section>
        }
    };
    move || length.get().map(bar)
}
