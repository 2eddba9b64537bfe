//! What the hub says of a repository, and which of its files make a checkpoint.
//!
//! Two questions: `/api/models/{name}/revision/{revision}` gives the commit, and `/api/models/{name}/tree/{commit}` the files of its root with their sizes
//! and hashes. What is downloaded is that of the commit, whatever the branch becomes meanwhile. Source: the hub's OpenAPI description, 2026.

use logitscope_core::checkpoint_files::{CONFIG, EXTRAS, INDEX, TOKENIZER, WEIGHTS};
use logitscope_core::error::HubFault;
use logitscope_core::excerpt;
use logitscope_protocol::{Download, Repository};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::hash::Hash;
use crate::manifest::{Entry, Manifest};
use crate::network::{Body, Get, Network};
use crate::refusal::{Asked, refusal};

/// How the names of files with a part of the weights begin and end.
const SHARD: [&str; 2] = ["model-", ".safetensors"];

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

/// Asks what `download` is made of.
pub async fn listing(network: &impl Network, download: &Download) -> Result<Manifest, HubFault> {
    let Repository { name, revision } = &download.repository;
    let revision = revision.as_deref().unwrap_or("main");
    let path = format!("/api/models/{name}/revision/{revision}");
    let info: Info = ask(network, download, &path).await?;
    let commit = info.sha;
    if commit.is_empty() || !commit.chars().all(|c| c.is_ascii_hexdigit()) {
        return Err(HubFault::Unreadable {
            what: path,
            why: excerpt(&format!("sha: {commit}")),
        });
    }
    let path = format!("/api/models/{name}/tree/{commit}");
    let files: Vec<File> = ask(network, download, &path).await?;
    Ok(Manifest {
        files: chosen(name, files)?,
        name: name.clone(),
        commit,
    })
}

/// Whether a file holds a part of the weights.
pub fn is_shard(name: &str) -> bool {
    let [begins, ends] = SHARD;
    name.starts_with(begins) && name.ends_with(ends)
}

/// The files of a checkpoint among those of a repository: sizes, tokenizer, how it is sampled and spoken to, and the weights, in one file or in several with their index.
fn chosen(name: &str, files: Vec<File>) -> Result<Vec<Entry>, HubFault> {
    let entry = |file: &File| Entry {
        name: file.path.clone(),
        size: file.lfs.as_ref().map_or(file.size, |large| large.size),
        hash: match &file.lfs {
            Some(large) => Hash::Sha256(large.oid.clone()),
            None => Hash::Git(file.oid.clone()),
        },
    };
    let files = || files.iter().filter(|file| file.kind == "file");
    let find = |wanted: &str| files().find(|file| file.path == wanted).map(entry);
    let weights = match (find(WEIGHTS), find(INDEX)) {
        (Some(weights), _) => vec![weights],
        (None, Some(index)) => {
            let shards = files().filter(|file| is_shard(&file.path)).map(entry);
            [index].into_iter().chain(shards).collect()
        }
        (None, None) => return Err(HubFault::NoWeights { name: name.into() }),
    };
    let small = |file: &str| {
        find(file).ok_or_else(|| HubFault::Lacks {
            name: name.into(),
            file: file.into(),
        })
    };
    let small = [small(CONFIG)?, small(TOKENIZER)?];
    let small = small.into_iter().chain(EXTRAS.into_iter().filter_map(find));
    Ok(small.chain(weights).collect())
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
