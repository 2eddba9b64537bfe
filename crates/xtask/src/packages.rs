//! Packages of other languages, installed in folders of this checkout from committed lists.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::jobs::{Job, run_side_by_side};
use crate::tools;

/// How Python comes onto a machine.
pub const INSTALL_PYTHON: &str =
    "install Python 3.11 or newer with its venv module (sudo apt-get install python3-venv)";

/// Whether there is a Python that is new enough and can make environments.
pub fn has_python() -> bool {
    const CHECK: &str = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))";
    let mut python = tools::command("python3");
    let checked = python.args(["-c", CHECK]).output();
    checked.is_ok_and(|output| output.status.success())
}

/// A list of packages, and where a copy of it says that they are installed.
pub struct Packages {
    /// The committed list.
    pub list: PathBuf,
    /// Its copy.
    pub done: PathBuf,
}

impl Packages {
    /// Whether the packages of this very list are there.
    pub fn are_installed(&self) -> bool {
        fs::read(&self.done).is_ok_and(|done| fs::read(&self.list).is_ok_and(|list| list == done))
    }

    /// Remembers that they are.
    pub fn note(&self) -> Result<(), Error> {
        fs::copy(&self.list, &self.done)
            .map(|_| ())
            .map_err(Error::io("writing", &self.done))
    }
}

/// Python packages in a virtual environment of their own.
pub struct Venv {
    folder: PathBuf,
    packages: Packages,
}

impl Venv {
    /// `folder`: where the environment is, or will be. `list`: a requirements file that names every package, also those
    /// that others need.
    pub fn new(folder: PathBuf, list: PathBuf) -> Self {
        let done = folder.join("installed.txt");
        Self {
            folder,
            packages: Packages { list, done },
        }
    }

    /// Whether the packages of this very list are there.
    pub fn is_installed(&self) -> bool {
        self.packages.are_installed()
    }

    /// Remembers that they are.
    pub fn note(&self) -> Result<(), Error> {
        self.packages.note()
    }

    /// Creates the environment; the job fills it.
    pub fn job(&self, needed_for: &'static str) -> Result<Job, Error> {
        if !has_python() {
            return Err(Error::Missing {
                program: "python3",
                needed_for,
                install: INSTALL_PYTHON,
            });
        }
        if let Some(parent) = self.folder.parent() {
            fs::create_dir_all(parent).map_err(Error::io("creating", parent))?;
        }
        let mut create = tools::command("python3");
        create.args(["-m", "venv"]).arg(&self.folder);
        run_side_by_side(vec![Job::new("python venv", create)])?;
        let mut pip = Command::new(self.python());
        // What is imported is compiled then; compiling all of it here takes minutes.
        pip.args(["-m", "pip", "install", "--no-deps", "--no-compile"])
            .arg("--requirement")
            .arg(&self.packages.list);
        Ok(Job::new("python packages", pip))
    }

    /// Installs the packages, unless they are there.
    pub fn install(&self, needed_for: &'static str) -> Result<(), Error> {
        if self.is_installed() {
            return Ok(());
        }
        run_side_by_side(vec![self.job(needed_for)?])?;
        self.note()
    }

    /// The environment's interpreter.
    pub fn python(&self) -> PathBuf {
        let inside = if cfg!(windows) {
            "Scripts/python.exe"
        } else {
            "bin/python"
        };
        self.folder.join(Path::new(inside))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

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
}
