//! Models that come from the hub, and those that the browser keeps.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_core::Precision;
use logitscope_protocol::{BackendChoice, Doing, OfferedFile, Plan, Progress, Repository, Stored};

use super::{App, Level, Offer};
use crate::sources::HubClient;
use crate::words::say;
use crate::{browser, models};

/// The address of the hub, as index.html says it.
pub fn hub_address() -> String {
    browser::meta("model-hub").unwrap_or_default()
}

/// A model on its way.
#[derive(Debug, Clone, PartialEq)]
pub struct Coming {
    /// Which.
    pub repository: Repository,
    /// How far it is.
    pub progress: Progress,
    /// When the first bytes came, in milliseconds of the page's clock, and how many were here then.
    pub since: Option<(f64, u64)>,
    /// What it will take, once that is known.
    pub plan: Option<Plan>,
}

/// How a model is computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Way {
    /// What computes.
    pub backend: BackendChoice,
    /// How its weights are kept.
    pub precision: Precision,
}

/// What the visitor is asked before a model comes.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// Which of the files of a repository.
    WhichFile {
        /// The repository.
        repository: Repository,
        /// Its files.
        files: Vec<OfferedFile>,
    },
    /// What to do with a model that does not fit.
    TooLarge {
        /// The model.
        repository: Repository,
        /// What it would take.
        plan: Plan,
    },
}

impl Coming {
    /// Bytes a second since it began; `None` before anything can be said.
    pub fn speed(&self, now_ms: f64) -> Option<f64> {
        let (since, before) = self.since?;
        let seconds = (now_ms - since) / 1e3;
        let came = self.progress.done.saturating_sub(before);
        (seconds >= 1.0 && came > 0).then(|| came as f64 / seconds)
    }
}

/// The models of the hub, as the page knows them.
#[derive(Clone, Copy)]
pub struct Downloads {
    /// What the browser keeps; `None` until that was asked for.
    pub stored: RwSignal<Option<Stored>>,
    /// What is on its way.
    pub coming: RwSignal<Option<Coming>>,
    /// Why the last download ended before its end, or why nothing can be kept.
    pub fault: RwSignal<Option<String>>,
    /// What the dialog says of a download that the visitor stopped.
    pub stopped: RwSignal<Option<String>>,
    /// Whether the dialog is open.
    pub shown: RwSignal<bool>,
    /// What the visitor is to say before it goes on.
    pub question: RwSignal<Option<Question>>,
    /// Whether the browser promised to keep what is stored; `None` until it was asked.
    pub persists: RwSignal<Option<bool>>,
    client: StoredValue<Rc<HubClient>, LocalStorage>,
    /// Which download is the last one.
    pub(super) turn: StoredValue<u32>,
}

impl Default for Downloads {
    fn default() -> Self {
        Downloads {
            stored: RwSignal::default(),
            coming: RwSignal::default(),
            fault: RwSignal::default(),
            stopped: RwSignal::default(),
            shown: RwSignal::new(false),
            question: RwSignal::default(),
            persists: RwSignal::default(),
            client: StoredValue::new_local(Rc::default()),
            turn: StoredValue::default(),
        }
    }
}

impl Downloads {
    /// Does the downloads, and has what came.
    pub fn client(self) -> Rc<HubClient> {
        self.client.get_value()
    }

    /// Whatever is on its way is not the last download any more; the number of the next one.
    pub(super) fn begin_turn(self) -> u32 {
        let turn = self.turn.get_value().wrapping_add(1);
        self.turn.set_value(turn);
        turn
    }

    /// Notes how far the model is that comes.
    pub(super) fn hear(self, progress: Progress) {
        self.coming.update(|coming| {
            let Some(coming) = coming else { return };
            // What is only checked says nothing of the connection.
            let comes = matches!(progress.doing, Doing::Downloading { .. });
            if comes && coming.since.is_none() {
                coming.since = Some((browser::now_ms(), progress.done));
            }
            coming.progress = progress;
        });
    }
}

impl App {
    /// Asks what the browser keeps, and shows it, or in the dialog why it keeps nothing. Nobody outside the browser is asked.
    pub fn look_at_store(self) {
        spawn_local(async move {
            match self.downloads.client().stored().await {
                Ok(stored) => self.downloads.stored.set(Some(stored)),
                Err(error) => self.downloads.fault.set(Some(error.words(&say()))),
            }
        });
    }

    /// Ends the download. What came stays.
    pub fn cancel_download(self) {
        let own = self.downloads;
        own.begin_turn();
        if let Some(coming) = own.coming.try_update(Option::take).flatten() {
            let words = say().hub_stopped(coming.repository.short()).to_string();
            match own.shown.get_untracked() {
                true => own.stopped.set(Some(words)),
                false => {
                    let on = Some(Offer::Download(coming.repository));
                    self.notify_with(Level::Info, words, on);
                }
            }
        }
        spawn_local(async move {
            // What is not heard is not going on either.
            let _ = own.client().stop().await;
            self.look_at_store();
        });
    }

    /// Opens a model that the browser keeps and goes on with the text.
    pub fn open_stored(self, repository: Repository) {
        let (name, source) = models::of_hub(repository);
        self.downloads.fault.set(None);
        let spec = self.load_spec(name, source);
        spawn_local(async move {
            let Err(failure) = self.change_model(spec).await else {
                return;
            };
            match (self.downloads.shown.get_untracked(), failure.offer()) {
                (true, None) => self.downloads.fault.set(Some(failure.sentence())),
                (_, offer) => self.notify_with(Level::Error, failure.sentence(), offer),
            }
        });
    }

    /// Says what failed: in the dialog, and beside the text unless the dialog hides that.
    pub(super) fn say_fault(self, words: String) {
        if !self.downloads.shown.get_untracked() {
            self.notify(Level::Error, words.clone());
        }
        self.downloads.fault.set(Some(words));
    }

    /// Takes away what the browser keeps of a model.
    pub fn delete_stored(self, repository: Repository) {
        spawn_local(async move {
            if let Err(error) = self.downloads.client().delete(repository).await {
                self.notify(Level::Error, error.words(&say()));
            }
            self.look_at_store();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_is_that_of_what_came_and_not_of_what_was_here() {
        let coming = |since, done| Coming {
            repository: "a/b".parse().expect("a repository"),
            progress: Progress {
                doing: Doing::Listing,
                done,
                total: 1000,
            },
            since,
            plan: None,
        };
        assert_eq!(coming(None, 500).speed(9e3), None);
        assert_eq!(coming(Some((1e3, 400)), 500).speed(1.5e3), None);
        assert_eq!(coming(Some((1e3, 400)), 400).speed(3e3), None);
        assert_eq!(coming(Some((1e3, 400)), 500).speed(3e3), Some(50.0));
    }
}
