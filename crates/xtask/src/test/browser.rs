//! The built page, as a visitor uses it.

use std::path::{Path, PathBuf};
use std::{env, fs};

use super::common::{cargo, files_that_end_with, in_pairs_then_alone, install_servers};
use super::tally::Tally;
use crate::error::Error;
use crate::jobs::{Job, run_side_by_side};
use crate::tools::{self, INSTALL_CHROMIUM};
use crate::{build, root};

/// Makes the page, and the command that the suite compares it with.
pub fn prepare() -> Result<(), Error> {
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
    let command = cargo(&["build", "--workspace", "--bin", "logitscope"]);
    run_side_by_side(vec![Job::new("the command", command)])
}

/// The page that the browser suite opens.
fn dist() -> PathBuf {
    env::var_os("LOGITSCOPE_DIST").map_or_else(|| root::root().join("dist"), PathBuf::from)
}

fn suites_folder() -> PathBuf {
    root::root().join("tests/web")
}

/// Runs the suite, two files at the same time.
pub fn run() -> Result<Tally, Error> {
    if tools::chromium().is_none() {
        return Ok(Tally::skip(format!(
            "chromium is missing: {INSTALL_CHROMIUM}"
        )));
    }
    let suites = files_that_end_with(&suites_folder(), ".test.mjs")?;
    in_pairs_then_alone(suites, |file| run_suite(file))
}

/// Runs a file of the browser suite, which finds its browsers itself.
fn run_suite(file: &Path) -> Result<Tally, Error> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let report = root::scratch().join(format!("{name}.tap"));
    let mut node = tools::command("node");
    node.arg("--test")
        .args(["--test-reporter=spec", "--test-reporter-destination=stdout"])
        .arg("--test-reporter=tap")
        .arg(format!("--test-reporter-destination={}", report.display()))
        .arg(file)
        .env("LOGITSCOPE_DIST", dist())
        // With which the suite compares what the page shows.
        .env("LOGITSCOPE", root::target().join("debug/logitscope"));
    let done = Job::new(format!("browser {name}"), node).run()?;
    let tap = fs::read_to_string(&report).map_err(Error::io("reading", report))?;
    Ok(Tally::of_node_test(done, &tap))
}
