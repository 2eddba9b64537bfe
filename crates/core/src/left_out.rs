//! What of a text no token stands for.

use std::collections::BTreeSet;
use std::ops::Range;

/// The characters of `text`, each once and in order, that lie in none of `places`: those of its tokens, in bytes. White space is none of them,
/// for tokenizers may cut it off. A character may be here that was written in another way and so has no place of its own: that it is unknown
/// shows where it alone makes no token.
pub fn unplaced(text: &str, places: impl Iterator<Item = Range<u32>>) -> Vec<char> {
    let mut all: Vec<Range<u32>> = places.collect();
    all.sort_unstable_by_key(|place| place.start);
    let mut places = all.iter().peekable();
    let mut reached = 0;
    let mut seen = BTreeSet::new();
    let chars = text.char_indices().filter(|(at, c)| {
        while let Some(place) = places.next_if(|place| place.start as usize <= *at) {
            reached = reached.max(place.end);
        }
        reached as usize <= *at && !c.is_whitespace() && seen.insert(*c)
    });
    chars.map(|(_, c)| c).collect()
}

/// Whether a text whose tokens have these `places` makes none but the `beginning` tokens that are put before every text.
pub fn is_unread(mut places: impl ExactSizeIterator<Item = Range<u32>>, beginning: usize) -> bool {
    places.len() <= beginning && places.all(|place| place.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_no_token_is_said_once() {
        let of = |text: &str, places: &[(u32, u32)]| {
            let places = places.iter().map(|(start, end)| *start..*end);
            unplaced(text, places).into_iter().collect::<String>()
        };
        assert_eq!(of("abc", &[(0, 3)]), "");
        assert_eq!(of("aébé ü", &[(0, 1), (3, 4), (4, 4)]), "éü");
        // Tokens of one character share it, and none may have all of it.
        assert_eq!(of("日b", &[(0, 1), (1, 2), (2, 3), (3, 4)]), "");
        assert_eq!(of("日b", &[(3, 4), (0, 3)]), "");
        assert_eq!(of("ab", &[]), "ab");
        assert_eq!(of(" \n", &[]), "");
    }

    #[test]
    fn a_beginning_alone_is_nothing_of_a_text() {
        let is = |ends: &[u32], beginning| is_unread(ends.iter().map(|end| 0..*end), beginning);
        assert!(is(&[], 0) && is(&[], 1) && is(&[0], 1));
        // A space that was put before it is a token of the text; so is a beginning that the text shows.
        assert!(!is(&[0], 0) && !is(&[0, 0], 1) && !is(&[3], 1));
    }
}
