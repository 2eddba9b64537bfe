//! A store in memory, for browsers that keep no files. What is in it ends with the page.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use logitscope_core::error::HubFault;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

/// So many bytes are collected here before they are handed over to the browser.
const PART: usize = 8 << 20;

type Folder = BTreeMap<String, Parts>;

/// Folders with files.
#[derive(Default)]
pub struct Memory(RefCell<BTreeMap<String, Folder>>);

impl Memory {
    /// The names of all folders.
    pub fn folders(&self) -> Vec<String> {
        self.0.borrow().keys().cloned().collect()
    }

    /// A file that is there.
    pub fn find(&self, folder: &str, name: &str) -> Result<Option<File>, JsValue> {
        let folders = self.0.borrow();
        let parts = folders.get(folder).and_then(|folder| folder.get(name));
        parts.map(|parts| parts.file(name)).transpose()
    }

    /// A file, which is empty at first, and its folder.
    pub fn open(&self, folder: &str, name: &str) -> Parts {
        let mut folders = self.0.borrow_mut();
        let folder = folders.entry(folder.into()).or_default();
        folder.entry(name.into()).or_default().clone()
    }

    /// Takes a folder away, with its files.
    pub fn remove(&self, folder: &str) {
        self.0.borrow_mut().remove(folder);
    }
}

/// A file in parts that the browser has, outside the memory of this program: a file made of them holds no byte twice.
#[derive(Clone, Default)]
pub struct Parts(Rc<RefCell<Bytes>>);

#[derive(Default)]
struct Bytes {
    /// `Blob`s.
    parts: Array,
    /// Bytes of them together.
    in_parts: u64,
    /// What comes behind them.
    rest: Vec<u8>,
}

impl Parts {
    /// Its bytes.
    pub fn size(&self) -> u64 {
        let own = self.0.borrow();
        own.in_parts + own.rest.len() as u64
    }

    fn file(&self, name: &str) -> Result<File, JsValue> {
        let own = self.0.borrow();
        let all = own
            .parts
            .concat(&Array::of1(&Uint8Array::from(&own.rest[..])));
        File::new_with_blob_sequence(&all, name)
    }

    /// Fills `bytes` from `at` on, as far as the file goes; how many it were.
    pub async fn read(&self, at: u64, bytes: &mut [u8]) -> Result<usize, JsValue> {
        let (from, to) = (at as f64, (at + bytes.len() as u64) as f64);
        let part = self.file("")?.slice_with_f64_and_f64(from, to)?;
        let part = Uint8Array::new(&JsFuture::from(part.array_buffer()).await?);
        let n = part.length() as usize;
        part.copy_to(&mut bytes[..n]);
        Ok(n)
    }

    /// Writes `bytes` behind the others: files come in their order.
    pub async fn append(&self, bytes: &[u8]) -> Result<(), HubFault> {
        self.0.borrow_mut().rest.extend_from_slice(bytes);
        let is_part = self.0.borrow().rest.len() >= PART;
        match is_part {
            true => self.hand_over().await,
            false => Ok(()),
        }
    }

    /// Forgets all of it.
    pub fn clear(&self) {
        self.0.take();
    }

    /// Hands what is collected over to the browser.
    pub async fn hand_over(&self) -> Result<(), HubFault> {
        let rest = std::mem::take(&mut self.0.borrow_mut().rest);
        if rest.is_empty() {
            return Ok(());
        }
        let size = rest.len() as u64;
        let bytes = Array::of1(&Uint8Array::from(&rest[..]));
        let part = Blob::new_with_u8_array_sequence(&bytes).map_err(no_memory)?;
        // So that it is known now.
        let last = part.slice_with_f64(size as f64 - 1.0).map_err(no_memory)?;
        JsFuture::from(last.array_buffer())
            .await
            .map_err(no_memory)?;
        let mut own = self.0.borrow_mut();
        own.parts.push(&part);
        own.in_parts += size;
        Ok(())
    }
}

/// What it means where something cannot be made or read: a browser takes what it has no memory for, and says so only then.
pub fn no_memory(_: JsValue) -> HubFault {
    HubFault::NoMemory
}
