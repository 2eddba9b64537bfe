//! The command on models in other files than three: one `.gguf` file, and weights in several files with their index.

mod command;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use logitscope_core::Trace;
use safetensors::SafeTensors;

use command::{MODEL, logitscope, out};

/// A file that gguf-py wrote.
const GGUF: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/golden/gguf-llama.gguf"
);

/// The trace of a short run, or what the command says.
fn trace(model: &str, prompt: &str, name: &str) -> Result<Trace, String> {
    let file = out(name);
    let path = file.display().to_string();
    let args = [
        "trace",
        "--model",
        model,
        "--prompt",
        prompt,
        "--backend",
        "cpu",
        "--max-tokens",
        "4",
        "--seed",
        "1",
        "--out",
        &path,
    ];
    let output = logitscope(&args);
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let json = fs::read_to_string(&file).expect("it was written");
    Ok(Trace::from_json(&json).expect("a valid trace"))
}

#[test]
fn a_gguf_file_is_a_model() {
    let run = trace(GGUF, "!#$", "gguf.json").expect("a valid file");
    assert_eq!(
        (run.model.name.as_str(), run.model.n_layers),
        ("gguf-llama", 2)
    );
    assert_eq!(run.nodes.len(), 3 + 4);
    let cut = out("cut.gguf");
    let bytes = fs::read(GGUF).expect("a golden file");
    fs::write(&cut, &bytes[..bytes.len() / 2]).expect("a writable folder");
    let error = trace(&cut.display().to_string(), "!", "cut.json").expect_err("a damaged file");
    assert!(error.contains("cut.gguf is cut short"), "{error}");
}

/// The bundled model with its weights in two files, in a folder of its own.
fn sharded(folder: &Path) {
    fs::create_dir_all(folder).expect("a writable folder");
    for name in ["config.json", "tokenizer.json"] {
        fs::copy(Path::new(MODEL).join(name), folder.join(name)).expect("a file of the model");
    }
    let bytes = fs::read(Path::new(MODEL).join("model.safetensors")).expect("its weights");
    let file = SafeTensors::deserialize(&bytes).expect("a valid file");
    let tensors = file.tensors();
    let (first, second) = tensors.split_at(tensors.len() / 2);
    let mut map = HashMap::new();
    for (nth, part) in [(1, first), (2, second)] {
        let name = format!("model-0000{nth}-of-00002.safetensors");
        map.extend(
            part.iter()
                .map(|(tensor, _)| (tensor.clone(), name.clone())),
        );
        let views = part.iter().map(|(tensor, view)| (tensor, view));
        safetensors::serialize_to_file(views, None, &folder.join(name)).expect("it can be written");
    }
    let index = serde_json::json!({"metadata": {}, "weight_map": map});
    let path = folder.join("model.safetensors.index.json");
    fs::write(path, index.to_string()).expect("it can be written");
}

#[test]
fn weights_in_two_files_are_the_same_model_and_a_missing_one_is_named() {
    let folder = out("sharded");
    sharded(&folder);
    let path = folder.display().to_string();
    let tokens = |run: Trace| run.nodes.iter().map(|n| n.token).collect::<Vec<_>>();
    let own = trace(&path, "Once upon a time", "sharded.json").expect("valid files");
    let whole = trace(MODEL, "Once upon a time", "whole.json").expect("the bundled model");
    assert_eq!(tokens(own), tokens(whole));
    fs::remove_file(folder.join("model-00002-of-00002.safetensors")).expect("it was written");
    let error = trace(&path, "Once", "missing.json").expect_err("a missing file");
    assert!(
        error.contains("model-00002-of-00002.safetensors, which is missing"),
        "{error}"
    );
}
