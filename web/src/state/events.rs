//! What happens on the page, for whoever listens: data. The API makes JavaScript of it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use logitscope_core::{Settings, StepRecord, StopReason, StopRules, TokenId};
use logitscope_protocol::Loaded;

use super::Failure;

/// Something that happened.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// The first distribution is there.
    Ready,
    /// A step was taken.
    Stepped(&'a StepRecord),
    /// Playing ended, after this many steps, by this stop rule if by one.
    RunEnded(usize, Option<&'a StopReason>),
    /// The settings or the stop rules changed.
    SettingsChanged(&'a Settings, &'a StopRules),
    /// A new run began, with this prompt.
    Prompted(&'a str, &'a [TokenId]),
    /// A model is ready.
    ModelLoaded(&'a Loaded),
    /// Something failed.
    Failed(&'a Failure),
}

/// Hears an event.
pub type Listener = Rc<dyn Fn(Event<'_>)>;

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
    pub fn emit(&self, event: Event<'_>) {
        // A listener may add or remove listeners.
        let listeners: Vec<Listener> = self
            .listeners
            .borrow()
            .iter()
            .map(|(_, l)| Rc::clone(l))
            .collect();
        for listener in listeners {
            listener(event);
        }
    }
}
