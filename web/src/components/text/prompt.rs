//! The prompt box with its tokens.

use leptos::prelude::*;

use crate::choices::{Control, PagePart};
use crate::components::frame::current_model;
use crate::components::kit::show::Show;
use crate::components::text::prompt_tokens::PromptTokens;
use crate::state::App;

/// Texts to begin with: a story, a near certainty, a flat distribution and a near tie.
const STARTERS: [&str; 4] = [
    "Once upon a time",
    "The capital of France is",
    "My favourite colour is",
    "In my opinion, the best movie is",
];

/// The text that the model continues, and the tokens that it is cut into while one types.
#[component]
pub fn Prompt() -> impl IntoView {
    let app = expect_context::<App>();
    let locked = move || app.locked(Control::Prompt);
    let about = move || {
        current_model::current(app).map(|model| view! { <b>{model.name}</b> " " {model.about} })
    };
    let starter = move |text: &'static str| {
        let press = move |_| app.set_prompt(text.to_owned());
        view! { <button class="chip" on:click=press>{text}</button> }
    };
    view! {
        <section class="card" aria-labelledby="prompt-title">
            <div class="card-head">
                <h2 id="prompt-title">"Prompt"</h2>
                <p class="caption">"The model continues what you type, and rates every token of it."</p>
                <Show when=move || !locked()>
                    <div class="starters">
                        <span class="muted">"Try"</span>
                        {STARTERS.map(starter).into_iter().collect_view()}
                    </div>
                </Show>
            </div>
            <p class="caption about-model" data-testid="about-model">{about}</p>
            <textarea
                class="prompt-box"
                data-testid="prompt"
                aria-labelledby="prompt-title"
                aria-describedby="prompt-error"
                aria-invalid=move || app.prompt_error.with(Option::is_some).to_string()
                rows="1"
                spellcheck="false"
                autocomplete="off"
                readonly=locked
                prop:value=move || app.prompt.get()
                on:input:target=move |ev| app.set_prompt(ev.target().value())
            ></textarea>
            <p class="field-error" id="prompt-error" role="alert" data-testid="prompt-error">
                {move || app.prompt_error.get()}
            </p>
            <Show when=move || !app.hidden(PagePart::Tokens)>
                <PromptTokens />
            </Show>
        </section>
    }
}
