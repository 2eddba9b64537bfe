//! The name of a model on the Hugging Face hub.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use logitscope_core::error::HubFault;
use logitscope_core::gguf_part::{GGUF, GgufPart, gguf_stem};
use logitscope_core::percent;
use serde::{Deserialize, Serialize};

/// How a link or a caller begins the name of a repository on the hub.
pub const SCHEME: &str = "hf:";
/// What addresses of repositories begin with.
const SITE: [&str; 2] = ["https://huggingface.co/", "huggingface.co/"];
/// What stands before the revision in the addresses of a repository's pages, and whether a file comes behind it, or a folder.
const PAGES: [(&str, bool); 3] = [("/tree/", false), ("/blob/", true), ("/resolve/", true)];
/// The revision that is meant where none is named.
const NEWEST: &str = "main";
/// How the hub calls what is no branch and no tag, such as the proposed change `refs/pr/1`: two names follow.
const REFS: &str = "refs";
/// How a `/` of a revision is written in an address.
const SLASH: &str = "%2F";
/// What the names of folders and files may have besides letters and digits: neither what ends a path in an address or in a link, nor what no disk takes.
const IN_NAMES: &str = "-_. ()[]{}+,;=&'!~^$";
/// Characters that are not seen, or turn what is read around: spaces of all widths, marks of direction, and what is none.
const UNSEEN: [RangeInclusive<char>; 2] = ['\u{2000}'..='\u{206f}', '\u{fe00}'..='\u{ffff}'];
/// Most bytes of a name, of a path or of a revision.
const LONGEST: usize = 128;

/// A model on the hub: a repository at a revision, a folder of it, or one `.gguf` file. Written `owner/name`, `owner/name:folder/`,
/// `owner/name:file.gguf` or `owner/name:folder/file.gguf`, each with `@revision` behind it or without.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Repository {
    /// `owner/name`, or for a few old ones `name`.
    pub name: String,
    /// A branch, a tag, a commit, or a proposed change, `refs/pr/1`; `None` for the newest, `main`.
    pub revision: Option<String>,
    /// The folder that it lies in, without `/` at its ends; `None` for the repository's root.
    pub folder: Option<String>,
    /// A `.gguf` file, or the first part of one; `None` for the folder's own checkpoint.
    pub file: Option<String>,
}

impl Repository {
    /// What the model is called: the file without its ending, or the folder or the repository without what it lies in.
    pub fn short(&self) -> &str {
        if let Some(file) = &self.file {
            return gguf_stem(file);
        }
        let own = self.folder.as_ref().unwrap_or(&self.name);
        own.rsplit('/').next().unwrap_or(own)
    }

    /// Where it lies in the repository: `folder/`, `file.gguf` or `folder/file.gguf`; `None` for the root.
    pub fn path(&self) -> Option<String> {
        let folder = self.folder.as_ref().map(|folder| format!("{folder}/"));
        let parts = folder.into_iter().chain(self.file.clone());
        Some(parts.collect()).filter(|path: &String| !path.is_empty())
    }

    /// The same file or folder of the same repository, whatever the revision.
    pub fn is_same_model(&self, other: &Repository) -> bool {
        let same = (&self.folder, &self.file) == (&other.folder, &other.file);
        same && self.name.eq_ignore_ascii_case(&other.name)
    }

    /// Whether its folder is that of `other`, or lies in it.
    pub fn is_within(&self, other: &Repository) -> bool {
        let Some(around) = &other.folder else {
            return true;
        };
        let own = self.folder.as_deref().unwrap_or_default();
        let rest = own.strip_prefix(around.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Whether `stored` is this model, at the same revision where one is asked for.
    pub fn is_met_by(&self, stored: &Repository) -> bool {
        let same = self.revision.is_none() || self.revision == stored.revision;
        same && self.is_same_model(stored)
    }

    /// The revision that is meant.
    pub fn revision(&self) -> &str {
        self.revision.as_deref().unwrap_or(NEWEST)
    }

    /// The same as a part of an address.
    pub fn revision_in_address(&self) -> String {
        self.revision().replace('/', SLASH)
    }

    /// The same of the newest revision.
    pub fn newest(&self) -> Self {
        Repository {
            revision: None,
            ..self.clone()
        }
    }
}

/// Whether `text` may stand in an address as it is.
fn is_plain(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    text.len() <= LONGEST
        && text.chars().all(plain)
        && text.chars().any(|c| c.is_ascii_alphanumeric())
}

/// Whether a folder or a file may be called so. (What is a letter of which script is not asked: the tables would come with the page.)
fn is_named(text: &str) -> bool {
    let letter = |c: char| {
        c.is_ascii_alphanumeric() || c > '\u{a0}' && !UNSEEN.iter().any(|all| all.contains(&c))
    };
    let plain = |c: char| letter(c) || IN_NAMES.contains(c);
    text.chars().all(plain) && text.chars().any(letter) && text.trim() == text
}

/// Whether each part of a path may be called so: none leads upwards.
fn is_path(text: &str, part: fn(&str) -> bool) -> bool {
    text.len() <= LONGEST && text.split('/').all(part)
}

/// What an address, or what is written in its place, is made of.
struct Written<'a> {
    name: &'a str,
    revision: Option<Cow<'a, str>>,
    folder: Option<Cow<'a, str>>,
    file: Option<Cow<'a, str>>,
}

fn split(text: &str) -> Written<'_> {
    // Behind a colon comes a path, whatever its folders are called.
    let pages = PAGES
        .iter()
        .filter_map(|(between, has_file)| Some((text.split_once(between)?, *has_file)))
        .filter(|((name, _), _)| !name.contains(':'));
    if let Some(((name, rest), has_file)) = pages.min_by_key(|((name, _), _)| name.len()) {
        let rest = rest.split_once('?').map_or(rest, |(path, _)| path);
        let (revision, path) = behind_revision(rest.trim_end_matches('/'));
        let (folder, file) = match path.filter(|_| has_file).map(behind_folder) {
            Some(own) => own,
            None => (path, None),
        };
        return Written {
            name,
            revision: Some(revision).filter(|own| *own != NEWEST).map(decoded),
            folder: folder.map(decoded),
            file: file.map(decoded),
        };
    }
    let (own, revision) = match text.split_once('@') {
        Some((own, revision)) => (own, Some(revision.trim_end_matches('/'))),
        None => (text, None),
    };
    let (name, (folder, file)) = match own.split_once(':') {
        Some((name, path)) => (name, behind_folder(path)),
        None => (own.trim_end_matches('/'), (None, None)),
    };
    Written {
        name,
        revision: revision.map(decoded),
        folder: folder.map(Cow::Borrowed),
        file: file.map(Cow::Borrowed),
    }
}

/// The revision that an address goes on with, and the path behind it, if there is one.
fn behind_revision(rest: &str) -> (&str, Option<&str>) {
    let names = if rest.split('/').next() == Some(REFS) {
        3
    } else {
        1
    };
    match rest.match_indices('/').nth(names - 1) {
        Some((at, _)) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    }
}

/// A part of an address as it is.
fn decoded(text: &str) -> Cow<'_, str> {
    match text.contains('%') {
        true => Cow::Owned(percent::decode(text)),
        false => Cow::Borrowed(text),
    }
}

/// The folder of a path, and the file behind it, if there is one.
fn behind_folder(path: &str) -> (Option<&str>, Option<&str>) {
    match path.rsplit_once('/') {
        Some((folder, file)) => (Some(folder), Some(file).filter(|file| !file.is_empty())),
        None => (None, Some(path)),
    }
}

impl FromStr for Repository {
    type Err = HubFault;

    /// Reads what [`Repository`] names, the same with [`SCHEME`] before it, and the addresses of the pages of a repository and of a file. Of a file in
    /// parts any part may be named.
    fn from_str(text: &str) -> Result<Self, HubFault> {
        let own = text.trim();
        let own = own.strip_prefix(SCHEME).unwrap_or(own);
        let behind = |text| SITE.iter().find_map(|start| str::strip_prefix(text, start));
        let Written {
            name,
            revision,
            folder,
            file,
        } = split(behind(own).unwrap_or(own));
        let parts: Vec<&str> = name.split('/').collect();
        // Neither the site nor the scheme is a name: a link with such a one would be read as another repository's.
        let is_taken = behind(name).is_some() || SCHEME.strip_suffix(':') == Some(name);
        let is_name = parts.len() <= 2 && parts.iter().all(|part| is_plain(part)) && !is_taken;
        let is_file = |file: &str| {
            let is_gguf = file.len() > GGUF.len() && file.ends_with(GGUF);
            is_gguf && file.len() <= LONGEST && is_named(file)
        };
        let is_folder = |folder| is_path(folder, is_named);
        let is_place =
            folder.as_deref().is_none_or(is_folder) && file.as_deref().is_none_or(is_file);
        let is_revision = |revision| is_path(revision, is_plain);
        if !is_name || !is_place || !revision.as_deref().is_none_or(is_revision) {
            return Err(HubFault::Name { text: text.into() });
        }
        let first = |file: Cow<'_, str>| match GgufPart::of(&file) {
            Some(part) => part.name(1),
            None => file.into_owned(),
        };
        Ok(Repository {
            name: name.into(),
            revision: revision.map(Cow::into_owned),
            folder: folder.map(Cow::into_owned),
            file: file.map(first),
        })
    }
}

impl fmt::Display for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(path) = self.path() {
            write!(f, ":{path}")?;
        }
        match &self.revision {
            Some(revision) => write!(f, "@{revision}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_is_read_however_it_is_written() {
        let read = |text: &str| text.parse::<Repository>().map(|own| own.to_string());
        for (text, name) in [
            ("openai-community/gpt2", "openai-community/gpt2"),
            (" gpt2 ", "gpt2"),
            ("hf:Qwen/Qwen3-0.6B@c1899de", "Qwen/Qwen3-0.6B@c1899de"),
            ("https://huggingface.co/Qwen/Qwen3-0.6B/", "Qwen/Qwen3-0.6B"),
            ("huggingface.co/a/b/tree/v1.0", "a/b@v1.0"),
            ("huggingface.co/a/b/tree/main", "a/b"),
            ("hf:a/b:c-Q8_0.gguf", "a/b:c-Q8_0.gguf"),
            ("a/b:c.gguf@1234", "a/b:c.gguf@1234"),
            ("https://huggingface.co/a/b/blob/main/c.gguf", "a/b:c.gguf"),
            (
                "https://huggingface.co/a/b/resolve/v2/c.gguf?download=true",
                "a/b:c.gguf@v2",
            ),
            ("a/b:c-00002-of-00003.gguf", "a/b:c-00001-of-00003.gguf"),
            ("a/b:c/", "a/b:c/"),
            ("hf:a/b:c/d.1/@v2", "a/b:c/d.1/@v2"),
            ("a/b:c/d.gguf@v2", "a/b:c/d.gguf@v2"),
            ("gpt2:onnx/", "gpt2:onnx/"),
            ("https://huggingface.co/a/b/tree/main/c/d/", "a/b:c/d/"),
            ("huggingface.co/a/b/tree/v2/c", "a/b:c/@v2"),
            ("huggingface.co/a/b/blob/main/c/d.gguf", "a/b:c/d.gguf"),
            (
                "huggingface.co/a/b/blob/v1/tree/main/d.gguf",
                "a/b:tree/main/d.gguf@v1",
            ),
            ("a/b:c/blob/main/d.gguf@v1", "a/b:c/blob/main/d.gguf@v1"),
            ("a/b:Q4 (old)/c d+e.gguf", "a/b:Q4 (old)/c d+e.gguf"),
            (
                "huggingface.co/a/b/blob/main/Q4%20(old)/c%20d%2Be.gguf",
                "a/b:Q4 (old)/c d+e.gguf",
            ),
            ("huggingface.co/a/b/tree/v1/%E6%97%A5", "a/b:日/@v1"),
            ("a/b@x%2Ey", "a/b@x.y"),
            ("a/b@refs/pr/1", "a/b@refs/pr/1"),
            ("a/b:c/d.gguf@refs%2Fpr%2f1", "a/b:c/d.gguf@refs/pr/1"),
            ("huggingface.co/a/b/tree/refs%2Fpr%2F1", "a/b@refs/pr/1"),
            ("huggingface.co/a/b/tree/refs/pr/1/", "a/b@refs/pr/1"),
            ("huggingface.co/a/b/tree/refs/pr/1/c", "a/b:c/@refs/pr/1"),
            (
                "huggingface.co/a/b/blob/refs%2Fpr%2F1/c/d.gguf",
                "a/b:c/d.gguf@refs/pr/1",
            ),
        ] {
            assert_eq!(read(text).as_deref(), Ok(name), "{text}");
            assert_eq!(read(name).as_deref(), Ok(name), "{name}");
        }
        let long = "a".repeat(LONGEST + 1);
        for text in [
            "",
            "hf:hf:a/b/c.gguf",
            "a/b/c",
            "../b",
            "a/..",
            "a/b@",
            "a/b@../x",
            "a/b@x/../y",
            "a/b@x%2F..%2Fy",
            "a/b@x%3F",
            "a/b@/x",
            "a/b@x//y",
            "huggingface.co/a/b/tree/refs/../1",
            "a b/c",
            "a/b?x",
            "a/b#x",
            "a//b",
            "http://x/a",
            "huggingface.co/huggingface.co/a",
            "a/b:",
            "a/b:.gguf",
            "a/b:c.bin",
            "a/b:../c.gguf",
            "a/b:c/d",
            "a/b:/",
            "a/b:/c/",
            "a/b:c//",
            "a/b:../",
            "a/b:c/../",
            "a/b:c/../../d.gguf",
            "a/b:c/./d.gguf",
            "a/b:c%2f../",
            "a/b:c/ /d.gguf",
            "a/b:c /",
            "a/b:c?d/",
            "a/b:c/d#e.gguf",
            "a/b:c%20d/",
            "a/b:c\td/",
            "huggingface.co/a/b/tree/main/c%2F..%2Fd",
            "huggingface.co/a/b/tree/main/c%00",
            "huggingface.co/a/b/tree/main/c%E2%80%AEd",
            "a/b:c\u{85}d/",
            "a/b:\u{feff}/",
            "huggingface.co/a/b/blob/main/c%3Fd.gguf",
            "a/b:c\\d/",
            "huggingface.co/a/b/tree/main/../../c",
            "huggingface.co/a/b/tree/main//c",
            "huggingface.co/a/b/blob/main/../d.gguf",
            "a/b:c.gguf:d.gguf",
            "a/b@1:c.gguf",
            "huggingface.co/a/b/blob/main/c.safetensors",
            "huggingface.co/a/b/blob/main/c",
            &long,
            &format!("a/b:{}/", "c/".repeat(LONGEST)),
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_revision_that_is_not_asked_for_may_be_any_and_a_file_may_not() {
        let read = |text: &str| text.parse::<Repository>().expect("a repository");
        let stored = read("openai-community/gpt2@607a30d");
        for (asked, met) in [
            ("openai-community/gpt2", true),
            ("OpenAI-Community/gpt2", true),
            ("openai-community/gpt2@607a30d", true),
            ("openai-community/gpt2@main", false),
            ("openai-community/gpt2:a.gguf", false),
            ("gpt2", false),
        ] {
            assert_eq!(read(asked).is_met_by(&stored), met, "{asked}");
        }
        let file = read("a/b:c.gguf@1");
        assert!(read("a/b:c.gguf").is_met_by(&file));
        assert!(!read("a/b").is_met_by(&file) && !read("a/b:d.gguf").is_met_by(&file));
        let deep = read("a/b:d/c.gguf@1");
        assert!(read("a/b:d/c.gguf").is_met_by(&deep) && !read("a/b:c.gguf").is_met_by(&deep));
        assert!(!read("a/b:d/").is_met_by(&read("a/b@1")));
        for (around, within) in [("a/b", true), ("a/b:d/", true), ("a/b:d/e/", false)] {
            assert_eq!(deep.is_within(&read(around)), within, "{around}");
        }
        assert!(!read("a/b:de/").is_within(&read("a/b:d/")));
    }

    #[test]
    fn a_model_is_called_by_its_file_or_by_its_repository() {
        let short = |text: &str| {
            let own = text.parse::<Repository>();
            own.expect("a repository").short().to_owned()
        };
        assert_eq!(short("a/b"), "b");
        assert_eq!(short("a/b:c-Q8_0.gguf@1"), "c-Q8_0");
        assert_eq!(short("a/b:c-00001-of-00003.gguf"), "c");
        assert_eq!(short("a/b:d/c.gguf"), "c");
        assert_eq!(short("a/b:d/e/"), "e");
    }
}
