//! The step on screen together with the text it belongs to.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::run::Sampling;
use logitscope_core::{Chosen, Known, TokenId, Vocab, math};

use crate::state::{App, Entry, Origin, StepView};

/// How the token that follows came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Follows {
    /// Nothing follows yet: the dice will decide.
    Pending,
    /// The sampler chose it.
    Sampled,
    /// The visitor chose it.
    Forced,
    /// It is part of the prompt.
    Written,
}

/// A step as the views need it.
#[derive(Debug, Clone)]
pub struct StepOnScreen {
    /// The step.
    pub view: Arc<StepView>,
    /// The vocabulary.
    pub vocab: Arc<Vocab>,
    /// The tokens of the context, from the first one.
    pub context: Arc<[TokenId]>,
    /// How the next token came about.
    pub follows: Follows,
    /// Set while another step is being computed: this one stays on screen until then.
    pub stale: bool,
    /// Whether it was recorded with the bundled model; it stays so until another step replaces it.
    pub recorded: bool,
}

impl PartialEq for StepOnScreen {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.view, &other.view)
            && self.follows == other.follows
            && (self.stale, self.recorded) == (other.stale, other.recorded)
            && self.context == other.context
    }
}

impl StepOnScreen {
    /// What is on screen; the previous step, marked as stale, while the next one is being computed.
    pub fn memo(app: App) -> Memo<Option<StepOnScreen>> {
        Memo::new(move |before: Option<&Option<StepOnScreen>>| {
            let current = app.step.get().zip(app.vocab.get());
            let Some((view, vocab)) = current else {
                return before.cloned().flatten().map(|shown| StepOnScreen {
                    stale: true,
                    ..shown
                });
            };
            let (context, follows) = app.transcript.with(|entries| {
                let context = entries
                    .iter()
                    .take(view.position as usize)
                    .map(|e| e.token)
                    .collect();
                (context, follows(&view, entries))
            });
            let before = before.and_then(Option::as_ref);
            let same = before.is_some_and(|b| b.recorded && Arc::ptr_eq(&b.view, &view));
            Some(StepOnScreen {
                recorded: app.recorded.get() || same,
                view,
                vocab,
                context,
                follows,
                stale: false,
            })
        })
    }

    /// The token to highlight: the one that follows, or the one the dice will choose.
    pub fn chosen(&self) -> TokenId {
        self.view.next.unwrap_or(self.view.sampling.choice.token)
    }

    /// The rank of [`StepOnScreen::chosen`], 0 being the most probable; `None` if a server does not list it.
    pub fn chosen_rank(&self) -> Option<usize> {
        self.view.sampling.distribution.rank(self.chosen())
    }

    /// How surprising [`StepOnScreen::chosen`] is under the model and after the chain, in bits: as the step was recorded, where it is not listed.
    pub fn surprisals(&self) -> [Known<f64>; 2] {
        let Sampling {
            distribution,
            processed,
            ..
        } = &self.view.sampling;
        if let Some(rank) = self.chosen_rank() {
            let before = Known::Exact(distribution.surprisal_bits(rank));
            return [before, processed.surprisal_bits(rank)];
        }
        let record = self.view.record.as_ref();
        let before = match record {
            Some(record) => Known::Exact(record.surprisal_bits),
            None => distribution
                .surprisal_of(self.chosen())
                .unwrap_or(Known::Unknown),
        };
        let most = processed.others().map_or(0.0, |others| others.most);
        let after = Known::between(0.0, most).falling(math::surprisal_bits);
        [before, after]
    }

    /// The place among the survivors of the token that the dice fall on.
    pub fn rolled_place(&self) -> Option<usize> {
        let sampling = &self.view.sampling;
        sampling.processed.place(sampling.choice.rank as usize)
    }

    /// The last words of the context, with `…` in front if it is longer.
    pub fn last_words(&self) -> String {
        const MOST: usize = 48;
        let text = self.vocab.text(&self.context);
        let shown: String = text.replace('\n', " ↵ ");
        let skip = shown.chars().count().saturating_sub(MOST);
        if skip == 0 {
            return shown;
        }
        let tail: String = shown.chars().skip(skip).collect();
        // Begin with a whole word where there is one.
        let start = tail
            .find(' ')
            .filter(|&i| i < MOST / 2)
            .map_or(0, |i| i + 1);
        format!("… {}", &tail[start..])
    }
}

/// Uses `token` at the step on screen: appends it, or goes another way from there.
pub fn take(app: App, shown: Signal<Option<StepOnScreen>>, token: TokenId) {
    shown.with_untracked(|s| match s {
        Some(s) if s.follows == Follows::Pending => app.force(token),
        Some(s) => app.branch_at(s.view.context, token),
        None => {}
    });
}

fn follows(view: &StepView, entries: &[Entry]) -> Follows {
    match (&view.record, entries.get(view.position as usize)) {
        (Some(record), _) if record.chosen == Chosen::Forced => Follows::Forced,
        (Some(_), _) => Follows::Sampled,
        (None, Some(entry)) if entry.origin == Origin::Prompt => Follows::Written,
        (None, _) => Follows::Pending,
    }
}
