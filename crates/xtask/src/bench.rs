//! `cargo xtask bench`: our engine and its peers in one headless browser, in turns.
//!
//! Here only what it needs is put in place, under `target/bench` (or `$LOGITSCOPE_BENCH_DIR`): Python packages that make
//! the models, npm packages with the peers, the built page. `tests/bench/run.mjs` does the rest. Where ours alone is
//! measured it needs none of those packages, only the browser suite's own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::args::Args;
use crate::error::Error;
use crate::jobs::{Job, run_side_by_side};
use crate::packages::{Packages, Venv};
use crate::tools;
use crate::{build, root};

/// Options that are passed on with their value.
const VALUES: [&str; 4] = ["--only", ENGINES, "--runs", "--seed"];
const ENGINES: &str = "--engines";
const QUICK: &str = "--quick";
/// Names a page that is already built.
const DIST: &str = "LOGITSCOPE_DIST";

/// Runs the benchmark; says whether every engine ran and chose the right tokens.
pub fn run(mut args: Args) -> Result<bool, Error> {
    let mut passed_on = Vec::new();
    let mut ours = false;
    for name in VALUES {
        if let Some(value) = args.value(name)? {
            ours |= name == ENGINES && are_ours(&value);
            passed_on.push(format!("{name}={value}"));
        }
    }
    if args.flag(QUICK) {
        passed_on.push(QUICK.to_owned());
    }
    args.finish()?;

    let chromium = tools::chromium().ok_or(Error::Missing {
        program: "chromium",
        needed_for: "the benchmark",
        install: tools::INSTALL_CHROMIUM,
    })?;
    let folder = folder()?;
    let measure = |more: &[&str]| -> Result<bool, Error> {
        let status = tools::command("node")
            .arg(sources().join("run.mjs"))
            .args(&passed_on)
            .args(more)
            .env("CHROMIUM", &chromium)
            .env("LOGITSCOPE_BENCH_DIR", &folder)
            .env("LOGITSCOPE_DIST", dist()?)
            .status()
            .map_err(Error::io("starting", "node"))?;
        Ok(status.success())
    };
    // A mistake in an option is said before anything is downloaded or compiled.
    if !measure(&["--check"])? {
        return Ok(false);
    }
    println!("[1/3] packages, in {}", folder.display());
    if ours {
        let place = root::root().join("tests/web");
        run_side_by_side(vec![Job::new("browser packages", npm_ci(&place)?)])?;
    } else {
        install(&folder)?;
    }
    println!("[2/3] the page, in {}", dist()?.display());
    if env::var_os(DIST).is_none() {
        build::make(&dist()?)?;
    }
    println!("[3/3] measuring\n");
    measure(&[])
}

/// Whether all of these engines, with commas between them, are ours.
fn are_ours(engines: &str) -> bool {
    engines
        .split(',')
        .all(|name| name.trim().starts_with("ours-"))
}

/// The benchmark's own files.
fn sources() -> PathBuf {
    root::root().join("tests/bench")
}

/// Where packages, models and results are kept, as a full path.
fn folder() -> Result<PathBuf, Error> {
    match env::var_os("LOGITSCOPE_BENCH_DIR") {
        None => Ok(root::root().join("target/bench")),
        Some(folder) => std::path::absolute(&folder).map_err(Error::io("resolving", folder)),
    }
}

/// The page to measure, as a full path: `$LOGITSCOPE_DIST`, or the one that `cargo xtask build` makes.
fn dist() -> Result<PathBuf, Error> {
    match env::var_os(DIST) {
        None => Ok(root::root().join("dist")),
        Some(page) => std::path::absolute(&page).map_err(Error::io("resolving", page)),
    }
}

/// Installs the packages of both kinds, unless those of the committed lists are there.
fn install(folder: &Path) -> Result<(), Error> {
    let python = Venv::new(folder.join("venv"), sources().join("requirements.txt"));
    let npm = Packages {
        list: sources().join("package-lock.json"),
        done: folder.join("js/installed.json"),
    };
    let mut jobs = Vec::new();
    if !python.is_installed() {
        jobs.push(python.job("making the benchmark's models")?);
    }
    if !npm.are_installed() {
        let place = folder.join("js");
        fs::create_dir_all(&place).map_err(Error::io("creating", &place))?;
        for name in ["package.json", "package-lock.json"] {
            let from = sources().join(name);
            fs::copy(&from, place.join(name)).map_err(Error::io("copying", from))?;
        }
        jobs.push(Job::new("bench npm packages", npm_ci(&place)?));
    }
    run_side_by_side(jobs)?;
    python.note()?;
    npm.note()
}

/// `npm ci` in a folder with a list. No package's own scripts: one would download what is not needed.
fn npm_ci(place: &Path) -> Result<Command, Error> {
    let mut npm = tools::npm("the benchmark")?;
    npm.args(["ci", "--ignore-scripts", "--no-fund", "--no-audit"])
        .current_dir(place);
    Ok(npm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_list_of_our_engines_needs_no_download() {
        assert!(are_ours("ours-gpu-f32, ours-cpu-f32"));
        for list in ["ours-gpu-f32,wllama-cpu-1", "tjs-wasm-1", ""] {
            assert!(!are_ours(list), "{list}");
        }
    }

    #[test]
    fn the_lock_names_no_registry() {
        let lock = include_str!("../../../tests/bench/package-lock.json");
        assert!(!lock.contains("\"resolved\""));
    }
}
