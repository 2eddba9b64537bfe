//! Has the scores after a text: the logits of the engine, or what a server lists.

use leptos::prelude::*;
use logitscope_core::{CoreError, Distribution, NodeId, Timings, TokenId, TopDistribution};
use logitscope_protocol::{Answer, Command, floats};

use super::{Driver, masks, recover};
use crate::browser;
use crate::state::Failure;

/// Between a short list and all tokens.
const LONGER: usize = 1000;

/// Has the logits of `node`; whether they had to be computed.
pub(super) async fn evaluate(driver: &Driver, node: NodeId) -> Result<bool, Failure> {
    let missing = driver.app.with_run(|run| {
        run.tree().get(node)?;
        Ok(run.logits().get(node).is_none())
    })?;
    if missing {
        compute(driver, node).await?;
    }
    Ok(missing)
}

/// Has a longer list of the tokens after `node`, from a server. One that lists no more than before is taken at that: it is not asked again.
pub(super) async fn longer(driver: &Driver, node: NodeId) -> Result<(), Failure> {
    let listed = || driver.app.with_run(|run| Ok(run.listed(node)));
    let before = listed()?;
    compute(driver, node).await?;
    let now = listed()?;
    if now <= before {
        driver
            .session
            .most_listed
            .set(now.unwrap_or_default().max(1));
    }
    Ok(())
}

async fn compute(driver: &Driver, node: NodeId) -> Result<(), Failure> {
    let app = driver.app;
    let listed = app.with_run(|run| Ok(run.listed(node)))?;
    let tokens = app.with_run(|run| Ok(run.tree().tokens(&run.tree().path(node))))?;
    let evaluating = &driver.session.evaluating;
    evaluating.set(evaluating.get() + 1);
    app.refresh_activity();
    let began = browser::now_ms();
    let command = command(driver, tokens, listed);
    let answer = recover::call(driver, command).await;
    evaluating.set(evaluating.get() - 1);
    app.refresh_activity();
    let answer = answer?;
    let (Answer::Logits { timings, .. } | Answer::Top { timings, .. }) = answer else {
        return Err(Failure::WrongAnswer("evaluate"));
    };
    accept(driver, node, answer)?;
    let first = app.with_run(|run| Ok(run.prompt_end() == Some(node)))?;
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
    Ok(())
}

/// What is asked for the scores after `tokens`, of which `listed` are known and not enough.
fn command(driver: &Driver, tokens: Vec<TokenId>, listed: Option<usize>) -> Command {
    let Some(most) = most(driver) else {
        let fresh = driver.app.inside.cache_off.get_untracked();
        return Command::Evaluate { tokens, fresh };
    };
    let chosen = chosen(driver, most);
    let next = match listed {
        None => chosen,
        Some(listed) if listed < chosen => chosen,
        Some(listed) if listed < LONGER => LONGER,
        Some(_) => most,
    };
    let most = next.min(most) as u32;
    Command::Top { tokens, most }
}

/// How many the visitor wants listed, of at most `most`.
pub(super) fn chosen(driver: &Driver, most: usize) -> usize {
    let chosen = driver.app.list_length.get_untracked();
    chosen.map_or(most, |n| n as usize).min(most)
}

/// Takes in an answer to it, for `node`.
fn accept(driver: &Driver, node: NodeId, answer: Answer) -> Result<(), Failure> {
    driver.app.with_run(|run| match answer {
        Answer::Logits { bytes, timings } => {
            run.accept_logits(node, floats(&bytes).into(), timings)?;
            Ok(())
        }
        Answer::Top {
            tokens,
            log_probs,
            timings,
        } => {
            let top = top(tokens, &log_probs, run.vocab().len())?;
            run.accept_top(node, top, timings)?;
            Ok(())
        }
        _ => Err(CoreError::LogitsMissing.into()),
    })
}

fn top(tokens: Vec<TokenId>, log_probs: &[u8], d_vocab: usize) -> Result<TopDistribution, Failure> {
    let log_probs = floats(log_probs).into_iter().map(f64::from);
    let listed = tokens.into_iter().zip(log_probs);
    Ok(TopDistribution::new(listed, d_vocab)?)
}

/// What an answer to [`Command::Top`] says, and what it cost.
pub(super) fn distribution(
    answer: Answer,
    d_vocab: usize,
) -> Result<(Distribution, Timings), Failure> {
    match answer {
        Answer::Logits { bytes, timings } => Ok((Distribution::new(&floats(&bytes))?, timings)),
        Answer::Top {
            tokens,
            log_probs,
            timings,
        } => {
            let top = top(tokens, &log_probs, d_vocab)?;
            Ok((Distribution::of_top(top), timings))
        }
        _ => Err(Failure::WrongAnswer("top")),
    }
}

/// The most tokens that the server lists, if the model runs on one.
pub(super) fn most(driver: &Driver) -> Option<usize> {
    Some(driver.session.most_listed.get()).filter(|most| *most > 0)
}
