//! Parts of the model switched off beside the run.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::trace::KnockOut;
use logitscope_core::{Chosen, FullDistribution, Interventions, Part, Run, TokenId};

use super::App;
use super::kept::Altered;

/// A text that the model continued with parts switched off or scaled, with the run's own dice.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewritten {
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

impl Rewritten {
    /// The first place where it differs from the run, as far as both go.
    pub fn first_difference(&self) -> Option<usize> {
        self.tokens
            .iter()
            .zip(&self.original)
            .position(|(a, b)| a != b)
    }
}

impl App {
    /// The step on screen with the parts off or scaled that are so now.
    pub fn altered(self) -> Option<Arc<Altered>> {
        let now = self.inside.interventions.get();
        self.of_step(|kept, node| kept.altered.get(&node).cloned())
            .filter(|altered| altered.interventions == now)
    }

    /// The token that the dice of the step on screen would choose from other logits.
    pub fn choice_from(self, distribution: &Arc<FullDistribution>) -> Option<TokenId> {
        self.revision.track();
        self.settings.track();
        let context = self.step.with(|step| step.as_ref().map(|s| s.context))?;
        let driver = self.driver();
        let run = driver.run.try_borrow().ok()?;
        let run = run.as_ref()?;
        let sampling = run
            .sampling_from(context, distribution, run.settings())
            .ok()?;
        Some(sampling.choice.token)
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
        self.stop_rewriting();
        self.inside.under.set(false);
        self.inside.interventions.set(Interventions::default());
    }

    /// Takes over what a trace says was switched off beside its run.
    pub(crate) fn adopt_knock_out(self, knocked: Option<KnockOut>) {
        let off = knocked.as_ref().map(|k| k.off.clone());
        self.inside.interventions.set(off.unwrap_or_default());
        self.keep_inside_within();
        let driver = self.driver();
        let original = driver.run.borrow().as_ref().map(comparable);
        let rewritten = knocked.filter(|k| !k.tokens.is_empty()).map(|k| Rewritten {
            interventions: k.rewritten_off,
            tokens: k.tokens,
            original: original.unwrap_or_default(),
            going: false,
        });
        self.inside.rewritten.set(rewritten);
    }

    /// Forgets the text that was continued anew: it belongs to another prompt.
    pub(crate) fn forget_rewritten(self) {
        self.stop_rewriting();
        self.inside.rewritten.set(None);
    }
}
