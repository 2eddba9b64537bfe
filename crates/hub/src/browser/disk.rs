//! The browser's own file system for this site (OPFS), where only this site can read.

use js_sys::{Function, Promise};
use logitscope_core::error::HubFault;
use logitscope_worker::js::{get, words};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    File, FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetDirectoryOptions,
    FileSystemGetFileOptions, FileSystemReadWriteOptions, FileSystemRemoveOptions,
    FileSystemSyncAccessHandle,
};

/// The folder of all models.
const ROOT: &str = "models";

/// The browser's file system.
pub struct Disk;

/// What the browser says when it refuses.
pub fn refused(error: JsValue) -> HubFault {
    match get(&error, "name").as_string().as_deref() {
        Some("NoModificationAllowedError" | "InvalidStateError") => HubFault::InUse,
        Some("QuotaExceededError") => HubFault::NoRoom { needed: 1, free: 0 },
        _ => HubFault::NoStorage { why: words(&error) },
    }
}

/// Whether it refuses because there is nothing.
fn is_missing(error: &JsValue) -> bool {
    get(error, "name").as_string().as_deref() == Some("NotFoundError")
}

/// `navigator.storage`.
pub fn storage() -> JsValue {
    get(&get(&js_sys::global(), "navigator"), "storage")
}

/// Calls a method that gives a promise.
pub async fn ask(object: &JsValue, method: &str) -> Result<JsValue, JsValue> {
    let call: Function = get(object, method).dyn_into()?;
    let asked = call.call0(object)?;
    JsFuture::from(Promise::resolve(&asked)).await
}

/// The folder of all that this site keeps.
async fn own() -> Result<FileSystemDirectoryHandle, JsValue> {
    ask(&storage(), "getDirectory").await?.dyn_into()
}

async fn root() -> Result<FileSystemDirectoryHandle, JsValue> {
    folder_in(&own().await?, ROOT).await
}

/// A folder, which is made where there is none.
async fn folder_in(
    parent: &FileSystemDirectoryHandle,
    name: &str,
) -> Result<FileSystemDirectoryHandle, JsValue> {
    let options = FileSystemGetDirectoryOptions::new();
    options.set_create(true);
    let made = parent.get_directory_handle_with_options(name, &options);
    JsFuture::from(made).await?.dyn_into()
}

impl Disk {
    /// Whether the browser gives one, with files that can be written in parts.
    pub async fn is_there() -> bool {
        let kind = get(&js_sys::global(), "FileSystemFileHandle");
        let writes = get(&get(&kind, "prototype"), "createSyncAccessHandle");
        writes.is_function() && own().await.is_ok()
    }

    /// The names of all folders.
    pub async fn folders(&self) -> Result<Vec<String>, JsValue> {
        let mut names = Vec::new();
        let root = root().await?;
        let keys: Function = get(&root, "keys").dyn_into()?;
        let keys = keys.call0(&root)?;
        loop {
            let next = ask(&keys, "next").await?;
            match get(&next, "value").as_string() {
                Some(name) => names.push(name),
                None => return Ok(names),
            }
        }
    }

    /// A file that is there; `None` if it is not, or its folder.
    pub async fn find(&self, folder: &str, name: &str) -> Result<Option<File>, JsValue> {
        let found = async {
            let folder = JsFuture::from(root().await?.get_directory_handle(folder)).await?;
            let folder: FileSystemDirectoryHandle = folder.dyn_into()?;
            let file = JsFuture::from(folder.get_file_handle(name)).await?;
            let file: FileSystemFileHandle = file.dyn_into()?;
            JsFuture::from(file.get_file()).await
        };
        match found.await {
            Ok(file) => Ok(Some(file.dyn_into()?)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Opens a file, which is empty at first, and its folder.
    pub async fn open(&self, folder: &str, name: &str) -> Result<Handle, JsValue> {
        let folder = folder_in(&root().await?, folder).await?;
        let options = FileSystemGetFileOptions::new();
        options.set_create(true);
        let file = folder.get_file_handle_with_options(name, &options);
        let file: FileSystemFileHandle = JsFuture::from(file).await?.dyn_into()?;
        let handle = ask(&file, "createSyncAccessHandle").await?;
        handle.dyn_into().map(Handle)
    }

    /// Takes a folder away, with its files.
    pub async fn remove(&self, folder: &str) -> Result<(), JsValue> {
        let removed = async {
            let options = FileSystemRemoveOptions::new();
            options.set_recursive(true);
            let root = root().await?;
            JsFuture::from(root.remove_entry_with_options(folder, &options)).await
        };
        match removed.await {
            Err(error) if !is_missing(&error) => Err(error),
            _ => Ok(()),
        }
    }
}

/// A file that is being written. Dropped, it is closed.
pub struct Handle(FileSystemSyncAccessHandle);

impl Handle {
    fn at(at: u64) -> FileSystemReadWriteOptions {
        let options = FileSystemReadWriteOptions::new();
        options.set_at(at as f64);
        options
    }

    /// Its bytes.
    pub fn size(&self) -> Result<u64, HubFault> {
        self.0.get_size().map(|n| n as u64).map_err(refused)
    }

    /// Fills `bytes` from `at` on, as far as the file goes; how many it were.
    pub fn read(&self, at: u64, bytes: &mut [u8]) -> Result<usize, HubFault> {
        let read = self.0.read_with_u8_array_and_options(bytes, &Self::at(at));
        read.map(|n| n as usize).map_err(refused)
    }

    /// Writes `bytes` at `at`.
    pub fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), HubFault> {
        let written = self.0.write_with_u8_array_and_options(bytes, &Self::at(at));
        match written.map_err(refused)? as usize {
            n if n == bytes.len() => Ok(()),
            n => Err(HubFault::NoRoom {
                needed: (bytes.len() - n) as u64,
                free: 0,
            }),
        }
    }

    /// Forgets all of it.
    pub fn clear(&mut self) -> Result<(), HubFault> {
        self.0.truncate_with_f64(0.0).map_err(refused)
    }

    /// Sees to it that what was written stays.
    pub fn flush(&mut self) -> Result<(), HubFault> {
        self.0.flush().map_err(refused)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.0.close();
    }
}
