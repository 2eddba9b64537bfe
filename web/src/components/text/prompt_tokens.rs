//! The tokens of the prompt.

use leptos::prelude::*;

use crate::components::kit::roving;
use crate::components::kit::token_text::TokenText;
use crate::state::{App, Piece};
use crate::words::say;

/// The tokens of the prompt with their ids.
#[component]
pub fn PromptTokens() -> impl IntoView {
    let app = expect_context::<App>();
    let key = |(i, piece): &(usize, Piece)| (*i, piece.token, piece.text.clone());
    view! {
        <div class="prompt-foot">
            <ol
                class="prompt-chips"
                class:long=move || { app.pieces.with(Vec::len) > 120 }
                data-testid="prompt-tokens"
                aria-label=say().prompt_tokens().to_string()
                on:keydown=|ev| roving::on_keydown(&ev)
            >
                <For each=move || app.pieces.get().into_iter().enumerate() key=key let:item>
                    <Chip piece=item.1 first=item.0 == 0 />
                </For>
            </ol>
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
    let bytes = untrack(|| app.token_bytes(piece.token));
    let id = say().chip_id(piece.token.to_string()).to_string();
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
