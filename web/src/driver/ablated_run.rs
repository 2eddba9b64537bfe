//! What the model makes of the text with parts of it switched off: a run of its own, with the same dice, beside the one on screen.

use leptos::prelude::*;
use logitscope_core::{Run, StepRecord};
use logitscope_protocol::{Answer, Command, floats};

use super::{Driver, recover};
use crate::inspect::kv_cache::CacheContents;
use crate::state::{Failure, Level};
use crate::words::say;

/// How many tokens are generated at least.
const AT_LEAST: usize = 12;

/// Whether there is a step to take.
pub(super) fn is_due(driver: &Driver) -> bool {
    driver.session.fork.borrow().is_some()
}

/// Takes one step of it.
pub(super) async fn once(driver: &Driver) {
    let app = driver.app;
    let Some(mut fork) = driver.session.fork.borrow_mut().take() else {
        return;
    };
    let stepped = step(driver, &mut fork).await;
    driver.session.kept.borrow_mut().forget::<CacheContents>();
    if driver.session.fork.borrow().is_some() {
        // Begun anew meanwhile.
        return;
    }
    let length = app.with_run(|run| Ok(run.generated().len())).unwrap_or(0);
    let length = length.max(AT_LEAST);
    match stepped {
        Ok(record) => {
            let mut ended = record.stop.is_some();
            app.inside.ablated_run.update(|all| {
                let Some(all) = all.as_mut().filter(|all| all.going) else {
                    ended = true;
                    return;
                };
                all.tokens.push(record.choice.token);
                ended |= all.tokens.len() >= length;
                all.going = !ended;
            });
            if !ended {
                *driver.session.fork.borrow_mut() = Some(fork);
            }
        }
        Err(failure) => {
            app.stop_ablated_run();
            let text = say().not_continued(failure.sentence()).to_string();
            app.notify(Level::Warning, text);
        }
    }
}

async fn step(driver: &Driver, fork: &mut Run) -> Result<StepRecord, Failure> {
    let node = fork.cursor().ok_or(Failure::NoModel)?;
    let ablated = driver.app.inside.ablated_run.get_untracked();
    let command = Command::Evaluate {
        tokens: fork.tree().tokens(&fork.path()),
        fresh: false,
    };
    let off = ablated.map(|all| all.interventions).unwrap_or_default();
    let Answer::Logits { bytes, timings } = recover::once(driver, command, off.into()).await?
    else {
        return Err(Failure::WrongAnswer("evaluate"));
    };
    fork.accept_logits(node, floats(&bytes).into(), timings)?;
    Ok(fork.step()?)
}
