//! `cargo xtask build`: the page as files for any static host, under any path.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::args::Args;
use crate::error::Error;
use crate::jobs::seconds;
use crate::page::{self, Purpose, offline, preview};
use crate::{root, sizes, stamp};

/// Makes the page in `--out` (else `dist`) and prints what it weighs.
pub fn run(mut args: Args) -> Result<(), Error> {
    let out = args.value("--out")?;
    let site = args.value("--site")?;
    let site = site.as_deref().map(preview::Site::new).transpose()?;
    args.finish()?;
    let out = match out {
        None => root::root().join("dist"),
        Some(folder) => std::path::absolute(&folder).map_err(Error::io("resolving", folder))?,
    };
    let started = Instant::now();
    make(&out)?;
    if let Some(site) = site {
        preview::name_site(&out, &site)?;
        offline::add(&out)?;
    }
    sizes::print(&out)?;
    println!("\n{} made in {}", out.display(), seconds(started.elapsed()));
    Ok(())
}

/// Makes the page in `out`, whose former page is deleted.
pub fn make(out: &Path) -> Result<(), Error> {
    refuse_foreign(out)?;
    page::make(Purpose::Publish, out)
}

/// The folder is emptied: refuses one that holds something other than a page of ours.
fn refuse_foreign(out: &Path) -> Result<(), Error> {
    let occupied = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
    let ours = fs::read_to_string(out.join("index.html")).is_ok_and(|html| stamp::is_page(&html));
    if occupied && !ours || out.is_file() {
        return Err(Error::NotADist(PathBuf::from(out)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_other_files_is_not_overwritten() -> Result<(), Error> {
        let folder = root::scratch().join("test of a foreign folder");
        fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
        let write = |name: &str, text: &str| {
            let file = folder.join(name);
            fs::write(&file, text).map_err(Error::io("writing", file))
        };
        write("thesis.txt", "precious")?;
        assert!(refuse_foreign(&folder).is_err());
        write("index.html", "<p>another page</p>")?;
        assert!(refuse_foreign(&folder).is_err());
        write(
            "index.html",
            r#"<meta name="logitscope-engine" content="./engine-1/engine.js">"#,
        )?;
        assert!(refuse_foreign(&folder).is_ok());
        assert!(refuse_foreign(&folder.join("new")).is_ok());
        fs::remove_dir_all(&folder).map_err(Error::io("deleting", &folder))
    }
}
