//! The jobs themselves.

use leptos::prelude::*;
use logitscope_core::{NodeId, Run, StepRecord, TokenId};

use super::{Done, Driver, Failure, Job, Outcome, Reply, load, play, recover, replay};
use crate::browser;
use crate::protocol::{Answer, Command, TokenPiece};
use crate::state::{App, Level, Piece};

/// The longest prompt that is tokenized, in bytes: far above any context.
const PROMPT_LIMIT_BYTES: usize = 1 << 20;

/// Does `job`; its outcome goes to `reply`.
pub(super) async fn start(app: App, job: Job, reply: Reply) {
    let outcome = match job {
        Job::Play(limit, speed) => return play::start(app, limit, speed, reply),
        Job::Load(spec) => load::load(app, spec).await.map(|()| Done::Nothing),
        Job::Reload(backend, precision) => load::reload(app, backend, precision).await.map(|()| Done::Nothing),
        Job::Prompt(text) => prompt(app, &text).await.map(|()| Done::Nothing),
        Job::Step => step(app).await.map(|record| Done::Step(Box::new(record))),
        Job::Force(token) => force(app, token).await,
        Job::Branch(node, token) => match with_run(app, |run| Ok(run.go_to(node)?)) {
            Ok(()) => force(app, token).await,
            Err(failure) => Err(failure),
        },
        Job::Rewind(n) => move_cursor(app, |run| Ok(run.rewind(n))).await,
        Job::GoTo(node) => move_cursor(app, |run| Ok(run.go_to(node)?)).await,
        Job::RollAgain => move_cursor(app, |run| Ok(run.roll_again())).await,
        Job::Show(node) => show(app, node).await,
        Job::Import(trace) => replay::import(app, &trace).await.map(|()| Done::Nothing),
        Job::Replay(tokens) => replay::replay(app, &tokens).await.map(|()| Done::Nothing),
    };
    if let Err(failure) = &outcome {
        app.driver().events.failed(failure);
    }
    let _ = reply.send(outcome);
}

/// Calls `f` with the run.
pub(super) fn with_run<T>(app: App, f: impl FnOnce(&mut Run) -> Result<T, Failure>) -> Result<T, Failure> {
    f(app.driver().run.borrow_mut().as_mut().ok_or(Failure::NoModel)?)
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
    let answer = recover::call(app, Command::Evaluate { tokens }).await;
    driver.evaluating.set(driver.evaluating.get() - 1);
    app.refresh_activity();
    let Answer::Logits { bytes, timings } = answer? else { return Err(Failure::WrongAnswer("evaluate")) };
    let logits = bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    with_run(app, |run| Ok(run.accept_logits(node, logits, timings)?))?;
    app.meters.update(|meters| {
        meters.round_trip_ms = Some(browser::now_ms() - began);
        if timings.rows > 0 {
            meters.forward_ms = Some(timings.forward_ms);
            meters.rows = timings.rows;
        }
    });
    Ok(true)
}

/// Starts a new run from `text`. If that is not possible, the one before it stays.
pub(super) async fn prompt(app: App, text: &str) -> Result<(), Failure> {
    let started = try_prompt(app, text).await;
    match &started {
        Err(Failure::Superseded) => {}
        Err(failure) => app.prompt_error.set(Some(failure.to_string())),
        Ok(()) => app.prompt_error.set(None),
    }
    started
}

async fn try_prompt(app: App, text: &str) -> Result<(), Failure> {
    let driver = app.driver();
    let edit = driver.prompt_edits.get();
    let tokens = tokenize(app, text).await?;
    if driver.prompt_edits.get() != edit {
        return Err(Failure::Superseded);
    }
    let n_ctx = with_run(app, |run| Ok(run.n_ctx()))? as usize;
    app.pieces.set(tokens.iter().take(n_ctx).map(|t| piece(app, t)).collect());
    let ids: Vec<TokenId> = tokens.iter().map(|t| t.token).collect();
    let before = with_run(app, |run| {
        let path = run.path();
        let prompt = run.tree().tokens(path.get(..run.prompt_len()).unwrap_or_default());
        let before = (prompt, run.cursor());
        run.set_prompt(&ids)?;
        Ok(before)
    })?;
    if let Err(failure) = evaluate_cursor(app).await {
        if let (prompt, Some(cursor)) = before {
            with_run(app, |run| {
                run.set_prompt(&prompt)?;
                Ok(run.go_to(cursor)?)
            })?;
        }
        return Err(failure);
    }
    driver.unrated.set(with_run(app, |run| Ok(run.prompt_end()))?);
    app.publish();
    driver.events.prompted(text, &ids);
    Ok(())
}

async fn tokenize(app: App, text: &str) -> Result<Vec<TokenPiece>, Failure> {
    if text.len() > PROMPT_LIMIT_BYTES {
        return Err(Failure::PromptTooBig { bytes: text.len(), limit: PROMPT_LIMIT_BYTES });
    }
    match recover::call(app, Command::Tokenize { text: text.to_owned() }).await? {
        Answer::Tokens(tokens) => Ok(tokens),
        _ => Err(Failure::WrongAnswer("tokenize")),
    }
}

fn piece(app: App, piece: &TokenPiece) -> Piece {
    let text = app.vocab.with_untracked(|v| v.as_ref().map(|v| v.show(piece.token)));
    Piece {
        token: piece.token,
        text: text.unwrap_or_default(),
        range: piece.start as usize..piece.end as usize,
    }
}

/// Asks how probable each token of the prompt was, to colour it. Done when nothing else is to do.
pub(super) async fn rate_prompt(app: App, prompt_end: NodeId) {
    let driver = app.driver();
    if let Err(failure) = try_rate(app, &driver, prompt_end).await {
        app.notify(Level::Warning, format!("The prompt's tokens could not be rated. {failure}"));
    }
}

async fn try_rate(app: App, driver: &Driver, prompt_end: NodeId) -> Result<(), Failure> {
    let (path, tokens) = with_run(app, |run| {
        let path = run.tree().path(prompt_end);
        let tokens = run.tree().tokens(&path);
        Ok((path, tokens))
    })?;
    if path.len() < 2 || path[1..].iter().all(|id| driver.scores.borrow().contains_key(id)) {
        return Ok(());
    }
    let Answer::Scores(scores) = recover::call(app, Command::Score { tokens }).await? else {
        return Err(Failure::WrongAnswer("score"));
    };
    let rated = path.into_iter().zip(scores).filter_map(|(id, score)| Some((id, score?)));
    driver.scores.borrow_mut().extend(rated);
    app.publish();
    Ok(())
}
