//! Where things lie in this checkout.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::error::Error;

/// The workspace's root folder.
pub fn root() -> PathBuf {
    // This crate lies in crates/xtask, two levels below it.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Where cargo compiles to.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Deletes a folder, if it is there.
pub fn delete(folder: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::io("deleting", folder)(error))
        }
        _ => Ok(()),
    }
}

/// Copies a folder with all that is in it; files that are there are replaced.
pub fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to).map_err(Error::io("creating", to))?;
    for entry in fs::read_dir(from).map_err(Error::io("reading", from))? {
        let path = entry.map_err(Error::io("reading", from))?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, target).map_err(Error::io("copying", path))?;
        }
    }
    Ok(())
}

/// Tools that belong to this checkout: ours that joins modules with JavaScript, wasm-bindgen's runner of tests, Binaryen.
pub fn tools() -> PathBuf {
    root().join("target/tools")
}

/// Logs, and the page as `serve` builds it.
pub fn scratch() -> PathBuf {
    root().join("target/xtask")
}

/// Finds a program in the folders of PATH.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    find(program, &env::split_paths(&path).collect::<Vec<_>>())
}

/// The first of `folders` that holds `program`, as its full path.
pub fn find(program: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    // What npm installs is a .cmd on Windows.
    let endings: &[&str] = if cfg!(windows) {
        &[".exe", ".cmd"]
    } else {
        &[""]
    };
    folders
        .iter()
        .flat_map(|folder| {
            endings
                .iter()
                .map(move |end| folder.join(format!("{program}{end}")))
        })
        .find(|file| file.is_file())
}
