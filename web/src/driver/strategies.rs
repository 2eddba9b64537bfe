//! Strategies: what the one on screen needs next, one forward pass at a time, so that it can be paused between any two.

use leptos::prelude::*;
use logitscope_core::chain::Grammar;
use logitscope_core::strategy::{Ask, Role};
use logitscope_core::{CoreError, Interventions, Timings, TokenId};
use logitscope_protocol::{Answer, Command, rows};

use super::evaluate::{distribution, most};
use super::{Driver, draft, prompt, recover};
use crate::browser;
use crate::choices::DraftBy;
use crate::sources::Lane;
use crate::state::{Failure, Phase};
use crate::strategies::{Due, Kind, Pace, command, due};

/// A prompt whose tokens are wanted, with the load of the model.
pub(super) fn next_prompt(driver: &Driver) -> Option<(u32, String)> {
    let app = driver.app;
    let ready = app.phase.with_untracked(|phase| *phase == Phase::Ready);
    app.wanted_prompt()
        .filter(|_| ready && !app.recorded.get_untracked())
}

/// Asks for them.
pub(super) async fn tokenize(driver: &Driver, wanted: (u32, String)) {
    let pieces = prompt::tokenize(driver, &wanted.1).await;
    let tokens = pieces.map(|all| all.iter().map(|piece| piece.token).collect());
    let tokens = tokens.map_err(|failure: Failure| failure.sentence());
    driver.app.know_prompt(wanted, tokens);
}

/// What is due, of the most urgent strategy that has anything to do.
pub(super) fn next(driver: &Driver) -> Option<(Kind, Due)> {
    let app = driver.app;
    if app.phase.with_untracked(|phase| *phase != Phase::Ready) || app.recorded.get_untracked() {
        return None;
    }
    let works = driver.session.works.borrow();
    let one = |kind: &Kind| {
        let work = works[*kind as usize].as_deref()?;
        Some((*kind, due(work, untrack(|| app.pace(*kind)))?))
    };
    Kind::of(app.open.get_untracked()).iter().find_map(one)
}

/// Does it, or waits for its time.
pub(super) async fn once(driver: &Driver, kind: Kind, due: Due) {
    let app = driver.app;
    let pace = untrack(|| app.pace(kind));
    match due {
        Due::Ask(ask) => {
            if let Err(failure) = take(driver, kind, ask).await {
                app.fail_work(kind, failure.sentence());
            }
        }
        Due::Next => {
            let wait_ms = driver.next_at.get() - browser::now_ms();
            if wait_ms > 0.0 {
                return driver.sleep(wait_ms).await;
            }
            let speed = app.speed.get_untracked();
            let pause_ms = if speed > 0.0 { 1e3 / speed } else { 0.0 };
            driver.next_at.set(browser::now_ms() + pause_ms);
            let at = pace.at + 1;
            app.set_pace(kind, Pace { at, ..pace });
        }
        Due::End => {
            let playing = false;
            app.set_pace(kind, Pace { playing, ..pace });
        }
    }
}

async fn take(driver: &Driver, kind: Kind, ask: Ask) -> Result<(), Failure> {
    if let Ask::Masks { grammar, generated } = ask {
        return masks(driver, kind, grammar, generated).await;
    }
    if let Some((most, d_vocab)) = short_lists(driver, ask.of())? {
        return take_listed(driver, kind, ask, most, d_vocab).await;
    }
    let lane = lane(driver, kind, ask.of()).await?;
    let begun = driver.app.strategies.arrived.get_untracked();
    let Some(command) = command(ask) else {
        return Ok(());
    };
    let answer = recover::once(driver, command, lane).await?;
    let Answer::Rows {
        bytes,
        rows: count,
        timings,
    } = answer
    else {
        return Err(Failure::WrongAnswer("evaluate_all"));
    };
    // Another one may have begun in its place meanwhile.
    if driver.app.strategies.arrived.get_untracked() == begun {
        accept(driver, kind, &rows(&bytes, count), timings)?;
    }
    Ok(())
}

/// How many tokens are listed, and of how many, if the one who is asked runs on a server that lists the most probable ones only.
fn short_lists(driver: &Driver, of: Role) -> Result<Option<(usize, usize)>, Failure> {
    let Some(most) = most(driver).filter(|_| of == Role::Model) else {
        return Ok(None);
    };
    let d_vocab = driver.app.with_run(|run| Ok(run.vocab().len()))?;
    Ok((most < d_vocab).then_some((most, d_vocab)))
}

/// The same from such a server, text by text.
async fn take_listed(
    driver: &Driver,
    kind: Kind,
    ask: Ask,
    listed: usize,
    d_vocab: usize,
) -> Result<(), Failure> {
    let begun = driver.app.strategies.arrived.get_untracked();
    let texts = match ask {
        Ask::Ends { texts, .. } => texts,
        Ask::Along { tokens, from, .. } => {
            let ends = from + 1..=tokens.len();
            ends.map(|end| tokens[..end].to_vec()).collect()
        }
        Ask::Layers { .. } | Ask::States { .. } | Ask::Masks { .. } => {
            return Err(CoreError::NeedsAll { listed, d_vocab }.into());
        }
    };
    let (mut lists, mut all) = (Vec::new(), Timings::default());
    for tokens in texts {
        let most = listed as u32;
        let command = Command::Top { tokens, most };
        let answer = recover::once(driver, command, Interventions::default().into()).await?;
        let (list, timings) = distribution(answer, d_vocab)?;
        all.forward_ms += timings.forward_ms;
        all.rows += timings.rows;
        lists.push(list);
        // Another one may have begun in its place meanwhile.
        if driver.app.strategies.arrived.get_untracked() != begun {
            return Ok(());
        }
    }
    if let Some(work) = driver.session.works.borrow_mut()[kind as usize].as_deref_mut() {
        work.accept_listed(&lists, all)?;
    }
    driver.app.work_went_on(kind);
    Ok(())
}

/// What a grammar allows after each of these texts, as rows of 0 and 1.
async fn masks(
    driver: &Driver,
    kind: Kind,
    grammar: Grammar,
    generated: Vec<Vec<TokenId>>,
) -> Result<(), Failure> {
    let app = driver.app;
    let begun = app.strategies.arrived.get_untracked();
    let vocab = app.with_run(|run| Ok(run.vocab().clone()))?;
    let mut rows = Vec::new();
    for text in generated {
        let asked = driver.source.mask(grammar.clone(), text, vocab.clone());
        let mask = asked.await.map_err(CoreError::Grammar)?;
        rows.push(mask.row());
    }
    match app.strategies.arrived.get_untracked() == begun {
        true => accept(driver, kind, &rows, Timings::default()),
        false => Ok(()),
    }
}

fn accept(driver: &Driver, kind: Kind, rows: &[Vec<f32>], timings: Timings) -> Result<(), Failure> {
    if let Some(work) = driver.session.works.borrow_mut()[kind as usize].as_deref_mut() {
        work.accept(rows, timings)?;
    }
    driver.app.work_went_on(kind);
    Ok(())
}

/// Who has a role in the strategy on screen: a draft can be a model of its own, or the first layers of the model.
async fn lane(driver: &Driver, kind: Kind, of: Role) -> Result<Lane, Failure> {
    let by = match kind {
        Kind::Compare | Kind::Guide => DraftBy::Model,
        _ => driver.app.strategies.speculate.get_untracked().by,
    };
    let nothing = Interventions::default();
    match (of, by) {
        (Role::Altered, _) => Ok(driver.app.inside.interventions.get_untracked().into()),
        (Role::Model, _) | (Role::Draft, DraftBy::Lookup) => Ok(nothing.into()),
        (Role::Draft, DraftBy::Layers(layers)) => {
            Ok(draft::first_layers(driver.app, layers).into())
        }
        (Role::Draft, DraftBy::Model) => {
            draft::load(driver).await?;
            Ok(Lane {
                of,
                interventions: nothing,
            })
        }
    }
}
