//! The same commands and events for the page that embeds ours, by `postMessage`.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Object, Promise, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, ResizeObserver, Window};

use super::{VERSION, commands, told};
use crate::browser;
use crate::state::{App, Event};

/// Listens to the embedding page and tells it what happens. Does nothing in a page of its own.
pub(super) fn install(app: App, ready: Promise) -> Result<(), JsValue> {
    let Some(parent) = browser::embedding_page() else {
        return Ok(());
    };
    let to = parent.clone();
    let listener = move |event: Event<'_>| {
        if let Some((name, detail)) = told(app, event) {
            tell(&to, name, &detail);
        }
    };
    app.session().events.add(Rc::new(listener));
    let from = parent.clone();
    let listen = window_event_listener_untyped("message", move |event| {
        let event: MessageEvent = event.unchecked_into();
        let from_parent = event
            .source()
            .is_some_and(|s| Object::is(s.as_ref(), from.as_ref()));
        if from_parent && !get(&event.data(), "logitscope").is_undefined() {
            spawn_local(answer(app, event, from.clone(), ready.clone()));
        }
    });
    // As long as the page lives.
    std::mem::forget(listen);
    watch_height(parent)
}

async fn answer(app: App, event: MessageEvent, parent: Window, ready: Promise) {
    let request = event.data();
    let outcome = if get(&request, "logitscope").as_f64() != Some(f64::from(VERSION)) {
        Err(format!(
            "This page speaks version {VERSION} of the Logitscope API."
        ))
    } else {
        match get(&request, "command").as_string().as_deref() {
            Some("ready") => JsFuture::from(ready).await.map_err(|e| browser::words(&e)),
            Some(command) => {
                commands::execute(app, command.to_owned(), get(&request, "args")).await
            }
            None => Err("The message names no command.".into()),
        }
    };
    let (key, value) = match outcome {
        Ok(answer) => ("answer", answer),
        Err(message) => ("error", message.into()),
    };
    // An opaque origin cannot be named.
    let origin = event.origin();
    let origin = if origin.is_empty() || origin == "null" {
        "*"
    } else {
        &origin
    };
    if let Ok(message) = envelope(&[("id", get(&request, "id")), (key, value)]) {
        // Refused only if the embedding page is gone.
        let _ = parent.post_message(&message, origin);
    }
}

fn tell(parent: &Window, event: &str, detail: &JsValue) {
    if let Ok(message) = envelope(&[("event", event.into()), ("detail", detail.clone())]) {
        // Any page may embed ours, so its origin is not known.
        let _ = parent.post_message(&message, "*");
    }
}

/// Tells a learning platform how high the frame should be. Source: Canvas, “Using window.postMessage in LTI Tools”, `lti.frameResize`.
fn tell_course(parent: &Window, height: f64) {
    let message = Object::new();
    let subject = Reflect::set(&message, &"subject".into(), &"lti.frameResize".into());
    let height = Reflect::set(&message, &"height".into(), &height.into());
    if subject.is_ok() && height.is_ok() {
        // Whichever page embeds ours may hear how high it is.
        let _ = parent.post_message(&message, "*");
    }
}

fn envelope(fields: &[(&str, JsValue)]) -> Result<JsValue, JsValue> {
    let message = Object::new();
    Reflect::set(&message, &"logitscope".into(), &VERSION.into())?;
    for (key, value) in fields {
        Reflect::set(&message, &(*key).into(), value)?;
    }
    Ok(message.into())
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or(JsValue::UNDEFINED)
}

/// How often the height is measured where nothing observes it, in milliseconds.
const MEASURE_MS: f64 = 500.0;

/// Tells the embedding page how high the content is, whenever that changes.
fn watch_height(parent: Window) -> Result<(), JsValue> {
    let Some(body) = browser::document().and_then(|d| d.body()) else {
        return Ok(());
    };
    let (watched, told) = (body.clone(), Cell::new(f64::NAN));
    let measure: Rc<dyn Fn()> = Rc::new(move || {
        let height = watched.get_bounding_client_rect().height().ceil();
        let detail = Object::new();
        if told.replace(height) != height
            && Reflect::set(&detail, &"height".into(), &height.into()).is_ok()
        {
            tell(&parent, "resize", &detail);
            tell_course(&parent, height);
        }
    });
    let observed = Rc::clone(&measure);
    let resized = Closure::<dyn FnMut(JsValue)>::new(move |_| observed());
    ResizeObserver::new(resized.as_ref().unchecked_ref())?.observe(&body);
    // As long as the page lives.
    resized.forget();
    measure_again(measure);
    Ok(())
}

/// A frame that is out of sight is not drawn, so that no observer hears of its changes: it is measured now and then, too.
fn measure_again(measure: Rc<dyn Fn()>) {
    browser::after(MEASURE_MS, move || {
        measure();
        measure_again(measure);
    });
}
