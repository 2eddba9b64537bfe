//! What several steps do: call cargo, install what tests ask, run files in pairs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::tally::Tally;
use crate::error::Error;
use crate::jobs::in_pairs;
use crate::packages::Venv;
use crate::{root, tools};

/// What tells cargo to compile for the browser.
pub const WASM: [&str; 2] = ["--target", "wasm32-unknown-unknown"];

/// cargo with these arguments.
pub fn cargo(args: &[&str]) -> Command {
    let mut cargo = tools::command("cargo");
    cargo.args(args);
    cargo
}

/// Installs the server that tests of endpoints ask. Where that is not possible they say that they are skipped.
pub fn install_servers() {
    let list = root::root().join("tests/endpoints/requirements.txt");
    let venv = Venv::new(root::root().join("target/endpoints/venv"), list);
    if let Err(error) = venv.install("the tests of endpoints") {
        eprintln!("no llama.cpp server: {error}");
    }
}

/// The files of `folder` with this ending, by name.
pub fn files_that_end_with(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Error> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(Error::io("reading", folder))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.to_string_lossy().ends_with(ending))
        .collect();
    files.sort();
    Ok(files)
}

/// Runs every item, two at the same time: a test often waits for its browser. What fails beside another is judged by how it does without one.
pub fn in_pairs_then_alone(
    items: Vec<PathBuf>,
    run: impl Fn(&PathBuf) -> Result<Tally, Error> + Sync,
) -> Result<Tally, Error> {
    let run = |item: PathBuf| {
        let tally = run(&item).unwrap_or_else(|error| Tally::failure(error.to_string()));
        (item, tally)
    };
    if items.is_empty() {
        return Ok(Tally::failure("there is nothing to run".into()));
    }
    let mut sum = Tally::default();
    for (item, tally) in in_pairs(items, run)? {
        if tally.failed == 0 {
            sum.add(tally);
            continue;
        }
        println!("      alone, once more: {}", item.display());
        print!("{}", tally.output);
        sum.add(run(item).1);
    }
    Ok(sum)
}
