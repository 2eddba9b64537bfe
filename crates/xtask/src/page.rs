//! The page, from its sources to a folder of files: tools, compilation, Trunk.

use std::path::Path;
use std::process::Command;

use crate::error::Error;
use crate::jobs::{Job, run_side_by_side};
use crate::root;
use crate::tools::{self, Tool};

/// What the page is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To look at while working on it: compiled quickly.
    Work,
    /// To publish: small and fast.
    Publish,
}

impl Purpose {
    /// The profile in Cargo.toml. index.html tells Trunk the same two names.
    fn profile(self) -> &'static str {
        match self {
            Purpose::Work => "serve",
            Purpose::Publish => "web",
        }
    }

    fn tools(self) -> &'static [Tool] {
        match self {
            Purpose::Work => &[Tool::Trunk, Tool::WasmBindgen],
            Purpose::Publish => &[Tool::Trunk, Tool::WasmBindgen, Tool::WasmOpt],
        }
    }
}

/// Installs what is missing and compiles the page's two programs, side by side.
///
/// Trunk would compile them too, but one after the other and only once it is there itself.
pub fn prepare(purpose: Purpose) -> Result<(), Error> {
    tools::wasm_target()?;
    let mut jobs = tools::install_missing(purpose.tools())?;
    let installs = !jobs.is_empty();
    let mut cargo = tools::command("cargo");
    cargo
        .args(["build", "--package", "logitscope-web", "--bins"])
        .args([
            "--target",
            "wasm32-unknown-unknown",
            "--profile",
            purpose.profile(),
        ]);
    jobs.push(Job::new("page", cargo));
    run_side_by_side(jobs)?;
    forget_snippets()?;
    if installs { tools::tidy() } else { Ok(()) }
}

/// Trunk copies whatever wasm-bindgen has ever written beside its modules; what belonged to older ones must not ship.
fn forget_snippets() -> Result<(), Error> {
    for kind in ["debug", "release"] {
        let folder = root::target()
            .join("wasm-bindgen")
            .join(kind)
            .join("snippets");
        root::delete(&folder)?;
    }
    Ok(())
}

/// `trunk VERB`, writing to `out`, without its own commentary.
pub fn trunk(verb: &str, out: &Path) -> Command {
    let mut trunk = tools::command("trunk");
    trunk
        .args([verb, "--quiet", "--dist"])
        .arg(out)
        .env_remove("CARGO_TERM_COLOR")
        // Otherwise forty lines of Trunk's own calls hide what the compiler said.
        .env_remove("RUST_BACKTRACE");
    trunk
}
