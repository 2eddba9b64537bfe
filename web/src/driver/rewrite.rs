//! What becomes of the text with parts of the model switched off: a run of its own, with the same dice, beside the one on screen.

use leptos::prelude::*;
use logitscope_core::{Run, StepRecord};

use super::{Failure, jobs, looks, recover};
use crate::state::{App, Level, Rewritten, comparable};
use logitscope_protocol::{Answer, Command};

/// Logits of it that are kept: those of the step at hand.
const BUDGET_BYTES: usize = 16 << 20;
/// How many tokens are generated at least.
const AT_LEAST: usize = 12;

impl App {
    /// Has the model continue the prompt anew with the parts off that are off now, as far as the run goes.
    pub fn rewrite(self) {
        let begun = jobs::with_run(self, |run| {
            let rewritten = Rewritten {
                interventions: self.inside.interventions.get_untracked(),
                tokens: Vec::new(),
                original: comparable(run),
                going: true,
            };
            Ok((run.fork(BUDGET_BYTES), rewritten))
        });
        match begun {
            Ok((fork, rewritten)) => {
                *self.driver().fork.borrow_mut() = Some(fork);
                self.inside.rewritten.set(Some(rewritten));
                self.driver().wake();
            }
            Err(failure) => self.notify(Level::Warning, failure.to_string()),
        }
    }

    /// Ends that; what there is stays.
    pub fn stop_rewriting(self) {
        *self.driver().fork.borrow_mut() = None;
        self.inside.rewritten.update(|all| {
            if let Some(all) = all {
                all.going = false;
            }
        });
    }
}

/// Whether there is a step to take.
pub(super) fn is_due(app: App) -> bool {
    app.driver().fork.borrow().is_some()
}

/// Takes one step of it.
pub(super) async fn once(app: App) {
    let Some(mut fork) = app.driver().fork.borrow_mut().take() else {
        return;
    };
    let stepped = step(app, &mut fork).await;
    app.driver().kept.borrow_mut().cache = None;
    if app.driver().fork.borrow().is_some() {
        // Begun anew meanwhile.
        return;
    }
    let length = jobs::with_run(app, |run| Ok(run.generated().len())).unwrap_or(0);
    let length = length.max(AT_LEAST);
    match stepped {
        Ok(record) => {
            let mut ended = record.stop.is_some();
            app.inside.rewritten.update(|all| {
                let Some(all) = all.as_mut().filter(|all| all.going) else {
                    ended = true;
                    return;
                };
                all.tokens.push(record.choice.token);
                ended |= all.tokens.len() >= length;
                all.going = !ended;
            });
            if !ended {
                *app.driver().fork.borrow_mut() = Some(fork);
            }
        }
        Err(failure) => {
            app.stop_rewriting();
            let text = format!("The text could not be continued. {}", failure.sentence());
            app.notify(Level::Warning, text);
        }
    }
}

async fn step(app: App, fork: &mut Run) -> Result<StepRecord, Failure> {
    let node = fork.cursor().ok_or(Failure::NoModel)?;
    let rewritten = app.inside.rewritten.get_untracked();
    let command = Command::Evaluate {
        tokens: fork.tree().tokens(&fork.path()),
        fresh: false,
    };
    let off = rewritten.map(|all| all.interventions).unwrap_or_default();
    let Answer::Logits { bytes, timings } = recover::once(app, command, off).await? else {
        return Err(Failure::WrongAnswer("evaluate"));
    };
    fork.accept_logits(node, looks::from_bytes(&bytes).into(), timings)?;
    Ok(fork.step()?)
}
