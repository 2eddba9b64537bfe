//! Downloads from a hub that misbehaves in every way that one can, into a store in memory.

mod commits;
mod folders;
mod gguf;
mod given_up;
mod scripted;

use std::cell::RefCell;

use logitscope_core::checkpoint_files::EXTRAS;
use logitscope_core::error::HubFault;
use logitscope_hub::Hub;
use logitscope_protocol::{
    Answer, Doing, Download, HubTask, ModelSource, Progress, Repository, Secret, Stored,
    StoredModel,
};
use scripted::{COMMIT, Memory, Shared, Wrong};

const WEIGHTS: &str = "model.safetensors";

/// A repository with a checkpoint of so many bytes of weights, and other files.
fn hub_with(bytes: usize) -> Shared {
    let hub = Shared::default();
    let weights = (0..bytes).map(|i| (i * 31 % 251) as u8).collect();
    let mut files = hub.0.files.borrow_mut();
    for (name, content) in [
        ("config.json", b"{\"model_type\": \"gpt2\"}".to_vec()),
        ("tokenizer.json", b"{\"model\": {}}".to_vec()),
        (WEIGHTS, weights),
        ("README.md", b"# b".to_vec()),
        ("pytorch_model.bin", vec![1; 50]),
    ] {
        files.insert(name.into(), content);
    }
    drop(files);
    hub
}

fn repository(name: &str) -> Repository {
    name.parse().expect("a repository")
}

fn task(name: &str) -> HubTask {
    HubTask::Download(Download {
        hub: "https://hub.example".into(),
        repository: repository(name),
        token: None,
    })
}

fn ask(hub: &Shared, store: &Memory, task: HubTask) -> Result<Answer, HubFault> {
    let own = Hub::new(hub.clone(), store.clone());
    pollster::block_on(own.answer(task, &|_| {}))
}

fn download(hub: &Shared, store: &Memory) -> Result<StoredModel, HubFault> {
    match ask(hub, store, task("a/b"))? {
        Answer::Stored(Stored { mut models, .. }) => Ok(models.remove(0)),
        other => unreachable!("{other:?}"),
    }
}

fn stored(store: &Memory) -> Vec<StoredModel> {
    match ask(&Shared::default(), store, HubTask::Stored) {
        Ok(Answer::Stored(stored)) => stored.models,
        other => unreachable!("{other:?}"),
    }
}

fn folder() -> String {
    format!("a--b@{COMMIT}")
}

/// Whether the store has the weights as the hub does.
fn is_the_same(hub: &Shared, store: &Memory) -> bool {
    store.bytes(&folder(), WEIGHTS).as_ref() == hub.0.files.borrow().get(WEIGHTS)
}

/// The files that were asked for, each with the first byte that was wanted.
fn asked_for(hub: &Shared) -> Vec<(String, u64)> {
    let asked = hub.0.asked.borrow();
    let files = asked.iter().filter(|get| !get.url.contains("/api/"));
    let name = |url: &str| url.rsplit('/').next().unwrap_or_default().to_owned();
    files.map(|get| (name(&get.url), get.from)).collect()
}

#[test]
fn a_checkpoint_comes_whole_and_nothing_else_of_its_repository() {
    let (hub, store) = (hub_with(1000), Memory::default());
    let model = download(&hub, &store).expect("it comes");
    assert!(model.whole && model.bytes == model.total && model.total > 1000);
    assert_eq!(model.repository.to_string(), format!("a/b@{COMMIT}"));
    assert!(is_the_same(&hub, &store));
    let names: Vec<_> = asked_for(&hub).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["config.json", "tokenizer.json", WEIGHTS]);
    assert!(hub.0.asked.borrow()[4].url.contains(COMMIT));
    // Once here, it is here: nobody is asked again, also where only a revision or the name is given.
    for name in ["a/b", &format!("a/b@{COMMIT}")] {
        let open = ask(&hub, &store, HubTask::Open(repository(name)));
        assert!(matches!(open, Ok(Answer::Files(_))), "{name}");
    }
    let asked = hub.0.asked.borrow().len();
    assert!(download(&hub, &store).is_ok_and(|model| model.whole));
    assert_eq!(hub.0.asked.borrow().len(), asked);
}

#[test]
fn a_proposed_change_is_a_revision() {
    let (hub, store) = (hub_with(300), Memory::default());
    let come = ask(&hub, &store, task("a/b@refs/pr/1"));
    let Ok(Answer::Stored(Stored { models, .. })) = come else {
        unreachable!("{come:?}");
    };
    let kept = format!("a/b@{COMMIT}");
    assert!(models[0].whole && models[0].repository.to_string() == kept);
    let gone = HubFault::NoRevision {
        name: "a/b".into(),
        revision: "refs/pr/2".into(),
    };
    assert_eq!(ask(&hub, &store, task("a/b@refs/pr/2")).err(), Some(gone));
}

#[test]
fn how_a_model_is_sampled_and_spoken_to_comes_too_where_the_repository_says_so() {
    let (hub, store) = (hub_with(300), Memory::default());
    let mut files = hub.0.files.borrow_mut();
    for name in EXTRAS {
        files.insert(name.into(), format!("{{\"of\": \"{name}\"}}").into_bytes());
    }
    drop(files);
    assert!(download(&hub, &store).is_ok_and(|model| model.whole));
    let names: Vec<_> = asked_for(&hub).into_iter().map(|(name, _)| name).collect();
    let small = ["config.json", "tokenizer.json"];
    assert_eq!(names, [&small[..], &EXTRAS, &[WEIGHTS]].concat());
    assert!(is_the_same(&hub, &store));
}

#[test]
fn weights_in_several_files_come_with_their_index() {
    let (hub, store) = (hub_with(300), Memory::default());
    let mut files = hub.0.files.borrow_mut();
    files.remove(WEIGHTS);
    let index = [
        "model.safetensors.index.json",
        "model-00001-of-00002.safetensors",
    ];
    for name in index
        .into_iter()
        .chain(["model-00002-of-00002.safetensors"])
    {
        files.insert(name.into(), name.repeat(9).into_bytes());
    }
    drop(files);
    assert!(download(&hub, &store).is_ok_and(|model| model.whole));
    assert_eq!(asked_for(&hub).len(), 5);
    let open = ask(&hub, &store, HubTask::Open(repository("a/b")));
    assert!(
        matches!(open, Ok(Answer::Files(ModelSource::Shards { .. }))),
        "{open:?}"
    );
}

/// A checkpoint whose index names these files, and which has `files`, too.
fn hub_in_parts(named: &[&str], files: &[&str]) -> Shared {
    let hub = hub_with(300);
    let mut own = hub.0.files.borrow_mut();
    own.remove(WEIGHTS);
    let map: Vec<String> = named
        .iter()
        .enumerate()
        .map(|(i, name)| format!(r#""{i}": "{name}""#))
        .collect();
    let index = format!(r#"{{"weight_map": {{{}}}}}"#, map.join(", "));
    own.insert("model.safetensors.index.json".into(), index.into_bytes());
    for name in files {
        own.insert((*name).into(), name.repeat(9).into_bytes());
    }
    drop(own);
    hub
}

/// The files of weights that were asked for.
fn weights_asked_for(hub: &Shared) -> Vec<String> {
    let names = asked_for(hub).into_iter().map(|(name, _)| name);
    names
        .filter(|name| name.ends_with(".safetensors"))
        .collect()
}

#[test]
fn of_weights_in_parts_nothing_comes_that_is_no_part() {
    let parts = [
        "model-00001-of-00002.safetensors",
        "model-00002-of-00002.safetensors",
    ];
    let beside = ["model-fp16.safetensors", "adapter.safetensors"];
    let hub = hub_in_parts(&parts, &[parts, beside].concat());
    assert!(download(&hub, &Memory::default()).is_ok_and(|model| model.whole));
    assert_eq!(weights_asked_for(&hub), parts);
    // Where they are not called as usual the index says which they are.
    let parts = [
        "model.safetensors-00001-of-00002.safetensors",
        "model.safetensors-00002-of-00002.safetensors",
    ];
    let (hub, store) = (
        hub_in_parts(&parts, &[parts, beside].concat()),
        Memory::default(),
    );
    assert!(download(&hub, &store).is_ok_and(|model| model.whole));
    assert_eq!(weights_asked_for(&hub), parts);
    let open = ask(&hub, &store, HubTask::Open(repository("a/b")));
    assert!(
        matches!(open, Ok(Answer::Files(ModelSource::Shards { .. }))),
        "{open:?}"
    );
}

#[test]
fn an_index_without_its_parts_is_refused_before_anything_is_stored() {
    let lacks = HubFault::Lacks {
        name: "a/b".into(),
        file: "x.safetensors".into(),
    };
    let none = HubFault::NoWeights { name: "a/b".into() };
    for (named, fault) in [
        (&["model-a.safetensors", "x.safetensors"][..], lacks),
        (&["config.json"][..], none.clone()),
        (&[][..], none),
    ] {
        let hub = hub_in_parts(named, &["model-a.safetensors"]);
        let store = Memory::default();
        assert_eq!(download(&hub, &store), Err(fault), "{named:?}");
        assert!(stored(&store).is_empty() && weights_asked_for(&hub).is_empty());
    }
    let hub = hub_in_parts(&[], &[]);
    let index = "model.safetensors.index.json";
    let mut files = hub.0.files.borrow_mut();
    files.insert(index.into(), b"{}".to_vec());
    drop(files);
    let fault = download(&hub, &Memory::default());
    assert!(
        matches!(&fault, Err(HubFault::Unreadable { what, .. }) if what == index),
        "{fault:?}"
    );
    // A file beside it that is a model is taken.
    let mut files = hub.0.files.borrow_mut();
    files.insert("x.gguf".into(), b"GGUF".repeat(9));
    drop(files);
    let taken = download(&hub, &Memory::default()).expect("a model");
    assert_eq!(taken.repository.file.as_deref(), Some("x.gguf"));
}

#[test]
fn fifty_interruptions_lead_to_the_right_bytes() {
    let (hub, store) = (hub_with(5000), Memory::default());
    for i in 0..50 {
        // Some within a download, some end it: the page was closed or the visitor gave up.
        hub.0.wrong.borrow_mut().push_back(match i % 5 {
            3 => Wrong::Silent,
            4 => Wrong::Status(503, "", ""),
            n => Wrong::CutAfter(40 + 17 * n + i),
        });
    }
    let mut downloads = 0;
    while !hub.0.wrong.borrow().is_empty() {
        downloads += 1;
        let _ = download(&hub, &store);
        assert!(downloads < 60);
    }
    let model = download(&hub, &store).expect("the network works again");
    assert!(model.whole && is_the_same(&hub, &store));
    // What came was not asked for again.
    let asked = asked_for(&hub);
    let weights: Vec<u64> = asked
        .iter()
        .filter(|(name, _)| name == WEIGHTS)
        .map(|(_, from)| *from)
        .collect();
    let distinct: std::collections::BTreeSet<_> = weights.iter().collect();
    assert!(weights.is_sorted() && distinct.len() > 20, "{weights:?}");
    // The list of files was asked for once.
    assert_eq!(hub.0.asked.borrow().len() - asked.len(), 2);
}

#[test]
fn a_connection_that_brings_nothing_ends_the_download_and_what_came_stays() {
    let (hub, store) = (hub_with(500), Memory::default());
    // Two small files first.
    let wrong = [
        Wrong::CutAfter(100),
        Wrong::CutAfter(100),
        Wrong::CutAfter(100),
    ];
    hub.0.wrong.borrow_mut().extend(wrong);
    hub.0.wrong.borrow_mut().extend(vec![Wrong::Silent; 5]);
    let fault = download(&hub, &store).expect_err("nothing comes");
    assert_eq!(
        fault,
        HubFault::Cut {
            file: WEIGHTS.into()
        }
    );
    // 1 s after something came, 2, 4, 8 and 16 after nothing did.
    assert_eq!(hub.0.waited.get(), 1 + 2 + 4 + 8 + 16);
    let models = stored(&store);
    assert!(!models[0].whole && models[0].bytes > 100, "{models:?}");
    let open = ask(&hub, &store, HubTask::Open(repository("a/b")));
    assert_eq!(open.err(), Some(HubFault::NotStored { name: "a/b".into() }));
    assert!(download(&hub, &store).is_ok_and(|model| model.whole));
    assert!(is_the_same(&hub, &store));
}

#[test]
fn a_hub_that_is_asked_too_often_or_fails_says_so_and_what_came_stays() {
    let failed = HubFault::Answered {
        status: 503,
        what: WEIGHTS.into(),
    };
    // 1 s after the cut, then 2, 4, 8 and 16; or as long as the hub wants, where that is longer; or not at all, where it wants too much.
    for (wrong, fault, requests, waited) in [
        (Wrong::Status(429, "", ""), HubFault::TooMany, 5, 31),
        (Wrong::Status(503, "", ""), failed.clone(), 5, 31),
        (Wrong::Later(429, 10), HubFault::TooMany, 5, 1 + 3 * 10 + 16),
        (Wrong::Later(429, 60), HubFault::TooMany, 5, 1 + 4 * 60),
        (Wrong::Later(429, 61), HubFault::TooMany, 1, 1),
        (Wrong::Later(503, 61), failed, 1, 1),
    ] {
        let (hub, store) = (hub_with(500), Memory::default());
        let whole = || Wrong::CutAfter(1000);
        let begins = [whole(), whole(), Wrong::CutAfter(200)];
        hub.0.wrong.borrow_mut().extend(begins);
        let after = vec![wrong.clone(); requests];
        hub.0.wrong.borrow_mut().extend(after);
        assert_eq!(download(&hub, &store), Err(fault), "{wrong:?}");
        assert!(hub.0.wrong.borrow().is_empty(), "{wrong:?}");
        assert_eq!(hub.0.waited.get(), waited, "{wrong:?}");
        let came = store.bytes(&folder(), WEIGHTS).map(|bytes| bytes.len());
        assert_eq!(came, Some(200), "{wrong:?}");
        assert!(download(&hub, &store).is_ok_and(|model| model.whole));
        assert_eq!(asked_for(&hub).last(), Some(&(WEIGHTS.to_owned(), 200)));
        assert!(is_the_same(&hub, &store));
    }
}

#[test]
fn a_hub_that_was_asked_too_often_is_asked_again_after_the_rest_that_it_wants() {
    let (hub, store) = (hub_with(500), Memory::default());
    let whole = || Wrong::CutAfter(1000);
    let wrong = [
        whole(),
        whole(),
        Wrong::Later(429, 45),
        Wrong::Later(503, 0),
    ];
    hub.0.wrong.borrow_mut().extend(wrong);
    assert!(download(&hub, &store).is_ok_and(|model| model.whole));
    assert!(is_the_same(&hub, &store));
    assert_eq!(hub.0.waited.get(), 45 + 4);
}

#[test]
fn a_connection_that_brings_something_each_time_may_break_as_often_as_it_likes() {
    let (hub, store) = (hub_with(5000), Memory::default());
    hub.0
        .wrong
        .borrow_mut()
        .extend(vec![Wrong::CutAfter(200); 20]);
    assert!(download(&hub, &store).is_ok_and(|model| model.whole));
    assert!(is_the_same(&hub, &store));
}

#[test]
fn a_hub_that_knows_no_ranges_begins_anew() {
    for wrong in [
        Wrong::NoRange,
        Wrong::OtherPart(3),
        Wrong::Status(416, "", ""),
    ] {
        let (hub, store) = (hub_with(500), Memory::default());
        // The two small files come as they are: a cut after as many bytes as there are.
        let whole = || Wrong::CutAfter(1000);
        let queue = [whole(), whole(), Wrong::CutAfter(200), wrong.clone()];
        hub.0.wrong.borrow_mut().extend(queue);
        let model = download(&hub, &store).expect("it comes");
        assert!(model.whole && is_the_same(&hub, &store), "{wrong:?}");
    }
}

#[test]
fn what_is_not_the_file_is_refused_and_not_kept() {
    let size = |found| HubFault::Size {
        file: WEIGHTS.into(),
        expected: 500,
        found,
    };
    let damaged = HubFault::Damaged {
        file: WEIGHTS.into(),
    };
    let page = HubFault::WebPage {
        what: WEIGHTS.into(),
    };
    for (wrong, fault) in [
        (Wrong::OtherBytes, damaged),
        (Wrong::TooMany(4), size(504)),
        (Wrong::OtherTotal(499), size(499)),
        (Wrong::WebPage, page),
    ] {
        let (hub, store) = (hub_with(500), Memory::default());
        let whole = || Wrong::CutAfter(1000);
        hub.0
            .wrong
            .borrow_mut()
            .extend([whole(), whole(), wrong.clone()]);
        assert_eq!(download(&hub, &store), Err(fault), "{wrong:?}");
        assert_eq!(
            store.bytes(&folder(), WEIGHTS).as_deref(),
            Some(&[][..]),
            "{wrong:?}"
        );
        assert!(!stored(&store)[0].whole);
        // It can be had once the hub gives it.
        assert!(download(&hub, &store).is_ok_and(|model| model.whole));
    }
}

#[test]
fn the_hub_says_why_it_refuses() {
    let name = || "a/b".to_owned();
    let cases = [
        (
            Wrong::Silent,
            HubFault::NoAnswer {
                address: "https://hub.example".into(),
            },
        ),
        (
            Wrong::Status(401, "RepoNotFound", "Repository not found"),
            HubFault::NoRepository { name: name() },
        ),
        (
            Wrong::Status(401, "", "Invalid credentials in Authorization header"),
            HubFault::Token,
        ),
        (
            Wrong::Status(401, "GatedRepo", "Access is restricted"),
            HubFault::Gated {
                name: name(),
                with_token: false,
            },
        ),
        (
            Wrong::Status(403, "GatedRepo", "Access is restricted"),
            HubFault::Gated {
                name: name(),
                with_token: false,
            },
        ),
        (
            Wrong::Status(403, "", "Access to this resource is disabled."),
            HubFault::Disabled { name: name() },
        ),
        (
            Wrong::Status(404, "RevisionNotFound", ""),
            HubFault::NoRevision {
                name: name(),
                revision: "main".into(),
            },
        ),
        (
            Wrong::Status(404, "RepoNotFound", ""),
            HubFault::NoRepository { name: name() },
        ),
        (Wrong::Status(429, "", ""), HubFault::TooMany),
        (
            Wrong::Status(500, "", ""),
            HubFault::Answered {
                status: 500,
                what: "/api/models/a/b/revision/main".into(),
            },
        ),
        (
            Wrong::WebPage,
            HubFault::WebPage {
                what: "/api/models/a/b/revision/main".into(),
            },
        ),
        (
            Wrong::CutAfter(20),
            HubFault::NoAnswer {
                address: "https://hub.example".into(),
            },
        ),
    ];
    for (wrong, fault) in cases {
        let (hub, store) = (hub_with(500), Memory::default());
        hub.0.wrong_listing.borrow_mut().push_back(wrong.clone());
        assert_eq!(download(&hub, &store), Err(fault), "{wrong:?}");
        assert!(stored(&store).is_empty());
    }
    // Cut without an error of the connection: what came is no JSON.
    let (hub, store) = (hub_with(500), Memory::default());
    hub.0
        .wrong_listing
        .borrow_mut()
        .push_back(Wrong::CutAfter(21));
    let fault = download(&hub, &store);
    assert!(
        matches!(fault, Err(HubFault::Unreadable { .. })),
        "{fault:?}"
    );
}

#[test]
fn a_file_that_vanished_and_a_token_that_may_not_are_said() {
    let (hub, store) = (hub_with(500), Memory::default());
    let gone = Wrong::Status(404, "EntryNotFound", "");
    hub.0.wrong.borrow_mut().push_back(gone);
    let fault = HubFault::NoFile {
        file: "config.json".into(),
    };
    assert_eq!(download(&hub, &store), Err(fault));
    let with_token = HubTask::Download(Download {
        hub: "https://hub.example".into(),
        repository: repository("c/d"),
        token: Some(Secret("hf_x".into())),
    });
    let refused = Wrong::Status(403, "GatedRepo", "");
    hub.0.wrong_listing.borrow_mut().push_back(refused);
    let fault = ask(&hub, &store, with_token).err();
    assert_eq!(
        fault,
        Some(HubFault::Gated {
            name: "c/d".into(),
            with_token: true
        })
    );
    assert_eq!(
        hub.0
            .asked
            .borrow()
            .last()
            .and_then(|get| get.token.clone())
            .as_deref(),
        Some("hf_x")
    );
}

#[test]
fn a_repository_without_a_checkpoint_is_refused_before_anything_is_stored() {
    for (missing, fault) in [
        (WEIGHTS, HubFault::NoWeights { name: "a/b".into() }),
        (
            "tokenizer.json",
            HubFault::Lacks {
                name: "a/b".into(),
                file: "tokenizer.json".into(),
            },
        ),
        (
            "config.json",
            HubFault::Lacks {
                name: "a/b".into(),
                file: "config.json".into(),
            },
        ),
    ] {
        let (hub, store) = (hub_with(500), Memory::default());
        hub.0.files.borrow_mut().remove(missing);
        assert_eq!(download(&hub, &store), Err(fault));
        assert!(stored(&store).is_empty());
    }
}

#[test]
fn too_little_room_is_said_before_a_byte_comes() {
    let (hub, store) = (hub_with(500), Memory::default());
    store.room.set(Some(100));
    let fault = download(&hub, &store);
    assert!(
        matches!(fault, Err(HubFault::NoRoom { free: 100, needed }) if needed > 500),
        "{fault:?}"
    );
    assert!(asked_for(&hub).is_empty());
}

#[test]
fn two_tabs_do_not_write_the_same_file() {
    let (hub, store) = (hub_with(500), Memory::default());
    store
        .open
        .borrow_mut()
        .push(format!("{}/{WEIGHTS}", folder()));
    assert_eq!(download(&hub, &store), Err(HubFault::InUse));
}

#[test]
fn what_the_browser_took_away_is_not_taken_for_whole() {
    let (hub, store) = (hub_with(500), Memory::default());
    download(&hub, &store).expect("it comes");
    store
        .folders
        .borrow_mut()
        .get_mut(&folder())
        .and_then(|files| files.remove(WEIGHTS));
    assert!(!stored(&store)[0].whole);
    let open = ask(&hub, &store, HubTask::Open(repository("a/b")));
    assert!(matches!(open, Err(HubFault::NotStored { .. })));
    assert!(download(&hub, &store).is_ok_and(|model| model.whole));
    // A folder whose manifest is damaged is of no use to anybody.
    let cut = RefCell::new(b"{\"name\"".to_vec());
    store
        .folders
        .borrow_mut()
        .entry(folder())
        .or_default()
        .insert("logitscope.json".into(), cut.into());
    assert!(stored(&store).is_empty() && store.folders.borrow().is_empty());
}

#[test]
fn deleted_is_gone() {
    let (hub, store) = (hub_with(500), Memory::default());
    download(&hub, &store).expect("it comes");
    let deleted = ask(&hub, &store, HubTask::Delete(repository("a/b")));
    assert!(matches!(deleted, Ok(Answer::Done)));
    assert!(store.folders.borrow().is_empty());
}

#[test]
fn the_page_hears_how_far_it_is_of_all_files() {
    let (hub, store) = (hub_with(5000), Memory::default());
    hub.0
        .wrong
        .borrow_mut()
        .extend([Wrong::CutAfter(9), Wrong::CutAfter(100)]);
    let heard = RefCell::new(Vec::<Progress>::new());
    let own = Hub::new(hub.clone(), store.clone());
    let done =
        pollster::block_on(own.answer(task("a/b"), &|progress| heard.borrow_mut().push(progress)));
    assert!(done.is_ok());
    let heard = heard.into_inner();
    assert!(matches!(heard[0].doing, Doing::Listing));
    let total = stored(&store)[0].total;
    assert!(
        heard[1..]
            .iter()
            .all(|progress| progress.total == total && progress.done <= total)
    );
    assert!(
        heard
            .iter()
            .any(|progress| matches!(progress.doing, Doing::Waiting { seconds: 1 }))
    );
}
