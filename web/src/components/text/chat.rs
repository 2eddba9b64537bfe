//! A conversation with a chat model, above the picture of what it does: the model's own template makes the text of it.

use std::collections::BTreeMap;

use leptos::prelude::*;
use logitscope_core::chat_format::ChatFormat;
use logitscope_template::{Chat, ChatTemplate, Message, Moment, TemplateError};
use web_sys::KeyboardEvent;

use crate::browser;
use crate::choices::Control;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::show::Show;
use crate::components::kit::token_text::TokenText;
use crate::state::{App, Render, Speaker, Turn};
use crate::words::say;

/// Opens and closes the conversation; only there for chat models.
#[component]
pub fn ChatButton() -> impl IntoView {
    let app = expect_context::<App>();
    let open = app.chat.open;
    view! {
        <Show when=move || app.chat_format().is_some()>
            <button class="button small" data-testid="open-chat" aria-expanded=move || open.get().to_string() on:click=move |_| open.update(|open| *open = !*open)>
                {say().chat_open().to_string()}
            </button>
        </Show>
    }
}

/// The conversation; it is loaded when it is opened.
#[component]
pub fn ChatPanel() -> impl IntoView {
    let app = expect_context::<App>();
    let inside = Later::asked_for(fetch_inside);
    Effect::new(move |_| {
        if app.chat.open.get() {
            inside.want();
        }
    });
    let shown = move || app.chat.open.get() && app.chat_format().is_some();
    view! { <Show when=shown>{inside.view(|inside| inside())}</Show> }
}

bundled!(chat, fetch_inside, inside: fn() -> AnyView = || view! { <Inside /> }.into_any());
bundled!(chat, fetch_render, render_part: Render = render);

#[component]
fn Inside() -> impl IntoView {
    let app = expect_context::<App>();
    let chat = app.chat;
    let message = RwSignal::new(String::new());
    let locked = move || app.locked(Control::Prompt);
    let empty = move || message.with(|text| text.trim().is_empty());
    let send = move || {
        if !empty() && !locked() {
            let said = move || drop(message.try_set(String::new()));
            app.say_to_model(message.get_untracked(), fetch_render(), said);
        }
    };
    // Enter sends, as in every chat; with Shift it begins a line.
    let keys = move |ev: KeyboardEvent| {
        if ev.key() == "Enter" && !ev.shift_key() && !ev.is_composing() {
            ev.prevent_default();
            send();
        }
    };
    let begun = move || chat.turns.with(|turns| !turns.is_empty());
    let turns = move || {
        let answer = app.chat_answer().map(|text| Turn {
            by: Speaker::Assistant,
            text,
        });
        let turns = chat.turns.get();
        turns
            .into_iter()
            .chain(answer)
            .map(|turn| view! { <Said turn /> })
            .collect_view()
    };
    let read = move || {
        let token = |(token, added)| {
            let bytes = app
                .vocab
                .with(|vocab| vocab.as_ref().map(|vocab| vocab.bytes(token).to_vec()));
            view! { <span class="tok" class:added=added><TokenText bytes=bytes.unwrap_or_default() /></span> }
        };
        app.chat_tokens().into_iter().map(token).collect_view()
    };
    view! {
        <section class="chat" aria-label=say().chat_open().to_string() data-testid="chat">
            <p class="caption">{say().chat_about().to_string()}</p>
            <ol class="chat-turns" data-testid="chat-turns" aria-live="polite">{turns}</ol>
            <form class="chat-form" on:submit=move |ev| { ev.prevent_default(); send() }>
                <textarea rows="1" data-testid="chat-message" aria-label=say().chat_message().to_string() placeholder=say().chat_message().to_string()
                    prop:value=move || message.get() on:input:target=move |ev| message.set(ev.target().value()) on:keydown=keys></textarea>
                <button class="button primary" type="submit" data-testid="chat-send" disabled=move || empty() || locked()>{say().chat_send().to_string()}</button>
                <Show when=begun>
                    <button class="button" type="button" data-testid="chat-new" on:click=move |_| app.forget_chat()>{say().chat_new().to_string()}</button>
                </Show>
            </form>
            <p class="field-error" role="alert" data-testid="chat-fault" hidden=move || chat.fault.with(Option::is_none)>{move || chat.fault.get()}</p>
            <Show when=move || !begun()>
                <details>
                    <summary>{say().chat_system().to_string()}</summary>
                    <textarea rows="2" data-testid="chat-system" aria-label=say().chat_system().to_string()
                        prop:value=move || chat.system.get() on:input:target=move |ev| chat.system.set(ev.target().value())></textarea>
                </details>
            </Show>
            <Show when=begun>
                <details>
                    <summary>{say().chat_read().to_string()}</summary>
                    <p class="write-tokens" data-testid="chat-tokens">{read}</p>
                </details>
            </Show>
        </section>
    }
}

/// Something that was said.
#[component]
fn Said(
    /// By whom, and what.
    turn: Turn,
) -> impl IntoView {
    let (class, by) = match turn.by {
        Speaker::System => ("system", say().chat_by_system()),
        Speaker::User => ("user", say().chat_by_you()),
        Speaker::Assistant => ("assistant", say().chat_by_model()),
    };
    view! {
        <li class=format!("chat-turn {class}")>
            <span class="chat-by">{by.to_string()}</span>
            <span class="chat-text">{turn.text}</span>
        </li>
    }
}

/// The text that a model's template makes of a conversation.
fn render(format: &ChatFormat, turns: &[Turn]) -> Result<String, String> {
    let role = |by| match by {
        Speaker::System => "system",
        Speaker::User => "user",
        Speaker::Assistant => "assistant",
    };
    let message = |turn: &Turn| Message {
        role: role(turn.by).into(),
        content: turn.text.clone(),
    };
    let messages: Vec<Message> = turns.iter().map(message).collect();
    let [year, month, day, hour, minute, second] = browser::local_time();
    let special_tokens: &BTreeMap<String, String> = &format.tokens;
    let chat = Chat {
        messages: &messages,
        add_generation_prompt: true,
        special_tokens,
        variables: &serde_json::Map::new(),
        now: Moment {
            year: year as i32,
            month: month as u8,
            day: day as u8,
            hour: hour as u8,
            minute: minute as u8,
            second: second as u8,
        },
    };
    let template = ChatTemplate::new(&format.template).map_err(in_words)?;
    template.render(&chat).map_err(in_words)
}

/// Why a template gives no text.
fn in_words(error: TemplateError) -> String {
    let say = say();
    let words = match error {
        TemplateError::Raised { message } => say.chat_raised(message),
        TemplateError::Syntax { line, why } | TemplateError::Failed { line, why } => {
            say.chat_failed(line.to_string(), why)
        }
        TemplateError::TooLong { .. } | TemplateError::TooMuch { .. } => say.chat_too_much(),
    };
    words.to_string()
}
