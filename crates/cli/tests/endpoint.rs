//! A model on a real server, step by step: the same numbers as here.

mod command;
#[path = "command/server.rs"]
mod server;

use std::path::Path;
use std::process::Output;

use safetensors::SafeTensors;
use serde_json::Value;

use command::{MODEL, logitscope, out};
use server::Server;

const PROMPT: &str = "The quick fox 🦊 said";

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Writes a trace with all logits; its text.
fn trace(name: &str, prompt: &str, more: &[&str]) -> (String, Value) {
    let file = out(name).display().to_string();
    let mut args = vec![
        "trace",
        "--prompt",
        prompt,
        "--max-tokens",
        "12",
        "--logits",
        "full",
        "--out",
        &file,
    ];
    args.extend(more);
    let output = logitscope(&args);
    assert!(output.status.success(), "{}", said(&output));
    let json = std::fs::read_to_string(&file).expect("it was written");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, serde_json::from_str(&json).expect("JSON"))
}

/// The log-probabilities of each position of a trace: [positions][d_vocab].
fn log_probs(name: &str) -> Vec<Vec<f64>> {
    let file = std::fs::read(out(name).with_extension("safetensors")).expect("it was written");
    let file = SafeTensors::deserialize(&file).expect("arrays");
    let mut names: Vec<&str> = file
        .names()
        .into_iter()
        .filter(|n| n.starts_with("logits."))
        .collect();
    names.sort_by_key(|name| {
        name.trim_start_matches("logits.")
            .parse::<u32>()
            .expect("a position")
    });
    let row = |name: &&str| {
        let bytes = file.tensor(name).expect("it is listed").data().to_vec();
        let logits: Vec<f64> = bytemuck::pod_collect_to_vec::<u8, f32>(&bytes)
            .into_iter()
            .map(f64::from)
            .collect();
        let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = logits.iter().map(|z| (z - top).exp()).sum();
        logits.into_iter().map(|z| z - top - total.ln()).collect()
    };
    names.iter().map(row).collect()
}

/// The server's steps against those of our engine: texts and ids are equal, log-probabilities within `tolerance`.
fn same_as_here(name: &str, prompt: &str, folder: &str, address: &str, tolerance: f64) {
    let model = Path::new(folder)
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let chains: [&[&str]; 3] = [
        &["--temperature", "0"],
        &[
            "--seed",
            "5",
            "--chain",
            "temperature~0.9,top_k~40,min_p~0.02",
        ],
        &["--seed", "6", "--chain", "presence_penalty~0.7,typical~0.9"],
    ];
    for (at, chain) in chains.into_iter().enumerate() {
        let (there, here) = (
            format!("{name}-{at}-there.json"),
            format!("{name}-{at}-here.json"),
        );
        let mut more = vec!["--endpoint", address, "--model", &model];
        more.extend(chain);
        let (text, remote) = trace(&there, prompt, &more);
        let mut more = vec!["--model", folder, "--precision", "f32", "--backend", "cpu"];
        more.extend(chain);
        let (own, local) = trace(&here, prompt, &more);
        assert_eq!(text, own, "{chain:?}");
        let tokens = |trace: &Value| -> Vec<Value> {
            let nodes = trace["nodes"].as_array().expect("nodes");
            nodes.iter().map(|node| node["token"].clone()).collect()
        };
        assert_eq!(tokens(&remote), tokens(&local));
        assert_eq!(remote["model"]["output"], "log_probs");
        assert_eq!(remote["backend"]["kind"], "remote");
        assert!(
            !remote.to_string().contains("127.0.0.1"),
            "where it ran stays private"
        );
        let (a, b) = (log_probs(&there), log_probs(&here));
        assert_eq!((a.len(), a[0].len()), (12, b[0].len()));
        let apart = a
            .iter()
            .flatten()
            .zip(b.iter().flatten())
            .map(|(a, b)| (a - b).abs());
        let worst = apart.fold(0.0, f64::max);
        assert!(worst < tolerance, "{name} {chain:?}: apart by {worst}");
    }
}

#[test]
fn a_llama_on_llama_cpp_gives_the_steps_of_our_engine() {
    let folder = out("llama-small").display().to_string();
    let Some(server) = Server::start(&folder, &["--make", "llama"]) else {
        return;
    };
    same_as_here("llama", PROMPT, &folder, &server.address, 1e-4);
}

#[test]
fn a_gpt2_on_llama_cpp_gives_the_steps_of_our_engine_up_to_its_gelu() {
    let Some(server) = Server::start(MODEL, &[]) else {
        return;
    };
    // Its GELU goes through a table in f16.
    same_as_here("gpt2", PROMPT, MODEL, &server.address, 3e-2);
}

/// The address in this variable; `None`, and a skip, where there is none. tests/endpoints/vllm.sh sets it.
fn vllm(variable: &str) -> Option<String> {
    let address = std::env::var(variable).ok();
    if address.is_none() {
        println!("SKIPPED: no vLLM server: tests/endpoints/vllm.sh installs one");
    }
    address
}

/// Without half characters: vLLM has no bytes for them.
const PLAIN: &str = "The quick fox said";

#[test]
fn a_gpt2_on_vllm_gives_the_steps_of_our_engine() {
    if let Some(address) = vllm("LOGITSCOPE_VLLM") {
        same_as_here("vllm", PLAIN, MODEL, &address, 1e-4);
    }
}

#[test]
fn a_vllm_that_lists_twenty_tokens_gives_the_same_text_where_these_decide() {
    let Some(address) = vllm("LOGITSCOPE_VLLM_20") else {
        return;
    };
    let run = |more: &[&str]| {
        let file = out("vllm-20.json").display().to_string();
        let prompt = [
            "trace",
            "--prompt",
            PLAIN,
            "--max-tokens",
            "12",
            "--seed",
            "5",
        ];
        logitscope(&[&prompt[..], &["--out", &file], more].concat())
    };
    let here = ["--model", MODEL, "--precision", "f32", "--backend", "cpu"];
    let there = ["--endpoint", &address, "--model", "pocket"];
    let decided = ["--chain", "temperature~0.9,top_k~15,min_p~0.02"];
    let own = run(&[&here[..], &decided].concat());
    let other = run(&[&there[..], &decided].concat());
    assert!(other.status.success(), "{}", said(&other));
    assert_eq!(other.stdout, own.stdout);
    let undecided = run(&[&there[..], &["--chain", "typical~0.9"]].concat());
    assert!(
        said(&undecided).contains("the 20 tokens that the server lists"),
        "{}",
        said(&undecided)
    );
}

#[test]
fn a_probe_says_what_the_server_can_give() {
    let Some(server) = Server::start(MODEL, &[]) else {
        return;
    };
    let output = logitscope(&["probe", &server.address, "--json"]);
    assert!(output.status.success(), "{}", said(&output));
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["kind"], "llama_cpp");
    assert_eq!(
        (found["d_vocab"].as_u64(), found["n_ctx"].as_u64()),
        (Some(6144), Some(256))
    );
    assert_eq!(
        (&found["lists"], &found["bytes"], &found["ids"]),
        (&"all".into(), &true.into(), &true.into())
    );
    let table = logitscope(&["probe", &format!("{}/v1", server.address)]);
    assert!(String::from_utf8_lossy(&table.stdout).contains("llama.cpp"));
}

#[test]
fn every_refusal_says_what_to_do() {
    let Some(server) = Server::start(MODEL, &["--api-key", "sesame"]) else {
        return;
    };
    let probe = |address: &str| said(&logitscope(&["probe", address]));
    assert!(probe("http://127.0.0.1:1").contains("is the server running"));
    assert!(probe("ftp://example.org").contains("no address of a server"));
    assert!(probe(&server.address).contains("wants a key"));
    let file = out("refused.json").display().to_string();
    let with_key = |more: &[&str]| {
        let mut args = vec!["trace", "--endpoint", &server.address, "--out", &file];
        args.extend(more);
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_logitscope"))
            .args(args)
            .env("LOGITSCOPE_KEY", "sesame")
            .output();
        said(&output.expect("it starts"))
    };
    assert!(with_key(&["--model", "other", "--prompt", "a"]).contains("It has: pocket"));
    let long = "word ".repeat(400);
    assert!(with_key(&["--model", "pocket", "--prompt", &long]).contains("256"));
    let penalty = [
        "--model",
        "pocket",
        "--prompt",
        "a",
        "--chain",
        "repetition_penalty~1.2",
    ];
    assert!(with_key(&penalty).contains("sign of each logit"));
    assert_eq!(
        with_key(&["--model", "pocket", "--prompt", "a", "--max-tokens", "1"]),
        ""
    );
    assert!(
        !std::fs::read_to_string(&file)
            .expect("written")
            .contains("sesame"),
        "the key stays here"
    );
}
