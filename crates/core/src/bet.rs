//! A bet on the next token, and what it costs: the logarithmic score, in bits.
//!
//! Who bets `confidence` on one token leaves the rest to all others in equal parts. That is a distribution like the model's, so both are rated
//! in the same way: by the surprisal of the token that comes. Who says what they believe loses least in the long run.
//! Source: Good 1952, “Rational Decisions”, J. R. Stat. Soc. B 14.

use crate::TokenId;
use crate::math;

/// The least and the most that can be bet on a token: nobody is certain.
pub const CONFIDENCE: [f64; 2] = [0.01, 0.99];

/// So much on one token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bet {
    /// The token.
    pub token: TokenId,
    /// How sure, 0..=1; brought within [`CONFIDENCE`].
    pub confidence: f64,
}

impl Bet {
    /// The surprisal of `actual` under the bet, in bits, more than 0; `d_vocab`: how many tokens there are, 2 or more.
    pub fn surprisal_bits(&self, actual: TokenId, d_vocab: usize) -> f64 {
        let [least, most] = CONFIDENCE;
        let confidence = self.confidence.clamp(least, most);
        let others = d_vocab.saturating_sub(1).max(1) as f64;
        let prob = match actual == self.token {
            true => confidence,
            false => (1.0 - confidence) / others,
        };
        math::surprisal_bits(prob)
    }
}

/// The surprisal of any of `d_vocab` tokens if all were equally probable, in bits.
pub fn chance_bits(d_vocab: usize) -> f64 {
    math::bits(math::ln(d_vocab.max(1) as f64))
}

/// A bet, and what came.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    /// The bet.
    pub bet: Bet,
    /// What came.
    pub actual: TokenId,
    /// Its surprisal under the bet, in bits.
    pub own_bits: f64,
    /// Its surprisal for the model.
    pub model_bits: f64,
    /// Its surprisal if all tokens were equally probable.
    pub chance_bits: f64,
}

/// What bets cost together: the sums of [`Rated`]'s bits, and how many hit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Score {
    /// How many bets.
    pub bets: usize,
    /// How many named what came.
    pub hits: usize,
    /// In bits.
    pub own_bits: f64,
    /// In bits.
    pub model_bits: f64,
    /// In bits.
    pub chance_bits: f64,
}

impl Score {
    /// The sums over `all`.
    pub fn of(all: &[Rated]) -> Self {
        all.iter().fold(Score::default(), |sum, one| Score {
            bets: sum.bets + 1,
            hits: sum.hits + usize::from(one.bet.token == one.actual),
            own_bits: sum.own_bits + one.own_bits,
            model_bits: sum.model_bits + one.model_bits,
            chance_bits: sum.chance_bits + one.chance_bits,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(confidence: f64, actual: TokenId) -> f64 {
        let bet = Bet {
            token: 3,
            confidence,
        };
        bet.surprisal_bits(actual, 5)
    }

    #[test]
    fn a_hit_costs_its_confidence_and_a_miss_a_share_of_the_rest() {
        assert_eq!(bits(0.5, 3), 1.0);
        assert_eq!(bits(0.5, 0), 3.0, "an eighth");
        assert_eq!(bits(0.25, 3), 2.0);
        assert!(
            (bits(0.2, 0) - bits(0.2, 3)).abs() < 1e-12,
            "a fifth on each is chance"
        );
        for (too_sure, most) in [(1.0, 0.99), (2.0, 0.99), (0.0, 0.01), (-1.0, 0.01)] {
            assert_eq!(bits(too_sure, 0), bits(most, 0));
        }
        let alone = Bet {
            token: 0,
            confidence: 0.5,
        };
        assert!(alone.surprisal_bits(1, 1).is_finite());
    }

    #[test]
    fn whoever_says_what_they_believe_loses_least() {
        let expected = |said: f64| 0.7 * bits(said, 3) + 0.3 * bits(said, 0);
        let best = expected(0.7);
        assert!(
            [0.1, 0.5, 0.69, 0.71, 0.9, 0.99]
                .iter()
                .all(|&said| expected(said) > best)
        );
    }

    #[test]
    fn a_score_is_the_sum_of_its_bets() {
        let rated = |token, actual| Rated {
            bet: Bet {
                token,
                confidence: 0.5,
            },
            actual,
            own_bits: 1.0,
            model_bits: 2.0,
            chance_bits: 4.0,
        };
        let score = Score::of(&[rated(1, 1), rated(1, 2)]);
        assert_eq!(
            score,
            Score {
                bets: 2,
                hits: 1,
                own_bits: 2.0,
                model_bits: 4.0,
                chance_bits: 8.0
            }
        );
    }
}
