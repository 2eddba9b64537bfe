//! Runs made elsewhere: the tokens of a link, and traces.

use leptos::prelude::*;
use logitscope_core::{Chosen, Run, TokenId, Trace};

use super::{Driver, step};
use crate::choices::LinkToken;
use crate::state::{App, Event, Failure, History, LOGITS_BUDGET_BYTES, Level, Piece};
use crate::words::say;

/// Takes the steps that a link names, token by token.
///
/// A token that the sampler chooses again counts as sampled; any other is forced, so the text is
/// the same whatever computes it.
pub(super) async fn replay(driver: &Driver, tokens: &[LinkToken]) -> Result<(), Failure> {
    let app = driver.app;
    let mut other = 0;
    for token in tokens {
        step::evaluate_cursor(driver).await?;
        let record = app.with_run(|run| {
            let cursor = run
                .cursor()
                .ok_or(logitscope_core::CoreError::EmptyPrompt)?;
            while run.draw(cursor)?.roll < token.roll {
                run.roll_again();
            }
            run.set_u(token.by_hand)?;
            let chosen = run.sampling(cursor)?.choice.token == token.id;
            Ok(if chosen && !token.forced {
                run.step()?
            } else {
                run.force(token.id)?
            })
        })?;
        other += u32::from(!token.forced && record.chosen == Chosen::Forced);
        step::evaluate_cursor(driver).await?;
        app.publish();
        driver.session.events.emit(Event::Stepped(&record));
    }
    if other > 0 {
        let text = say().forced_by_link(tokens.len() as u64, u64::from(other));
        app.notify(Level::Info, text.to_string());
    }
    Ok(())
}

/// Replaces the run by that of `trace`. If that fails, the one before it stays.
pub(super) async fn import(driver: &Driver, trace: &Trace) -> Result<(), Failure> {
    let app = driver.app;
    let (vocab, n_ctx) = app.with_run(|run| Ok((run.vocab().clone(), run.n_ctx())))?;
    let run = trace.to_run(vocab, n_ctx, LOGITS_BUDGET_BYTES)?;
    let before = app.replace_run(run);
    if let Err(failure) = step::evaluate_cursor(driver).await {
        if let Some(before) = before {
            app.replace_run(before);
        }
        return Err(failure);
    }
    driver.session.scores.borrow_mut().clear();
    app.forget_inside();
    app.adopt_ablation(trace.knock_out.clone());
    let (text, pieces, prompt_end) = app.with_run(|run| Ok(prompt_of(run)))?;
    app.forget_prompt_edits();
    app.prompt.set(text);
    app.pieces.set(pieces);
    app.prompt_error.set(None);
    app.history.set(History::default());
    driver.unrated.set(prompt_end);
    app.publish();
    let prompted = app.prompt.get_untracked();
    let prompted = Event::Prompted(&prompted, &prompt_ids(app));
    driver.session.events.emit(prompted);
    let here = app
        .model
        .with_untracked(|m| m.as_ref().map(|m| m.model.name.clone()))
        .unwrap_or_default();
    if here != trace.model.name {
        let text = say().trace_of_other_model(&trace.model.name, here);
        app.notify(Level::Warning, text.to_string());
    }
    Ok(())
}

fn prompt_ids(app: App) -> Vec<TokenId> {
    app.pieces
        .with_untracked(|pieces| pieces.iter().map(|piece| piece.token).collect())
}

/// The prompt of `run`: its text, its tokens as pieces, and its last node.
fn prompt_of(run: &Run) -> (String, Vec<Piece>, Option<logitscope_core::NodeId>) {
    let tokens = run
        .tree()
        .tokens(run.path().get(..run.prompt_len()).unwrap_or_default());
    let mut at = 0;
    let piece = |&token: &u32| {
        let start = at;
        at += run.vocab().bytes(token).len();
        Piece {
            token,
            text: run.vocab().show(token),
            range: start..at,
        }
    };
    let pieces = tokens.iter().map(piece).collect();
    (run.vocab().text(&tokens), pieces, run.prompt_end())
}
