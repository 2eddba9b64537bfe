//! Where things lie in this checkout.

use std::path::{Path, PathBuf};

/// The workspace's root folder.
pub fn root() -> PathBuf {
    // This crate lies in crates/xtask, two levels below it.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Tools that belong to this checkout: trunk, wasm-bindgen, wasm-opt.
pub fn tools() -> PathBuf {
    root().join("target/tools")
}

/// Logs, and the page as `serve` builds it.
pub fn scratch() -> PathBuf {
    root().join("target/xtask")
}

/// Finds a program in the folders of PATH.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(format!("{program}{}", std::env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}
