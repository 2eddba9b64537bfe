//! What index.html asks for: its `data-trunk` links, of which Trunk knows more kinds than this page has.

use std::ops::Range;

use crate::error::Error;

/// A link that is replaced when the page is put together.
#[derive(Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// Where it stands in the text.
    pub place: Range<usize>,
    /// Names and values; a name without a value has an empty one.
    attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> Link<'a> {
    /// The value of an attribute, if it is there.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        let mut found = self.attributes.iter().filter(|(known, _)| *known == name);
        found.next().map(|(_, value)| *value)
    }

    /// The value of an attribute that must be there.
    pub fn need(&self, name: &str) -> Result<&'a str, Error> {
        self.get(name).ok_or_else(|| {
            Error::Page(format!(
                "index.html: a data-trunk link has no {name}: {:?}",
                self.attributes
            ))
        })
    }
}

/// All links for Trunk, in their order.
pub fn links(html: &str) -> Vec<Link<'_>> {
    const START: &str = "<link ";
    html.match_indices(START)
        .filter_map(|(start, _)| {
            let inside = start + START.len();
            let (attributes, length) = attributes(&html[inside..])?;
            let place = start..inside + length;
            Some(Link { place, attributes })
        })
        .filter(|link| link.get("data-trunk").is_some())
        .collect()
}

/// The attributes up to the end of a tag, and how long they are with that end. Nothing if the tag does not end.
fn attributes(text: &str) -> Option<(Vec<(&str, &str)>, usize)> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return Some((found, text.len() - after.len()));
        }
        let end = rest.find(|c: char| c.is_whitespace() || "=/>".contains(c))?;
        let (name, after) = rest.split_at(end);
        let Some(value) = after.strip_prefix("=\"") else {
            found.push((name, ""));
            // Something that is no attribute, as in `a='b'`, would be read for ever.
            rest = after.strip_prefix('=').unwrap_or(after);
            continue;
        };
        let (value, after) = value.split_once('"')?;
        found.push((name, value));
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_for_trunk_are_found_with_their_attributes() -> Result<(), Error> {
        let html = "<link rel=\"icon\" href=\"a\">\n<link data-trunk rel=\"css\" href=\"b > c.css\"/> text";
        let found = links(html);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].need("rel")?, "css");
        assert_eq!(found[0].get("href"), Some("b > c.css"));
        assert!(found[0].need("data-bin").is_err());
        assert_eq!(
            &html[found[0].place.clone()],
            "<link data-trunk rel=\"css\" href=\"b > c.css\"/>"
        );
        Ok(())
    }

    #[test]
    fn what_does_not_end_is_no_link() {
        for html in [
            "<link data-trunk rel=\"css\"",
            "<link data-trunk rel=\"css",
            "<link data-trunk a='b'",
        ] {
            assert_eq!(links(html), []);
        }
    }
}
