//! The prompt: tokenized, run, and rated.

use leptos::prelude::*;
use logitscope_core::{NodeId, TokenId};

use super::jobs::{evaluate_cursor, with_run};
use super::{Driver, Failure, recover};
use crate::state::{App, Level, Piece};
use logitscope_protocol::{Answer, Command, TokenPiece};

/// The longest prompt that is tokenized, in bytes: far above any context.
const PROMPT_LIMIT_BYTES: usize = 1 << 20;

/// Starts a new run from `text`. If that is not possible, the one before it stays.
pub(super) async fn start(app: App, text: &str) -> Result<(), Failure> {
    let started = try_start(app, text).await;
    match &started {
        Err(Failure::Superseded) => {}
        Err(failure) => app.prompt_error.set(Some(failure.to_string())),
        Ok(()) => app.prompt_error.set(None),
    }
    started
}

async fn try_start(app: App, text: &str) -> Result<(), Failure> {
    let driver = app.driver();
    let edit = driver.prompt_edits.get();
    let tokens = tokenize(app, text).await?;
    if driver.prompt_edits.get() != edit {
        return Err(Failure::Superseded);
    }
    let n_ctx = with_run(app, |run| Ok(run.n_ctx()))? as usize;
    app.pieces
        .set(tokens.iter().take(n_ctx).map(|t| piece(app, t)).collect());
    let ids: Vec<TokenId> = tokens.iter().map(|t| t.token).collect();
    let before = with_run(app, |run| {
        let path = run.path();
        let prompt = run
            .tree()
            .tokens(path.get(..run.prompt_len()).unwrap_or_default());
        let before = (prompt, run.cursor());
        run.set_prompt(&ids)?;
        Ok(before)
    })?;
    app.forget_rewritten();
    // A step of the old text is none of the new one.
    let shown = app.selected.get_untracked();
    let on_path = with_run(app, |run| {
        Ok(shown.is_none_or(|id| run.path().contains(&id)))
    })?;
    if !on_path {
        app.selected.set(None);
    }
    if let Err(failure) = evaluate_cursor(app).await {
        if let (prompt, Some(cursor)) = before {
            with_run(app, |run| {
                run.set_prompt(&prompt)?;
                Ok(run.go_to(cursor)?)
            })?;
        }
        return Err(failure);
    }
    driver
        .unrated
        .set(with_run(app, |run| Ok(run.prompt_end()))?);
    app.publish();
    driver.events.prompted(text, &ids);
    Ok(())
}

async fn tokenize(app: App, text: &str) -> Result<Vec<TokenPiece>, Failure> {
    if text.len() > PROMPT_LIMIT_BYTES {
        return Err(Failure::PromptTooBig {
            bytes: text.len(),
            limit: PROMPT_LIMIT_BYTES,
        });
    }
    match recover::call(
        app,
        Command::Tokenize {
            text: text.to_owned(),
        },
    )
    .await?
    {
        Answer::Tokens(tokens) => Ok(tokens),
        _ => Err(Failure::WrongAnswer("tokenize")),
    }
}

fn piece(app: App, piece: &TokenPiece) -> Piece {
    let text = app
        .vocab
        .with_untracked(|v| v.as_ref().map(|v| v.show(piece.token)));
    Piece {
        token: piece.token,
        text: text.unwrap_or_default(),
        range: piece.start as usize..piece.end as usize,
    }
}

/// Asks how probable each token of the prompt was, to colour it. Done when nothing else is to do.
pub(super) async fn rate(app: App, prompt_end: NodeId) {
    let driver = app.driver();
    if let Err(failure) = try_rate(app, &driver, prompt_end).await {
        app.notify(
            Level::Warning,
            format!(
                "The prompt's tokens could not be rated. {}",
                failure.sentence()
            ),
        );
    }
}

async fn try_rate(app: App, driver: &Driver, prompt_end: NodeId) -> Result<(), Failure> {
    let (path, tokens) = with_run(app, |run| {
        let path = run.tree().path(prompt_end);
        let tokens = run.tree().tokens(&path);
        Ok((path, tokens))
    })?;
    if path.len() < 2
        || path[1..]
            .iter()
            .all(|id| driver.scores.borrow().contains_key(id))
    {
        return Ok(());
    }
    let Answer::Scores(scores) = recover::call(app, Command::Score { tokens }).await? else {
        return Err(Failure::WrongAnswer("score"));
    };
    let rated = path
        .into_iter()
        .zip(scores)
        .filter_map(|(id, score)| Some((id, score?)));
    driver.scores.borrow_mut().extend(rated);
    app.publish();
    Ok(())
}
