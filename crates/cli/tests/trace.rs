//! The command as a user calls it, on the bundled model.

mod command;

use std::path::{Path, PathBuf};

use logitscope_core::Trace;
use safetensors::SafeTensors;

use command::{MODEL, logitscope, out};

fn trace(name: &str, more: &[&str]) -> (Trace, PathBuf) {
    let file = out(name);
    let path = file.display().to_string();
    let mut args = vec![
        "trace",
        "--model",
        MODEL,
        "--prompt",
        "Once upon a time",
        "--out",
        &path,
    ];
    args.extend(more);
    let output = logitscope(&args);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let json = std::fs::read_to_string(&file).expect("it was written");
    (Trace::from_json(&json).expect("a valid trace"), file)
}

#[test]
fn the_same_seed_gives_the_same_tokens_and_another_seed_others() {
    let tokens = |seed: &str, name: &str| {
        let (trace, _) = trace(
            name,
            &["--backend", "cpu", "--max-tokens", "12", "--seed", seed],
        );
        trace.nodes.iter().map(|n| n.token).collect::<Vec<_>>()
    };
    let first = tokens("1", "seed-1.json");
    assert_eq!(first.len(), 4 + 12);
    assert_eq!(tokens("1", "seed-1-again.json"), first);
    assert_ne!(tokens("2", "seed-2.json"), first);
}

#[test]
fn every_array_that_the_documentation_names_is_there() {
    let more = [
        "--backend",
        "cpu",
        "--max-tokens",
        "2",
        "--logits",
        "full",
        "--taps",
        "all",
    ];
    let (trace, file) = trace("arrays.json", &more);
    let arrays = file.with_file_name(trace.arrays.expect("it names its arrays"));
    let bytes = std::fs::read(arrays).expect("it was written");
    let arrays = SafeTensors::deserialize(&bytes).expect("a valid file");
    let (heads, d_head) = (trace.model.n_heads as usize, trace.model.d_head as usize);
    let d_model = trace.model.d_model as usize;
    for (key, shape) in [
        ("logits.3", vec![trace.model.d_vocab as usize]),
        ("logits.4", vec![trace.model.d_vocab as usize]),
        ("embed.0", vec![d_model]),
        ("ln_final.5", vec![d_model]),
        ("resid_pre.0.0", vec![d_model]),
        ("q.1.2", vec![heads, d_head]),
        ("pattern.2.3", vec![heads, 4]),
        ("mlp_post.0.5", vec![trace.model.d_mlp as usize]),
    ] {
        let view = arrays.tensor(key).unwrap_or_else(|e| panic!("{key}: {e}"));
        assert_eq!(view.shape(), shape, "{key}");
    }
    // The record's logit is the array's.
    let step = trace.nodes[4].step.as_ref().expect("a generated token");
    let logits = arrays.tensor("logits.3").expect("checked above");
    let logit = logits.data().as_chunks::<4>().0[step.choice.token as usize];
    assert_eq!(f32::from_le_bytes(logit), step.choice.logit);
}

#[cfg(unix)]
#[test]
fn the_arrays_may_be_read_by_whoever_may_read_the_trace() {
    use std::os::unix::fs::PermissionsExt;
    let more = ["--backend", "cpu", "--max-tokens", "0", "--taps", "embed"];
    let (_, file) = trace("rights.json", &more);
    let rights = |file: &Path| {
        let found = std::fs::metadata(file).expect("it was written");
        found.permissions().mode()
    };
    assert_eq!(rights(&file.with_extension("safetensors")), rights(&file));
}

#[test]
fn a_file_that_says_much_is_quoted_in_a_line() {
    for (name, unit) in [("words", "x"), ("lines", "\n"), ("turned", "\u{202e}")] {
        let folder = out(name);
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let huge = unit.repeat(1 << 20);
        let config = serde_json::json!({ "model_type": huge });
        std::fs::write(folder.join("config.json"), config.to_string()).expect("it can be written");
        for file in ["tokenizer.json", "model.safetensors"] {
            std::fs::write(folder.join(file), "").expect("it can be written");
        }
        let model = folder.display().to_string();
        let out = folder.join("trace.json").display().to_string();
        let run = ["trace", "--model", &model, "--prompt", "x", "--out", &out];
        let output = logitscope(&[&run[..], &["--backend", "cpu"]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains("model_type"),
            "{said:.2000}"
        );
        assert!(said.trim_end().lines().count() == 1, "{said:.2000}");
        assert!(
            said.chars().count() < 400 && !said.contains("this page"),
            "{said:.2000}"
        );
    }
}

#[test]
fn mistakes_get_one_sentence_and_a_failure() {
    for (args, words) in [
        (
            vec![
                "trace", "--model", "/nowhere", "--prompt", "x", "--out", "x",
            ],
            "there is nothing at /nowhere",
        ),
        (
            vec!["trace", "--model", "/", "--prompt", "x", "--out", "x"],
            "has no config.json, no tokenizer.json, no model.safetensors",
        ),
        (
            vec!["trace", "--model", MODEL, "--prompt", "", "--out", "x"],
            "prompt is empty",
        ),
        (
            vec![
                "trace", "--model", MODEL, "--prompt", "x", "--top-p", "2", "--out", "x",
            ],
            "top_p",
        ),
        (
            vec![
                "trace", "--model", MODEL, "--prompt", "x", "--taps", "foo", "--out", "x",
            ],
            "foo",
        ),
        (
            vec![
                "trace",
                "--model",
                MODEL,
                "--prompt",
                "x",
                "--out",
                "/nowhere/x",
            ],
            "/nowhere/x",
        ),
    ] {
        let output = logitscope(&[&args[..], &["--backend", "cpu"]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains(words),
            "{args:?}: {said}"
        );
    }
}
