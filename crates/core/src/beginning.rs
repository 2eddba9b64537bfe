//! What a text begins with before the visitor's own words.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{TokenId, Vocab};

/// The tokens that a model wants a text to begin with, and the space that its tokenizer may put before the words.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Beginning {
    /// E.g. `<s>`; most models have one or none.
    pub tokens: Vec<TokenId>,
    /// Whether a space is put before all words, also before those that begin with one.
    pub spaced: bool,
}

impl Beginning {
    /// Cuts off the beginning, where `text` shows it already, as a text does that was made of tokens: how many bytes its tokens are
    /// there, and the words to be tokenized. So a text stays the same however often it is cut into tokens and put together again.
    pub fn split<'t>(&self, vocab: &Vocab, text: &'t str) -> (usize, &'t str) {
        let shown = vocab.text(&self.tokens);
        match text.strip_prefix(&shown) {
            Some(words) if !shown.is_empty() => {
                let own = words.strip_prefix(' ').filter(|_| self.spaced);
                (shown.len(), own.unwrap_or(words))
            }
            _ => (0, text),
        }
    }

    /// The tokens of `text` with their places in it, in bytes: the beginning, which is `shown` bytes of it or nothing, and `words`, those of
    /// its words. Nothing for no text.
    pub fn places(
        &self,
        vocab: &Vocab,
        text: &str,
        shown: usize,
        words: &[TokenId],
    ) -> Vec<(TokenId, Range<u32>)> {
        if text.is_empty() {
            return Vec::new();
        }
        let len = |token: &TokenId| vocab.bytes(*token).len();
        let total: usize = words.iter().map(len).sum();
        let first = words.first().map(|token| vocab.bytes(*token));
        // A space that was put before the words has no place.
        let put = first.is_some_and(|b| b.starts_with(b" ")) && total == text.len() - shown + 1;
        let mut places = Vec::with_capacity(self.tokens.len() + words.len());
        for (tokens, from, to, mut at) in [
            (&self.tokens[..], 0, shown, 0),
            (words, shown, text.len(), shown as i64 - i64::from(put)),
        ] {
            let place = |at: i64| at.clamp(from as i64, to as i64) as u32;
            for token in tokens {
                let start = place(at);
                at += len(token) as i64;
                places.push((*token, start..place(at)));
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocab() -> Vocab {
        Vocab::new(["<s>", " a", "b", " "], None)
    }

    #[test]
    fn a_beginning_that_is_shown_is_not_begun_again() {
        let spaced = Beginning {
            tokens: vec![0],
            spaced: true,
        };
        let plain = Beginning {
            spaced: false,
            ..spaced.clone()
        };
        let vocab = vocab();
        for (beginning, text, want) in [
            (&spaced, "ab", (0, "ab")),
            (&spaced, "<s> ab", (3, "ab")),
            (&spaced, "<s>  ab", (3, " ab")),
            (&spaced, "<s>", (3, "")),
            (&plain, "<s> ab", (3, " ab")),
            (&Beginning::default(), "<s> ab", (0, "<s> ab")),
        ] {
            assert_eq!(beginning.split(&vocab, text), want, "{text}");
        }
    }

    #[test]
    fn a_space_that_was_put_before_a_text_has_no_place_in_it() {
        let beginning = Beginning {
            tokens: vec![0],
            spaced: true,
        };
        let places = |text: &str, shown| {
            let places = beginning.places(&vocab(), text, shown, &[1, 2]);
            places.into_iter().map(|(_, at)| at).collect::<Vec<_>>()
        };
        assert_eq!(places("ab", 0), [0..0, 0..1, 1..2]);
        assert_eq!(places("<s> ab", 3), [0..3, 3..5, 5..6]);
        assert_eq!(places(" ab", 0), [0..0, 0..2, 2..3]);
        assert_eq!(places("", 0), []);
    }
}
