//! `cargo xtask stamp`: the last step of `trunk serve` and `trunk build`, a hook in Trunk.toml.

use std::path::PathBuf;

use crate::args::Args;
use crate::error::Error;
use crate::page::offline;
use crate::stamp::stamp;

/// Stamps the page that Trunk is about to put in place.
pub fn run(args: Args) -> Result<(), Error> {
    args.finish()?;
    let Some(staging) = std::env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from) else {
        return Err(Error::Usage(
            "stamp is called by Trunk: use `cargo xtask build`".into(),
        ));
    };
    let publish = std::env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    stamp(&staging, publish)?;
    if publish {
        offline::add(&staging)?;
    }
    Ok(())
}
