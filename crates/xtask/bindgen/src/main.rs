//! wasm-bindgen's library behind the few options that the page needs. Its own program brings a test runner, an HTTP
//! client and server and a command-line parser, which take three times as long to compile; and it cannot split a module.

mod order;
mod places;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

const USAGE: &str = "usage: logitscope-bindgen MODULE --target web --no-typescript --out-dir FOLDER --out-name NAME [--split]";

/// The script that loads what was split off, beside the module's own.
const LOADER: &str = "./later.js";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--version"] => println!(
            "logitscope-bindgen {}-placeless",
            wasm_bindgen_shared::version()
        ),
        // Word for word what xtask says to wasm-bindgen's own program where that is there.
        [
            module,
            "--target",
            "web",
            "--no-typescript",
            "--out-dir",
            folder,
            "--out-name",
            name,
        ] => join(Bindgen::new().input_path(module), folder, name)?,
        [
            module,
            "--target",
            "web",
            "--no-typescript",
            "--out-dir",
            folder,
            "--out-name",
            name,
            "--split",
        ] => {
            let first = split(Path::new(module), Path::new(folder), name)?;
            // What is split off names the first part's functions and its memory by what the linker exported.
            let mut bindgen = Bindgen::new();
            bindgen
                .input_path(&first)
                .keep_lld_exports(true)
                .demangle(false);
            join(&mut bindgen, folder, name)?;
            fs::remove_file(first)?;
            put_in_order(Path::new(folder))?;
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

/// Joins a module with its JavaScript.
fn join(bindgen: &mut Bindgen, folder: &str, name: &str) -> Result<(), Box<dyn Error>> {
    bindgen
        .web(true)?
        .typescript(false)
        // The engine starts without being told where its module lies.
        .omit_default_module_path(false)
        .out_name(name)
        .generate(folder)?;
    Ok(())
}

/// Writes what is loaded later into `folder`, with the script that loads it; gives the file with what is loaded at once.
fn split(module: &Path, folder: &Path, name: &str) -> Result<PathBuf, Box<dyn Error>> {
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
fn put_in_order(folder: &Path) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        if file.extension().is_some_and(|ending| ending == "wasm") {
            fs::write(&file, order::named_by_size(&fs::read(&file)?)?)?;
        }
    }
    Ok(())
}
