//! The step on screen.

use leptos::prelude::*;

use crate::choices::PagePart;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::step::candidates::Candidates;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};
use crate::components::step::token_search::TokenSearch;
use crate::components::step::uncertainty::Uncertainty;
use crate::state::App;
use crate::words::say;

/// What the model gives, what the sampler makes of it, and what was chosen.
#[component]
pub fn StepCard(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let pending = move || shown.with(|s| s.as_ref().is_none_or(|s| s.follows == Follows::Pending));
    let title = move || {
        shown.with(|s| match s {
            Some(s) if s.follows != Follows::Pending => {
                format!(
                    "How “{}” came about",
                    format::token(s.vocab.bytes(s.chosen()))
                )
            }
            _ => "What comes next?".to_owned(),
        })
    };
    let badge = move || {
        let flags = shown.with(|s| s.as_ref().map(|s| (s.recorded, s.view.recomputed)));
        let (word, why) = match flags.unwrap_or_default() {
            (true, _) => (
                "recorded",
                "Recorded earlier with this model; the live run takes over as soon as it is loaded.",
            ),
            (_, true) => (
                "recomputed",
                "Computed again: the recorded choice is kept, the last digits may differ.",
            ),
            _ => return None,
        };
        Some(
            view! { <span class="badge" data-testid=format!("badge-{word}") title=why>{word}</span> },
        )
    };
    view! {
        <section class="card step" aria-labelledby="step-title" data-testid="step-card"
            aria-busy=move || shown.with(|s| s.as_ref().is_none_or(|s| s.stale)).to_string()>
            <div class="card-head">
                <h2 id="step-title">{title}</h2>
                {badge}
                <p class="caption">"Grey: the model’s own probability. Colour: what the sampler makes of it."</p>
                <Show when=move || !pending()>
                    <button class="button small" data-testid="back-to-newest" on:click=move |_| app.select(None)>
                        "Back to the end"
                    </button>
                </Show>
            </div>
            <Show
                when=move || shown.with(Option::is_some)
                fallback=|| view! { <p class="muted waiting">{say().sentence_waiting().to_string()}</p> }
            >
                <Show when=move || !app.hidden(PagePart::Candidates)>
                    <Candidates shown />
                </Show>
                <TokenSearch shown />
                <Show when=move || !app.hidden(PagePart::Facts)>
                    <Uncertainty shown />
                </Show>
            </Show>
        </section>
    }
}
