//! Stochastic beams: as many different texts as there are beams, drawn without replacement with the probabilities of the sampler.
//!
//! Every text has its own luck, Gumbel noise that is added to its log-probability; the texts with the largest sums are the sample. The luck of
//! a text need not be drawn before the text is there: among all texts that begin alike the largest sum is again Gumbel-distributed, so a beam
//! stands for the luckiest text that begins with it. Its continuations share that number: one of them has it, the others have less.
//! Finished texts keep theirs and go on competing with what still grows.
//!
//! Source: Kool, van Hoof & Welling 2019, "Stochastic Beams and Where to Find Them", arXiv:1903.06059, algorithm 1 and appendix B.3.

use super::{Beam, BeamOptions, BeamSearch, Candidate, Fate, Finished, keep_first};
use crate::TokenId;
use crate::dice::{Stream, hashed};
use crate::gumbel::gumbel;
use crate::math;
use crate::sorted;

/// The luck of the luckiest text of all: the dice of the place before the first token.
pub(super) fn root(options: &BeamOptions, seed: u32) -> f64 {
    gumbel(hashed(
        seed,
        options.prompt_len,
        Stream::Beam,
        u32::MAX,
        None,
    ))
}

/// ln p of what a chain left of a row, as shares of what it left.
pub(super) fn normalised(row: &[(TokenId, f64)]) -> Vec<(TokenId, f64)> {
    let top = row
        .iter()
        .map(|(_, x)| *x)
        .fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = row.iter().map(|(_, x)| math::exp(x - top)).sum();
    let norm = top + math::ln(total);
    row.iter().map(|(token, x)| (*token, x - norm)).collect()
}

/// Gives the continuations of one beam their luck: noise from `noise`, shifted so that the largest sum is `most`, that of the beam.
pub(super) fn perturb(most: f64, own: &mut [Candidate], noise: impl Fn(TokenId) -> f64) {
    let free: Vec<f64> = own.iter().map(|c| c.sum + noise(c.token)).collect();
    let top = free.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (candidate, free) in own.iter_mut().zip(free) {
        // −ln(e^−most − e^−top + e^−free), in the form that does not overflow.
        let v = most - free + math::ln(1.0 - math::exp(free - top));
        let sum = most - v.max(0.0) - math::ln(1.0 + math::exp(-v.abs()));
        candidate.perturbed = Some(sum);
    }
}

/// The largest sum first.
fn by_luck(a: Option<f64>, b: Option<f64>) -> std::cmp::Ordering {
    let of = |luck: Option<f64>| luck.unwrap_or(f64::NEG_INFINITY);
    of(b).total_cmp(&of(a))
}

impl BeamSearch {
    /// Draws the luck of all continuations, and gives the luckiest, first things first.
    pub(super) fn luckiest(&self, mut all: Vec<Candidate>, seed: u32) -> Vec<Candidate> {
        let position = self.position();
        for own in all.chunk_by_mut(|a, b| a.beam == b.beam) {
            let beam = own.first().map_or(0, |c| c.beam);
            let most = self.beams.get(beam as usize).and_then(|b| b.perturbed);
            let noise = |token| gumbel(hashed(seed, position, Stream::Beam, beam, Some(token)));
            perturb(most.unwrap_or(0.0), own, noise);
        }
        keep_first(&mut all, self.options.candidates(), |a, b| {
            by_luck(a.perturbed, b.perturbed)
        });
        all
    }

    /// Keeps the luckiest of the finished texts and the candidates: as many as there are beams.
    pub(super) fn keep_luckiest(&mut self, candidates: &mut [Candidate], ends: &[bool]) {
        let finished = self.pool.texts().iter().map(|text| Some(text.score));
        let mut all: Vec<_> = candidates
            .iter()
            .map(|c| c.perturbed)
            .chain(finished)
            .collect();
        sorted::sort_by(&mut all, |a, b| by_luck(*a, *b));
        let width = self.options.width as usize;
        let least = all.get(width.saturating_sub(1)).copied().flatten();
        let least = least.unwrap_or(f64::NEG_INFINITY);
        let mut beams = Vec::new();
        self.pool.keep_from(least);
        for (candidate, ends) in candidates.iter_mut().zip(ends) {
            let score = candidate.perturbed.unwrap_or(f64::NEG_INFINITY);
            let kept = score >= least;
            candidate.fate = match (kept, ends) {
                (true, true) => Fate::Finishes { score },
                (true, false) => Fate::Stays {
                    beam: beams.len() as u32,
                },
                (false, true) => Fate::FinishesUnranked { score },
                (false, false) => Fate::Falls,
            };
            if !kept {
                continue;
            }
            let mut tokens = self.beams[candidate.beam as usize].tokens.clone();
            tokens.push(candidate.token);
            let sum = candidate.sum;
            match ends {
                true => {
                    let text = Finished { tokens, sum, score };
                    self.pool.offer(vec![(0, text)]);
                }
                false => beams.push(Beam {
                    tokens,
                    sum,
                    perturbed: candidate.perturbed,
                }),
            }
        }
        self.beams = beams;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::tests::{all, options, row, run};
    use super::*;

    fn stochastic(width: u32, max_tokens: u32, seed: u32) -> BeamOptions {
        BeamOptions {
            seed: Some(seed),
            stochastic: true,
            ..options(width, max_tokens)
        }
    }

    fn texts(options: BeamOptions) -> Vec<Finished> {
        run(options).0.finished().to_vec()
    }

    #[test]
    fn texts_are_drawn_without_replacement_as_often_as_their_probabilities_say() {
        // Every text of at most two of four tokens; two of them: P(a, then b) = p_a · p_b / (1 − p_a).
        let mut found = Vec::new();
        all(&mut Vec::new(), 0.0, 2, &mut found);
        let p: BTreeMap<Vec<TokenId>, f64> = found
            .into_iter()
            .map(|(text, sum)| (text, sum.exp()))
            .collect();
        assert!((p.values().sum::<f64>() - 1.0).abs() < 1e-6);
        let n = 40_000;
        let mut counts: BTreeMap<[Vec<TokenId>; 2], u32> = BTreeMap::new();
        for seed in 0..n {
            let drawn = texts(stochastic(2, 2, seed));
            let pair = [drawn[0].tokens.clone(), drawn[1].tokens.clone()];
            assert_ne!(pair[0], pair[1], "drawn twice");
            *counts.entry(pair).or_default() += 1;
        }
        let (mut chi2, mut cells, mut rest) = (0.0, 0, (0.0, 0.0));
        for (a, p_a) in &p {
            for (b, p_b) in p.iter().filter(|(b, _)| *b != a) {
                let expected = f64::from(n) * p_a * p_b / (1.0 - p_a);
                let counted = counts.get(&[a.clone(), b.clone()]).copied();
                let counted = f64::from(counted.unwrap_or_default());
                match expected >= 5.0 {
                    true => {
                        chi2 += (counted - expected).powi(2) / expected;
                        cells += 1;
                    }
                    // Rare pairs together.
                    false => rest = (rest.0 + counted, rest.1 + expected),
                }
            }
        }
        if rest.1 >= 5.0 {
            chi2 += (rest.0 - rest.1).powi(2) / rest.1;
            cells += 1;
        }
        // Wilson and Hilferty: the 99.9 % point of chi-square.
        let degrees = f64::from(cells - 1);
        let limit =
            degrees * (1.0 - 2.0 / (9.0 * degrees) + 3.09 * (2.0 / (9.0 * degrees)).sqrt()).powi(3);
        assert!(cells > 30, "{cells}");
        assert!(
            chi2 < limit,
            "chi-square {chi2} of {cells} cells, at most {limit}"
        );
    }

    #[test]
    fn a_beam_stands_for_the_luckiest_of_its_continuations() {
        for seed in 0..50 {
            let (search, steps) = run(stochastic(3, 5, seed));
            let mut most = vec![root(search.options(), seed)];
            for step in &steps {
                let mut next = Vec::new();
                for (beam, most) in (0..).zip(&most) {
                    let own = step.candidates.iter().filter(|c| c.beam == beam);
                    let own: Vec<f64> = own.filter_map(|c| c.perturbed).collect();
                    assert!((own[0] - most).abs() < 1e-9, "{own:?} under {most}");
                }
                for c in &step.candidates {
                    if let Fate::Stays { .. } = c.fate {
                        next.extend(c.perturbed);
                    }
                }
                let together = next.len() + step.pool.len();
                assert_eq!(together, 3.min(step.candidates.len() + step.pool.len()));
                most = next;
            }
            let finished = search.finished();
            assert_eq!(finished.len(), 3);
            assert!(finished.iter().all(|text| text.score <= finished[0].score));
        }
    }

    #[test]
    fn a_wider_search_keeps_the_probabilities_and_dice_repeat_it() {
        let wide = texts(stochastic(8, 3, 4));
        assert_eq!(wide, texts(stochastic(8, 3, 4)));
        assert_ne!(wide, texts(stochastic(8, 3, 5)));
        for text in wide {
            let mut sum = 0.0;
            for (at, token) in text.tokens.iter().enumerate() {
                sum += row(&text.tokens[..at])[*token as usize].1;
            }
            assert!((sum - text.sum).abs() < 1e-6, "{text:?}");
        }
    }

    #[test]
    fn what_a_chain_left_is_shared_anew() {
        let left = normalised(&[(3, -900.0), (7, -900.0), (9, -900.0 + 2.0_f64.ln())]);
        let shares: Vec<f64> = left.iter().map(|(_, x)| x.exp()).collect();
        for (share, wanted) in shares.iter().zip([0.25, 0.25, 0.5]) {
            assert!((share - wanted).abs() < 1e-12);
        }
    }
}
