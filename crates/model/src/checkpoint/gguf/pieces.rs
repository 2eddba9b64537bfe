//! The merges of a SentencePiece vocabulary, which has scores in their place.
//!
//! SentencePiece joins the two neighbours whose joint piece has the highest score; BPE those whose pair comes first in its list. So all pairs
//! of pieces that join to a piece are listed by its score, and where that is the same the one with the longer left part first. Source:
//! Transformers' `generate_merges` (5.24).

use std::cmp::Reverse;
use std::collections::HashSet;

use logitscope_core::error::GgufFault;

/// Most work: the sum over all pieces of the square of their length in bytes. Gemma's 256,000 pieces make 16 million.
const MOST_WORK: usize = 1 << 28;

/// The merges of `pieces`, each with its score, by their ids.
pub(super) fn merges<'p>(pieces: &[(&'p str, f32)]) -> Result<Vec<(&'p str, &'p str)>, GgufFault> {
    let work = |all: usize, (text, _): &(&str, f32)| {
        let own = text.len().checked_mul(text.len())?;
        all.checked_add(own).filter(|all| *all <= MOST_WORK)
    };
    if pieces.iter().try_fold(0, work).is_none() {
        return Err(GgufFault::Pieces);
    }
    let known: HashSet<&str> = pieces.iter().map(|(text, _)| *text).collect();
    let mut found = Vec::new();
    for (id, (text, score)) in pieces.iter().enumerate() {
        let n = text.chars().count();
        for (nth, (at, _)) in text.char_indices().enumerate().skip(1) {
            let (left, right) = text.split_at(at);
            if known.contains(left) && known.contains(right) {
                let lengths = Reverse((nth, n - nth));
                found.push((*score, lengths, id, (left, right)));
            }
        }
    }
    found.sort_by(|(one, lengths, id, _), (other, others, other_id, _)| {
        let score = other.total_cmp(one);
        score.then(lengths.cmp(others)).then(id.cmp(other_id))
    });
    Ok(found.into_iter().map(|(.., pair)| pair).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merges_are_ordered_by_the_score_of_what_they_make() {
        let pieces = [
            ("a", -9.0),
            ("b", -9.0),
            ("ab", -2.0),
            ("ba", -1.0),
            ("aba", -3.0),
            ("é", -9.0),
        ];
        let expected = [("b", "a"), ("a", "b"), ("ab", "a"), ("a", "ba")];
        assert_eq!(merges(&pieces), Ok(expected.to_vec()));
    }

    #[test]
    fn pieces_that_would_take_minutes_are_refused() {
        let long = "a".repeat(20_000);
        assert_eq!(merges(&[(&long, 0.0)]), Err(GgufFault::Pieces));
    }
}
