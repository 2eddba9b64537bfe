//! The same draw seen as a race: every survivor's log-probability gets Gumbel noise, and the largest sum wins.
//!
//! argmax(ln p_i + g_i) with independent g_i = −ln(−ln u_i) is distributed as a draw from p. Here the winner is known, the token
//! that `u` selected; the noise is then drawn from what it can have been: the largest sum is itself Gumbel-distributed around
//! ln Σp = 0 and belongs to the winner, and the others are Gumbel-distributed below it. Over many draws the noise is that of an
//! honest race. Source: Maddison, Tarlow & Minka 2014, "A* sampling", arXiv:1411.0030.

use crate::chain::Candidate;
use crate::dice::{Stream, hashed};
use crate::{Draw, TokenId, math};

/// A survivor in the race.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Runner {
    /// The token.
    pub token: TokenId,
    /// ln p after the chain, at most 0.
    pub log_prob: f64,
    /// Its noise g.
    pub noise: f64,
}

impl Runner {
    /// What counts: ln p + g.
    pub fn score(&self) -> f64 {
        self.log_prob + self.noise
    }
}

/// The first `amount` of `survivors` and `winner` in the race that `winner` won, in the order of `survivors`. The noise is a
/// hash of the draw and the token.
pub fn race(survivors: &[Candidate], draw: &Draw, winner: TokenId, amount: usize) -> Vec<Runner> {
    let noise = |token: TokenId| {
        gumbel(hashed(
            draw.seed,
            draw.position,
            Stream::Gumbel,
            draw.roll,
            Some(token),
        ))
    };
    // The sum of all probabilities is 1: the largest score is noise around 0.
    let top = noise(winner);
    let listed = survivors.iter().enumerate();
    let listed = listed.filter(|(i, c)| (*i < amount || c.token == winner) && c.prob > 0.0);
    let runner = |(_, candidate): (usize, &Candidate)| {
        let log_prob = math::ln(candidate.prob);
        let score = match candidate.token == winner {
            true => top,
            // A Gumbel around ln p, given that it is below `top`.
            false => -math::ln(math::exp(-top) + math::exp(-(log_prob + noise(candidate.token)))),
        };
        Runner {
            token: candidate.token,
            log_prob,
            noise: score - log_prob,
        }
    };
    listed.map(runner).collect()
}

pub(crate) fn gumbel(u: f64) -> f64 {
    // Away from 0, whose logarithm is infinite.
    -math::ln(-math::ln(u.max(f64::MIN_POSITIVE)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{Chain, ChainContext};
    use crate::{Distribution, Processed};

    fn processed() -> (Distribution, Processed) {
        let distribution = Distribution::new(&[2.0, 1.0, 0.5, 0.0]).expect("finite");
        let processed = Processed::new(&distribution, &Chain::default(), &ChainContext::default());
        let processed = processed.expect("all are listed");
        (distribution, processed)
    }

    #[test]
    fn the_token_of_the_draw_wins_the_race() {
        let (distribution, processed) = processed();
        for position in 0..2000 {
            let draw = Draw::new(5, position, Stream::Token, 0);
            let winner = processed.choose(&distribution, &draw);
            let winner = winner.expect("all are listed").token;
            let race = race(processed.list(), &draw, winner, 9);
            let best = race.iter().max_by(|a, b| a.score().total_cmp(&b.score()));
            assert_eq!(best.map(|r| r.token), Some(winner), "{race:?}");
        }
    }

    #[test]
    fn over_many_draws_the_noise_of_each_token_is_gumbel_distributed() {
        let (distribution, processed) = processed();
        let n = 20_000;
        let mut noise = vec![Vec::new(); 4];
        for position in 0..n {
            let draw = Draw::new(6, position, Stream::Token, 0);
            let winner = processed.choose(&distribution, &draw);
            let winner = winner.expect("all are listed").token;
            for runner in race(processed.list(), &draw, winner, 9) {
                noise[runner.token as usize].push(runner.noise);
            }
        }
        for mut values in noise {
            values.sort_by(f64::total_cmp);
            // Kolmogorov-Smirnov against exp(−exp(−g)); 1.95 / √n is p = 0.001.
            let cdf = |g: f64| math::exp(-math::exp(-g));
            let far = values
                .iter()
                .enumerate()
                .map(|(i, &g)| (cdf(g) - i as f64 / f64::from(n)).abs());
            let distance = far.fold(0.0, f64::max);
            assert!(distance < 1.95 / f64::from(n).sqrt(), "{distance}");
        }
    }

    #[test]
    fn the_winner_is_listed_even_if_it_is_far_down() {
        let (_, processed) = processed();
        let draw = Draw::new(5, 1, Stream::Token, 0);
        let tokens: Vec<_> = race(processed.list(), &draw, 3, 2)
            .iter()
            .map(|r| r.token)
            .collect();
        assert_eq!(tokens, [0, 1, 3]);
    }
}
