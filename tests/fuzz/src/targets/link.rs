//! The page's links.

use super::Target;
use crate::link::{Link, write};
use crate::parts::text;
use crate::repository;

pub const LINK: Target = Target {
    name: "link",
    read,
    seeds: || {
        // Every link of the documentation is one.
        let pages = repository::files("docs", ".md");
        let found = pages.iter().flat_map(|page| {
            let page = String::from_utf8_lossy(page).into_owned();
            let parts = page
                .split('#')
                .skip(1)
                .map(str::to_owned)
                .collect::<Vec<_>>();
            parts.into_iter().map(|part| {
                let end = part.find(['`', '"', '\'', ' ', '\n', ')', '>', '<']);
                part[..end.unwrap_or(part.len())].to_owned()
            })
        });
        found
            .filter(|link| link.contains('='))
            .map(String::into_bytes)
            .collect()
    },
    sources: &["web/src/link", "web/src/choices", "crates/core/src/chain"],
    heap_mib: 128,
};

/// What was read is written as a link that is read as the same, and has nothing to complain of.
fn read(data: &[u8]) {
    let mut link = Link::read(&text(data));
    for problem in std::mem::take(&mut link.problems) {
        let _ = problem.to_string();
    }
    let written = write(&link);
    let again = Link::read(&written);
    assert_eq!(again.problems, [], "{written}");
    assert_eq!(write(&again), written);
}
