//! The text so far, token by token.

use leptos::prelude::*;
use logitscope_core::NodeId;

use super::format;
use super::roving;
use super::token_text::TokenText;
use super::twin::{Column, Twin};
use crate::state::{App, Entry, Origin};

const COLUMNS: &[Column] = &[
    Column::Number("Position"),
    Column::Text("Token"),
    Column::Number("Id"),
    Column::Text("Origin"),
    Column::Number("Probability"),
    Column::Number("Surprisal"),
];

/// The text, each token coloured by its surprisal. Pressing one shows how it was chosen.
#[component]
pub fn Transcript() -> impl IntoView {
    let app = expect_context::<App>();
    let inspected = Memo::new(move |_| app.step.with(|s| s.as_ref().map(|s| s.context)));
    let following = Memo::new(move |_| app.selected.with(Option::is_none));
    // The tab stop of the row: the token under inspection, else the last one.
    let stop = Memo::new(move |_| {
        let inspected = app.selected.get();
        app.transcript.with(|t| {
            let at = t.iter().find(|e| inspected.is_some() && e.context == inspected);
            at.or(t.last()).map(|e| e.node)
        })
    });
    let cells = Signal::derive(move || app.transcript.with(|t| t.iter().map(cells).collect()));
    let key = |e: &Entry| (e.node, e.origin as u8, e.surprisal_bits.map(f64::to_bits));
    view! {
        <div
            class="transcript"
            data-testid="transcript"
            role="group"
            aria-label="Text so far: the arrow keys move from token to token"
            on:keydown=|ev| roving::on_keydown(&ev)
        >
            <For each=move || app.transcript.get() key=key let:entry>
                <Token entry inspected=inspected stop=stop />
            </For>
            <Show when=move || app.can_step() && app.stopped.with(Option::is_none)>
                <button
                    class="slot"
                    tabindex="0"
                    data-testid="slot"
                    aria-current=move || following.get().then_some("true")
                    aria-label="The next token: show its candidates"
                    on:click=move |_| app.select(None)
                >
                    "?"
                </button>
            </Show>
        </div>
        <Twin
            caption="Tokens of the text"
            testid="table-twin-transcript"
            columns=COLUMNS
            rows=cells
        />
    }
}

/// One token of the text.
#[component]
fn Token(
    /// What it is.
    entry: Entry,
    /// The context of the step on screen.
    inspected: Memo<Option<NodeId>>,
    /// The token that is the tab stop of the row.
    stop: Memo<Option<NodeId>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let context = entry.context;
    let bytes = app.token_bytes(entry.token);
    // A button cannot break a line inside: the line break of a token follows it.
    let breaks = bytes.iter().filter(|&&b| b == b'\n').count();
    let current = move || (context.is_some() && inspected.get() == context && app.selected.with(Option::is_some)).then_some("true");
    view! {
        <button
            class="token"
            class:prompt=entry.origin == Origin::Prompt
            class:forced=entry.origin == Origin::Forced
            class:unscored=entry.surprisal_bits.is_none()
            style=("--s", format!("{:.3}", format::surprisal_shade(entry.surprisal_bits.unwrap_or(0.0))))
            data-testid="token"
            data-node=entry.node.0.to_string()
            data-token=entry.token.to_string()
            title=title(&entry)
            tabindex=move || if stop.get() == Some(entry.node) { "0" } else { "-1" }
            aria-current=current
            disabled=context.is_none()
            on:click=move |_| app.select(context)
        >
            <TokenText bytes running=true />
        </button>
        {(0..breaks).map(|_| view! { <br /> }).collect_view()}
    }
}

fn title(entry: &Entry) -> String {
    let numbers = entry.prob.zip(entry.surprisal_bits).map(|(p, bits)| {
        format!("\nprobability {}, surprisal {}", format::percent(p), format::bits(bits))
    });
    let who = match entry.origin {
        Origin::Prompt => "written by you",
        Origin::Sampled => "chosen by the sampler",
        Origin::Forced => "chosen by you",
    };
    format!("token id {}, position {}, {who}{}", entry.token, entry.position, numbers.unwrap_or_default())
}

fn cells(entry: &Entry) -> Vec<String> {
    let who = match entry.origin {
        Origin::Prompt => "prompt",
        Origin::Sampled => "sampled",
        Origin::Forced => "forced",
    };
    vec![
        entry.position.to_string(),
        entry.text.replace(' ', "␣").replace('\n', "↵"),
        entry.token.to_string(),
        who.into(),
        entry.prob.map_or("–".into(), format::percent),
        entry.surprisal_bits.map_or("–".into(), format::bits),
    ]
}
