//! What an attention head does with a text, in numbers that name kinds of heads.
//!
//! Source of the kinds: Elhage et al. 2021, *A Mathematical Framework for Transformer Circuits*, and Olsson et al. 2022,
//! *In-context Learning and Induction Heads*.

use serde::{Deserialize, Serialize};

use crate::{TokenId, math};

/// From this share of its attention on, a head is named after what it attends to.
pub const NAMED_FROM: f64 = 0.4;

/// Means over the positions of a text. `None` where the text is too short to tell.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HeadMeasures {
    /// Attention on the token just before, over the positions from the third on, 0..=1.
    pub previous: Option<f64>,
    /// Attention on the first token, over the same positions, 0..=1.
    pub first: Option<f64>,
    /// Attention on the tokens that followed earlier occurrences of the token at hand, over the positions that have one, 0..=1.
    pub induction: Option<f64>,
}

/// A kind of head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeadKind {
    /// It looks at the token just before.
    Previous,
    /// It looks at the first token, which often means: at nothing.
    First,
    /// It looks at what followed the same token earlier.
    Induction,
}

impl HeadMeasures {
    /// Of the pattern `rows` over `tokens`: `rows[i]` are the weights of the keys 0..=i of the query at i, `[i + 1]`.
    pub fn of(tokens: &[TokenId], rows: &[&[f32]]) -> Self {
        let queries = || rows.iter().zip(tokens).enumerate();
        let weight = |row: &[f32], at: usize| row.get(at).map_or(0.0, |w| f64::from(*w));
        let later = || queries().skip(2);
        let followers =
            |i: usize, token: TokenId| (1..=i).filter(move |&j| tokens.get(j - 1) == Some(&token));
        HeadMeasures {
            previous: mean(later().map(|(i, (row, _))| weight(row, i - 1))),
            first: mean(later().map(|(_, (row, _))| weight(row, 0))),
            induction: mean(queries().filter_map(|(i, (row, &token))| {
                let mut found = followers(i, token).peekable();
                found.peek()?;
                Some(found.map(|j| weight(row, j)).sum())
            })),
        }
    }

    /// What it is named after, if anything, and the measure that says so.
    pub fn kind(&self) -> Option<(HeadKind, f64)> {
        let measures = [
            (HeadKind::Induction, self.induction),
            (HeadKind::Previous, self.previous),
            (HeadKind::First, self.first),
        ];
        let known = measures
            .into_iter()
            .filter_map(|(kind, m)| Some((kind, m?)));
        known
            .filter(|(_, measure)| *measure >= NAMED_FROM)
            .max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Mean entropy of the rows of a pattern, in bits, over the positions from the second on.
pub fn entropy_bits(rows: &[&[f32]]) -> Option<f64> {
    let of = |row: &&[f32]| math::entropy_bits(row.iter().map(|w| f64::from(*w)));
    mean(rows.iter().skip(1).map(of))
}

/// A row of a pattern without its first key, the others renormalised; zeros where the first key has all.
pub fn without_first(row: &[f32]) -> Vec<f32> {
    let rest: f64 = row.iter().skip(1).map(|w| f64::from(*w)).sum();
    let share = |(at, w): (usize, &f32)| match at {
        0 => 0.0,
        _ if rest > 0.0 => (f64::from(*w) / rest) as f32,
        _ => 0.0,
    };
    row.iter().enumerate().map(share).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.fold((0.0, 0u32), |(sum, n), x| (sum + x, n + 1));
    (n > 0).then(|| sum / f64::from(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A head whose every query looks at the key that `at` names.
    fn measures(tokens: &[TokenId], at: impl Fn(usize) -> usize) -> HeadMeasures {
        let row = |i: usize| {
            let mut row = vec![0.0; i + 1];
            row[at(i)] = 1.0;
            row
        };
        let rows: Vec<Vec<f32>> = (0..tokens.len()).map(row).collect();
        let rows: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
        HeadMeasures::of(tokens, &rows)
    }

    #[test]
    fn heads_are_named_after_what_they_attend_to() {
        let text = [5, 6, 7, 5, 6, 7];
        let kind = |at: fn(usize) -> usize| measures(&text, at).kind();
        assert_eq!(
            kind(|i| i.saturating_sub(1)),
            Some((HeadKind::Previous, 1.0))
        );
        assert_eq!(kind(|_| 0), Some((HeadKind::First, 1.0)));
        // What followed the same token three places before.
        assert_eq!(
            kind(|i| if i >= 3 { i - 2 } else { i }),
            Some((HeadKind::Induction, 1.0))
        );
        assert_eq!(
            kind(|i| i),
            None,
            "a head that looks at itself has no name here"
        );
    }

    #[test]
    fn a_text_without_repetition_tells_nothing_about_induction() {
        let found = measures(&[1, 2, 3], |i| i);
        assert_eq!((found.induction, found.previous), (None, Some(0.0)));
        let short = measures(&[1], |i| i);
        assert_eq!((short.previous, short.first), (None, None));
        let rows: [&[f32]; 3] = [&[1.0], &[0.5, 0.5], &[0.0, 1.0, 0.0]];
        assert_eq!(entropy_bits(&rows), Some(0.5));
        assert_eq!(entropy_bits(&rows[..1]), None);
    }

    #[test]
    fn without_the_first_key_the_rest_sums_to_one() {
        assert_eq!(without_first(&[0.5, 0.125, 0.375]), [0.0, 0.25, 0.75]);
        assert_eq!(without_first(&[1.0, 0.0]), [0.0, 0.0]);
        assert_eq!(without_first(&[1.0]), [0.0]);
    }
}
