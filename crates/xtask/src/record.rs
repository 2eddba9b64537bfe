//! `cargo xtask record`: records the page's first picture with the bundled model.
//!
//! Until the model is loaded, the page shows the first distribution on its default prompt from this file, with a badge. To be run again whenever the bundled model or the default prompt changes.

use std::process::Command;

use crate::args::Args;
use crate::error::Error;
use crate::jobs::{Job, run_side_by_side};
use crate::{engine, root};

/// The model that the page opens with; `DEFAULT_MODEL` in web/src/models.rs.
const MODEL: &str = "web/models/pocket";
/// The page's prompt; `DEFAULT_PROMPT` in web/src/choices.rs.
const PROMPT: &str = "In the forest lived a";

/// Runs the command.
pub fn run(args: Args) -> Result<(), Error> {
    args.finish()?;
    let out = format!("{MODEL}/recorded.logitscope");
    let mut record = Command::new(engine::build()?);
    record.current_dir(root::root()).args(["record", "run"]);
    record.args(["--model", MODEL, "--prompt", PROMPT, "--backend", "cpu"]);
    record.args(["--max-tokens", "0", "--only-the-end", "--out", &out]);
    run_side_by_side(vec![Job::new("record", record)])?;
    println!("recorded {out}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_the_prompt_that_was_recorded() {
        let start = include_str!("../../../web/src/choices.rs");
        assert!(start.contains(&format!("DEFAULT_PROMPT: &str = \"{PROMPT}\"")));
        let address = include_str!("../../../web/src/models.rs");
        let name = MODEL.trim_start_matches("web/models/");
        assert!(address.contains(&format!("DEFAULT_MODEL: &str = \"{name}\"")));
    }
}
