//! Prompt lookup: a text that drafts for itself.

use crate::TokenId;

/// What followed the last tokens of `text` where they stood before, at most `most` tokens: of the longest such passage, of at most `longest`
/// tokens, the first occurrence.
///
/// Source: Saxena 2023, prompt lookup decoding, as in Transformers.
pub fn looked_up(text: &[TokenId], longest: usize, most: usize) -> Vec<TokenId> {
    for n in (1..=longest.min(text.len().saturating_sub(1))).rev() {
        let last = &text[text.len() - n..];
        let found = (0..text.len() - n).find(|at| &text[*at..at + n] == last);
        if let Some(at) = found {
            return text[at + n..].iter().take(most).copied().collect();
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_drafts_what_followed_its_last_tokens_before() {
        let tokens = |text: &[TokenId], most| looked_up(text, 2, most);
        assert_eq!(tokens(&[1, 2, 3, 4, 1, 2], 3), [3, 4, 1]);
        assert_eq!(
            tokens(&[9, 2, 7, 1, 2, 3, 1, 2], 1),
            [3],
            "the longer passage first"
        );
        assert_eq!(
            tokens(&[9, 2, 7, 5, 2, 8, 2], 2),
            [7, 5],
            "of equal ones the first"
        );
        assert_eq!(tokens(&[1, 2, 3], 3), [] as [TokenId; 0]);
        assert_eq!(tokens(&[1], 3), [] as [TokenId; 0]);
    }
}
