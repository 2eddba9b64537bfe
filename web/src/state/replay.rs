//! The text as it came about, so that it can be had again: in a link, after a reload, with another model.

use leptos::prelude::*;
use logitscope_core::{NodeId, Run, Settings, StepRecord};

use super::{App, Replay};
use crate::choices::{Earlier, LinkToken, NextDraw};

impl App {
    /// The text on screen as it came about; the text of the prompt box while there is no run.
    pub(crate) fn replay(self) -> Replay {
        let session = self.session();
        let run = session.run().filter(|run| run.prompt_len() > 0);
        let Some(run) = run else {
            return Replay {
                prompt: Some(self.prompt.get_untracked()),
                ..Replay::default()
            };
        };
        let path = run.path();
        let generated = path.get(run.prompt_len()..).unwrap_or_default();
        let kept = session.kept_choices.borrow();
        let token = |node: &NodeId| {
            let written = run.tree().get(*node).map(|n| LinkToken {
                forced: true,
                ..LinkToken::plain(n.token)
            });
            match run.record(*node) {
                Some(record) => Some(LinkToken::of(record, kept.contains(node))),
                None => written.ok(),
            }
        };
        Replay {
            prompt: Some(run.prompt_text()),
            tokens: generated.iter().filter_map(token).collect(),
            earlier: earlier(&run.steps(), run.settings()),
            next: next_draw(&run),
        }
    }
}

/// Under which settings the first of `steps` were taken, up to the last that was not under those of `now`.
fn earlier(steps: &[&StepRecord], now: &Settings) -> Vec<Earlier> {
    let mut all: Vec<Earlier> = Vec::new();
    for step in steps {
        match all.last_mut().filter(|last| last.settings == step.settings) {
            Some(last) => last.tokens += 1,
            None => all.push(Earlier {
                tokens: 1,
                settings: step.settings.clone(),
            }),
        }
    }
    if all.last().is_some_and(|last| last.settings == *now) {
        all.pop();
    }
    all
}

/// The dice at the cursor, unless they are the first.
fn next_draw(run: &Run) -> Option<NextDraw> {
    let draw = run.draw(run.cursor()?).ok()?;
    let next = NextDraw {
        roll: draw.roll,
        by_hand: draw.by_hand.then_some(draw.u),
    };
    (next != NextDraw::default()).then_some(next)
}
