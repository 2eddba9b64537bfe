//! The jobs: which work each of them is.

use leptos::prelude::*;
use logitscope_core::{NodeId, Run, TokenId};

use super::{Driver, load, play, price, prompt, record, replay, step};
use crate::state::{Done, Event, Failure, Job, Level, Outcome, Reply};
use crate::words::say;

/// Does `job`; its outcome goes to `reply`.
pub(super) async fn start(driver: &Driver, job: Job, reply: Reply) {
    let nothing = |result: Result<(), Failure>| result.map(|()| Done::Nothing);
    let begins = job.begins_anew();
    if begins {
        driver.app.beginning.set(true);
    }
    let outcome = match job {
        Job::Play(limit, speed) => return play::start(driver, limit, speed, reply),
        Job::Load(spec) => nothing(load::load(driver, spec).await),
        Job::ChangeModel(spec) => nothing(load::change(driver, spec).await),
        Job::Reload(backend, precision) => nothing(load::reload(driver, backend, precision).await),
        Job::Prompt(text) => nothing(prompt::start(driver, &text).await),
        Job::Step => step::step(driver)
            .await
            .map(|record| Done::Step(Box::new(record))),
        Job::Force(token) => force(driver, token).await,
        Job::Branch(node, token) => match driver.app.with_run(|run| Ok(run.go_to(node)?)) {
            Ok(()) => force(driver, token).await,
            Err(failure) => Err(failure),
        },
        Job::Rewind(n) => {
            move_cursor(driver, |run| {
                run.rewind(n);
                Ok(())
            })
            .await
        }
        Job::GoTo(node) => move_cursor(driver, |run| Ok(run.go_to(node)?)).await,
        Job::GoToBranch(node) => nothing(replay::go_to_branch(driver, node).await),
        Job::RollAgain => {
            move_cursor(driver, |run| {
                run.roll_again();
                Ok(())
            })
            .await
        }
        Job::Show(node) => nothing(step::show(driver, node).await),
        Job::ShowSelected => match driver.app.selected.get_untracked() {
            Some(node) => nothing(step::show(driver, node).await),
            None => Ok(Done::Nothing),
        },
        Job::SelectAt(at) => select_at(driver, at),
        Job::ShowTellingHead => {
            driver.app.show_most_telling_head();
            Ok(Done::Nothing)
        }
        Job::Import(trace) => nothing(replay::import(driver, &trace).await),
        Job::Record(trace) => record::record(driver, *trace).await.map(Done::Recorded),
        Job::Price(other) => nothing(price::measure(driver, other).await),
        Job::Plan(asked) => Ok(Done::Planned(Box::new(driver.source.plan(asked).await))),
        Job::Replay(text) => nothing(replay::replay(driver, &text).await),
    };
    if begins {
        driver.app.beginning.set(false);
    }
    if let Err(failure) = &outcome {
        driver.session.events.emit(Event::Failed(failure));
    }
    let _ = reply.send(outcome);
}

async fn force(driver: &Driver, token: TokenId) -> Outcome {
    // Also publishes a cursor that a branch has moved, if the token is refused.
    let forced = step::append(driver, Some(token)).await;
    driver.app.publish();
    if let Ok(record) = &forced {
        replay::keep(driver, record.node, false);
    }
    forced.map(|record| Done::Step(Box::new(record)))
}

async fn move_cursor(
    driver: &Driver,
    change: impl FnOnce(&mut Run) -> Result<(), Failure>,
) -> Outcome {
    driver.app.with_run(change)?;
    driver.app.publish();
    if let Some(node) = driver.app.with_run(|run| Ok(run.cursor()))? {
        step::show(driver, node).await?;
    }
    Ok(Done::Nothing)
}

fn select_at(driver: &Driver, at: u32) -> Outcome {
    // Without a run its failure has been told already.
    let path: Vec<NodeId> = driver
        .app
        .with_run(|run| Ok(run.path()))
        .unwrap_or_default();
    match path.get(at as usize) {
        Some(node) => driver.app.select(Some(*node)),
        None if path.is_empty() => {}
        None => {
            let last = path.len().saturating_sub(1);
            let text = say().link_beyond_end(at.to_string(), last.to_string());
            driver.app.notify(Level::Warning, text.to_string());
        }
    }
    Ok(Done::Nothing)
}
