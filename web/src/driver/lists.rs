//! How many tokens of a step a server lists: as many as the visitor chose, and more where these do not decide the step.

use leptos::prelude::*;
use logitscope_core::{NodeId, TokenId};

use super::Driver;
use super::evaluate::{self, chosen, most};
use crate::state::{Failure, Level, Phase};

/// The step on screen, if more of its tokens have to be listed, and can be.
pub(super) fn next(driver: &Driver) -> Option<NodeId> {
    let app = driver.app;
    if app.phase.with_untracked(|phase| *phase != Phase::Ready) {
        return None;
    }
    let most = most(driver)?;
    let session = app.session();
    let run = session.run()?;
    let node = app.selected.get_untracked().or(run.cursor())?;
    let listed = run.listed(node)?;
    let fewer = listed < chosen(driver, most) || listed < most && run.is_undecided(node);
    (fewer && app.longer_lists.get_untracked() != Some(node)).then_some(node)
}

/// Has more of them, and the page show what follows.
pub(super) async fn take(driver: &Driver, node: NodeId) {
    if let Err(failure) = evaluate::longer(driver, node).await {
        // Not again by itself.
        driver.app.longer_lists.set(Some(node));
        driver.app.notify(Level::Warning, failure.sentence());
    }
    driver.app.publish();
}

/// Has as many of `node` as decide its step, or as there are; and `forced`, if the visitor wants that one.
pub(super) async fn ensure(
    driver: &Driver,
    node: NodeId,
    forced: Option<TokenId>,
) -> Result<(), Failure> {
    let Some(most) = most(driver) else {
        return Ok(());
    };
    loop {
        let enough = driver.app.with_run(|run| {
            let distribution = run.distribution(node);
            let all = distribution.is_none_or(|d| d.len() >= most.min(d.d_vocab()));
            let there = |token| distribution.is_some_and(|d| d.rank(token).is_some());
            let lacks = forced.is_some_and(|token| !there(token));
            Ok(all || !lacks && !run.is_undecided(node))
        })?;
        if enough {
            return Ok(());
        }
        evaluate::longer(driver, node).await?;
    }
}
