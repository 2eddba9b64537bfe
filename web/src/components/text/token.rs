//! One token of the text, or several that make one character.

use leptos::prelude::*;
use logitscope_core::NodeId;

use crate::components::kit::format;
use crate::components::text::spans::Span;
use crate::components::text::what_if;
use crate::state::{App, Entry, Origin};
use crate::words::{Message, say};

/// A piece of the text, coloured. It has no width of its own: the text box over it must wrap alike.
#[component]
pub fn Token(
    /// What it is.
    span: Span,
    /// The context of the step on screen, if it is one of the past.
    inspected: Selector<Option<NodeId>>,
    /// The first token that would be another one with the settings of now.
    first_change: Selector<Option<NodeId>>,
    /// Tells which token is pointed at, wherever that is.
    pointed: Selector<Option<NodeId>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let (context, origin) = (span.context(), span.origin());
    let node = span.last().map(|entry| entry.node).unwrap_or(NodeId(0));
    let unscored = span
        .entries
        .iter()
        .any(|entry| entry.surprisal_bits.is_none());
    let ids: Vec<String> = span
        .entries
        .iter()
        .map(|entry| entry.token.to_string())
        .collect();
    let nodes: Vec<NodeId> = span.entries.iter().map(|entry| entry.node).collect();
    let (text, words) = (span.text.clone(), title(&span));
    let shade = move || {
        let metric = app.metric.get();
        let of = |entry: &Entry| metric.of(entry).map_or(0.0, |value| metric.shade(value));
        format!("{:.3}", span.entries.iter().map(of).fold(0.0, f64::max))
    };
    let mark = Memo::new(move |_| what_if::mark(app, node));
    let marked = move |class: &'static str| {
        move || mark.with(|m| m.as_ref().is_some_and(|(c, _)| *c == class))
    };
    let titled = move || {
        let more = mark.with(|m| m.as_ref().map(|(_, more)| more.clone()));
        format!("{words}{}", more.unwrap_or_default())
    };
    let is_pointed = move || nodes.iter().any(|node| pointed.selected(&Some(*node)));
    let current = move || (context.is_some() && inspected.selected(&context)).then_some("true");
    view! {
        <span
            class="token"
            class:prompt=origin == Origin::Prompt
            class:forced=origin == Origin::Forced
            class:unscored=unscored
            class:would-change=marked("would-change")
            class:impossible=marked("impossible")
            class:pointed=is_pointed
            class:first-change=move || first_change.selected(&Some(node))
            style=("--s", shade)
            data-testid="token"
            data-node=node.0.to_string()
            data-token=ids.join(" ")
            title=titled
            aria-current=current
        >
            {text}
        </span>
    }
}

/// What is known of a piece of the text, a line for each of its tokens.
pub fn title(span: &Span) -> String {
    let lines: Vec<String> = span.entries.iter().map(line).collect();
    lines.join("\n")
}

/// Who chose a token.
pub fn origin(origin: Origin) -> Message {
    match origin {
        Origin::Prompt => say().token_given(),
        Origin::Sampled => say().token_drawn(),
        Origin::Forced => say().token_forced(),
    }
}

fn line(entry: &Entry) -> String {
    let say = say();
    let who = say.token_who(
        entry.token.to_string(),
        entry.position.to_string(),
        origin(entry.origin).to_string(),
    );
    match entry.prob.zip(entry.surprisal_bits) {
        None => who.to_string(),
        Some((p, bits)) => {
            let numbers = say.token_numbers(format::percent_exact(p), format::bits(bits));
            format!("{who}\n{numbers}")
        }
    }
}
