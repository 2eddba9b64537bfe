//! The repository's own files, of which seeds are made.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of it, by its path there.
pub fn file(path: &str) -> Vec<u8> {
    fs::read(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The same as JSON.
pub fn json(path: &str) -> Value {
    serde_json::from_slice(&file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files of a folder whose names end so, in order.
pub fn files(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let mut paths = below(&root().join(folder), ending);
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        .collect()
}

/// The paths of files in a folder and the folders in it.
pub fn below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        match path.is_dir() {
            true => found.extend(below(&path, ending)),
            false if path.to_string_lossy().ends_with(ending) => found.push(path),
            false => {}
        }
    }
    found
}
