//! `cargo xtask bench`: our engine and its peers in one headless browser, in turns.
//!
//! Here only what it needs is put in place, under `target/bench` (or `$LOGITSCOPE_BENCH_DIR`): Python packages that make
//! the models, npm packages with the peers, the built page. `tests/bench/run.mjs` does the rest.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::args::Args;
use crate::error::Error;
use crate::jobs::{Job, run_side_by_side};
use crate::tools;
use crate::{build, root};

/// Options that are passed on with their value.
const VALUES: [&str; 4] = ["--only", "--engines", "--runs", "--seed"];
const QUICK: &str = "--quick";
/// Names a page that is already built.
const DIST: &str = "LOGITSCOPE_DIST";

/// Runs the benchmark; says whether every engine ran and chose the right tokens.
pub fn run(mut args: Args) -> Result<bool, Error> {
    let mut passed_on = Vec::new();
    for name in VALUES {
        if let Some(value) = args.value(name)? {
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
    install(&folder)?;
    println!("[2/3] the page, in {}", dist()?.display());
    if env::var_os(DIST).is_none() {
        build::make(&dist()?)?;
    }
    println!("[3/3] measuring\n");
    measure(&[])
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
    fs::create_dir_all(folder).map_err(Error::io("creating", folder))?;
    let python = Packages {
        list: sources().join("requirements.txt"),
        done: folder.join("venv/installed.txt"),
    };
    let npm = Packages {
        list: sources().join("package-lock.json"),
        done: folder.join("js/installed.json"),
    };
    let mut jobs = Vec::new();
    if !python.are_installed() {
        run_side_by_side(vec![Job::new("bench venv", venv(folder)?)])?;
        jobs.push(Job::new("bench python packages", pip(folder, &python.list)));
    }
    if !npm.are_installed() {
        jobs.push(Job::new("bench npm packages", npm_ci(folder)?));
    }
    run_side_by_side(jobs)?;
    python.note()?;
    npm.note()
}

/// A list of packages, and where a copy of it says that they are installed.
struct Packages {
    list: PathBuf,
    done: PathBuf,
}

impl Packages {
    fn are_installed(&self) -> bool {
        fs::read(&self.done).is_ok_and(|done| fs::read(&self.list).is_ok_and(|list| list == done))
    }

    fn note(&self) -> Result<(), Error> {
        fs::copy(&self.list, &self.done)
            .map(|_| ())
            .map_err(Error::io("writing", &self.done))
    }
}

fn venv(folder: &Path) -> Result<Command, Error> {
    if root::on_path("python3").is_none() {
        return Err(Error::Missing {
            program: "python3",
            needed_for: "making the benchmark's models",
            install: "install Python 3.10 to 3.12 with its venv module (sudo apt-get install python3-venv)",
        });
    }
    let mut python = tools::command("python3");
    python.args(["-m", "venv"]).arg(folder.join("venv"));
    Ok(python)
}

fn pip(folder: &Path, list: &Path) -> Command {
    let inside = if cfg!(windows) {
        "venv/Scripts/python.exe"
    } else {
        "venv/bin/python"
    };
    let mut pip = Command::new(folder.join(inside));
    pip.args(["-m", "pip", "install", "--no-deps", "--requirement"])
        .arg(list);
    pip
}

/// `npm ci` beside the other things that are kept. No package's own scripts: one would download what is not needed.
fn npm_ci(folder: &Path) -> Result<Command, Error> {
    let place = folder.join("js");
    fs::create_dir_all(&place).map_err(Error::io("creating", &place))?;
    for name in ["package.json", "package-lock.json"] {
        let from = sources().join(name);
        fs::copy(&from, place.join(name)).map_err(Error::io("copying", from))?;
    }
    let mut npm = tools::npm("the benchmark")?;
    npm.args(["ci", "--ignore-scripts", "--no-fund", "--no-audit"])
        .current_dir(place);
    Ok(npm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_installed_when_the_list_is_the_same() -> Result<(), Error> {
        let folder = root::scratch().join("test of a list of packages");
        fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
        let packages = Packages {
            list: folder.join("list"),
            done: folder.join("done"),
        };
        let write = |text: &str| {
            fs::write(&packages.list, text).map_err(Error::io("writing", &packages.list))
        };
        assert!(!packages.are_installed());
        write("torch==2.6.0")?;
        assert!(!packages.are_installed());
        packages.note()?;
        assert!(packages.are_installed());
        write("torch==2.7.0")?;
        assert!(!packages.are_installed());
        fs::remove_dir_all(&folder).map_err(Error::io("deleting", &folder))
    }

    #[test]
    fn the_lock_names_no_registry() {
        let lock = include_str!("../../../tests/bench/package-lock.json");
        assert!(!lock.contains("\"resolved\""));
    }
}
