//! What computes where nobody chose: the GPU, unless a piece of the model is too large for it.

mod command;

use std::fs::{self, File};
use std::io::Write as _;

use serde_json::{Value, json};

use command::{MODEL, logitscope, out};

/// Positions of a model, and the width of its MLP, which has 256 MB for that many rows. Software adapters take 128 MiB at once.
const POSITIONS: usize = 64;
const WIDE: usize = 1_000_000;
/// Its own width.
const WIDTH: usize = 8;

/// Writes a GPT-2 of these sizes whose weights are zeros, with the tokens of the bundled model; its folder.
fn wide() -> String {
    let folder = out("wide");
    fs::create_dir_all(&folder).expect("a writable folder");
    let read = |name: &str| fs::read(format!("{MODEL}/{name}")).expect("the bundled model");
    fs::write(folder.join("tokenizer.json"), read("tokenizer.json")).expect("a writable folder");
    let mut config: Value = serde_json::from_slice(&read("config.json")).expect("valid JSON");
    let vocab = config["vocab_size"].as_u64().expect("a number") as usize;
    for (key, value) in [
        ("n_embd", WIDTH),
        ("n_inner", WIDE),
        ("n_positions", POSITIONS),
        ("n_ctx", POSITIONS),
        ("n_layer", 1),
        ("n_head", 2),
    ] {
        config[key] = json!(value);
    }
    fs::write(folder.join("config.json"), config.to_string()).expect("a writable folder");
    let (d, m) = (WIDTH, WIDE);
    let mut end = 0;
    let mut header = json!({});
    for (name, shape) in [
        ("wte.weight", vec![vocab, d]),
        ("wpe.weight", vec![POSITIONS, d]),
        ("h.0.ln_1.weight", vec![d]),
        ("h.0.ln_1.bias", vec![d]),
        ("h.0.attn.c_attn.weight", vec![d, 3 * d]),
        ("h.0.attn.c_attn.bias", vec![3 * d]),
        ("h.0.attn.c_proj.weight", vec![d, d]),
        ("h.0.attn.c_proj.bias", vec![d]),
        ("h.0.ln_2.weight", vec![d]),
        ("h.0.ln_2.bias", vec![d]),
        ("h.0.mlp.c_fc.weight", vec![d, m]),
        ("h.0.mlp.c_fc.bias", vec![m]),
        ("h.0.mlp.c_proj.weight", vec![m, d]),
        ("h.0.mlp.c_proj.bias", vec![d]),
        ("ln_f.weight", vec![d]),
        ("ln_f.bias", vec![d]),
    ] {
        let start = end;
        end += 2 * shape.iter().product::<usize>();
        header[name] = json!({ "dtype": "F16", "shape": shape, "data_offsets": [start, end] });
    }
    let header = header.to_string();
    let mut file = File::create(folder.join("model.safetensors")).expect("a writable folder");
    file.write_all(&(header.len() as u64).to_le_bytes())
        .and_then(|()| file.write_all(header.as_bytes()))
        // What was not written are zeros.
        .and_then(|()| file.set_len((8 + header.len() + end) as u64))
        .expect("a writable folder");
    folder.display().to_string()
}

#[test]
fn a_model_with_a_piece_too_large_for_the_gpu_runs_on_the_cpu_unless_the_gpu_was_chosen() {
    let model = wide();
    let file = out("wide.json").display().to_string();
    let run = |options: &[&str]| {
        let args = [
            "trace", "--model", &model, "--prompt", "Once", "--out", &file,
        ];
        let output = logitscope(&[&args[..], &["--max-tokens", "1"], options].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), said)
    };
    let (takes_it, chosen) = run(&["--backend", "gpu"]);
    if takes_it || chosen.contains("no GPU adapter") {
        println!("SKIPPED: no software adapter: sudo apt-get install mesa-vulkan-drivers");
        return;
    }
    assert!(chosen.contains("choose the CPU and f16"), "{chosen}");
    let (runs, said) = run(&[]);
    assert!(runs, "{said}");
    assert!(said.contains("memory has 256"), "{said}");
    assert!(said.contains("runs on the CPU instead"), "{said}");
}
