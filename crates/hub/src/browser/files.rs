//! The browser's store: its own file system for this site, or memory where it gives none, as in Firefox's private windows.

use std::cell::OnceCell;

use js_sys::{Array, Uint8Array};
use logitscope_core::error::HubFault;
use logitscope_worker::js::get;
use wasm_bindgen::prelude::*;
use web_sys::File;

use super::disk::{Disk, Handle, ask, refused, storage};
use super::memory::{Memory, Parts, no_memory};
use crate::store::{Store, StoreFile};

/// The browser's store.
#[derive(Default)]
pub struct Files(OnceCell<Place>);

/// Where files are.
enum Place {
    Disk(Disk),
    Memory(Memory),
}

impl Files {
    async fn place(&self) -> &Place {
        let keeps = match self.0.get() {
            Some(Place::Disk(_)) => true,
            Some(Place::Memory(_)) => false,
            None => Disk::is_there().await,
        };
        self.0.get_or_init(|| match keeps {
            true => Place::Disk(Disk),
            false => Place::Memory(Memory::default()),
        })
    }

    /// A file that is there; `None` if it is not, or its folder.
    async fn find(&self, folder: &str, name: &str) -> Result<Option<File>, HubFault> {
        let found = match self.place().await {
            Place::Disk(disk) => disk.find(folder, name).await,
            Place::Memory(memory) => memory.find(folder, name),
        };
        found.map_err(refused)
    }
}

impl Store for Files {
    type File = Open;

    async fn folders(&self) -> Result<Vec<String>, HubFault> {
        match self.place().await {
            Place::Disk(disk) => disk.folders().await.map_err(refused),
            Place::Memory(memory) => Ok(memory.folders()),
        }
    }

    async fn open(&self, folder: &str, name: &str) -> Result<Open, HubFault> {
        Ok(match self.place().await {
            Place::Disk(disk) => Open::Disk(disk.open(folder, name).await.map_err(refused)?),
            Place::Memory(memory) => Open::Memory(memory.open(folder, name)),
        })
    }

    async fn read(&self, folder: &str, name: &str) -> Result<Option<Vec<u8>>, HubFault> {
        let Some(file) = self.find(folder, name).await? else {
            return Ok(None);
        };
        let bytes = ask(&file, "arrayBuffer").await;
        let bytes = bytes.map_err(|error| match self.0.get() {
            Some(Place::Memory(_)) => no_memory(error),
            _ => refused(error),
        });
        Ok(Some(Uint8Array::new(&bytes?).to_vec()))
    }

    async fn size(&self, folder: &str, name: &str) -> Result<u64, HubFault> {
        let file = self.find(folder, name).await?;
        Ok(file.map_or(0, |file| file.size() as u64))
    }

    async fn file(&self, folder: &str, name: &str) -> Result<JsValue, HubFault> {
        let file = self.find(folder, name).await?;
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
        match self.place().await {
            Place::Disk(disk) => return disk.remove(folder).await.map_err(refused),
            Place::Memory(memory) => memory.remove(folder),
        }
        Ok(())
    }

    async fn free(&self) -> Option<u64> {
        if !self.lasts().await {
            return None;
        }
        let estimate = ask(&storage(), "estimate").await.ok()?;
        let number = |key: &str| get(&estimate, key).as_f64();
        Some((number("quota")? - number("usage")?).max(0.0) as u64)
    }

    async fn lasts(&self) -> bool {
        matches!(self.place().await, Place::Disk(_))
    }
}

/// A file that is being written.
pub enum Open {
    /// In the browser's file system.
    Disk(Handle),
    /// In memory.
    Memory(Parts),
}

impl StoreFile for Open {
    fn size(&self) -> Result<u64, HubFault> {
        match self {
            Open::Disk(handle) => handle.size(),
            Open::Memory(parts) => Ok(parts.size()),
        }
    }

    async fn read(&self, at: u64, bytes: &mut [u8]) -> Result<usize, HubFault> {
        match self {
            Open::Disk(handle) => handle.read(at, bytes),
            Open::Memory(parts) => parts.read(at, bytes).await.map_err(no_memory),
        }
    }

    async fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), HubFault> {
        match self {
            Open::Disk(handle) => handle.write(at, bytes),
            Open::Memory(parts) => parts.append(bytes).await,
        }
    }

    fn clear(&mut self) -> Result<(), HubFault> {
        match self {
            Open::Disk(handle) => return handle.clear(),
            Open::Memory(parts) => parts.clear(),
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), HubFault> {
        match self {
            Open::Disk(handle) => handle.flush(),
            Open::Memory(parts) => parts.hand_over().await,
        }
    }
}
