//! The tests in the browser, on its WebGPU.

use std::path::PathBuf;
use std::{env, fs};

use super::common::{WASM, cargo, files_that_end_with, in_pairs_then_alone};
use super::tally::Tally;
use crate::error::Error;
use crate::jobs::{Job, run_side_by_side};
use crate::root::{self, on_path};
use crate::tools::{self, INSTALL_CHROMIUM, Tool};

/// Installs what runs them. What splits the page is compiled with it, and tested then.
pub fn prepare() -> Result<(), Error> {
    if tools::chromium().is_none() {
        return Ok(());
    }
    tools::wasm_target()?;
    let missing = tools::install_missing(&[Tool::Runner])?;
    if !missing.is_empty() {
        run_side_by_side(missing)?;
        run_side_by_side(vec![tools::tests_of_splitter()])?;
    }
    tools::tidy()
}

/// Compiles them, and runs two files of them at the same time.
pub fn run() -> Result<Tally, Error> {
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
    // Their paths are read from what it says.
    cargo
        .args(WASM)
        .env("CARGO_TERM_QUIET", "false")
        .env("CARGO_TERM_VERBOSE", "false");
    let tests = tests_in_browser()?;
    for test in &tests {
        cargo.args(["--test", test]);
    }
    let built = Job::new("wasm tests", cargo).run()?;
    if !built.success {
        return Ok(Tally::of_check(built));
    }
    let run = |module: &PathBuf| -> Result<Tally, Error> {
        let name = module.file_stem().unwrap_or_default().to_string_lossy();
        // Behind it stands a hash.
        let name = name.split('-').next().unwrap_or_default();
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
    let modules = executables(&built.output);
    if modules.len() != tests.len() {
        let why = format!("{} of {} tests were built", modules.len(), tests.len());
        return Ok(Tally::failure(why));
    }
    in_pairs_then_alone(modules, run)
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

#[cfg(test)]
mod tests {
    use std::path::Path;

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
        assert!(tests.len() > 10, "{tests:?}");
        for file in files_that_end_with(&tests_folder().join("tests"), ".rs")? {
            let text = fs::read_to_string(&file).map_err(Error::io("reading", &file))?;
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let could = text.contains("async_test! {") || text.contains("wasm_bindgen_test");
            assert_eq!(tests.contains(&name.to_string()), could, "{name}");
        }
        Ok(())
    }
}
