//! What fewer bits cost: the model of the run and its twin, whose weights are kept otherwise, read the text.

use std::rc::Rc;

use leptos::prelude::*;
use logitscope_core::price::TokenPrice;
use logitscope_core::strategy::Role;
use logitscope_core::{Interventions, Precision, TokenId};
use logitscope_protocol::{Answer, Command, EngineError, Load, rows};

use super::{Driver, draft};
use crate::sources::Lane;
use crate::state::{Failure, Files, MOST_PRICED, Measured};

/// Positions that are compared at once.
const AT_ONCE: usize = 8;

/// Loads the twin beside the model of the run, compares the two along the text, and gives the twin up again. The visitor may end it by
/// closing the dialog.
pub(super) async fn measure(driver: &Driver, other: Precision) -> Result<(), Failure> {
    let app = driver.app;
    let measured = along(driver, other).await;
    app.progress.set(None);
    // It sat in the draft's place.
    driver.draft_in.set(None);
    app.draft_model.set(None);
    let given_up = driver.source.unload(Role::Draft).await;
    let outcome = measured.and(given_up.map_err(Failure::Engine));
    app.price.update(|price| {
        if let Some(price) = price {
            price.ended = true;
            // The dialog says it.
            price.fault = outcome.err().map(|failure| failure.sentence());
        }
    });
    Ok(())
}

async fn along(driver: &Driver, other: Precision) -> Result<(), Failure> {
    let app = driver.app;
    let Some(spec) = driver.session.spec.borrow().clone() else {
        return Err(Failure::NoModel);
    };
    let Files::Checkpoint(source) = spec.files else {
        return Err(Failure::Engine(EngineError::NotRecorded));
    };
    let mut tokens = app.with_run(|run| Ok(run.tree().tokens(&run.path())))?;
    tokens.truncate(MOST_PRICED);
    let own_bytes = app
        .model
        .with_untracked(|m| m.as_ref().map_or(0, |m| m.weight_bytes));
    app.price.set(Some(Measured::begun(
        [spec.precision, other],
        tokens.len(),
        own_bytes,
    )));
    let load = Load {
        name: spec.name,
        source,
        backend: draft::backend_of_run(app),
        precision: other,
        measured: None,
        replaces: None,
    };
    let on_progress = Rc::new(move |progress| app.progress.set(Some(progress)));
    let loaded = driver.source.load(load, Role::Draft, on_progress).await;
    let loaded = loaded.map_err(Failure::Engine)?;
    app.price.update(|price| {
        if let Some(price) = price {
            price.bytes[1] = loaded.weight_bytes;
        }
    });
    for first in (0..tokens.len()).step_by(AT_ONCE) {
        if app.price.with_untracked(Option::is_none) {
            return Ok(());
        }
        let text = &tokens[..tokens.len().min(first + AT_ONCE)];
        let own = logits(driver, Role::Model, text, first).await?;
        let twin = logits(driver, Role::Draft, text, first).await?;
        let in_order = |own: &[f32], twin: &[f32]| match other.bits() > spec.precision.bits() {
            true => TokenPrice::of(twin, own),
            false => TokenPrice::of(own, twin),
        };
        let prices = own.iter().zip(&twin).zip(&text[first..]);
        let prices: Vec<(TokenId, TokenPrice)> = prices
            .filter_map(|((own, twin), token)| Some((*token, in_order(own, twin)?)))
            .collect();
        app.price.update(|price| {
            if let Some(price) = price {
                price.text.extend(prices);
            }
        });
    }
    Ok(())
}

/// The logits after each token of `text` from `first` on.
async fn logits(
    driver: &Driver,
    of: Role,
    text: &[TokenId],
    first: usize,
) -> Result<Vec<Vec<f32>>, Failure> {
    let lane = Lane {
        of,
        interventions: Interventions::default(),
    };
    let command = Command::Along {
        tokens: text.to_vec(),
        from: first as u32,
    };
    let answer = driver.source.call(command, lane, Rc::new(|_| {})).await;
    match answer.map_err(Failure::Engine)? {
        Answer::Rows { bytes, rows: n, .. } => Ok(rows(&bytes, n)),
        _ => Err(Failure::WrongAnswer("along")),
    }
}
