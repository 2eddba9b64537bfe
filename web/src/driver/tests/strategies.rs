//! Strategies: what lies before the step on screen is computed, and nothing else.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::beam::{BeamOptions, BeamRun, EarlyStopping};
use logitscope_core::chain::{Chain, Sampler, Stage};
use logitscope_core::compare::{CompareOptions, Comparison, LaneOptions, Writing};
use logitscope_core::speculative::Rule;
use logitscope_core::speculative::run::{Drafter, SpeculateOptions, Speculation};
use logitscope_core::strategy::{Role, Sampling};
use logitscope_core::{Interventions, Part, TokenId, Trace, Vocab};
use logitscope_protocol::ErrorKind;

use super::Page;
use crate::choices::{DraftBy, Station};
use crate::state::{Drive, Job};
use crate::strategies::{Kind, Pace};

fn sampling(t: Option<f64>) -> Sampling {
    let chain = match t {
        Some(t) => Chain::new([Sampler::Temperature { t }]),
        None => Chain::new::<Stage>([]),
    };
    Sampling::new(chain.expect("in range"), 1, Arc::<Vocab>::default()).expect("no memory")
}

fn search() -> BeamRun {
    let options = BeamOptions {
        width: 2,
        length_penalty: 1.0,
        early_stopping: EarlyStopping::Likely,
        max_tokens: 4,
        end_tokens: Vec::new(),
        prompt_len: 0,
        seed: None,
        stochastic: false,
        groups: 1,
        diversity: 0.0,
    };
    BeamRun::new(vec![0], sampling(None), options, 32).expect("a short prompt")
}

fn speculation(by: Drafter) -> Speculation {
    let options = SpeculateOptions {
        drafter: by,
        rule: Rule::Ratio,
        drafted: 2,
        adapts: false,
        max_tokens: 6,
        end_tokens: Vec::new(),
    };
    Speculation::new(vec![0], sampling(Some(0.0)), options, 32).expect("a short prompt")
}

impl Page {
    fn open_station(&self, station: Station, kind: Kind, at: usize) {
        self.app.open.set(Some(station));
        let pace = Pace {
            at,
            ..Pace::default()
        };
        self.app.set_pace(kind, pace);
    }

    fn steps(&self) -> Option<usize> {
        untrack(|| {
            self.app
                .read_work(Kind::Beams, |run: &BeamRun| run.steps().len())
        })
    }
}

#[test]
fn a_search_is_computed_as_far_as_the_step_on_screen_and_plays_to_its_end() {
    let page = Page::open();
    let evaluated = page.source.evaluated.get();
    page.open_station(Station::Beams, Kind::Beams, 2);
    page.app.begin_work(Kind::Beams, Ok(Box::new(search())));
    page.settle();
    assert_eq!(page.steps(), Some(2));
    assert_eq!(
        page.source.evaluated.get(),
        evaluated + 2,
        "one pass a step"
    );
    // Back: nothing is computed again.
    page.open_station(Station::Beams, Kind::Beams, 1);
    page.settle();
    assert_eq!(page.source.evaluated.get(), evaluated + 2);
    page.app.speed.set(10.0);
    let playing = Pace {
        at: 1,
        playing: true,
    };
    page.app.set_pace(Kind::Beams, playing);
    page.settle();
    assert_eq!(untrack(|| page.app.pace(Kind::Beams)).at, 2);
    page.pass(100.0);
    assert_eq!(untrack(|| page.app.pace(Kind::Beams)).at, 3);
    page.pass(100.0);
    page.pass(100.0);
    assert_eq!(
        untrack(|| page.app.pace(Kind::Beams)),
        Pace {
            at: 4,
            playing: false
        },
        "it stands at its end"
    );
    let best = untrack(|| {
        page.app.read_work(Kind::Beams, |run: &BeamRun| {
            run.search().finished()[0].tokens.clone()
        })
    });
    // After each letter the next one is the most probable.
    assert_eq!(best, Some(vec![1, 2, 3, 4]));
}

#[test]
fn what_is_not_on_screen_asks_for_nothing() {
    let page = Page::open();
    let evaluated = page.source.evaluated.get();
    page.open_station(Station::Tree, Kind::Beams, 2);
    page.app.begin_work(Kind::Beams, Ok(Box::new(search())));
    page.settle();
    assert_eq!(
        (page.steps(), page.source.evaluated.get()),
        (Some(0), evaluated)
    );
}

#[test]
fn a_lost_engine_fails_a_step_and_the_next_try_goes_on() {
    let page = Page::open();
    page.open_station(Station::Beams, Kind::Beams, 1);
    page.app.begin_work(Kind::Beams, Ok(Box::new(search())));
    page.settle();
    page.source
        .failures
        .borrow_mut()
        .push_back(Some(ErrorKind::Crashed));
    page.open_station(Station::Beams, Kind::Beams, 2);
    page.settle();
    assert_eq!(page.steps(), Some(1));
    assert!(untrack(|| page.app.work_failed(Kind::Beams)).is_some());
    assert_eq!(untrack(|| page.app.pace(Kind::Beams)).at, 1, "where it was");
    page.open_station(Station::Beams, Kind::Beams, 2);
    page.settle();
    assert_eq!(page.steps(), Some(2));
    assert_eq!(untrack(|| page.app.work_failed(Kind::Beams)), None);
}

#[test]
fn the_draft_is_loaded_once_and_again_after_the_engine_was_lost() {
    let page = Page::open();
    let rounds = || {
        untrack(|| {
            page.app
                .read_work(Kind::Speculate, |run: &Speculation| run.rounds().len())
        })
    };
    page.open_station(Station::Speculative, Kind::Speculate, 1);
    let run = speculation(Drafter::Model);
    page.app.begin_work(Kind::Speculate, Ok(Box::new(run)));
    page.settle();
    assert_eq!((rounds(), page.source.drafts.get()), (Some(1), 1));
    page.source
        .failures
        .borrow_mut()
        .push_back(Some(ErrorKind::Crashed));
    for _ in 0..2 {
        page.open_station(Station::Speculative, Kind::Speculate, 2);
        page.settle();
    }
    assert_eq!((rounds(), page.source.drafts.get()), (Some(2), 2));
    let text: Option<Vec<TokenId>> = untrack(|| {
        page.app
            .read_work(Kind::Speculate, |run: &Speculation| run.tokens().to_vec())
    });
    assert_eq!(text, Some(vec![0, 1, 2, 3, 4, 5, 6]), "two rounds of three");
}

#[test]
fn the_first_layers_and_a_lookup_need_no_second_model() {
    let page = Page::open();
    for (by, drafter) in [
        (DraftBy::Layers(1), Drafter::Model),
        (DraftBy::Lookup, Drafter::Lookup(3)),
    ] {
        page.app.strategies.speculate.update(|s| s.by = by);
        page.open_station(Station::Speculative, Kind::Speculate, usize::MAX);
        page.app
            .begin_work(Kind::Speculate, Ok(Box::new(speculation(drafter))));
        page.settle();
        let ended = untrack(|| {
            page.app
                .read_work(Kind::Speculate, |run: &Speculation| run.tokens().len())
        });
        assert_eq!((ended, page.source.drafts.get()), (Some(7), 0), "{by}");
    }
}

#[test]
fn a_draft_with_other_tokens_is_refused_in_words() {
    let page = Page::open();
    page.source.letters.set("hgfedcba");
    page.open_station(Station::Speculative, Kind::Speculate, 1);
    let run = speculation(Drafter::Model);
    page.app.begin_work(Kind::Speculate, Ok(Box::new(run)));
    page.settle();
    let why = untrack(|| page.app.work_failed(Kind::Speculate)).unwrap_or_default();
    assert!(why.contains("other tokens"), "{why}");
}

#[test]
fn what_a_strategy_found_becomes_the_text() {
    let page = Page::open();
    page.done(Job::Step).expect("a step");
    assert_eq!(page.text(), "ab");
    page.app.adopt(vec![5, 6]);
    page.settle();
    assert_eq!(page.text(), "abfg");
}

fn comparison(other: Role) -> Comparison {
    let lane = |of| LaneOptions {
        of,
        prompt: vec![0],
        sampling: sampling(Some(0.0)),
        writing: Writing::Greedy,
    };
    let options = CompareOptions {
        max_tokens: 3,
        end_tokens: Vec::new(),
        n_ctx: 32,
    };
    Comparison::new(vec![lane(Role::Model), lane(other)], options).expect("two lanes")
}

#[test]
fn each_lane_of_a_comparison_asks_its_own_model() {
    let page = Page::open();
    let part = Part::Attention { layer: 0 };
    let off = |all: &mut Interventions| all.set(part, 0.0).expect("a factor");
    page.app.inside.interventions.update(off);
    for other in [Role::Draft, Role::Altered] {
        page.source.asked.borrow_mut().clear();
        page.open_station(Station::Compare, Kind::Compare, usize::MAX);
        page.app
            .begin_work(Kind::Compare, Ok(Box::new(comparison(other))));
        page.settle();
        let scores = untrack(|| {
            page.app
                .read_work(Kind::Compare, |run: &Comparison| run.scores().cloned())
        });
        assert!(scores.flatten().is_some(), "{other:?}: all is read");
        let asked = page.source.asked.borrow();
        // A pass for each lane and token, and each reads the text of the other.
        assert_eq!(asked.len(), 2 * 3 + 2);
        let is_other = |of: Role, off: bool| asked.iter().filter(|a| **a == (of, off)).count();
        assert_eq!(is_other(Role::Model, false), 4);
        match other {
            Role::Draft => assert_eq!(is_other(Role::Draft, false), 4),
            _ => assert_eq!(is_other(Role::Model, true), 4),
        }
    }
}

#[test]
fn a_prompt_of_a_lane_is_split_into_tokens_once() {
    let page = Page::open();
    let tokens = || untrack(|| page.app.tokens_of(1, "bad"));
    assert_eq!(tokens(), None);
    page.settle();
    assert_eq!(tokens(), Some(Ok(vec![1, 0, 3])));
    let long = "a".repeat(2_000_000);
    assert_eq!(untrack(|| page.app.tokens_of(1, &long)), None);
    page.settle();
    let refused = untrack(|| page.app.tokens_of(1, &long));
    assert!(
        matches!(&refused, Some(Err(why)) if why.contains("bytes")),
        "{refused:?}"
    );
}

#[test]
fn the_buttons_drive_what_is_open_and_stop_at_its_end() {
    let page = Page::open();
    assert_eq!(untrack(|| page.app.driven()), None, "the run");
    page.open_station(Station::Beams, Kind::Beams, 99);
    page.app.begin_work(Kind::Beams, Ok(Box::new(search())));
    page.settle();
    let kind = untrack(|| page.app.driven()).expect("a search is open");
    let place = || untrack(|| page.app.driven_place(kind));
    assert!(place().at_end && !place().at_start);
    // A link may name a step that there is not: back from there is back from the end.
    page.app.drive(kind, Drive::Back);
    assert_eq!(untrack(|| page.app.pace(kind)).at, 3);
    page.app.drive(kind, Drive::Step);
    page.app.drive(kind, Drive::Step);
    assert_eq!(untrack(|| page.app.pace(kind)).at, 4);
    page.app.drive(kind, Drive::PlayOrPause);
    assert!(place().at_start && place().playing, "from the start");
    page.app.drive(kind, Drive::PlayOrPause);
    page.app.drive(kind, Drive::Step);
    page.app.drive(kind, Drive::Restart);
    assert!(place().at_start && !place().playing);
    assert_eq!(page.text(), "a", "the run itself stays");
}

#[test]
fn what_a_strategy_is_asked_for_is_taken_back_and_made_again() {
    let page = Page::open();
    let (app, beams) = (page.app, page.app.strategies.beams);
    let width = || beams.with_untracked(|b| b.width);
    let temperature = || app.settings.get_untracked().chain.value("temperature", "t");
    let before = (width(), temperature());
    beams.update(|b| b.width = 9);
    untrack(|| app.follow_asked());
    app.set_settings(logitscope_core::Settings::basic(0.3, 1, 1.0, 1));
    app.undo_settings();
    // Taken together with the change before it, or alone: the beams come back last.
    app.undo_settings();
    assert_eq!((width(), temperature()), before);
    untrack(|| app.follow_asked());
    assert!(
        app.history
            .with_untracked(|h| !h.can_go_back() && h.can_go_forth())
    );
    app.redo_settings();
    app.redo_settings();
    assert_eq!((width(), temperature()), (9, Some(0.3)));
    untrack(|| app.follow_asked());
    assert!(
        app.history
            .with_untracked(|h| h.can_go_back() && !h.can_go_forth())
    );
}

#[test]
fn a_trace_has_the_strategies_and_asks_for_them_again() {
    let page = Page::open();
    let app = page.app;
    assert_eq!(
        app.trace().expect("a trace").strategies,
        None,
        "nothing was asked for"
    );
    page.open_station(Station::Beams, Kind::Beams, 2);
    app.strategies.beams.update(|b| b.width = 2);
    app.begin_work(Kind::Beams, Ok(Box::new(search())));
    page.settle();
    let json = app.trace().expect("a trace").to_json().expect("json");
    let trace = Trace::from_json(&json).expect("reads");
    let beside = trace.strategies.clone().expect("a search");
    assert_eq!(beside.link, "open=beams&beams=2,1,likely,12&step=2");
    let record = &beside.records[0];
    assert_eq!(record["format"], "logitscope-beam-1");
    assert_eq!(record["steps"].as_array().map(Vec::len), Some(2));
    assert_eq!(record["options"]["width"], 2);
    app.open_station(None);
    app.strategies.beams.update(|b| b.width = 7);
    app.stand_at(0);
    page.done(Job::Import(Box::new(trace))).expect("imports");
    assert_eq!(app.open.get_untracked(), Some(Station::Beams));
    assert_eq!(app.strategies.beams.with_untracked(|b| b.width), 2);
    assert_eq!(untrack(|| app.pace(Kind::Beams)).at, 2);
}
