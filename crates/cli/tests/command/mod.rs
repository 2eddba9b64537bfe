//! The command as a user calls it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The bundled model.
pub const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/models/pocket");

/// A file of this test's own.
pub fn out(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Calls the command.
pub fn logitscope(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_logitscope"))
        .args(args)
        .output()
        .expect("it starts")
}
