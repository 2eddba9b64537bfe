//! Waits for the page's sources to change.
//!
//! It looks at all of them again and again: a few hundred files are looked at in milliseconds, on every system and every
//! kind of disk, and no editor's way of saving is special.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::root;
use crate::stamp::files_below;

/// What the page is made of. Trunk.toml says the same; a test compares.
const SOURCES: [&str; 6] = [
    "index.html",
    "Cargo.toml",
    "Cargo.lock",
    "shaders",
    "web",
    "crates",
];
/// Between two looks.
const INTERVAL: Duration = Duration::from_millis(300);

/// The sources as they were at the last look.
pub struct Watch {
    places: Vec<PathBuf>,
    seen: u64,
}

impl Watch {
    /// Watches the page's sources from now on.
    pub fn new() -> Self {
        Self::of(SOURCES.map(|place| root::root().join(place)).to_vec())
    }

    fn of(places: Vec<PathBuf>) -> Self {
        let seen = look(&places);
        Self { places, seen }
    }

    /// Returns once something has changed since the last time, and nothing more changes.
    pub fn wait(&mut self) {
        let before = self.seen;
        loop {
            sleep(INTERVAL);
            let now = look(&self.places);
            let settled = now == self.seen;
            self.seen = now;
            if settled && now != before {
                return;
            }
        }
    }
}

/// A number that changes with the names, sizes and times of the files.
fn look(places: &[PathBuf]) -> u64 {
    let mut hash = DefaultHasher::new();
    for place in places {
        // A file that goes away while one looks is a change, too.
        let files = if place.is_dir() {
            files_below(place).unwrap_or_default()
        } else {
            vec![place.clone()]
        };
        for file in files {
            (time_and_size(&file), file).hash(&mut hash);
        }
    }
    hash.finish()
}

fn time_and_size(file: &Path) -> Option<(std::time::SystemTime, u64)> {
    let data = file.metadata().ok()?;
    Some((data.modified().ok()?, data.len()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::error::Error;

    #[test]
    fn a_file_that_changes_comes_or_goes_is_seen() -> Result<(), Error> {
        let folder = root::scratch().join("test of a watch");
        root::delete(&folder)?;
        fs::create_dir_all(folder.join("deep")).map_err(Error::io("creating", &folder))?;
        let file = folder.join("deep/a.rs");
        let mut looks = vec![look(std::slice::from_ref(&folder))];
        for text in ["one", "longer"] {
            fs::write(&file, text).map_err(Error::io("writing", &file))?;
            looks.push(look(std::slice::from_ref(&folder)));
        }
        fs::remove_file(&file).map_err(Error::io("deleting", &file))?;
        assert_eq!(look(std::slice::from_ref(&folder)), looks[0]);
        looks.dedup();
        assert_eq!(looks.len(), 3);
        root::delete(&folder)
    }

    #[test]
    fn a_change_ends_the_waiting_and_is_not_told_twice() -> Result<(), Error> {
        let file = root::scratch().join("test of waiting");
        let write = |text: &str| fs::write(&file, text).map_err(Error::io("writing", &file));
        write("one")?;
        let mut watch = Watch::of(vec![file.clone()]);
        let before = watch.seen;
        write("longer")?;
        watch.wait();
        assert_ne!(watch.seen, before);
        assert_eq!(watch.seen, look(std::slice::from_ref(&file)));
        fs::remove_file(&file).map_err(Error::io("deleting", &file))
    }

    #[test]
    fn trunk_watches_the_same() {
        let settings = include_str!("../../../../Trunk.toml");
        let quoted = SOURCES.map(|place| format!("\"{place}\"")).join(", ");
        assert!(settings.contains(&format!("watch = [{quoted}]")));
    }
}
