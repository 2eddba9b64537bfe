//! The buttons that drive a strategy: back, on, play, from the start.

use leptos::prelude::*;

use crate::components::kit::icon::{Icon, Shape};
use crate::state::{App, Drive};
use crate::strategies::Kind;
use crate::words::say;

/// Restart, back, step and play. What cannot act now is greyed.
#[component]
pub fn Transport(
    /// Of which strategy.
    kind: Kind,
    /// Where it is, in words.
    #[prop(into)]
    place: Signal<String>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let now = Memo::new(move |_| app.driven_place(kind));
    let does = move |drive: Drive| move |_| app.drive(kind, drive);
    let at_start = move || now.get().at_start;
    let at_end = move || now.get().at_end;
    let playing = move || now.get().playing;
    let label = move || match playing() {
        true => say().pause().to_string(),
        false => say().play().to_string(),
    };
    let follows = move || {
        app.settings
            .with(|settings| settings.chain.grammars().next().is_some())
    };
    view! {
        <div class="strategy-transport" role="group" aria-label=say().strategy_run().to_string()>
            <button class="button small" data-testid="strategy-restart" aria-label=say().restart().to_string() title=say().restart().to_string()
                disabled=at_start on:click=does(Drive::Restart)><Icon shape=Shape::Restart /></button>
            <button class="button small" data-testid="strategy-back" aria-label=say().strategy_back().to_string() title=say().strategy_back().to_string()
                disabled=at_start on:click=does(Drive::Back)><Icon shape=Shape::Back /></button>
            <button class="button small" data-testid="strategy-step" disabled=at_end on:click=does(Drive::Step)>{say().step().to_string()}</button>
            <button class="button small" data-testid="strategy-play" aria-label=label title=label aria-pressed=move || playing().to_string() on:click=does(Drive::PlayOrPause)>
                {move || match playing() {
                    true => view! { <Icon shape=Shape::Pause /> },
                    false => view! { <Icon shape=Shape::Play /> },
                }}
                <span>{label}</span>
            </button>
            <span class="caption num" data-testid="strategy-place" aria-live="polite">{place}</span>
        </div>
        {move || follows().then(|| view! { <p class="caption" data-testid="strategy-grammar">{say().strategy_grammar().to_string()}</p> })}
    }
}
