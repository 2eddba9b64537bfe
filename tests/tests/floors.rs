//! Keeps the house's floors: a file names only its own folder and lower floors, no files name each other in a circle, and
//! crates depend one way. The tables here are the documentation; `docs/architecture.md` says why.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

use logitscope_tests::house::House;

/// The page, top floor first: the names on one line are a floor, and none of them knows another of its floor.
const PAGE: &[&[&str]] = &[
    &["main"],
    &["app"],
    &["start"],
    &["share", "api", "driver", "components"],
    &["address", "state", "lessons"],
    &["spelling"],
    &[
        "sources",
        "link",
        "models",
        "remembered",
        "inspect",
        "strategies",
        "pictures",
    ],
    &["choices", "browser", "words"],
    &["later"],
];

/// What each crate may depend on of ours.
const CRATES: &[(&str, &[&str])] = &[
    ("words", &[]),
    ("core", &["words"]),
    ("protocol", &["words", "core"]),
    ("loops", &["core"]),
    ("model", &["words", "core", "loops"]),
    ("gpu", &["core", "loops", "model"]),
    ("grammar", &["core", "protocol"]),
    ("lesson", &["words", "core"]),
    ("template", &["words"]),
    ("recording", &["words", "core", "protocol"]),
    ("worker", &["core", "protocol"]),
    ("answer", &["words", "core"]),
    ("endpoint", &["words", "core", "protocol", "worker"]),
    ("hub", &["core", "protocol", "worker"]),
    (
        "cli",
        &[
            "words",
            "core",
            "protocol",
            "recording",
            "endpoint",
            "model",
            "gpu",
            "grammar",
            "lesson",
            "template",
            "engine",
        ],
    ),
    (
        "engine",
        &["words", "core", "model", "gpu", "protocol", "worker"],
    ),
    ("xtask", &[]),
];

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The floor of a module of the page, counted from the top.
fn floor(module: &str) -> Option<usize> {
    PAGE.iter().position(|floor| floor.contains(&module))
}

/// What climbs in the page, or has no floor: a file that names one of its own floor or above.
fn climbs(page: &House) -> Vec<String> {
    let top = |module: &str| module.split("::").next().unwrap_or_default().to_owned();
    let climbs = |(file, other): (String, String)| {
        let (own, named) = (top(&file), top(&other));
        if file.is_empty() || own == named {
            return None;
        }
        let Some(height) = floor(&own) else {
            return Some(format!("{own} has no floor"));
        };
        // What is in no file of its own is none of the floors.
        let is_above = floor(&named).is_some_and(|at| at <= height);
        is_above.then(|| format!("{file} names {other}"))
    };
    page.arrows().filter_map(climbs).collect()
}

#[test]
fn the_page_keeps_its_floors() {
    let page = House::read(&root().join("web/src"));
    let faults = climbs(&page);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn an_upward_arrow_is_seen_however_it_is_named() {
    let climbs = |path: &str, text: &str| {
        let mut page = House::default();
        page.add("lib", "");
        for module in PAGE.iter().copied().flatten() {
            page.add(module, "");
        }
        page.add(path, text);
        climbs(&page)
    };
    assert_eq!(
        climbs("state", "use crate::driver::Driver;"),
        ["state names driver"]
    );
    assert_eq!(
        climbs("link/read", "use crate::{browser, state::{App, b::{C}}};"),
        ["link::read names state"]
    );
    assert_eq!(
        climbs("api", "fn x() { let x = crate::components::y(); }"),
        ["api names components"]
    );
    assert_eq!(
        climbs("link/read", "use super::super::address as a;"),
        ["link::read names address"]
    );
    assert_eq!(climbs("state", "use crate::link::Link;"), [""; 0]);
    assert_eq!(
        climbs("attic", "use crate::words::say;"),
        ["attic has no floor"]
    );
}

#[test]
fn no_crate_has_a_circle_of_files() {
    let folders = CRATES.iter().map(|(name, _)| format!("crates/{name}"));
    for folder in folders.chain(["web".into(), "tests".into()]) {
        let house = House::read(&root().join(&folder).join("src"));
        let circles = house.circles();
        assert!(circles.is_empty(), "{folder}: {circles:#?}");
    }
}

#[test]
fn a_circle_of_files_is_seen_however_it_is_named() {
    let planted = |files: &[(&str, &str)]| {
        let mut house = House::default();
        for (path, text) in files {
            house.add(path, text);
        }
        house.circles()
    };
    let config = ("config", "use crate::families::Family;");
    // By a path in the code, of what a head hands on.
    let gpt2 = ("families/gpt2", "fn read() -> crate::Config { Config }");
    let head = ("families/mod", "pub mod gpt2;\npub use gpt2::Family;");
    let root = ("lib", "mod config;\nmod families;\npub use config::Config;");
    let circle = [["config", "families::gpt2"]];
    assert_eq!(planted(&[config, gpt2, head, root]), circle);
    // By lists, new names and `super`, over three files.
    let a = ("f/a", "use super::{b::{B, Other}, c};");
    let b = (
        "f/b",
        "pub use std::x;\nuse crate::{\n    f::c::C as D,\n};",
    );
    let c = ("f/c", "use super::super::f::a;");
    assert_eq!(
        planted(&[root, ("f", "mod a;"), a, b, c]),
        [["f::a", "f::b", "f::c"]]
    );
    // One way only; a folder's head and its files; tests; comments; what is only handed on.
    let own = (
        "f/a",
        "//! [`crate::f::b`]\nuse super::Head;\nmod tests {\n    use crate::f::b;\n}",
    );
    let up = ("f/b", "use crate::f::a::A;");
    let head = ("f", "mod a;\npub use a::A;\nuse b::B;");
    assert_eq!(planted(&[root, head, own, up]), [[""; 0]; 0]);
}

#[test]
fn crates_depend_one_way() {
    for (name, allowed) in CRATES {
        let file = root().join("crates").join(name).join("Cargo.toml");
        let text = fs::read_to_string(&file).expect("a manifest");
        let ours = text
            .lines()
            .filter_map(|line| line.strip_prefix("logitscope-"));
        for other in ours.filter_map(|rest| rest.split(['.', ' ']).next()) {
            assert!(allowed.contains(&other), "{name} depends on {other}");
        }
    }
    let page = fs::read_to_string(root().join("web/Cargo.toml")).expect("a manifest");
    for engine in [
        "logitscope-model",
        "logitscope-gpu",
        "logitscope-engine",
        "logitscope-grammar",
    ] {
        assert!(!page.contains(engine), "the page links {engine}");
    }
}
