//! What is on screen of a search: one of its steps, and how it came there.

use logitscope_core::TokenId;
use logitscope_core::beam::{BeamRun, BeamStep, BeamStop, Finished};

use super::lattice::Lattice;

/// A step of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// Its number, 0 being the beginning.
    pub at: usize,
    /// How many there are so far.
    pub steps: usize,
    /// Whether the search has ended, at this step or a later one.
    pub ended: bool,
    /// The step; `None` at the beginning.
    pub step: Option<BeamStep>,
    /// The texts that its candidates continue.
    pub before: Vec<Vec<TokenId>>,
    /// The finished texts of it, with Σ ln p under the model alone.
    pub pool: Vec<(Finished, Option<f64>)>,
    /// Why the search ended with it, if it did.
    pub stop: Option<BeamStop>,
    /// How all texts came there.
    pub lattice: Lattice,
    /// What its forward pass cost, in milliseconds, and for how many texts.
    pub pass: Option<(f64, u32)>,
}

impl Shown {
    /// The step `at` of `run`, or the last one before it that there is.
    pub fn new(run: &BeamRun, at: usize) -> Self {
        let steps = run.steps().len();
        let at = at.min(steps);
        let last = at.checked_sub(1);
        let grown = last.and_then(|last| run.steps().nth(last));
        let step = grown.map(|grown| grown.step.clone());
        let before = last.map(|last| run.after(last));
        let before: Vec<Vec<TokenId>> = before
            .map_or(Vec::new(), |search| search.beams())
            .iter()
            .map(|beam| beam.tokens.clone())
            .collect();
        let pool = step.as_ref().map_or(&[][..], |step| &step.pool);
        Shown {
            at,
            steps,
            ended: run.search().stop().is_some(),
            pool: pool
                .iter()
                .map(|text| (text.clone(), run.alone(&text.tokens)))
                .collect(),
            stop: step.as_ref().and_then(|step| step.stop),
            lattice: Lattice::new(run.steps().take(at).map(|grown| &grown.step)),
            pass: grown.map(|grown| (grown.timings.forward_ms, before.len() as u32)),
            before,
            step,
        }
    }

    /// Whether there is no step after it.
    pub fn is_last(&self) -> bool {
        self.ended && self.at >= self.steps
    }
}
