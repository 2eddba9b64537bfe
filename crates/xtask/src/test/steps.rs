//! The steps of `cargo xtask test`, in order.

use std::env;
use std::path::Path;
use std::process::Command;

use super::common::{WASM, cargo, install_servers};
use super::tally::Tally;
use super::{browser, wasm};
use crate::error::Error;
use crate::jobs::Job;
use crate::packages::{INSTALL_PYTHON, has_python};
use crate::{fuzz, tools, train};

/// One step.
pub struct Step {
    /// As typed after `--only`.
    pub name: &'static str,
    /// What it does, for the reader of the progress.
    pub what: &'static str,
    /// What it needs and can be made while the step before it runs.
    pub prepare: fn() -> Result<(), Error>,
    /// Does it.
    pub run: fn() -> Result<Tally, Error>,
}

/// All steps; the quick ones come first.
pub const STEPS: [Step; 8] = [
    Step {
        name: "fmt",
        what: "is the code formatted?",
        prepare: nothing,
        run: fmt,
    },
    Step {
        name: "lint",
        what: "clippy, native",
        prepare: nothing,
        run: lint,
    },
    Step {
        name: "lint-wasm",
        what: "clippy, as compiled for the browser",
        prepare: nothing,
        run: lint_wasm,
    },
    Step {
        name: "native",
        what: "the tests on this machine",
        prepare: nothing,
        run: native,
    },
    Step {
        name: "fuzz",
        what: "every reader of what comes from outside, for some seconds each",
        prepare: fuzzer,
        run: fuzz,
    },
    Step {
        name: "train",
        what: "the training pipeline, from end to end with tiny models",
        prepare: train_packages,
        run: train,
    },
    Step {
        name: "wasm",
        what: "the tests in the browser, on its WebGPU",
        prepare: wasm::prepare,
        run: wasm::run,
    },
    Step {
        name: "browser",
        what: "the built page, as a visitor uses it",
        prepare: browser::prepare,
        run: browser::run,
    },
];

fn nothing() -> Result<(), Error> {
    Ok(())
}

fn fmt() -> Result<Tally, Error> {
    let own = cargo(&["fmt", "--all", "--check"]);
    let mut tally = Tally::of_check(Job::new("fmt", own).run()?);
    // A workspace of its own.
    let fuzz = cargo(&["fmt", "--check", "--manifest-path", "tests/fuzz/Cargo.toml"]);
    tally.add(Tally::of_check(Job::new("fmt fuzz", fuzz).run()?));
    Ok(tally)
}

fn lint() -> Result<Tally, Error> {
    let cargo = cargo(&[
        "clippy",
        "--workspace",
        "--exclude",
        "logitscope-web",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]);
    Ok(Tally::of_check(Job::new("lint", cargo).run()?))
}

fn lint_wasm() -> Result<Tally, Error> {
    tools::wasm_target()?;
    let clippy = |kinds: &[&str], packages: &[&str]| {
        let mut cargo = cargo(&["clippy"]);
        cargo.args(kinds);
        let packages = packages.iter();
        cargo.args(packages.map(|package| format!("--package=logitscope-{package}")));
        cargo.args(WASM).args(["--", "-D", "warnings"]);
        Job::new("lint-wasm", cargo).run()
    };
    let programs = [
        "core", "protocol", "loops", "model", "gpu", "grammar", "worker", "endpoint", "hub",
        "engine", "web", "tests",
    ];
    let mut tally = Tally::of_check(clippy(&["--lib", "--bins"], &programs)?);
    // The tests of all others are what they are natively.
    tally.add(Tally::of_check(clippy(&["--tests"], &["web", "tests"])?));
    Ok(tally)
}

fn native() -> Result<Tally, Error> {
    install_servers();
    let mut cargo = cargo(&[
        "test",
        "--workspace",
        "--no-fail-fast",
        "--",
        "--show-output",
    ]);
    use_software_vulkan(&mut cargo);
    Ok(Tally::of_cargo_test(Job::new("native", cargo).run()?))
}

/// Lets Vulkan find Mesa's software adapter and no other, unless the environment has chosen: results are then the same
/// on every machine.
fn use_software_vulkan(command: &mut Command) {
    if env::var_os("VK_ICD_FILENAMES").is_some() || env::var_os("VK_DRIVER_FILES").is_some() {
        return;
    }
    let drivers = Path::new("/usr/share/vulkan/icd.d");
    let lavapipe = drivers.join(format!("lvp_icd.{}.json", env::consts::ARCH));
    if lavapipe.is_file() {
        command.env("VK_ICD_FILENAMES", lavapipe);
    }
}

fn fuzzer() -> Result<(), Error> {
    match fuzz::compiler() {
        Ok(()) => fuzz::build(),
        Err(_) => Ok(()),
    }
}

fn fuzz() -> Result<Tally, Error> {
    if let Err(missing) = fuzz::compiler() {
        return Ok(Tally::skip(missing.to_string()));
    }
    let mut tally = Tally::default();
    for report in fuzz::short()? {
        match report.found {
            Some(found) => tally.add(Tally::failure(found)),
            None => tally.passed += 1,
        }
    }
    Ok(tally)
}

fn train_packages() -> Result<(), Error> {
    match has_python() {
        true => train::install(),
        false => Ok(()),
    }
}

fn train() -> Result<Tally, Error> {
    if !has_python() {
        return Ok(Tally::skip(format!(
            "python3 is missing or too old: {INSTALL_PYTHON}"
        )));
    }
    Ok(Tally::of_check(train::smoke()?))
}
