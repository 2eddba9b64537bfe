//! What the grammars of the sampler allow: asked for with the distribution of a step, and when the grammar is another.

use leptos::prelude::*;
use logitscope_core::chain::Chain;
use logitscope_core::error::GrammarError;
use logitscope_core::{CoreError, NodeId};

use super::Driver;
use crate::state::{Failure, Level, Phase};

/// The step on screen, if a mask of it is missing.
pub(super) fn next(driver: &Driver) -> Option<NodeId> {
    let app = driver.app;
    if app.phase.with_untracked(|phase| *phase != Phase::Ready) {
        return None;
    }
    let session = app.session();
    let run = session.run()?;
    let node = app.selected.get_untracked().or(run.cursor())?;
    let there = run.logits().get(node).is_some();
    let missing = |chain: &Chain| run.missing_mask(node, chain).is_some();
    let pinned = app.pinned.with_untracked(|pinned| {
        let chain = pinned.as_ref().map(|settings| &settings.chain);
        chain.is_some_and(missing)
    });
    (there && (pinned || missing(&run.settings().chain))).then_some(node)
}

/// Has it, and the page show what it leaves.
pub(super) async fn take(driver: &Driver, node: NodeId) {
    have(driver, node).await;
    driver.app.publish();
}

/// Has the masks of `node`, or tells why not.
pub(super) async fn have(driver: &Driver, node: NodeId) {
    if let Err(failure) = ensure(driver, node).await {
        driver.app.notify(Level::Warning, failure.sentence());
    }
}

/// Has the masks of `node`. A grammar that cannot be used is switched off, and an error.
pub(super) async fn ensure(driver: &Driver, node: NodeId) -> Result<(), Failure> {
    let app = driver.app;
    loop {
        let pinned = app.pinned.get_untracked();
        let wanted = app.with_run(|run| {
            let own = run.missing_mask(node, &run.settings().chain);
            let beside = || run.missing_mask(node, &pinned.as_ref()?.chain);
            Ok(own
                .or_else(beside)
                .map(|wanted| (wanted, run.vocab().clone())))
        })?;
        let Some(((grammar, generated), vocab)) = wanted else {
            return Ok(());
        };
        let asked = driver.source.mask(grammar.clone(), generated, vocab);
        let mask = asked.await;
        let refused = mask.as_ref().err().cloned();
        app.with_run(|run| {
            run.accept_mask(node, grammar.clone(), mask);
            Ok(())
        })?;
        // A text that has left a grammar may be taken back; a grammar that is none is of no use.
        if let Some(why) = refused.filter(|why| !matches!(why, GrammarError::Left { .. })) {
            app.switch_grammar_off(&grammar);
            return Err(CoreError::Grammar(why).into());
        }
    }
}
