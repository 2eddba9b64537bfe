//! Loading a model: the first one, another one, or the same for another backend.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::{Run, Vocab};

use super::{Driver, Failure, LOGITS_BUDGET_BYTES, prompt, recover};
use crate::address::{self, DEFAULT_MODEL};
use crate::settings_store;
use crate::state::{App, Level, Phase};
use logitscope_core::Precision;
use logitscope_protocol::{
    BackendChoice, EngineError, ErrorKind, Load, Loaded, ModelSource, Progress,
};

/// What to load, and for what.
#[derive(Debug, Clone)]
pub struct LoadSpec {
    /// The name that the page shows.
    pub name: String,
    /// Its files.
    pub source: ModelSource,
    /// Which backend.
    pub backend: BackendChoice,
    /// Which precision.
    pub precision: Precision,
}

/// Loads a model and runs the prompt with it. If that fails, what was there before stays; if nothing
/// was, the model that comes with the page takes its place.
pub(super) async fn load(app: App, spec: LoadSpec) -> Result<(), Failure> {
    let only = app.driver().spec.borrow().is_none() && spec.name != DEFAULT_MODEL;
    match try_load(app, spec).await {
        Err(failure) if only && failure != Failure::Cancelled => {
            let text = format!(
                "{} The model that comes with the page is used instead.",
                failure.sentence()
            );
            app.notify(Level::Error, text);
            let (name, source) = address::bundled(DEFAULT_MODEL);
            try_load(app, app.load_spec(name, source)).await
        }
        result => result,
    }
}

async fn try_load(app: App, spec: LoadSpec) -> Result<(), Failure> {
    let driver = app.driver();
    let before = driver.spec.borrow().clone();
    let asked = match (&before, ask(app, &spec).await) {
        // Only a remembered choice can ask for a GPU before there is a model.
        (
            None,
            Err(Failure::Engine(EngineError {
                kind: ErrorKind::NoGpu,
                ..
            })),
        ) => {
            app.backend.set(BackendChoice::Auto);
            ask(
                app,
                &LoadSpec {
                    backend: BackendChoice::Auto,
                    ..spec.clone()
                },
            )
            .await
        }
        (None, Err(failure)) if recover::can_help(&failure) => {
            first_load_again(app, &spec, failure).await
        }
        (_, result) => result,
    };
    let loaded = match asked {
        Ok(loaded) => loaded,
        Err(failure) => return Err(go_back(app, before, failure).await),
    };
    let run = match new_run(app, &loaded) {
        Ok(run) => run,
        Err(failure) => return Err(go_back(app, before, failure).await),
    };
    let old_run = driver.run.borrow_mut().replace(run);
    let old_model = app.model.get_untracked();
    adopt(app, spec, loaded);
    driver.scores.borrow_mut().clear();
    match prompt::start(app, &app.prompt.get_untracked()).await {
        Err(failure) if !failure.is_about_the_prompt() => {
            *driver.run.borrow_mut() = old_run;
            *driver.spec.borrow_mut() = before.clone();
            show_model(app, old_model);
            app.prompt_error.set(None);
            // The engine has given up the old model for the broken one.
            driver.loaded_in.set(None);
            Err(go_back(app, before, failure).await)
        }
        _ => {
            app.publish();
            Ok(())
        }
    }
}

/// Loads the same model again for another backend or precision; the run goes on.
pub(super) async fn reload(
    app: App,
    backend: BackendChoice,
    precision: Precision,
) -> Result<(), Failure> {
    let driver = app.driver();
    let Some(before) = driver.spec.borrow().clone() else {
        return Err(Failure::NoModel);
    };
    let spec = LoadSpec {
        backend,
        precision,
        ..before.clone()
    };
    match ask(app, &spec).await {
        Ok(loaded) => {
            adopt(app, spec, loaded);
            Ok(())
        }
        Err(failure) => {
            app.backend.set(before.backend);
            app.precision.set(before.precision);
            Err(go_back(app, Some(before), failure).await)
        }
    }
}

/// Asks the engine to load; the page shows the progress.
pub(super) async fn ask(app: App, spec: &LoadSpec) -> Result<Box<Loaded>, Failure> {
    let driver = app.driver();
    let LoadSpec {
        name,
        source,
        backend,
        precision,
    } = spec.clone();
    let what = format!("Starting {name}");
    app.phase.set(Phase::Loading(Progress {
        what,
        done: 0,
        total: 0,
        unit: String::new(),
    }));
    driver.cancelled.set(false);
    let load = Load {
        name,
        source,
        backend,
        precision,
        measured: settings_store::measured(),
        replaces: None,
    };
    let on_progress = move |p| app.phase.set(Phase::Loading(p));
    match driver.engine.load(load, on_progress).await {
        Ok(loaded) => {
            driver.loaded_in.set(driver.engine.running());
            if let Some(measured) = &loaded.measured {
                settings_store::remember_measured(measured);
            }
            Ok(loaded)
        }
        Err(_) if driver.cancelled.take() => Err(Failure::Cancelled),
        Err(error) => Err(error.into()),
    }
}

/// The first load failed in a way that another start may help.
async fn first_load_again(
    app: App,
    spec: &LoadSpec,
    failure: Failure,
) -> Result<Box<Loaded>, Failure> {
    let mut spec = spec.clone();
    let mut failure = failure;
    while recover::can_help(&failure) && recover::count_failure(app, &mut spec) {
        match ask(app, &spec).await {
            Err(again) => failure = again,
            loaded => return loaded,
        }
    }
    Err(failure)
}

/// After a failed load: the model before it stays, and is loaded again if the engine lost it.
async fn go_back(app: App, before: Option<LoadSpec>, failure: Failure) -> Failure {
    let driver = app.driver();
    let Some(before) = before else {
        let message = failure.to_string();
        app.phase.set(Phase::Failed(EngineError {
            kind: ErrorKind::Input,
            message,
        }));
        return failure;
    };
    // Not the choice that has just failed.
    app.remember();
    if driver.still_loaded() {
        // A link may have named parts of the model that could not be loaded.
        app.keep_inside_within();
        app.phase.set(Phase::Ready);
        return failure;
    }
    match ask(app, &before).await {
        Ok(loaded) => adopt(app, before, loaded),
        Err(second) => {
            let message = second.to_string();
            app.phase.set(Phase::Failed(EngineError {
                kind: ErrorKind::Crashed,
                message,
            }));
        }
    }
    failure
}

/// Takes in a loaded model: what it says, and what the page shows of it.
pub(super) fn adopt(app: App, spec: LoadSpec, loaded: Box<Loaded>) {
    *app.driver().spec.borrow_mut() = Some(spec);
    for notice in &loaded.notices {
        app.notify(Level::Info, notice.clone());
    }
    // That there is no GPU is news; which of two is faster stands in the status line.
    let no_gpu = loaded.why.as_ref().filter(|_| loaded.measured.is_none());
    if let Some(why) = no_gpu.filter(|_| crate::browser::is_secure()) {
        app.notify(Level::Info, why.clone());
    }
    app.recorded.set(false);
    // Another backend rounds differently, and takes another time.
    app.meters.update(|meters| {
        meters.tokens_per_second = None;
        meters.forward_ms = None;
        meters.round_trip_ms = None;
        meters.first_token = None;
    });
    app.forget_inside();
    app.driver().events.model_loaded(&loaded);
    show_model(app, Some(Arc::from(loaded)));
    app.phase.set(Phase::Ready);
}

fn show_model(app: App, loaded: Option<Arc<Loaded>>) {
    // Another model has other tokens under the same ids.
    app.inside.near.set(None);
    app.model.set(loaded);
    app.keep_inside_within();
    let driver = app.driver();
    let vocab = driver
        .run
        .borrow()
        .as_ref()
        .map(|run| Arc::clone(run.vocab()));
    if app.vocab.with_untracked(|old| *old != vocab) {
        app.vocab.set(vocab);
        // Its ids name other tokens.
        app.watched.set(Vec::new());
    }
}

/// An empty run for a model.
fn new_run(app: App, loaded: &Loaded) -> Result<Run, Failure> {
    let ends = loaded
        .vocab_ends
        .chunks_exact(4)
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let vocab = Vocab::from_parts(
        loaded.vocab_bytes.clone(),
        ends.collect(),
        loaded.end_of_text,
    )?;
    let mut run = Run::new(Arc::new(vocab), loaded.model.n_ctx, LOGITS_BUDGET_BYTES);
    run.set_settings(app.settings.get_untracked())?;
    run.set_stop_rules(app.stop_rules.get_untracked());
    Ok(run)
}

impl Driver {
    /// Whether the engine that was given the model is still the one that runs.
    pub(super) fn still_loaded(&self) -> bool {
        self.loaded_in.get().is_some() && self.loaded_in.get() == self.engine.running()
    }
}
