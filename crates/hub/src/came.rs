//! What came of a file when its header was read: the download need not ask for it again.

use std::cell::RefCell;

use logitscope_core::error::HubFault;

use crate::network::{Body, Lost};
use crate::store::StoreFile;

/// The beginning of a file.
#[derive(Default)]
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

    /// Writes it to `file`, unless something of that is here already.
    pub async fn put(self, file: &mut impl StoreFile) -> Result<(), HubFault> {
        if file.size()? > 0 {
            return Ok(());
        }
        let mut at = 0;
        for part in self.parts {
            file.write(at, &part).await?;
            at += part.len() as u64;
        }
        Ok(())
    }
}

/// A body of which every part is noted, and told.
pub struct Noted<'a, B> {
    /// What comes.
    pub body: B,
    /// What came.
    pub parts: &'a RefCell<Vec<Vec<u8>>>,
    /// Hears how many bytes came.
    pub heard: &'a dyn Fn(u64),
}

impl<B: Body> Body for Noted<'_, B> {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        let part = self.body.next().await?;
        if let Some(part) = &part {
            let mut parts = self.parts.borrow_mut();
            parts.push(part.clone());
            let bytes: usize = parts.iter().map(Vec::len).sum();
            (self.heard)(bytes as u64);
        }
        Ok(part)
    }
}
