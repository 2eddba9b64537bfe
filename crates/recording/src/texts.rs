//! Texts as a tree of tokens, in which each is a number.

use std::collections::HashMap;

use logitscope_core::TokenId;

/// What stands before a first token.
const START: u32 = u32::MAX;

/// A text, by its last token in [`Texts`].
pub(crate) type TextId = u32;

/// Texts that begin alike share their beginning.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Texts {
    /// Each token with the one before it.
    tokens: Vec<(TokenId, TextId)>,
    next: HashMap<(TextId, TokenId), TextId>,
}

impl Texts {
    /// The beginnings of `tokens`, the shortest first; those that are new come in.
    pub(crate) fn add(&mut self, tokens: &[TokenId]) -> Vec<TextId> {
        let mut before = START;
        let mut one = |&token: &TokenId| {
            let new = self.tokens.len() as TextId;
            before = *self.next.entry((before, token)).or_insert_with(|| {
                self.tokens.push((token, before));
                new
            });
            before
        };
        tokens.iter().map(&mut one).collect()
    }

    /// The beginnings of `tokens`, the shortest first, as far as they are known.
    pub(crate) fn find(&self, tokens: &[TokenId]) -> Vec<TextId> {
        let mut before = START;
        let one = |&token: &TokenId| {
            before = *self.next.get(&(before, token))?;
            Some(before)
        };
        tokens.iter().map_while(one).collect()
    }

    /// The tokens of a text.
    pub(crate) fn tokens(&self, text: TextId) -> Vec<TokenId> {
        let mut at = text;
        let mut all = Vec::new();
        while let Some(&(token, before)) = self.tokens.get(at as usize) {
            all.push(token);
            at = before;
        }
        all.reverse();
        all
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The tokens, and the text before each.
    pub(crate) fn parts(&self) -> (Vec<TokenId>, Vec<TextId>) {
        self.tokens.iter().copied().unzip()
    }

    /// From [`Texts::parts`]; `None` if a token is named before the one that it follows, or is not below `d_vocab`.
    pub(crate) fn from_parts(
        tokens: &[TokenId],
        before: &[TextId],
        d_vocab: usize,
    ) -> Option<Self> {
        let mut texts = Texts::default();
        if tokens.len() != before.len() {
            return None;
        }
        for (at, (&token, &before)) in tokens.iter().zip(before).enumerate() {
            let follows = before == START || (before as usize) < at;
            let new = texts.next.insert((before, token), at as TextId).is_none();
            if !follows || !new || token as usize >= d_vocab {
                return None;
            }
            texts.tokens.push((token, before));
        }
        Some(texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_share_their_beginnings_and_come_back() {
        let mut texts = Texts::default();
        assert_eq!(texts.add(&[5, 6, 7]), [0, 1, 2]);
        assert_eq!(texts.add(&[5, 6, 8]), [0, 1, 3]);
        assert_eq!(texts.add(&[6]), [4]);
        assert_eq!(texts.find(&[5, 6, 8, 9]), [0, 1, 3]);
        assert_eq!(texts.tokens(3), [5, 6, 8]);
        let (tokens, before) = texts.parts();
        assert_eq!(Texts::from_parts(&tokens, &before, 9), Some(texts));
        assert_eq!(
            Texts::from_parts(&tokens, &before, 8),
            None,
            "8 is no token"
        );
        assert_eq!(
            Texts::from_parts(&[1, 2], &[1, START], 9),
            None,
            "it follows a later one"
        );
        assert_eq!(
            Texts::from_parts(&[1, 1], &[START, START], 9),
            None,
            "twice"
        );
        assert_eq!(Texts::from_parts(&[1], &[], 9), None);
    }
}
