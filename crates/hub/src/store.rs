//! What a download needs of a place that keeps files.

use std::future::Future;

use logitscope_core::error::HubFault;
use wasm_bindgen::JsValue;

/// Keeps files in folders, one a model.
pub trait Store: 'static {
    /// A file that is being written. Nobody else can open it meanwhile.
    type File: StoreFile;

    /// The names of all folders.
    fn folders(&self) -> impl Future<Output = Result<Vec<String>, HubFault>>;

    /// Opens a file, which is empty at first, and its folder.
    fn open(&self, folder: &str, name: &str) -> impl Future<Output = Result<Self::File, HubFault>>;

    /// All of a small file; `None` if there is none.
    fn read(
        &self,
        folder: &str,
        name: &str,
    ) -> impl Future<Output = Result<Option<Vec<u8>>, HubFault>>;

    /// The bytes of a file; 0 if there is none.
    fn size(&self, folder: &str, name: &str) -> impl Future<Output = Result<u64, HubFault>>;

    /// A file as the page can hand it on: a `File`.
    fn file(&self, folder: &str, name: &str) -> impl Future<Output = Result<JsValue, HubFault>>;

    /// Several files as an array of `File`s.
    fn files(
        &self,
        folder: &str,
        names: &[&str],
    ) -> impl Future<Output = Result<JsValue, HubFault>>;

    /// Takes a folder away, with its files.
    fn remove(&self, folder: &str) -> impl Future<Output = Result<(), HubFault>>;

    /// How many bytes may still be stored, where that is known.
    fn free(&self) -> impl Future<Output = Option<u64>>;

    /// Whether what it keeps is there after the page.
    fn lasts(&self) -> impl Future<Output = bool>;
}

/// A file that is being written. Dropped, it is closed.
pub trait StoreFile {
    /// Its bytes.
    fn size(&self) -> Result<u64, HubFault>;

    /// Fills `bytes` from `at` on, as far as the file goes; how many it were.
    fn read(&self, at: u64, bytes: &mut [u8]) -> impl Future<Output = Result<usize, HubFault>>;

    /// Writes `bytes` at `at`.
    fn write(&mut self, at: u64, bytes: &[u8]) -> impl Future<Output = Result<(), HubFault>>;

    /// Forgets all of it.
    fn clear(&mut self) -> Result<(), HubFault>;

    /// Sees to it that what was written stays, whatever happens to the program.
    fn flush(&mut self) -> impl Future<Output = Result<(), HubFault>>;
}
