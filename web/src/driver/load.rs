//! Loading a model: the first one, another one, or the same for another backend.

use leptos::prelude::*;
use logitscope_core::Precision;
use logitscope_protocol::{BackendChoice, EngineError, ErrorKind, Loaded};

use super::adopt_model::{adopt, ask, new_run, show_model};
use super::carry::{self, Carried};
use super::{Driver, default_chain, prompt, recover, replay};
use crate::lessons::is_bundled;
use crate::models::{self, DEFAULT_MODEL};
use crate::state::{App, Failure, Level, LoadSpec, Phase};
use crate::words::say;

/// Loads a model and runs the prompt with it. If that fails, what was there before stays; if nothing
/// was, the model that comes with the page takes its place.
pub(super) async fn load(driver: &Driver, spec: LoadSpec) -> Result<(), Failure> {
    let app = driver.app;
    let only = driver.session.spec.borrow().is_none() && spec.name != DEFAULT_MODEL;
    let first = driver.session.spec.borrow().is_none();
    let loaded = match try_load(driver, spec, None).await {
        Err(failure) if only && failure != Failure::Cancelled => {
            let text = say().bundled_instead(failure.sentence());
            app.notify_with(Level::Error, text.to_string(), failure.offer());
            let (name, source) = models::bundled(DEFAULT_MODEL);
            try_load(driver, app.load_spec(name, source), None).await
        }
        result => result,
    };
    match loaded {
        Err(failure) if first && failure != Failure::Cancelled => {
            replay_lesson(driver, failure).await
        }
        loaded => loaded,
    }
}

/// Has a lesson go on with its recorded run where no model can be loaded: `failure` says why. Without one, that stays.
async fn replay_lesson(driver: &Driver, failure: Failure) -> Result<(), Failure> {
    let app = driver.app;
    let lesson = app
        .lesson
        .get_untracked()
        .filter(|lesson| is_bundled(&lesson.name));
    let Some(address) = lesson.and_then(|lesson| models::recording_of_lesson(&lesson.name)) else {
        return Err(failure);
    };
    let failed = app.phase.get_untracked();
    match try_load(driver, app.spec_of_recording(address), None).await {
        Ok(()) => {
            let text = say().recorded_instead(failure.sentence());
            app.notify(Level::Warning, text.to_string());
            Ok(())
        }
        Err(_) => {
            app.phase.set(failed);
            Err(failure)
        }
    }
}

/// Loads a model and goes on with the text. If that fails, the model before it stays.
pub(super) async fn change(driver: &Driver, spec: LoadSpec) -> Result<(), Failure> {
    match Carried::of(driver) {
        Some(carried) => try_load(driver, spec, Some(carried)).await,
        None => load(driver, spec).await,
    }
}

async fn try_load(
    driver: &Driver,
    mut spec: LoadSpec,
    carried: Option<Carried>,
) -> Result<(), Failure> {
    let app = driver.app;
    let before = driver.session.spec.borrow().clone();
    let asked = match (&before, ask(driver, &spec).await) {
        // Only a remembered choice can ask for a GPU before there is a model.
        (None, Err(Failure::Engine(EngineError::NoGpu(_)))) => {
            spec.backend = BackendChoice::Auto;
            app.backend.set(spec.backend);
            ask(driver, &spec).await
        }
        (None, Err(failure)) if recover::can_help(&failure) => {
            first_load_again(driver, &mut spec, failure).await
        }
        (_, result) => result,
    };
    let tried = (spec.backend, spec.precision);
    let loaded = match asked {
        Ok(loaded) => loaded,
        Err(failure) => return Err(go_back(driver, before, tried, failure).await),
    };
    let run = match new_run(app, &loaded) {
        Ok(run) => run,
        Err(failure) => return Err(go_back(driver, before, tried, failure).await),
    };
    // A model that wants a text to begin otherwise reads other tokens.
    let old = app.model.get_untracked();
    let begins_alike = old.is_none_or(|old| old.beginning == loaded.beginning);
    let alike = carried.as_ref().filter(|_| begins_alike);
    let by_token = alike.and_then(|c| c.run_for(driver, &run));
    let goes_on = by_token.is_some();
    let (old_model, old_prompt) = (app.model.get_untracked(), app.prompt.get_untracked());
    let words = match &carried {
        Some(carried) => own_words(app, carried.text()),
        None => own_words(app, &old_prompt),
    };
    let old_nodes = driver.session.pass_nodes(goes_on);
    if !goes_on {
        // Its nodes are others.
        app.select(None);
        if carried.is_some() {
            app.forget_prompt_edits();
        }
        if words != old_prompt {
            app.prompt.set(words);
        }
        // To another model a conversation is a text like any other; a link says what it is.
        let mut chat = driver.session.chat_text.borrow_mut();
        if chat.as_ref().is_some_and(|chat| chat.was_read) {
            *chat = None;
        }
    }
    let old_run = app.replace_run(by_token.unwrap_or(run));
    adopt(driver, spec, loaded);
    driver.session.asked.borrow_mut().clear();
    driver.lacking.borrow_mut().clear();
    let replayed = driver.replays.borrow().clone();
    let begun = match (goes_on, replayed) {
        (true, _) => carry::begin(driver).await,
        (false, Some(recording)) => replay::import(driver, recording.trace()).await,
        (false, None) => prompt::start(driver, &app.prompt.get_untracked()).await,
    };
    match (begun, carried) {
        (Err(failure), _) if !failure.is_about_the_prompt() => {
            if let Some(old_run) = old_run {
                app.replace_run(old_run);
            }
            driver.session.restore_nodes(old_nodes);
            app.prompt.set(old_prompt);
            *driver.session.spec.borrow_mut() = before.clone();
            show_model(app, old_model);
            app.prompt_error.set(None);
            // The engine has given up the old model for the broken one.
            driver.loaded_in.set(None);
            Err(go_back(driver, before, tried, failure).await)
        }
        (Ok(()), Some(carried)) if goes_on => {
            carry::go_on(driver, &carried).await;
            default_chain::follow_model(driver);
            Ok(())
        }
        (begun, carried) => {
            app.publish();
            if let (Ok(()), Some(carried)) = (begun, carried) {
                carry::say_prompt(driver, &carried);
            }
            default_chain::follow_model(driver);
            Ok(())
        }
    }
}

/// Loads the same model again for another backend or precision; the run goes on.
pub(super) async fn reload(
    driver: &Driver,
    backend: BackendChoice,
    precision: Precision,
) -> Result<(), Failure> {
    let Some(before) = driver.session.spec.borrow().clone() else {
        return Err(Failure::NoModel);
    };
    let spec = LoadSpec {
        backend,
        precision,
        ..before.clone()
    };
    match ask(driver, &spec).await {
        Ok(loaded) => {
            adopt(driver, spec, loaded);
            Ok(())
        }
        Err(failure) => {
            let tried = (backend, precision);
            Err(go_back(driver, Some(before), tried, failure).await)
        }
    }
}

/// The first load failed in a way that another start may help.
async fn first_load_again(
    driver: &Driver,
    spec: &mut LoadSpec,
    failure: Failure,
) -> Result<Box<Loaded>, Failure> {
    let mut failure = failure;
    while recover::can_help(&failure) && recover::count_failure(driver, spec) {
        match ask(driver, spec).await {
            Err(again) => failure = again,
            loaded => return loaded,
        }
    }
    Err(failure)
}

/// `text` without what the model that is there now wants a text to begin with: another one wants something else.
fn own_words(app: App, text: &str) -> String {
    let own = app.model.with_untracked(|model| {
        let beginning = &model.as_ref()?.beginning;
        app.vocab.with_untracked(|vocab| {
            let (_, words) = beginning.split(vocab.as_ref()?, text);
            Some(words.to_owned())
        })
    });
    own.unwrap_or_else(|| text.to_owned())
}

/// After a failed load: the model before it stays, and is loaded again if the engine lost it. The backend and the precision that were `tried` give way
/// to those of that model, unless the visitor has chosen others meanwhile.
async fn go_back(
    driver: &Driver,
    before: Option<LoadSpec>,
    tried: (BackendChoice, Precision),
    failure: Failure,
) -> Failure {
    let app = driver.app;
    let Some(before) = before else {
        app.phase.set(Phase::Failed {
            failure: failure.clone(),
            kind: ErrorKind::Input,
        });
        return failure;
    };
    if app.backend.get_untracked() == tried.0 {
        app.backend.set(before.backend);
    }
    if app.precision.get_untracked() == tried.1 {
        app.precision.set(before.precision);
    }
    app.remember();
    if driver.still_loaded() {
        // A link may have named parts of the model that could not be loaded.
        app.keep_inside_within();
        app.phase.set(Phase::Ready);
        default_chain::follow_model(driver);
        return failure;
    }
    match ask(driver, &before).await {
        Ok(loaded) => {
            adopt(driver, before, loaded);
            default_chain::follow_model(driver);
        }
        Err(second) => {
            app.phase.set(Phase::Failed {
                failure: second,
                kind: ErrorKind::Crashed,
            });
        }
    }
    failure
}
