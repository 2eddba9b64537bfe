//! One step: what is missing is computed, the sampler chooses, the token is appended.

use leptos::prelude::*;
use logitscope_core::{CoreError, NodeId, StepRecord, TokenId};
use logitscope_protocol::{Answer, Command, floats};

use super::{Driver, masks, recover};
use crate::browser;
use crate::state::{Event, Failure};

/// Chooses the next token, appends it, and has the distribution after it.
pub(super) async fn step(driver: &Driver) -> Result<StepRecord, Failure> {
    append(driver, None).await
}

/// Appends the token that the sampler chooses at the cursor, or the `forced` one, and has the distribution after it.
pub(super) async fn append(
    driver: &Driver,
    forced: Option<TokenId>,
) -> Result<StepRecord, Failure> {
    evaluate_cursor(driver).await?;
    if let Some(node) = driver.app.with_run(|run| Ok(run.cursor()))? {
        // Nothing is chosen as if there were no grammar.
        masks::ensure(driver, node).await?;
    }
    if driver.replays.borrow().is_some() {
        ensure_recorded(driver, forced).await?;
    }
    let record = driver.app.with_run(|run| {
        Ok(match forced {
            Some(token) => run.force(token)?,
            None => run.step()?,
        })
    })?;
    let evaluated = evaluate_cursor(driver).await;
    driver.app.publish();
    driver.session.events.emit(Event::Stepped(&record));
    evaluated.map(|()| record)
}

/// Refuses a token after which nothing was recorded: what follows it will never be known, so the text ends before it.
async fn ensure_recorded(driver: &Driver, forced: Option<TokenId>) -> Result<(), Failure> {
    let tokens = driver.app.with_run(|run| {
        let cursor = run.cursor().ok_or(CoreError::EmptyPrompt)?;
        let chosen = || Ok::<_, CoreError>(run.sampling(cursor)?.choice.token);
        let mut tokens = run.tree().tokens(&run.path());
        tokens.push(forced.map_or_else(chosen, Ok)?);
        Ok(tokens)
    })?;
    let fresh = false;
    recover::call(driver, Command::Evaluate { tokens, fresh }).await?;
    Ok(())
}

/// Has the logits of `node`, and the page show them.
pub(super) async fn show(driver: &Driver, node: NodeId) -> Result<(), Failure> {
    if evaluate(driver, node).await? {
        driver.app.publish();
    }
    Ok(())
}

/// Has the logits of the cursor.
pub(super) async fn evaluate_cursor(driver: &Driver) -> Result<(), Failure> {
    match driver.app.with_run(|run| Ok(run.cursor()))? {
        Some(node) => evaluate(driver, node).await.map(|_| ()),
        None => Err(CoreError::EmptyPrompt.into()),
    }
}

/// Has the logits of `node`; whether they had to be computed.
async fn evaluate(driver: &Driver, node: NodeId) -> Result<bool, Failure> {
    let app = driver.app;
    let missing = app.with_run(|run| {
        run.tree().get(node)?;
        Ok(run.logits().get(node).is_none())
    })?;
    if !missing {
        return Ok(false);
    }
    let tokens = app.with_run(|run| Ok(run.tree().tokens(&run.tree().path(node))))?;
    let evaluating = &driver.session.evaluating;
    evaluating.set(evaluating.get() + 1);
    app.refresh_activity();
    let began = browser::now_ms();
    let command = Command::Evaluate {
        tokens,
        fresh: app.inside.cache_off.get_untracked(),
    };
    let answer = recover::call(driver, command).await;
    evaluating.set(evaluating.get() - 1);
    app.refresh_activity();
    let Answer::Logits { bytes, timings } = answer? else {
        return Err(Failure::WrongAnswer("evaluate"));
    };
    let first = app.with_run(|run| {
        run.accept_logits(node, floats(&bytes).into(), timings)?;
        Ok(run.prompt_end() == Some(node))
    })?;
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
    masks::have(driver, node).await;
    Ok(true)
}
