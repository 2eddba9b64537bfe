//! The run as an answer in OpenAI's form.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_answer::chat_completion;
use logitscope_core::Run;

use crate::browser;
use crate::later::{Lost, bundled};
use crate::state::{App, Failure, Level};
use crate::words::say;

bundled!(answer, writer, writer_part: fn(&Run, &str) -> String = |run, model| chat_completion(run, model).to_string());

impl App {
    /// Saves the generated tokens as a chat completion with log-probabilities.
    pub fn export_reply(self) {
        let model = self
            .model
            .with_untracked(|m| m.as_ref().map(|m| m.model.name.clone()));
        let model = model.unwrap_or_default();
        spawn_local(async move {
            let Ok(write) = writer().here().await.map_err(|Lost| ()) else {
                return self.notify(Level::Error, say().part_lost().to_string());
            };
            let saved = self.with_run(|run| {
                let json = write(run, &model);
                let name = format!("logitscope-{model}.answer.json");
                let refused = |e| Failure::Download {
                    why: browser::words(&e),
                };
                browser::download(&name, "application/json", json.as_bytes()).map_err(refused)
            });
            if let Err(failure) = saved {
                self.notify(Level::Error, failure.sentence());
            }
        });
    }
}
