//! Models on the Hugging Face hub, and those of them that the browser keeps.

use std::fmt;
use std::str::FromStr;

use logitscope_core::error::HubFault;
use serde::{Deserialize, Serialize};

use crate::Secret;

/// How a link or a caller begins the name of a repository on the hub.
pub const SCHEME: &str = "hf:";
/// What addresses of repositories begin with.
const SITE: [&str; 2] = ["https://huggingface.co/", "huggingface.co/"];
/// Most bytes of a name or of a revision.
const LONGEST: usize = 128;

/// A repository on the hub at a revision: `owner/name` or `owner/name@revision`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Repository {
    /// `owner/name`, or for a few old ones `name`.
    pub name: String,
    /// A branch, a tag or a commit; `None` for the newest, `main`.
    pub revision: Option<String>,
}

impl Repository {
    /// Its name without the owner.
    pub fn short(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// The same repository at `commit`.
    pub fn at(&self, commit: &str) -> Self {
        Repository {
            name: self.name.clone(),
            revision: Some(commit.to_owned()),
        }
    }

    /// Whether `stored` is what this asks for: the same repository, and the same revision where one is asked for.
    pub fn is_met_by(&self, stored: &Repository) -> bool {
        let same = self.name.eq_ignore_ascii_case(&stored.name);
        same && (self.revision.is_none() || self.revision == stored.revision)
    }
}

/// Whether `text` may stand in an address as it is.
fn is_plain(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    text.len() <= LONGEST
        && text.chars().all(plain)
        && text.chars().any(|c| c.is_ascii_alphanumeric())
}

impl FromStr for Repository {
    type Err = HubFault;

    /// Reads `owner/name`, `owner/name@revision`, the same with [`SCHEME`] before it, and the address of a repository's page.
    fn from_str(text: &str) -> Result<Self, HubFault> {
        let bad = || HubFault::Name { text: text.into() };
        let own = text.trim().trim_end_matches('/');
        let own = own.strip_prefix(SCHEME).unwrap_or(own);
        let behind = |text| SITE.iter().find_map(|start| str::strip_prefix(text, start));
        let own = behind(own).unwrap_or(own);
        let (name, revision) = match (own.split_once('@'), own.split_once("/tree/")) {
            (Some((name, revision)), _) | (None, Some((name, revision))) => (name, Some(revision)),
            (None, None) => (own, None),
        };
        let parts: Vec<&str> = name.split('/').collect();
        // The site is no owner: a link with such a name would be read as another repository's address.
        let good =
            parts.len() <= 2 && parts.iter().all(|part| is_plain(part)) && behind(name).is_none();
        if !good || revision.is_some_and(|revision| !is_plain(revision)) {
            return Err(bad());
        }
        Ok(Repository {
            name: name.into(),
            revision: revision.map(Into::into),
        })
    }
}

impl fmt::Display for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.revision {
            Some(revision) => write!(f, "{}@{revision}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// What is asked of the store.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HubTask {
    /// What is stored; answered by [`crate::Answer::Stored`]. Nobody is asked.
    Stored,
    /// Asks the hub for what is missing of a model, and stores it; answered by [`crate::Answer::Stored`] with that model alone.
    Download(Download),
    /// The files of a stored model; answered by [`crate::Answer::Files`]. Nobody is asked.
    Open(Repository),
    /// Takes what is stored of a model away; answered by [`crate::Answer::Done`].
    Delete(Repository),
}

/// A model that is to be downloaded.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Download {
    /// The hub's address, e.g. `https://huggingface.co`.
    pub hub: String,
    /// Which model.
    pub repository: Repository,
    /// What the hub wants to hear before it gives a gated one.
    pub token: Option<Secret>,
}

/// What is stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    /// The models, by their names.
    pub models: Vec<StoredModel>,
    /// Bytes that this site may still store, as the browser reckons; `None` where it does not say.
    pub free: Option<u64>,
}

/// A model in the browser's store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredModel {
    /// Its repository at the commit that was downloaded.
    pub repository: Repository,
    /// Bytes that are here.
    pub bytes: u64,
    /// Bytes of the whole model.
    pub total: u64,
    /// Whether it is here whole, and its hashes were right.
    pub whole: bool,
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
        ] {
            assert_eq!(read(text).as_deref(), Ok(name), "{text}");
        }
        let long = "a".repeat(LONGEST + 1);
        for text in [
            "",
            "a/b/c",
            "../b",
            "a/..",
            "a/b@",
            "a/b@../x",
            "a b/c",
            "a/b?x",
            "a/b#x",
            "a//b",
            "http://x/a",
            "huggingface.co/huggingface.co/a",
            &long,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_revision_that_is_not_asked_for_may_be_any() {
        let read = |text: &str| text.parse::<Repository>().expect("a repository");
        let stored = read("openai-community/gpt2@607a30d");
        for (asked, met) in [
            ("openai-community/gpt2", true),
            ("OpenAI-Community/gpt2", true),
            ("openai-community/gpt2@607a30d", true),
            ("openai-community/gpt2@main", false),
            ("gpt2", false),
        ] {
            assert_eq!(read(asked).is_met_by(&stored), met, "{asked}");
        }
    }
}
