//! Files that the visitor picks or drops: a checkpoint, a trace, a lesson, or a recorded run.

use js_sys::Uint8Array;
use leptos::prelude::Set;
use logitscope_core::checkpoint_files::{CONFIG, TOKENIZER};
use logitscope_core::trace::FORMAT;
use logitscope_recording::EXTENSION;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DragEvent, File, FileList};

use crate::browser;
use crate::browser::Dropped;
use crate::choices::Control;
use crate::components::frame::folders;
use crate::components::kit::checkpoint::{belongs, checkpoint, files_of, names};
use crate::later::{Lost, bundled};
use crate::state::{App, Level};
use crate::words::say;

/// Opens what was picked: three files and more are a checkpoint, as is one `.gguf` file, one JSON file is a trace or an answer of some server, one Markdown file a lesson, one
/// `.logitscope` a recorded run.
pub fn open(app: App, files: Option<FileList>) {
    opened(app, files.as_ref().map(files_of).unwrap_or_default());
}

bundled!(stations, fetch_opened, opened_part: fn(App, Dropped) = |app, dropped| match dropped {
    Dropped::Files(files) => opened(app, files),
    Dropped::Folders(entries) => folders::open_dropped(app, entries),
});

fn opened(app: App, files: Vec<File>) {
    match files.as_slice() {
        [] => {}
        [trace]
            if trace.name() != CONFIG
                && trace.name() != TOKENIZER
                && trace.name().ends_with(".json") =>
        {
            read_trace(app, trace.clone())
        }
        [lesson] if lesson.name().ends_with(".md") => read_lesson(app, lesson.clone()),
        [recording] if recording.name().ends_with(&format!(".{EXTENSION}")) => {
            read_recording(app, recording.clone())
        }
        files if !files.iter().any(|file| belongs(&file.name())) => {
            let text = say().file_unknown(names(files), say().file_known().to_string());
            app.notify(Level::Warning, text.to_string());
        }
        files => {
            if let Some((name, source)) = checkpoint(app, files) {
                app.load_model(name, source);
            }
        }
    }
}

/// Whether files are being dragged, not a piece of text.
pub fn carries(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|data| data.types());
    types.is_some_and(|types| types.includes(&"Files".into(), 0))
}

/// What is said while files are held over the page.
pub fn drop_words() -> String {
    let known = say().file_known().to_string();
    say().file_drop(known).to_string()
}

/// The same for files dropped on the page; of a folder the model in it.
pub fn dropped(app: App, event: &DragEvent) {
    if !carries(event) || app.locked(Control::Model) {
        return;
    }
    event.prevent_default();
    // The event has them only as long as it lasts.
    let Some(data) = event.data_transfer() else {
        return;
    };
    let dropped = Dropped::of(&data);
    spawn_local(async move {
        match fetch_opened().here().await {
            Ok(opened) => opened(app, dropped),
            Err(Lost) => app.notify(Level::Error, say().part_lost().to_string()),
        }
    });
}

/// Opens the file of a lesson.
fn read_lesson(app: App, file: File) {
    spawn_local(async move {
        match browser::text_of(&file).await {
            Some(text) => app.open_lesson(text),
            None => {
                let text = say().file_unreadable(file.name(), String::new());
                app.notify(Level::Error, text.to_string());
            }
        }
    });
}

fn read_recording(app: App, file: File) {
    spawn_local(async move {
        match JsFuture::from(file.array_buffer()).await {
            Ok(bytes) => app.open_recording(file.name(), Uint8Array::new(&bytes).to_vec()),
            Err(e) => {
                let text = say().file_unreadable(file.name(), browser::words(&e));
                app.notify(Level::Error, text.to_string());
            }
        }
    });
}

/// Whether it is an answer of some server, by the names that only those have.
fn is_answer(json: &str) -> bool {
    let has = |name: &str| json.contains(name);
    !has(FORMAT)
        && [
            r#""choices""#,
            r#""completion_probabilities""#,
            r#""output_text""#,
        ]
        .into_iter()
        .any(has)
}

fn read_trace(app: App, file: File) {
    spawn_local(async move {
        match JsFuture::from(file.text()).await {
            Ok(text) => match text.as_string().unwrap_or_default() {
                text if is_answer(&text) => app.opened_answer.set(Some(text)),
                text => app.import_trace(file.name(), text),
            },
            Err(e) => {
                let text = say().file_unreadable(file.name(), browser::words(&e));
                app.notify(Level::Error, text.to_string());
            }
        }
    });
}
