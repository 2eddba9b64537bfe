//! Which files of a repository make a model.

use std::collections::BTreeSet;

use logitscope_core::checkpoint_files::{CONFIG, EXTRAS, INDEX, TOKENIZER, WEIGHTS};
use logitscope_core::error::HubFault;
use logitscope_core::gguf_part::{GgufPart, names_model};
use logitscope_protocol::{OfferedFile, Repository};

use crate::manifest::{Entry, Manifest};
use crate::quantisation;

/// How the names of files with weights end.
const SAFETENSORS: &str = ".safetensors";

/// What a repository has for a name.
#[derive(Debug, PartialEq)]
pub enum Listed {
    /// One model.
    Model(Manifest),
    /// Several `.gguf` files, of which the name says none.
    Choice(Vec<OfferedFile>),
}

/// Whether a file of a model holds a part of its weights.
pub fn is_shard(name: &str) -> bool {
    name.ends_with(SAFETENSORS) && name != WEIGHTS
}

/// Whether a file is called as a part of the weights usually is: `model-00001-of-00002.safetensors`.
fn is_usual_shard(name: &str) -> bool {
    let own = name.strip_prefix("model-");
    let own = own.and_then(|own| own.strip_suffix(SAFETENSORS));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    own.and_then(|own| own.split_once("-of-"))
        .is_some_and(|(number, count)| is_number(number) && is_number(count))
}

/// Whether only its index tells which of the `files` are the weights of the checkpoint that `asked` names.
pub fn asks_index(asked: &Repository, files: &[Entry]) -> bool {
    let own = within(files, asked.folder.as_deref());
    let there = |wanted: &str| own.iter().any(|file| file.name == wanted);
    asked.file.is_none()
        && [CONFIG, TOKENIZER, INDEX].into_iter().all(there)
        && !there(WEIGHTS)
        && !own.iter().any(|file| is_usual_shard(&file.name))
}

/// The model that `asked` names among the `files` of its repository at `commit`, which are called by their paths: the `.gguf` file that it names;
/// else the checkpoint; else the only `.gguf` file. `named` are the parts of its weights, where [`asks_index`].
pub fn chosen(
    asked: &Repository,
    commit: String,
    files: Vec<Entry>,
    named: &BTreeSet<String>,
) -> Result<Listed, HubFault> {
    let pinned = Repository {
        revision: Some(commit.clone()),
        ..asked.clone()
    };
    let model = |own: Repository, files| {
        Listed::Model(Manifest {
            name: own.name,
            commit: commit.clone(),
            within: own.folder,
            file: own.file,
            files,
        })
    };
    let own = within(&files, asked.folder.as_deref());
    // As it is said where something lacks.
    let name = Repository {
        revision: None,
        file: None,
        ..asked.clone()
    };
    let name = name.to_string();
    if let Some(file) = &asked.file {
        let parts = whole(&name, file, &own)?;
        return readable(file).map(|()| model(pinned, parts));
    }
    let no_checkpoint = match checkpoint(&name, &own, named) {
        Ok(files) => return Ok(model(pinned, files)),
        Err(fault) => fault,
    };
    let mut ggufs: Vec<(Repository, Vec<Entry>)> = firsts(&pinned, &files)
        .filter_map(|own| {
            let beside = within(&files, own.folder.as_deref());
            let parts = whole(&name, own.file.as_ref()?, &beside).ok()?;
            Some((own, parts))
        })
        .collect();
    match ggufs.len() {
        0 => Err(no_checkpoint),
        1 => {
            let (own, parts) = ggufs.remove(0);
            readable(own.file.as_deref().unwrap_or_default()).map(|()| model(own, parts))
        }
        _ => {
            let offered = |(own, parts): (Repository, Vec<Entry>)| OfferedFile {
                bytes: parts
                    .iter()
                    .map(|part| part.size)
                    .fold(0, u64::saturating_add),
                unread: quantisation::unread(own.file.as_deref().unwrap_or_default())
                    .map(str::to_owned),
                repository: own,
            };
            let mut offered: Vec<_> = ggufs.into_iter().map(offered).collect();
            offered.sort_by_key(|file| (file.unread.is_some(), file.bytes));
            Ok(Listed::Choice(offered))
        }
    }
}

/// The files that lie in a folder itself, as they are called there.
fn within(files: &[Entry], folder: Option<&str>) -> Vec<Entry> {
    let inside = |file: &Entry| {
        let name = match folder {
            Some(folder) => file.name.strip_prefix(folder)?.strip_prefix('/')?,
            None => &file.name,
        };
        let name = Some(name.to_owned()).filter(|name| !name.contains('/'))?;
        Some(Entry {
            name,
            ..file.clone()
        })
    };
    files.iter().filter_map(inside).collect()
}

/// The `.gguf` files with a model of the repository `pinned`, of those in parts the first.
fn firsts(pinned: &Repository, files: &[Entry]) -> impl Iterator<Item = Repository> {
    let paths = files.iter().map(|file| file.name.as_str());
    paths.filter_map(|path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let first = GgufPart::of(name).is_none_or(|part| part.number == 1);
        if !first || !names_model(path) {
            return None;
        }
        // Names that could not be written in a link are no one's to choose.
        let own: Repository = format!("{}:{path}", pinned.name).parse().ok()?;
        Some(Repository {
            revision: pinned.revision.clone(),
            ..own
        })
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
fn checkpoint(
    name: &str,
    files: &[Entry],
    named: &BTreeSet<String>,
) -> Result<Vec<Entry>, HubFault> {
    let there = |wanted: &str| find(name, wanted, files).ok();
    let weights = match (there(WEIGHTS), there(INDEX)) {
        (Some(weights), _) => vec![weights],
        (None, Some(index)) => {
            let usual = files.iter().filter(|file| is_usual_shard(&file.name));
            let usual = usual.cloned().map(Ok);
            let named = named.iter().map(|shard| find(name, shard, files));
            let all = [Ok(index)].into_iter().chain(usual).chain(named);
            let all: Vec<Entry> = all.collect::<Result<_, _>>()?;
            if all.len() == 1 {
                return Err(HubFault::NoWeights { name: name.into() });
            }
            all
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Hash;

    #[test]
    fn a_usual_part_of_the_weights_has_two_numbers() {
        for name in ["00001-of-00002", "00001-of-000163", "1-of-1"] {
            assert!(is_usual_shard(&format!("model-{name}.safetensors")));
        }
        for name in [
            "fp16",
            "",
            "-of-",
            "1-of-",
            "-of-2",
            "a-of-2",
            "1-of-2-of-3",
            "+1-of-2",
        ] {
            assert!(
                !is_usual_shard(&format!("model-{name}.safetensors")),
                "{name}"
            );
        }
        assert!(!is_usual_shard("model-1-of-2.gguf") && !is_usual_shard("1-of-2.safetensors"));
    }

    #[test]
    fn only_what_lies_in_a_folder_itself_is_of_it() {
        let paths = [
            "a",
            "c/a",
            "c/d/a",
            "cd/a",
            "c/../a",
            "c/model-/../x.safetensors",
        ];
        let files = paths.map(|name| Entry {
            name: name.into(),
            size: 1,
            hash: Hash::Git(String::new()),
        });
        let names = |folder| {
            let own = within(&files, folder);
            own.into_iter().map(|own| own.name).collect::<Vec<_>>()
        };
        assert_eq!(
            (names(None), names(Some("c"))),
            (vec!["a".into()], vec!["a".to_owned()])
        );
    }
}
