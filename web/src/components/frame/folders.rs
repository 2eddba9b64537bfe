//! Folders that the visitor picks or drops, with a model in them.

use js_sys::Reflect;
use logitscope_core::checkpoint_files::WEIGHTS;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, FileSystemEntry, HtmlInputElement};

use crate::browser;
use crate::choices::Control;
use crate::components::kit::checkpoint::{checkpoint, files_of, first_few};
use crate::components::kit::folder::{
    Found, Lacks, counts, is_looked_into, is_mark, is_of_cache, model_in,
};
use crate::state::{App, Level};
use crate::words::say;

/// The most files and folders that are looked at: a home folder has more, and a model's folder has less.
const MOST: usize = 10_000;

/// What was seen of folders.
struct Seen<F> {
    /// What they are called.
    names: Vec<String>,
    /// The files that may be of a model, by their paths.
    files: Vec<(String, F)>,
    /// Whether files may be left out because they are links.
    links: bool,
    /// Whether there is more than was looked at.
    more: bool,
    /// What could not be read, and why.
    unread: Option<(String, JsValue)>,
}

/// Whether the browser lets somebody pick a folder.
pub fn can_be_picked() -> bool {
    let input = browser::document().and_then(|page| page.create_element("input").ok());
    input.is_some_and(|input| Reflect::has(&input, &"webkitdirectory".into()).unwrap_or(false))
}

/// Opens the model of the folder that was picked in `input`.
pub fn open_picked(app: App, input: &HtmlInputElement) {
    let files = input.files().as_ref().map(files_of).unwrap_or_default();
    // The same folder can be picked again, and have changed.
    input.set_value("");
    let path = |file: &File| {
        let path = Reflect::get(file, &"webkitRelativePath".into());
        let path = path.ok().and_then(|path| path.as_string());
        path.unwrap_or_else(|| file.name())
    };
    let files: Vec<_> = files.into_iter().map(|file| (path(&file), file)).collect();
    let folder = files.first().and_then(|(path, _)| path.split('/').next());
    let seen = Seen {
        names: folder.map(str::to_owned).into_iter().collect(),
        links: files.is_empty() || files.iter().any(|(path, _)| is_of_cache(path)),
        more: false,
        unread: None,
        files,
    };
    if let Some(found) = told(app, seen) {
        load(app, &found.folder, &found.files);
    }
}

/// Opens the model of the folders that were dropped.
pub fn open_dropped(app: App, entries: Vec<FileSystemEntry>) {
    spawn_local(async move {
        let Some(found) = told(app, looked(entries).await) else {
            return;
        };
        // A lesson may have begun meanwhile.
        if app.locked(Control::Model) {
            return;
        }
        let mut files = Vec::new();
        for entry in &found.files {
            match browser::file_of(entry).await {
                Ok(file) => files.push(file),
                Err(e) => return unreadable(app, entry.name(), &e),
            }
        }
        load(app, &found.folder, &files);
    });
}

/// Looks through folders, one level after the other, until there is a model or too much was seen.
async fn looked(given: Vec<FileSystemEntry>) -> Seen<FileSystemEntry> {
    let mut seen = Seen {
        names: given.iter().map(FileSystemEntry::name).collect(),
        files: Vec::new(),
        links: false,
        more: false,
        unread: None,
    };
    let mut left = MOST;
    let named = |entry: FileSystemEntry| (entry.name(), entry);
    let mut level: Vec<_> = given.into_iter().map(named).collect();
    while !level.is_empty() {
        let mut folders = Vec::new();
        for (path, entry) in level {
            seen.links |= is_of_cache(&path);
            match entry.is_directory() {
                true if is_looked_into(&path) => folders.push((path, entry)),
                false if counts(&entry.name()) => seen.files.push((path, entry)),
                _ => {}
            }
        }
        let found = seen.files.iter().any(|(_, entry)| is_mark(&entry.name()));
        if found || seen.more {
            break;
        }
        level = Vec::new();
        for (path, folder) in folders {
            match browser::entries_in(&folder, left).await {
                Ok(entries) => {
                    left = left.saturating_sub(entries.len());
                    let named =
                        |entry: FileSystemEntry| (format!("{path}/{}", entry.name()), entry);
                    level.extend(entries.into_iter().map(named));
                }
                Err(e) => {
                    seen.unread.get_or_insert((path, e));
                }
            }
            // What came last is still looked at, and nothing below it.
            seen.more = left == 0;
            if seen.more {
                break;
            }
        }
    }
    // Where nothing at all is seen, there may be links alone.
    seen.links |= left == MOST;
    seen
}

/// The model among what was seen; says why there is none.
fn told<F>(app: App, seen: Seen<F>) -> Option<Found<F>> {
    let folder = first_few(seen.names);
    let text = match (model_in(seen.files), seen.unread) {
        (Ok(found), _) => return Some(found),
        (Err(Lacks::One(models)), _) => say().folder_several(folder, first_few(models)),
        (Err(Lacks::Model), Some((path, e))) => {
            unreadable(app, path, &e);
            return None;
        }
        (Err(Lacks::Model), None) if seen.more => say().folder_vast(folder),
        (Err(Lacks::Model), None) if seen.links => say().folder_links(),
        (Err(Lacks::Model), None) => say().folder_other(folder),
    };
    app.notify(Level::Warning, text.to_string());
    None
}

/// Loads the model in `files`; where their names say nothing, it is called by its folder.
fn load(app: App, folder: &str, files: &[File]) {
    if let Some((name, source)) = checkpoint(app, files) {
        let says_nothing = name == WEIGHTS && !folder.is_empty();
        let name = if says_nothing {
            folder.to_owned()
        } else {
            name
        };
        app.load_model(name, source);
    }
}

fn unreadable(app: App, file: String, why: &JsValue) {
    let text = say().file_unreadable(file, browser::words(why));
    app.notify(Level::Error, text.to_string());
}
