//! A repository whose `main` moves on while a model of it comes: the download goes on at the commit that it began with, or says that this is gone, and what
//! is called whole is all of one commit.

use logitscope_core::error::HubFault;
use logitscope_hub::Hub;
use logitscope_protocol::{Answer, Download, Found, HubTask, Repository};

use super::scripted::{COMMIT, LATER, Memory, Move, Shared, Wrong};
use super::{WEIGHTS, ask, asked_for, download, hub_with, repository, stored, task};

/// Weights in two files, and their index.
const SHARDS: [&str; 3] = [
    "model.safetensors.index.json",
    "model-00001-of-00002.safetensors",
    "model-00002-of-00002.safetensors",
];

/// A hub whose two commits have files of the same names: the small ones of other sizes, the weights as long as before and of other bytes.
fn hub_of_two(bytes: usize) -> Shared {
    let hub = hub_with(bytes);
    let mut later = hub.0.files.borrow().clone();
    for (name, content) in &mut later {
        match name.as_str() {
            WEIGHTS => content.iter_mut().for_each(|byte| *byte ^= 0x55),
            _ => content.extend_from_slice(b"  "),
        }
    }
    hub.0.later.replace(later);
    hub
}

/// The same with its weights in two files.
fn hub_of_two_in_parts() -> Shared {
    let hub = hub_of_two(100);
    for (files, of) in [(&hub.0.files, 1), (&hub.0.later, 2)] {
        let mut files = files.borrow_mut();
        files.remove(WEIGHTS);
        for name in SHARDS {
            files.insert(name.into(), [name.as_bytes(), &[of; 200]].concat());
        }
    }
    hub
}

fn moves(hub: &Shared, gone: bool) {
    let after = hub.0.asked.borrow().len();
    hub.0.moves.set(Some(Move { after, gone }));
}

fn at(commit: &str) -> Repository {
    repository(&format!("a/b@{commit}"))
}

fn gone() -> HubFault {
    HubFault::NoRevision {
        name: "a/b".into(),
        revision: COMMIT.into(),
    }
}

/// Fails unless every model that counts as whole is all of its own commit; how many there are.
fn whole_ones_are_of_one_commit(hub: &Shared, store: &Memory) -> usize {
    let whole = stored(store).into_iter().filter(|model| model.whole);
    let check = |model: logitscope_protocol::StoredModel| {
        let commit = model.repository.revision.expect("a commit");
        let files = match commit.as_str() {
            LATER => &hub.0.later,
            _ => &hub.0.files,
        };
        let folder = format!("a--b@{commit}");
        let mut n = 0;
        for (name, content) in files.borrow().iter() {
            if let Some(own) = store.bytes(&folder, name) {
                assert_eq!(&own, content, "{name} of {commit}");
                n += 1;
            }
        }
        assert!(n >= 3, "{n} files");
    };
    whole.map(check).count()
}

/// Downloads until the connection ends it, `here` bytes of the weights later.
fn stopped(hub: &Shared, store: &Memory, here: usize) {
    let whole = || Wrong::CutAfter(1000);
    let queue = [whole(), whole(), Wrong::CutAfter(here)];
    hub.0.wrong.borrow_mut().extend(queue);
    hub.0.wrong.borrow_mut().extend(vec![Wrong::Silent; 5]);
    let file = WEIGHTS.to_owned();
    assert_eq!(download(hub, store), Err(HubFault::Cut { file }));
}

#[test]
fn a_download_goes_on_at_its_commit_though_main_moved_on() {
    let (hub, store) = (hub_of_two(500), Memory::default());
    stopped(&hub, &store, 300);
    moves(&hub, false);
    let before = hub.0.asked.borrow().len();
    let model = download(&hub, &store).expect("it goes on");
    assert!(model.whole && model.repository == at(COMMIT), "{model:?}");
    // The rest of the weights was asked for, and nothing else.
    assert_eq!(hub.0.asked.borrow().len(), before + 1);
    assert_eq!(
        asked_for(&hub).last(),
        Some(&(WEIGHTS.to_owned(), 300)),
        "what is here"
    );
    assert_eq!(whole_ones_are_of_one_commit(&hub, &store), 1);
    // The new one is a model of its own beside it.
    let newer = ask(&hub, &store, task(&format!("a/b@{LATER}")));
    assert!(newer.is_ok(), "{newer:?}");
    assert_eq!(whole_ones_are_of_one_commit(&hub, &store), 2);
    for commit in [COMMIT, LATER] {
        let open = ask(&hub, &store, HubTask::Open(at(commit)));
        assert!(matches!(open, Ok(Answer::Files(_))), "{open:?}");
    }
}

#[test]
fn a_commit_that_is_gone_is_named_and_its_rest_is_no_model() {
    let (hub, store) = (hub_of_two(500), Memory::default());
    stopped(&hub, &store, 300);
    moves(&hub, true);
    let here = stored(&store);
    for name in ["a/b", &format!("a/b@{COMMIT}")] {
        assert_eq!(ask(&hub, &store, task(name)).err(), Some(gone()), "{name}");
        // What came stays what it is: not whole, and not opened.
        assert_eq!(stored(&store), here);
        let open = ask(&hub, &store, HubTask::Open(repository(name)));
        let missing = HubFault::NotStored { name: name.into() };
        assert_eq!(open.err(), Some(missing));
    }
    assert_eq!(whole_ones_are_of_one_commit(&hub, &store), 0);
    // Deleted and begun anew it is the new commit, with nothing of the old one.
    let deleted = ask(&hub, &store, HubTask::Delete(repository("a/b")));
    assert!(deleted.is_ok() && store.folders.borrow().is_empty());
    let model = download(&hub, &store).expect("the new one");
    assert!(model.whole && model.repository == at(LATER), "{model:?}");
    assert_eq!(whole_ones_are_of_one_commit(&hub, &store), 1);
}

#[test]
fn of_two_commits_the_one_that_is_whole_is_listed_first() {
    for [begun, whole] in [[COMMIT, LATER], [LATER, COMMIT]] {
        let (hub, store) = (hub_of_two(500), Memory::default());
        moves(&hub, false);
        let of = |commit: &str| ask(&hub, &store, task(&format!("a/b@{commit}")));
        hub.0.wrong.borrow_mut().extend(vec![Wrong::Silent; 5]);
        let file = "config.json".to_owned();
        assert_eq!(of(begun).err(), Some(HubFault::Cut { file }));
        of(whole).expect("it comes");
        let listed = stored(&store);
        let told: Vec<_> = listed
            .iter()
            .map(|model| (model.repository.revision.as_deref(), model.whole))
            .collect();
        assert_eq!(told, [(Some(whole), true), (Some(begun), false)]);
    }
}

#[test]
fn what_was_looked_at_is_what_comes_though_main_moved_on() {
    for (is_gone, same_worker) in [(false, true), (false, false), (true, true), (true, false)] {
        let (hub, store) = (hub_of_two(500), Memory::default());
        let own = Hub::new(hub.clone(), store.clone());
        let HubTask::Download(asked) = task("a/b") else {
            unreachable!()
        };
        let look = own.answer(HubTask::Look(asked.clone()), &|_| {});
        let Ok(Answer::Found(found)) = pollster::block_on(look) else {
            unreachable!()
        };
        let Ok(Found::Model(found)) = serde_json::from_str(&found) else {
            unreachable!("{found}")
        };
        assert_eq!(found.repository, at(COMMIT));
        moves(&hub, is_gone);
        // What the worker knows of it is lost where it was ended meanwhile.
        let other = Hub::new(hub.clone(), store.clone());
        let bring = HubTask::Download(Download {
            repository: found.repository,
            ..asked
        });
        let worker = if same_worker { &own } else { &other };
        let came = pollster::block_on(worker.answer(bring, &|_| {}));
        match is_gone {
            false => {
                let models = stored(&store);
                assert!(came.is_ok() && models.len() == 1, "{came:?}");
                assert!(models[0].whole && models[0].repository == at(COMMIT));
                assert_eq!(models[0].total, found.total);
            }
            true => assert_eq!(came.err(), Some(gone()), "{same_worker}"),
        }
        let whole = usize::from(!is_gone);
        assert_eq!(whole_ones_are_of_one_commit(&hub, &store), whole);
    }
}

#[test]
fn main_may_move_at_any_request_and_no_two_commits_are_mixed() {
    let mut ends = [0; 3];
    for is_gone in [false, true] {
        // Two questions, five files; of the weights each breaks twice.
        for after in 0..=12 {
            let (hub, store) = (hub_of_two_in_parts(), Memory::default());
            let moves = Move {
                after,
                gone: is_gone,
            };
            hub.0.moves.set(Some(moves));
            let whole = || Wrong::CutAfter(1000);
            let cut = || Wrong::CutAfter(60);
            let wrong = [whole(), whole(), whole(), cut(), cut(), whole(), cut()];
            hub.0.wrong.borrow_mut().extend(wrong);
            let came = download(&hub, &store);
            match came {
                Ok(model) => {
                    let is_later = model.repository == at(LATER);
                    assert!(model.whole && (is_later || model.repository == at(COMMIT)));
                    assert_eq!(whole_ones_are_of_one_commit(&hub, &store), 1);
                    assert_eq!(is_later, after == 0, "the first question decides");
                    ends[usize::from(is_later)] += 1;
                }
                Err(fault) => {
                    assert_eq!(fault, gone(), "after {after}");
                    assert_eq!(whole_ones_are_of_one_commit(&hub, &store), 0);
                    ends[2] += 1;
                }
            }
            // One answer each: all files are asked for at one commit.
            let asked = hub.0.asked.borrow();
            let of = |commit: &str| asked[1..].iter().any(|get| get.url.contains(commit));
            assert!(!(of(COMMIT) && of(LATER)), "after {after}: {asked:?}");
        }
    }
    // Of 26: the new one twice; gone under way; else the old one.
    assert_eq!(ends, [15, 2, 9]);
}

#[test]
fn a_rest_that_is_of_another_commit_is_not_put_behind_what_is_here() {
    for here in [1, 7, 250, 499] {
        let (hub, store) = (hub_of_two(500), Memory::default());
        stopped(&hub, &store, here);
        // Under the old commit's address there is the new one's file: somebody on the way keeps answers by their names alone.
        let old = hub.0.files.borrow().clone();
        hub.0.files.swap(&hub.0.later);
        let file = WEIGHTS.to_owned();
        assert_eq!(download(&hub, &store), Err(HubFault::Damaged { file }));
        let kept = store.bytes(&super::folder(), WEIGHTS);
        assert_eq!(kept.as_deref(), Some(&[][..]), "{here}: nothing of it");
        assert!(!stored(&store)[0].whole);
        hub.0.files.replace(old);
        assert!(download(&hub, &store).is_ok_and(|model| model.whole));
        assert_eq!(whole_ones_are_of_one_commit(&hub, &store), 1);
    }
}
