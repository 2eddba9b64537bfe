//! Which files of a folder are its model.

use std::collections::BTreeMap;

use logitscope_core::checkpoint_files::{CONFIG, EXTRAS, INDEX, TOKENIZER, WEIGHTS};
use logitscope_core::gguf_part::{GGUF, GgufPart, gguf_stem, names_model};

use crate::components::kit::checkpoint::{SAFETENSORS, belongs};

/// How far below a folder its model is looked for: Hugging Face's cache has it in `hub/models--owner--name/snapshots/commit`.
pub const DEEPEST: usize = 4;

/// What the folders of repositories begin with in Hugging Face's cache.
const CACHED: &str = "models--";
/// The folder in them that has the commits.
const SNAPSHOTS: &str = "snapshots";

/// The model that a folder holds.
#[derive(Debug, PartialEq)]
pub struct Found<F> {
    /// What the folder with its files is called; empty for files that were given without one.
    pub folder: String,
    /// Its files.
    pub files: Vec<F>,
}

/// Why a folder gives no model.
#[derive(Debug, PartialEq)]
pub enum Lacks {
    /// There is none in it.
    Model,
    /// There are several, and none comes before the others: these.
    One(Vec<String>),
}

/// A folder's files by their names.
type Own<F> = Vec<(String, F)>;

/// The model among files, each with its path from what was given (`folder/in/it/config.json`).
///
/// The least deep folder with a `config.json` or a `.gguf` file has it; where there are several as deep, the only one with all that a model needs. It is the
/// checkpoint there, else the one `.gguf` file, whole or in parts. Where there is none, what belongs to one is given, for others to say what lacks.
pub fn model_in<F>(files: Vec<(String, F)>) -> Result<Found<F>, Lacks> {
    let mut levels: BTreeMap<(usize, String), Own<F>> = BTreeMap::new();
    for (path, file) in files {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
        if is_looked_into(folder) && counts(name) {
            let place = (depth(folder), folder.to_owned());
            let own = levels.entry(place).or_default();
            own.push((name.to_owned(), file));
        }
    }
    let marked = |own: &Own<F>| own.iter().any(|(name, _)| is_mark(name));
    let level = levels.iter().find(|(_, own)| marked(own));
    let Some(level) = level.map(|((level, _), _)| *level) else {
        // Nothing says that it is a model, but something may be a piece of one.
        let piece = |own: &Own<F>| own.iter().any(|(name, _)| belongs(name));
        let first = levels.into_iter().find(|(_, own)| piece(own));
        let ((_, folder), own) = first.ok_or(Lacks::Model)?;
        return Ok(found(&folder, own));
    };
    let mut there: Vec<_> = levels
        .into_iter()
        .filter(|((depth, _), own)| *depth == level && marked(own))
        .map(|((_, folder), own)| (folder, own))
        .collect();
    if there.iter().any(|(_, own)| is_whole(own)) {
        there.retain(|(_, own)| is_whole(own));
    }
    match there.len() {
        1 => {}
        _ => return Err(Lacks::One(there.into_iter().map(|(at, _)| at).collect())),
    }
    let (folder, own) = there.remove(0);
    match is_checkpoint(&own) {
        true => Ok(found(&folder, checkpoint_of(own))),
        false => gguf_of(&folder, own),
    }
}

/// Whether a folder of this path is looked into: not one that hides below what was given, nor one that lies too deep.
pub fn is_looked_into(folder: &str) -> bool {
    let hides = |part: &str| part.starts_with('.');
    depth(folder) <= DEEPEST + 1 && !folder.split('/').skip(1).any(hides)
}

/// Whether a file of this name may be of a model.
pub fn counts(name: &str) -> bool {
    let of_one = belongs(name) || EXTRAS.contains(&name);
    // What other systems leave beside a file begins with a dot.
    of_one && !name.starts_with('.') && (!name.ends_with(GGUF) || names_model(name))
}

/// Whether a file of this name says that there is a model.
pub fn is_mark(name: &str) -> bool {
    name == CONFIG || (name.ends_with(GGUF) && counts(name))
}

/// Whether a path leads through Hugging Face's cache, whose files are links.
pub fn is_of_cache(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.any(|part| part == SNAPSHOTS || part.starts_with(CACHED))
}

/// How many folders a path has.
fn depth(folder: &str) -> usize {
    folder.split('/').filter(|part| !part.is_empty()).count()
}

fn has<F>(own: &Own<F>, wanted: &str) -> bool {
    own.iter().any(|(name, _)| name == wanted)
}

fn is_checkpoint<F>(own: &Own<F>) -> bool {
    let count = |end: &str| own.iter().filter(|(name, _)| name.ends_with(end)).count();
    let weights = match (count(SAFETENSORS), count(GGUF)) {
        (0, _) => false,
        // One of another name, where nothing else is a model.
        (1, 0) => true,
        _ => has(own, WEIGHTS) || has(own, INDEX),
    };
    weights && has(own, CONFIG) && has(own, TOKENIZER)
}

fn is_whole<F>(own: &Own<F>) -> bool {
    is_checkpoint(own) || own.iter().any(|(name, _)| name.ends_with(GGUF))
}

/// The checkpoint without what lies beside it: `.gguf` files, and other weights than its own.
fn checkpoint_of<F>(mut own: Own<F>) -> Own<F> {
    let one_file = has(&own, WEIGHTS);
    own.retain(|(name, _)| match one_file {
        true if name.ends_with(SAFETENSORS) => name == WEIGHTS,
        true => name != INDEX && !name.ends_with(GGUF),
        false => !name.ends_with(GGUF),
    });
    own
}

/// The only `.gguf` file with all its parts; where there is none, what else there is.
fn gguf_of<F>(folder: &str, mut own: Own<F>) -> Result<Found<F>, Lacks> {
    // The parts of one model have one name, and say of how many they are.
    let whole = |name: &str| {
        let count = GgufPart::of(name).map(|part| part.count);
        (gguf_stem(name).to_owned(), count)
    };
    let mut models = BTreeMap::new();
    for (name, _) in own.iter().filter(|(name, _)| name.ends_with(GGUF)) {
        models.entry(whole(name)).or_insert_with(|| name.clone());
    }
    match models.len() {
        0 => return Ok(found(folder, own)),
        1 => own.retain(|(name, _)| name.ends_with(GGUF)),
        _ => return Err(Lacks::One(models.into_values().collect())),
    }
    Ok(found(folder, own))
}

fn found<F>(folder: &str, own: Own<F>) -> Found<F> {
    Found {
        folder: called(folder).to_owned(),
        files: own.into_iter().map(|(_, file)| file).collect(),
    }
}

/// What a folder is called: in Hugging Face's cache as its repository, without the owner.
fn called(folder: &str) -> &str {
    let mut parts = folder.rsplit('/');
    let last = parts.next().unwrap_or_default();
    let cached = parts.next() == Some(SNAPSHOTS);
    let repository = parts.next().filter(|_| cached);
    match repository.and_then(|name| name.strip_prefix(CACHED)) {
        Some(name) => name.rsplit_once("--").map_or(name, |(_, name)| name),
        None => last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(paths: &[&str]) -> Result<Found<String>, Lacks> {
        let files = paths.iter().map(|path| ((*path).into(), (*path).into()));
        model_in(files.collect())
    }

    /// What the folder is called that the model is found in, and its files.
    fn model(paths: &[&str]) -> (String, Vec<String>) {
        let found = given(paths).expect("a model");
        (found.folder, found.files)
    }

    #[test]
    fn the_files_of_a_checkpoint_are_taken_and_no_others() {
        let (folder, files) = model(&[
            "own/README.md",
            "own/config.json",
            "own/tokenizer.json",
            "own/chat_template.jinja",
            "own/model.safetensors",
            "own/consolidated.safetensors",
            "own/._model.safetensors",
            "own/q4.gguf",
            "own/.git/config.json",
            "own/onnx/config.json",
        ]);
        assert_eq!(folder, "own");
        let wanted = [
            "own/config.json",
            "own/tokenizer.json",
            "own/chat_template.jinja",
            "own/model.safetensors",
        ];
        assert_eq!(files, wanted);
    }

    #[test]
    fn weights_in_several_files_come_with_their_index() {
        let paths = [
            "own/config.json",
            "own/model-00001-of-00002.safetensors",
            "own/model-00002-of-00002.safetensors",
            "own/model.safetensors.index.json",
            "own/tokenizer.json",
        ];
        assert_eq!(
            model(&paths),
            ("own".into(), paths.map(String::from).into())
        );
    }

    #[test]
    fn a_model_in_the_folders_below_is_found_and_called_by_its_repository() {
        let (folder, files) = model(&[
            "hub/version.txt",
            "hub/models--a--b-1/blobs/12ab",
            "hub/models--a--b-1/refs/main",
            "hub/models--a--b-1/snapshots/34cd/config.json",
            "hub/models--a--b-1/snapshots/34cd/model.safetensors",
            "hub/models--a--b-1/snapshots/34cd/tokenizer.json",
        ]);
        assert_eq!((folder.as_str(), files.len()), ("b-1", 3));
        // Of two commits one is whole.
        let (_, files) = model(&[
            "models--b/snapshots/1/config.json",
            "models--b/snapshots/2/config.json",
            "models--b/snapshots/2/model.safetensors",
            "models--b/snapshots/2/tokenizer.json",
        ]);
        assert_eq!(files.len(), 3);
        let (folder, _) = model(&["models--b/snapshots/2/config.json"]);
        assert_eq!(folder, "b");
    }

    #[test]
    fn weights_of_something_else_are_no_checkpoint() {
        let paths = [
            "own/adapter_model.safetensors",
            "own/config.json",
            "own/tokenizer.json",
        ];
        assert_eq!(model(&paths).1, paths);
        let beside = [&paths[..], &["own/x.gguf"]].concat();
        assert_eq!(model(&beside).1, ["own/x.gguf"]);
    }

    #[test]
    fn all_parts_of_one_gguf_are_a_model() {
        let (folder, files) = model(&[
            "own/config.json",
            "own/m-00002-of-00002.gguf",
            "own/m-00001-of-00002.gguf",
            "own/mmproj-m.gguf",
        ]);
        let parts = ["own/m-00002-of-00002.gguf", "own/m-00001-of-00002.gguf"];
        assert_eq!(
            (folder.as_str(), files),
            ("own", parts.map(String::from).into())
        );
    }

    #[test]
    fn several_models_are_named() {
        let one = |paths| match given(paths) {
            Err(Lacks::One(names)) => names,
            other => unreachable!("{other:?}"),
        };
        assert_eq!(one(&["own/q8.gguf", "own/q4.gguf"]), ["q4.gguf", "q8.gguf"]);
        assert_eq!(one(&["own/b/x.gguf", "own/a/x.gguf"]), ["own/a", "own/b"]);
    }

    #[test]
    fn what_lacks_something_is_given_as_it_is() {
        let pieces = ["own/model.safetensors", "own/tokenizer.json"];
        assert_eq!(model(&pieces).1, pieces);
        assert_eq!(model(&["own/config.json"]).1, ["own/config.json"]);
        // Files that were given beside a folder.
        assert_eq!(
            model(&["x.gguf", "own/y.gguf"]),
            (String::new(), vec!["x.gguf".into()])
        );
    }

    #[test]
    fn a_folder_without_a_model_is_told_of() {
        for paths in [
            &[][..],
            &["own/notes.txt", "own/generation_config.json"],
            &["own/.git/x.gguf"],
            &["own/1/2/3/4/5/x.gguf"],
            &["own/mmproj-x.gguf"],
        ] {
            assert_eq!(given(paths), Err(Lacks::Model), "{paths:?}");
        }
        assert_eq!(model(&["own/1/2/3/4/x.gguf"]).0, "4");
        assert_eq!(model(&[".cache/x.gguf"]).0, ".cache");
    }

    #[test]
    fn the_cache_is_known_by_its_folders() {
        assert!(is_of_cache("models--a--b/blobs/12"));
        assert!(is_of_cache("b/snapshots/12/config.json"));
        assert!(!is_of_cache("own/config.json"));
    }
}
