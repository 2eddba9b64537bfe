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
    }
    #[test]
    fn every_mark_in_the_catalogue_is_of_a_term() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/words/locales/en");
        let mut marks = 0;
        for file in std::fs::read_dir(folder).expect("the English messages") {
            let text = std::fs::read_to_string(file.expect("an entry").path()).expect("a file");
            let said: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
            // What to try is one line of plain words, or a view would have more than one Tab stop.
            let tries = said.iter().filter(|line| line.starts_with("try-"));
            assert!(tries.clone().all(|line| !line.contains('‹')), "{tries:?}");
            for mark in said.iter().flat_map(|line| line.split('‹').skip(1)) {
                let key = mark.split(':').next().unwrap_or_default();
                assert!(Term::of_key(key).is_some() && mark.contains('›'), "‹{mark}");
                marks += 1;
            }
        }
        assert!(marks > 20, "{marks} marks were found");
    }
}
