//! `cargo xtask zip`: the built page as one file, to be unpacked where it is to be served.
//!
//! The same page gives the same bytes: names are sorted, and every file has the same date.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::args::Args;
use crate::error::Error;
use crate::{root, stamp};

/// Beside the page's files, for whoever unpacks them.
const README: (&str, &str) = ("README.txt", include_str!("zip.txt"));

/// Packs `--from` (else `dist`) as `--out` (else `target/logitscope.zip`).
pub fn run(mut args: Args) -> Result<(), Error> {
    let from = args.value("--from")?;
    let out = args.value("--out")?;
    args.finish()?;
    let from = from.map_or_else(|| root::root().join("dist"), PathBuf::from);
    let out = out.map_or_else(|| root::target().join("logitscope.zip"), PathBuf::from);
    let size = pack(&from, &out)?;
    println!("{}: {size} bytes", out.display());
    Ok(())
}

/// Writes the page in `folder` to `out`; gives its size in bytes.
pub fn pack(folder: &Path, out: &Path) -> Result<u64, Error> {
    let index = folder.join("index.html");
    if !fs::read_to_string(index).is_ok_and(|html| stamp::is_page(&html)) {
        return Err(Error::Page(format!(
            "{} holds no page: make it with `cargo xtask build`",
            folder.display()
        )));
    }
    let mut files = Vec::new();
    for file in stamp::files_below(folder)? {
        let path = file.strip_prefix(folder).unwrap_or(&file);
        let bytes = fs::read(&file).map_err(Error::io("reading", &file))?;
        files.push((path.to_string_lossy().replace('\\', "/"), bytes));
    }
    files.push((README.0.to_owned(), README.1.into()));
    files.sort();
    let packed = File::create(out).map_err(Error::io("creating", out))?;
    write(&files, BufWriter::new(packed))
        .map_err(|error| Error::io("packing", out)(error.into()))?;
    Ok(fs::metadata(out).map_err(Error::io("reading", out))?.len())
}

fn write(
    files: &[(String, Vec<u8>)],
    to: impl Write + std::io::Seek,
) -> Result<(), zip::result::ZipError> {
    let mut zip = ZipWriter::new(to);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        // 1980-01-01, the first that the format knows.
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (name, bytes) in files {
        zip.start_file(name, options)?;
        zip.write_all(bytes)?;
    }
    zip.finish()?.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_packed_the_same_whenever_it_is_packed() -> Result<(), Error> {
        let folder = root::scratch().join("test of a zip");
        root::delete(&folder)?;
        let deep = folder.join("page/deep");
        fs::create_dir_all(&deep).map_err(Error::io("creating", &deep))?;
        let put = |name: &str, text: &str| {
            let file = folder.join(name);
            fs::write(&file, text).map_err(Error::io("writing", file))
        };
        let html = r#"<meta name="logitscope-engine" content="./engine/engine.js">"#;
        assert!(pack(&folder.join("page"), &folder.join("0.zip")).is_err());
        put("page/index.html", html)?;
        put("page/deep/z.txt", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz")?;
        put("page/a.txt", "")?;
        let size = pack(&folder.join("page"), &folder.join("1.zip"))?;
        // Written again later, in another order.
        put("page/a.txt", "")?;
        put("page/index.html", html)?;
        pack(&folder.join("page"), &folder.join("2.zip"))?;
        let bytes = |name: &str| fs::read(folder.join(name)).unwrap_or_default();
        assert_eq!(bytes("1.zip").len() as u64, size);
        assert!(bytes("1.zip") == bytes("2.zip"), "two packs differ");

        let opened = File::open(folder.join("1.zip")).map_err(Error::io("opening", &folder))?;
        let unzip = |error: zip::result::ZipError| Error::io("unpacking", &folder)(error.into());
        let mut zip = zip::ZipArchive::new(opened).map_err(unzip)?;
        let names: Vec<_> = zip.file_names().map(str::to_owned).collect();
        assert_eq!(names, ["README.txt", "a.txt", "deep/z.txt", "index.html"]);
        zip.extract(folder.join("out")).map_err(unzip)?;
        for name in ["a.txt", "deep/z.txt", "index.html"] {
            let (packed, unpacked) = (format!("page/{name}"), format!("out/{name}"));
            assert_eq!(bytes(&packed), bytes(&unpacked), "{name}");
        }
        assert_eq!(bytes("out/README.txt"), README.1.as_bytes());
        root::delete(&folder)
    }
}
