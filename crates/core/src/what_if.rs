//! The steps of a run re-evaluated under other settings: history stays as it is, and every step is asked again what it would have
//! chosen.
//!
//! The tokens before a step are those of the run, whatever the other settings would have made of them; samplers that look at the
//! past look at these. The dice are the other settings' seed with the rolls of the run; a draw that was set by hand stays.

use std::ops::Range;

use crate::chain::prefix_cache::PrefixCache;
use crate::chain::{ChainContext, Margin, Mirostat};
use crate::dice::Stream;
use crate::run::mirostat_of;
use crate::{Choice, Chosen, CoreError, Draw, NodeId, Processed, Run, Settings, TokenId};

/// What other settings make of one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reevaluated {
    /// The node of the step's token.
    pub node: NodeId,
    /// The node whose distribution it was chosen from.
    pub context: NodeId,
    /// The token of the run.
    pub token: TokenId,
    /// Who chose it.
    pub chosen: Chosen,
    /// Its probability after the other chain, 0..=1; 0 if that removes it.
    pub prob_after: f64,
    /// What the other settings would choose; `None` while the step's logits are not in memory.
    pub would: Option<Choice>,
}

/// What becomes of a step under other settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The same token is chosen.
    Same,
    /// Another token would be chosen; this one still could be.
    Other,
    /// The other chain removes the token.
    Impossible,
    /// Its logits are not in memory.
    Unknown,
}

impl Reevaluated {
    /// What becomes of the step. A forced token is the visitor's: it stays, unless it is impossible.
    pub fn verdict(&self) -> Verdict {
        match self.would {
            None => Verdict::Unknown,
            Some(_) if self.prob_after == 0.0 => Verdict::Impossible,
            Some(choice) if choice.token == self.token || self.chosen == Chosen::Forced => {
                Verdict::Same
            }
            Some(_) => Verdict::Other,
        }
    }
}

/// The steps of a run's text, re-evaluated under other settings one after the other, so that a page can stay responsive between them.
#[derive(Debug)]
pub struct WhatIf {
    settings: Settings,
    /// The text: its nodes, and their tokens.
    path: Vec<NodeId>,
    tokens: Vec<TokenId>,
    /// The places of the steps to re-evaluate.
    next: Range<usize>,
    /// And those after these.
    then: Range<usize>,
    memory: Option<(Mirostat, f64, f64)>,
    prefix_cache: PrefixCache,
}

impl WhatIf {
    /// Starts before the first step of the run's text. Settings out of range are refused.
    pub fn new(run: &Run, settings: Settings) -> Result<Self, CoreError> {
        WhatIf::begin(run, settings, PrefixCache::default())
    }

    /// Starts again, under settings that differ a little: where the chain begins as it did, the steps seen before are not computed
    /// from the whole vocabulary again.
    pub fn again(self, run: &Run, settings: Settings) -> Result<Self, CoreError> {
        WhatIf::begin(run, settings, self.prefix_cache)
    }

    fn begin(
        run: &Run,
        settings: Settings,
        mut prefix_cache: PrefixCache,
    ) -> Result<Self, CoreError> {
        settings.check()?;
        prefix_cache.turn_to(&settings.chain);
        let path = run.path();
        let memory =
            mirostat_of(&settings.chain).map(|(tau, eta)| (Mirostat::start(tau), tau, eta));
        Ok(WhatIf {
            settings,
            tokens: run.tree().tokens(&path),
            next: run.prompt_len()..path.len(),
            then: 0..0,
            path,
            memory,
            prefix_cache,
        })
    }

    /// Takes the token at `place` of the text (0 is the prompt's first) next, then those after it, then those before it: what is
    /// on screen first. A chain with a memory of its own needs them in order.
    pub fn start_at(&mut self, place: usize) {
        if self.memory.is_none() && self.then.is_empty() && self.next.contains(&place) {
            self.then = self.next.start..place;
            self.next.start = place;
        }
    }

    /// Re-evaluates the next step of `run`, the one that it was begun with; `None` after the last one. A step that is no longer in the run's
    /// tree ends it too.
    pub fn advance(&mut self, run: &Run) -> Option<Reevaluated> {
        if self.next.is_empty() {
            self.next = std::mem::take(&mut self.then);
        }
        let at = self.next.next()?;
        let (&node, &context) = (self.path.get(at)?, self.path.get(at.checked_sub(1)?)?);
        let record = run.record(node)?;
        let mut step = Reevaluated {
            node,
            context,
            token: self.tokens[at],
            chosen: record.chosen,
            prob_after: record.choice.prob_after,
            would: None,
        };
        let Some(stored) = run.logits().get(context) else {
            self.remember(step.prob_after, record.choice.prob_before);
            return Some(step);
        };
        // A grammar whose mask is not known says nothing of this step.
        let Ok(masks) = run.masks_at(context, &self.settings.chain) else {
            self.remember(step.prob_after, record.choice.prob_before);
            return Some(step);
        };
        let roll = |stream| {
            Draw::new(
                self.settings.seed,
                record.position,
                stream,
                record.draw.roll,
            )
        };
        // What the visitor set is no die: it stays.
        let draw = if record.draw.by_hand {
            record.draw
        } else {
            roll(Stream::Token)
        };
        let past = ChainContext {
            tokens: &self.tokens[..at],
            vocab: Some(run.vocab()),
            u_xtc: roll(Stream::Xtc).u,
            mirostat: self.memory.map(|(memory, ..)| memory),
            masks: &masks,
        };
        let distribution = &stored.distribution;
        if distribution.rest().is_some() {
            // What the listed tokens do not decide is not known of this step.
            let left = Processed::new(distribution, &self.settings.chain, &past).ok();
            let would = left.and_then(|left| Some((left.choose(distribution, &draw).ok()?, left)));
            if let Some((choice, left)) = would {
                let rank = distribution.rank(step.token);
                step.prob_after = rank.map_or(0.0, |rank| left.prob(rank).middle());
                step.would = Some(choice);
            }
            self.remember(step.prob_after, record.choice.prob_before);
            return Some(step);
        }
        let left = self.prefix_cache.run(context, distribution, &past);
        let (candidate, low, high) = left.choose(&draw);
        let rank = distribution.rank(candidate.token)?;
        step.would = Some(Choice {
            token: candidate.token,
            rank: rank as u32,
            logit: distribution.logit(rank),
            prob_before: distribution.prob(rank),
            prob_after: candidate.prob,
            low,
            high,
            margin: Margin::NONE,
        });
        step.prob_after = left.find(step.token).map_or(0.0, |c| c.prob);
        self.remember(step.prob_after, record.choice.prob_before);
        Some(step)
    }

    fn remember(&mut self, prob_after: f64, prob_before: f64) {
        if let Some((memory, tau, eta)) = &mut self.memory {
            *memory = memory.follow(prob_after, prob_before, *tau, *eta);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::chain::Sampler;
    use crate::{Timings, Vocab};

    /// Six steps over four tokens, the last one forced.
    fn run(settings: Settings) -> Run {
        run_over([1.0, 0.9, 0.8, 0.5], settings)
    }

    /// Its first logits are these; the second one grows.
    fn run_over(logits: [f32; 4], settings: Settings) -> Run {
        let vocab = Vocab::new([b"a", b"b", b"c", b"d"], None);
        let mut run = Run::new(Arc::new(vocab), 16, 1 << 20);
        run.set_settings(settings).expect("in range");
        run.set_prompt(&[0, 1]).expect("valid");
        for step in 0..6 {
            let node = run.cursor().expect("a prompt");
            let mut logits = logits;
            logits[1] += 0.1 * step as f32;
            let logits = Arc::from(logits);
            run.accept_logits(node, logits, Timings::default())
                .expect("finite");
            let taken = if step < 5 { run.step() } else { run.force(3) };
            taken.expect("logits are there");
        }
        run
    }

    fn settings_of(chain: &str, seed: u32) -> Settings {
        Settings {
            chain: chain.parse().expect("well spelled"),
            seed,
        }
    }

    fn reevaluated(run: &Run, settings: Settings) -> Vec<Reevaluated> {
        let mut what_if = WhatIf::new(run, settings).expect("in range");
        std::iter::from_fn(|| what_if.advance(run)).collect()
    }

    #[test]
    fn the_settings_of_then_tell_the_same_story() {
        for chain in [
            "temperature~1",
            "temperature~1,mirostat~1~0.5",
            "xtc~0.5~0.1,frequency_penalty~0.7",
        ] {
            let settings = Settings {
                chain: chain.parse().expect("well spelled"),
                seed: 3,
            };
            let run = run(settings.clone());
            let told = reevaluated(&run, settings);
            assert_eq!(told.len(), 6);
            for (step, record) in told.iter().zip(run.steps()) {
                assert_eq!((step.node, step.token), (record.node, record.choice.token));
                assert!(
                    (step.prob_after - record.choice.prob_after).abs() < 1e-12,
                    "{chain}: {step:?} {record:?}"
                );
                if record.chosen == Chosen::Sampled {
                    assert_eq!(
                        step.would.map(|c| c.token),
                        Some(record.choice.token),
                        "{chain}"
                    );
                    assert_eq!(step.verdict(), Verdict::Same);
                }
            }
        }
    }

    #[test]
    fn a_moved_slider_tells_the_same_to_the_last_bit() {
        let raw = Settings {
            chain: Default::default(),
            seed: 3,
        };
        let run = run(raw.clone());
        let mut what_if = WhatIf::new(&run, raw).expect("in range");
        // Sliders at the end, in the middle, at the beginning; stages that come and go; dice and memories of their own.
        for (chain, seed) in [
            ("top_k~3,temperature~0.8", 3),
            ("top_k~3,temperature~0.9", 3),
            ("top_k~3,temperature~0.7", 3),
            ("top_k~3,top_p~0.9", 3),
            ("top_k~3,temperature~0.7,top_p~0.9", 3),
            ("top_k~3,temperature~0.7,top_p~0.8", 3),
            ("top_k~3,temperature~0.7,top_p~0.7", 4),
            ("top_k~3,temperature~0.7,top_p~0.7", 4),
            ("top_k~2,temperature~0.7,top_p~0.7", 4),
            ("xtc~0.5~0.1,temperature~1.5", 4),
            ("xtc~0.5~0.1,temperature~1.2", 5),
            ("repetition_penalty~1.3~0,mirostat~1~0.5,top_k~3", 5),
            ("repetition_penalty~1.3~0,mirostat~1~0.5,top_k~2", 5),
            ("repetition_penalty~1.3~0,mirostat~1.5~0.5,top_k~2", 5),
            ("repetition_penalty~1.3~0,top_k~2", 5),
            ("", 5),
        ] {
            let settings = settings_of(chain, seed);
            what_if = what_if.again(&run, settings.clone()).expect("in range");
            let again: Vec<Reevaluated> = std::iter::from_fn(|| what_if.advance(&run)).collect();
            assert_eq!(again, reevaluated(&run, settings), "{chain}");
        }
        // Another run has nodes of the same names.
        let other = run_over([0.2, 0.3, 0.9, 1.2], settings_of("top_k~2", 5));
        for chain in [
            "top_k~3",
            "top_k~3,temperature~2",
            "top_k~3,temperature~1.5",
        ] {
            let run = if chain == "top_k~3" { &run } else { &other };
            let settings = settings_of(chain, 5);
            what_if = what_if.again(run, settings.clone()).expect("in range");
            let again: Vec<Reevaluated> = std::iter::from_fn(|| what_if.advance(run)).collect();
            assert_eq!(again, reevaluated(run, settings), "{chain}");
        }
    }

    #[test]
    fn what_is_on_screen_is_told_first() {
        let run = run(settings_of("", 3));
        for (chain, places) in [
            ("top_k~2", [5, 6, 7, 2, 3, 4]),
            ("mirostat~1~0.5", [2, 3, 4, 5, 6, 7]),
        ] {
            let settings = settings_of(chain, 4);
            let mut what_if = WhatIf::new(&run, settings.clone()).expect("in range");
            what_if.start_at(5);
            let told: Vec<Reevaluated> = std::iter::from_fn(|| what_if.advance(&run)).collect();
            let in_order = super::tests::reevaluated(&run, settings);
            let want: Vec<Reevaluated> = places.iter().map(|place| in_order[place - 2]).collect();
            assert_eq!(told, want, "{chain}");
        }
    }

    #[test]
    fn other_settings_are_told_step_by_step_over_the_history_as_it_was() {
        let raw = Settings {
            chain: Default::default(),
            seed: 3,
        };
        let run = run(raw.clone());
        let greedy = Settings::basic(0.0, 0, 1.0, 3);
        for step in reevaluated(&run, greedy) {
            let record = run.record(step.node).expect("a step");
            let top = run
                .logits()
                .get(step.context)
                .expect("kept")
                .distribution
                .token(0);
            assert_eq!(step.would.map(|c| c.token), Some(top));
            let want = if record.choice.token == top {
                Verdict::Same
            } else {
                Verdict::Impossible
            };
            assert_eq!(step.verdict(), want);
        }
        // Another seed throws other dice, and nothing is impossible.
        let other = reevaluated(&run, Settings { seed: 4, ..raw });
        assert!(other.iter().all(|s| s.verdict() != Verdict::Impossible));
        assert!(
            other.iter().any(|s| s.verdict() == Verdict::Other),
            "or the seed does nothing"
        );
        assert_eq!(other[5].verdict(), Verdict::Same, "a forced token stays");
    }

    #[test]
    fn steps_without_logits_are_unknown_and_the_others_are_told() {
        let chain = crate::chain::Chain::new([Sampler::Temperature { t: 1.0 }]).expect("in range");
        let settings = Settings { chain, seed: 3 };
        let full = run(settings.clone());
        let trace =
            crate::Trace::new(&full, Default::default(), Default::default()).expect("a prompt");
        let mut trace = trace;
        trace.model.d_vocab = 4;
        let imported = trace
            .to_run(Arc::clone(full.vocab()), 16, 1 << 20)
            .expect("its own");
        let told = reevaluated(&imported, settings);
        assert_eq!(told.len(), 6);
        assert!(told.iter().all(|s| s.verdict() == Verdict::Unknown));
    }
}
