//! A small file that is needed before anything is stored.

use logitscope_core::error::HubFault;

use crate::store::StoreFile;

/// A file in memory.
#[derive(Default)]
pub struct InMemory(pub Vec<u8>);

impl StoreFile for InMemory {
    fn size(&self) -> Result<u64, HubFault> {
        Ok(self.0.len() as u64)
    }

    async fn read(&self, at: u64, bytes: &mut [u8]) -> Result<usize, HubFault> {
        let rest = usize::try_from(at).ok().and_then(|at| self.0.get(at..));
        let rest = rest.unwrap_or_default();
        let len = rest.len().min(bytes.len());
        bytes[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    /// Of what is written in its order, which is how files come.
    async fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), HubFault> {
        self.0.truncate(usize::try_from(at).unwrap_or(usize::MAX));
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn clear(&mut self) -> Result<(), HubFault> {
        self.0.clear();
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), HubFault> {
        Ok(())
    }
}
