//! Models in folders of a repository: named, found, and kept apart from each other.

use logitscope_core::error::HubFault;
use logitscope_protocol::{Answer, Found, HubTask, ModelSource};

use super::scripted::{COMMIT, Memory, Shared};
use super::{ask, asked_for, hub_with, repository, stored, task};

/// A repository with these files, each of its own bytes.
fn hub_of(names: &[&str]) -> Shared {
    let hub = Shared::default();
    for name in names {
        let mut files = hub.0.files.borrow_mut();
        files.insert((*name).into(), format!("of {name}").into_bytes());
    }
    hub
}

fn checkpoint(folder: &str) -> [String; 3] {
    ["config.json", "tokenizer.json", "model.safetensors"].map(|name| format!("{folder}{name}"))
}

fn opens(store: &Memory, name: &str) -> Result<ModelSource, HubFault> {
    match ask(&Shared::default(), store, HubTask::Open(repository(name)))? {
        Answer::Files(source) => Ok(source),
        other => unreachable!("{other:?}"),
    }
}

fn look(hub: &Shared, name: &str) -> Result<Found, HubFault> {
    let HubTask::Download(download) = task(name) else {
        unreachable!()
    };
    match ask(hub, &Memory::default(), HubTask::Look(download))? {
        Answer::Found(found) => Ok(serde_json::from_str(&found).expect("what was found")),
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn a_folder_that_is_named_is_a_model_of_its_own() {
    let (hub, store) = (hub_with(100), Memory::default());
    for name in [checkpoint("c/d/"), checkpoint("e/")].concat() {
        let mut files = hub.0.files.borrow_mut();
        files.insert(name.clone(), format!("of {name}").into_bytes());
    }
    for name in ["a/b:c/d/", "a/b", "a/b:e/"] {
        ask(&hub, &store, task(name)).expect("it comes");
    }
    let names: Vec<String> = stored(&store)
        .iter()
        .map(|model| model.repository.to_string())
        .collect();
    let expected = ["a/b", "a/b:c/d/", "a/b:e/"].map(|name| format!("{name}@{COMMIT}"));
    assert_eq!(names, expected);
    let own = store.bytes(&format!("a--b@{COMMIT}@c+d+"), "model.safetensors");
    assert_eq!(own.as_deref(), Some(&b"of c/d/model.safetensors"[..]));
    let url = format!("https://hub.example/a/b/resolve/{COMMIT}/c/d/config.json");
    assert!(hub.0.asked.borrow().iter().any(|get| get.url == url));
    // Deleted, the others stay.
    ask(&hub, &store, HubTask::Delete(repository("a/b"))).expect("it is there");
    assert!(matches!(
        opens(&store, "a/b"),
        Err(HubFault::NotStored { .. })
    ));
    assert!(opens(&store, "a/b:c/d/").is_ok() && opens(&store, "a/b:e/").is_ok());
    let missing = HubFault::Lacks {
        name: "a/b".into(),
        file: "c/x".into(),
    };
    assert_eq!(ask(&hub, &store, task("a/b:c/x/")).err(), Some(missing));
    let none = HubFault::NoWeights {
        name: "a/b:c/".into(),
    };
    assert_eq!(ask(&hub, &store, task("a/b:c/")).err(), Some(none));
}

#[test]
fn weights_in_parts_are_those_of_their_folder_alone() {
    let names = [
        "c/config.json",
        "c/tokenizer.json",
        "c/model.safetensors.index.json",
        "c/model-1-of-1.safetensors",
        "c/model-fp16.safetensors",
        "c/model-/../x.safetensors",
        "c/d/model-2-of-2.safetensors",
        "model-3-of-3.safetensors",
    ];
    let (hub, store) = (hub_of(&names), Memory::default());
    ask(&hub, &store, task("a/b:c/")).expect("it comes");
    let came: Vec<String> = asked_for(&hub).into_iter().map(|(name, _)| name).collect();
    let own = names[..4].iter().map(|name| &name[2..]);
    assert_eq!(came, own.collect::<Vec<_>>());
    let source = opens(&store, "a/b:c/");
    assert!(
        matches!(source, Ok(ModelSource::Shards { .. })),
        "{source:?}"
    );
}

#[test]
fn gguf_files_in_folders_are_found_where_there_is_nothing_else() {
    let names = [
        "README.md",
        "q8/m-Q8_0.gguf",
        "big/m-F16-00001-of-00002.gguf",
        "big/m-F16-00002-of-00002.gguf",
        "big/mmproj-m.gguf",
        "../m-Q4_0.gguf",
        "a#b/m-Q4_0.gguf",
        "a (old)/m+n-Q5_0.gguf",
    ];
    let hub = hub_of(&names);
    let Ok(Found::Choice(files)) = look(&hub, "a/b") else {
        unreachable!()
    };
    let told: Vec<_> = files.iter().map(|file| file.repository.path()).collect();
    let path = |text: &str| Some(text.to_owned());
    let first = "big/m-F16-00001-of-00002.gguf";
    let spaced = "a (old)/m+n-Q5_0.gguf";
    assert_eq!(told, [path("q8/m-Q8_0.gguf"), path(spaced), path(first)]);
    let store = Memory::default();
    for name in ["a/b:q8/m-Q8_0.gguf", "a/b:big/"] {
        ask(&hub, &store, task(name)).expect("it comes");
    }
    for (name, own) in [
        ("a/b:q8/", "m-Q8_0.gguf"),
        (&format!("a/b:{first}"), &first[4..]),
        ("a/b:big/", &first[4..]),
    ] {
        let source = opens(&store, name);
        let Ok(ModelSource::Gguf { names, .. }) = source else {
            unreachable!("{source:?}")
        };
        assert_eq!(names[0], own, "{name}");
    }
    // Of two nobody knows which is meant.
    assert!(opens(&store, "a/b").is_err());
    // What is at the root comes first.
    let root = hub_of(&["m-Q8_0.gguf", "other/m-Q4_0.gguf"]);
    let found = look(&root, "a/b");
    let Ok(Found::Model(found)) = found else {
        unreachable!("{found:?}")
    };
    assert_eq!(found.repository.path(), path("m-Q8_0.gguf"));
    // Only where there are folders they are asked for; of the file that was found its beginning is.
    let asked = |hub: &Shared| hub.0.asked.borrow().len();
    assert_eq!(asked(&root), 3);
    let empty = hub_of(&["README.md"]);
    assert!(look(&empty, "a/b").is_err() && asked(&empty) == 2);
}

#[test]
fn a_list_of_several_pages_is_read_to_its_end() {
    let many: Vec<String> = (0..9).map(|n| format!("notes/{n}.txt")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let hub = hub_of(&[&many[..], &["z/tiny.gguf"]].concat());
    for name in checkpoint("") {
        let mut files = hub.0.files.borrow_mut();
        files.insert(name.clone(), format!("of {name}").into_bytes());
    }
    hub.0.page.set(2);
    ask(&hub, &Memory::default(), task("a/b")).expect("the files of its root, three pages");
    // Of all folders' files the one with a model comes last.
    hub.0.files.borrow_mut().remove("config.json");
    let found = look(&hub, "a/b").expect("the file in a folder");
    let Found::Model(found) = found else {
        unreachable!()
    };
    let name = found.repository.newest().to_string();
    assert_eq!(name, "a/b:z/tiny.gguf");
    // A list without an end is none.
    hub.0.page.set(1);
    for n in 0..40 {
        let mut files = hub.0.files.borrow_mut();
        files.insert(format!("{n}.bin"), vec![0]);
    }
    let refused = look(&hub, "a/b");
    assert!(
        matches!(&refused, Err(HubFault::Unreadable { why, .. }) if why == "> 32 pages"),
        "{refused:?}"
    );
}

#[test]
fn a_list_that_goes_on_elsewhere_is_not_followed() {
    let hub = hub_of(&["config.json", "model.safetensors", "tokenizer.json"]);
    hub.0.page.set(1);
    hub.0.leads_away.set(true);
    let refused = look(&hub, "a/b");
    assert!(
        matches!(&refused, Err(HubFault::Unreadable { why, .. }) if why.contains("hub.example.other")),
        "{refused:?}"
    );
    let asked = hub.0.asked.borrow();
    assert!(
        asked
            .iter()
            .all(|get| get.url.starts_with("https://hub.example/"))
    );
}
