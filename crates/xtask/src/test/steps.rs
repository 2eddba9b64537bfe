//! The steps of `cargo xtask test`, in order.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use super::tally::Tally;
use crate::error::Error;
use crate::jobs::{Job, in_pairs, run_side_by_side};
use crate::packages::{INSTALL_PYTHON, Venv, has_python};
use crate::root::{self, on_path};
use crate::tools::{self, INSTALL_CHROMIUM, Tool};
use crate::{build, fuzz, train};

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
        prepare: wasm_tools,
        run: wasm,
    },
    Step {
        name: "browser",
        what: "the built page, as a visitor uses it",
        prepare: page,
        run: browser,
    },
];

const WASM: [&str; 2] = ["--target", "wasm32-unknown-unknown"];

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
    let mut cargo = cargo(&["clippy", "--lib", "--bins", "--tests"]);
    for package in [
        "core", "protocol", "loops", "model", "gpu", "grammar", "worker", "endpoint", "hub",
        "engine", "web", "tests",
    ] {
        cargo.arg(format!("--package=logitscope-{package}"));
    }
    cargo.args(WASM).args(["--", "-D", "warnings"]);
    Ok(Tally::of_check(Job::new("lint-wasm", cargo).run()?))
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

/// Installs the server that tests of endpoints ask. Where that is not possible they say that they are skipped.
fn install_servers() {
    let list = root::root().join("tests/endpoints/requirements.txt");
    let venv = Venv::new(root::root().join("target/endpoints/venv"), list);
    if let Err(error) = venv.install("the tests of endpoints") {
        eprintln!("no llama.cpp server: {error}");
    }
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

fn wasm_tools() -> Result<(), Error> {
    if tools::chromium().is_none() {
        return Ok(());
    }
    tools::wasm_target()?;
    run_side_by_side(tools::install_missing(&[Tool::WasmBindgen])?)?;
    tools::tidy()
}

fn wasm() -> Result<Tally, Error> {
    if tools::chromium().is_none() {
        return Ok(Tally::skip(format!(
            "chromium is missing: {INSTALL_CHROMIUM}"
        )));
    }
    let driver = env::var_os("CHROMEDRIVER")
        .map(PathBuf::from)
        .or_else(|| on_path("chromedriver"));
    let Some(driver) = driver else {
        return Ok(Tally::skip(format!(
            "chromedriver is missing: {INSTALL_CHROMIUM}"
        )));
    };
    let mut cargo = cargo(&["test", "--package=logitscope-tests", "--no-run"]);
    cargo.args(WASM);
    for test in tests_in_browser()? {
        cargo.args(["--test", &test]);
    }
    let built = Job::new("wasm tests", cargo).run()?;
    if !built.success {
        return Ok(Tally::of_check(built));
    }
    let run = |module: &PathBuf| -> Result<Tally, Error> {
        let name = module.file_stem().unwrap_or_default().to_string_lossy();
        let mut runner = tools::command("wasm-bindgen-test-runner");
        runner
            .arg(root::root().join(module))
            .arg("--nocapture")
            // The browser's flags are in webdriver.json, which the runner looks for in its folder.
            .current_dir(tests_folder())
            .env("CHROMEDRIVER", &driver)
            // Software adapters take their time.
            .env("WASM_BINDGEN_TEST_TIMEOUT", "900")
            .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60")
            .env("WASM_BINDGEN_TEST_ONLY_WEB", "1");
        Ok(Tally::of_cargo_test(
            Job::new(format!("wasm {name}"), runner).run()?,
        ))
    };
    in_pairs_then_alone(executables(&built.output), run)
}

fn tests_folder() -> PathBuf {
    root::root().join("tests")
}

/// The tests of `tests/tests` that run in a browser, too: they say so.
fn tests_in_browser() -> Result<Vec<String>, Error> {
    let folder = tests_folder().join("tests");
    let mut tests = Vec::new();
    for file in files_that_end_with(&folder, ".rs")? {
        let text = fs::read_to_string(&file).map_err(Error::io("reading", &file))?;
        if text.contains("wasm_bindgen_test_configure!(run_in_browser)") {
            tests.extend(file.file_stem().map(|name| name.to_string_lossy().into()));
        }
    }
    Ok(tests)
}

/// What `cargo test --no-run` says that it has built: a line for each, with the path in brackets at its end.
fn executables(output: &str) -> Vec<PathBuf> {
    let path = |line: &str| {
        let (_, path) = line.trim().strip_prefix("Executable ")?.rsplit_once('(')?;
        Some(PathBuf::from(path.strip_suffix(')')?))
    };
    output.lines().filter_map(path).collect()
}

/// Runs every item, two at the same time: a test often waits for its browser. What fails beside another is judged by how it does alone.
fn in_pairs_then_alone(
    items: Vec<PathBuf>,
    run: impl Fn(&PathBuf) -> Result<Tally, Error> + Sync,
) -> Result<Tally, Error> {
    let run = |item: PathBuf| {
        let tally = run(&item).unwrap_or_else(|error| Tally::failure(error.to_string()));
        (item, tally)
    };
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

/// Makes what the browser suite opens. The tests in the browser before it leave a core to do so.
fn page() -> Result<(), Error> {
    if tools::chromium().is_none() {
        return Ok(());
    }
    let mut npm = tools::npm("the browser suite")?;
    npm.args(["ci", "--no-fund", "--no-audit"])
        .current_dir(suites_folder());
    run_side_by_side(vec![Job::new("browser packages", npm)])?;
    install_servers();
    if env::var_os("LOGITSCOPE_DIST").is_none() {
        build::make(&dist())?;
    }
    let mut command = cargo(&["build", "--workspace", "--bin", "logitscope"]);
    command.current_dir(root::root());
    run_side_by_side(vec![Job::new("the command", command)])
}

/// The page that the browser suite opens.
fn dist() -> PathBuf {
    env::var_os("LOGITSCOPE_DIST").map_or_else(|| root::root().join("dist"), PathBuf::from)
}

fn suites_folder() -> PathBuf {
    root::root().join("tests/web")
}

fn browser() -> Result<Tally, Error> {
    let Some(chromium) = tools::chromium() else {
        return Ok(Tally::skip(format!(
            "chromium is missing: {INSTALL_CHROMIUM}"
        )));
    };
    let suites = files_that_end_with(&suites_folder(), ".test.mjs")?;
    in_pairs_then_alone(suites, |file| run_suite(&chromium, file))
}

/// Runs a file of the browser suite.
fn run_suite(chromium: &Path, file: &Path) -> Result<Tally, Error> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let report = root::scratch().join(format!("{name}.tap"));
    let mut node = tools::command("node");
    node.arg("--test")
        .args(["--test-reporter=spec", "--test-reporter-destination=stdout"])
        .arg("--test-reporter=tap")
        .arg(format!("--test-reporter-destination={}", report.display()))
        .arg(file)
        .env("CHROMIUM", chromium)
        .env("LOGITSCOPE_DIST", dist())
        // With which the suite compares what the page shows.
        .env("LOGITSCOPE", root::target().join("debug/logitscope"));
    let done = Job::new(format!("browser {name}"), node).run()?;
    let tap = fs::read_to_string(&report).map_err(Error::io("reading", report))?;
    Ok(Tally::of_node_test(done, &tap))
}

/// The files of `folder` with this ending, by name.
fn files_that_end_with(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Error> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(Error::io("reading", folder))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.to_string_lossy().ends_with(ending))
        .collect();
    files.sort();
    Ok(files)
}

fn cargo(args: &[&str]) -> Command {
    let mut cargo = tools::command("cargo");
    cargo.args(args);
    cargo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cargo_has_built_is_read_from_what_it_says() {
        let said = "   Compiling logitscope-tests v0.1.0 (/home/ada/logitscope/tests)\n\
            \x20   Finished `test` profile [unoptimized] target(s) in 1m 13s\n\
            \x20 Executable tests/parity.rs (target/wasm32-unknown-unknown/debug/deps/parity-5a1c.wasm)\n";
        assert_eq!(
            executables(said),
            [Path::new(
                "target/wasm32-unknown-unknown/debug/deps/parity-5a1c.wasm"
            )]
        );
    }

    #[test]
    fn the_tests_that_run_in_a_browser_say_so() -> Result<(), Error> {
        let tests = tests_in_browser()?;
        let has = |name: &str| tests.iter().any(|test| test == name);
        assert!(has("kernels") && has("parity"), "{tests:?}");
        assert!(!has("floors"), "it reads the sources");
        Ok(())
    }
}
