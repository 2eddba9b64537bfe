//! Puts the page's files into a folder, and their names into index.html.
//!
//! Every file that the page asks for by itself gets a name with a hash of what is in it, so that no browser takes an older
//! one out of its cache; the files of a program have a folder with a hash. What the engine's is called is the stamp's business.

use std::fs;
use std::path::{Path, PathBuf};

use super::index::Link;
use super::program::{Program, Runs};
use crate::error::Error;
use crate::{root, stamp};

/// The names of a program's files in the page, and where they are now.
pub type Files = Vec<(String, PathBuf)>;

/// Writes the page to `folder`, which must not be there. `programs`: those of the links, in their order, with their files.
pub fn assemble<'a>(
    html: &str,
    links: &[Link<'_>],
    mut programs: impl Iterator<Item = (&'a Program, &'a Files)>,
    folder: &Path,
) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(Error::io("creating", folder))?;
    let mut page = String::new();
    let mut done = 0;
    let mut styled = false;
    for link in links {
        page.push_str(&html[done..link.place.start]);
        done = link.place.end;
        let source = root::root().join(link.need("href")?);
        page.push_str(&match link.need("rel")? {
            "rust" => match programs.next() {
                Some((program, files)) => place_program(program, files, folder)?,
                None => return Err(Error::Page("index.html: a program was not made".into())),
            },
            "css" if styled => String::new(),
            "css" => {
                styled = true;
                let name = place_styles(links, folder)?;
                format!(r#"<link rel="stylesheet" href="./{name}">"#)
            }
            "icon" => {
                let (name, kind) = (place_file(&source, folder)?, link.need("type")?);
                format!(r#"<link rel="icon" href="./{name}" type="{kind}">"#)
            }
            "copy-dir" => {
                let name = source.file_name().unwrap_or_default();
                root::copy(&source, &folder.join(name))?;
                String::new()
            }
            unknown => {
                return Err(Error::Page(format!(
                    "index.html: there is nothing here that makes a link of rel=\"{unknown}\""
                )));
            }
        });
    }
    page.push_str(&html[done..]);
    let index = folder.join("index.html");
    fs::write(&index, page).map_err(Error::io("writing", index))
}

/// Places a program's files; gives what starts it.
fn place_program(program: &Program, files: &Files, folder: &Path) -> Result<String, Error> {
    // They name each other, so they keep their names, and their folder has the hash: the app's here, the engine's when the
    // page is stamped.
    let home = match &program.runs {
        Runs::OnThePage => format!("{}-{}", program.name, version(files)?),
        Runs::InAWorker(name) => name.clone(),
    };
    for (name, file) in files {
        let placed = folder.join(&home).join(name);
        let parent = placed.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(Error::io("creating", parent))?;
        fs::copy(file, placed).map_err(Error::io("copying", file))?;
    }
    if program.runs != Runs::OnThePage {
        return Ok(String::new());
    }
    let (script, module) = (format!("{}.js", program.name), program.module_name());
    let mut html = String::new();
    for (name, _) in files.iter().filter(|(name, _)| name.ends_with(".js")) {
        html.push_str(&format!(
            "<link rel=\"modulepreload\" href=\"./{home}/{name}\" crossorigin=\"anonymous\">\n  "
        ));
    }
    html.push_str(&format!(
        r#"<link rel="preload" href="./{home}/{module}" crossorigin="anonymous" as="fetch" type="application/wasm">
  <script type="module">
import init from './{home}/{script}';
await init({{ module_or_path: './{home}/{module}' }});
</script>"#
    ));
    Ok(html)
}

/// A hash of what the files hold, and of their names.
fn version(files: &Files) -> Result<String, Error> {
    let mut all = Vec::new();
    for (name, file) in files {
        all.extend(name.as_bytes());
        all.extend(fs::read(file).map_err(Error::io("reading", file))?);
    }
    Ok(stamp::digits_of(&all))
}

/// Joins all style sheets in the order of their links, which is what they are ranked by; gives the name of the one file. Together they compress better,
/// and the page waits for one answer.
fn place_styles(links: &[Link<'_>], folder: &Path) -> Result<String, Error> {
    let mut all = Vec::new();
    for link in links.iter().filter(|link| link.get("rel") == Some("css")) {
        let source = root::root().join(link.need("href")?);
        all.extend(fs::read(&source).map_err(Error::io("reading", source))?);
        all.push(b'\n');
    }
    place(&all, "styles.css", folder)
}

/// Copies a file under its own name with a hash; gives that.
fn place_file(source: &Path, folder: &Path) -> Result<String, Error> {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let bytes = fs::read(source).map_err(Error::io("reading", source))?;
    place(&bytes, &name, folder)
}

/// Writes a file as `name` with a hash before its ending; gives that.
fn place(bytes: &[u8], name: &str, folder: &Path) -> Result<String, Error> {
    let hash = stamp::digits_of(bytes);
    let named = match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{hash}.{ending}"),
        None => format!("{name}-{hash}"),
    };
    let file = folder.join(&named);
    fs::write(&file, bytes).map_err(Error::io("writing", file))?;
    Ok(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::index::links;

    #[test]
    fn files_get_a_name_that_changes_with_them_and_the_page_names_it() -> Result<(), Error> {
        let folder = root::scratch().join("test of a page");
        root::delete(&folder)?;
        let html = "<head>\n<link data-trunk rel=\"css\" href=\"README.md\">\n\
                    <link data-trunk rel=\"css\" href=\"CHANGELOG.md\">\n\
                    <link data-trunk rel=\"icon\" href=\"web/icons/favicon.svg\" type=\"image/svg+xml\">\n\
                    <link data-trunk rel=\"copy-dir\" href=\"shaders\"></head><body></body>";
        assemble(html, &links(html), std::iter::empty(), &folder)?;
        let page =
            fs::read_to_string(folder.join("index.html")).map_err(Error::io("reading", &folder))?;
        let text = |name| fs::read_to_string(root::root().join(name)).unwrap_or_default();
        let both = format!("{}\n{}\n", text("README.md"), text("CHANGELOG.md"));
        let name = format!("styles-{}.css", stamp::digits_of(both.as_bytes()));
        assert!(folder.join(&name).is_file() && folder.join("shaders").is_dir());
        let sheet = format!("<link rel=\"stylesheet\" href=\"./{name}\">");
        assert!(page.contains(&sheet) && page.matches("stylesheet").count() == 1);
        assert!(page.contains("type=\"image/svg+xml\">") && !page.contains("data-trunk"));
        assert!(!page.contains("<script"), "{page}");
        root::delete(&folder)
    }

    #[test]
    fn a_link_that_only_trunk_understands_is_refused() {
        let html = "<link data-trunk rel=\"sass\" href=\"README.md\">";
        let folder = root::scratch().join("test of a wrong page");
        let none = std::iter::empty();
        assert!(assemble(html, &links(html), none, &folder).is_err());
    }
}
