//! The prompt: tokenized, run, and rated.

use std::ops::Range;

use leptos::prelude::*;
use logitscope_core::left_out::{is_unread, unplaced};
use logitscope_core::{CoreError, NodeId, TokenId, excerpt, notice};
use logitscope_protocol::{Answer, Command, TokenPiece};

use super::{Driver, recover, step};
use crate::state::{App, Event, Failure, Level, Piece};
use crate::words::say;

/// The longest prompt that is tokenized, in bytes: far above any context.
const PROMPT_LIMIT_BYTES: usize = 1 << 20;

/// Starts a new run from `text`. If that is not possible, the one before it stays.
pub(super) async fn start(driver: &Driver, text: &str) -> Result<(), Failure> {
    let app = driver.app;
    let started = try_start(driver, text).await;
    match &started {
        Err(Failure::Superseded) => {}
        Err(failure) => app.prompt_error.set(Some(failure.to_string())),
        Ok(()) => {
            app.prompt_error.set(None);
            let read = app.with_run(|run| Ok(run.prompt_text()))?;
            if let Some(chat) = &mut *driver.session.chat_text.borrow_mut()
                && chat.shown == text
            {
                chat.shown.clone_from(&read);
                chat.was_read = true;
            }
            // What the model reads is in the box, unless it was changed meanwhile.
            if app.prompt.with_untracked(|prompt| prompt == text) && read != text {
                app.prompt.set(read.clone());
            }
            app.ran.set(read);
        }
    }
    started
}

async fn try_start(driver: &Driver, text: &str) -> Result<(), Failure> {
    let app = driver.app;
    let edit = driver.session.prompt_edits.get();
    let chat = driver.session.chat_text.borrow().clone();
    let chat = chat.filter(|chat| chat.shown == text);
    let made = chat.map(|chat| chat.made);
    let tokens = match made.clone() {
        Some(text) => ask(driver, Command::TokenizeChat { text }).await?,
        None => tokenize(driver, text).await?,
    };
    let whole = made.as_deref().unwrap_or(text);
    let left_out = left_out(driver, whole, &tokens).await;
    if driver.session.prompt_edits.get() != edit {
        return Err(Failure::Superseded);
    }
    let n_ctx = app.with_run(|run| Ok(run.n_ctx()))? as usize;
    app.pieces
        .set(tokens.iter().take(n_ctx).map(|t| piece(app, t)).collect());
    let ids: Vec<TokenId> = tokens.iter().map(|t| t.token).collect();
    // A conversation has no other beginning than its template's.
    let begins = made.as_ref().map_or_else(|| beginning(app), |_| 0);
    if is_unread(places(&tokens), begins) && !whole.is_empty() {
        let text = excerpt(whole);
        return Err(CoreError::UnreadPrompt { text }.into());
    }
    let before = app.with_run(|run| {
        let before = (run.prompt(), run.cursor());
        run.set_prompt(&ids)?;
        Ok(before)
    })?;
    app.forget_ablated_run();
    // A step of the old text is none of the new one.
    let shown = app.selected.get_untracked();
    let on_path = app.with_run(|run| Ok(shown.is_none_or(|id| run.path().contains(&id))))?;
    if !on_path {
        app.selected.set(None);
    }
    if let Err(failure) = evaluate(driver).await {
        if let (prompt, Some(cursor)) = before {
            app.with_run(|run| {
                run.set_prompt(&prompt)?;
                Ok(run.go_to(cursor)?)
            })?;
        }
        return Err(failure);
    }
    if let Some(words) = notice::left_out(&left_out, &say()) {
        app.notify(Level::Warning, words);
    }
    driver.session.events.emit(Event::Prompted(text, &ids));
    Ok(())
}

/// Most characters that are looked for one by one.
const MOST_SOUGHT: usize = 32;

/// The characters of `text` that the vocabulary has nothing for, as far as the answers tell.
async fn left_out(driver: &Driver, text: &str, tokens: &[TokenPiece]) -> Vec<char> {
    let edit = driver.session.prompt_edits.get();
    let unplaced = unplaced(text, places(tokens));
    let mut unknown = Vec::new();
    for c in unplaced.into_iter().take(MOST_SOUGHT) {
        // A recording knows no such question, and a newer prompt has its own.
        let alone = tokenize(driver, c.encode_utf8(&mut [0; 4])).await;
        let Some(alone) = alone
            .ok()
            .filter(|_| driver.session.prompt_edits.get() == edit)
        else {
            break;
        };
        if is_unread(places(&alone), beginning(driver.app)) {
            unknown.push(c);
        }
    }
    unknown
}

fn places(tokens: &[TokenPiece]) -> impl ExactSizeIterator<Item = Range<u32>> {
    tokens.iter().map(|token| token.start..token.end)
}

/// How many tokens the model wants a text to begin with.
fn beginning(app: App) -> usize {
    app.model.with_untracked(|model| {
        let loaded = model.as_ref();
        loaded.map_or(0, |loaded| loaded.beginning.tokens.len())
    })
}

/// Has the distribution after the prompt, and the prompt rated later.
pub(super) async fn evaluate(driver: &Driver) -> Result<(), Failure> {
    step::evaluate_cursor(driver).await?;
    let end = driver.app.with_run(|run| Ok(run.prompt_end()))?;
    driver.unrated.set(end);
    driver.app.publish();
    Ok(())
}

pub(super) async fn tokenize(driver: &Driver, text: &str) -> Result<Vec<TokenPiece>, Failure> {
    let text = text.to_owned();
    ask(driver, Command::Tokenize { text }).await
}

/// Asks for the tokens of a text that is not too long.
async fn ask(driver: &Driver, command: Command) -> Result<Vec<TokenPiece>, Failure> {
    if let Command::Tokenize { text } | Command::TokenizeChat { text } = &command
        && text.len() > PROMPT_LIMIT_BYTES
    {
        return Err(Failure::PromptTooBig {
            bytes: text.len(),
            limit: PROMPT_LIMIT_BYTES,
        });
    }
    match recover::call(driver, command).await? {
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
pub(super) async fn rate(driver: &Driver, prompt_end: NodeId) {
    let app = driver.app;
    if let Err(failure) = try_rate(driver, prompt_end).await {
        let text = say().not_rated(failure.sentence());
        app.notify(Level::Warning, text.to_string());
    }
}

async fn try_rate(driver: &Driver, prompt_end: NodeId) -> Result<(), Failure> {
    let app = driver.app;
    let (path, tokens) = app.with_run(|run| {
        let path = run.tree().path(prompt_end);
        let tokens = run.tree().tokens(&path);
        Ok((path, tokens))
    })?;
    if path.len() < 2
        || path[1..]
            .iter()
            .all(|id| driver.session.scores.borrow().contains_key(id))
    {
        return Ok(());
    }
    let Answer::Scores(scores) = recover::call(driver, Command::Score { tokens }).await? else {
        return Err(Failure::WrongAnswer("score"));
    };
    let rated = path
        .into_iter()
        .zip(scores)
        .filter_map(|(id, score)| Some((id, score?)));
    driver.session.scores.borrow_mut().extend(rated);
    app.publish();
    Ok(())
}
