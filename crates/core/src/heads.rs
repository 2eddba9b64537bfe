//! What an attention head does with a text, in numbers that name kinds of heads.
//!
//! Source of the kinds: Elhage et al. 2021, *A Mathematical Framework for Transformer Circuits*, and Olsson et al. 2022,
//! *In-context Learning and Induction Heads*.

use serde::{Deserialize, Serialize};

use crate::{TokenId, math};

/// From this share of its attention on, a head is named after what it attends to.
pub const NAMED_FROM: f64 = 0.4;
/// If that is also this much more than a head would give that attends to all tokens alike.
pub const ABOVE_CHANCE: f64 = 0.3;
/// And if it is the mean over at least so many tokens that look.
pub const LEAST_QUERIES: u32 = 8;

/// How much of its attention a head gives to one kind of place, as means over the tokens of a text that have such a place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// What the head gives, 0..=1.
    pub share: f64,
    /// What a head would give that attends to all tokens alike, 0..=1.
    pub chance: f64,
    /// How many tokens looked.
    pub queries: u32,
}

impl Measure {
    /// The mean of pairs (share, chance), one a token that looks; `None` if there is none.
    fn mean(pairs: impl Iterator<Item = (f64, f64)>) -> Option<Self> {
        let (share, chance, queries) = pairs
            .fold((0.0, 0.0, 0u32), |(s, c, n), (share, chance)| {
                (s + share, c + chance, n + 1)
            });
        let n = f64::from(queries);
        (queries > 0).then(|| Measure {
            share: share / n,
            chance: chance / n,
            queries,
        })
    }

    /// The share from which on the head is named after this place.
    pub fn named_from(&self) -> f64 {
        NAMED_FROM.max(self.chance + ABOVE_CHANCE)
    }

    /// Whether it is: in a short text most heads give much to any place, for there are few.
    pub fn names(&self) -> bool {
        self.queries >= LEAST_QUERIES && self.share >= self.named_from()
    }
}

/// What a head does with a text. `None` where the text is too short to tell.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HeadMeasures {
    /// Attention on the token just before, over the positions from the third on.
    pub previous: Option<Measure>,
    /// Attention on the first token, over the same positions.
    pub first: Option<Measure>,
    /// Attention on the tokens that followed earlier occurrences of the token at hand, over the positions that have one.
    pub induction: Option<Measure>,
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
        let later = || queries().skip(2);
        let one = |i: usize, share: f64| (share, 1.0 / (i + 1) as f64);
        HeadMeasures {
            previous: Measure::mean(later().map(|(i, (row, _))| one(i, weight(row, i - 1)))),
            first: Measure::mean(later().map(|(i, (row, _))| one(i, weight(row, 0)))),
            induction: on_what_followed(tokens, rows.iter().copied().enumerate()),
        }
    }

    /// Attention of the pattern `rows` on the token that looks, over the positions from the third on; see [`HeadMeasures::of`].
    pub fn on_itself(rows: &[&[f32]]) -> Option<Measure> {
        let later = rows.iter().enumerate().skip(2);
        Measure::mean(later.map(|(i, row)| {
            let own = row.get(i).map_or(0.0, |w| f64::from(*w));
            (own, 1.0 / (i + 1) as f64)
        }))
    }

    /// What it is named after, if anything, and the measure that says so.
    pub fn kind(&self) -> Option<(HeadKind, Measure)> {
        let measures = [
            (HeadKind::Induction, self.induction),
            (HeadKind::Previous, self.previous),
            (HeadKind::First, self.first),
        ];
        let known = measures
            .into_iter()
            .filter_map(|(kind, m)| Some((kind, m?)));
        known
            .filter(|(_, measure)| measure.names())
            .max_by(|a, b| a.1.share.total_cmp(&b.1.share))
    }
}

/// How much of its attention a head gives to the tokens that followed earlier occurrences of the token that looks. `queries` are places of
/// `tokens` with the head's row there, `[place + 1]`; those whose token stands there for the first time do not count.
pub fn on_what_followed<'a>(
    tokens: &[TokenId],
    queries: impl Iterator<Item = (usize, &'a [f32])>,
) -> Option<Measure> {
    Measure::mean(queries.filter_map(|(place, row)| {
        let own = tokens.get(place)?;
        let followers = || (1..=place).filter(|&at| tokens.get(at - 1) == Some(own));
        let n = followers().count();
        let share = followers().map(|at| weight(row, at)).sum();
        (n > 0).then(|| (share, n as f64 / (place + 1) as f64))
    }))
}

fn weight(row: &[f32], at: usize) -> f64 {
    row.get(at).map_or(0.0, |w| f64::from(*w))
}

/// The mean of the heads' attention: of `pattern`, `[n_heads, n]`, row-major, `[n]`; and for each place the head that gives most to it,
/// with how much.
pub fn mean_and_most(pattern: &[f32], n_heads: u32) -> (Vec<f64>, Vec<(u32, f32)>) {
    let heads = n_heads.max(1) as usize;
    let n = pattern.len() / heads;
    let at = |place: usize, head: usize| pattern[head * n + place];
    let mean = |place: usize| {
        let sum: f64 = (0..heads).map(|head| f64::from(at(place, head))).sum();
        sum / heads as f64
    };
    let most = |place: usize| {
        let all = (0..heads).map(|head| (head as u32, at(place, head)));
        all.fold((0, f32::NEG_INFINITY), |best, own| {
            if own.1 > best.1 { own } else { best }
        })
    };
    ((0..n).map(mean).collect(), (0..n).map(most).collect())
}

/// From this share of its attention on, what a head looks at is worth a sentence.
pub const TELLING_FROM: f32 = 0.25;

/// Where a head looks from the last token of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// The place that it looks at, 0 being the first.
    pub place: usize,
    /// How much of its attention that place gets, 0..=1.
    pub share: f32,
    /// Whether the token there followed an earlier occurrence of the token that looks.
    pub followed: bool,
}

/// Where a head with the attention `row`, `[n]`, looks from the last of `tokens`, `[n]`: at what followed the same token earlier, if that gets
/// at least [`TELLING_FROM`]; else where it looks most.
pub fn look(tokens: &[TokenId], row: &[f32]) -> Option<Look> {
    followed(tokens, row).or_else(|| largest(row, |_| true))
}

/// The place after an earlier occurrence of the last token that gets most, if that is telling.
fn followed(tokens: &[TokenId], row: &[f32]) -> Option<Look> {
    let last = *tokens.last()?;
    let follows = |place: usize| place >= 1 && tokens.get(place - 1) == Some(&last);
    let found = largest(row, follows).filter(|look| look.share >= TELLING_FROM)?;
    Some(Look {
        followed: true,
        ..found
    })
}

fn largest(row: &[f32], counts: impl Fn(usize) -> bool) -> Option<Look> {
    let places = row.iter().enumerate().filter(|(place, _)| counts(*place));
    let most = places.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
    most.map(|(place, share)| Look {
        place,
        share: *share,
        followed: false,
    })
}

/// The head, as (layer, head), whose look from the last of `tokens`, `[n]`, tells most; `patterns` has one entry a layer, `[n_heads, n]`. The one
/// that gives most to what followed the same token earlier; else the one that gives most to a token that is neither the first, nor the one
/// before, nor itself; `None` if no head gives [`TELLING_FROM`] to such a place.
pub fn most_telling(tokens: &[TokenId], patterns: &[Vec<f32>], n_heads: u32) -> Option<(u32, u32)> {
    let n = tokens.len();
    let rows = patterns.iter().enumerate().flat_map(|(layer, pattern)| {
        let heads = pattern.chunks_exact(n.max(1)).take(n_heads as usize);
        heads
            .enumerate()
            .map(move |(head, row)| ((layer as u32, head as u32), row))
    });
    let best = |of: &dyn Fn(&[f32]) -> Option<Look>| {
        let looks = rows
            .clone()
            .filter_map(|(head, row)| Some((head, of(row)?.share)));
        looks.fold(None, |best: Option<((u32, u32), f32)>, own| match best {
            Some(best) if best.1 >= own.1 => Some(best),
            _ => Some(own),
        })
    };
    let inner = |row: &[f32]| largest(row, |place| place >= 1 && place + 2 < n);
    let found = best(&|row| followed(tokens, row)).or_else(|| best(&inner));
    found
        .filter(|(_, share)| *share >= TELLING_FROM)
        .map(|(head, _)| head)
}

/// Mean entropy of the rows of a pattern, in bits, over the positions from the second on.
pub fn entropy_bits(rows: &[&[f32]]) -> Option<f64> {
    let of = |row: &&[f32]| math::entropy_bits(row.iter().map(|w| f64::from(*w)));
    mean(rows.iter().skip(1).map(of))
}

/// The score of a query with a key, `[d_head]` each: q·k / divisor.
pub fn score(query: &[f32], key: &[f32], divisor: f32) -> f32 {
    let products = query.iter().zip(key);
    let products = products.map(|(q, k)| f64::from(*q) * f64::from(*k));
    (products.sum::<f64>() / f64::from(divisor)) as f32
}

/// What the softmax of `scores` divides by, seen from `base`: Σ e^(score − base).
pub fn softmax_total(scores: &[f32], base: f32) -> f64 {
    let seen = scores.iter().map(|score| f64::from(score - base));
    seen.map(math::exp).sum()
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

    #[test]
    fn attention_on_itself_is_the_mean_of_the_diagonal_from_the_third_token_on() {
        let rows: [&[f32]; 4] = [&[1.0], &[0.1, 0.9], &[0.2, 0.3, 0.5], &[0.4, 0.1, 0.4, 0.1]];
        let own = HeadMeasures::on_itself(&rows).expect("two tokens look");
        assert!((own.share - 0.3).abs() < 1e-6, "{own:?}");
        assert_eq!(own.queries, 2);
        assert_eq!(HeadMeasures::on_itself(&rows[..2]), None);
    }

    #[test]
    fn the_most_telling_head_looks_at_what_followed_the_same_token_earlier() {
        // a b c a: after the first "a" came "b".
        let tokens = [1, 2, 3, 1];
        let first = [0.9, 0.1, 0.0, 0.0];
        let inner = [0.1, 0.0, 0.5, 0.4];
        let induction = [0.2, 0.3, 0.4, 0.1];
        let patterns = vec![[first, inner].concat(), [first, induction].concat()];
        assert_eq!(most_telling(&tokens, &patterns, 2), Some((1, 1)));
        assert_eq!(
            look(&tokens, &induction),
            Some(Look {
                place: 1,
                share: 0.3,
                followed: true
            })
        );
        assert_eq!(
            look(&tokens, &first).map(|l| (l.place, l.followed)),
            Some((0, false))
        );
        // Nothing repeats: a place that is neither the first, nor the one before, nor itself.
        let other = [1, 2, 3, 4];
        assert_eq!(most_telling(&other, &patterns, 2), Some((1, 1)));
        assert_eq!(most_telling(&other, &[[first, inner].concat()], 2), None);
        assert_eq!(most_telling(&[], &[], 2), None);
    }

    #[test]
    fn the_mean_of_the_heads_and_who_gives_most() {
        let (mean, most) = mean_and_most(&[0.25, 0.75, 0.5, 0.5], 2);
        assert_eq!(mean, [0.375, 0.625]);
        assert_eq!(most, [(1, 0.5), (0, 0.75)]);
        assert_eq!(mean_and_most(&[], 4), (vec![], vec![]));
    }

    #[test]
    fn a_score_is_divided_and_a_softmax_is_seen_from_anywhere() {
        // (1·3 − 2·4 + 0 + 0) / 2
        let (q, k) = ([1.0, 2.0, 0.0, 9.0], [3.0, -4.0, 5.0, 0.0]);
        assert_eq!(score(&q, &k, 2.0), -2.5);
        let scores = [1.0, 3.0, -2.0];
        let total = softmax_total(&scores, 0.0);
        let e = std::f64::consts::E;
        assert!((total - (e + e.powi(3) + e.powi(-2))).abs() < 1e-12);
        assert!((softmax_total(&scores, 3.0) - total / e.powi(3)).abs() < 1e-12);
        // Seen from the highest, none overflows.
        assert_eq!(softmax_total(&[1000.0, -1000.0], 1000.0), 1.0);
    }

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

    /// Three times the same five tokens.
    const REPEATED: [TokenId; 15] = [5, 6, 7, 8, 9, 5, 6, 7, 8, 9, 5, 6, 7, 8, 9];

    #[test]
    fn heads_are_named_after_what_they_attend_to() {
        let kind = |at: fn(usize) -> usize| {
            let kind = measures(&REPEATED, at).kind();
            kind.map(|(kind, measure)| (kind, measure.share, measure.queries))
        };
        assert_eq!(
            kind(|i| i.saturating_sub(1)),
            Some((HeadKind::Previous, 1.0, 13))
        );
        assert_eq!(kind(|_| 0), Some((HeadKind::First, 1.0, 13)));
        // What followed the same token five places before.
        assert_eq!(
            kind(|i| if i >= 5 { i - 4 } else { i }),
            Some((HeadKind::Induction, 1.0, 10))
        );
        assert_eq!(
            kind(|i| i),
            None,
            "a head that looks at itself has no name here"
        );
    }

    #[test]
    fn a_few_tokens_name_no_head() {
        let previous = |n: usize| measures(&REPEATED[..n], |i| i.saturating_sub(1));
        assert_eq!(previous(4).kind(), None);
        assert_eq!(previous(9).kind(), None, "seven tokens that look");
        assert!(previous(10).kind().is_some());
    }

    #[test]
    fn attention_to_all_alike_is_what_chance_gives() {
        let rows: Vec<Vec<f32>> = (1..=15).map(|n| vec![1.0 / n as f32; n]).collect();
        let rows: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
        let found = HeadMeasures::of(&REPEATED, &rows);
        for measure in [found.previous, found.first, found.induction] {
            let measure = measure.expect("a text of some length");
            assert!((measure.share - measure.chance).abs() < 1e-6, "{measure:?}");
        }
        assert_eq!(found.kind(), None);
        let measure = |share, chance| Measure {
            share,
            chance,
            queries: LEAST_QUERIES,
        };
        // Where there are few places, more is asked for.
        assert!(measure(0.45, 0.05).names() && !measure(0.39, 0.05).names());
        assert!(!measure(0.45, 0.2).names() && measure(0.51, 0.2).names());
    }

    #[test]
    fn a_text_without_repetition_tells_nothing_about_induction() {
        let found = measures(&[1, 2, 3], |i| i);
        assert_eq!(found.induction, None);
        assert_eq!(found.previous.map(|m| (m.share, m.queries)), Some((0.0, 1)));
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
