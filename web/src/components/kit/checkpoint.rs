//! A checkpoint in files that the visitor picks.

use js_sys::Array;
use logitscope_core::checkpoint_files::{CONFIG, INDEX, TOKENIZER, WEIGHTS};
use logitscope_core::gguf_part::{GGUF, gguf_stem};
use logitscope_protocol::{Extras, ModelSource};
use wasm_bindgen::JsValue;
use web_sys::{File, FileList};

use crate::state::{App, Level};
use crate::words::say;

/// What a browser offers where the files of a checkpoint are picked; a chat template may be one of them.
pub const ACCEPT: &str = ".json,.safetensors,.gguf,.jinja";
/// The endings of files of weights.
pub const SAFETENSORS: &str = ".safetensors";

/// The files of a list.
pub fn files_of(list: &FileList) -> Vec<File> {
    (0..list.length()).filter_map(|i| list.get(i)).collect()
}

/// The model in `files`, with its name; says which files are missing. It is one `.gguf` file or all its parts, or config, tokenizer and weights; those
/// may be in several files, and then have an index.
pub fn checkpoint(app: App, files: &[File]) -> Option<(String, ModelSource)> {
    let find = |is: &dyn Fn(&str) -> bool| files.iter().find(|f| is(&f.name())).cloned();
    let ggufs = files.iter().filter(|f| f.name().ends_with(GGUF));
    let ggufs: Vec<&File> = ggufs.collect();
    if let Some(first) = ggufs.first() {
        let name = named(gguf_stem(&first.name()));
        let source = ModelSource::Gguf {
            names: ggufs.iter().map(|file| file.name()).collect(),
            files: ggufs.into_iter().collect::<Array>().into(),
        };
        return Some((name, source));
    }
    let config = find(&|name| name == CONFIG);
    let tokenizer = find(&|name| name == TOKENIZER);
    let index = find(&|name| name == INDEX);
    let extras =
        Extras::of(|wanted| find(&|name| name == wanted).map_or(JsValue::UNDEFINED, JsValue::from));
    let shards = files.iter().filter(|f| f.name().ends_with(SAFETENSORS));
    let shards: Vec<&File> = shards.collect();
    let parts = [
        (config.is_none(), CONFIG),
        (tokenizer.is_none(), TOKENIZER),
        (shards.is_empty(), WEIGHTS),
        (shards.len() > 1 && index.is_none(), INDEX),
    ];
    let missing = parts.iter().filter(|(gone, _)| *gone);
    let missing: Vec<_> = missing.map(|(_, name)| *name).collect();
    if let (Some(config), Some(tokenizer), Some(first), []) =
        (config, tokenizer, shards.first(), missing.as_slice())
    {
        let (config, tokenizer) = (config.into(), tokenizer.into());
        return Some(match index {
            None => {
                let weights = JsValue::from(*first);
                let source = ModelSource::Files {
                    config,
                    tokenizer,
                    weights,
                    extras,
                };
                (named(first.name().trim_end_matches(SAFETENSORS)), source)
            }
            Some(index) => {
                let source = ModelSource::Shards {
                    config,
                    tokenizer,
                    index: index.into(),
                    shards: shards.into_iter().collect::<Array>().into(),
                    extras,
                };
                (WEIGHTS.to_owned(), source)
            }
        });
    }
    let text = say().checkpoint_incomplete(names(files), missing.join(", "));
    app.notify(Level::Warning, text.to_string());
    None
}

/// A file's name without its ending, if that says something.
fn named(stem: &str) -> String {
    match stem {
        "model" | "" => WEIGHTS.to_owned(),
        name => name.to_owned(),
    }
}

/// Whether a file of this name belongs to a checkpoint.
pub fn belongs(name: &str) -> bool {
    [CONFIG, TOKENIZER, INDEX].contains(&name)
        || name.ends_with(GGUF)
        || name.ends_with(SAFETENSORS)
}

/// What files are called, the first few of many.
pub fn names(files: &[File]) -> String {
    first_few(files.iter().map(File::name).collect())
}

/// The first few of many names.
pub fn first_few(mut names: Vec<String>) -> String {
    const MOST: usize = 4;
    if names.len() > MOST {
        names.truncate(MOST);
        names.push("…".to_owned());
    }
    names.join(", ")
}
