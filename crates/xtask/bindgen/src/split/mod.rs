//! What is loaded later, taken out of a module.

mod order;
mod places;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use wasm_split_cli_support::{Options, transform};

/// The script that loads what was split off, beside the module's own.
const LOADER: &str = "./later.js";

/// Writes what is loaded later into `folder`, with the script that loads it; gives the file with what is loaded at once.
pub fn split(module: &Path, folder: &Path, name: &str) -> Result<PathBuf, Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let whole = places::without_places(&fs::read(module)?)?;
    let (first, script) = (folder.join("first.wasm"), format!("./{name}.js"));
    let mut options = Options::new(&whole);
    options.output_dir = folder;
    options.main_out_path = &first;
    options.main_module = &script;
    options.link_name = LOADER;
    transform(options)?;
    Ok(first)
}

/// Names the functions of every module in `folder` so that those which are alike become neighbours.
pub fn put_in_order(folder: &Path) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        if file.extension().is_some_and(|ending| ending == "wasm") {
            fs::write(&file, order::named_by_size(&fs::read(&file)?)?)?;
        }
    }
    Ok(())
}
