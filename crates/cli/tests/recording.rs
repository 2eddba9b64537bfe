//! `logitscope record`, as a user calls it, on the bundled models.

mod command;

use std::process::Output;

use logitscope_recording::Recording;

use command::{MODEL, logitscope, out};

const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");

fn model(name: &str) -> String {
    format!("{WEB}/models/{name}")
}

fn record(name: &str, more: &[&str]) -> String {
    let path = out(name).display().to_string();
    let mut args = vec![
        "record",
        "run",
        "--model",
        MODEL,
        "--backend",
        "cpu",
        "--out",
        &path,
    ];
    args.extend(["--prompt", "Once upon a time", "--max-tokens", "3"]);
    args.extend(more);
    let output = logitscope(&args);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    path
}

fn check(model_name: &str, files: &[String]) -> Output {
    let (model_folder, draft) = (model(model_name), model("pocket-draft"));
    let mut args = vec![
        "record",
        "check",
        "--model",
        &model_folder,
        "--draft",
        &draft,
        "--backend",
        "cpu",
    ];
    args.extend(files.iter().map(String::as_str));
    logitscope(&args)
}

#[test]
fn what_it_records_the_same_model_says_again_and_another_does_not() {
    let file = record("whole.logitscope", &[]);
    let same = check("pocket", std::slice::from_ref(&file));
    assert!(
        same.status.success(),
        "{}",
        String::from_utf8_lossy(&same.stdout)
    );
    let other = check("pocket-draft", std::slice::from_ref(&file));
    assert!(!other.status.success());
    assert!(String::from_utf8_lossy(&other.stderr).contains("something else than this model"));
    let short = record("end.logitscope", &["--only-the-end"]);
    let rows = |file: &str| {
        let bytes = std::fs::read(file).expect("it was written");
        Recording::read(&bytes).expect("it can be read").rows()
    };
    assert_eq!((rows(&file), rows(&short)), (4 + 3, 1));
}

#[test]
fn a_number_that_was_changed_is_seen() {
    let file = record("changed.logitscope", &[]);
    let mut bytes = std::fs::read(&file).expect("it was written");
    // The highest logit of the first row.
    let header = u64::from_le_bytes(*bytes.first_chunk().expect("it has a header")) as usize;
    let text = String::from_utf8_lossy(&bytes[8..8 + header]).into_owned();
    let at = text.find("\"logits.exact\"").expect("it is there");
    let offset: usize = text[at..]
        .split_once("\"data_offsets\":[")
        .and_then(|(_, rest)| rest.split_once(','))
        .and_then(|(start, _)| start.parse().ok())
        .expect("a place");
    let place = 8 + header + offset;
    bytes[place..place + 4].copy_from_slice(&99.0f32.to_le_bytes());
    std::fs::write(&file, &bytes).expect("it can be written");
    assert!(!check("pocket", &[file]).status.success());
}

#[test]
fn the_recorded_lessons_are_what_the_bundled_models_say() {
    let files = std::fs::read_dir(format!("{WEB}/lessons/recorded")).expect("recordings");
    let files: Vec<String> = files
        .map(|file| file.expect("a file").path().display().to_string())
        .chain([format!("{WEB}/models/pocket/recorded.logitscope")])
        .collect();
    assert_eq!(
        files.len(),
        14 + 1 + 1,
        "every lesson, the tour, and the first picture"
    );
    let same = check("pocket", &files);
    let said = String::from_utf8_lossy(&same.stdout);
    assert!(
        same.status.success(),
        "{said}: record them again with `node tests/web/record-lessons.mjs`"
    );
    assert!(!said.contains("not asked"), "{said}");
}

#[test]
fn what_is_no_recording_is_refused_by_name() {
    let path = out("none.logitscope");
    std::fs::write(&path, "no recording").expect("it can be written");
    let refused = check("pocket", &[path.display().to_string()]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        !refused.status.success() && said.contains("none.logitscope") && said.contains("damaged"),
        "{said}"
    );
}
