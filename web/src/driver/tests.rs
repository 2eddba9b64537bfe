//! The driver against a scripted source: no browser, no engine, and a clock that only moves by hand.

mod default_chain;
mod elsewhere;
mod grammar;
mod recorded;
mod scripted;
mod strategies;

use std::rc::Rc;

use any_spawner::Executor;
use futures_channel::oneshot;
use leptos::prelude::*;
use logitscope_core::chain::Sampler;
use logitscope_core::what_if::Verdict;
use logitscope_core::{Chosen, NodeId, Precision, Settings, Trace};
use logitscope_protocol::{BackendChoice, ErrorKind, ModelSource};

use super::Driver;
use crate::browser;
use crate::choices::LinkToken;
use crate::remembered::Remembered;
use crate::sources::Either;
use crate::state::{
    Activity, App, Done, Failure, Files, Job, Level, LoadSpec, Offer, Origin, Outcome, Phase,
    Replay,
};
use scripted::Scripted;

/// A page whose steps come from a script.
struct Page {
    app: App,
    driver: Rc<Driver>,
    source: Rc<Scripted>,
    /// What answers for servers.
    server: Rc<Scripted>,
    _owner: Owner,
}

fn spec(name: &str) -> LoadSpec {
    LoadSpec {
        name: name.into(),
        files: Files::Checkpoint(ModelSource::Url {
            base: String::new(),
            asks: false,
        }),
        backend: BackendChoice::Auto,
        precision: Default::default(),
    }
}

impl Page {
    /// Greedy, with the prompt "a", and the model loaded.
    fn open() -> Self {
        let page = Self::starting();
        page.load("script").expect("loads");
        page
    }

    fn starting() -> Self {
        Self::remembering(Settings::basic(1.0, 1, 1.0, 1))
    }

    /// With settings from an earlier visit.
    fn remembering(settings: Settings) -> Self {
        // Whoever comes second finds it done.
        let _ = Executor::init_futures_executor();
        let owner = Owner::new();
        owner.set();
        let app = App::new(&Remembered {
            settings,
            max_tokens: 5,
            speed: 0.0,
            ..Remembered::default()
        });
        app.prompt.set("a".into());
        let source = Rc::new(Scripted::default());
        let server = Rc::new(Scripted::default());
        let (engine, elsewhere) = (Rc::clone(&source) as _, Rc::clone(&server) as _);
        let either = Either::new(engine, elsewhere, app.downloads.client());
        let driver = Driver::new(app, Rc::new(either));
        Executor::spawn_local(Rc::clone(&driver).drive());
        Page {
            app,
            driver,
            source,
            server,
            _owner: owner,
        }
    }

    fn load(&self, name: &str) -> Outcome {
        self.done(Job::Load(spec(name)))
    }

    /// Changes the model, as the menu does.
    fn change(&self, name: &str) -> Outcome {
        self.done(Job::ChangeModel(spec(name)))
    }

    /// Lets everybody work until nobody can go on without the clock.
    fn settle(&self) {
        for _ in 0..50 {
            Executor::poll_local();
        }
    }

    fn pass(&self, ms: f64) {
        self.settle();
        browser::advance(ms);
        self.settle();
    }

    fn submit(&self, job: Job) -> oneshot::Receiver<Outcome> {
        self.app.session().queue.submit(job)
    }

    /// Does a job to its end.
    fn done(&self, job: Job) -> Outcome {
        let mut outcome = self.submit(job);
        self.settle();
        let outcome = outcome.try_recv().expect("the driver is there");
        outcome.expect("done without the clock")
    }

    fn text(&self) -> String {
        self.app.with_run(|run| Ok(run.text())).unwrap_or_default()
    }

    fn notices(&self) -> Vec<String> {
        let text = |n: &crate::state::Notice| n.text.clone();
        self.app
            .notices
            .with_untracked(|all| all.iter().map(text).collect())
    }
}

#[test]
fn the_first_distribution_is_there_once_the_model_is() {
    let page = Page::starting();
    page.app.settings.with_untracked(|s| assert_eq!(s.seed, 1));
    assert!(page.app.step.with_untracked(Option::is_none));
    page.load("script").expect("loads");
    assert_eq!(page.app.phase.get_untracked(), Phase::Ready);
    let step = page.app.step.get_untracked().expect("a distribution");
    assert_eq!(step.logits[..], scripted::logits(&[0])[..]);
}

#[test]
fn a_step_appends_what_the_sampler_chose_and_has_the_next_distribution() {
    let page = Page::open();
    let Ok(Done::Step(record)) = page.done(Job::Step) else {
        panic!("a step");
    };
    assert_eq!((record.choice.token, record.chosen), (1, Chosen::Sampled));
    assert_eq!(page.text(), "ab");
    let step = page.app.step.get_untracked().expect("a distribution");
    assert_eq!(step.logits[..], scripted::logits(&[0, 1])[..]);
}

#[test]
fn a_draft_leaves_the_run_before_it_as_it_is_until_it_runs_or_goes() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    let draft = || page.app.draft.get_untracked();
    assert!(!draft() && page.app.can_step());
    // Between the last key and the run, and while it is refused, nothing goes on.
    for refused in ["ab", ""] {
        page.app.set_prompt(refused.into());
        assert!(draft() && !page.app.can_step(), "{refused:?}");
        page.app.step();
        page.app.play();
        page.app.force(2);
        page.settle();
        assert_eq!(page.text(), "ab");
    }
    page.pass(1000.0);
    assert!(draft() && page.app.prompt_error.with_untracked(Option::is_some));
    page.app.step();
    page.settle();
    assert_eq!(page.text(), "ab");
    // Rewind takes the draft back, then a token.
    page.app.rewind(1);
    page.settle();
    assert_eq!((page.text().as_str(), draft()), ("ab", false));
    assert_eq!(page.app.prompt.get_untracked(), "a");
    assert_eq!(page.app.pieces.with_untracked(Vec::len), 1);
    page.app.rewind(1);
    page.settle();
    assert_eq!(page.text(), "a");
    // One that can be run becomes the run.
    page.app.set_prompt("ba".into());
    page.pass(1000.0);
    assert_eq!((page.text().as_str(), draft()), ("ba", false));
    assert!(page.app.can_step());
}

#[test]
fn rewound_tokens_stay_in_the_tree_and_cost_nothing_to_go_back_to() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    page.done(Job::Step).expect("steps");
    let end = page.app.with_run(|run| Ok(run.cursor())).expect("a run");
    page.done(Job::Rewind(2)).expect("rewinds");
    assert_eq!(page.text(), "a");
    page.done(Job::Force(5)).expect("forces");
    assert_eq!(page.text(), "af");
    let evaluated = page.source.evaluated.get();
    page.done(Job::GoTo(end.expect("a cursor"))).expect("goes");
    assert_eq!(page.text(), "abc");
    assert_eq!(page.source.evaluated.get(), evaluated);
}

#[test]
fn playing_ends_at_the_stop_rule_and_tells_every_step() {
    let page = Page::open();
    let Ok(Done::Steps(steps, stop)) = page.done(Job::Play(None, None)) else {
        panic!("steps");
    };
    assert_eq!((steps.len(), stop.is_some()), (5, true));
    assert_eq!(page.text(), "abcdef");
    assert_eq!(page.app.activity.get_untracked(), Activity::Idle);
    let again = page.done(Job::Play(None, None));
    assert!(matches!(again, Err(Failure::AtMaxTokens { max_tokens: 5 })));
}

#[test]
fn playing_keeps_to_its_speed_and_a_pause_keeps_the_step() {
    let page = Page::open();
    let mut outcome = page.submit(Job::Play(None, Some(10.0)));
    page.settle();
    assert_eq!(page.text(), "ab", "the first step is due at once");
    page.pass(99.0);
    assert_eq!(page.text(), "ab");
    page.pass(1.0);
    assert_eq!(page.text(), "abc");
    assert_eq!(page.app.activity.get_untracked(), Activity::Playing);
    page.app.pause();
    page.pass(1000.0);
    assert_eq!(page.text(), "abc");
    let Ok(Some(Ok(Done::Steps(steps, None)))) = outcome.try_recv() else {
        panic!("the pause ends the job");
    };
    assert_eq!(steps.len(), 2);
}

#[test]
fn a_step_ends_playing_and_so_does_a_rewind() {
    let page = Page::open();
    for job in [Job::Step, Job::Rewind(1)] {
        let mut playing = page.submit(Job::Play(None, Some(1.0)));
        page.settle();
        page.done(job).expect("done");
        assert!(matches!(
            playing.try_recv(),
            Ok(Some(Ok(Done::Steps(_, None))))
        ));
        assert_eq!(page.app.activity.get_untracked(), Activity::Idle);
    }
}

#[test]
fn the_latest_prompt_wins() {
    let page = Page::open();
    let mut first = page.submit(Job::Prompt("b".into()));
    page.done(Job::Prompt("cd".into())).expect("runs");
    let first = first.try_recv().expect("the driver is there");
    assert!(matches!(first, Some(Err(Failure::Superseded))));
    assert_eq!(page.text(), "cd");
}

#[test]
fn a_prompt_that_cannot_be_run_leaves_the_run_before_it() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    assert!(page.done(Job::Prompt(String::new())).is_err());
    assert_eq!(page.text(), "ab");
    assert!(page.app.prompt_error.with_untracked(Option::is_some));
    assert!(page.done(Job::Prompt("a".repeat(33))).is_err());
    assert_eq!(page.text(), "ab");
}

#[test]
fn letters_that_the_model_does_not_know_are_named() {
    let page = Page::open();
    page.app.set_prompt("aXbXY".into());
    page.pass(1000.0);
    assert_eq!(page.text(), "ab");
    assert_eq!(page.app.prompt.get_untracked(), "ab");
    let said = page.app.notices.with_untracked(|notices| {
        let texts = notices.iter().map(|notice| notice.text.clone());
        texts.collect::<Vec<_>>()
    });
    let want = "The tokenizer of this model has no token for X Y: the model does not read them.";
    assert_eq!(said, [want]);
    page.app.set_prompt("XY".into());
    page.pass(1000.0);
    assert_eq!(page.text(), "ab");
    let refused = page.app.prompt_error.get_untracked();
    assert!(refused.is_some_and(|why| why.contains("no token of “XY”")));
}

#[test]
fn a_prompt_is_rated_once_nobody_is_busy() {
    let page = Page::open();
    page.done(Job::Prompt("abc".into())).expect("runs");
    let rated = || page.app.session().scores.borrow().len();
    assert_eq!(rated(), 0);
    page.pass(1000.0);
    assert_eq!(rated(), 2, "the first token has no context");
}

#[test]
fn a_lost_device_is_replaced_and_the_run_goes_on() {
    let page = Page::open();
    page.source
        .failures
        .borrow_mut()
        .push_back(Some(ErrorKind::DeviceLost));
    page.done(Job::Step).expect("recovers");
    assert_eq!(page.text(), "ab");
    assert_eq!(page.source.loads.borrow().len(), 2);
    assert_eq!(page.app.phase.get_untracked(), Phase::Ready);
    assert_eq!(page.notices().len(), 1, "{:?}", page.notices());
}

#[test]
fn after_three_failures_the_cpu_computes_and_after_six_it_is_over() {
    let page = Page::open();
    let lost = || Some(ErrorKind::Crashed);
    page.source
        .failures
        .borrow_mut()
        .extend([lost(), lost(), lost()]);
    page.done(Job::Step).expect("recovers");
    assert_eq!(page.source.loads.borrow().last(), Some(&BackendChoice::Cpu));
    page.source
        .failures
        .borrow_mut()
        .extend([lost(), lost(), lost()]);
    assert!(page.done(Job::Step).is_err());
    assert!(matches!(
        page.app.phase.get_untracked(),
        Phase::Failed { .. }
    ));
    // Nothing that was there is lost.
    assert!(page.text().starts_with("ab"));
}

#[test]
fn failures_far_apart_do_not_add_up() {
    let page = Page::open();
    for _ in 0..5 {
        page.source
            .failures
            .borrow_mut()
            .push_back(Some(ErrorKind::DeviceLost));
        page.done(Job::Rewind(9)).expect("rewinds");
        page.done(Job::Force(7)).expect("recovers");
        page.pass(61_000.0);
        page.done(Job::Prompt("ab".into())).expect("runs");
        page.done(Job::Prompt("a".into())).expect("runs");
    }
    let loads = page.source.loads.borrow();
    assert!(loads.iter().all(|b| *b == BackendChoice::Auto), "{loads:?}");
}

#[test]
fn a_load_that_fails_leaves_the_model_before_it() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    *page.source.load_failure.borrow_mut() = Some(ErrorKind::Input);
    // As a model is brought that is too large for the GPU.
    page.app.backend.set(BackendChoice::Cpu);
    page.app.precision.set(Precision::Q4);
    let broken = LoadSpec {
        backend: BackendChoice::Cpu,
        precision: Precision::Q4,
        ..spec("broken")
    };
    assert!(page.done(Job::Load(broken)).is_err());
    assert_eq!(page.text(), "ab");
    assert_eq!(page.app.backend.get_untracked(), BackendChoice::Auto);
    assert_eq!(page.app.precision.get_untracked(), Precision::default());
    // What the visitor chose meanwhile stays.
    page.app.backend.set(BackendChoice::Cpu);
    assert!(page.load("broken").is_err());
    assert_eq!(page.app.backend.get_untracked(), BackendChoice::Cpu);
    page.app.backend.set(BackendChoice::Auto);
    assert_eq!(page.app.phase.get_untracked(), Phase::Ready);
    let name = page
        .app
        .model
        .with_untracked(|m| m.as_ref().map(|m| m.model.name.clone()));
    assert_eq!(name.as_deref(), Some("script"));
    page.done(Job::Step).expect("goes on");
}

#[test]
fn a_link_is_replayed_token_by_token() {
    let page = Page::open();
    let token = |id, forced, roll, by_hand| LinkToken {
        id,
        forced,
        roll,
        by_hand,
    };
    let tokens = vec![
        token(1, false, 0, None),
        token(5, true, 0, None),
        token(6, false, 2, None),
        token(7, false, 0, Some(0.25)),
    ];
    let replay = Replay {
        tokens,
        ..Replay::default()
    };
    page.done(Job::Replay(replay)).expect("replays");
    assert_eq!(page.text(), "abfgh");
    let steps = page
        .app
        .with_run(|run| Ok(run.steps().into_iter().cloned().collect::<Vec<_>>()))
        .expect("a run");
    let chosen: Vec<_> = steps.iter().map(|s| s.chosen).collect();
    use Chosen::{Forced, Sampled};
    assert_eq!(chosen, [Sampled, Forced, Sampled, Sampled]);
    assert_eq!(steps[2].draw.roll, 2);
    assert_eq!((steps[3].draw.u, steps[3].draw.by_hand), (0.25, true));
}

#[test]
fn a_trace_comes_back_as_it_went_with_its_settings() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    page.done(Job::Force(6)).expect("forces");
    let trace = page.app.trace().expect("a trace");
    let json = trace.to_json().expect("json");
    page.app.set_settings(Settings::basic(0.5, 3, 0.9, 9));
    page.done(Job::Prompt("h".into())).expect("runs");
    let trace = Trace::from_json(&json).expect("reads");
    page.done(Job::Import(Box::new(trace))).expect("imports");
    assert_eq!(page.text(), "abg");
    assert_eq!(page.app.prompt.get_untracked(), "a");
    let settings = page.app.settings.get_untracked();
    assert_eq!(settings, Settings::basic(1.0, 1, 1.0, 1));
}

#[test]
fn the_page_and_the_run_have_the_same_settings() {
    let page = Page::starting();
    let early = Settings::basic(0.25, 0, 1.0, 7);
    page.app.set_settings(early.clone());
    page.load("script").expect("loads");
    let of_run = || page.app.with_run(|run| Ok(run.settings().clone()));
    assert_eq!(of_run().expect("a run"), early);
    let late = Settings::basic(2.0, 4, 1.0, 8);
    page.app.set_settings(late.clone());
    assert_eq!(of_run().expect("a run"), late);
    assert_eq!(page.app.settings.get_untracked(), late);
    let bad = Settings::basic(-1.0, 4, 1.0, 8);
    assert!(page.app.try_settings(bad).is_err());
    assert_eq!(page.app.settings.get_untracked(), late);
}

#[test]
fn a_link_s_tokens_come_with_the_settings_and_the_dice_of_then() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    // The draw would fall on another token if the settings of now had made it.
    page.app.set_settings(Settings::basic(1.0, 2, 1.0, 1));
    page.app.set_u(Some(0.999));
    page.done(Job::Step).expect("steps");
    page.app.set_settings(Settings::basic(1.0, 1, 1.0, 1));
    page.done(Job::Force(7)).expect("forces");
    page.done(Job::RollAgain).expect("rolls");
    page.done(Job::RollAgain).expect("rolls");
    let (text, replay) = (page.text(), page.app.replay());
    assert_eq!(text, "abdh");
    let earlier: Vec<u32> = replay.earlier.iter().map(|e| e.tokens).collect();
    assert_eq!(earlier, [1, 1]);
    assert_eq!(replay.next.map(|next| next.roll), Some(2));

    let other = Page::open();
    other.done(Job::Replay(replay.clone())).expect("replays");
    assert_eq!(other.text(), text);
    assert_eq!(other.app.replay(), replay, "and it can be had once more");
    let chosen = |page: &Page| {
        let steps = |run: &mut logitscope_core::Run| {
            let steps = run.steps().into_iter();
            Ok(steps
                .map(|s| (s.chosen, s.settings.clone(), s.draw, s.choice))
                .collect::<Vec<_>>())
        };
        page.app.with_run(steps).expect("a run")
    };
    assert_eq!(chosen(&other), chosen(&page));
    assert_eq!(other.notices(), [""; 0], "nothing had to be forced");
    let now = other.app.settings.get_untracked();
    assert_eq!(now, Settings::basic(1.0, 1, 1.0, 1));
}

#[test]
fn a_text_that_begins_anew_has_the_first_dice_again() {
    let page = Page::open();
    page.done(Job::RollAgain).expect("rolls");
    page.done(Job::Step).expect("steps");
    let again = Replay {
        prompt: Some("a".into()),
        tokens: vec![LinkToken::plain(1)],
        ..Replay::default()
    };
    page.done(Job::Replay(again.clone())).expect("replays");
    assert_eq!(page.app.replay(), again);
}

#[test]
fn of_two_texts_that_wait_only_the_later_one_is_had() {
    let page = Page::open();
    let text = |prompt: &str| {
        Job::Replay(Replay {
            prompt: Some(prompt.into()),
            tokens: vec![LinkToken::plain(5)],
            ..Replay::default()
        })
    };
    let mut first = page.submit(text("b"));
    page.done(text("cd")).expect("replays");
    let first = first.try_recv().expect("the driver is there");
    assert!(matches!(first, Some(Err(Failure::Superseded))));
    assert_eq!(page.text(), "cdf");
    let texts = page.app.with_run(|run| Ok(run.tree().len()));
    assert_eq!(texts.expect("a run"), 4, "a, and cdf");
}

#[test]
fn another_model_of_the_same_tokens_keeps_the_text_and_says_what_it_thinks() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    page.done(Job::Step).expect("steps");
    page.done(Job::Force(7)).expect("forces");
    page.done(Job::RollAgain).expect("rolls");
    let left = page.app.with_run(|run| Ok(run.cursor())).expect("a run");
    let before = page.app.replay();
    let context = page.app.with_run(|run| Ok(run.path()[1])).expect("a run");
    page.app.select(Some(context));
    page.settle();

    page.source.skip.set(2);
    page.change("leaps").expect("loads");
    assert_eq!(page.text(), "abch");
    assert_eq!(page.app.replay(), before, "as it came about");
    assert_eq!(page.app.selected.get_untracked(), Some(context));
    let said = page.notices().join(" ");
    // After "b", one favours the next letter, the other the one after it.
    assert!(said.contains("Where script favoured “c” ("), "{said}");
    assert!(said.contains("leaps favours “d” ("), "{said}");
    assert!(said.contains("2 of the 3 generated tokens"), "{said}");
    // Every number on screen is the new model's.
    let steps = page.app.with_run(|run| {
        let prob = |s: &logitscope_core::StepRecord| s.choice.prob_before;
        Ok(run.steps().into_iter().map(prob).collect::<Vec<_>>())
    });
    let probs = steps.expect("a run");
    let step = page.app.step.get_untracked().expect("a distribution");
    assert_eq!(step.logits[..], scripted::leaps(&[0, 1], 2)[..]);
    assert!(!step.recomputed && step.record.is_some());
    assert!(probs.iter().all(|p| *p < 0.1), "{probs:?}");

    // Back again, the dice chose what they chose.
    page.source.skip.set(0);
    page.change("script").expect("loads");
    assert_eq!(page.app.replay(), before);
    let chosen = page.app.with_run(|run| {
        let steps = run.steps().into_iter();
        Ok(steps.map(|s| s.chosen).collect::<Vec<_>>())
    });
    use Chosen::{Forced, Sampled};
    assert_eq!(chosen.expect("a run"), [Sampled, Sampled, Forced]);
    assert_eq!(page.app.with_run(|run| Ok(run.cursor())).ok(), Some(left));
}

#[test]
fn branches_outlive_a_change_of_the_model_and_are_rated_by_it_when_gone_to() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    page.done(Job::Step).expect("steps");
    page.done(Job::Rewind(2)).expect("rewinds");
    page.done(Job::Force(5)).expect("forces");
    page.source.skip.set(2);
    page.change("leaps").expect("loads");
    let all = page.app.branches();
    assert_eq!(all.len(), 1, "{all:?}");
    let branch = &all[0].others[0];
    assert_eq!((branch.token, branch.prob, branch.length), (1, None, 2));
    page.done(Job::GoToBranch(branch.node)).expect("goes");
    assert_eq!(page.text(), "abc");
    let entries = page.app.transcript.get_untracked();
    let probs: Vec<_> = entries[1..].iter().filter_map(|e| e.prob).collect();
    assert!(
        probs.len() == 2 && probs.iter().all(|p| *p < 0.1),
        "{probs:?}"
    );
    let back = page.app.branches();
    page.done(Job::GoToBranch(back[0].others[0].node))
        .expect("goes");
    assert_eq!(page.text(), "af");
}

#[test]
fn a_model_of_other_tokens_gets_the_text_as_its_prompt() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    page.done(Job::Step).expect("steps");
    page.source.letters.set("hgfedcba");
    page.change("backwards").expect("loads");
    assert_eq!(page.text(), "abc");
    assert_eq!(page.app.prompt.get_untracked(), "abc");
    let origins: Vec<_> = page
        .app
        .transcript
        .get_untracked()
        .iter()
        .map(|e| e.origin)
        .collect();
    assert_eq!(origins, [Origin::Prompt; 3]);
    let said = page.notices().join(" ");
    assert!(said.contains("backwards has another tokenizer"), "{said}");
}

#[test]
fn a_model_that_cannot_run_leaves_the_text_as_it_was() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    page.done(Job::Rewind(1)).expect("rewinds");
    page.done(Job::Force(5)).expect("forces");
    let before = (page.app.replay(), page.app.branches());
    let broken = [Some(ErrorKind::Input)];
    page.source.failures.borrow_mut().extend(broken);
    assert!(page.change("broken").is_err());
    assert_eq!((page.app.replay(), page.app.branches()), before);
    page.source.letters.set("hgfedcba");
    page.source.failures.borrow_mut().extend(broken);
    assert!(page.change("broken").is_err());
    assert_eq!((page.app.replay(), page.app.branches()), before);
    assert_eq!(page.app.prompt.get_untracked(), "a");
}

#[test]
fn a_prompt_that_waits_is_not_lost_to_another_model() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    page.app.edit_prompt("cd".into());
    page.change("leaps").expect("loads");
    assert_eq!(page.text(), "cd");
}

#[test]
fn every_text_is_found_again() {
    let page = Page::open();
    let mut texts = Vec::new();
    let text = || (page.app.replay().prompt, page.text());
    let mut note = || texts.push(text());
    page.done(Job::Step).expect("steps");
    page.done(Job::Step).expect("steps");
    note();
    // Forced at the end of the prompt, branched in the middle, and from other prompts.
    page.done(Job::Rewind(2)).expect("rewinds");
    page.done(Job::Force(6)).expect("forces");
    note();
    let first = page
        .app
        .with_run(|run| Ok(run.tree().children(run.prompt_end())[0]));
    page.done(Job::Branch(first.expect("a run"), 4))
        .expect("branches");
    note();
    for prompt in ["bc", "h"] {
        page.done(Job::Prompt(prompt.into())).expect("runs");
        page.done(Job::Step).expect("steps");
        page.done(Job::Force(0)).expect("forces");
        note();
    }
    // Only typed through: nothing was generated.
    page.done(Job::Prompt("hgf".into())).expect("runs");
    page.done(Job::Prompt("c".into())).expect("runs");
    page.done(Job::Step).expect("steps");
    note();

    let mut found = Vec::new();
    let mut open: Vec<NodeId> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    loop {
        if !found.contains(&text()) {
            found.push(text());
        }
        assert!(
            found.len() == 1 || page.app.replay().prompt == Some(page.app.prompt.get_untracked())
        );
        let all = page.app.branches();
        open.extend(all.iter().flat_map(|p| &p.others).map(|b| b.node));
        let Some(next) = std::iter::from_fn(|| open.pop()).find(|node| seen.insert(*node)) else {
            break;
        };
        page.done(Job::GoToBranch(next)).expect("goes");
    }
    found.sort();
    texts.sort();
    assert_eq!(found, texts);
}

#[test]
fn a_branch_says_where_it_leads() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    page.done(Job::Step).expect("steps");
    let prob = page.app.transcript.get_untracked()[1].prob;
    page.done(Job::Rewind(2)).expect("rewinds");
    let all = page.app.branches();
    assert_eq!((all.len(), all[0].others.len()), (1, 1), "{all:?}");
    page.done(Job::Force(5)).expect("forces");
    let all = page.app.branches();
    assert_eq!((all.len(), all[0].others.len(), all[0].position), (1, 1, 1));
    let branch = &all[0].others[0];
    assert_eq!((branch.token, branch.prob, branch.length), (1, prob, 2));
    assert_eq!(branch.last_words, "abc");
    let missing = page.done(Job::GoToBranch(NodeId(99)));
    assert!(missing.is_err());
    assert_eq!(page.text(), "af");
}

#[test]
fn another_order_is_taken_back_with_what_it_pinned() {
    let page = Page::open();
    page.app.rebuild_chain(|chain| {
        *chain = "temperature~2,top_k~3".parse().expect("well spelled");
    });
    let first = page.app.settings.get_untracked();
    let pinned = || page.app.pinned.get_untracked();
    page.app.try_other_order();
    let turned = page.app.settings.get_untracked();
    assert_eq!(turned.chain.to_string(), "top_k~3,temperature~2");
    assert_eq!(pinned(), Some(first.clone()));
    page.app.undo_settings();
    assert_eq!(
        (page.app.settings.get_untracked(), pinned()),
        (first.clone(), None)
    );
    page.app.redo_settings();
    assert_eq!(
        (page.app.settings.get_untracked(), pinned()),
        (turned.clone(), Some(first.clone()))
    );
    // What is pinned already stays.
    page.app.undo_settings();
    let mine = Settings::basic(0.5, 2, 1.0, 9);
    page.app.set_settings(mine.clone());
    page.app.pin(true);
    page.app.set_settings(first.clone());
    page.app.try_other_order();
    assert_eq!(pinned(), Some(mine.clone()));
    page.app.undo_settings();
    assert_eq!(
        (page.app.settings.get_untracked(), pinned()),
        (first, Some(mine.clone()))
    );
    page.app.undo_settings();
    page.app.undo_settings();
    assert_eq!(
        (page.app.settings.get_untracked(), pinned()),
        (mine, None),
        "pinning itself, too"
    );
}

#[test]
fn a_message_s_offer_is_taken_once() {
    let page = Page::open();
    let offer = Offer::StartAfresh("cd".into());
    page.app
        .notify_with(Level::Info, "Here it is.".into(), Some(offer));
    let id = page.app.notices.get_untracked()[0].id;
    page.app.take_offer(id);
    page.app.take_offer(id);
    assert_eq!(page.notices(), [""; 0]);
    page.pass(1000.0);
    assert_eq!(page.text(), "cd");
}

#[test]
fn settings_are_undone_and_redone() {
    let page = Page::open();
    let first = page.app.settings.get_untracked();
    page.app
        .rebuild_chain(|chain| chain.add(Sampler::MinP { p: 0.1 }));
    let second = page.app.settings.get_untracked();
    browser::advance(5000.0);
    page.app.ban(3, true);
    let third = page.app.settings.get_untracked();
    page.app.undo_settings();
    assert_eq!(page.app.settings.get_untracked(), second);
    page.app.undo_settings();
    assert_eq!(page.app.settings.get_untracked(), first);
    page.app.redo_settings();
    page.app.redo_settings();
    assert_eq!(page.app.settings.get_untracked(), third);
}

#[test]
fn what_if_says_where_other_settings_would_have_chosen_otherwise() {
    let page = Page::open();
    page.done(Job::Step).expect("steps");
    page.done(Job::Step).expect("steps");
    page.driver.reevaluate();
    page.pass(10.0);
    assert!(page.app.told.with_untracked(|told| told.is_empty()));
    // Without its favourite the script would have gone on with the second.
    page.app.ban(1, true);
    page.driver.reevaluate();
    page.pass(10.0);
    let steps = page.app.with_run(|run| Ok(run.path())).expect("a run");
    page.app.told.with_untracked(|told| {
        let verdict = |at: usize| told.get(&steps[at]).map(|step| step.verdict());
        assert_eq!(verdict(1), Some(Verdict::Impossible));
        assert_eq!(verdict(2), Some(Verdict::Same), "\"c\" is not banned");
    });
}
