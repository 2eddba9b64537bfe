//! The run as a recording: saved as a file, and opened again.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_recording::EXTENSION;

use crate::browser;
use crate::sources::{NoRecording, read_recording};
use crate::state::{App, Done, Failure, Files, Job, Level};
use crate::words::say;

impl App {
    /// The file of a recording of the run, with all that was seen of it.
    pub async fn recording(self) -> Result<Rc<[u8]>, Failure> {
        let trace = Box::new(self.trace()?);
        let outcome = self.session().queue.submit(Job::Record(trace));
        match outcome.await.unwrap_or(Err(Failure::Superseded))? {
            Done::Recorded(bytes) => Ok(bytes),
            _ => Err(Failure::WrongAnswer("record")),
        }
    }

    /// Saves the run as a recording.
    pub fn export_recording(self) {
        let model = self
            .model
            .with_untracked(|m| m.as_ref().map(|m| m.model.name.clone()));
        let name = format!("logitscope-{}.{EXTENSION}", model.unwrap_or_default());
        spawn_local(async move {
            let refused = |e| Failure::Download {
                why: browser::words(&e),
            };
            let saved = self.recording().await;
            let saved =
                saved.and_then(|bytes| browser::download(&name, MIME, &bytes).map_err(refused));
            match saved {
                Ok(()) => {}
                Err(Failure::Cancelled | Failure::Superseded) => {}
                Err(failure) => self.notify(Level::Error, failure.sentence()),
            }
        });
    }

    /// Opens the file of a recording. If it cannot be used, all stays as it is.
    pub fn open_recording(self, name: String, bytes: Vec<u8>) {
        spawn_local(async move {
            match read_recording(&bytes).await {
                Ok(recording) => {
                    self.select(None);
                    self.run_job(Job::Load(self.spec(name, Files::Recording(recording))));
                }
                Err(NoRecording::Fault(fault)) => {
                    self.notify(Level::Error, Failure::Recording(fault).sentence());
                }
                Err(_) => self.notify(Level::Error, say().part_lost().to_string()),
            }
        });
    }

    /// Shows the recorded run at `address`.
    pub fn show_recording(self, address: String) {
        self.select(None);
        self.run_job(Job::Load(self.spec_of_recording(address)));
    }
}

/// What kind of file a recording is.
const MIME: &str = "application/octet-stream";
