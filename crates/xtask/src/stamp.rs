//! The last step of putting the page together, for serve and build alike; for those who have Trunk, `cargo xtask stamp` is a
//! hook in Trunk.toml.
//!
//! The page's files have a name with a hash, but not those of its workers: a browser could pair a new page with an old engine from
//! its cache. So the folders of the engine, of the parser of grammars, of what talks to servers and of what downloads models get the hash, and index.html is told:
//!
//! ```html
//! <meta name="logitscope-engine" content="./engine/engine.js">
//! becomes
//! <meta name="logitscope-engine" content="./engine-1f0c9d72a4b3e865/engine.js">
//! ```
//!
//! That one module serves both ways of running the engine: as a worker (`new Worker(url, { type: "module" })`) it starts
//! itself, and to a page that imports it, its default export is the function that starts it. `worker.js` is what this
//! adds to wasm-bindgen's output for the former.
//!
//! A content security policy in index.html gets the hashes of the inline scripts in place of `'sha256-INLINE'`. While
//! working on the page there is no policy.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::error::Error;

/// The page's workers: the names of their folders and of their modules.
const WORKERS: [&str; 4] = ["engine", "grammar", "endpoint", "hub"];
const INLINE: &str = "'sha256-INLINE'";
const POLICY: &str = r#"<meta http-equiv="Content-Security-Policy""#;

/// How index.html says where a worker is.
fn meta(name: &str) -> String {
    format!(r#"<meta name="logitscope-{name}" content="./{name}"#)
}

/// Added to a worker's module.
const WORKER: &str = include_str!("worker.js");

/// How wasm-bindgen exports the function that starts the engine, which `worker.js` calls by this local name.
const START: &str = "__wbg_init as default";
/// By which the engine's module finds its WebAssembly.
const PLACE: &str = "import.meta.url";

/// Whether this is the page's index.html, stamped or not.
pub fn is_page(html: &str) -> bool {
    html.contains(&meta(WORKERS[0]))
}

/// Gives the workers of the page in `folder` their versions, and the page its policy if it is to be published.
pub fn stamp(folder: &Path, publish: bool) -> Result<(), Error> {
    let index = folder.join("index.html");
    let mut html = fs::read_to_string(&index).map_err(Error::io("reading", &index))?;
    for name in WORKERS {
        let home = folder.join(name);
        let module = home.join(format!("{name}.js"));
        let script = fs::read_to_string(&module).map_err(Error::io("reading", &module))?;
        let script = with_worker(script)?;
        fs::write(&module, script).map_err(Error::io("writing", &module))?;
        let version = hash_of(&home)?;
        let versioned = folder.join(format!("{name}-{version}"));
        fs::rename(&home, &versioned).map_err(Error::io("renaming", &home))?;
        html = with_version(&html, name, &version)?;
    }
    let html = if publish {
        with_policy(&html)
    } else {
        without_policy(&html)
    };
    fs::write(&index, html).map_err(Error::io("writing", index))
}

fn with_worker(script: String) -> Result<String, Error> {
    if !script.contains(START) {
        return Err(Error::EngineWithoutStart(START));
    }
    // Started without an argument, it must know by itself where its module lies.
    if !script.contains(PLACE) {
        return Err(Error::EngineWithoutStart(PLACE));
    }
    Ok(script + WORKER)
}

/// 16 hex digits over the names and contents of all files below `folder`.
pub fn hash_of(folder: &Path) -> Result<String, Error> {
    let mut hash = Sha256::new();
    for file in files_below(folder)? {
        let name = file.strip_prefix(folder).unwrap_or(&file);
        hash.update(name.to_string_lossy().as_bytes());
        hash.update(fs::read(&file).map_err(Error::io("reading", &file))?);
    }
    Ok(digits(&hash.finalize()))
}

/// 16 hex digits over `bytes`.
pub fn digits_of(bytes: &[u8]) -> String {
    digits(&Sha256::digest(bytes))
}

fn digits(digest: &[u8]) -> String {
    digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// All files below `folder`, in the order of their paths.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(Error::io("reading", &folder))? {
            let path = entry.map_err(Error::io("reading", &folder))?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn with_version(html: &str, name: &str, version: &str) -> Result<String, Error> {
    let meta = meta(name);
    let plain = format!(r#"{meta}/{name}.js""#);
    if html.matches(&plain).count() != 1 {
        return Err(Error::Page(format!(
            "index.html must hold this once, for the page to find a worker: {plain}>"
        )));
    }
    Ok(html.replace(&plain, &format!(r#"{meta}-{version}/{name}.js""#)))
}

fn with_policy(html: &str) -> String {
    let hashes: Vec<String> = inline_scripts(html)
        .iter()
        .map(|script| format!("'sha256-{}'", base64(&Sha256::digest(script))))
        .collect();
    html.replace(INLINE, &hashes.join(" "))
}

fn without_policy(html: &str) -> String {
    let Some(start) = html.find(POLICY) else {
        return html.to_owned();
    };
    let end = html[start..]
        .find('>')
        .map_or(html.len(), |at| start + at + 1);
    format!("{}{}", &html[..start], &html[end..])
}

/// The texts of the scripts that stand in the page itself, exactly as a browser hashes them.
fn inline_scripts(html: &str) -> Vec<&str> {
    html.split("<script")
        .skip(1)
        .filter_map(|rest| {
            let (attributes, rest) = rest.split_once('>')?;
            let (text, _) = rest.split_once("</script>")?;
            (!attributes.contains(" src=")).then_some(text)
        })
        .collect()
}

/// Standard base64 with padding (RFC 4648, section 4).
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bytes
        .chunks(3)
        .flat_map(|chunk| {
            let group = (0..3).fold(0u32, |sum, i| {
                sum << 8 | u32::from(chunk.get(i).copied().unwrap_or(0))
            });
            (0..4usize).map(move |i| {
                if i > chunk.len() {
                    '='
                } else {
                    char::from(DIGITS[(group >> (18 - 6 * i) & 63) as usize])
                }
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_agrees_with_the_examples_of_the_rfc() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(plain.as_bytes()), coded, "{plain}");
        }
    }

    #[test]
    fn the_page_is_told_the_folder_of_its_engine() {
        let html = r#"<meta name="logitscope-engine" content="./engine/engine.js">"#;
        let told = with_version(html, "engine", "0123456789abcdef").unwrap_or_default();
        assert_eq!(
            told,
            r#"<meta name="logitscope-engine" content="./engine-0123456789abcdef/engine.js">"#
        );
        assert!(is_page(html) && is_page(&told));
        for wrong in [String::new(), told, html.repeat(2)] {
            assert!(with_version(&wrong, "engine", "0").is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_worker_starts_by_the_name_that_the_module_exports() -> Result<(), Error> {
        let script = "async function __wbg_init() { new URL('engine_bg.wasm', import.meta.url) }\nexport { initSync, __wbg_init as default };";
        assert_eq!(with_worker(script.to_owned())?, format!("{script}{WORKER}"));
        let renamed = script.replace("__wbg_init", "init");
        assert!(matches!(
            with_worker(renamed),
            Err(Error::EngineWithoutStart(_))
        ));
        let lost = script.replace(PLACE, "");
        assert!(with_worker(lost).is_err());
        let name = START.trim_end_matches(" as default");
        assert!(WORKER.contains(&format!("=> {name}(")), "{WORKER}");
        Ok(())
    }

    #[test]
    fn only_scripts_in_the_page_itself_are_hashed() {
        let html = "<script src=\"a.js\"></script><script type=\"module\">\nimport a;\n</script>";
        assert_eq!(inline_scripts(html), ["\nimport a;\n"]);
    }

    #[test]
    fn the_policy_holds_the_hash_that_a_browser_computes() {
        // From the example in Content Security Policy Level 3, section 8.4: alert('Hello, world.');
        let html = format!(
            "{POLICY} content=\"script-src {INLINE}\"><script>alert('Hello, world.');</script>"
        );
        let expected = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
        assert!(
            with_policy(&html).contains(expected),
            "{}",
            with_policy(&html)
        );
        assert_eq!(
            without_policy(&html),
            "<script>alert('Hello, world.');</script>"
        );
    }

    #[test]
    fn the_version_changes_with_any_file_of_the_engine() -> Result<(), Error> {
        let folder = crate::root::scratch().join("test of a stamp");
        let deep = folder.join("snippets");
        fs::create_dir_all(&deep).map_err(Error::io("creating", &deep))?;
        let mut versions = Vec::new();
        for (name, text) in [
            ("engine.js", "a"),
            ("snippets/b.js", "b"),
            ("snippets/b.js", "c"),
        ] {
            let file = folder.join(name);
            fs::write(&file, text).map_err(Error::io("writing", file))?;
            versions.push(hash_of(&folder)?);
        }
        fs::remove_dir_all(&folder).map_err(Error::io("deleting", &folder))?;
        versions.dedup();
        assert_eq!(versions.len(), 3, "{versions:?}");
        Ok(())
    }
}
