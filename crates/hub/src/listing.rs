//! What the hub says of a repository.
//!
//! Two questions: `/api/models/{name}/revision/{revision}` gives the commit, and `/api/models/{name}/tree/{commit}` the files of its root with their sizes
//! and hashes, or those of a folder that is named behind it. Where no model is among them but folders are, `?recursive=true` gives the files of those, too,
//! of which `.gguf` files are looked for. What is downloaded is that of the commit, whatever the branch becomes meanwhile. Source: the hub's OpenAPI description, 2026.

use logitscope_core::error::HubFault;
use logitscope_core::excerpt;
use logitscope_protocol::{Download, Repository};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::chosen::{Listed, chosen};
use crate::hash::Hash;
use crate::manifest::{Entry, NEWEST};
use crate::network::{Body, Get, Network};
use crate::refusal::{Asked, refusal};

/// Descriptions of repositories have some kilobytes.
const LARGEST_ANSWER: usize = 8 << 20;

#[derive(Deserialize)]
struct Info {
    sha: String,
}

#[derive(Deserialize)]
struct File {
    path: String,
    #[serde(rename = "type")]
    kind: String,
    size: u64,
    oid: String,
    lfs: Option<Large>,
}

#[derive(Deserialize)]
struct Large {
    oid: String,
    size: u64,
}

impl From<File> for Entry {
    fn from(file: File) -> Self {
        let (size, hash) = match file.lfs {
            Some(large) => (large.size, Hash::Sha256(large.oid)),
            None => (file.size, Hash::Git(file.oid)),
        };
        Entry {
            name: file.path,
            size,
            hash,
        }
    }
}

/// Asks what `download` is made of.
pub async fn listing(network: &impl Network, download: &Download) -> Result<Listed, HubFault> {
    let Repository { name, revision, .. } = &download.repository;
    let revision = revision.as_deref().unwrap_or(NEWEST);
    let path = format!("/api/models/{name}/revision/{revision}");
    let info: Info = ask(network, download, &path).await?;
    let commit = info.sha;
    if commit.is_empty() || !commit.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err(HubFault::Unreadable {
            what: path,
            why: excerpt(&format!("sha: {commit}")),
        });
    }
    // What is refused from here on is said of the commit.
    let pinned = Download {
        repository: Repository {
            revision: Some(commit.clone()),
            ..download.repository.clone()
        },
        ..download.clone()
    };
    let (files, has_folders) = tree(network, &pinned, &commit, "").await?;
    let asked = &download.repository;
    match chosen(asked, commit.clone(), files) {
        Err(_) if has_folders && asked.file.is_none() => {
            let (files, _) = tree(network, &pinned, &commit, "?recursive=true").await?;
            chosen(asked, commit, files)
        }
        found => found,
    }
}

/// The files of the folder of `pinned`, which is at `commit`, and whether there are folders in it.
async fn tree(
    network: &impl Network,
    pinned: &Download,
    commit: &str,
    how: &str,
) -> Result<(Vec<Entry>, bool), HubFault> {
    let Repository { name, folder, .. } = &pinned.repository;
    let within = folder.as_ref().map(|folder| format!("/{folder}"));
    let within = within.unwrap_or_default();
    let path = format!("/api/models/{name}/tree/{commit}{within}{how}");
    let all: Vec<File> =
        ask(network, pinned, &path)
            .await
            .map_err(|fault| match (fault, folder) {
                (HubFault::NoFile { .. }, Some(folder)) => HubFault::Lacks {
                    name: name.clone(),
                    file: folder.clone(),
                },
                (fault, _) => fault,
            })?;
    let has_folders = all.iter().any(|file| file.kind == "directory");
    let files = all.into_iter().filter(|file| file.kind == "file");
    Ok((files.map(Entry::from).collect(), has_folders))
}

/// The hub's answer to `path`, read as JSON.
async fn ask<T: DeserializeOwned>(
    network: &impl Network,
    download: &Download,
    path: &str,
) -> Result<T, HubFault> {
    let get = Get {
        url: format!("{}{path}", download.hub),
        from: 0,
        token: download.token.as_ref().map(|token| token.0.clone()),
    };
    let silent = |_| HubFault::NoAnswer {
        address: download.hub.clone(),
    };
    let mut answer = network.get(&get).await.map_err(silent)?;
    let asked = Asked {
        repository: &download.repository,
        with_token: get.token.is_some(),
        what: path,
    };
    if let Some(fault) = refusal(&answer, &asked) {
        return Err(fault);
    }
    let unreadable = |why: String| HubFault::Unreadable {
        what: path.into(),
        why,
    };
    let mut json = Vec::new();
    while let Some(part) = answer.body.next().await.map_err(silent)? {
        json.extend_from_slice(&part);
        if json.len() > LARGEST_ANSWER {
            return Err(unreadable(format!("> {} MiB", LARGEST_ANSWER >> 20)));
        }
    }
    serde_json::from_slice(&json).map_err(|error| unreadable(excerpt(&error.to_string())))
}
