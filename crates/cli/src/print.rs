//! Standard output, which a reader such as `head` may close early.

use std::io::{ErrorKind, Write};

use crate::CliError;

/// Prints `text` and the end of a line. A reader that wants no more is no failure.
pub fn line(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(CliError::File {
            path: "standard output".into(),
            detail: e.to_string(),
        }),
        _ => Ok(()),
    }
}
