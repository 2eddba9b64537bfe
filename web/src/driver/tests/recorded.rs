//! Runs that are recorded and replayed.

use std::rc::Rc;

use logitscope_core::strategy::Role;
use logitscope_core::{Interventions, Trace};
use logitscope_protocol::{Answer, Command, EngineError, Loaded};
use logitscope_recording::{Lane, Recording};

use super::*;

impl Page {
    fn trace(&self) -> Trace {
        self.app.trace().expect("there is a run")
    }

    /// A recording of the run, as its file has it.
    fn record(&self) -> Rc<Recording> {
        match self.done(Job::Record(Box::new(self.trace()))) {
            Ok(Done::Recorded(bytes)) => Rc::new(Recording::read(&bytes).expect("just written")),
            other => unreachable!("{other:?}"),
        }
    }

    fn replay(&self, recording: &Rc<Recording>) -> Outcome {
        let spec = LoadSpec {
            files: Files::Recording(Rc::clone(recording)),
            ..spec("recorded")
        };
        self.done(Job::Load(spec))
    }

    fn last_notice(&self) -> Option<(String, Option<Offer>)> {
        let notices = self.app.notices.get_untracked();
        notices
            .last()
            .map(|notice| (notice.text.clone(), notice.offer.clone()))
    }
}

/// "abcd" with three steps, and a branch "abe" that was left again.
fn played() -> Page {
    let page = Page::open();
    page.done(Job::Step).expect("a step");
    page.done(Job::Force(4)).expect("e");
    page.done(Job::Rewind(1)).expect("back");
    for _ in 0..2 {
        page.done(Job::Step).expect("a step");
    }
    assert_eq!(page.text(), "abcd");
    page
}

/// A page whose engine cannot load anything.
fn broken() -> Page {
    let page = Page::starting();
    *page.source.load_failure.borrow_mut() = Some(ErrorKind::Input);
    assert!(page.load("script").is_err());
    page
}

#[test]
fn a_recorded_run_is_there_again_without_a_model() {
    let live = played();
    let recording = live.record();
    let page = broken();
    page.replay(&recording)
        .expect("it has all that the run needs");
    let app = page.app;
    assert_eq!(
        (page.text().as_str(), app.replays.get_untracked()),
        ("abcd", true)
    );
    assert_eq!(app.phase.get_untracked(), Phase::Ready);
    assert_eq!(
        page.trace().nodes,
        recording.trace().nodes,
        "with its branches and dice"
    );
    let (own, other) = (app.step.get_untracked(), live.app.step.get_untracked());
    let logits = |step: Option<std::sync::Arc<crate::state::StepView>>| {
        step.map(|step| step.logits.to_vec())
    };
    assert_eq!(logits(own), logits(other));
    // The same dice take the same way, and the way that was left is known, too.
    page.done(Job::Rewind(3)).expect("back");
    page.done(Job::Step).expect("it is known");
    page.done(Job::Force(4)).expect("so is this");
    assert_eq!(page.text(), "abe");
    assert_eq!(page.source.evaluated.get(), 0, "the engine was never asked");
}

#[test]
fn where_a_recording_ends_the_model_is_offered_and_goes_on() {
    let recording = played().record();
    let page = broken();
    page.replay(&recording).expect("it is whole");
    let refused = page.done(Job::Force(7));
    assert_eq!(
        refused.err(),
        Some(Failure::Engine(EngineError::NotRecorded))
    );
    assert_eq!(page.text(), "abcd", "nothing is lost");
    assert_eq!(
        page.trace().nodes,
        recording.trace().nodes,
        "and nothing is added"
    );
    page.app.force(7);
    page.settle();
    let (_, offer) = page.last_notice().expect("it says so");
    assert!(matches!(offer, Some(Offer::GoOnLive(_))));
    *page.source.load_failure.borrow_mut() = None;
    page.change("script").expect("it loads now");
    assert_eq!(
        (page.text().as_str(), page.app.replays.get_untracked()),
        ("abcd", false)
    );
    page.done(Job::Force(7)).expect("the model goes on");
    assert_eq!(page.text(), "abcdh");
}

#[test]
fn a_recording_without_its_last_logits_leaves_what_was_there() {
    let live = played();
    let model = live.app.model.get_untracked().expect("it is loaded");
    let lacking = Rc::new(Recording::new(live.trace(), Loaded::clone(&model)));
    let page = Page::open();
    page.done(Job::Step).expect("a step");
    assert!(page.replay(&lacking).is_err());
    assert_eq!(
        (page.text().as_str(), page.app.replays.get_untracked()),
        ("ab", false)
    );
    page.done(Job::Step).expect("the model is still there");
    assert_eq!(page.text(), "abc");
}

#[test]
fn a_recording_knows_what_was_asked_before_it_was_made() {
    let page = played();
    let recording = page.record();
    let plain = Lane::from(Interventions::default());
    let knows = |tokens: &[u32]| {
        let tokens = tokens.to_vec();
        let evaluate = Command::Evaluate {
            tokens,
            fresh: false,
        };
        matches!(
            recording.answer(&plain, &evaluate),
            Some(Answer::Logits { .. })
        )
    };
    assert!(knows(&[0, 1, 4]), "the branch that was left");
    assert!(knows(&[0]) && knows(&[0, 1, 2, 3]) && !knows(&[0, 1, 2, 3, 4]));
    assert!(recording.loaded(Role::Draft).is_none());
    assert_eq!(recording.pieces("a").map(<[_]>::len), Some(1));
    // Another model has other answers: nothing of the first one is in a recording of the second.
    page.source.skip.set(2);
    page.load("other").expect("loads");
    let other = page.record();
    let evaluate = Command::Evaluate {
        tokens: vec![0, 1, 4],
        fresh: false,
    };
    assert!(other.answer(&plain, &evaluate).is_none());
}

#[test]
fn a_recording_can_be_given_up() {
    let page = played();
    let mut outcome = page.submit(Job::Record(Box::new(page.trace())));
    page.app.saving.set(Some(crate::state::Saving {
        done: 0,
        of: 9,
        given_up: true,
    }));
    page.settle();
    let given_up = outcome
        .try_recv()
        .expect("the driver is there")
        .expect("it is over");
    assert_eq!(given_up.err(), Some(Failure::Cancelled));
    assert_eq!(page.app.saving.get_untracked(), None);
    page.done(Job::Step).expect("the run goes on");
}

#[test]
fn a_text_that_was_asked_for_meanwhile_keeps_its_prompt_and_its_settings() {
    let recording = played().record();
    let page = broken();
    let spec = LoadSpec {
        files: Files::Recording(recording),
        ..spec("recorded")
    };
    let loaded = page.submit(Job::Load(spec));
    // As a lesson does that begins while its recorded run is on its way.
    page.app.edit_prompt("ab".into());
    let warm = Settings::basic(2.0, 0, 1.0, 9);
    page.app.set_settings(warm.clone());
    let replayed = page.submit(Job::Replay(Replay {
        prompt: Some("ab".into()),
        ..Replay::default()
    }));
    page.settle();
    drop((loaded, replayed));
    let app = page.app;
    assert_eq!(app.prompt.get_untracked(), "ab", "and not the recorded one");
    assert_eq!(app.settings.get_untracked(), warm);
}
