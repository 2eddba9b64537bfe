//! One token of the transcript.

use leptos::prelude::*;
use logitscope_core::NodeId;

use crate::components::kit::format;
use crate::components::kit::token_text::TokenText;
use crate::components::text::what_if;
use crate::state::{App, Entry, Origin};

/// One token of the text.
#[component]
pub fn Token(
    /// What it is.
    entry: Entry,
    /// The context of the step on screen.
    inspected: Memo<Option<NodeId>>,
    /// The first token that would be another one with the settings of now.
    first_change: Memo<Option<NodeId>>,
    /// The token that is the tab stop of the row.
    stop: Memo<Option<NodeId>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let context = entry.context;
    let bytes = untrack(|| app.token_bytes(entry.token));
    // A button cannot break a line inside: the line break of a token follows it.
    let breaks = bytes.iter().filter(|&&b| b == b'\n').count();
    let node = entry.node;
    let rated = entry.clone();
    let shade = move || {
        let metric = app.metric.get();
        format!(
            "{:.3}",
            metric.of(&rated).map_or(0.0, |value| metric.shade(value))
        )
    };
    let mark = Memo::new(move |_| what_if::mark(app, node));
    let marked = move |class: &'static str| {
        move || mark.with(|m| m.as_ref().is_some_and(|(c, _)| *c == class))
    };
    let words = title(&entry);
    let titled = move || {
        format!(
            "{words}{}",
            mark.with(|m| m.as_ref().map(|(_, more)| more.clone()).unwrap_or_default())
        )
    };
    let current = move || {
        (context.is_some() && inspected.get() == context && app.selected.with(Option::is_some))
            .then_some("true")
    };
    view! {
        <button
            class="token"
            class:prompt=entry.origin == Origin::Prompt
            class:forced=entry.origin == Origin::Forced
            class:would-change=marked("would-change")
            class:impossible=marked("impossible")
            class:first-change=move || first_change.get() == Some(node)
            class:unscored=entry.surprisal_bits.is_none()
            style=("--s", shade)
            data-testid="token"
            data-node=entry.node.0.to_string()
            data-token=entry.token.to_string()
            title=titled
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
        format!(
            "\nprobability {}, surprisal {}",
            format::percent(p),
            format::bits(bits)
        )
    });
    let who = match entry.origin {
        Origin::Prompt => "written by you",
        Origin::Sampled => "chosen by the sampler",
        Origin::Forced => "chosen by you",
    };
    format!(
        "token id {}, position {}, {who}{}",
        entry.token,
        entry.position,
        numbers.unwrap_or_default()
    )
}
