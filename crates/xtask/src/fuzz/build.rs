//! The program of all targets, compiled so that it counts which of its edges a case takes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::error::Error;
use crate::jobs::{Job, run_side_by_side};
use crate::root::{self, on_path};
use crate::tools;

/// What the compiler adds: counters of edges, their table, and the values that comparisons compare.
const COVERAGE: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];
/// What parts flags in `CARGO_ENCODED_RUSTFLAGS`.
const BETWEEN_FLAGS: &str = "\u{1f}";

/// libFuzzer is C++, which is compiled with the program.
pub fn compiler() -> Result<(), Error> {
    match env::var_os("CXX").is_some() || on_path("c++").is_some() {
        true => Ok(()),
        false => Err(Error::Missing {
            program: "a C++ compiler",
            needed_for: "the fuzzer",
            install: "sudo apt-get install g++",
        }),
    }
}

/// All that fuzzing makes: the program, seeds, what was found.
pub fn folder() -> PathBuf {
    root::target().join("fuzz")
}

/// Builds the program, in a folder of its own: its flags are others than the tests'.
pub fn build() -> Result<(), Error> {
    compiler()?;
    lock()?;
    let mut cargo = tools::command("cargo");
    cargo
        .args(["build", "--manifest-path", "tests/fuzz/Cargo.toml"])
        // With a target named, what runs while it is compiled is compiled without the flags.
        .args(["--target", &machine()?])
        .env("CARGO_TARGET_DIR", folder().join("build"))
        .env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join(BETWEEN_FLAGS))
        .env_remove("RUSTFLAGS");
    run_side_by_side(vec![Job::new("the fuzzer", cargo)])
}

/// The program, to be given a target.
pub fn program() -> Result<Command, Error> {
    let name = format!("logitscope-fuzz{}", env::consts::EXE_SUFFIX);
    let built = folder().join("build").join(machine()?).join("debug");
    let mut command = Command::new(built.join(name));
    command.current_dir(root::root());
    Ok(command)
}

/// The names of the targets, as the program says them.
pub fn targets() -> Result<Vec<String>, Error> {
    let mut program = program()?;
    let path = PathBuf::from(program.get_program());
    let output = program.output().map_err(Error::io("starting", path))?;
    let said = String::from_utf8_lossy(&output.stdout);
    Ok(said.lines().map(str::to_owned).collect())
}

/// What is fuzzed is compiled from the versions in the project's lock file; cargo adds the fuzzer to a copy of it.
fn lock() -> Result<(), Error> {
    let own = root::root().join("tests/fuzz/Cargo.lock");
    let project = root::root().join("Cargo.lock");
    let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    if changed(&own) >= changed(&project) {
        return Ok(());
    }
    fs::copy(&project, &own)
        .map(|_| ())
        .map_err(Error::io("writing", own))
}

/// This machine, as the compiler calls it.
fn machine() -> Result<String, Error> {
    let output = Command::new("rustc")
        .arg("-vV")
        .current_dir(root::root())
        .output()
        .map_err(Error::io("starting", "rustc"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| Error::Fuzz("rustc -vV names no host".into()))
}
