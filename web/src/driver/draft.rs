//! The model that drafts: it is loaded beside the one of the run when a draft is first asked for, and again after the engine was started anew.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::strategy::Role;
use logitscope_core::{Interventions, Part, Precision, Vocab};
use logitscope_protocol::{BackendChoice, Load, words};

use super::Driver;
use crate::models;
use crate::state::{App, Failure};

/// The start of the source that has it, its backend and its precision, and which choice of a model it was.
pub(super) type LoadedIn = (Option<u32>, BackendChoice, Precision, u32);

/// Has the chosen draft there, the bundled one unless the visitor chose another, with the same backend and precision as the model of the run. It must have the same tokens.
pub(super) async fn load(driver: &Driver) -> Result<(), Failure> {
    let app = driver.app;
    let Some(spec) = driver.session.spec.borrow().clone() else {
        return Err(Failure::NoModel);
    };
    let chosen = driver.session.draft_spec.borrow().clone();
    let (name, source) = chosen.unwrap_or_else(|| models::bundled(models::DRAFT_MODEL));
    let choice = app.draft_choice.with_untracked(|(n, _)| *n);
    let backend = backend_of_run(app);
    let wanted = (driver.source.running(), backend, spec.precision, choice);
    if driver.draft_in.get() != Some(wanted) {
        let load = Load {
            name,
            source,
            backend,
            precision: spec.precision,
            measured: None,
            replaces: None,
        };
        let on_progress = Rc::new(move |progress| app.progress.set(Some(progress)));
        let loaded = driver.source.load(load, Role::Draft, on_progress).await;
        app.progress.set(None);
        app.draft_model
            .set(Some(Arc::from(loaded.map_err(Failure::Engine)?)));
        // The engine may have been started for it.
        driver.draft_in.set(Some((
            driver.source.running(),
            backend,
            spec.precision,
            choice,
        )));
    }
    check_tokens(app)
}

/// Where the model of the run computes.
pub(super) fn backend_of_run(app: App) -> BackendChoice {
    app.model.with_untracked(|model| {
        let kind = model.as_ref().map(|model| model.backend.kind.clone());
        match kind.as_deref() {
            Some("cpu") => BackendChoice::Cpu,
            _ => BackendChoice::Gpu,
        }
    })
}

/// Refuses a draft with other tokens.
fn check_tokens(app: App) -> Result<(), Failure> {
    let Some(draft) = app.draft_model.get_untracked() else {
        return Err(Failure::NoModel);
    };
    let ends = words(&draft.vocab_ends);
    // Which of them end a text is the model's alone to say.
    let own = (draft.vocab_bytes.as_slice(), ends.as_slice());
    let same = |vocab: &Option<Arc<Vocab>>| vocab.as_ref().is_some_and(|v| v.parts() == own);
    match app.vocab.with_untracked(same) {
        true => Ok(()),
        false => Err(Failure::OtherTokens {
            draft: draft.model.name.clone(),
        }),
    }
}

/// The model with all of its layers from `layers` on switched off: what it would say after that many.
pub(super) fn first_layers(app: App, layers: u32) -> Interventions {
    let (n_layers, _) = untrack(|| app.layers_and_heads()).unwrap_or_default();
    let off = (layers..n_layers).flat_map(|layer| [Part::Attention { layer }, Part::Mlp { layer }]);
    let mut all = Interventions::default();
    for part in off {
        // 0 is a factor like any other.
        let _ = all.set(part, 0.0);
    }
    all
}
