//! The `logitscope` command, for the commands here that need a model to run.

use std::env;
use std::path::PathBuf;

use crate::error::Error;
use crate::jobs::{Job, run_side_by_side};
use crate::{root, tools};

/// Builds it; says where it is.
pub fn build() -> Result<PathBuf, Error> {
    let mut cargo = tools::command("cargo");
    // Of the whole workspace, so that its dependencies are compiled as the tests have them.
    cargo.args(["build", "--quiet", "--workspace", "--bin", "logitscope"]);
    run_side_by_side(vec![Job::new("the logitscope command", cargo)])?;
    let name = format!("logitscope{}", env::consts::EXE_SUFFIX);
    Ok(root::target().join("debug").join(name))
}
