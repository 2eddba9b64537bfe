//! The dice: every draw is a named hash, not a stream.
//!
//! `u` depends only on (seed, position, stream, roll). Moving a slider therefore never shifts later
//! dice, and rolling again at one node changes nothing elsewhere.
//!
//! The hash, *logitscope-dice-1*: `h = mix(seed + γ)`, then `h = mix(h ^ (word + γ))` for the words
//! `position`, `stream`, `roll` in that order, with wrapping addition; `u` is the upper 53 bits of `h`
//! times 2⁻⁵³. `mix` is the finaliser of SplitMix64 and γ its increment (Steele, Lea & Flood,
//! "Fast splittable pseudorandom number generators", OOPSLA 2014).

use serde::{Deserialize, Serialize};

/// The most times that the dice of one node are rolled again; the next time they begin from the first roll.
pub const MOST_ROLLS: u32 = 10_000;

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Which of the several draws that one position may need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    /// The draw that selects the token.
    Token,
    /// The draw that decides whether XTC acts.
    Xtc,
    /// The noise of the race of [`crate::gumbel`]: a draw for each token.
    Gumbel,
    /// The draws of the candidates of beam sampling, one for each place; or the noise of the tokens of each stochastic beam.
    Beam,
    /// The draw of a drafted token.
    Draft,
    /// The draw that decides whether a drafted token is kept.
    Accept,
}

impl Stream {
    fn word(self) -> u64 {
        match self {
            Stream::Token => 0,
            Stream::Xtc => 1,
            Stream::Gumbel => 2,
            Stream::Beam => 3,
            Stream::Draft => 4,
            Stream::Accept => 5,
        }
    }
}

/// One draw: where it comes from, and its value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Draw {
    /// The visitor's seed.
    pub seed: u32,
    /// The position that the drawn token takes (0 is the first token of the text).
    pub position: u32,
    /// Which draw at this position.
    pub stream: Stream,
    /// 0, until the visitor rolls again at this node; at most [`MOST_ROLLS`].
    pub roll: u32,
    /// The value, in 0..1 (never 1).
    pub u: f64,
    /// Whether the visitor set the value, in the place of the hash.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
}

impl Draw {
    /// The draw of `stream` for the token at `position`.
    pub fn new(seed: u32, position: u32, stream: Stream, roll: u32) -> Self {
        Draw {
            seed,
            position,
            stream,
            roll,
            u: hashed(seed, position, stream, roll, None),
            by_hand: false,
        }
    }
}

/// The hash of the words, and of one more if there is one, as a number in 0..1 (never 1).
pub(crate) fn hashed(
    seed: u32,
    position: u32,
    stream: Stream,
    roll: u32,
    more: Option<u32>,
) -> f64 {
    let mut h = mix(u64::from(seed).wrapping_add(GAMMA));
    let words = [u64::from(position), stream.word(), u64::from(roll)];
    for word in words.into_iter().chain(more.map(u64::from)) {
        h = mix(h ^ word.wrapping_add(GAMMA));
    }
    // 53 bits: every f64 multiple of 2^-53 below 1, exactly.
    (h >> 11) as f64 / (1u64 << 53) as f64
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_uniform_and_independent_of_each_other() {
        let n = 20_000;
        let mut bins = [0u32; 20];
        let mut product = 0.0;
        for position in 0..n {
            let a = Draw::new(7, position, Stream::Token, 0).u;
            let b = Draw::new(7, position, Stream::Token, 1).u;
            bins[(a * 20.0) as usize] += 1;
            product += (a - 0.5) * (b - 0.5);
        }
        let expected = f64::from(n) / 20.0;
        let chi2: f64 = bins
            .iter()
            .map(|&c| (f64::from(c) - expected).powi(2) / expected)
            .sum();
        assert!(
            chi2 < 43.8,
            "chi-square {chi2} with 19 degrees of freedom: p < 0.001"
        );
        // 12·cov is the correlation of two uniforms; 4 standard errors.
        let correlation = 12.0 * product / f64::from(n);
        assert!(
            correlation.abs() < 4.0 / f64::from(n).sqrt(),
            "correlation {correlation}"
        );
    }

    #[test]
    fn each_word_of_the_name_changes_the_draw() {
        let base = Draw::new(1, 2, Stream::Token, 0).u;
        assert_ne!(base, Draw::new(2, 2, Stream::Token, 0).u);
        assert_ne!(base, Draw::new(1, 3, Stream::Token, 0).u);
        assert_ne!(base, Draw::new(1, 2, Stream::Token, 1).u);
        assert_ne!(
            Draw::new(1, 2, Stream::Token, 0).u,
            Draw::new(2, 1, Stream::Token, 0).u
        );
    }

    #[test]
    fn the_hash_never_changes() {
        // Links and traces rely on it. Computed independently, by the formula in the module's text.
        assert_eq!(Draw::new(0, 0, Stream::Token, 0).u, 0.7581141950548506);
        assert_eq!(Draw::new(42, 7, Stream::Token, 0).u, 0.2789178227326078);
        assert_eq!(
            Draw::new(4294967295, 1023, Stream::Token, 3).u,
            0.5716940439250429
        );
    }
}
