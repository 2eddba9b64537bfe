//! Files that the visitor picks or drops: a checkpoint, or a trace.

use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DragEvent, File, FileList};

use crate::browser;
use crate::choices::Control;
use crate::state::{App, Level};
use crate::words::say;
use logitscope_protocol::ModelSource;

/// Opens what was picked: three files are a checkpoint, one JSON file is a trace.
pub fn open(app: App, files: Option<FileList>) {
    let Some(list) = files else { return };
    let files: Vec<File> = (0..list.length()).filter_map(|i| list.get(i)).collect();
    let named = |name: &str| files.iter().find(|f| f.name() == name).cloned();
    let weights = files
        .iter()
        .find(|f| f.name().ends_with(".safetensors"))
        .cloned();
    match (
        named("config.json"),
        named("tokenizer.json"),
        weights,
        files.as_slice(),
    ) {
        (.., []) => {}
        (Some(config), Some(tokenizer), Some(weights), _) => {
            let source = ModelSource::Files {
                config: config.into(),
                tokenizer: tokenizer.into(),
                weights: weights.clone().into(),
            };
            app.load_model(name_of(&weights), source);
        }
        (None, None, None, [trace]) if trace.name().ends_with(".json") => {
            read_trace(app, trace.clone())
        }
        (config, tokenizer, weights, _) => {
            let parts = [
                (config.is_none(), "config.json"),
                (tokenizer.is_none(), "tokenizer.json"),
                (weights.is_none(), "model.safetensors"),
            ];
            let missing: Vec<_> = parts
                .iter()
                .filter(|(gone, _)| *gone)
                .map(|(_, name)| *name)
                .collect();
            let text = say().checkpoint_incomplete(missing.join(", "));
            app.notify(Level::Warning, text.to_string());
        }
    }
}

/// Whether files are being dragged, not a piece of text.
pub fn carries(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types());
    types.is_some_and(|types| types.includes(&"Files".into(), 0))
}

/// The same for files dropped on the page.
pub fn dropped(app: App, event: &DragEvent) {
    if !carries(event) || app.locked(Control::Model) {
        return;
    }
    event.prevent_default();
    open(app, event.data_transfer().and_then(|data| data.files()));
}

fn name_of(weights: &File) -> String {
    match weights.name().trim_end_matches(".safetensors") {
        "model" | "" => say().own_model_name().to_string(),
        name => name.to_owned(),
    }
}

fn read_trace(app: App, file: File) {
    spawn_local(async move {
        match JsFuture::from(file.text()).await {
            Ok(text) => app.import_trace(text.as_string().unwrap_or_default()),
            Err(e) => {
                let text = say().file_unreadable(file.name(), browser::words(&e));
                app.notify(Level::Error, text.to_string());
            }
        }
    });
}
