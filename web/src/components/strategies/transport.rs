//! The buttons that drive a strategy: back, on, play, from the start.

use leptos::prelude::*;

use crate::components::kit::icon::{Icon, Shape};
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

/// Restart, back, step and play. What cannot act now is greyed.
#[component]
pub fn Transport(
    /// Of which strategy.
    kind: Kind,
    /// Whether the step on screen is the last there will be.
    #[prop(into)]
    at_end: Signal<bool>,
    /// Where it is, in words.
    #[prop(into)]
    place: Signal<String>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let pace = Memo::new(move |_| app.pace(kind));
    let at_start = Memo::new(move |_| pace.get().at == 0);
    let go = move |by: isize| {
        let at = pace.get_untracked().at.saturating_add_signed(by);
        app.set_pace(kind, Pace { at, playing: false });
    };
    let play = move |_| {
        let now = pace.get_untracked();
        // Played to its end, it plays from the start.
        let at = match at_end.get_untracked() {
            true => 0,
            false => now.at,
        };
        let playing = !now.playing;
        app.set_pace(kind, Pace { at, playing });
    };
    let label = move || match pace.get().playing {
        true => say().pause().to_string(),
        false => say().play().to_string(),
    };
    let restart = move |_| {
        app.set_pace(kind, Pace::default());
    };
    view! {
        <div class="strategy-transport" role="group" aria-label=say().strategy_run().to_string()>
            <button class="button small" data-testid="strategy-restart" aria-label=say().restart().to_string() title=say().restart().to_string()
                disabled=at_start on:click=restart><Icon shape=Shape::Restart /></button>
            <button class="button small" data-testid="strategy-back" aria-label=say().strategy_back().to_string() title=say().strategy_back().to_string()
                disabled=at_start on:click=move |_| go(-1)><Icon shape=Shape::Back /></button>
            <button class="button small primary" data-testid="strategy-step" disabled=at_end on:click=move |_| go(1)>{say().step().to_string()}</button>
            <button class="button small" data-testid="strategy-play" aria-label=label title=label aria-pressed=move || pace.get().playing.to_string() on:click=play>
                {move || match pace.get().playing {
                    true => view! { <Icon shape=Shape::Pause /> },
                    false => view! { <Icon shape=Shape::Play /> },
                }}
                <span>{label}</span>
            </button>
            <span class="caption num" data-testid="strategy-place" aria-live="polite">{place}</span>
        </div>
    }
}
