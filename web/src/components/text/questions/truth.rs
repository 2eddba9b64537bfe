//! Whether what a model says is true.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::glossary::explained::Explained;
use crate::components::kit::focus;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::say;

/// Texts that a small model continues surely and wrongly. They are prompts: in the model's language.
const WRONG: [&str; 2] = ["Seven and eight is", "The capital of the Moon is"];

/// Is it true?
#[component]
pub fn IsItTrue() -> impl IntoView {
    let app = expect_context::<App>();
    let here = move || {
        let step = app.step.get()?;
        let token = step.next.unwrap_or(step.sampling.choice.token);
        let rank = step.sampling.distribution.rank(token)?;
        let share = format::percent(step.sampling.distribution.prob(rank));
        let text = say().answer_true_here(app.token_text(token).trim(), share);
        Some(view! { <p><Explained text=text.to_string() /></p> })
    };
    let example = move |text: &'static str| {
        let press = move |_| {
            app.set_prompt(text.to_owned());
            // The menu closes when the focus leaves it.
            focus::text();
        };
        view! { <button class="button small" data-testid="wrong-example" on:click=press>{text}</button> }
    };
    view! {
        <div class="answer" data-testid="answer-true">
            <p>{say().answer_true().to_string()}</p>
            {here}
            <Show when=move || !app.locked(Control::Prompt)>
                <p>{say().answer_true_try().to_string()}</p>
                <p class="chips">{WRONG.map(example).into_iter().collect_view()}</p>
            </Show>
        </div>
    }
}
