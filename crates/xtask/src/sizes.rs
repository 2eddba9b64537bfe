//! What the built page weighs: raw, and as hosts that compress send it.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::Error;
use crate::root::on_path;
use crate::stamp::files_below;

/// Files of these kinds are sent compressed by most hosts.
const COMPRESSED: [&str; 7] = ["html", "css", "js", "wasm", "json", "svg", "txt"];

/// Prints a line for each file of `page`, and the sums.
pub fn print(page: &Path) -> Result<(), Error> {
    let brotli = on_path("brotli").is_some();
    let (mut raw_sum, mut sent_sum) = (0, 0);
    println!(
        "\n{:>12} {:>12}  file",
        "bytes",
        if brotli { "brotli" } else { "" }
    );
    for file in files_below(page)? {
        let raw = file.metadata().map_err(Error::io("reading", &file))?.len();
        let compressed = if brotli && is_compressed(&file) {
            compressed_size(&file)?
        } else {
            None
        };
        raw_sum += raw;
        sent_sum += compressed.unwrap_or(raw);
        println!(
            "{raw:>12} {:>12}  {}",
            compressed.map(|size| size.to_string()).unwrap_or_default(),
            file.strip_prefix(page).unwrap_or(&file).display()
        );
    }
    if brotli {
        println!("{raw_sum:>12} {sent_sum:>12}  all");
    } else {
        println!(
            "{raw_sum:>12} {:>12}  all (with brotli installed, its sizes are shown too)",
            ""
        );
    }
    Ok(())
}

fn is_compressed(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| COMPRESSED.iter().any(|kind| extension == *kind))
}

/// The size after `brotli` at its best, or nothing if it failed.
fn compressed_size(file: &Path) -> Result<Option<u64>, Error> {
    let out = Command::new("brotli")
        .args(["--best", "--stdout"])
        .arg(file)
        .stderr(Stdio::null())
        .output()
        .map_err(Error::io("starting", "brotli"))?;
    Ok(out.status.success().then_some(out.stdout.len() as u64))
}
