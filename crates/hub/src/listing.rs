//! What the hub says of a repository.
//!
//! Two questions: `/api/models/{name}/revision/{revision}` gives the commit, and `/api/models/{name}/tree/{commit}` the files of its root with their sizes
//! and hashes, or those of a folder that is named behind it. Where no model is among them but folders are, `?recursive=true` gives the files of those, too,
//! of which `.gguf` files are looked for. Where the parts of the weights are not called as usual, `/{name}/resolve/{commit}/{index}` names them.
//! Of a long list the answer is a page, and says where the next one is. What is downloaded is that of the commit, whatever the branch becomes meanwhile. Source: the hub's OpenAPI description, 2026; pages: huggingface_hub 2.4, `utils/_pagination.py`.

use std::collections::{BTreeMap, BTreeSet};

use logitscope_core::checkpoint_files::INDEX;
use logitscope_core::error::HubFault;
use logitscope_core::excerpt;
use logitscope_core::gguf_part::names_model;
use logitscope_protocol::{Download, Repository};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::chosen::{Listed, asks_index, chosen, is_shard};
use crate::hash::Hash;
use crate::manifest::Entry;
use crate::network::{Body, Get, Network};
use crate::refusal::{Asked, refusal};

/// Descriptions of repositories have some kilobytes.
const LARGEST_ANSWER: usize = 8 << 20;
/// Most pages of a list; one has 1,000 files.
const MOST_PAGES: usize = 32;

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

#[derive(Deserialize)]
struct Index {
    weight_map: BTreeMap<String, String>,
}

/// Asks what `download` is made of.
pub async fn listing(network: &impl Network, download: &Download) -> Result<Listed, HubFault> {
    let Repository { name, .. } = &download.repository;
    let revision = download.repository.revision_in_address();
    let path = format!("/api/models/{name}/revision/{revision}");
    let url = format!("{}{path}", download.hub);
    let (info, _): (Info, _) = ask(network, download, &path, url).await?;
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
    let mut parts = BTreeSet::new();
    if asks_index(asked, &files) {
        match named(network, &pinned, &commit).await {
            Ok(named) => parts = named,
            // Something else may be a model.
            Err(_) if files.iter().any(|file| names_model(&file.name)) => {}
            Err(fault) => return Err(fault),
        }
    }
    match chosen(asked, commit.clone(), files, &parts) {
        Err(_) if has_folders && asked.file.is_none() => {
            let (files, _) = tree(network, &pinned, &commit, "?recursive=true").await?;
            chosen(asked, commit, files, &parts)
        }
        found => found,
    }
}

/// The files that the index of the checkpoint `pinned`, which is at `commit`, names for its weights.
async fn named(
    network: &impl Network,
    pinned: &Download,
    commit: &str,
) -> Result<BTreeSet<String>, HubFault> {
    let Repository { name, folder, .. } = &pinned.repository;
    let within = folder.as_ref().map(|folder| format!("{folder}/"));
    let path = format!("{}{INDEX}", within.unwrap_or_default());
    let url = format!("{}/{name}/resolve/{commit}/{path}", pinned.hub);
    let (index, _): (Index, _) = ask(network, pinned, &path, url).await?;
    // Another file, such as the config, is no part of the weights.
    let named = index.weight_map.into_values().filter(|file| is_shard(file));
    let named: BTreeSet<String> = named.collect();
    match named.is_empty() {
        true => Err(HubFault::NoWeights {
            name: pinned.repository.newest().to_string(),
        }),
        false => Ok(named),
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
    let no_folder = |fault| match (fault, folder) {
        (HubFault::NoFile { .. }, Some(folder)) => HubFault::Lacks {
            name: name.clone(),
            file: folder.clone(),
        },
        (fault, _) => fault,
    };
    let mut all: Vec<File> = Vec::new();
    let mut next = Some(format!("{}{path}", pinned.hub));
    let mut pages = 0;
    while let Some(url) = next.take() {
        if pages == MOST_PAGES {
            return Err(HubFault::Unreadable {
                what: path,
                why: format!("> {MOST_PAGES} pages"),
            });
        }
        pages += 1;
        let (page, after): (Vec<File>, _) =
            ask(network, pinned, &path, url).await.map_err(no_folder)?;
        all.extend(page);
        next = match after {
            // The token goes to the hub and to nobody else.
            Some(url) if !url.starts_with(&format!("{}/", pinned.hub)) => {
                return Err(HubFault::Unreadable {
                    what: path,
                    why: excerpt(&format!("Link: {url}")),
                });
            }
            next => next,
        };
    }
    let has_folders = all.iter().any(|file| file.kind == "directory");
    let files = all.into_iter().filter(|file| file.kind == "file");
    Ok((files.map(Entry::from).collect(), has_folders))
}

/// The hub's answer at `url`, read as JSON, and where it goes on. Faults call it `path`.
async fn ask<T: DeserializeOwned>(
    network: &impl Network,
    download: &Download,
    path: &str,
    url: String,
) -> Result<(T, Option<String>), HubFault> {
    let get = Get {
        url,
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
    let read = serde_json::from_slice(&json);
    let read = read.map_err(|error| unreadable(excerpt(&error.to_string())))?;
    Ok((read, answer.next))
}
