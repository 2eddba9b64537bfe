//! One file for the many small ones of a program that is split.
//!
//! Functions that several parts of a program need are in files of their own, one for each set of parts: a hundred, most of them smaller than the
//! headers of the answer that brings them, and compressed by itself each is twice as long. Here the small ones become one module, which holds
//! them as custom sections: a browser compiles it, and takes out of it what a part needs.

use std::fs;
use std::path::PathBuf;

use super::assemble::Files;
use super::program::Program;
use crate::error::Error;
use crate::root;

/// The script that loads the parts of a program, as the joiner writes it.
const LOADER: &str = "later.js";
/// What it calls the files that several parts need.
const SHARED: &str = "chunk_";
/// The one file.
const PACK: &str = "chunks.wasm";
/// A file of fewer bytes than this is small.
const SMALL: u64 = 8_000;

/// Makes an instance of a module that is in the pack. A pack that did not come is asked for again.
const UNPACK: &str = r#"
let pack = undefined;
function packed(name) {
    return () => {
        pack ??= WebAssembly.compileStreaming(fetch(new URL("./chunks.wasm", import.meta.url)));
        const src = pack;
        src.catch(() => { if (pack === src) pack = undefined; });
        return async (imports) => (WebAssembly.instantiate(WebAssembly.Module.customSections(await src, name)[0], imports));
    };
}
"#;

/// Puts the small files of a program into one; all others stay.
pub fn pack(program: &Program, files: Files) -> Result<Files, Error> {
    let (mut packed, mut others, mut loader) = (Vec::new(), Files::new(), None);
    for (name, file) in files {
        let size = file.metadata().map_err(Error::io("reading", &file))?.len();
        if name == LOADER {
            loader = Some(file);
        } else if name.starts_with(SHARED) && size < SMALL {
            packed.push((name, file));
        } else {
            others.push((name, file));
        }
    }
    let Some(loader) = loader else {
        // It is not split, and has nothing that would be packed.
        return Ok(others);
    };
    if packed.is_empty() {
        others.push((LOADER.to_owned(), loader));
        return Ok(others);
    }
    let mut script = fs::read_to_string(&loader).map_err(Error::io("reading", loader))?;
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    for (name, file) in packed {
        let bytes = fs::read(&file).map_err(Error::io("reading", file))?;
        let name = name.trim_end_matches(".wasm");
        script = unpacking(&script, name)?;
        module.extend(custom_section(name, &bytes));
    }
    // Before the first of the loaders, which use it.
    script = script.replacen(
        "function makeLoad(",
        &format!("{UNPACK}function makeLoad("),
        1,
    );
    let folder = root::scratch().join("packed").join(&program.name);
    fs::create_dir_all(&folder).map_err(Error::io("creating", &folder))?;
    for (name, bytes) in [(LOADER, script.as_bytes()), (PACK, &module)] {
        let file: PathBuf = folder.join(name);
        fs::write(&file, bytes).map_err(Error::io("writing", &file))?;
        others.push((name.to_owned(), file));
    }
    others.sort();
    Ok(others)
}

/// The loader's script, in which the file `name` comes out of the pack.
fn unpacking(script: &str, name: &str) -> Result<String, Error> {
    let apart = format!(
        r#"() => {{
    const src = fetch(new URL("./{name}.wasm", import.meta.url));
    src.catch(() => {{}});
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}}
"#
    );
    match script.matches(&apart).count() {
        1 => Ok(script.replacen(&apart, &format!(r#"packed("{name}")"#), 1)),
        _ => Err(Error::Page(format!(
            "{LOADER} does not load {name}.wasm as it did: see what wasm_split_cli_support writes now"
        ))),
    }
}

/// A custom section. Source: the core specification of WebAssembly, “Binary Format”, “Custom Section”.
fn custom_section(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut content = length(name.len());
    content.extend(name.as_bytes());
    content.extend(bytes);
    let mut section = vec![0];
    section.extend(length(content.len()));
    section.extend(content);
    section
}

/// A length in LEB128.
fn length(mut n: usize) -> Vec<u8> {
    let mut out = Vec::new();
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_takes_seven_bits_a_byte() {
        assert_eq!(length(0), [0]);
        assert_eq!(length(127), [127]);
        assert_eq!(length(128), [0x80, 1]);
        assert_eq!(length(624_485), [0xe5, 0x8e, 0x26]);
    }

    #[test]
    fn a_section_has_its_name_and_its_bytes() {
        let section = custom_section("ab", &[7, 8, 9]);
        assert_eq!(section, [0, 6, 2, b'a', b'b', 7, 8, 9]);
    }

    #[test]
    fn a_loader_of_another_kind_is_refused() {
        assert!(unpacking("const a = 1;", "chunk_1").is_err());
    }
}
