//! `window.logitscope`.

use std::rc::Rc;

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use super::methods::{BY_NAME, METHODS};
use super::{VERSION, commands, error, events, told};
use crate::browser;
use crate::state::{App, Event};

/// Makes `window.logitscope`.
pub(super) fn install(app: App, ready: &Promise) -> Result<(), JsValue> {
    let api = Object::new();
    Reflect::set(&api, &"version".into(), &VERSION.into())?;
    Reflect::set(&api, &"ready".into(), ready)?;
    for &(name, parameters) in METHODS {
        Reflect::set(&api, &name.into(), &method(app, name, parameters)?)?;
    }
    Reflect::set(&api, &"on".into(), &on(app))?;
    let window = browser::window().ok_or(JsValue::NULL)?;
    Reflect::set(&window, &"logitscope".into(), &api).map(|_| ())
}

/// A function that collects its arguments by name. JavaScript hands a Rust closure a fixed number of
/// them, two being the most that a method has.
fn method(
    app: App,
    name: &'static str,
    parameters: &'static [&'static str],
) -> Result<JsValue, JsValue> {
    let call = move |first: JsValue, second: JsValue| -> Promise {
        let args = if BY_NAME.contains(&name) {
            Ok(first)
        } else {
            named(parameters, [first, second])
        };
        future_to_promise(async move {
            let answer = match args {
                Ok(args) => commands::execute(app, name.to_owned(), args).await,
                Err(_) => Err(format!("{name}: these arguments cannot be read.")),
            };
            answer.map_err(|message| error(&message))
        })
    };
    let closure = Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(call);
    // As long as the page lives.
    Ok(closure.into_js_value())
}

fn named(parameters: &[&str], values: [JsValue; 2]) -> Result<JsValue, JsValue> {
    let args = Object::new();
    for (name, value) in parameters.iter().zip(values) {
        if !value.is_undefined() {
            Reflect::set(&args, &(*name).into(), &value)?;
        }
    }
    Ok(args.into())
}

/// `on(event, callback)`: a function that ends the subscription.
fn on(app: App) -> JsValue {
    let on = move |event: JsValue, callback: JsValue| -> Result<JsValue, JsValue> {
        let event = event
            .as_string()
            .filter(|e| events::NAMES.contains(&e.as_str()))
            .ok_or_else(|| {
                error(&format!(
                    "on: the event must be one of {}.",
                    events::NAMES.join(", ")
                ))
            })?;
        let callback: Function = callback
            .dyn_into()
            .map_err(|_| error("on: the callback must be a function."))?;
        let listener = move |happened: Event<'_>| {
            if let Some((name, detail)) = told(app, happened)
                && name == event
            {
                // A callback that throws is its author's to find; it stops nobody else.
                if let Err(thrown) = callback.call1(&JsValue::UNDEFINED, &detail) {
                    report(&thrown);
                }
            }
        };
        let id = app.session().events.add(Rc::new(listener));
        let off = Closure::<dyn Fn()>::new(move || app.session().events.remove(id));
        Ok(off.into_js_value())
    };
    Closure::<dyn Fn(JsValue, JsValue) -> Result<JsValue, JsValue>>::new(on).into_js_value()
}

/// Shows an error in the console, as if it had not been caught.
fn report(thrown: &JsValue) {
    let console = Reflect::get(&js_sys::global(), &"console".into());
    let log = console.and_then(|c| Reflect::get(&c, &"error".into())?.dyn_into::<Function>());
    let _ = log.and_then(|log| log.apply(&JsValue::UNDEFINED, &Array::of1(thrown)));
}
