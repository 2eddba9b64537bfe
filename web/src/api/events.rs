//! Who is told what happens.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use logitscope_core::{Settings, StepRecord, StopReason, StopRules, TokenId};
use serde::Serialize;
use wasm_bindgen::JsValue;

use super::state::Sampling;
use super::to_js;
use crate::driver::Failure;
use logitscope_protocol::Loaded;

/// Hears an event: its name and what it carries.
pub type Listener = Rc<dyn Fn(&str, &JsValue)>;

/// The events that there are.
pub const NAMES: &[&str] = &[
    "ready", "step", "run", "settings", "prompt", "model", "error",
];

/// The listeners.
#[derive(Default)]
pub struct Events {
    listeners: RefCell<Vec<(u32, Listener)>>,
    last: Cell<u32>,
}

impl Events {
    /// Adds a listener for all events; the number takes it away again.
    pub fn add(&self, listener: Listener) -> u32 {
        let id = self.last.get() + 1;
        self.last.set(id);
        self.listeners.borrow_mut().push((id, listener));
        id
    }

    /// Takes a listener away.
    pub fn remove(&self, id: u32) {
        self.listeners
            .borrow_mut()
            .retain(|(other, _)| *other != id);
    }

    /// Tells everybody.
    pub fn emit(&self, name: &str, detail: &impl Serialize) {
        // A listener may add or remove listeners.
        let listeners: Vec<Listener> = self
            .listeners
            .borrow()
            .iter()
            .map(|(_, l)| Rc::clone(l))
            .collect();
        if listeners.is_empty() {
            return;
        }
        let Ok(detail) = to_js(detail) else { return };
        for listener in listeners {
            listener(name, &detail);
        }
    }

    /// A step was taken.
    pub fn stepped(&self, record: &StepRecord) {
        self.emit("step", record);
    }

    /// Playing ended, after so many steps, by this stop rule if by one.
    pub fn run_ended(&self, steps: usize, stop: Option<&StopReason>) {
        #[derive(Serialize)]
        struct Detail<'a> {
            steps: usize,
            stop: Option<&'a StopReason>,
        }
        self.emit("run", &Detail { steps, stop });
    }

    /// The settings or the stop rules changed.
    pub fn settings_changed(&self, settings: &Settings, stop_rules: &StopRules) {
        #[derive(Serialize)]
        struct Detail<'a> {
            settings: Sampling,
            stop_rules: &'a StopRules,
        }
        self.emit(
            "settings",
            &Detail {
                settings: Sampling::of(settings),
                stop_rules,
            },
        );
    }

    /// A new run began.
    pub fn prompted(&self, prompt: &str, tokens: &[TokenId]) {
        #[derive(Serialize)]
        struct Detail<'a> {
            prompt: &'a str,
            tokens: &'a [TokenId],
        }
        self.emit("prompt", &Detail { prompt, tokens });
    }

    /// A model is ready.
    pub fn model_loaded(&self, loaded: &Loaded) {
        self.emit("model", &super::state::Model::of(loaded));
    }

    /// Something failed.
    pub fn failed(&self, failure: &Failure) {
        #[derive(Serialize)]
        struct Detail {
            message: String,
        }
        if *failure != Failure::Superseded {
            self.emit(
                "error",
                &Detail {
                    message: failure.to_string(),
                },
            );
        }
    }
}
