//! A checkpoint in files that the visitor picks.

use logitscope_protocol::ModelSource;
use web_sys::{File, FileList};

use crate::state::{App, Level};
use crate::words::say;

/// The names of two of its files.
pub const CONFIG: &str = "config.json";
/// See [`CONFIG`].
pub const TOKENIZER: &str = "tokenizer.json";

/// The files of a list.
pub fn files_of(list: &FileList) -> Vec<File> {
    (0..list.length()).filter_map(|i| list.get(i)).collect()
}

/// The model in `files`, with its name; says which files are missing.
pub fn checkpoint(app: App, files: &[File]) -> Option<(String, ModelSource)> {
    let find = |is: &dyn Fn(&str) -> bool| files.iter().find(|f| is(&f.name())).cloned();
    let config = find(&|name| name == CONFIG);
    let tokenizer = find(&|name| name == TOKENIZER);
    let weights = find(&|name| name.ends_with(".safetensors"));
    if let (Some(config), Some(tokenizer), Some(weights)) = (&config, &tokenizer, &weights) {
        let source = ModelSource::Files {
            config: config.clone().into(),
            tokenizer: tokenizer.clone().into(),
            weights: weights.clone().into(),
        };
        return Some((name_of(weights), source));
    }
    let parts = [
        (config.is_none(), CONFIG),
        (tokenizer.is_none(), TOKENIZER),
        (weights.is_none(), "model.safetensors"),
    ];
    let missing = parts.iter().filter(|(gone, _)| *gone);
    let missing: Vec<_> = missing.map(|(_, name)| *name).collect();
    let text = say().checkpoint_incomplete(missing.join(", "));
    app.notify(Level::Warning, text.to_string());
    None
}

fn name_of(weights: &File) -> String {
    match weights.name().trim_end_matches(".safetensors") {
        "model" | "" => say().own_model_name().to_string(),
        name => name.to_owned(),
    }
}
