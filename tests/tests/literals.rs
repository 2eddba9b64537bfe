//! Every sentence that a visitor reads is in the catalogue by key: what looks like words in the page's code is told of.
#![cfg(not(target_arch = "wasm32"))]

use std::path::{Path, PathBuf};

use logitscope_tests::house::sources;
use logitscope_tests::literals::{Found, words};

/// Keys, as events name them.
const KEYS: &[&str] = &["Escape", "Enter", "Backspace", "Home", "End", "Arrow"];

/// What is no sentence of the page's: the folder or file, the text that it begins with (empty for all of them), and why.
const ALLOWED: &[(&str, &str, &str)] = &[
    (
        "api/",
        "",
        "for programs: they get English, as the docs of the API say",
    ),
    (
        "link/write.rs",
        "<iframe",
        "a line of HTML for another page",
    ),
    (
        "choices.rs",
        "In the forest",
        "a prompt, in the model's language",
    ),
    (
        "components/text/examples.rs",
        "",
        "prompts, in the model's language",
    ),
    (
        "components/text/questions/repeats.rs",
        "The day after Monday is",
        "a prompt",
    ),
    (
        "components/text/questions/truth.rs",
        "Seven and eight is",
        "a prompt",
    ),
    (
        "components/text/questions/truth.rs",
        "The capital of the Moon is",
        "a prompt",
    ),
    (
        "components/lessons/draft.rs",
        "",
        "the words of a lesson's file",
    ),
    ("components/frame/header.rs", "Logitscope", "a name"),
    ("components/frame/footer.rs", "Logitscope ", "a name"),
    (
        "components/frame/footer.rs",
        "MIT or Apache-2.0",
        "an SPDX expression",
    ),
    (
        "components/frame/status.rs",
        "CPU",
        "an abbreviation that every language has",
    ),
    ("components/inside/cache.rs", "GPT-2", "names of models"),
    ("components/inside/cache.rs", "Llama", "names of models"),
    (
        "components/sampler/export_settings.rs",
        "Transformers",
        "the name of a program",
    ),
    (
        "components/sampler/sampler_words.rs",
        "Transformers",
        "the name of a program",
    ),
    (
        "components/inside/vector_box.rs",
        ".npy",
        "the ending of a file",
    ),
    (
        "components/inside/provenance.rs",
        "rot_q",
        "the name of an array",
    ),
    ("components/sampler/stage_words.rs", "min(", "a formula"),
    ("components/kit/icon.rs", "M", "paths of pictures"),
    ("components/sampler/column.rs", "M{x", "a path of a picture"),
    ("components/lesson/odds.rs", "odds-edge", "classes"),
    ("components/dice/dice_bar.rs", "axis-label", "classes"),
    ("components/dice/dice_bar.rs", " chosen", "a class"),
    ("components/flow/brush.rs", "{weight} {size}px", "a font"),
    ("components/flow/vector.rs", " stop-opacity", "an attribute"),
    ("pictures/", "", "SVG, style sheets and selectors"),
    ("components/frame/notices.rs", "alert", "a role"),
    ("components/frame/notices.rs", "status", "a role"),
    (
        "components/frame/files.rs",
        "Files",
        "a type of what is dragged",
    ),
    ("components/frame/keys.rs", "textarea, select", "a selector"),
    ("components/frame/server.rs", "llama-server", "a command"),
    ("components/frame/hub.rs", "owner/name", "how the hub names"),
    ("models.rs", "GPT-2 small", "the name of a model"),
    ("models.rs", "Pythia 70M", "the name of a model"),
    ("models.rs", "SmolLM2 135M Instruct", "the name of a model"),
    ("components/inside/formulas.rs", "rot_q", "a formula"),
    ("components/inside/formulas.rs", "q · kᵀ", "a formula"),
    (
        "components/glossary/listen.rs",
        "button, summary",
        "a selector",
    ),
];

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src")
}

/// The words in the page's files, without those of its tests.
fn found() -> Vec<(String, Found)> {
    let root = page();
    let of = |(path, code): (PathBuf, String)| {
        let file = path.strip_prefix(&root).expect("below it");
        let file = file.to_string_lossy().replace('\\', "/");
        let is_test = file.ends_with("tests.rs") || file.contains("/tests/");
        let words = if is_test { Vec::new() } else { words(&code) };
        words
            .into_iter()
            .map(move |found| (file.clone(), found))
            .collect::<Vec<_>>()
    };
    sources(&root).into_iter().flat_map(of).collect()
}

fn is_allowed(file: &str, text: &str) -> bool {
    let allows = |(place, start, _): &&(&str, &str, &str)| {
        file.starts_with(place) && text.starts_with(start)
    };
    KEYS.contains(&text) || ALLOWED.iter().any(|one| allows(&one))
}

#[test]
fn every_sentence_of_the_page_is_in_the_catalogue() {
    let left: Vec<String> = found()
        .into_iter()
        .filter(|(file, found)| !is_allowed(file, &found.text))
        .map(|(file, Found { line, text })| format!("web/src/{file}:{line}: {text:?}"))
        .collect();
    assert!(
        left.is_empty(),
        "these belong into crates/words/locales/en/*.ftl, said as say().its_key():\n{}",
        left.join("\n")
    );
}

#[test]
fn nothing_is_allowed_that_is_not_there() {
    let found = found();
    for (place, start, why) in ALLOWED {
        let is_there = |(file, found): &(String, Found)| {
            file.starts_with(place) && found.text.starts_with(start)
        };
        assert!(
            found.iter().any(is_there),
            "{place}: {start:?} ({why}) is gone"
        );
    }
}
