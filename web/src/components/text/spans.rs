//! The text of the run in pieces that can be seen: one for each token, or for the tokens that make one character together.

use logitscope_core::{NodeId, Vocab};

use crate::state::{Entry, Origin};

/// One piece of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// What is seen of it; a byte that is no whole character is `⟨E6⟩`.
    pub text: String,
    /// Its tokens, in their order; at least one.
    pub entries: Vec<Entry>,
}

impl Span {
    /// The token that completes it.
    pub fn last(&self) -> Option<&Entry> {
        self.entries.last()
    }

    /// The node whose distribution its first token was chosen from.
    pub fn context(&self) -> Option<NodeId> {
        self.entries.first().and_then(|entry| entry.context)
    }

    /// Where it comes from: a character that was written in part was written.
    pub fn origin(&self) -> Origin {
        let given = self.entries.iter().any(|e| e.origin == Origin::Prompt);
        match given {
            true => Origin::Prompt,
            false => self.last().map_or(Origin::Sampled, |entry| entry.origin),
        }
    }
}

/// The pieces of a text.
pub fn spans(entries: &[Entry], vocab: &Vocab) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut rest = entries;
    while let Some(first) = rest.first() {
        let mut bytes = vocab.bytes(first.token).to_vec();
        let mut taken = 1;
        while let Some(next) = rest.get(taken).filter(|_| is_open(&bytes)) {
            let more = vocab.bytes(next.token);
            if !more.first().is_some_and(|byte| (0x80..0xc0).contains(byte)) {
                break;
            }
            bytes.extend_from_slice(more);
            taken += 1;
        }
        let (group, after) = rest.split_at(taken);
        rest = after;
        if taken > 1 && std::str::from_utf8(&bytes).is_err() {
            // They make no character after all: each shows its own bytes.
            spans.extend(group.iter().map(|entry| Span {
                text: visible(vocab.bytes(entry.token)),
                entries: vec![entry.clone()],
            }));
        } else {
            spans.push(Span {
                text: visible(&bytes),
                entries: group.to_vec(),
            });
        }
    }
    spans
}

/// Whether `bytes` end inside a character.
fn is_open(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// The bytes as running text. What a text box would not show as it is stands for itself as `⟨0D⟩`.
fn visible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' | '\t' => text.push(c),
                c if c.is_control() => text.push_str(&format!("⟨{:02X}⟩", c as u32)),
                c => text.push(c),
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("⟨{byte:02X}⟩"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&[u8]; 7] = [b"a", b" b\n", b"\xe6", b"\x97", b"\xa5", b"\r", b"\xff"];

    fn of(tokens: &[u32]) -> Vec<(String, usize)> {
        let vocab = Vocab::new(TEXTS, None);
        let entry = |(at, token): (usize, &u32)| Entry {
            node: NodeId(at as u32),
            context: None,
            position: at as u32,
            token: *token,
            text: String::new(),
            origin: Origin::Sampled,
            surprisal_bits: None,
            prob: None,
            prob_after: None,
            rank: None,
            entropy_bits: None,
            entropy_after_bits: None,
            top_mass: None,
            log_prob: None,
            top_mass_after: None,
            log_prob_after: None,
            stop: None,
        };
        let entries: Vec<Entry> = tokens.iter().enumerate().map(entry).collect();
        let spans = spans(&entries, &vocab);
        spans
            .into_iter()
            .map(|span| (span.text, span.entries.len()))
            .collect()
    }

    #[test]
    fn a_token_is_a_piece_of_the_text() {
        assert_eq!(of(&[0, 1]), [("a".into(), 1), (" b\n".into(), 1)]);
        assert_eq!(of(&[5]), [("⟨0D⟩".into(), 1)]);
        assert!(of(&[]).is_empty());
    }

    #[test]
    fn tokens_that_make_one_character_are_one_piece() {
        let found = of(&[0, 2, 3, 4, 0]);
        let expected = [("a", 1), ("日", 3), ("a", 1)];
        assert_eq!(found, expected.map(|(text, n)| (text.to_owned(), n)));
    }

    #[test]
    fn bytes_that_make_no_character_stand_alone() {
        let expected = |of: &[&str]| -> Vec<(String, usize)> {
            of.iter().map(|text| ((*text).to_owned(), 1)).collect()
        };
        assert_eq!(of(&[2, 3]), expected(&["⟨E6⟩", "⟨97⟩"]));
        assert_eq!(of(&[2, 3, 0]), expected(&["⟨E6⟩", "⟨97⟩", "a"]));
        assert_eq!(of(&[2, 6, 3]), expected(&["⟨E6⟩", "⟨FF⟩", "⟨97⟩"]));
    }
}
