//! The proof as an experiment: one place of a text, drafted and decided many thousand times, each with its own dice. What comes out is counted
//! and held against the model's own distribution.

use std::collections::BTreeMap;

use statrs::function::gamma::checked_gamma_ur;

use super::{Dice, Rule, acceptance, output, verify};
use crate::chain::Candidate;
use crate::chain::candidates::choose;
use crate::dice::Stream;
use crate::strategy::{Ask, Role, Sampling, Strategy, ranked, room};
use crate::{CoreError, Distribution, Draw, Timings, TokenId};

/// The least that is expected of a token that counts by itself in the chi-square test; those below it count together.
const LEAST_EXPECTED: f64 = 5.0;

/// A place that is drafted and decided again and again.
#[derive(Debug, Clone)]
pub struct Experiment {
    text: Vec<TokenId>,
    sampling: Sampling,
    rule: Rule,
    /// The draft's candidates and the model's, once they are known.
    q: Vec<Candidate>,
    p: Vec<Candidate>,
    times: u32,
    accepted: u32,
    counts: BTreeMap<TokenId, u32>,
}

/// A token of the experiment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// The token.
    pub token: TokenId,
    /// Its probability under the model, 0..=1.
    pub p: f64,
    /// Under the draft.
    pub q: f64,
    /// By the rule, exactly: what would come out after infinitely many times.
    pub exact: f64,
    /// How often it came out.
    pub count: u32,
}

/// How well what came out fits a distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// χ² = Σ (count − expected)² / expected; infinite if a token came out that it rules out.
    pub chi_square: f64,
    /// Degrees of freedom: the tokens that count by themselves, and the others together, less 1.
    pub freedom: u32,
    /// How probable a χ² at least as large is if what comes out is distributed like it, 0..=1.
    pub p_value: f64,
}

impl Experiment {
    /// An experiment after `text`, in a context of `n_ctx`.
    pub fn new(
        text: Vec<TokenId>,
        sampling: Sampling,
        rule: Rule,
        n_ctx: u32,
    ) -> Result<Self, CoreError> {
        room(&text, n_ctx)?;
        Ok(Experiment {
            sampling: sampling.generating_from(text.len()),
            text,
            rule,
            q: Vec::new(),
            p: Vec::new(),
            times: 0,
            accepted: 0,
            counts: BTreeMap::new(),
        })
    }

    /// After which text.
    pub fn text(&self) -> &[TokenId] {
        &self.text
    }

    /// By which rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// How often it was done.
    pub fn times(&self) -> u32 {
        self.times
    }

    /// How often the drafted token was kept.
    pub fn accepted(&self) -> u32 {
        self.accepted
    }

    /// How probable it is that a drafted token is kept, by the rule, 0..=1.
    pub fn acceptance(&self) -> f64 {
        match self.rule {
            Rule::Ratio => self.beta(),
            Rule::ExactMatch => super::exact_match(&self.p, &self.q),
            Rule::Everything => 1.0,
        }
    }

    /// β = Σ min(p, q), 0..=1: how probable it is that the ratio rule keeps a drafted token, whichever rule is tried.
    pub fn beta(&self) -> f64 {
        acceptance(&self.p, &self.q)
    }

    /// Does it so many more times; nothing until both distributions are known.
    pub fn repeat(&mut self, times: u32) {
        if self.p.is_empty() || self.q.is_empty() {
            return;
        }
        let position = self.text.len() as u32;
        let target = [self.p.clone()];
        let mut drafted = [(0, self.q.clone())];
        for _ in 0..times {
            let dice = Dice {
                seed: self.sampling.seed(),
                position,
                roll: self.times,
            };
            let draw = Draw::new(dice.seed, position, Stream::Draft, dice.roll);
            let Some((chosen, ..)) = choose(self.q.iter().copied(), &draw) else {
                return;
            };
            drafted[0].0 = chosen.token;
            let round = verify(self.rule, &drafted, &target, dice, &[]);
            if let Some(token) = round.tokens().first() {
                *self.counts.entry(*token).or_default() += 1;
            }
            self.accepted += round.accepted() as u32;
            self.times += 1;
        }
    }

    /// Every token that either model may give, the model's most probable first.
    pub fn outcomes(&self) -> Vec<Outcome> {
        let exact = output(self.rule, &self.p, &self.q);
        let prob = |list: &[Candidate]| -> BTreeMap<TokenId, f64> {
            list.iter().map(|c| (c.token, c.prob)).collect()
        };
        let (p, q) = (prob(&self.p), prob(&self.q));
        let of = |all: &BTreeMap<TokenId, f64>, token| all.get(&token).copied().unwrap_or(0.0);
        let own = self.q.iter().filter(|c| !p.contains_key(&c.token));
        let tokens = self.p.iter().chain(own).map(|c| c.token);
        let outcome = |token| Outcome {
            token,
            p: of(&p, token),
            q: of(&q, token),
            exact: of(&exact, token),
            count: self.counts.get(&token).copied().unwrap_or(0),
        };
        tokens.map(outcome).collect()
    }

    /// What came out against the model's own distribution; `None` before there is enough of it.
    ///
    /// Source: Pearson's test; tokens of which less than 5 are expected count together.
    pub fn fit(&self) -> Option<Fit> {
        self.fit_to(|outcome| outcome.p)
    }

    /// The same against the draft's distribution, which is what a rule leads to that keeps everything.
    pub fn fit_draft(&self) -> Option<Fit> {
        self.fit_to(|outcome| outcome.q)
    }

    /// How well what came out fits the distribution that `prob` has of it.
    fn fit_to(&self, prob: impl Fn(&Outcome) -> f64) -> Option<Fit> {
        let times = f64::from(self.times);
        let (mut chi_square, mut bins) = (0.0, 0);
        let (mut rare_expected, mut rare) = (0.0, 0);
        let term = |expected: f64, count: u32| {
            let gap = f64::from(count) - expected;
            gap * gap / expected
        };
        for outcome in self.outcomes() {
            let expected = prob(&outcome) * times;
            match expected < LEAST_EXPECTED {
                true => {
                    rare_expected += expected;
                    rare += outcome.count;
                }
                false => {
                    chi_square += term(expected, outcome.count);
                    bins += 1;
                }
            }
            if expected == 0.0 && outcome.count > 0 {
                chi_square = f64::INFINITY;
            }
        }
        if rare_expected > 0.0 {
            chi_square += term(rare_expected, rare);
            bins += 1;
        }
        let freedom: u32 = bins;
        let freedom = freedom
            .checked_sub(1)
            .filter(|n| *n > 0 || chi_square.is_infinite())?;
        let p_value = match chi_square.is_finite() {
            true => checked_gamma_ur(f64::from(freedom) / 2.0, chi_square / 2.0).ok()?,
            false => 0.0,
        };
        Some(Fit {
            chi_square,
            freedom,
            p_value,
        })
    }
}

impl Strategy for Experiment {
    fn ask(&self) -> Option<Ask> {
        let of = match (self.q.is_empty(), self.p.is_empty()) {
            (true, _) => Role::Draft,
            (_, true) => Role::Model,
            _ => return None,
        };
        let texts = vec![self.text.clone()];
        let masks = self.sampling.missing_masks(&texts);
        masks.or(Some(Ask::Ends { of, texts }))
    }

    fn accept(&mut self, rows: &[Vec<f32>], timings: Timings) -> Result<(), CoreError> {
        if self
            .sampling
            .accept_masks(std::slice::from_ref(&self.text), rows)
        {
            return Ok(());
        }
        self.accept_listed(&ranked(rows)?, timings)
    }

    fn accept_listed(&mut self, lists: &[Distribution], _: Timings) -> Result<(), CoreError> {
        let model = lists.first().ok_or(CoreError::NoCandidates)?;
        let context = self.sampling.context(&self.text);
        let list = self.sampling.left_of(model, &context)?;
        if list.is_empty() {
            return Err(CoreError::GrammarComplete);
        }
        match self.q.is_empty() {
            true => self.q = list,
            false => self.p = list,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{Chain, Stage};

    /// A model and a draft with 0.5, 0.3, 0.2 and 0.2, 0.5, 0.3.
    fn experiment(rule: Rule, p: [f32; 3], q: [f32; 3]) -> Experiment {
        let chain = Chain::new::<Stage>([]).expect("nothing in it");
        let sampling = Sampling::new(chain, 7, Default::default()).expect("no memory");
        let mut experiment = Experiment::new(vec![0], sampling, rule, 8).expect("a short text");
        for (of, probs) in [(Role::Draft, q), (Role::Model, p)] {
            let ask = experiment.ask().expect("it needs both");
            assert_eq!(ask.of(), of);
            let logits = probs.map(f32::ln).to_vec();
            let rows = [logits];
            experiment
                .accept(&rows, Timings::default())
                .expect("finite");
        }
        assert_eq!(experiment.ask(), None);
        experiment
    }

    const P: [f32; 3] = [0.5, 0.3, 0.2];
    const Q: [f32; 3] = [0.2, 0.5, 0.3];

    #[test]
    fn both_rules_give_the_model_s_distribution_and_the_broken_one_is_caught() {
        for (rule, acceptance) in [(Rule::Ratio, 0.7), (Rule::ExactMatch, 0.31)] {
            let mut run = experiment(rule, P, Q);
            run.repeat(20_000);
            let fit = run.fit().expect("enough");
            assert_eq!((run.times(), fit.freedom), (20_000, 2));
            assert!(fit.p_value > 0.001, "{rule:?}: {fit:?}");
            assert!((run.acceptance() - acceptance).abs() < 1e-6);
            assert!((run.beta() - 0.7).abs() < 1e-6, "whatever the rule");
            let counted = f64::from(run.accepted()) / 20_000.0;
            assert!((counted - acceptance).abs() < 0.02, "{rule:?}: {counted}");
            let draft = run.fit_draft().expect("enough");
            assert!(draft.p_value < 1e-9, "{rule:?}: {draft:?}");
            for one in run.outcomes() {
                assert!((one.exact - one.p).abs() < 1e-12, "{one:?}");
            }
        }
        let mut broken = experiment(Rule::Everything, P, Q);
        broken.repeat(2_000);
        let fit = broken.fit().expect("enough");
        assert!(fit.p_value < 1e-9 && fit.chi_square > 100.0, "{fit:?}");
        let draft = broken.fit_draft().expect("enough");
        assert!(draft.p_value > 0.001, "{draft:?}");
        assert!(broken.outcomes().iter().all(|one| one.exact == one.q));
    }

    #[test]
    fn a_token_that_the_model_rules_out_does_not_fit_however_rare_it_is() {
        let mut broken = experiment(Rule::Everything, [0.6, 0.4, 0.0], [0.599, 0.4, 0.001]);
        broken.repeat(5_000);
        let fit = broken.fit().expect("enough");
        assert_eq!((fit.chi_square, fit.p_value), (f64::INFINITY, 0.0));
        let mut kept = experiment(Rule::Ratio, [0.6, 0.4, 0.0], [0.599, 0.4, 0.001]);
        kept.repeat(5_000);
        assert!(kept.fit().expect("enough").p_value > 0.001);
    }

    #[test]
    fn the_tail_of_chi_square_is_that_of_the_tables() {
        // scipy.stats.chi2.sf
        for (x, freedom, tail) in [
            (3.841_458_820_694_124, 1.0, 0.05),
            (5.991_464_547_107_979, 2.0, 0.05),
            (29.588_298_445_074_42, 10.0, 0.001),
        ] {
            let found = checked_gamma_ur(freedom / 2.0, x / 2.0).expect("in range");
            assert!((found - tail).abs() < 1e-9, "{x}: {found}");
        }
    }
}
