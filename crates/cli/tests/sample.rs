//! `logitscope sample` as a user calls it.

mod command;

use std::path::{Path, PathBuf};
use std::process::Output;

use logitscope_core::chain::Kind;
use safetensors::tensor::{Dtype, TensorView};
use serde_json::{Value, json};

use command::{MODEL, logitscope, out};

fn write(name: &str, value: &Value) -> PathBuf {
    let path = out(name);
    std::fs::write(&path, value.to_string()).expect("the folder can be written");
    path
}

fn sample(logits: &Path, settings: &Path, more: &[&str]) -> Output {
    let (logits, settings) = (logits.display().to_string(), settings.display().to_string());
    let mut args = vec!["sample", "--logits", &logits, "--settings", &settings];
    args.extend(more);
    logitscope(&args)
}

fn report(output: &Output) -> Value {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A `.safetensors` with `values` as `logits`, `[rows, d_vocab]`.
fn tensor(name: &str, rows: usize, values: &[f32]) -> PathBuf {
    let bytes: Vec<u8> = values.iter().flat_map(|z| z.to_le_bytes()).collect();
    let shape = vec![rows, values.len() / rows];
    let view = TensorView::new(Dtype::F32, shape, &bytes).expect("the sizes agree");
    let path = out(name);
    safetensors::serialize_to_file([("logits", view)], None, &path).expect("it can be written");
    path
}

/// What it prints where it refuses.
fn refusal(output: &Output) -> String {
    assert!(!output.status.success());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!error.contains("panicked"), "{error}");
    error
}

#[test]
fn every_stage_is_printed_with_its_numbers() {
    // 0.5, 0.25, 0.125, 0.125 and an impossible token.
    let ln = f64::ln;
    let logits = write(
        "stages.json",
        &json!([ln(0.25), ln(0.5), null, ln(0.125), ln(0.125)]),
    );
    let settings = write(
        "stages-settings.json",
        &json!({ "chain": [{ "sampler": "top_k", "k": 3 }, { "sampler": "top_p", "p": 0.5 }], "watch": [3] }),
    );
    let report = report(&sample(&logits, &settings, &[]));
    let [top_k, top_p] = report["stages"].as_array().expect("a list").as_slice() else {
        panic!("{report}");
    };
    assert_eq!(
        (&top_k["tokens_in"], &top_k["tokens_out"]),
        (&json!(5), &json!(3))
    );
    assert!((top_k["mass_removed"].as_f64().expect("a number") - 0.125).abs() < 1e-7);
    assert_eq!(top_k["watched_out"][0]["rank"], json!(2));
    assert_eq!(top_p["watched_out"][0]["rank"], Value::Null);
    assert_eq!(
        (&report["left"], &report["chosen"]["token"]),
        (&json!(1), &json!(1))
    );
}

#[test]
fn it_draws_what_the_run_drew() {
    let trace = out("sampled-run.json");
    let out = trace.display().to_string();
    let done = logitscope(&[
        "trace",
        "--model",
        MODEL,
        "--prompt",
        "Once upon a time",
        "--backend",
        "cpu",
        "--logits",
        "full",
        "--max-tokens",
        "8",
        "--temperature",
        "1.3",
        "--top-k",
        "50",
        "--top-p",
        "0.9",
        "--seed",
        "7",
        "--out",
        &out,
    ]);
    assert!(done.status.success());
    let run: Value =
        serde_json::from_slice(&std::fs::read(&trace).expect("it was written")).expect("JSON");
    let nodes = run["nodes"].as_array().expect("a list");
    let steps = nodes.iter().filter(|node| !node["step"].is_null());
    let mut compared = 0;
    for (node, position) in steps.zip(4..) {
        let settings = json!({
            "chain": [{ "sampler": "temperature", "t": 1.3 }, { "sampler": "top_k", "k": 50 }, { "sampler": "top_p", "p": 0.9 }],
            "seed": 7,
            "position": position,
        });
        let settings = write("sampled-run-settings.json", &settings);
        let tensor = format!("logits.{}", position - 1);
        let logits = trace.with_extension("safetensors");
        let report = report(&sample(&logits, &settings, &["--tensor", &tensor]));
        assert_eq!(
            report["chosen"]["token"], node["token"],
            "position {position}"
        );
        compared += 1;
    }
    assert_eq!(compared, 8);
}

#[test]
fn bad_input_is_refused_in_words() {
    let logits = write("logits.json", &json!([1.0, 2.0, 3.0]));
    let settings = |name: &str, value: Value| write(name, &value);
    let refused = |value: Value, name: &str| refusal(&sample(&logits, &settings(name, value), &[]));
    let unknown = refused(
        json!({ "chain": [{ "sampler": "top_q", "q": 1 }] }),
        "unknown.json",
    );
    assert!(
        unknown.contains("top_q") && unknown.contains("top_k"),
        "{unknown}"
    );
    let range = refused(
        json!({ "chain": [{ "sampler": "top_p", "p": 1.5 }] }),
        "range.json",
    );
    assert!(
        range.contains("top_p = 1.5") && range.contains("0 to 1"),
        "{range}"
    );
    let token = refused(json!({ "past": [3] }), "token.json");
    assert!(token.contains("Token 3 does not exist"), "{token}");
    for chain in [
        json!([{ "sampler": "banned", "tokens": [2, 3] }]),
        json!([{ "sampler": "logit_bias", "bias": [[3, 1.0]], "on": false }]),
    ] {
        let token = refused(json!({ "chain": chain }), "token.json");
        assert!(token.contains("Token 3 does not exist"), "{token}");
    }
    let field = refused(json!({ "temperature": 1 }), "field.json");
    assert!(field.contains("temperature"), "{field}");
    for unit in ["x", "\n", "`", "`x"] {
        let huge = unit.repeat(1 << 20);
        for value in [
            json!({ "chain": [{ "sampler": huge }] }),
            json!({ "chain": [{ "sampler": "top_k", "k": huge }] }),
            json!({ huge: 1 }),
        ] {
            let said = refused(value, "huge.json");
            assert!(
                said.trim_end().lines().count() == 1 && said.chars().count() < 1000,
                "{said:.2000}"
            );
        }
    }
    let plain = settings("plain.json", json!({}));
    let nan = write("nan.json", &json!([1.0, "NaN"]));
    assert!(refusal(&sample(&nan, &plain, &[])).contains("not an array of numbers"));
    let empty = write("empty.json", &json!([]));
    assert!(refusal(&sample(&empty, &plain, &[])).contains("no usable logits"));
    assert!(refusal(&sample(&out("nowhere.json"), &plain, &[])).contains("nowhere.json"));
}

#[test]
fn a_row_is_taken_from_a_tensor_and_refused_where_there_are_none() {
    let settings = write("row-settings.json", &json!({}));
    let rows = tensor("rows.safetensors", 2, &[0.0, 5.0, 0.0, 5.0, 0.0, 0.0]);
    for (row, best) in [("0", 1), ("1", 0)] {
        let report = report(&sample(&rows, &settings, &["--row", row]));
        assert_eq!(report["candidates"][0]["token"], json!(best), "row {row}");
    }
    let beyond = refusal(&sample(&rows, &settings, &["--row", "2"]));
    assert!(beyond.contains("2 rows"), "{beyond}");
    let logits = write("row.json", &json!([1.0, 2.0]));
    for more in [["--row", "0"], ["--tensor", "logits"]] {
        let said = refusal(&sample(&logits, &settings, &more));
        assert!(
            said.contains("row.json") && said.contains(more[0]),
            "{said}"
        );
        assert!(said.contains("one JSON array"), "{said}");
    }
}

#[test]
fn a_logit_that_is_no_number_is_the_files_fault() {
    let settings = write("nan-settings.json", &json!({}));
    let nan = tensor("nan.safetensors", 2, &[0.0, 5.0, 0.0, 1.0, 0.0, f32::NAN]);
    let said = refusal(&sample(&nan, &settings, &[]));
    assert!(
        said.contains("nan.safetensors: row 1 of logits: the logit of token 2 is NaN"),
        "{said}"
    );
    assert!(!said.contains("model"), "{said}");
    report(&sample(&nan, &settings, &["--row", "0"]));
    let huge = write("huge.json", &json!([1.0, 1e300]));
    let said = refusal(&sample(&huge, &settings, &[]));
    assert!(
        said.contains("huge.json") && said.contains("out of range"),
        "{said}"
    );
    let impossible = write("impossible.json", &json!([null, null]));
    let said = refusal(&sample(&impossible, &settings, &[]));
    assert!(
        said.contains("impossible.json") && said.contains("no usable logits"),
        "{said}"
    );
}

#[test]
fn the_documentation_has_every_sampler_with_its_parameters_and_their_letters() {
    let docs = include_str!("../../../docs/sample.md");
    for kind in Kind::ALL {
        let begin = format!("| `{}` |", kind.name());
        let row = docs.lines().find_map(|line| line.strip_prefix(&begin));
        let row = row.unwrap_or_else(|| panic!("docs/sample.md has no row for {}", kind.name()));
        let (params, rule) = row.split_once('|').expect("two more columns");
        let has = |letter: &str| {
            let mut words = rule.split(|c: char| !c.is_alphanumeric());
            words.any(|word| word == letter)
        };
        for p in kind.conventional().params() {
            let said = match p.parameter.letter() {
                Some(letter) => format!("`{}` = {letter}", p.name),
                None => format!("`{}`", p.name),
            };
            assert!(params.contains(&said), "{said} in {params}");
            let letter = p.parameter.letter();
            assert!(letter.is_none_or(has), "{letter:?} in {rule}");
        }
    }
}

#[test]
fn a_megabyte_in_a_settings_file_is_not_printed_whole() {
    let logits = write("long-logits.json", &json!([1.0, 2.0]));
    let long = "x".repeat(1 << 20);
    let chain = json!({ "chain": [{ "sampler": long }] });
    let settings = write("long-settings.json", &chain);
    let said = refusal(&sample(&logits, &settings, &[]));
    assert!(
        said.len() < 2000 && said.contains("xxx…"),
        "{} bytes",
        said.len()
    );
}
