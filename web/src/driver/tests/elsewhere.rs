//! A model on a server in the place of the engine's.

use logitscope_core::beam::{BeamOptions, BeamRun, EarlyStopping};
use logitscope_core::chain::Chain;
use logitscope_core::guided::{GuidedOptions, GuidedRun, Rule as GuidedRule, Sizes};
use logitscope_core::strategy::plain::Choosing;
use logitscope_core::strategy::{Role, Sampling};
use logitscope_core::{CoreError, ModelOutput, Vocab};
use logitscope_protocol::{Endpoint, Secret};

use std::sync::Arc;

use super::scripted::ALPHABET;
use super::*;
use crate::choices::Station;
use crate::state::StepView;
use crate::strategies::{Kind, Pace, Work};

impl Page {
    fn connect(&self) -> Outcome {
        let endpoint = Endpoint {
            address: "http://127.0.0.1:8080".into(),
            key: Some(Secret("sesame".into())),
            model: None,
        };
        let spec = LoadSpec {
            files: Files::Checkpoint(ModelSource::Server(endpoint)),
            ..spec("there")
        };
        self.done(Job::ChangeModel(spec))
    }
}

#[test]
fn the_text_goes_on_there_and_comes_back() {
    let page = Page::open();
    page.server.skip.set(3);
    page.done(Job::Step).expect("a step");
    page.connect().expect("it answers");
    assert_eq!(page.text(), "ab", "the text stays");
    assert!(untrack(|| page.app.runs_elsewhere()));
    let asked = page.source.asked.borrow().len();
    page.done(Job::Step).expect("a step there");
    assert_eq!(page.text(), "abe", "three letters on");
    assert_eq!(page.source.asked.borrow().len(), asked, "the engine rests");
    let trace = page.app.trace().expect("there is a run");
    assert_eq!(trace.model.output, ModelOutput::LogProbs);
    assert!(!trace.to_json().expect("plain data").contains("sesame"));
    page.change("script").expect("it is still there");
    page.done(Job::Step).expect("a step here");
    assert_eq!(page.text(), "abef");
}

#[test]
fn a_model_beside_it_is_the_engines() {
    let page = Page::open();
    page.connect().expect("it answers");
    let loads = page.source.drafts.get();
    let load = logitscope_protocol::Load {
        name: "draft".into(),
        source: ModelSource::Url {
            base: String::new(),
            asks: false,
        },
        backend: BackendChoice::Auto,
        precision: Default::default(),
        measured: None,
        replaces: None,
    };
    let source = Rc::clone(&page.driver.source);
    Executor::spawn_local(async move {
        let loaded = source.load(load, Role::Draft, Rc::new(|_| {})).await;
        assert!(loaded.is_ok());
    });
    page.settle();
    assert_eq!(
        (page.source.drafts.get(), page.server.drafts.get()),
        (loads + 1, 0)
    );
}

#[test]
fn a_server_that_does_not_answer_costs_nothing() {
    let page = Page::open();
    page.done(Job::Step).expect("a step");
    *page.server.load_failure.borrow_mut() = Some(ErrorKind::Input);
    assert!(page.connect().is_err());
    assert_eq!(page.app.phase.get_untracked(), Phase::Ready);
    page.done(Job::Step).expect("the engine goes on");
    assert_eq!(page.text(), "abc");
}

#[test]
fn a_step_that_fails_there_can_be_taken_again() {
    let page = Page::open();
    page.connect().expect("it answers");
    page.server
        .failures
        .borrow_mut()
        .push_back(Some(ErrorKind::Input));
    page.done(Job::Step).expect_err("the server is gone");
    page.done(Job::Step).expect("it is back");
    assert_eq!(
        page.source.loads.borrow().len(),
        1,
        "nobody is asked to start again"
    );
}

#[test]
fn a_chain_that_needs_logits_is_refused_before_anything_is_lost() {
    let page = Page::open();
    page.done(Job::Step).expect("a step");
    let mut settings = page.app.settings.get_untracked();
    settings.chain.set(Sampler::RepetitionPenalty {
        theta: 1.2,
        last_n: 64,
    });
    page.app.set_settings(settings);
    page.settle();
    page.server.skip.set(3);
    let refused = page.connect();
    assert_eq!(refused.err(), Some(Failure::Core(CoreError::NeedsLogits)));
    page.done(Job::Step).expect("a step here");
    assert_eq!(page.text(), "abc");
}

/// Nothing but a draw of `u`.
fn plain(page: &Page, u: f64) {
    page.app.set_settings(Settings {
        chain: Chain::default(),
        ..page.app.settings.get_untracked()
    });
    page.app.set_u(Some(u));
    page.settle();
}

fn blocked(page: &Page) -> Option<CoreError> {
    let blocked = |step: &Option<Arc<StepView>>| step.as_ref()?.blocked.clone();
    page.app.step.with_untracked(blocked)
}

#[test]
fn a_server_that_lists_three_tokens_gives_what_these_decide_and_no_more() {
    let page = Page::open();
    page.server.lists.set(Some(3));
    page.connect().expect("it answers");
    plain(&page, 0.5);
    assert_eq!(blocked(&page), None);
    page.done(Job::Step).expect("the first has 0.81");
    assert_eq!(page.text(), "ab");
    plain(&page, 0.999);
    let fell = CoreError::DrawUndecided {
        u: 0.999,
        listed: 3,
        d_vocab: ALPHABET.len(),
    };
    assert_eq!(blocked(&page), Some(fell.clone()));
    let refused = page.done(Job::Step).expect_err("it fell beyond the three");
    assert_eq!(refused, Failure::Core(fell));
    // Of a token that is neither listed nor rated no probability is known.
    page.server.rates_nothing.set(true);
    let lone = page.done(Job::Force(7)).expect_err("it is not among them");
    assert!(matches!(
        lone,
        Failure::Core(CoreError::NotListed { token: 7, .. })
    ));
    page.server.rates_nothing.set(false);
    let forced = page.done(Job::Force(7)).expect("it is rated");
    let Done::Step(forced) = forced else {
        panic!("a step")
    };
    let choice = forced.choice;
    assert_eq!((choice.token, choice.prob_before), (7, 0.5));
    assert_eq!((choice.prob_after, forced.surprisal_bits), (0.5, 1.0));
    assert_eq!(page.text(), "abh");
    let shown = page.app.transcript.with_untracked(|all| all.len());
    assert_eq!(shown, 3);
    page.done(Job::Rewind(1)).expect("back");
    let remedy = |step: &Option<Arc<StepView>>| step.as_ref()?.remedy.clone();
    let remedy = page.app.step.with_untracked(remedy).expect("a top-k");
    page.app.set_settings(remedy);
    page.app.set_u(Some(0.999));
    page.settle();
    assert_eq!(blocked(&page), None);
    page.done(Job::Step).expect("three are left");
    assert_eq!(page.text().len(), 3);
}

#[test]
fn more_tokens_are_asked_for_where_a_few_do_not_decide() {
    let page = Page::open();
    page.connect().expect("it answers");
    plain(&page, 0.5);
    page.app.set_list_length(Some(2));
    page.done(Job::Step).expect("the first two decide");
    let full = page.server.evaluated.get();
    plain(&page, 0.5);
    assert_eq!(page.server.evaluated.get(), full, "they decide");
    assert!(page.server.listed.borrow().iter().all(|n| *n == 2));
    plain(&page, 0.999);
    assert_eq!(blocked(&page), None, "all of them are there now");
    assert_eq!(page.server.evaluated.get(), full + 1);
    page.done(Job::Step).expect("the eighth has it");
    // Whoever wants a token that is not listed wants its probability, too.
    plain(&page, 0.5);
    let full = page.server.evaluated.get();
    page.done(Job::Force(5)).expect("it is in the vocabulary");
    assert_eq!(page.server.evaluated.get(), full + 1);
    // A stage that needs all of them has them.
    let mut settings = page.app.settings.get_untracked();
    settings.chain.set(Sampler::Typical { p: 0.9 });
    page.app.set_settings(settings);
    page.settle();
    assert_eq!(blocked(&page), None);
    assert_eq!(page.server.evaluated.get(), full + 2);
}

#[test]
fn a_server_that_lists_fewer_than_it_says_is_not_asked_for_ever() {
    let page = Page::open();
    page.server.gives.set(Some(3));
    page.connect().expect("it answers");
    plain(&page, 0.999);
    let asked = page.server.listed.borrow().len();
    assert!(asked < 6, "{asked} times");
    assert!(matches!(
        blocked(&page),
        Some(CoreError::DrawUndecided { listed: 3, .. })
    ));
    assert!(page.done(Job::Step).is_err());
    assert_eq!(page.server.listed.borrow().len(), asked);
}

fn beams(width: u32) -> BeamRun {
    let options = BeamOptions {
        width,
        length_penalty: 1.0,
        early_stopping: EarlyStopping::Likely,
        max_tokens: 3,
        end_tokens: Vec::new(),
        prompt_len: 0,
        seed: None,
        stochastic: false,
        groups: 1,
        diversity: 0.0,
    };
    let sampling = Sampling::new(Chain::default(), 1, Arc::<Vocab>::default());
    BeamRun::new(vec![0], sampling.expect("no memory"), options, 32).expect("a short prompt")
}

impl Page {
    fn strategy(&self, station: Station, kind: Kind, work: Box<dyn Work>) -> Option<String> {
        self.app.open.set(Some(station));
        let pace = Pace {
            at: usize::MAX,
            ..Pace::default()
        };
        self.app.set_pace(kind, pace);
        self.app.begin_work(kind, Ok(work));
        self.settle();
        untrack(|| self.app.work_failed(kind))
    }
}

#[test]
fn a_search_goes_on_three_listed_tokens_as_long_as_they_decide_it() {
    let page = Page::open();
    page.server.lists.set(Some(3));
    page.connect().expect("it answers");
    page.server.listed.borrow_mut().clear();
    let failed = page.strategy(Station::Beams, Kind::Beams, Box::new(beams(1)));
    assert_eq!(failed, None);
    let best = untrack(|| {
        page.app.read_work(Kind::Beams, |run: &BeamRun| {
            run.search().finished()[0].tokens.clone()
        })
    });
    assert_eq!(best, Some(vec![1, 2, 3]));
    assert_eq!(*page.server.listed.borrow(), [3, 3, 3]);
    // Two beams look at four candidates.
    let failed = page.strategy(Station::Beams, Kind::Beams, Box::new(beams(2)));
    let failed = failed.expect("three are too few");
    assert!(failed.contains("top-k of at most 3"), "{failed}");
}

#[test]
fn what_needs_the_scores_of_all_tokens_says_so() {
    let page = Page::open();
    page.server.lists.set(Some(3));
    page.connect().expect("it answers");
    let options = GuidedOptions {
        rule: GuidedRule::ContrastiveSearch { k: 2, alpha: 0.6 },
        choosing: Choosing::Greedy,
        max_tokens: 3,
        end_tokens: Vec::new(),
    };
    let sizes = Sizes {
        n_ctx: 32,
        n_layers: 1,
    };
    let sampling = Sampling::new(Chain::default(), 1, Arc::<Vocab>::default());
    let run = GuidedRun::new(vec![0], sampling.expect("no memory"), options, sizes);
    let run = Box::new(run.expect("in range"));
    let failed = page.strategy(Station::Guided, Kind::Guide, run);
    let failed = failed.expect("three are not all");
    assert!(failed.contains("all 8 tokens"), "{failed}");
}
