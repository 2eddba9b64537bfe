//! The automation and embedding API, version 1: `window.logitscope`, and the same by `postMessage`.
//! `docs/api.md` describes it for its users.

mod args;
mod commands;
mod events;
mod methods;
mod object;
mod post;
mod state;
mod strategies;

use std::cell::{Cell, OnceCell};

use futures_channel::oneshot;
use js_sys::Promise;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use crate::state::{App, Event, Failure, Level, Outcome};
use crate::words::say;

/// The version of the API; it is also the value of `logitscope` in every message.
pub const VERSION: u32 = 1;

/// What tells scripts of an event: its name, and what it carries; `None` for what nobody outside is told.
pub(crate) type Speak = fn(App, Event<'_>) -> Option<(&'static str, JsValue)>;

pub(crate) use events::spoken;

thread_local! {
    /// What tells scripts of events, once that part of the page is there.
    static SPEAK: OnceCell<Speak> = const { OnceCell::new() };
    /// Whether there was something to tell before that: then it can only have been a change of the settings.
    static MISSED: Cell<bool> = const { Cell::new(false) };
}

/// Tells scripts of events from now on.
pub(crate) fn begin(app: App, speak: Speak) {
    SPEAK.with(|own| own.set(speak).is_ok());
    if MISSED.take() {
        let session = app.session();
        let (settings, rules) = (session.settings().clone(), session.stop_rules().clone());
        let changed = Event::SettingsChanged(&settings, &rules);
        session.events.emit(changed);
    }
}

/// The name of an event and what it carries, for scripts.
fn told(app: App, event: Event<'_>) -> Option<(&'static str, JsValue)> {
    let speak = SPEAK.with(|own| own.get().copied());
    if speak.is_none() {
        MISSED.set(true);
    }
    speak.and_then(|speak| speak(app, event))
}

/// Puts `window.logitscope` in place and listens to the embedding page, if there is one.
pub(crate) fn install(app: App, ready: Promise) {
    let installed = object::install(app, &ready).and_then(|()| post::install(app, ready));
    if let Err(error) = installed {
        let text = say().scripts_refused(crate::browser::words(&error));
        app.notify(Level::Warning, text.to_string());
    }
}

/// The promise `ready`: fulfilled with the state when the first distribution is there.
pub(crate) fn ready(
    app: App,
    loaded: oneshot::Receiver<Outcome>,
    replayed: Option<oneshot::Receiver<Outcome>>,
) -> Promise {
    let outcome = async move {
        if let Err(failure) = settled(loaded).await {
            // A part that is lost is said where the model would be.
            if failure != Failure::PartLost {
                app.notify(Level::Error, failure.sentence());
            }
            return Err(error(&failure.to_string()));
        }
        // Without the tokens of its link the page is as ready.
        if let Some(replayed) = replayed
            && let Err(failure) = settled(replayed).await
        {
            app.notify(Level::Error, failure.sentence());
        }
        app.session().events.emit(Event::Ready);
        let told = told(app, Event::Ready).map(|(_, state)| state);
        told.ok_or_else(|| error(&Failure::PartLost.to_string()))
    };
    let promise = future_to_promise(outcome);
    // Nobody has to wait for it: without this, a failed load is also an "unhandled rejection".
    let ignore = Closure::new(|_: JsValue| ());
    let _ = promise.catch(&ignore);
    // It is called once at most, later.
    ignore.forget();
    promise
}

async fn settled(outcome: oneshot::Receiver<Outcome>) -> Result<(), Failure> {
    match outcome.await {
        Ok(Err(Failure::Superseded)) | Ok(Ok(_)) => Ok(()),
        Ok(Err(failure)) => Err(failure),
        Err(_) => Err(Failure::Closing),
    }
}

/// Plain JavaScript data: objects for structures and maps, `null` for what is missing.
fn to_js(value: &impl Serialize) -> Result<JsValue, String> {
    value
        .serialize(&Serializer::json_compatible())
        .map_err(|e| e.to_string())
}

/// A JavaScript `Error`.
fn error(message: &str) -> JsValue {
    js_sys::Error::new(message).into()
}
