//! The page, from its sources to a folder of files. index.html says what belongs to it, in the links that Trunk reads too.

mod assemble;
mod index;
pub mod offline;
mod pack;
pub mod preview;
mod program;
mod smaller;

use std::path::Path;
use std::{fs, thread};

use crate::error::Error;
use crate::jobs::run_side_by_side;
use crate::tools::{self, Tool};
use crate::{root, stamp};
use assemble::assemble;
use index::links;
use program::Program;

/// What the page is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To look at while working on it: compiled quickly, and loaded again when it is made again.
    Work,
    /// To publish: small and fast.
    Publish,
}

impl Purpose {
    /// The attribute of a program's link that names its profile in Cargo.toml.
    fn attribute(self) -> &'static str {
        match self {
            Purpose::Work => "data-cargo-profile-dev",
            Purpose::Publish => "data-cargo-profile-release",
        }
    }

    /// The folder for what is made on the way.
    fn folder(self) -> &'static str {
        match self {
            Purpose::Work => "work",
            Purpose::Publish => "publish",
        }
    }
}

/// Installs what is missing and makes the page in `folder`, which is emptied first.
pub fn make(purpose: Purpose, folder: &Path) -> Result<(), Error> {
    let index = root::root().join("index.html");
    let html = fs::read_to_string(&index).map_err(Error::io("reading", index))?;
    let links = links(&html);
    let programs = links
        .iter()
        .filter(|link| link.get("rel") == Some("rust"))
        .map(|link| Program::new(link, purpose))
        .collect::<Result<Vec<_>, _>>()?;

    tools::wasm_target()?;
    let joiner = match purpose {
        Purpose::Work => Tool::Bindgen,
        Purpose::Publish => Tool::Splitter,
    };
    let mut wanted = vec![joiner];
    if purpose == Purpose::Publish {
        wanted.push(Tool::Binaryen);
    }
    let mut jobs = tools::install_missing(&wanted)?;
    let mut compiled = &programs[..0];
    if !jobs.is_empty() {
        // Of few processors, the page's last crate leaves one free for most of a minute, which the tools then take.
        let first = if few_processors() { 1 } else { programs.len() };
        compiled = &programs[..first];
        jobs.extend(program::compile(compiled, &programs));
        run_side_by_side(jobs)?;
        tools::tidy()?;
        // What another joiner made.
        root::delete(&root::scratch().join("joined"))?;
    }
    let mut jobs = program::compile(&programs, &programs);
    jobs.extend(program::join(compiled, purpose, joiner)?);
    run_side_by_side(jobs)?;
    run_side_by_side(program::join(&programs, purpose, joiner)?)?;
    let files: Vec<_> = match purpose {
        Purpose::Work => {
            let joined = programs.iter().map(|it| program::joined_files(it, purpose));
            joined.collect::<Result<Vec<_>, _>>()?
        }
        Purpose::Publish => {
            let files = program::optimised_files(&programs)?.into_iter();
            let packed = programs
                .iter()
                .zip(files)
                .map(|(it, files)| pack::pack(it, files));
            packed.collect::<Result<Vec<_>, _>>()?
        }
    };
    let staging = root::scratch().join("staging").join(purpose.folder());
    root::delete(&staging)?;
    assemble(&html, &links, programs.iter().zip(&files), &staging)?;
    stamp::stamp(&staging, purpose == Purpose::Publish)?;
    if purpose == Purpose::Publish {
        offline::add(&staging)?;
    }
    put_in_place(&staging, folder)
}

/// Whether they are all busy while the page is compiled, so that the order decides how long it takes.
fn few_processors() -> bool {
    thread::available_parallelism().is_ok_and(|count| count.get() <= 2)
}

/// Fills `folder` with the files of `staging`, and with nothing else.
fn put_in_place(staging: &Path, folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(Error::io("creating", folder))?;
    for entry in fs::read_dir(folder).map_err(Error::io("reading", folder))? {
        let path = entry.map_err(Error::io("reading", folder))?.path();
        if path.is_dir() {
            root::delete(&path)?;
        } else {
            fs::remove_file(&path).map_err(Error::io("deleting", path))?;
        }
    }
    root::copy(staging, folder)
}
