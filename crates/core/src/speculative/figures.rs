//! What drafting brings, by formula and counted.
//!
//! α is the probability that a drafted token is kept. Three ratios are called that; [`Counts`] has all of them by name.

use serde::{Deserialize, Serialize};

/// The most tokens that a draft may have.
pub const MOST_DRAFTED: u32 = 32;

/// The tokens that a round of γ drafted ones is expected to bring, with a constant α, 0..=1: (1 − α^(γ+1)) / (1 − α).
pub fn expected_tokens(alpha: f64, drafted: u32) -> f64 {
    // The sum of the series: it has no gap at α = 1.
    (0..=drafted).rev().fold(0.0, |sum, _| sum * alpha + 1.0)
}

/// How many times as fast as without a draft, where a drafted token costs `cost` (c) of a pass of the model, and the pass over γ + 1 tokens
/// `pass` of one over a single token: E[tokens] / (γ·c + pass). The paper has 1 for `pass`.
pub fn speed_up(alpha: f64, drafted: u32, cost: f64, pass: f64) -> f64 {
    expected_tokens(alpha, drafted) / (f64::from(drafted) * cost + pass)
}

/// The γ, 0 to [`MOST_DRAFTED`], with the largest speed-up of the paper's formula, and that; of equal ones the smallest γ. There is a gain only if α > c.
pub fn best_drafted(alpha: f64, cost: f64) -> (u32, f64) {
    let all = (0..=MOST_DRAFTED).map(|drafted| (drafted, speed_up(alpha, drafted, cost, 1.0)));
    all.reduce(|best, one| if one.1 > best.1 { one } else { best })
        .unwrap_or((0, 1.0))
}

/// What was counted over the rounds so far.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Rounds: passes of the model.
    pub rounds: u64,
    /// Tokens that the text gained.
    pub tokens: u64,
    /// Drafted tokens.
    pub drafted: u64,
    /// Drafted tokens that were looked at: up to the first rejected one.
    pub judged: u64,
    /// Drafted tokens that were kept.
    pub accepted: u64,
    /// Of the first, the second … drafted token of a round: in how many rounds there was one, and in how many it was kept.
    pub by_place: Vec<(u64, u64)>,
}

impl Counts {
    /// Counts a round of `drafted` tokens, of which `judged` were looked at and `accepted` kept, and which brought `tokens`.
    pub fn add(&mut self, drafted: usize, judged: usize, accepted: usize, tokens: usize) {
        self.rounds += 1;
        self.tokens += tokens as u64;
        self.drafted += drafted as u64;
        self.judged += judged as u64;
        self.accepted += accepted as u64;
        if self.by_place.len() < drafted {
            self.by_place.resize(drafted, (0, 0));
        }
        for (place, (there, kept)) in self.by_place.iter_mut().take(drafted).enumerate() {
            *there += 1;
            *kept += u64::from(place < accepted);
        }
    }

    /// Kept by drafted: what vLLM calls the draft acceptance rate. A token behind a rejected one counts as not kept.
    pub fn accepted_of_drafted(&self) -> Option<f64> {
        ratio(self.accepted, self.drafted)
    }

    /// Kept by looked at: the α of the formulas.
    pub fn accepted_of_judged(&self) -> Option<f64> {
        ratio(self.accepted, self.judged)
    }

    /// Tokens a pass: 1 + kept by rounds, what vLLM calls the mean acceptance length. It counts the bonus token.
    pub fn tokens_a_pass(&self) -> Option<f64> {
        ratio(self.tokens, self.rounds)
    }
}

fn ratio(part: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formulas_give_the_numbers_of_the_paper() {
        let near = |a: f64, b: f64| (a - b).abs() < 5e-5 * b;
        assert!(near(expected_tokens(0.8, 4), 3.3616));
        assert!(near(expected_tokens(0.5, 3), 1.875));
        assert_eq!(
            (expected_tokens(1.0, 5), expected_tokens(0.0, 5)),
            (6.0, 1.0)
        );
        for (alpha, drafted, gain) in [
            (0.5, 3, 1.63),
            (0.7, 6, 2.35),
            (0.8, 8, 3.09),
            (0.9, 13, 4.67),
        ] {
            let (best, found) = best_drafted(alpha, 0.05);
            assert_eq!(best, drafted, "{alpha}");
            assert!((found - gain).abs() < 0.005, "{alpha}: {found}");
        }
        assert_eq!(
            best_drafted(0.3, 0.3),
            (0, 1.0),
            "no gain where α is not above c"
        );
        assert!(best_drafted(0.31, 0.3).1 > 1.0);
        assert_eq!(
            speed_up(0.5, 1, 0.25, 1.25),
            1.0,
            "1.5 tokens for 1.5 passes"
        );
    }

    #[test]
    fn three_ratios_have_three_names() {
        let mut counts = Counts::default();
        // Four drafted, the third rejected; then all four kept.
        counts.add(4, 3, 2, 3);
        counts.add(4, 4, 4, 5);
        assert_eq!(counts.accepted_of_drafted(), Some(6.0 / 8.0));
        assert_eq!(counts.accepted_of_judged(), Some(6.0 / 7.0));
        assert_eq!(counts.tokens_a_pass(), Some(4.0));
        assert_eq!(counts.by_place, [(2, 2), (2, 2), (2, 1), (2, 1)]);
        assert_eq!(Counts::default().tokens_a_pass(), None);
    }
}
