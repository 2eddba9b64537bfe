//! What a chain makes of one distribution, and the choice that a draw makes from it.

use serde::{Deserialize, Serialize};

use crate::chain::{Candidate, Candidates, Chain, ChainContext, Margin, Others, StageRecord};
use crate::{CoreError, Distribution, Draw, Known, TokenId, math};

/// The distribution after the chain, and what each stage did.
#[derive(Debug, Clone, PartialEq)]
pub struct Processed {
    left: Candidates,
    /// `[listed]`: the place in `left` of the token of model rank r; [`GONE`] if the chain removed it.
    places: Vec<u32>,
    records: Vec<StageRecord>,
    entropy_bits: Known<f64>,
}

const GONE: u32 = u32::MAX;

/// How many of the model's most probable tokens the records of the stages follow.
pub const WATCHED: usize = 48;

/// How many of those that a grammar leaves are followed beside them.
const WATCHED_BEHIND: usize = 16;

/// The token that a draw selected, and where in the distributions it stood.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The chosen token.
    pub token: TokenId,
    /// Its rank in the model's own distribution, 0 being the most probable.
    pub rank: u32,
    /// Its logit, unbounded; null in JSON if it is −∞.
    #[serde(deserialize_with = "crate::infinite::logit")]
    pub logit: f32,
    /// Its probability under the model, 0..=1.
    pub prob_before: f64,
    /// Its probability after the chain, 0..=1; 0 if the chain had removed it (a forced token). Within the margin, as `low` and `high`.
    pub prob_after: f64,
    /// Where its segment of the cumulative bar begins, 0..=1.
    pub low: f64,
    /// Where its segment ends, 0..=1: a draw u with low ≤ u < high selects it.
    pub high: f64,
    /// What the three may be, in parts of what is written, where only the most probable tokens are known.
    #[serde(default, skip_serializing_if = "Margin::is_none")]
    pub margin: Margin,
}

/// How a server rates a token that it does not list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    /// ln p, at most 0.
    pub log_prob: f64,
    /// Its rank, 0 being the most probable.
    pub rank: u32,
}

impl Choice {
    /// Its probability after the chain, 0..=1, as far as it is known.
    pub fn known_after(&self) -> Known<f64> {
        self.margin.of(self.prob_after)
    }

    /// Where its segment begins and ends, 0..=1, as far as that is known.
    pub fn known_segment(&self) -> [Known<f64>; 2] {
        [self.low, self.high].map(|edge| self.margin.of(edge))
    }
}

impl Processed {
    /// Runs the chain, whose parameters are in range, over `distribution`. The records follow the [`WATCHED`] most probable tokens, and
    /// of what a grammar leaves the most probable ones.
    ///
    /// It is an error if only the most probable tokens are known, and they do not decide what a stage does.
    pub fn new(
        distribution: &Distribution,
        chain: &Chain,
        past: &ChainContext,
    ) -> Result<Self, CoreError> {
        let mut watch: Vec<TokenId> = (0..distribution.len().min(WATCHED))
            .map(|rank| distribution.token(rank))
            .collect();
        if chain.grammars().next().is_some() {
            // What a grammar leaves may all lie far behind.
            let (left, _) = chain.trace(distribution, past, &[])?;
            let behind = left.list().iter().map(|candidate| candidate.token);
            let top = watch.len();
            let more = behind.filter(|token| !watch[..top].contains(token));
            let more: Vec<TokenId> = more.take(WATCHED_BEHIND).collect();
            watch.extend(more);
        }
        let (left, records) = chain.trace(distribution, past, &watch)?;
        let mut places = vec![GONE; distribution.len()];
        for (place, candidate) in left.list().iter().enumerate() {
            if let Some(rank) = distribution.rank(candidate.token) {
                places[rank] = place as u32;
            }
        }
        Ok(Processed {
            entropy_bits: left.entropy_bits(),
            left,
            places,
            records,
        })
    }

    /// How many tokens survived, listed or not, at least 1.
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Always false: at least one token survives.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// The survivors that are listed, in the order of the draw: falling probability, ties by id.
    pub fn list(&self) -> &[Candidate] {
        self.left.list()
    }

    /// The survivors that are known only together, if there are any.
    pub fn others(&self) -> Option<Others> {
        self.left.others()
    }

    /// What the probabilities of the list may be.
    pub fn margin(&self) -> Margin {
        self.left.margin()
    }

    /// The place of the token of model rank `rank` among the survivors; `None` if the chain removed it.
    pub fn place(&self, rank: usize) -> Option<usize> {
        let place = *self.places.get(rank)?;
        (place != GONE).then_some(place as usize)
    }

    /// Whether the survivors are the model's most probable tokens, none of them left out.
    pub fn keeps_the_top(&self) -> bool {
        let first = &self.places[..self.list().len()];
        first.iter().all(|place| *place != GONE)
    }

    /// Probability after the chain of the token of model rank `rank`; 0 for a removed one.
    pub fn prob(&self, rank: usize) -> Known<f64> {
        match self.place(rank) {
            Some(place) => self.margin().of(self.list()[place].prob),
            None => Known::Exact(0.0),
        }
    }

    /// Surprisal after the chain of the token of model rank `rank`, in bits; +∞ for a removed one.
    pub fn surprisal_bits(&self, rank: usize) -> Known<f64> {
        self.prob(rank).falling(math::surprisal_bits)
    }

    /// What each stage did, in order.
    pub fn records(&self) -> &[StageRecord] {
        &self.records
    }

    /// Entropy after the chain, in bits.
    pub fn entropy_bits(&self) -> Known<f64> {
        self.entropy_bits
    }

    /// The segment of the cumulative bar that belongs to the survivor at `place`: `(low, high)`, 0..=1.
    pub fn segment(&self, place: usize) -> (f64, f64) {
        let low = self
            .list()
            .iter()
            .take(place)
            .fold(0.0, |sum, c| sum + c.prob);
        let prob = self.list().get(place).map_or(0.0, |c| c.prob);
        (low.min(1.0), (low + prob).min(1.0))
    }

    /// The survivor whose segment of the cumulative bar holds `u` (0..1): the first whose upper end exceeds `u`. Sums are f64.
    ///
    /// It is an error if the draw falls, or may fall, on a token that is not listed.
    pub fn choose(&self, distribution: &Distribution, draw: &Draw) -> Result<Choice, CoreError> {
        let (candidate, low, high) = self.left.drawn(draw, distribution)?;
        let rank = distribution.rank(candidate.token).unwrap_or(0);
        Ok(Choice {
            low: low.min(1.0),
            high: high.min(1.0),
            ..self.choice(distribution, rank)
        })
    }

    /// The place of a token that is not listed, as a server rates it. `idle`: the chain changes nothing.
    ///
    /// After a chain that leaves tokens which are not listed it is known only that it has no more than any of these can have.
    pub fn choice_of_unlisted(&self, token: TokenId, rated: Rated, idle: bool) -> Choice {
        let Rated { log_prob, rank } = rated;
        let prob = math::exp(log_prob).min(1.0);
        let (end, _) = self.segment(self.list().len());
        let most = self.others().map_or(0.0, |others| others.most);
        let (prob_after, margin) = match idle {
            true => (prob, Margin::NONE),
            false if most == 0.0 => (0.0, Margin::NONE),
            // From nothing up to twice the half.
            false => (
                most / 2.0,
                Margin {
                    low: 0.0,
                    high: 2.0,
                },
            ),
        };
        Choice {
            token,
            rank,
            logit: log_prob as f32,
            prob_before: prob,
            prob_after,
            low: end,
            high: end,
            margin,
        }
    }

    /// The place of the token of model rank `rank` in both distributions, whether it survived or not.
    pub fn choice(&self, distribution: &Distribution, rank: usize) -> Choice {
        // A removed token lies nowhere on the bar: an empty segment at its end.
        let (low, high) = self.segment(self.place(rank).unwrap_or(self.list().len()));
        Choice {
            token: distribution.token(rank),
            rank: rank as u32,
            logit: distribution.logit(rank),
            prob_before: distribution.prob(rank),
            prob_after: self.place(rank).map_or(0.0, |at| self.list()[at].prob),
            low,
            high,
            margin: self.margin(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::chain::Sampler;
    use crate::dice::Stream;

    fn distribution(logits: &[f32]) -> Distribution {
        Distribution::new(logits).expect("finite logits")
    }

    fn processed(
        distribution: &Distribution,
        temperature: f64,
        top_k: u32,
        top_p: f64,
    ) -> Processed {
        let chain = Settings::basic(temperature, top_k, top_p, 1).chain;
        Processed::new(distribution, &chain, &ChainContext::default()).expect("all are listed")
    }

    fn chosen(processed: &Processed, distribution: &Distribution, draw: &Draw) -> Choice {
        let chosen = processed.choose(distribution, draw);
        chosen.expect("all are listed")
    }

    fn probs(processed: &Processed) -> Vec<f64> {
        processed.list().iter().map(|c| c.prob).collect()
    }

    #[test]
    fn what_is_left_is_less_surprising_and_what_is_gone_is_impossible() {
        let left = processed(&distribution(&[2.0, 2.0, 1.0]), 1.0, 2, 1.0);
        assert_eq!(
            [0, 1, 2].map(|rank| left.surprisal_bits(rank)),
            [1.0, 1.0, f64::INFINITY].map(Known::Exact)
        );
    }

    fn at(u: f64) -> Draw {
        Draw {
            u,
            ..Draw::new(0, 0, Stream::Token, 0)
        }
    }

    #[test]
    fn a_penalty_moves_tokens_among_the_survivors_and_keeps_their_model_rank() {
        let r = distribution(&[3.0, 2.5, 1.0]);
        let chain = Chain::new([
            Sampler::PresencePenalty {
                alpha: 1.0,
                last_n: 0,
            },
            Sampler::TopK { k: 2 },
        ]);
        let past = ChainContext {
            tokens: &[0],
            ..ChainContext::default()
        };
        let s = Processed::new(&r, &chain.expect("in range"), &past).expect("all are listed");
        let order: Vec<_> = s.list().iter().map(|c| c.token).collect();
        assert_eq!(order, [1, 0]);
        assert_eq!(
            (s.place(0), s.place(1), s.place(2)),
            (Some(1), Some(0), None)
        );
        let (low, choice) = (s.segment(1).0, chosen(&s, &r, &at(0.99)));
        assert_eq!((choice.token, choice.rank), (0, 0));
        assert!(
            (choice.low - low).abs() < 1e-15 && choice.low > 0.5,
            "{choice:?}"
        );
        assert_eq!(
            (s.choice(&r, 2).prob_after, s.choice(&r, 2).low),
            (0.0, 1.0)
        );
    }

    #[test]
    fn temperature_two_turns_62_38_into_54_42() {
        let r = distribution(&[0.62f32.ln(), 0.38f32.ln(), 0.003f32.ln()]);
        let s = processed(&r, 2.0, 0, 1.0);
        for (got, want) in probs(&s).iter().zip([0.540, 0.423, 0.038]) {
            assert!((got - want).abs() < 5e-4, "{got} {want}");
        }
    }

    #[test]
    fn temperature_zero_keeps_the_most_probable_token_the_lower_id_on_a_tie() {
        let r = distribution(&[1.0, 3.0, 3.0]);
        let s = processed(&r, 0.0, 0, 1.0);
        assert_eq!(probs(&s), [1.0]);
        assert_eq!(chosen(&s, &r, &at(0.999)).token, 1);
    }

    #[test]
    fn the_token_that_crosses_p_is_kept_and_the_rest_are_renormalised() {
        let r = distribution(&[0.5f32.ln(), 0.3f32.ln(), 0.2f32.ln()]);
        let s = processed(&r, 1.0, 0, 0.6);
        assert_eq!(s.len(), 2);
        let first = s.prob(0).exact().expect("all are listed");
        assert!((first - 0.625).abs() < 1e-7, "{first}");
        let report = s
            .records()
            .iter()
            .find(|r| r.stage.sampler.name() == "top_p")
            .expect("it is in the chain");
        assert_eq!((report.tokens_in, report.tokens_out), (3, 2));
        let removed = report.mass_removed.exact().expect("all are listed");
        assert!((removed - 0.2).abs() < 1e-7, "{removed}");
        assert_eq!(processed(&r, 1.0, 0, 0.0).len(), 1);
        assert_eq!(processed(&r, 1.0, 0, 1.0).len(), 3);
    }

    #[test]
    fn a_chain_sums_to_one_never_empties_and_shrinks_with_its_parameters() {
        let logits: Vec<f32> = (0..997)
            .map(|i| ((i * 7919) % 1000) as f32 / 90.0)
            .collect();
        let r = distribution(&logits);
        let mut last = usize::MAX;
        for p in [1.0, 0.9, 0.5, 0.1, 1e-9, 0.0] {
            let s = processed(&r, 1.3, 500, p);
            assert!((probs(&s).iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(!s.is_empty() && s.len() <= last);
            last = s.len();
        }
    }

    #[test]
    fn a_draw_selects_the_segment_that_holds_it() {
        let r = distribution(&[0.25f32.ln(), 0.5f32.ln(), 0.25f32.ln()]);
        let s = processed(&r, 1.0, 0, 1.0);
        for (u, token) in [
            (0.0, 1),
            (0.4999, 1),
            (0.5001, 0),
            (0.7499, 0),
            (0.7501, 2),
            (0.999_999_999, 2),
        ] {
            let c = chosen(&s, &r, &at(u));
            assert_eq!(c.token, token, "u = {u}");
            assert!(c.low <= u && u < c.high, "{c:?}");
        }
    }

    #[test]
    fn a_hundred_thousand_draws_follow_the_distribution() {
        let r = distribution(&[2.0, 1.5, 1.0, 0.5, 0.0, -0.5, -1.0, 3.0]);
        let s = processed(&r, 1.2, 6, 0.98);
        let n = 100_000;
        let mut counts = vec![0u32; s.len()];
        for position in 0..n {
            let draw = Draw::new(99, position, Stream::Token, 0);
            counts[chosen(&s, &r, &draw).rank as usize] += 1;
        }
        let chi2: f64 = counts
            .iter()
            .zip(probs(&s))
            .map(|(&c, p)| {
                let expected = p * f64::from(n);
                (f64::from(c) - expected).powi(2) / expected
            })
            .sum();
        assert!(
            chi2 < 20.5,
            "chi-square {chi2} with {} degrees of freedom",
            s.len() - 1
        );
    }
}
