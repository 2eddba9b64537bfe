//! Runs made elsewhere: the tokens of a link, and traces.

use leptos::prelude::*;
use logitscope_core::{Chosen, CoreError, NodeId, Run, Settings, StepRecord, TokenId, Trace};

use super::{Driver, prompt, step};
use crate::choices::{Earlier, LinkToken, NextDraw};
use crate::link::Link;
use crate::state::{
    App, ChainBy, Event, Failure, History, LOGITS_BUDGET_BYTES, Level, Piece, Replay,
};
use crate::words::say;

/// Has a text again, token by token.
pub(super) async fn replay(driver: &Driver, replay: &Replay) -> Result<(), Failure> {
    if let Some(text) = &replay.prompt {
        prompt::start(driver, text).await?;
    }
    let other = retrace(driver, replay).await?;
    if other > 0 {
        let text = say().forced_by_link(replay.tokens.len() as u64, other);
        driver.app.notify(Level::Info, text.to_string());
    }
    Ok(())
}

/// Takes the steps of `replay` again; how many tokens the dice would not choose.
///
/// A token that the sampler chooses again counts as sampled; any other is forced, so the text is
/// the same whatever computes it.
pub(super) async fn retrace(driver: &Driver, replay: &Replay) -> Result<u64, Failure> {
    let app = driver.app;
    let mut other = 0;
    let earlier = replay.earlier.iter();
    let mut earlier = earlier.flat_map(|e| std::iter::repeat_n(&e.settings, e.tokens as usize));
    for token in &replay.tokens {
        if driver.session.queue.begins_anew() {
            return Err(Failure::Superseded);
        }
        step::evaluate_cursor(driver).await?;
        let settings = earlier.next();
        let record = app.with_run(|run| Ok(take(run, token, settings)?))?;
        let kept = !token.forced && record.chosen == Chosen::Forced;
        other += u64::from(kept);
        keep(driver, record.node, kept);
        step::evaluate_cursor(driver).await?;
        app.publish();
        driver.session.events.emit(Event::Stepped(&record));
    }
    // A text that begins anew begins with its own dice.
    let anew = replay.prompt.is_some().then(NextDraw::default);
    if let Some(next) = replay.next.or(anew) {
        app.with_run(|run| {
            run.set_roll(next.roll);
            Ok(run.set_u(next.by_hand)?)
        })?;
        app.publish();
    }
    Ok(other)
}

/// Notes whether the token of `node` was chosen by dice, and only forced here.
pub(super) fn keep(driver: &Driver, node: NodeId, kept: bool) {
    let mut all = driver.session.kept_choices.borrow_mut();
    if kept {
        all.insert(node);
    } else {
        all.remove(&node);
    }
}

/// Appends `token` with its dice, under the settings of then if they are given.
fn take(
    run: &mut Run,
    token: &LinkToken,
    then: Option<&Settings>,
) -> Result<StepRecord, CoreError> {
    let now = run.settings().clone();
    if let Some(then) = then {
        run.set_settings(then.clone())?;
    }
    let taken = append(run, token);
    run.set_settings(now)?;
    taken
}

fn append(run: &mut Run, token: &LinkToken) -> Result<StepRecord, CoreError> {
    let cursor = run.cursor().ok_or(CoreError::EmptyPrompt)?;
    run.set_roll(token.roll);
    run.set_u(token.by_hand)?;
    let chosen = run.sampling(cursor)?.choice.token == token.id;
    if chosen && !token.forced {
        run.step()
    } else {
        run.force(token.id)
    }
}

/// Goes to the text that begins with `node`, with its prompt.
pub(super) async fn go_to_branch(driver: &Driver, node: NodeId) -> Result<(), Failure> {
    let app = driver.app;
    let before = app.with_run(|run| {
        let before = run.prompt_end();
        run.go_to_end_below(node)?;
        Ok(before)
    })?;
    let other_prompt = app.with_run(|run| Ok(run.prompt_end() != before))?;
    if other_prompt {
        app.forget_ablated_run();
        show_prompt(driver)?;
    }
    app.publish();
    if other_prompt {
        tell_prompt(driver);
    }
    let missing = foreign_steps(driver)?;
    if missing.tokens.is_empty() {
        step::evaluate_cursor(driver).await?;
    } else {
        retrace(driver, &missing).await?;
    }
    app.publish();
    Ok(())
}

/// The steps of the text from the first on that was taken with another model, if there is one. The cursor is set back to before them.
fn foreign_steps(driver: &Driver) -> Result<Replay, Failure> {
    let foreign = driver.session.foreign_steps.borrow();
    let kept = driver.session.kept_choices.borrow();
    driver.app.with_run(|run| {
        let path = run.path();
        let is_foreign = |node: &NodeId| run.record(*node).is_none() && foreign.contains_key(node);
        let mut places = run.prompt_len()..path.len();
        let Some(first) = places.find(|at| is_foreign(&path[*at])) else {
            return Ok(Replay::default());
        };
        let mut replay = Replay::default();
        for node in &path[first..] {
            let record = run.record(*node).or(foreign.get(node));
            let id = run.tree().get(*node)?.token;
            let token = record.map_or(LinkToken::plain(id), |r| {
                LinkToken::of(r, kept.contains(node))
            });
            replay.tokens.push(token);
            replay.earlier.push(Earlier {
                tokens: 1,
                settings: record.map_or(run.settings(), |r| &r.settings).clone(),
            });
        }
        if let Some(before) = first.checked_sub(1) {
            run.go_to(path[before])?;
        }
        Ok(replay)
    })
}

/// Replaces the run by that of `trace`. If that fails, the one before it stays.
///
/// Where another text waits to be begun, its prompt, the settings and what is open are those of now: the trace gives its texts alone.
pub(super) async fn import(driver: &Driver, trace: &Trace) -> Result<(), Failure> {
    let app = driver.app;
    let (vocab, n_ctx) = app.with_run(|run| Ok((run.vocab().clone(), run.n_ctx())))?;
    let mut run = trace.to_run(vocab, n_ctx, LOGITS_BUDGET_BYTES)?;
    let awaited = || driver.session.queue.begins_anew();
    if awaited() {
        run.set_settings(driver.session.settings())?;
        run.set_stop_rules(driver.session.stop_rules());
    }
    let before = app.replace_run(run);
    if let Err(failure) = step::evaluate_cursor(driver).await {
        if let Some(before) = before {
            app.replace_run(before);
        }
        return Err(failure);
    }
    driver.session.forget_nodes();
    app.forget_inside();
    if awaited() {
        app.ran.set(app.with_run(|run| Ok(run.prompt_text()))?);
    } else {
        app.adopt_ablation(trace.knock_out.clone());
        if let Some(beside) = &trace.strategies {
            open_strategies(app, &beside.link);
        }
        show_prompt(driver)?;
        driver.session.chain_by.set(ChainBy::Somebody);
        app.history.set(History::default());
    }
    app.publish();
    tell_prompt(driver);
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

/// Shows the prompt of the run in the prompt box.
fn show_prompt(driver: &Driver) -> Result<(), Failure> {
    let app = driver.app;
    let (text, pieces, prompt_end) = app.with_run(|run| Ok(prompt_of(run)))?;
    app.forget_prompt_edits();
    app.ran.set(text.clone());
    app.prompt.set(text);
    app.pieces.set(pieces);
    app.prompt_error.set(None);
    driver.unrated.set(prompt_end);
    Ok(())
}

/// Tells who listens that the run has the prompt that the box shows.
pub(super) fn tell_prompt(driver: &Driver) {
    let app = driver.app;
    let text = app.prompt.get_untracked();
    let pieces = app.pieces.get_untracked();
    let ids: Vec<TokenId> = pieces.iter().map(|piece| piece.token).collect();
    driver.session.events.emit(Event::Prompted(&text, &ids));
}

/// The prompt of `run`: its text, its tokens as pieces, and its last node.
fn prompt_of(run: &Run) -> (String, Vec<Piece>, Option<logitscope_core::NodeId>) {
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
    let pieces = run.prompt().iter().map(piece).collect();
    (run.prompt_text(), pieces, run.prompt_end())
}

/// Asks the strategies for what a trace says, and opens what was open.
fn open_strategies(app: App, link: &str) {
    let link = Link::read(link);
    for problem in &link.problems {
        app.notify(Level::Warning, problem.to_string());
    }
    app.strategies.ask(link.asked());
    app.stand_at(link.step.unwrap_or(1) as usize);
    if let Some(open) = link.open.filter(|open| open.is_strategy()) {
        app.open_station(Some(open));
    }
}
