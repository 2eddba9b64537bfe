//! Which bytes of a text BPE's tokens stand for, where it left out characters that it has no token for. The library counts their places as if
//! those were not there.

use std::ops::Range;

use logitscope_core::{TokenId, Vocab};

/// Most unknown characters of a text whose places are told: each is asked for.
const MOST_ASKED: usize = 4096;

/// The places of the `tokens` of `words`, with which `text` ends; `None` unless they are `words` without some characters that are unknown. A
/// token that goes on behind such a character ends before it.
pub(super) fn places(
    vocab: &Vocab,
    text: &str,
    words: &str,
    tokens: &[TokenId],
    is_unknown: impl Fn(char) -> bool,
) -> Option<Vec<(TokenId, Range<u32>)>> {
    let written = vocab.decode(tokens);
    let at = places_of_bytes(words, &written, is_unknown)?;
    let skipped = (text.len() - words.len()) as u32;
    let mut rest = &at[..];
    let mut place = |token: &TokenId| {
        let (own, others) = rest.split_at(vocab.bytes(*token).len().min(rest.len()));
        rest = others;
        let start = own.first().copied().unwrap_or_default() + skipped;
        let together = (start..)
            .zip(own)
            .take_while(|(n, at)| *n == **at + skipped);
        (*token, start..start + together.count() as u32)
    };
    Some(tokens.iter().map(&mut place).collect())
}

/// Where each byte of `written` lies in `words`. `None` if none is missing, or something else than unknown characters is.
fn places_of_bytes(
    words: &str,
    written: &[u8],
    is_unknown: impl Fn(char) -> bool,
) -> Option<Vec<u32>> {
    if written.len() >= words.len() {
        return None;
    }
    let mut places = Vec::with_capacity(written.len());
    let mut asked = 0;
    for (at, c) in words.char_indices() {
        let own = at..at + c.len_utf8();
        if written[places.len()..].starts_with(&words.as_bytes()[own.clone()]) {
            places.extend(own.map(|at| at as u32));
            continue;
        }
        asked += 1;
        if asked > MOST_ASKED || !is_unknown(c) {
            return None;
        }
    }
    (places.len() == written.len()).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_keep_their_places_beside_what_is_unknown() {
        let vocab = Vocab::new(["a", "b", "ab", "<s>"], None);
        let of = |text: &str, words: &str, tokens: &[TokenId]| {
            let is_unknown = |c: char| !"ab".contains(c);
            let places = places(&vocab, text, words, tokens, is_unknown)?;
            let places = places.into_iter().map(|(_, at)| (at.start, at.end));
            Some(places.collect::<Vec<_>>())
        };
        assert_eq!(of("aéb", "aéb", &[0, 1]), Some(vec![(0, 1), (3, 4)]));
        // Behind a beginning of three bytes.
        assert_eq!(of("<s>éb", "éb", &[1]), Some(vec![(5, 6)]));
        // Joined over it.
        assert_eq!(of("aébab", "aébab", &[2, 2]), Some(vec![(0, 1), (4, 6)]));
        assert_eq!(of("é", "é", &[]), Some(vec![]));
        // Nothing is unknown, or it is not that alone.
        assert_eq!(of("ab", "ab", &[2]), None);
        assert_eq!(of("aab", "aab", &[2]), None);
        assert_eq!(of("éba", "éba", &[2]), None);
    }
}
