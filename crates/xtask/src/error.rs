//! The one error type of the developer's commands.

use std::path::PathBuf;
use std::{fmt, io};

/// Why a command stopped: one sentence that ends with what to do.
#[derive(Debug)]
pub enum Error {
    /// The command line asks for something that does not exist.
    Usage(String),
    /// A program that only the machine's owner can install is not there.
    Missing {
        /// The program, as one types it.
        program: &'static str,
        /// What it is needed for.
        needed_for: &'static str,
        /// The command that installs it.
        install: &'static str,
    },
    /// A file or a process could not be used.
    Io {
        /// What was being done, as in "reading".
        doing: &'static str,
        /// The file, folder or program.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A command ran and failed.
    JobFailed {
        /// The job's name.
        job: String,
        /// Where its whole output is.
        log: PathBuf,
    },
    /// A script failed, with its output on the screen.
    Script(&'static str),
    /// Another program listens where the page should be served.
    PortInUse(u16),
    /// The folder to write the page to holds something else.
    NotADist(PathBuf),
    /// The engine's module lacks this export, by which a worker starts it.
    EngineWithoutStart(&'static str),
    /// Of two runs side by side one panicked.
    Broke,
    /// The fuzzer cannot be built or run.
    Fuzz(String),
    /// The page does not look as the other commands need it.
    Page(String),
}

impl Error {
    /// Wraps an I/O error with what was being done to which path; for `map_err`.
    pub fn io(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Error::Io {
            doing,
            path,
            source,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Usage(what) => write!(f, "{what}; `cargo xtask --help` lists what there is"),
            Error::Missing {
                program,
                needed_for,
                install,
            } => write!(
                f,
                "{program} is missing, and {needed_for} needs it: {install}"
            ),
            Error::Io {
                doing,
                path,
                source,
            } => write!(f, "{doing} {} failed: {source}", path.display()),
            Error::JobFailed { job, log } => write!(
                f,
                "{job} failed: its output is above, and whole in {}",
                log.display()
            ),
            Error::Script(name) => write!(
                f,
                "{name} failed, for the reason above; the same command goes on from its last checkpoint"
            ),
            Error::PortInUse(port) => write!(
                f,
                "port {port} is in use: choose another with `cargo xtask serve --port {}`",
                port.wrapping_add(1).max(1024)
            ),
            Error::NotADist(path) => write!(
                f,
                "{} holds files that are not a built page, and building would delete them: choose an empty folder with --out",
                path.display()
            ),
            Error::EngineWithoutStart(export) => write!(
                f,
                "the engine's module does not say `{export}`, so no worker could start it: build it with the wasm-bindgen that Cargo.lock names, or make crates/xtask/src/worker.js call what this one exports"
            ),
            Error::Broke => write!(
                f,
                "one of two runs side by side broke, for the reason above"
            ),
            Error::Fuzz(what) | Error::Page(what) => write!(f, "{what}"),
        }
    }
}
