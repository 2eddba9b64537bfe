//! Which bytes of a text the pieces of Unigram stand for, where the text was normalised or has no tokens of its own.

use std::ops::Range;

use logitscope_core::{TokenId, Vocab};

/// The places of the tokens of `words`, with which `text` ends. `found` are the tokens with the bytes of `words` that the library names,
/// which are the same for all tokens of one character. Places rise, and none is before `from`.
pub(super) fn places(
    vocab: &Vocab,
    text: &str,
    from: usize,
    words: &str,
    found: &[(TokenId, (usize, usize))],
) -> Vec<(TokenId, Range<u32>)> {
    let mut places = Vec::with_capacity(found.len());
    // A space that is shown before the words is the first token's.
    let skipped = text.len() - words.len();
    let (mut rest, mut before) = (found, from);
    while let Some((token, at)) = rest.first() {
        let start = if places.is_empty() { from } else { skipped };
        let start = (start + at.0).clamp(before, text.len());
        let shared = rest.get(1).is_some_and(|(_, next)| next.0 == at.0);
        let mut place = |token: TokenId, at: Range<usize>| {
            places.push((token, at.start as u32..at.end as u32));
        };
        // A space that was put before the words has no place.
        if shared && vocab.bytes(*token) == b" " {
            place(*token, start..start);
            rest = &rest[1..];
            continue;
        }
        let end = (at.1 + skipped).clamp(start, text.len());
        let group = rest.iter().take_while(|(_, next)| next == at);
        let group: Vec<TokenId> = group.map(|(token, _)| *token).collect();
        let in_turn = text.as_bytes()[start..end] == vocab.decode(&group);
        let mut at = start;
        for token in &group {
            let len = match in_turn {
                true => vocab.bytes(*token).len(),
                // One of several has all of it, because none has a part.
                false => end - at,
            };
            place(*token, at..at + len);
            at += len;
        }
        rest = &rest[group.len()..];
        before = end;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_one_character_share_it_out_where_they_are_its_bytes() {
        let tokens: [&[u8]; 8] = [b"<unk>", b" ", b" a", b"b", b"\xe6", b"\x97", b"\xa5", b"f"];
        let vocab = Vocab::new(tokens, None);
        let of = |text: &str, from, words: &str, found: &[(TokenId, (usize, usize))]| {
            let places = places(&vocab, text, from, words, found);
            places
                .into_iter()
                .map(|(_, at)| (at.start, at.end))
                .collect::<Vec<_>>()
        };
        let char = (0, 3);
        let bytes = [(1, char), (4, char), (5, char), (6, char), (3, (3, 4))];
        assert_eq!(
            of("日b", 0, "日b", &bytes),
            [(0, 0), (0, 1), (1, 2), (2, 3), (3, 4)]
        );
        let unknown = [(1, char), (0, char)];
        assert_eq!(of("日", 0, "日", &unknown), [(0, 0), (0, 3)]);
        // "ﬀ" became two letters.
        assert_eq!(of("ﬀ", 0, "ﬀ", &[(7, char), (7, char)]), [(0, 3), (3, 3)]);
        assert_eq!(
            of("bb", 0, "bb", &[(1, (0, 1)), (3, (0, 2))]),
            [(0, 0), (0, 2)]
        );
        // Of two spaces the first was put there.
        assert_eq!(
            of(" a", 0, " a", &[(1, (0, 1)), (2, (0, 2))]),
            [(0, 0), (0, 2)]
        );
        // Behind a beginning of three bytes that is shown.
        assert_eq!(of("<s> a", 3, "a", &[(2, (0, 1))]), [(3, 5)]);
        assert_eq!(of("<s>a", 3, "a", &[(2, (0, 1))]), [(3, 4)]);
        // What the library may name wrong stays inside the text, and rises.
        assert_eq!(
            of("ab", 0, "ab", &[(3, (1, 9)), (3, (0, 1))]),
            [(1, 2), (2, 2)]
        );
    }
}
