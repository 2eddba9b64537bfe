//! An answer that some server gave: its tokens, how sure the model was of each, and what it could have written instead.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_answer::Answer;

use crate::browser;
use crate::components::frame::reply::{Growth, Reply};
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::say;

/// What opens an answer; it is loaded when it is asked for.
#[component]
pub fn AnswerBox() -> impl IntoView {
    let app = expect_context::<App>();
    let inside = Later::asked_for(fetch_inside);
    let open = RwSignal::new(false);
    let node = NodeRef::<leptos::html::Details>::new();
    Effect::new(move |_| {
        let there = app.opened_answer.with(Option::is_some);
        if let Some(details) = node.get().filter(|_| there) {
            details.set_open(true);
        }
    });
    view! {
        <details node_ref=node class="answer-box" data-testid="answer-box" on:toggle=move |_| { open.set(true); inside.want() }>
            <summary>{say().reply_open_it().to_string()}</summary>
            <Show when=move || open.get()>{inside.view(|inside| inside())}</Show>
        </details>
    }
}

bundled!(answer, fetch_inside, inside: fn() -> AnyView = || view! { <Inside /> }.into_any());

/// Where an answer is pasted or opened, and what it says.
#[component]
fn Inside() -> impl IntoView {
    let text = RwSignal::new(String::new());
    let read = RwSignal::new(None::<Result<Answer, String>>);
    let show = move |json: &str| {
        read.set(Some(
            Answer::read(json).map_err(|fault| fault.words(&say())),
        ))
    };
    let app = expect_context::<App>();
    Effect::new(move |_| {
        if let Some(json) = app.opened_answer.get() {
            show(&json);
            app.opened_answer.set(None);
        }
    });
    let open = move |input: web_sys::HtmlInputElement| {
        let file = input.files().and_then(|files| files.get(0));
        let Some(file) = file else { return };
        spawn_local(async move {
            let found = match browser::text_of(&file).await {
                Some(json) => Answer::read(&json).map_err(|fault| fault.words(&say())),
                None => Err(say()
                    .file_unreadable(file.name(), String::new())
                    .to_string()),
            };
            // The page may have gone on.
            let _ = read.try_set(Some(found));
        });
    };
    let shown = move || {
        read.get().map(|read| match read {
            Ok(Answer { model, choices }) => {
                let texts = choices.into_iter().map(Growth::of).collect();
                view! { <Reply model texts /> }.into_any()
            }
            Err(fault) => view! { <p class="server-fault" role="alert" data-testid="answer-fault">{fault}</p> }.into_any(),
        })
    };
    view! {
        <div class="server-form">
            <p class="caption">{say().reply_about().to_string()}</p>
            <label>
                {say().reply_json().to_string()}
                <textarea class="answer-json" rows="4" spellcheck="false" data-testid="answer-json"
                    prop:value=move || text.get() on:input:target=move |ev| text.set(ev.target().value())></textarea>
            </label>
            <div class="menu-actions">
                <button class="button primary" type="button" data-testid="answer-show" disabled=move || text.with(String::is_empty)
                    on:click=move |_| text.with_untracked(|text| show(text))>{say().reply_show().to_string()}</button>
                <label>
                    {say().reply_file().to_string()}
                    <input type="file" accept=".json,.jsonl,.txt" data-testid="answer-file" on:change:target=move |ev| open(ev.target()) />
                </label>
            </div>
        </div>
        {shown}
    }
}
