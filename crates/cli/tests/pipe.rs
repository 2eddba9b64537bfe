//! A reader such as `head` closes its end early: every command ends well, without a word.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/models/pocket");

fn file(name: &str, text: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder can be written");
    path.display().to_string()
}

fn ends_well(args: &[&str]) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = Command::new(env!("CARGO_BIN_EXE_logitscope"))
        .args(args)
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.is_empty(),
        "{args:?}: {said}"
    );
}

#[test]
fn sample_ends_well() {
    let logits = file("pipe-logits.json", "[1, 2, 3]");
    let settings = file("pipe-settings.json", "{}");
    ends_well(&["sample", "--logits", &logits, "--settings", &settings]);
}

#[test]
fn trace_ends_well_and_has_written_its_file() {
    let out = file("pipe-trace.json", "");
    let run = [
        "trace",
        "--model",
        MODEL,
        "--prompt",
        "Once",
        "--backend",
        "cpu",
    ];
    ends_well(&[&run[..], &["--max-tokens", "1", "--out", &out]].concat());
    let json = std::fs::read_to_string(&out).expect("it was written");
    assert!(json.contains("logitscope-trace"), "{json}");
}

#[test]
fn bench_ends_well_in_both_formats() {
    for format in ["table", "json"] {
        let small = ["bench", "--shape", "1x8x2x16", "--backend", "cpu"];
        let short = ["--tokens", "1", "--runs", "1", "--prompts", "2"];
        ends_well(&[&small[..], &short, &["--format", format]].concat());
    }
}

#[test]
fn help_ends_well() {
    ends_well(&["--help"]);
}
