//! The tools that make the page: which are missing, and how each is installed for this checkout alone.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::error::Error;
use crate::jobs::{self, Job};
use crate::root;

/// Trunk.toml says the same; a test compares.
const BINARYEN: &str = "132";
/// What stands behind the version of the program that splits, too.
const SPLITS: &str = "-placeless";
/// What [`Tool::Runner`] is compiled with.
const RUNNER_FEATURES: &str = "split,test";
/// What to do where [`chromium`] finds nothing.
pub const INSTALL_CHROMIUM: &str = "sudo apt-get install chromium chromium-driver";

/// A tool of the page's build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Joins a wasm module with JavaScript: wasm-bindgen's library in a program of ours, in crates/xtask/bindgen.
    Bindgen,
    /// The same program with wasm-split's library, too, which the published page needs; takes twice as long to compile.
    Splitter,
    /// What runs the tests in the browser; compiled together with [`Tool::Splitter`], most of whose libraries it needs.
    Runner,
    /// Makes wasm modules smaller: a library for Node. Only the published page needs it.
    Binaryen,
}

impl Tool {
    /// The program's name, or the library's.
    pub fn program(self) -> &'static str {
        match self {
            Tool::Bindgen | Tool::Splitter => "logitscope-bindgen",
            Tool::Runner => "wasm-bindgen-test-runner",
            Tool::Binaryen => "binaryen",
        }
    }

    /// The version this checkout works with.
    fn version(self) -> Result<String, Error> {
        match self {
            Tool::Binaryen => Ok(BINARYEN.to_owned()),
            Tool::Splitter => Ok(format!("{}{SPLITS}", Tool::Bindgen.version()?)),
            // The tool and the crate must be the same version, and the crate's is in the lock file.
            Tool::Bindgen | Tool::Runner => {
                let lock = root::root().join("Cargo.lock");
                let text = fs::read_to_string(&lock).map_err(Error::io("reading", &lock))?;
                locked_version(&text, "wasm-bindgen").ok_or_else(|| {
                    Error::Page("Cargo.lock names no wasm-bindgen: run `cargo update -p wasm-bindgen` first".into())
                })
            }
        }
    }

    /// Whether the right version is there.
    fn is_installed(self, version: &str) -> bool {
        if self == Tool::Binaryen {
            let package = fs::read_to_string(binaryen().with_file_name("package.json"));
            return package.is_ok_and(|text| has_word(&text, &format!("{version}.0.0")));
        }
        let asked = command(self.program()).arg("--version").output();
        asked.is_ok_and(|out| self.is_in(&String::from_utf8_lossy(&out.stdout), version))
    }

    /// Whether what a program says of itself means this tool in this version.
    fn is_in(self, said: &str, version: &str) -> bool {
        let splits = self == Tool::Bindgen && has_word(said, &format!("{version}{SPLITS}"));
        splits || has_word(said, version)
    }

    /// The command that installs it under `target/tools`.
    fn install(self, version: &str) -> Result<Job, Error> {
        let name = format!("{} {version}", self.program());
        let command = match self {
            Tool::Bindgen | Tool::Splitter | Tool::Runner => {
                let mut cargo = patient_cargo();
                cargo.args(["install", "--root"]).arg(root::tools());
                cargo.args(["--locked", "--path", "crates/xtask/bindgen"]);
                match self {
                    Tool::Splitter => cargo.args(["--features", "split"]),
                    Tool::Runner => cargo.args(["--features", RUNNER_FEATURES]),
                    _ => &mut cargo,
                };
                cargo
            }
            Tool::Binaryen => {
                let mut npm = npm("the optimised page")?;
                npm.args(["install", "--no-fund", "--no-audit", "--prefix"]);
                npm.arg(root::tools());
                npm.arg(format!("binaryen@{version}"));
                npm
            }
        };
        Ok(Job::new(name, command))
    }
}

/// The jobs that install those of `tools` that are not there yet.
pub fn install_missing(tools: &[Tool]) -> Result<Vec<Job>, Error> {
    let mut jobs = Vec::new();
    for &tool in tools {
        let version = tool.version()?;
        if !tool.is_installed(&version) {
            jobs.push(tool.install(&version)?);
        }
    }
    Ok(jobs)
}

/// The tests of [`Tool::Splitter`], which take seconds after [`Tool::Runner`] was compiled.
pub fn tests_of_splitter() -> Job {
    let mut cargo = patient_cargo();
    cargo.args(["test", "--release", "--locked"]);
    cargo.args(["--features", RUNNER_FEATURES, "--bin", "logitscope-bindgen"]);
    cargo.args(["--manifest-path", "crates/xtask/bindgen/Cargo.toml"]);
    Job::new("tests of what splits", cargo)
}

/// Deletes what compiling the tools left behind: about a gigabyte.
pub fn tidy() -> Result<(), Error> {
    root::delete(&build_folder())
}

/// Installs the wasm target through rustup, if it is missing.
pub fn wasm_target() -> Result<(), Error> {
    let libraries = Command::new("rustc")
        .args([
            "--print",
            "target-libdir",
            "--target",
            "wasm32-unknown-unknown",
        ])
        .current_dir(root::root())
        .output()
        .map_err(Error::io("starting", "rustc"))?;
    if Path::new(String::from_utf8_lossy(&libraries.stdout).trim()).is_dir() {
        return Ok(());
    }
    if root::on_path("rustup").is_none() {
        return Err(Error::Missing {
            program: "the target wasm32-unknown-unknown",
            needed_for: "the page",
            install: "get rustup from https://rustup.rs, which brings it, or the package of your system (on Debian: sudo apt-get install libstd-rust-dev-wasm32)",
        });
    }
    let mut rustup = Command::new("rustup");
    rustup
        .args(["target", "add", "wasm32-unknown-unknown"])
        .current_dir(root::root());
    jobs::run_side_by_side(vec![Job::new("rustup target", rustup)])
}

/// A command that finds this checkout's tools first, and runs in its root.
pub fn command(program: &str) -> Command {
    let mut folders = vec![
        root::tools().join("bin"),
        root::tools().join("node_modules/.bin"),
    ];
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let mut command = Command::new(root::find(program, &folders).unwrap_or_else(|| program.into()));
    // A PATH with a colon in a folder's name cannot be joined; then the tools are found by their full path alone.
    if let Ok(path) = env::join_paths(&folders) {
        command.env("PATH", path);
    }
    command
        .current_dir(root::root())
        .env("CARGO_TERM_COLOR", "never")
        .env_remove("RUST_LOG");
    command
}

/// The script of Binaryen's library, [`Tool::Binaryen`].
pub fn binaryen() -> PathBuf {
    root::tools().join("node_modules/binaryen/index.js")
}

/// npm, or what to do if there is none.
pub fn npm(needed_for: &'static str) -> Result<Command, Error> {
    if root::on_path("npm").is_none() {
        return Err(Error::Missing {
            program: "npm",
            needed_for,
            install: "install Node.js 20 or newer (https://nodejs.org, or: sudo apt-get install nodejs npm)",
        });
    }
    Ok(command("npm"))
}

/// A browser with WebGPU; tests/web/lib/browser.mjs looks in the same places.
pub fn chromium() -> Option<PathBuf> {
    env::var_os("CHROMIUM").map(PathBuf::from).or_else(|| {
        [
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
        ]
        .iter()
        .find_map(|name| root::on_path(name))
    })
}

/// Cargo for the tools. An interrupted installation goes on where it stopped, and what one tool has compiled another takes. It
/// yields to the page, which is compiled at the same time and takes longer, and whose last crate leaves a processor free.
fn patient_cargo() -> Command {
    let mut cargo = match root::on_path("nice") {
        Some(nice) => {
            let mut nice = command(&nice.to_string_lossy());
            nice.args(["-n", "19", "cargo"]);
            nice
        }
        None => command("cargo"),
    };
    cargo.env("CARGO_TARGET_DIR", build_folder());
    cargo
}

/// Where the tools are compiled.
fn build_folder() -> PathBuf {
    root::tools().join("build")
}

/// Whether `version` stands in `text` as a word of its own, so that 132 is not found in 1132 or 132.5.
fn has_word(text: &str, version: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-'))
        .any(|word| word == version)
}

/// The version of `package` in the text of a Cargo.lock.
fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.next()?;
    let version = lines.next()?.strip_prefix("version = \"")?;
    Some(version.strip_suffix('"')?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_comes_from_the_package_of_exactly_that_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(
            locked_version(lock, "wasm-bindgen").as_deref(),
            Some("0.2.130")
        );
        assert_eq!(locked_version(lock, "bindgen"), None);
    }

    #[test]
    fn a_version_is_a_whole_word() {
        assert!(has_word("wasm-opt version 132 (version_132)\n", "132"));
        assert!(has_word("wasm-bindgen 0.2.130\n", "0.2.130"));
        assert!(!has_word("wasm-bindgen 0.2.130-rc.1", "0.2.130"));
        // One that splits joins, too.
        let both = "logitscope-bindgen 0.2.130-placeless\n";
        assert!(Tool::Bindgen.is_in(both, "0.2.130"));
        assert!(!Tool::Splitter.is_in("logitscope-bindgen 0.2.130\n", "0.2.130-placeless"));
        assert!(!has_word("wasm-opt version 1132", "132"));
    }

    #[test]
    fn our_tool_has_the_wasm_bindgen_of_the_page() {
        let version = |lock| locked_version(lock, "wasm-bindgen-shared");
        let page = version(include_str!("../../../Cargo.lock"));
        assert!(page.is_some());
        assert_eq!(version(include_str!("../bindgen/Cargo.lock")), page);
    }

    #[test]
    fn trunk_asks_for_the_wasm_opt_that_is_installed() {
        let settings = include_str!("../../../Trunk.toml");
        assert!(
            settings.contains(&format!("wasm_opt = \"version_{BINARYEN}\"")),
            "{settings}"
        );
    }
}
