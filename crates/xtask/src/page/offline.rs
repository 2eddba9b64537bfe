//! What lets a browser keep the page: the service worker, with the list of the page's files and their version in it.
//!
//! It is the last step, called on a folder that is complete otherwise; called again after a file has changed, it makes
//! another version. The version is in index.html, too, for the page to know its own:
//!
//! ```html
//! <meta name="logitscope-version" content="0123456789abcdef">
//! ```
//!
//! A published page alone has it. Without it, as in `cargo xtask serve`, the page is not kept.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::args::Args;
use crate::error::Error;
use crate::{root, stamp};

/// The worker's file: at the root, because a service worker serves its own folder.
const WORKER: &str = "offline.js";
/// The worker, without the two lines that it needs.
const SOURCE: &str = include_str!("../../../../web/offline/worker.js");
const PAGE: &str = "index.html";
/// Shown by other sites where they link to the page, never by the page itself.
const PREVIEW: &str = "about/preview.jpg";
/// Stands in for a model that cannot be loaded; what is kept has the models.
const RECORDINGS: &str = "lessons/recorded/";
const META: &str = r#"<meta name="logitscope-version" content=""#;
const HEAD: &str = "</head>";

/// `cargo xtask offline`: the step alone, for a page whose files were changed by hand.
pub fn run(mut args: Args) -> Result<(), Error> {
    let folder = args.value("--page")?;
    args.finish()?;
    let folder = folder.map_or_else(|| root::root().join("dist"), PathBuf::from);
    println!("{} is version {}", folder.display(), add(&folder)?);
    Ok(())
}

/// Writes the worker of the page in `folder`; gives the page's version: 16 hex digits.
pub fn add(folder: &Path) -> Result<String, Error> {
    let index = folder.join(PAGE);
    let html = fs::read_to_string(&index).map_err(Error::io("reading", &index))?;
    if !stamp::is_page(&html) {
        return Err(Error::Page(format!(
            "{} is not the page: make it with `cargo xtask build`",
            index.display()
        )));
    }
    let html = without_version(&html);
    let files = files(folder)?;
    let version = version(&html, &files);
    fs::write(&index, with_version(&html, &version)?).map_err(Error::io("writing", &index))?;
    let worker = folder.join(WORKER);
    fs::write(&worker, script(&version, &files)).map_err(Error::io("writing", worker))?;
    Ok(version)
}

/// A path from the page's folder, and what is in the file, as browsers check it.
type File = (String, String);

/// All files that are to be kept, in the order of their paths; the page itself is not among them.
fn files(folder: &Path) -> Result<Vec<File>, Error> {
    let mut files = Vec::new();
    for file in stamp::files_below(folder)? {
        let path = file.strip_prefix(folder).unwrap_or(&file);
        let path = path.to_string_lossy().replace('\\', "/");
        if [PAGE, WORKER, PREVIEW].contains(&path.as_str()) || path.starts_with(RECORDINGS) {
            continue;
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        if !path.chars().all(is_plain) {
            // In an address it would be spelled in another way.
            return Err(Error::Page(format!(
                "{path}: give it a name of letters, digits, - and _, so that browsers can keep it"
            )));
        }
        let bytes = fs::read(&file).map_err(Error::io("reading", &file))?;
        let hash = format!("sha256-{}", stamp::base64(&Sha256::digest(&bytes)));
        files.push((path, hash));
    }
    files.sort();
    Ok(files)
}

/// Changes with every file of the page and with the worker's own rules.
fn version(html: &str, files: &[File]) -> String {
    let mut all = format!("{SOURCE}\0{html}");
    for (path, hash) in files {
        all.extend(["\0", path, "\0", hash]);
    }
    stamp::digits_of(all.as_bytes())
}

fn script(version: &str, files: &[File]) -> String {
    let mut list = String::new();
    for (path, hash) in files {
        // Writing to a String cannot fail.
        let _ = writeln!(list, "  '{path}': '{hash}',");
    }
    format!("const VERSION = '{version}';\nconst FILES = {{\n{list}}};\n\n{SOURCE}")
}

fn with_version(html: &str, version: &str) -> Result<String, Error> {
    let Some((head, rest)) = html.split_once(HEAD) else {
        return Err(Error::Page(format!("index.html has no {HEAD}")));
    };
    Ok(format!("{head}{META}{version}\">\n{HEAD}{rest}"))
}

/// The same without the version of an earlier call.
fn without_version(html: &str) -> String {
    let Some((before, rest)) = html.split_once(META) else {
        return html.to_owned();
    };
    let after = rest.split_once(">\n").map_or("", |(_, after)| after);
    format!("{before}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = "<head>\n<meta name=\"logitscope-engine\" content=\"./engine/engine.js\">\n</head><body></body>\n";

    fn read(folder: &Path, name: &str) -> String {
        fs::read_to_string(folder.join(name)).unwrap_or_default()
    }

    /// A page with these files; `name` is that of the test.
    fn page(name: &str, files: &[(&str, &str)]) -> Result<PathBuf, Error> {
        let folder = root::scratch().join(format!("test of a kept page, {name}"));
        root::delete(&folder)?;
        for (path, text) in [("index.html", HTML)].iter().chain(files) {
            let file = folder.join(path);
            let parent = file.parent().unwrap_or(&folder);
            fs::create_dir_all(parent).map_err(Error::io("creating", parent))?;
            fs::write(&file, text).map_err(Error::io("writing", file))?;
        }
        Ok(folder)
    }

    #[test]
    fn the_worker_lists_all_files_with_the_hashes_that_browsers_compute() -> Result<(), Error> {
        let files = [("b/c.md", "abc"), ("a.css", ""), (PREVIEW, "picture")];
        let folder = page("list", &files)?;
        let version = add(&folder)?;
        // From FIPS 180-4's examples: the empty text, and abc.
        let expected = format!(
            "const VERSION = '{version}';\nconst FILES = {{\n  \
             'a.css': 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',\n  \
             'b/c.md': 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=',\n}};\n"
        );
        assert!(
            read(&folder, WORKER).starts_with(&expected),
            "{}",
            read(&folder, WORKER)
        );
        let said = format!("{META}{version}\">\n</head>");
        assert!(read(&folder, PAGE).contains(&said));
        root::delete(&folder)
    }

    #[test]
    fn the_version_is_that_of_the_files_however_often_it_is_made() -> Result<(), Error> {
        let folder = page("version", &[("a.css", "a")])?;
        let first = add(&folder)?;
        let (html, script) = (read(&folder, PAGE), read(&folder, WORKER));
        assert_eq!(add(&folder)?, first);
        assert_eq!(
            (read(&folder, PAGE), read(&folder, WORKER)),
            (html.clone(), script)
        );
        assert_eq!(without_version(&html), HTML);
        let mut versions = vec![first];
        let index = html.replace("<body>", "<body>changed");
        for (name, text) in [("a.css", "b"), ("b.css", "b"), (PAGE, index.as_str())] {
            let file = folder.join(name);
            fs::write(&file, text).map_err(Error::io("writing", file))?;
            versions.push(add(&folder)?);
        }
        versions.dedup();
        assert_eq!(versions.len(), 4, "{versions:?}");
        let preview = folder.join(PREVIEW);
        let parent = preview.parent().unwrap_or(&folder);
        fs::create_dir_all(parent).map_err(Error::io("creating", parent))?;
        fs::write(&preview, "seen by others alone").map_err(Error::io("writing", &preview))?;
        assert_eq!(Some(add(&folder)?), versions.pop());
        root::delete(&folder)
    }

    #[test]
    fn what_is_no_page_or_has_a_strange_name_is_refused() -> Result<(), Error> {
        let folder = page("refusals", &[("it's.css", "a")])?;
        assert!(add(&folder).is_err());
        fs::remove_file(folder.join("it's.css")).map_err(Error::io("deleting", &folder))?;
        assert!(add(&folder).is_ok());
        let index = folder.join(PAGE);
        fs::write(&index, "<head></head>").map_err(Error::io("writing", index))?;
        assert!(add(&folder).is_err());
        root::delete(&folder)
    }

    #[test]
    fn the_worker_and_the_page_spell_the_version_alike() {
        assert!(SOURCE.contains(&format!("/{META}([0-9a-f]{{16}})\">/")));
        let page = include_str!("../../../../web/offline/page.js");
        assert!(page.contains("meta[name=\"logitscope-version\"]"));
        assert!(page.contains(&format!("register('{WORKER}')")));
    }
}
