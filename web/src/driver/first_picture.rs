//! The first picture: a recording stands in, with a badge, until the live run takes its place.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::strategy::Role;
use logitscope_core::{Interventions, Precision, Run};
use logitscope_protocol::{Answer, BackendChoice, Command, Load, floats};

use super::{Driver, adopt_model};
use crate::models;
use crate::sources::Source;
use crate::state::Failure;

impl Driver {
    /// Shows the first distribution of `prompt` as `source` has it, unless the live run is faster. Without one the page merely
    /// stays empty a little longer, so nothing is said.
    pub async fn show_first_picture(&self, source: &dyn Source, prompt: &str) {
        if let Ok(run) = first_distribution(self, source, prompt).await
            && self.session.run().is_none()
        {
            self.app.vocab.set(Some(Arc::clone(run.vocab())));
            self.app.replace_run(run);
            self.app.ran.set(prompt.to_owned());
            self.app.recorded.set(true);
            self.app.publish();
        }
    }
}

async fn first_distribution(
    driver: &Driver,
    source: &dyn Source,
    prompt: &str,
) -> Result<Run, Failure> {
    let ask = |command| source.call(command, Interventions::default().into(), Rc::new(|_| ()));
    let (name, model) = models::bundled(models::DEFAULT_MODEL);
    let load = Load {
        name,
        source: model,
        backend: BackendChoice::Auto,
        precision: Precision::default(),
        measured: None,
        replaces: None,
    };
    let loaded = source.load(load, Role::Model, Rc::new(|_| ())).await?;
    let text = prompt.to_owned();
    let Answer::Tokens(pieces) = ask(Command::Tokenize { text }).await? else {
        return Err(Failure::WrongAnswer("tokenize"));
    };
    let tokens: Vec<_> = pieces.iter().map(|piece| piece.token).collect();
    let mut run = adopt_model::new_run(driver.app, &loaded)?;
    run.set_prompt(&tokens)?;
    let fresh = false;
    let Answer::Logits { bytes, timings } = ask(Command::Evaluate { tokens, fresh }).await? else {
        return Err(Failure::WrongAnswer("evaluate"));
    };
    if let Some(cursor) = run.cursor() {
        run.accept_logits(cursor, floats(&bytes).into(), timings)?;
    }
    Ok(run)
}
