//! The prompt box with its tokens.

use leptos::prelude::*;

use super::format;
use super::roving;
use super::token_text::TokenText;
use crate::state::{App, Piece};

/// Texts to begin with.
const STARTERS: [&str; 4] = [
    "Once upon a time, there was a little",
    "The king opened the door and",
    "It was a dark night, and the sea",
    "She looked at him and said:",
];

/// The text that the model continues, and the tokens that it is cut into while one types.
#[component]
pub fn Prompt() -> impl IntoView {
    let app = expect_context::<App>();
    let locked = move || app.locked("prompt");
    let starter = move |text: &'static str| {
        let press = move |_| app.set_prompt(text.to_owned());
        view! { <button class="chip" disabled=locked on:click=press>{text}</button> }
    };
    view! {
        <section class="card" aria-labelledby="prompt-title">
            <div class="card-head">
                <h2 id="prompt-title">"Prompt"</h2>
                <p class="caption">"The model continues whatever you type."</p>
                <div class="starters">
                    <span class="muted">"Try"</span>
                    {STARTERS.map(starter).into_iter().collect_view()}
                </div>
            </div>
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
            <Show when=move || !app.hidden("tokens")>
                <PromptTokens />
            </Show>
        </section>
    }
}

/// The tokens of the prompt, and how many there are.
#[component]
fn PromptTokens() -> impl IntoView {
    let app = expect_context::<App>();
    let amount = move || {
        let n = app.pieces.with(Vec::len) as u64;
        let most = app.model.with(|m| m.as_ref().map(|m| u64::from(m.model.n_ctx)));
        let most = most.map(|n| format!(" of at most {}", format::count(n))).unwrap_or_default();
        format!("{}{most}", format::counted(n, "token", "tokens"))
    };
    let key = |(i, piece): &(usize, Piece)| (*i, piece.token, piece.text.clone());
    view! {
        <div class="prompt-foot">
            <ol
                class="prompt-chips"
                data-testid="prompt-tokens"
                aria-label="Tokens of the prompt"
                on:keydown=|ev| roving::on_keydown(&ev)
            >
                <For each=move || app.pieces.get().into_iter().enumerate() key=key let:item>
                    <Chip piece=item.1 first=item.0 == 0 />
                </For>
            </ol>
            <span class="caption num" data-testid="prompt-count">{amount}</span>
        </div>
    }
}

/// One token of the prompt; its id appears under the pointer or the focus.
#[component]
fn Chip(
    /// The token.
    piece: Piece,
    /// Whether it is the tab stop of the row.
    first: bool,
) -> impl IntoView {
    let app = expect_context::<App>();
    let bytes = app.token_bytes(piece.token);
    let id = format!("id {}", piece.token);
    view! {
        <li
            class="tok"
            tabindex=if first { "0" } else { "-1" }
            data-testid="prompt-token"
            data-token=piece.token.to_string()
            data-tip=id.clone()
            title=id
        >
            <TokenText bytes />
        </li>
    }
}
