//! The chain where nobody chose one: that of the model's generation config, or the page's.

use leptos::prelude::*;
use logitscope_core::ModelOutput;
use logitscope_core::chain::Chain;

use super::Driver;
use crate::choices::first_settings;
use crate::state::{ChainBy, Level};
use crate::words::say;

/// Gives the sampler the chain of the model that is there now, unless somebody chose another one, and says so.
pub(super) fn follow_model(driver: &Driver) {
    driver.app.settle_chain();
    give(driver, driver.app.default_chain());
}

/// Takes the chain of a generation config back where a server's scores cannot have it.
pub(super) fn make_way_for_server(driver: &Driver) {
    let chain = driver.session.settings().chain;
    if ModelOutput::LogProbs.check(&chain).is_err() {
        give(driver, first_settings().chain);
    }
}

fn give(driver: &Driver, chain: Chain) {
    let (app, session) = (driver.app, &driver.session);
    let is_free = session.chain_by.get() == ChainBy::Default;
    if !is_free || session.settings().chain == chain || untrack(|| app.chain_locked()) {
        return;
    }
    let is_first = chain == first_settings().chain;
    if app.give_default_chain(chain).is_err() {
        // The model cannot have it.
        return;
    }
    let text = match is_first {
        true => say().chain_of_page_again().to_string(),
        false => {
            let name = app
                .model
                .with_untracked(|model| model.as_ref().map(|model| model.model.name.clone()));
            say().chain_of_model(name.unwrap_or_default()).to_string()
        }
    };
    app.notify(Level::Info, text);
}
