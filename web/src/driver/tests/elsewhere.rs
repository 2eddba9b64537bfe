//! A model on a server in the place of the engine's.

use logitscope_core::chain::Chain;
use logitscope_core::strategy::Role;
use logitscope_core::{CoreError, ModelOutput};
use logitscope_protocol::{Endpoint, Secret};

use std::sync::Arc;

use super::scripted::ALPHABET;
use super::*;
use crate::state::StepView;

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
    // Of a token that is not listed no probability is known.
    let lone = page.done(Job::Force(7)).expect_err("it is not among them");
    assert!(matches!(
        lone,
        Failure::Core(CoreError::NotListed { token: 7, .. })
    ));
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
