//! Which files of a repository make a model.

use logitscope_core::checkpoint_files::{CONFIG, EXTRAS, INDEX, TOKENIZER, WEIGHTS};
use logitscope_core::error::HubFault;
use logitscope_core::gguf_part::{GGUF, GgufPart};
use logitscope_protocol::{OfferedFile, Repository};

use crate::manifest::{Entry, Manifest};
use crate::quantisation;

/// How the names of files with a part of the weights begin and end.
const SHARD: [&str; 2] = ["model-", ".safetensors"];

/// Words in the names of `.gguf` files that hold no model, but what belongs to one.
const BESIDE: [&str; 2] = ["mmproj", "imatrix"];

/// What a repository has for a name.
#[derive(Debug, PartialEq)]
pub enum Listed {
    /// One model.
    Model(Manifest),
    /// Several `.gguf` files, of which the name says none.
    Choice(Vec<OfferedFile>),
}

/// Whether a file holds a part of the weights.
pub fn is_shard(name: &str) -> bool {
    let [begins, ends] = SHARD;
    name.starts_with(begins) && name.ends_with(ends)
}

/// The model that `asked` names among the `files` of its repository at `commit`: the `.gguf` file that it names; else the checkpoint; else the
/// only `.gguf` file.
pub fn chosen(asked: &Repository, commit: String, files: Vec<Entry>) -> Result<Listed, HubFault> {
    let name = &asked.name;
    let model = |file: Option<String>, files| {
        Listed::Model(Manifest {
            name: name.clone(),
            commit: commit.clone(),
            file,
            files,
        })
    };
    if let Some(file) = &asked.file {
        let parts = whole(name, file, &files)?;
        return readable(file).map(|()| model(asked.file.clone(), parts));
    }
    let no_checkpoint = match checkpoint(name, &files) {
        Ok(files) => return Ok(model(None, files)),
        Err(fault) => fault,
    };
    let mut ggufs: Vec<(&str, Vec<Entry>)> = firsts(&files)
        .filter_map(|file| Some((file, whole(name, file, &files).ok()?)))
        .collect();
    match ggufs.len() {
        0 => Err(no_checkpoint),
        1 => {
            let (file, parts) = ggufs.remove(0);
            readable(file).map(|()| model(Some(file.into()), parts))
        }
        _ => {
            let offered = |(file, parts): (&str, Vec<Entry>)| OfferedFile {
                repository: Repository {
                    name: name.clone(),
                    revision: Some(commit.clone()),
                    file: Some(file.into()),
                },
                bytes: parts
                    .iter()
                    .map(|part| part.size)
                    .fold(0, u64::saturating_add),
                unread: quantisation::unread(file).map(str::to_owned),
            };
            let mut offered: Vec<_> = ggufs.into_iter().map(offered).collect();
            offered.sort_by_key(|file| (file.unread.is_some(), file.bytes));
            Ok(Listed::Choice(offered))
        }
    }
}

/// The names of `.gguf` files with a model, of those in parts the first.
fn firsts(files: &[Entry]) -> impl Iterator<Item = &str> {
    let names = files.iter().map(|file| file.name.as_str());
    names.filter(|name| {
        let lower = name.to_ascii_lowercase();
        let first = GgufPart::of(name).is_none_or(|part| part.number == 1);
        // Names that could not be written in a link are no one's to choose.
        let named = format!("a/b:{name}").parse::<Repository>().is_ok();
        name.ends_with(GGUF) && first && named && !BESIDE.iter().any(|word| lower.contains(word))
    })
}

/// The file called `file`, or all parts of the one that it is the first of.
fn whole(name: &str, file: &str, files: &[Entry]) -> Result<Vec<Entry>, HubFault> {
    let names = match GgufPart::of(file) {
        Some(part) => part.names(),
        None => vec![file.to_owned()],
    };
    let parts = names.into_iter().map(|wanted| find(name, &wanted, files));
    parts.collect()
}

/// Refuses a file whose name says a quantisation that is not read.
fn readable(file: &str) -> Result<(), HubFault> {
    match quantisation::unread(file) {
        Some(quantisation) => Err(HubFault::Unread {
            file: file.into(),
            quantisation: quantisation.into(),
        }),
        None => Ok(()),
    }
}

/// The files of a checkpoint: sizes, tokenizer, how it is sampled and spoken to, and the weights, in one file or in several with their index.
fn checkpoint(name: &str, files: &[Entry]) -> Result<Vec<Entry>, HubFault> {
    let there = |wanted: &str| find(name, wanted, files).ok();
    let weights = match (there(WEIGHTS), there(INDEX)) {
        (Some(weights), _) => vec![weights],
        (None, Some(index)) => {
            let shards = files.iter().filter(|file| is_shard(&file.name)).cloned();
            [index].into_iter().chain(shards).collect()
        }
        (None, None) => return Err(HubFault::NoWeights { name: name.into() }),
    };
    let small = [find(name, CONFIG, files)?, find(name, TOKENIZER, files)?];
    let small = small
        .into_iter()
        .chain(EXTRAS.into_iter().filter_map(there));
    Ok(small.chain(weights).collect())
}

fn find(name: &str, wanted: &str, files: &[Entry]) -> Result<Entry, HubFault> {
    let found = files.iter().find(|file| file.name == wanted).cloned();
    found.ok_or_else(|| HubFault::Lacks {
        name: name.into(),
        file: wanted.into(),
    })
}
