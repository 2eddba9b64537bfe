//! Repositories with `.gguf` files: which is taken, which are offered, and what is known of a model before it comes.

use std::cell::RefCell;

use logitscope_core::error::HubFault;
use logitscope_protocol::{
    Answer, Download, Found, FoundModel, HubTask, InBlocks, ModelSource, OfferedFile, Progress,
    Sizes,
};

use super::scripted::{COMMIT, Memory, Shared, Wrong};
use super::{ask, asked_for, hub_with, repository, stored, task};

/// A repository with these files, each of its own bytes.
fn hub_of(names: &[&str]) -> Shared {
    let hub = Shared::default();
    for (i, name) in names.iter().enumerate() {
        let bytes = (0..200 + 50 * i).map(|at| (at * (i + 3) % 251) as u8);
        hub.0
            .files
            .borrow_mut()
            .insert((*name).into(), bytes.collect());
    }
    hub
}

fn look(hub: &Shared, store: &Memory, name: &str) -> Result<Found, HubFault> {
    let HubTask::Download(download) = task(name) else {
        unreachable!()
    };
    match ask(hub, store, HubTask::Look(download))? {
        Answer::Found(found) => Ok(serde_json::from_str(&found).expect("what was found")),
        other => unreachable!("{other:?}"),
    }
}

fn choice(hub: &Shared, name: &str) -> Vec<OfferedFile> {
    match look(hub, &Memory::default(), name) {
        Ok(Found::Choice(files)) => files,
        other => unreachable!("{other:?}"),
    }
}

fn model(found: Result<Found, HubFault>) -> FoundModel {
    match found {
        Ok(Found::Model(model)) => model,
        other => unreachable!("{other:?}"),
    }
}

/// The names of the files of a `.gguf` model that opens.
fn opened(store: &Memory, name: &str) -> Vec<String> {
    let open = ask(&Shared::default(), store, HubTask::Open(repository(name)));
    match open {
        Ok(Answer::Files(ModelSource::Gguf { names, .. })) => names,
        other => unreachable!("{other:?}"),
    }
}

#[test]
fn the_only_gguf_file_of_a_repository_is_taken_and_nothing_else() {
    let names = [
        "m-Q8_0.gguf",
        "mmproj-m-F16.gguf",
        "imatrix.gguf",
        "README.md",
    ];
    let (hub, store) = (hub_of(&names), Memory::default());
    ask(&hub, &store, task("a/b")).expect("it comes");
    let models = stored(&store);
    assert_eq!(
        models[0].repository.to_string(),
        format!("a/b:m-Q8_0.gguf@{COMMIT}")
    );
    assert!(models[0].whole && models.len() == 1);
    assert_eq!(asked_for(&hub), [("m-Q8_0.gguf".to_owned(), 0)]);
    // Where it is the only one, the repository's name means it.
    for name in ["a/b", "a/b:m-Q8_0.gguf", &format!("a/b@{COMMIT}")] {
        assert_eq!(opened(&store, name), ["m-Q8_0.gguf"], "{name}");
    }
    let other = ask(&hub, &store, HubTask::Open(repository("a/b:n.gguf")));
    assert!(matches!(other, Err(HubFault::NotStored { .. })));
}

#[test]
fn several_files_are_offered_and_the_name_of_one_brings_it() {
    let names = ["m-Q4_0.gguf", "m-IQ2_XS.gguf", "m-Q8_0.gguf", "m-q2_k.gguf"];
    let (hub, store) = (hub_of(&names), Memory::default());
    let files = choice(&hub, "a/b");
    let told: Vec<_> = files
        .iter()
        .map(|file| (file.repository.short(), file.bytes, file.unread.as_deref()))
        .collect();
    // Those that can be read first, small ones first.
    let expected = [
        ("m-Q4_0", 200, None),
        ("m-Q8_0", 300, None),
        ("m-IQ2_XS", 250, Some("IQ2_XS")),
        ("m-q2_k", 350, Some("q2_k")),
    ];
    assert_eq!(told, expected);
    // Nothing was stored, and nothing but the list was asked for.
    assert!(stored(&store).is_empty() && asked_for(&hub).is_empty());
    let which = HubFault::WhichFile { name: "a/b".into() };
    assert_eq!(ask(&hub, &store, task("a/b")).err(), Some(which));
    for file in &files[..2] {
        ask(&hub, &store, task(&file.repository.to_string())).expect("it comes");
    }
    // Each is a model of its own.
    assert_eq!(stored(&store).len(), 2);
    assert_eq!(opened(&store, "a/b:m-Q4_0.gguf"), ["m-Q4_0.gguf"]);
    assert_eq!(opened(&store, "a/b:m-Q8_0.gguf"), ["m-Q8_0.gguf"]);
    let any = ask(&hub, &store, HubTask::Open(repository("a/b")));
    assert!(matches!(any, Err(HubFault::NotStored { .. })), "{any:?}");
    ask(&hub, &store, HubTask::Delete(repository("a/b:m-Q4_0.gguf"))).expect("it is there");
    assert_eq!(opened(&store, "a/b"), ["m-Q8_0.gguf"]);
}

#[test]
fn a_checkpoint_comes_before_gguf_files_unless_one_is_named() {
    let (hub, store) = (hub_with(300), Memory::default());
    let mut files = hub.0.files.borrow_mut();
    files.insert("m-Q8_0.gguf".into(), vec![7; 90]);
    files.insert("m-Q4_0.gguf".into(), vec![8; 60]);
    drop(files);
    ask(&hub, &store, task("a/b:m-Q4_0.gguf")).expect("it comes");
    ask(&hub, &store, task("a/b")).expect("it comes, too");
    let models = stored(&store);
    let names: Vec<_> = models
        .iter()
        .map(|one| one.repository.newest().to_string())
        .collect();
    assert_eq!(names, ["a/b", "a/b:m-Q4_0.gguf"]);
    // To delete one leaves the other.
    ask(&hub, &store, HubTask::Delete(models[0].repository.clone())).expect("it is there");
    assert_eq!(stored(&store)[0].repository, models[1].repository);
    // Without its small files it is no checkpoint.
    hub.0.files.borrow_mut().remove("config.json");
    assert_eq!(choice(&hub, "a/b").len(), 2);
}

#[test]
fn a_file_in_parts_comes_with_all_of_them() {
    let names = [
        "m-00001-of-00003.gguf",
        "m-00002-of-00003.gguf",
        "m-00003-of-00003.gguf",
    ];
    let (hub, store) = (hub_of(&names), Memory::default());
    hub.0.wrong.borrow_mut().push_back(Wrong::CutAfter(40));
    ask(&hub, &store, task("a/b")).expect("it comes");
    let models = stored(&store);
    assert_eq!((models.len(), models[0].total), (1, 200 + 250 + 300));
    assert_eq!(models[0].repository.short(), "m");
    // Whichever part is named.
    assert_eq!(opened(&store, "a/b:m-00002-of-00003.gguf"), names);
    // A part that the repository lacks is named, and without it there is no model.
    hub.0.files.borrow_mut().remove(names[1]);
    let lacks = HubFault::Lacks {
        name: "a/b".into(),
        file: names[1].into(),
    };
    let fault = ask(&hub, &Memory::default(), task("a/b:m-00001-of-00003.gguf"));
    assert_eq!(fault.err(), Some(lacks));
    let none = HubFault::NoWeights { name: "a/b".into() };
    assert_eq!(look(&hub, &Memory::default(), "a/b"), Err(none));
}

#[test]
fn a_file_that_is_not_there_or_cannot_be_read_is_refused_before_anything_comes() {
    let (hub, store) = (hub_of(&["m-Q3_K_S.gguf"]), Memory::default());
    let lacks = HubFault::Lacks {
        name: "a/b".into(),
        file: "n.gguf".into(),
    };
    let unread = || HubFault::Unread {
        file: "m-Q3_K_S.gguf".into(),
        quantisation: "Q3_K_S".into(),
    };
    for (name, fault) in [
        ("a/b:n.gguf", lacks),
        ("a/b:m-Q3_K_S.gguf", unread()),
        ("a/b", unread()),
    ] {
        assert_eq!(look(&hub, &store, name), Err(fault), "{name}");
    }
    assert!(stored(&store).is_empty() && asked_for(&hub).is_empty());
}

#[test]
fn a_look_tells_the_sizes_and_the_download_after_it_asks_for_no_second_list() {
    let (hub, store) = (hub_with(500), Memory::default());
    hub.0.wrong.borrow_mut().push_back(Wrong::CutAfter(6));
    let own = logitscope_hub::Hub::new(hub.clone(), store.clone());
    let HubTask::Download(download) = task("a/b") else {
        unreachable!()
    };
    let asked = HubTask::Look(download.clone());
    let Ok(Answer::Found(found)) = pollster::block_on(own.answer(asked, &|_| {})) else {
        unreachable!()
    };
    let found = model(Ok(serde_json::from_str(&found).expect("what was found")));
    assert_eq!(
        found.sizes,
        Sizes::Config("{\"model_type\": \"gpt2\"}".into())
    );
    assert!(found.total > 500 && stored(&store).is_empty());
    let at_commit = Download {
        repository: found.repository.clone(),
        ..download
    };
    let done = pollster::block_on(own.answer(HubTask::Download(at_commit), &|_| {}));
    assert!(done.is_ok() && stored(&store)[0].whole);
    let lists = hub
        .0
        .asked
        .borrow()
        .iter()
        .filter(|get| get.url.contains("/api/"))
        .count();
    assert_eq!(lists, 2);
    // Of what is here nobody is asked.
    let before = hub.0.asked.borrow().len();
    assert_eq!(model(look(&hub, &store, "a/b")), found);
    assert_eq!(hub.0.asked.borrow().len(), before);
}

/// The header of a `.gguf` file with one key and one tensor.
fn header() -> Vec<u8> {
    let text = |text: &str| [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat();
    let counts = [1u64, 1].map(u64::to_le_bytes).concat();
    let key = [
        text("general.architecture"),
        8u32.to_le_bytes().into(),
        text("llama"),
    ];
    let tensor = [text("a"), vec![0; 16]].concat();
    let begins = [&b"GGUF"[..], &3u32.to_le_bytes(), &counts].concat();
    [begins, key.concat(), tensor].concat()
}

/// A hub with a file of it in two parts, each with weights behind it.
fn hub_with_header() -> Shared {
    let hub = hub_of(&["m-Q8_0-00001-of-00002.gguf", "m-Q8_0-00002-of-00002.gguf"]);
    for file in hub.0.files.borrow_mut().values_mut() {
        *file = [&header()[..], file].concat();
    }
    hub
}

fn by_its_header() -> Sizes {
    Sizes::Gguf {
        file: "m-Q8_0-00001-of-00002.gguf".into(),
        header: header(),
    }
}

#[test]
fn a_gguf_file_is_known_by_the_header_of_its_first_part() {
    let (hub, store) = (hub_with_header(), Memory::default());
    let found = model(look(&hub, &store, "a/b"));
    assert_eq!(found.sizes, by_its_header());
    let first = ("m-Q8_0-00001-of-00002.gguf".to_owned(), 0);
    assert_eq!(asked_for(&hub), [first]);
    assert!(store.folders.borrow().is_empty(), "nothing is stored");
}

#[test]
fn of_a_file_that_was_begun_nobody_is_asked_for_a_header_that_is_here() {
    let file = "a/b:m-Q8_0-00001-of-00002.gguf";
    for (came, is_here) in [(header().len() + 20, true), (header().len() - 1, false)] {
        let (hub, store) = (hub_with_header(), Memory::default());
        let broken = std::iter::repeat_n(Wrong::Silent, 5);
        let wrong = [Wrong::CutAfter(came)].into_iter().chain(broken);
        hub.0.wrong.borrow_mut().extend(wrong);
        ask(&hub, &store, task("a/b")).expect_err("it breaks off");
        let before = hub.0.asked.borrow().len();
        assert_eq!(model(look(&hub, &store, file)).sizes, by_its_header());
        let asked = hub.0.asked.borrow().len() - before;
        assert_eq!(asked, usize::from(!is_here), "{came}");
        assert!(store.open.borrow().is_empty(), "the file is closed");
    }
    // Somebody else writes it.
    let (hub, store) = (hub_with_header(), Memory::default());
    ask(&hub, &store, task("a/b")).expect("it comes");
    let folder = store.folders.borrow().keys().next().cloned();
    let folder = folder.expect("the folder of the model");
    let path = format!("{folder}/m-Q8_0-00001-of-00002.gguf");
    store.open.borrow_mut().push(path);
    assert_eq!(model(look(&hub, &store, file)).sizes, by_its_header());
}

#[test]
fn what_came_for_the_header_is_the_first_of_the_download() {
    // The header, the rest of its part, the other part; one server sends all again, and one connection breaks in the rest.
    for (wrong, froms) in [
        (None, vec![0, 1, 0]),
        (Some(Wrong::NoRange), vec![0, 1, 0]),
        (Some(Wrong::CutAfter(60)), vec![0, 1, 2, 0]),
    ] {
        let (hub, store) = (hub_with_header(), Memory::default());
        let own = logitscope_hub::Hub::new(hub.clone(), store.clone());
        let HubTask::Download(download) = task("a/b") else {
            unreachable!()
        };
        let heard = RefCell::new(Vec::<Progress>::new());
        let report = |progress| heard.borrow_mut().push(progress);
        // The second look is for another way to compute it.
        for _ in 0..2 {
            let look = own.answer(HubTask::Look(download.clone()), &report);
            let Ok(Answer::Found(found)) = pollster::block_on(look) else {
                unreachable!()
            };
            let found = model(Ok(serde_json::from_str(&found).expect("what was found")));
            assert_eq!(found.sizes, by_its_header());
        }
        let total = heard.borrow().iter().map(|progress| progress.total).max();
        hub.0.wrong.borrow_mut().extend(wrong.clone());
        let done = pollster::block_on(own.answer(HubTask::Download(download), &report));
        assert!(done.is_ok(), "{wrong:?}");
        let model = stored(&store).remove(0);
        assert!(model.whole && Some(model.total) == total, "{wrong:?}");
        // The scripted hub sends seven bytes at a time.
        let came = header().len().next_multiple_of(7) as u64;
        let asked: Vec<u64> = asked_for(&hub).into_iter().map(|(_, from)| from).collect();
        let places = froms.iter().map(|place| match place {
            0 => 0,
            1 => came,
            _ => came + 60,
        });
        assert_eq!(asked, places.collect::<Vec<_>>(), "{wrong:?}");
    }
}

#[test]
fn of_a_file_that_was_begun_the_header_adds_what_is_not_there() {
    let (hub, store) = (hub_with_header(), Memory::default());
    let broken = std::iter::repeat_n(Wrong::Silent, 5);
    let wrong = [Wrong::CutAfter(30)].into_iter().chain(broken);
    hub.0.wrong.borrow_mut().extend(wrong);
    ask(&hub, &store, task("a/b")).expect_err("it breaks off");
    hub.0.asked.borrow_mut().clear();
    let own = logitscope_hub::Hub::new(hub.clone(), store.clone());
    let HubTask::Download(download) = task("a/b") else {
        unreachable!()
    };
    let look = own.answer(HubTask::Look(download.clone()), &|_| {});
    assert!(pollster::block_on(look).is_ok());
    let done = own.answer(HubTask::Download(download), &|_| {});
    assert!(pollster::block_on(done).is_ok());
    assert!(stored(&store)[0].whole);
    let came = header().len().next_multiple_of(7) as u64;
    let asked: Vec<u64> = asked_for(&hub).into_iter().map(|(_, from)| from).collect();
    assert_eq!(asked, [0, came, 0]);
}

#[test]
fn a_header_that_does_not_come_leaves_the_name_and_what_the_hub_refuses_is_said() {
    let look_wrong = |wrong: Wrong| {
        let hub = hub_with_header();
        hub.0.wrong.borrow_mut().push_back(wrong);
        look(&hub, &Memory::default(), "a/b")
    };
    for wrong in [
        Wrong::Silent,
        Wrong::CutAfter(30),
        Wrong::CutAfter(31),
        Wrong::Status(503, "", ""),
        Wrong::Status(429, "", ""),
        Wrong::OtherBytes,
    ] {
        let sizes = model(look_wrong(wrong.clone())).sizes;
        assert!(matches!(sizes, Sizes::Weights { .. }), "{wrong:?}");
    }
    let gated = HubFault::Gated {
        name: "a/b".into(),
        with_token: false,
    };
    let refused = look_wrong(Wrong::Status(403, "GatedRepo", ""));
    assert_eq!(refused, Err(gated));
    let page = look_wrong(Wrong::WebPage);
    assert!(matches!(page, Err(HubFault::WebPage { .. })), "{page:?}");
}

#[test]
fn of_a_gguf_file_without_a_header_the_weights_are_counted_by_its_bytes_and_its_name() {
    let hub = hub_of(&["m-Q8_0.gguf"]);
    let of = |name: &str| model(look(&hub, &Memory::default(), name)).sizes;
    let count = 200 * 8 * 2 / 17;
    let kept = Some(InBlocks {
        numbers: 8,
        bits: 9.0,
    });
    assert_eq!(of("a/b"), Sizes::Weights { count, kept });
    let hub = hub_of(&["m.gguf"]);
    let found = model(look(&hub, &Memory::default(), "a/b"));
    assert_eq!(found.sizes, Sizes::Unknown);
}

#[test]
fn a_config_that_is_no_config_of_ours_is_not_looked_at() {
    let (hub, store) = (hub_with(500), Memory::default());
    let huge = vec![b' '; (1 << 20) + 1];
    hub.0.files.borrow_mut().insert("config.json".into(), huge);
    assert_eq!(model(look(&hub, &store, "a/b")).sizes, Sizes::Unknown);
    assert!(asked_for(&hub).is_empty());
    let no_text = vec![0xff; 20];
    hub.0
        .files
        .borrow_mut()
        .insert("config.json".into(), no_text);
    assert_eq!(model(look(&hub, &store, "a/b")).sizes, Sizes::Unknown);
}
