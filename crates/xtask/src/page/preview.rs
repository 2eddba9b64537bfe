//! Where the published page lies, for the sites that show a preview of it.
//!
//! Facebook, LinkedIn, X and others take the address of a preview's picture only if it is a whole one, and a static page
//! does not know its own. So `cargo xtask build --site ADDRESS` writes it; without, the picture's address stays relative,
//! and most sites show title and description alone.

use std::fs;
use std::path::Path;

use crate::error::Error;

const PICTURE: &str = r#"<meta property="og:image" content=""#;
const RELATIVE: &str = "./about/preview.jpg";

/// The address of the folder where the page is published, without a slash at its end.
pub struct Site(String);

impl Site {
    /// Reads what follows `--site`.
    pub fn new(address: &str) -> Result<Self, Error> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~:/%".contains(c);
        let is_whole = ["https://", "http://"].iter().any(|start| {
            let rest = address.strip_prefix(start);
            rest.is_some_and(|rest| !rest.trim_matches('/').is_empty())
        });
        if !is_whole || !address.chars().all(is_plain) {
            return Err(Error::Usage(format!(
                "--site takes the address of the page's folder, as in https://example.org/logitscope/, not `{address}`"
            )));
        }
        Ok(Self(address.trim_end_matches('/').to_owned()))
    }
}

/// Says in the page in `folder` that it is published at `site`.
pub fn name_site(folder: &Path, site: &Site) -> Result<(), Error> {
    let index = folder.join("index.html");
    let html = fs::read_to_string(&index).map_err(Error::io("reading", &index))?;
    fs::write(&index, with_site(&html, site)?).map_err(Error::io("writing", &index))
}

fn with_site(html: &str, Site(site): &Site) -> Result<String, Error> {
    let relative = format!(r#"{PICTURE}{RELATIVE}">"#);
    if html.matches(&relative).count() != 1 {
        return Err(Error::Page(format!(
            "index.html must hold this once, for other sites to find the preview: {relative}"
        )));
    }
    let whole = format!(
        "<meta property=\"og:url\" content=\"{site}/\">\n  {PICTURE}{site}/{}\">",
        RELATIVE.trim_start_matches("./")
    );
    Ok(html.replace(&relative, &whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn the_picture_gets_a_whole_address() -> Result<(), Error> {
        let html = fs::read_to_string(root::root().join("index.html")).unwrap_or_default();
        for site in ["https://example.org/a", "https://example.org/a/"] {
            let page = with_site(&html, &Site::new(site)?)?;
            assert!(page.contains(
                "<meta property=\"og:image\" content=\"https://example.org/a/about/preview.jpg\">"
            ));
            assert!(page.contains("<meta property=\"og:url\" content=\"https://example.org/a/\">"));
            assert!(with_site(&page, &Site::new(site)?).is_err(), "only once");
        }
        Ok(())
    }

    #[test]
    fn what_is_no_address_is_refused() {
        assert!(Site::new("https://example.org").is_ok());
        for site in ["example.org", "/a/", "https://a\"><script>", "https://", ""] {
            assert!(Site::new(site).is_err(), "{site}");
        }
    }
}
