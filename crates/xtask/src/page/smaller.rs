//! Makes wasm modules smaller, in as many processes as there are processors: Binaryen's script alone takes a second to start.

use std::fs;
use std::path::PathBuf;
use std::thread;

use crate::error::Error;
use crate::jobs::{Job, run_side_by_side};
use crate::{root, tools};

/// What does it.
pub const SCRIPT: &str = include_str!("smaller.mjs");

/// A module that is to be made smaller.
pub struct Smaller {
    /// Its bytes.
    pub size: usize,
    /// The level of `wasm-opt -O`.
    pub level: u8,
    /// The passes that come after it, with commas between them.
    pub passes: String,
    /// The module.
    pub joined: PathBuf,
    /// The smaller one.
    pub made: PathBuf,
}

/// Makes them all.
pub fn make_smaller(mut modules: Vec<Smaller>) -> Result<(), Error> {
    if modules.is_empty() {
        return Ok(());
    }
    // The largest first, each to those that have least to do.
    modules.sort_by_key(|module| std::cmp::Reverse(module.size));
    let processes = thread::available_parallelism().map_or(1, |count| count.get());
    let mut lists = vec![(0, String::new()); processes.min(modules.len())];
    for Smaller {
        size,
        level,
        passes,
        joined,
        made,
    } in &modules
    {
        let Some(list) = lists.iter_mut().min_by_key(|(total, _)| *total) else {
            break;
        };
        list.0 += size;
        let (from, to) = (joined.display(), made.with_extension("part"));
        list.1 += &format!("{level}\t{passes}\t{from}\t{}\n", to.display());
    }
    let folder = root::scratch().join("smaller");
    fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
    let mut jobs = Vec::new();
    for (at, (_, list)) in lists.into_iter().enumerate() {
        let file = folder.join(format!("{at}.txt"));
        fs::write(&file, list).map_err(Error::io("writing", &file))?;
        let mut node = tools::command("node");
        node.arg("crates/xtask/src/page/smaller.mjs");
        node.arg(tools::binaryen()).arg(file);
        jobs.push(Job::new(format!("modules made smaller, {}", at + 1), node));
    }
    run_side_by_side(jobs)?;
    // A module is there as a whole or not at all.
    for Smaller { made, .. } in modules {
        let part = made.with_extension("part");
        fs::rename(&part, made).map_err(Error::io("renaming", part))?;
    }
    Ok(())
}
