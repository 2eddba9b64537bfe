//! The next token, guessed before it is shown.

use leptos::prelude::*;
use logitscope_core::{TokenId, Vocab};

use super::judged::judged;
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// The tokens that somebody may mean who types `text` as the next one: with the space that most tokens begin with, and, where none was
/// typed, without. Of a word that is several tokens it is the first.
pub fn meant(vocab: &Vocab, text: &str) -> Vec<TokenId> {
    let word = text.trim();
    if word.is_empty() {
        return Vec::new();
    }
    let spaced = format!(" {word}");
    let bare = (!text.starts_with(' ')).then_some(word);
    let whole = [Some(spaced.as_str()), bare].into_iter().flatten();
    let whole: Vec<TokenId> = whole.filter_map(|t| vocab.find(t.as_bytes())).collect();
    if !whole.is_empty() {
        return whole;
    }
    let ends = spaced.char_indices().map(|(at, _)| at).rev();
    let mut begins = ends.filter(|&at| at > 1).map(|at| &spaced[..at]);
    let first = begins.find_map(|t| vocab.find(t.as_bytes()));
    first.into_iter().collect()
}

/// A token to be typed, which is then rated by what the model gives it.
#[component]
pub fn Guess(
    /// Called when one was given.
    solved: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let typed = RwSignal::new(String::new());
    let said = RwSignal::new(None::<String>);
    let check = move |ev: leptos::ev::SubmitEvent| {
        ev.prevent_default();
        let text = typed.get_untracked();
        let rated = untrack(|| {
            judged(app, |seen| {
                let distribution = &seen.sampling.distribution;
                let tokens = meant(seen.vocab, &text).into_iter();
                // Of the two the one that stands better.
                let rank = tokens.filter_map(|token| distribution.rank(token)).min()?;
                let token = distribution.token(rank);
                let best = format::quoted(format::word(seen.vocab.bytes(distribution.token(0))));
                let own = format::quoted(format::word(seen.vocab.bytes(token)));
                let message = say().lessons_guess_rated(
                    own,
                    (rank + 1) as u64,
                    format::percent(distribution.prob(rank)),
                    format::bits(distribution.surprisal_bits(rank)),
                    best,
                    format::bits(distribution.surprisal_bits(0)),
                    format::bits(distribution.chance_bits()),
                );
                Some(message.to_string())
            })
        });
        match rated {
            // Not there yet.
            None => {}
            Some(None) => said.set(Some(say().lessons_no_guess().to_string())),
            Some(rated) => {
                said.set(rated);
                solved.run(());
            }
        }
    };
    view! {
        <form class="lesson-number" on:submit=check>
            <input type="text" class="lesson-guess" autocomplete="off" autocapitalize="off" spellcheck="false" data-testid="lesson-guess"
                aria-label=say().lessons_your_guess().to_string() prop:value=typed on:input:target=move |ev| typed.set(ev.target().value()) />
            <button class="button small" data-testid="lesson-check">{say().lessons_guess().to_string()}</button>
            <span role="status" data-testid="lesson-said">{said}</span>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_meant_with_its_space_where_there_is_such_a_token() {
        let vocab = Vocab::new([" wolf", "wolf", "s", " ele", ".", "ing"], None);
        for (text, token) in [
            ("wolf", &[0, 1][..]),
            (" wolf", &[0]),
            ("elephant", &[3]),
            (".", &[4]),
            ("ing", &[5]),
            ("", &[]),
            (" ", &[]),
            ("zebra", &[]),
        ] {
            assert_eq!(meant(&vocab, text), token, "{text:?}");
        }
    }
}
