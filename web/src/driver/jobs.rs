//! The jobs themselves.

use leptos::prelude::*;
use logitscope_core::{NodeId, Run, StepRecord, TokenId};

use super::{Done, Failure, Job, Outcome, Reply, load, looks, play, prompt, recover, replay};
use crate::browser;
use crate::state::{App, Level};
use logitscope_protocol::{Answer, Command};

/// Does `job`; its outcome goes to `reply`.
pub(super) async fn start(app: App, job: Job, reply: Reply) {
    let outcome = match job {
        Job::Play(limit, speed) => return play::start(app, limit, speed, reply),
        Job::Load(spec) => load::load(app, spec).await.map(|()| Done::Nothing),
        Job::Reload(backend, precision) => load::reload(app, backend, precision)
            .await
            .map(|()| Done::Nothing),
        Job::Prompt(text) => prompt::start(app, &text).await.map(|()| Done::Nothing),
        Job::Step => step(app).await.map(|record| Done::Step(Box::new(record))),
        Job::Force(token) => force(app, token).await,
        Job::Branch(node, token) => match with_run(app, |run| Ok(run.go_to(node)?)) {
            Ok(()) => force(app, token).await,
            Err(failure) => Err(failure),
        },
        Job::Rewind(n) => {
            move_cursor(app, |run| {
                run.rewind(n);
                Ok(())
            })
            .await
        }
        Job::GoTo(node) => move_cursor(app, |run| Ok(run.go_to(node)?)).await,
        Job::RollAgain => {
            move_cursor(app, |run| {
                run.roll_again();
                Ok(())
            })
            .await
        }
        Job::Show(node) => show(app, node).await,
        Job::ShowSelected => match app.selected.get_untracked() {
            Some(node) => show(app, node).await,
            None => Ok(Done::Nothing),
        },
        Job::SelectAt(at) => select_at(app, at),
        Job::Import(trace) => replay::import(app, &trace).await.map(|()| Done::Nothing),
        Job::Replay(tokens) => replay::replay(app, &tokens).await.map(|()| Done::Nothing),
    };
    if let Err(failure) = &outcome {
        app.driver().events.failed(failure);
    }
    let _ = reply.send(outcome);
}

/// Calls `f` with the run.
pub(super) fn with_run<T>(
    app: App,
    f: impl FnOnce(&mut Run) -> Result<T, Failure>,
) -> Result<T, Failure> {
    f(app
        .driver()
        .run
        .borrow_mut()
        .as_mut()
        .ok_or(Failure::NoModel)?)
}

/// Chooses the next token, appends it, and has the distribution after it.
pub(super) async fn step(app: App) -> Result<StepRecord, Failure> {
    append(app, Run::step).await
}

async fn force(app: App, token: TokenId) -> Outcome {
    // Also publishes a cursor that a branch has moved, if the token is refused.
    let forced = append(app, |run| run.force(token)).await;
    app.publish();
    forced.map(|record| Done::Step(Box::new(record)))
}

async fn append(
    app: App,
    choose: impl FnOnce(&mut Run) -> Result<StepRecord, logitscope_core::CoreError>,
) -> Result<StepRecord, Failure> {
    evaluate_cursor(app).await?;
    let record = with_run(app, |run| Ok(choose(run)?))?;
    let evaluated = evaluate_cursor(app).await;
    app.publish();
    app.driver().events.stepped(&record);
    evaluated.map(|()| record)
}

async fn move_cursor(app: App, change: impl FnOnce(&mut Run) -> Result<(), Failure>) -> Outcome {
    with_run(app, change)?;
    app.publish();
    show_cursor(app).await
}

fn select_at(app: App, at: u32) -> Outcome {
    // Without a run its failure has been told already.
    let path = with_run(app, |run| Ok(run.path())).unwrap_or_default();
    match path.get(at as usize) {
        Some(node) => app.select(Some(*node)),
        None if path.is_empty() => {}
        None => {
            let text = format!(
                "The link shows the step after token {at}, but the text ends before it: its last token is number {}, the first being 0.",
                path.len().saturating_sub(1)
            );
            app.notify(Level::Warning, text);
        }
    }
    Ok(Done::Nothing)
}

async fn show_cursor(app: App) -> Outcome {
    match with_run(app, |run| Ok(run.cursor()))? {
        Some(node) => show(app, node).await,
        None => Ok(Done::Nothing),
    }
}

async fn show(app: App, node: NodeId) -> Outcome {
    if evaluate(app, node).await? {
        app.publish();
    }
    Ok(Done::Nothing)
}

/// Has the logits of the cursor.
pub(super) async fn evaluate_cursor(app: App) -> Result<(), Failure> {
    match with_run(app, |run| Ok(run.cursor()))? {
        Some(node) => evaluate(app, node).await.map(|_| ()),
        None => Err(logitscope_core::CoreError::EmptyPrompt.into()),
    }
}

/// Has the logits of `node`; whether they had to be computed.
async fn evaluate(app: App, node: NodeId) -> Result<bool, Failure> {
    let missing = with_run(app, |run| {
        run.tree().get(node)?;
        Ok(run.logits().get(node).is_none())
    })?;
    if !missing {
        return Ok(false);
    }
    let driver = app.driver();
    let tokens = with_run(app, |run| Ok(run.tree().tokens(&run.tree().path(node))))?;
    driver.evaluating.set(driver.evaluating.get() + 1);
    app.refresh_activity();
    let began = browser::now_ms();
    let command = Command::Evaluate {
        tokens,
        fresh: app.inside.cache_off.get_untracked(),
    };
    let answer = recover::call(app, command).await;
    driver.evaluating.set(driver.evaluating.get() - 1);
    app.refresh_activity();
    let Answer::Logits { bytes, timings } = answer? else {
        return Err(Failure::WrongAnswer("evaluate"));
    };
    let logits = looks::from_bytes(&bytes).into();
    with_run(app, |run| Ok(run.accept_logits(node, logits, timings)?))?;
    let first = with_run(app, |run| Ok(run.prompt_end() == Some(node)))?;
    app.meters.update(|meters| {
        let took = browser::now_ms() - began;
        meters.round_trip_ms = Some(took);
        if timings.rows > 0 {
            if first {
                meters.first_token = Some((took, timings.rows));
            }
            meters.forward_ms = Some(timings.forward_ms);
            meters.rows = timings.rows;
        }
    });
    Ok(true)
}
