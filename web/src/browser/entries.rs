//! Files and folders that are dropped on the page.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

/// What was dropped. The event has it only as long as it lasts, so it is taken there.
pub enum Dropped {
    /// Files alone.
    Files(Vec<File>),
    /// A folder or more, and the files beside them.
    Folders(Vec<FileSystemEntry>),
}

impl Dropped {
    /// What an event holds.
    pub fn of(data: &DataTransfer) -> Self {
        let items = data.items();
        let items = (0..items.length()).filter_map(|i| items.get(i));
        let entries = items.filter_map(|item| item.webkit_get_as_entry().ok().flatten());
        let entries: Vec<_> = entries.collect();
        if entries.iter().any(FileSystemEntry::is_directory) {
            return Dropped::Folders(entries);
        }
        let files = data.files();
        let files = files.iter().flat_map(|list| {
            let all = (0..list.length()).filter_map(|i| list.get(i));
            all.collect::<Vec<_>>()
        });
        Dropped::Files(files.collect())
    }
}

/// What lies in a folder, in no order; no more than about `most`.
pub async fn entries_in(
    folder: &FileSystemEntry,
    most: usize,
) -> Result<Vec<FileSystemEntry>, JsValue> {
    let folder: &FileSystemDirectoryEntry = folder.unchecked_ref();
    let reader = folder.create_reader();
    let mut all = Vec::new();
    // A browser gives some at a time, and none at the end.
    loop {
        let some = answer(|found, failed| {
            // One that throws answers nothing else.
            if let Err(e) = reader.read_entries_with_callback_and_callback(found, failed) {
                let _ = failed.call1(&JsValue::NULL, &e);
            }
        });
        let some: Array = some.await?.unchecked_into();
        if some.length() == 0 || all.len() >= most {
            return Ok(all);
        }
        all.extend(some.iter().map(JsCast::unchecked_into));
    }
}

/// The file of an entry that is one.
pub async fn file_of(entry: &FileSystemEntry) -> Result<File, JsValue> {
    let entry: &FileSystemFileEntry = entry.unchecked_ref();
    let file = answer(|found, failed| entry.file_with_callback_and_callback(found, failed));
    Ok(file.await?.unchecked_into())
}

/// What is answered by one of two functions: the first takes what came, the second why nothing did.
async fn answer(ask: impl Fn(&Function, &Function)) -> Result<JsValue, JsValue> {
    let mut asked = |found, failed| ask(&found, &failed);
    JsFuture::from(Promise::new(&mut asked)).await
}
