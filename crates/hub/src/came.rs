//! What came of a file when its header was read: the download need not ask for it again.

use std::cell::RefCell;
use std::slice::Iter;

use logitscope_core::error::HubFault;

use crate::network::{Body, Lost};
use crate::store::StoreFile;

/// The beginning of a file.
pub struct Came {
    /// The folder of its model.
    pub folder: String,
    /// The file.
    pub name: String,
    /// Its bytes, as they came.
    pub parts: Vec<Vec<u8>>,
}

impl Came {
    /// Whether it is of this file.
    pub fn is_of(&self, folder: &str, name: &str) -> bool {
        self.folder == folder && self.name == name
    }

    /// The same once more.
    pub fn again(&self) -> Again<'_> {
        Again(self.parts.iter())
    }

    /// Writes to `file` what is not there yet.
    pub async fn put(self, file: &mut impl StoreFile) -> Result<(), HubFault> {
        let (mut at, here) = (0, file.size()?);
        for part in self.parts {
            let known = here.saturating_sub(at).min(part.len() as u64);
            if let Some(new) = part.get(known as usize..).filter(|new| !new.is_empty()) {
                file.write(at + known, new).await?;
            }
            at += part.len() as u64;
        }
        Ok(())
    }
}

/// What came, as a body.
pub struct Again<'a>(Iter<'a, Vec<u8>>);

impl Body for Again<'_> {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        Ok(self.0.next().cloned())
    }
}

/// A body of which every part is noted, and told.
pub struct Noted<'a, B> {
    /// What comes.
    pub body: B,
    /// What came.
    pub parts: &'a RefCell<Vec<Vec<u8>>>,
    /// Bytes of it.
    pub bytes: u64,
    /// Hears how many bytes came.
    pub heard: &'a dyn Fn(u64),
}

impl<B: Body> Body for Noted<'_, B> {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        let part = self.body.next().await?;
        if let Some(part) = &part {
            self.parts.borrow_mut().push(part.clone());
            self.bytes += part.len() as u64;
            (self.heard)(self.bytes);
        }
        Ok(part)
    }
}
