//! What this tab keeps of its state: in its history, so that Back and Forward lead through it, and in its memory, so that a reload loses
//! nothing. An embed, and a page in a frame, keep nothing: the history and the tab are those of the page around it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use logitscope_core::Settings;

use super::{go_to, open_link};
use crate::address::Way;
use crate::choices::first_settings;
use crate::link::Link;
use crate::share::chain_link;
use crate::spelling;
use crate::state::{Activity, App, ChainBy, Job, Phase};
use crate::{address, browser, models, remembered};

/// How often the state is written down at most, in milliseconds: browsers refuse to change the history more often than a few times a second.
const REST_MS: f64 = 150.0;
/// Changes of the prompt that follow one another this closely are one, in milliseconds.
const TYPING_MS: f64 = 2000.0;

/// The state as this tab knows it.
pub struct Tab {
    app: App,
    /// The state that belongs to this entry of the history, as it was last seen; none until the first one is there.
    entry: RefCell<Option<Link>>,
    /// What was last written down, as text.
    written: RefCell<String>,
    /// Whether it is too early to write again.
    rests: Cell<bool>,
    /// Whether a change waits to be written down.
    waits: Cell<bool>,
    /// States that are being opened.
    opening: Cell<u32>,
    /// Until then, another prompt is still the same one being typed.
    typing_until: Cell<f64>,
}

impl Tab {
    /// A tab whose first state is being opened.
    pub fn new(app: App) -> Rc<Self> {
        Rc::new(Tab {
            app,
            entry: RefCell::default(),
            written: RefCell::default(),
            rests: Cell::default(),
            waits: Cell::default(),
            opening: Cell::default(),
            typing_until: Cell::default(),
        })
    }

    /// Whether a tab with this page keeps anything.
    pub fn keeps(app: App) -> bool {
        !app.embed.with_untracked(|e| e.embed) && browser::embedding_page().is_none()
    }

    /// Follows the state, at once if what spells it is there; else once what was asked for until now is done.
    pub fn follow_soon(self: &Rc<Self>) {
        if spelling::now().is_some() {
            return self.follow();
        }
        let owner = Owner::current();
        let done = self.app.session().queue.submit(Job::ShowSelected);
        let tab = Rc::clone(self);
        spawn_local(async move {
            let _ = done.await;
            // If it does not come, this visit leaves nothing in the history.
            if let (Ok(_), Some(owner)) = (spelling::come().await, owner) {
                owner.with(|| tab.follow());
            }
        });
    }

    /// Follows the state from now on: once what was asked for until now is done.
    fn follow(self: &Rc<Self>) {
        self.settle();
        let tab = StoredValue::new_local(Rc::clone(self));
        let app = self.app;
        Effect::new(move |_| {
            app.phase.track();
            app.activity.track();
            app.revision.track();
            app.settings.track();
            app.stop_rules.track();
            app.selected.track();
            app.model.track();
            app.open.track();
            app.lesson.track();
            app.inside.track_place();
            app.strategies.track();
            tab.get_value().see();
        });
        let tab = Rc::clone(self);
        let leaving = window_event_listener_untyped("pagehide", move |_| {
            tab.look();
            tab.write();
        });
        // As long as the page lives.
        std::mem::forget(leaving);
    }

    /// Opens a state that the history or the address names.
    pub fn open(self: &Rc<Self>, link: &Link, way: Way) {
        let went_on = || self.state().is_some_and(|now| now.went_on_elsewhere(link));
        match way == Way::History && went_on() {
            // The text has gone on since, at another place of the page: it stays.
            true => go_to(self.app, link),
            false => open_link(self.app, link, way),
        }
        self.settle();
    }

    /// Waits until what was asked for is done; the state that it leads to belongs to this entry of the history.
    fn settle(self: &Rc<Self>) {
        self.opening.set(self.opening.get() + 1);
        // Jobs are done one after another.
        let done = self.app.session().queue.submit(Job::ShowSelected);
        let tab = Rc::clone(self);
        spawn_local(async move {
            let _ = done.await;
            tab.opening.set(tab.opening.get() - 1);
            if let Some(link) = tab.state()
                && let Some(text) = spelled(&link)
            {
                address::remember(&text);
                keep(&text);
                tab.written.replace(text);
                tab.entry.replace(Some(link));
            }
        });
    }

    /// Looks at the state after each change, so that what an entry of the history leads to is the last there was before it was left.
    fn see(self: &Rc<Self>) {
        // While the text runs, nothing but steps happens: those are looked at as often as they are written down.
        let runs = self.app.activity.get_untracked() == Activity::Playing;
        if runs && self.rests.get() {
            return self.waits.set(true);
        }
        self.look();
        self.write_soon();
    }

    /// Notes the state of now, which may be another place than this entry of the history.
    fn look(&self) {
        let Some(link) = self.state() else {
            return;
        };
        if self.entry.borrow().as_ref() == Some(&link) {
            return;
        }
        if self.is_left_for(&link)
            && let Some(text) = spelled(&link)
        {
            self.write();
            address::push(&text);
            keep(&text);
            self.written.replace(text);
        }
        self.entry.replace(Some(link));
    }

    /// Whether `link` is another place than this entry of the history.
    fn is_left_for(&self, link: &Link) -> bool {
        let entry = self.entry.borrow();
        let Some(entry) = entry.as_ref() else {
            return false;
        };
        let now = browser::now_ms();
        let goes_on = link.is_typed_from(entry) && now < self.typing_until.get();
        if link.prompt != entry.prompt {
            self.typing_until.set(now + TYPING_MS);
        }
        link.turns_from(entry) && !goes_on
    }

    /// Writes the state down: at once, for the page may be loaded again at once, or after a rest.
    fn write_soon(self: &Rc<Self>) {
        if self.rests.replace(true) {
            self.waits.set(true);
            return;
        }
        let tab = Rc::clone(self);
        browser::after(0.0, move || tab.write());
        let tab = Rc::clone(self);
        browser::after(REST_MS, move || {
            tab.rests.set(false);
            if tab.waits.take() {
                tab.see();
            }
        });
    }

    /// Writes the state down if it has changed.
    fn write(&self) {
        // While another state is opened, the entry of the history is that one's.
        let Some(text) = self.entry.borrow().as_ref().and_then(spelled) else {
            return;
        };
        if self.opening.get() > 0 || *self.written.borrow() == text {
            return;
        }
        address::replace(&text);
        keep(&text);
        self.written.replace(text);
    }

    /// The state of now; `None` while there is none to come back to, or another one is being opened.
    fn state(&self) -> Option<Link> {
        let app = self.app;
        let there = self.opening.get() == 0
            && Tab::keeps(app)
            && app.phase.with_untracked(|phase| *phase == Phase::Ready)
            && !app.recorded.get_untracked()
            && app.session().run().is_some_and(|run| run.prompt_len() > 0);
        let mut link = there.then(|| app.link())?;
        let named = link.model.as_deref();
        let replays = link.recorded.is_some();
        if !replays && named.is_none_or(|name| models::model(Some(name)).is_err()) {
            // Such a model is not there the next time: its text is.
            let text = app.session().run().map(|run| run.text());
            if app.session().chain_by.get() == ChainBy::Default {
                // Nor is its chain.
                let seed = app.settings.with_untracked(|settings| settings.seed);
                let first = chain_link(&Settings {
                    seed,
                    ..first_settings()
                });
                (link.chain, link.temperature) = (first.chain, first.temperature);
                (link.top_k, link.top_p) = (first.top_k, first.top_p);
            }
            link = Link {
                model: None,
                chat: false,
                prompt: text,
                tokens: Vec::new(),
                earlier: Vec::new(),
                next: None,
                ..link
            };
        }
        Some(link)
    }
}

/// A state as a link spells it, once what spells it is there.
fn spelled(link: &Link) -> Option<String> {
    spelling::now().map(|spelling| (spelling.write)(link))
}

/// Keeps the state for this tab, should its history lose it.
fn keep(state: &str) {
    remembered::remember_text(state, &address::read_last());
}
