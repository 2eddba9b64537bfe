//! The browser's own file system for this site (OPFS), where only this site can read.

use js_sys::{Array, Function, Promise, Uint8Array};
use logitscope_core::error::HubFault;
use logitscope_worker::js::{get, words};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    FileSystemDirectoryHandle, FileSystemFileHandle, FileSystemGetDirectoryOptions,
    FileSystemGetFileOptions, FileSystemReadWriteOptions, FileSystemRemoveOptions,
    FileSystemSyncAccessHandle,
};

use crate::store::{Store, StoreFile};

/// The folder of all models.
const ROOT: &str = "models";

/// The browser's store.
pub struct Files;

/// What the browser says when it refuses.
fn refused(error: JsValue) -> HubFault {
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

fn storage() -> JsValue {
    get(&get(&js_sys::global(), "navigator"), "storage")
}

/// Calls a method that gives a promise.
async fn ask(object: &JsValue, method: &str) -> Result<JsValue, JsValue> {
    let call: Function = get(object, method).dyn_into()?;
    let asked = call.call0(object)?;
    JsFuture::from(Promise::resolve(&asked)).await
}

async fn root() -> Result<FileSystemDirectoryHandle, JsValue> {
    let own: FileSystemDirectoryHandle = ask(&storage(), "getDirectory").await?.dyn_into()?;
    folder_in(&own, ROOT).await
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

/// A file that is there; `None` if it is not, or its folder.
async fn find(folder: &str, name: &str) -> Result<Option<web_sys::Blob>, JsValue> {
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

impl Store for Files {
    type File = Open;

    async fn folders(&self) -> Result<Vec<String>, HubFault> {
        let names = async {
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
        };
        names.await.map_err(refused)
    }

    async fn open(&self, folder: &str, name: &str) -> Result<Open, HubFault> {
        let opened = async {
            let folder = folder_in(&root().await?, folder).await?;
            let options = FileSystemGetFileOptions::new();
            options.set_create(true);
            let file = folder.get_file_handle_with_options(name, &options);
            let file: FileSystemFileHandle = JsFuture::from(file).await?.dyn_into()?;
            ask(&file, "createSyncAccessHandle").await?.dyn_into()
        };
        opened.await.map(Open).map_err(refused)
    }

    async fn read(&self, folder: &str, name: &str) -> Result<Option<Vec<u8>>, HubFault> {
        let Some(file) = find(folder, name).await.map_err(refused)? else {
            return Ok(None);
        };
        let bytes = ask(&file, "arrayBuffer").await.map_err(refused)?;
        Ok(Some(Uint8Array::new(&bytes).to_vec()))
    }

    async fn size(&self, folder: &str, name: &str) -> Result<u64, HubFault> {
        let file = find(folder, name).await.map_err(refused)?;
        Ok(file.map_or(0, |file| file.size() as u64))
    }

    async fn file(&self, folder: &str, name: &str) -> Result<JsValue, HubFault> {
        let file = find(folder, name).await.map_err(refused)?;
        let missing = || HubFault::NotStored {
            name: folder.into(),
        };
        file.map(JsValue::from).ok_or_else(missing)
    }

    async fn files(&self, folder: &str, names: &[&str]) -> Result<JsValue, HubFault> {
        let files = Array::new();
        for name in names {
            files.push(&self.file(folder, name).await?);
        }
        Ok(files.into())
    }

    async fn remove(&self, folder: &str) -> Result<(), HubFault> {
        let removed = async {
            let options = FileSystemRemoveOptions::new();
            options.set_recursive(true);
            let root = root().await?;
            JsFuture::from(root.remove_entry_with_options(folder, &options)).await
        };
        match removed.await {
            Err(error) if !is_missing(&error) => Err(refused(error)),
            _ => Ok(()),
        }
    }

    async fn free(&self) -> Option<u64> {
        let estimate = ask(&storage(), "estimate").await.ok()?;
        let number = |key: &str| get(&estimate, key).as_f64();
        Some((number("quota")? - number("usage")?).max(0.0) as u64)
    }
}

/// A file that is being written.
pub struct Open(FileSystemSyncAccessHandle);

impl Open {
    fn at(at: u64) -> FileSystemReadWriteOptions {
        let options = FileSystemReadWriteOptions::new();
        options.set_at(at as f64);
        options
    }
}

impl StoreFile for Open {
    fn size(&self) -> Result<u64, HubFault> {
        self.0.get_size().map(|n| n as u64).map_err(refused)
    }

    fn read(&self, at: u64, bytes: &mut [u8]) -> Result<usize, HubFault> {
        let read = self.0.read_with_u8_array_and_options(bytes, &Self::at(at));
        read.map(|n| n as usize).map_err(refused)
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), HubFault> {
        let written = self.0.write_with_u8_array_and_options(bytes, &Self::at(at));
        match written.map_err(refused)? as usize {
            n if n == bytes.len() => Ok(()),
            n => Err(HubFault::NoRoom {
                needed: (bytes.len() - n) as u64,
                free: 0,
            }),
        }
    }

    fn clear(&mut self) -> Result<(), HubFault> {
        self.0.truncate_with_f64(0.0).map_err(refused)
    }

    fn flush(&mut self) -> Result<(), HubFault> {
        self.0.flush().map_err(refused)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.close();
    }
}
