//! The bytes behind every token id, and how they are shown.

use crate::{CoreError, TokenId};

/// The vocabulary: the bytes of every token. Decoding is concatenation, so text can always be
/// rebuilt from ids, token by token, without the tokenizer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Vocab {
    bytes: Vec<u8>,
    /// `ends[id]` is where the bytes of `id` end; they begin where the previous token's end.
    ends: Vec<u32>,
    /// The tokens that end a text, the usual one first.
    end_tokens: Vec<TokenId>,
}

impl Vocab {
    /// A vocabulary from its tokens' bytes, in the order of their ids.
    pub fn new<T: AsRef<[u8]>>(
        tokens: impl IntoIterator<Item = T>,
        end_tokens: impl IntoIterator<Item = TokenId>,
    ) -> Self {
        let mut vocab = Vocab {
            end_tokens: end_tokens.into_iter().collect(),
            ..Vocab::default()
        };
        for token in tokens {
            vocab.bytes.extend_from_slice(token.as_ref());
            vocab.ends.push(vocab.bytes.len() as u32);
        }
        vocab
    }

    /// The two flat arrays that cross a message boundary: all bytes, and where each token ends.
    pub fn parts(&self) -> (&[u8], &[u32]) {
        (&self.bytes, &self.ends)
    }

    /// The inverse of [`Vocab::parts`]. Ends must rise and stay inside `bytes`.
    pub fn from_parts(
        bytes: Vec<u8>,
        ends: Vec<u32>,
        end_tokens: impl IntoIterator<Item = TokenId>,
    ) -> Result<Self, CoreError> {
        let rising = ends.windows(2).all(|w| w[0] <= w[1]);
        if !rising || ends.last().is_some_and(|&end| end as usize > bytes.len()) {
            return Err(CoreError::VocabTable);
        }
        Ok(Vocab {
            bytes,
            ends,
            end_tokens: end_tokens.into_iter().collect(),
        })
    }

    /// Number of tokens, `d_vocab`.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no tokens at all.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The token that usually ends a text, if the model has one.
    pub fn end_of_text(&self) -> Option<TokenId> {
        self.end_tokens.first().copied()
    }

    /// All tokens that end a text, the usual one first. Models of chats have one for a text and one for a turn.
    pub fn end_tokens(&self) -> &[TokenId] {
        &self.end_tokens
    }

    /// Has other tokens end a text. Those outside the vocabulary are left out.
    pub fn set_end_tokens(&mut self, end_tokens: &[TokenId]) {
        let known = |token: &TokenId| (*token as usize) < self.len();
        self.end_tokens = end_tokens.iter().copied().filter(known).collect();
    }

    /// The token with exactly these bytes, the lowest id if there are several.
    pub fn find(&self, bytes: &[u8]) -> Option<TokenId> {
        (0..self.len() as TokenId).find(|&id| self.bytes(id) == bytes)
    }

    /// The bytes of token `id`; empty for an id outside the vocabulary.
    pub fn bytes(&self, id: TokenId) -> &[u8] {
        let Some(&end) = self.ends.get(id as usize) else {
            return &[];
        };
        let start = if id == 0 {
            0
        } else {
            self.ends[id as usize - 1]
        };
        &self.bytes[start as usize..end as usize]
    }

    /// Checks that `id` is a token of this vocabulary.
    pub fn check(&self, id: TokenId) -> Result<TokenId, CoreError> {
        if (id as usize) < self.len() {
            Ok(id)
        } else {
            Err(CoreError::UnknownToken {
                token: id,
                d_vocab: self.len(),
            })
        }
    }

    /// The bytes of several tokens, joined.
    pub fn decode(&self, ids: &[TokenId]) -> Vec<u8> {
        ids.iter().flat_map(|&id| self.bytes(id)).copied().collect()
    }

    /// The text of several tokens; bytes that are not whole characters become U+FFFD.
    pub fn text(&self, ids: &[TokenId]) -> String {
        String::from_utf8_lossy(&self.decode(ids)).into_owned()
    }

    /// One token for the eye: its text, with bytes that are no whole character as `⟨E6⟩`.
    /// Spaces stay spaces; a view marks them as it likes.
    pub fn show(&self, id: TokenId) -> String {
        show_bytes(self.bytes(id))
    }
}

/// `bytes` as text, with every byte that belongs to no whole character written as `⟨E6⟩`.
pub fn show_bytes(bytes: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        shown.push_str(chunk.valid());
        for byte in chunk.invalid() {
            shown.push_str(&format!("⟨{byte:02X}⟩"));
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocab() -> Vocab {
        Vocab::new([&b"a"[..], b" Paris", b"\xe6\x97", b"\xa5", b""], Some(4))
    }

    #[test]
    fn tokens_that_split_a_character_are_shown_as_bytes_and_join_to_text() {
        let v = vocab();
        assert_eq!(v.show(2), "⟨E6⟩⟨97⟩");
        assert_eq!(v.text(&[2, 3]), "日");
        assert_eq!(v.text(&[0, 1]), "a Paris");
        assert_eq!(v.bytes(99), b"");
    }

    #[test]
    fn parts_round_trip_and_damaged_parts_are_refused() {
        let v = vocab();
        let (bytes, ends) = v.parts();
        assert_eq!(
            Vocab::from_parts(bytes.to_vec(), ends.to_vec(), Some(4)),
            Ok(v.clone())
        );
        assert!(Vocab::from_parts(bytes.to_vec(), vec![5, 2], None).is_err());
        assert!(Vocab::from_parts(bytes.to_vec(), vec![1, 9999], None).is_err());
    }
}
