//! One step: what is missing is computed, the sampler chooses, the token is appended.

use logitscope_core::{CoreError, NodeId, Rated, StepRecord, TokenId, math};
use logitscope_protocol::{Answer, Command};

use super::evaluate::evaluate;
use super::{Driver, lists, masks, recover};
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
        lists::ensure(driver, node, forced).await?;
    }
    if driver.replays.borrow().is_some() {
        ensure_recorded(driver, forced).await?;
    }
    let rated = match forced {
        Some(token) => rated(driver, token).await?,
        None => None,
    };
    let record = driver.app.with_run(|run| {
        Ok(match (forced, rated) {
            (Some(token), Some(rated)) => run.force_rated(token, rated)?,
            (Some(token), None) => run.force(token)?,
            (None, _) => run.step()?,
        })
    })?;
    let evaluated = evaluate_cursor(driver).await;
    driver.app.publish();
    driver.session.events.emit(Event::Stepped(&record));
    evaluated.map(|()| record)
}

/// How the server rates `token` at the cursor, if it does not list it.
async fn rated(driver: &Driver, token: TokenId) -> Result<Option<Rated>, Failure> {
    let unlisted = driver.app.with_run(|run| {
        let cursor = run.cursor().ok_or(CoreError::EmptyPrompt)?;
        let distribution = run.distribution(cursor);
        let listed = distribution.is_none_or(|d| d.rank(token).is_some());
        let mut tokens = run.tree().tokens(&run.path());
        tokens.push(token);
        Ok((!listed && run.vocab().check(token).is_ok()).then_some(tokens))
    })?;
    let Some(tokens) = unlisted else {
        return Ok(None);
    };
    let Answer::Scores(scores) = recover::call(driver, Command::Score { tokens }).await? else {
        return Err(Failure::WrongAnswer("score"));
    };
    Ok(scores.last().copied().flatten().map(|score| Rated {
        log_prob: 0.0 - math::nats(score.surprisal_bits),
        rank: score.rank,
    }))
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
