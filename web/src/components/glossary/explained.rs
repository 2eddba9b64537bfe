//! A message whose terms explain themselves.

use leptos::prelude::*;

use super::term::Term;
use crate::components::kit::roving;

/// A part of such a message.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Words(String),
    Term(Term, String),
}

/// The parts of a text in which `‹key:words›` marks a term. What has no such key stays words.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut words = |text: &str| {
        if !text.is_empty() {
            pieces.push(Piece::Words(text.to_owned()));
        }
    };
    let mut parts = text.split('‹');
    words(parts.next().unwrap_or_default());
    let marked: Vec<Piece> = parts
        .flat_map(|part| {
            let (marked, after) = part.split_once('›').unwrap_or((part, ""));
            let (key, own) = marked.split_once(':').unwrap_or(("", marked));
            let first = match Term::of_key(key) {
                Some(term) => Piece::Term(term, own.to_owned()),
                None => Piece::Words(own.to_owned()),
            };
            let after = (!after.is_empty()).then(|| Piece::Words(after.to_owned()));
            [Some(first), after].into_iter().flatten()
        })
        .collect();
    pieces.extend(marked);
    pieces
}

/// A message; pointing at one of its terms explains it. Its terms are one Tab stop, the arrow keys lead to the others.
#[component]
pub fn Explained(
    /// The message, in which `‹key:words›` marks a term.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    let mut first = true;
    let mut piece = |piece: Piece| match piece {
        Piece::Words(words) => words.into_any(),
        Piece::Term(term, words) => {
            let stop = if std::mem::take(&mut first) {
                "0"
            } else {
                "-1"
            };
            view! { <span class="term" tabindex=stop data-term=term.key()>{words}</span> }
                .into_any()
        }
    };
    let all: Vec<AnyView> = pieces(&text).into_iter().map(&mut piece).collect();
    view! { <span on:keydown=|ev| roving::on_keydown(&ev)>{all}</span> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_found_in_a_message() {
        let words = |text: &str| Piece::Words(text.to_owned());
        let found = pieces("A ‹logit:score› of a ‹token:token›.");
        let want = [
            words("A "),
            Piece::Term(Term::Logit, "score".into()),
            words(" of a "),
            Piece::Term(Term::Token, "token".into()),
            words("."),
        ];
        assert_eq!(found, want);
        assert_eq!(pieces("‹nothing:x› y"), [words("x"), words(" y")]);
    }}
