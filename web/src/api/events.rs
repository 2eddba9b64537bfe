//! Events as JavaScript hears them.

use logitscope_core::{StopReason, StopRules, TokenId};
use serde::Serialize;
use wasm_bindgen::JsValue;

use super::state::{Model, Sampling, State};
use super::to_js;
use crate::state::{App, Event, Failure};

/// The events that there are.
pub(super) const NAMES: &[&str] = &[
    "ready", "step", "run", "settings", "prompt", "model", "error",
];

#[derive(Serialize)]
struct RunEnded<'a> {
    steps: usize,
    stop: Option<&'a StopReason>,
}

#[derive(Serialize)]
struct Settings<'a> {
    settings: Sampling,
    stop_rules: &'a StopRules,
}

#[derive(Serialize)]
struct Prompt<'a> {
    prompt: &'a str,
    tokens: &'a [TokenId],
}

#[derive(Serialize)]
struct Error {
    message: String,
}

/// The name of an event and what it carries; `None` for what nobody outside is told.
pub(crate) fn spoken(app: App, event: Event<'_>) -> Option<(&'static str, JsValue)> {
    let (name, detail) = match event {
        Event::Ready => ("ready", to_js(&State::of(app))),
        Event::Stepped(record) => ("step", to_js(record)),
        Event::RunEnded(steps, stop) => ("run", to_js(&RunEnded { steps, stop })),
        Event::SettingsChanged(settings, stop_rules) => {
            let settings = Sampling::of(settings);
            let detail = Settings {
                settings,
                stop_rules,
            };
            ("settings", to_js(&detail))
        }
        Event::Prompted(prompt, tokens) => ("prompt", to_js(&Prompt { prompt, tokens })),
        Event::ModelLoaded(loaded) => ("model", to_js(&Model::of(loaded))),
        Event::Failed(Failure::Superseded) => return None,
        Event::Failed(failure) => {
            let message = failure.to_string();
            ("error", to_js(&Error { message }))
        }
    };
    Some((name, detail.ok()?))
}
