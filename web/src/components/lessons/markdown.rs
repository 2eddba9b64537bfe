//! The text of a lesson, from Markdown. HTML in it is shown as text.

use leptos::prelude::*;
use pulldown_cmark::{Event, Parser, Tag};

/// How deep parts may lie in one another; deeper ones are shown without theirs.
const DEEPEST: usize = 12;

/// `text` as paragraphs, lists and words.
pub fn view(text: &str) -> AnyView {
    children(&mut Parser::new(text), 0)
}

/// What follows up to the end of the part that is open.
fn children(events: &mut Parser<'_>, depth: usize) -> AnyView {
    let mut all = Vec::new();
    // Parts that are open, and too deep to be drawn.
    let mut flat = 0_usize;
    while let Some(event) = events.next() {
        all.push(match event {
            Event::Start(_) if depth >= DEEPEST => {
                flat += 1;
                continue;
            }
            Event::End(_) if flat > 0 => {
                flat -= 1;
                continue;
            }
            Event::Start(tag) => part(&tag, children(events, depth + 1)),
            Event::End(_) => break,
            Event::Code(text) => view! { <code>{text.into_string()}</code> }.into_any(),
            Event::SoftBreak => " ".into_any(),
            Event::HardBreak => view! { <br /> }.into_any(),
            Event::Rule => view! { <hr /> }.into_any(),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                text.into_string().into_any()
            }
            _ => continue,
        });
    }
    all.into_any()
}

fn part(tag: &Tag<'_>, inside: AnyView) -> AnyView {
    match tag {
        Tag::Paragraph => view! { <p>{inside}</p> }.into_any(),
        Tag::Heading { .. } => view! { <h4>{inside}</h4> }.into_any(),
        Tag::BlockQuote(_) => view! { <blockquote>{inside}</blockquote> }.into_any(),
        Tag::CodeBlock(_) => view! { <pre>{inside}</pre> }.into_any(),
        Tag::List(None) => view! { <ul>{inside}</ul> }.into_any(),
        Tag::List(Some(_)) => view! { <ol>{inside}</ol> }.into_any(),
        Tag::Item => view! { <li>{inside}</li> }.into_any(),
        Tag::Emphasis => view! { <em>{inside}</em> }.into_any(),
        Tag::Strong => view! { <strong>{inside}</strong> }.into_any(),
        Tag::Link { dest_url, .. } if dest_url.starts_with("https://") => {
            let address = dest_url.to_string();
            view! { <a href=address target="_blank" rel="noreferrer">{inside}</a> }.into_any()
        }
        _ => inside,
    }
}
