//! Parts of the model switched off beside the run.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::run::Sampling;
use logitscope_core::trace::Ablation;
use logitscope_core::{Chosen, Distribution, Interventions, Part, Run, TokenId};

use super::{App, Level};
use crate::inspect::ablation::Altered;

/// Logits of the text with parts off that are kept: those of the step at hand.
const FORK_BUDGET_BYTES: usize = 16 << 20;

/// A text that the model continued with parts switched off or scaled, with the run's own dice.
#[derive(Debug, Clone, PartialEq)]
pub struct AblatedRun {
    /// Which parts.
    pub interventions: Interventions,
    /// What it generated so far.
    pub tokens: Vec<TokenId>,
    /// What the run had generated from the same prompt, as far as it was sampled under the same settings: see [`comparable`].
    pub original: Vec<TokenId>,
    /// Whether it goes on.
    pub going: bool,
}

/// The tokens that `run` sampled under its settings of now, up to the first that was forced or chosen under others: only these differ
/// because of what is switched off.
pub(crate) fn comparable(run: &Run) -> Vec<TokenId> {
    let steps = run.steps().into_iter();
    let own =
        steps.take_while(|step| step.chosen == Chosen::Sampled && step.settings == *run.settings());
    own.map(|step| step.choice.token).collect()
}

impl AblatedRun {
    /// The first place where it differs from the run, as far as both go.
    pub fn first_difference(&self) -> Option<usize> {
        self.tokens
            .iter()
            .zip(&self.original)
            .position(|(a, b)| a != b)
    }
}

impl App {
    /// Has the model continue the prompt anew with the parts off that are off now, as far as the run goes.
    pub fn run_ablated(self) {
        let begun = self.with_run(|run| {
            let ablated = AblatedRun {
                interventions: self.inside.interventions.get_untracked(),
                tokens: Vec::new(),
                original: comparable(run),
                going: true,
            };
            Ok((run.fork(FORK_BUDGET_BYTES), ablated))
        });
        match begun {
            Ok((fork, ablated)) => {
                let session = self.session();
                *session.fork.borrow_mut() = Some(fork);
                self.inside.ablated_run.set(Some(ablated));
                session.queue.wake();
            }
            Err(failure) => self.notify(Level::Warning, failure.to_string()),
        }
    }

    /// Ends that; what there is stays.
    pub fn stop_ablated_run(self) {
        *self.session().fork.borrow_mut() = None;
        self.inside.ablated_run.update(|all| {
            if let Some(all) = all {
                all.going = false;
            }
        });
    }

    /// The step on screen with the parts off or scaled that are so now.
    pub fn altered(self) -> Option<Arc<Altered>> {
        let now = self.inside.interventions.get();
        self.of_step::<Altered>(|node| node)
            .filter(|altered| altered.interventions == now)
    }

    /// What chain and dice of the step on screen make of other logits; tracked.
    pub fn sampling_from(self, ranked: &Arc<Distribution>) -> Option<Sampling> {
        self.settings.track();
        let context = self.step.with(|step| step.as_ref().map(|s| s.context))?;
        self.read(|run| run.sampling_from(context, ranked, run.settings()))?
            .ok()
    }

    /// Switches a part off, or scales it; a factor of 1 leaves it as it is.
    pub fn intervene(self, part: Part, factor: f32) {
        self.inside.interventions.update(|all| {
            // The page offers only factors in range.
            let _ = all.set(part, factor);
        });
    }

    /// The model as it is again.
    pub fn intervene_nothing(self) {
        self.stop_ablated_run();
        self.inside.under.set(false);
        self.inside.interventions.set(Interventions::default());
    }

    /// Takes over what a trace says was switched off beside its run.
    pub(crate) fn adopt_ablation(self, ablation: Option<Ablation>) {
        let off = ablation.as_ref().map(|k| k.off.clone());
        self.inside.interventions.set(off.unwrap_or_default());
        self.keep_inside_within();
        let original = self.with_run(|run| Ok(comparable(run)));
        let ablated = ablation
            .filter(|k| !k.tokens.is_empty())
            .map(|k| AblatedRun {
                interventions: k.rewritten_off,
                tokens: k.tokens,
                original: original.unwrap_or_default(),
                going: false,
            });
        self.inside.ablated_run.set(ablated);
    }

    /// Forgets the text that was continued anew: it belongs to another prompt.
    pub(crate) fn forget_ablated_run(self) {
        self.stop_ablated_run();
        self.inside.ablated_run.set(None);
    }
}
