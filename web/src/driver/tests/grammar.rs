//! Grammars: each step waits for what its grammar allows.

use leptos::prelude::*;
use logitscope_core::CoreError;
use logitscope_core::chain::{Grammar, Kind, Sampler};
use logitscope_core::error::GrammarError;

use super::Page;
use crate::state::Job;

impl Page {
    /// The letters that the grammar of the script allows, one for each step.
    fn set_grammar(&self, text: &str) {
        let mut settings = self.app.settings.get_untracked();
        let grammar = Grammar {
            text: text.into(),
            ..Grammar::default()
        };
        settings.chain.set(Sampler::Grammar { grammar });
        self.app.set_settings(settings);
        self.settle();
    }

    fn grammar_acts(&self) -> bool {
        let settings = self.app.settings.get_untracked();
        let mut stages = settings.chain.stages().iter();
        stages.any(|stage| stage.on && stage.sampler.kind() == Kind::Grammar)
    }

    fn blocked(&self) -> Option<CoreError> {
        self.app
            .step
            .with_untracked(|step| step.as_ref().and_then(|step| step.blocked.clone()))
    }
}

#[test]
fn each_step_takes_what_the_grammar_allows_and_the_way_back_asks_nothing() {
    let page = Page::open();
    page.set_grammar("dfa");
    assert_eq!(page.source.masks.get(), 1, "for the step on screen");
    for _ in 0..3 {
        page.done(Job::Step).expect("it allows a letter");
    }
    assert_eq!((page.text().as_str(), page.source.masks.get()), ("adfa", 4));
    assert_eq!(page.blocked(), Some(CoreError::GrammarComplete));
    assert!(page.done(Job::Step).is_err(), "the text is complete");
    assert_eq!(page.text(), "adfa");
    page.done(Job::Rewind(2)).expect("back");
    page.done(Job::Step).expect("it is known");
    assert_eq!((page.text().as_str(), page.source.masks.get()), ("adf", 4));
    assert_eq!(page.blocked(), None);
}

#[test]
fn a_grammar_that_cannot_be_used_is_switched_off_and_nothing_else_is_lost() {
    let page = Page::open();
    page.done(Job::Step).expect("a step");
    page.set_grammar("b!");
    // The second step is the one that it comes to its end over.
    assert!(!page.grammar_acts());
    assert_eq!(page.text(), "ab");
    page.done(Job::Step).expect("without it");
    assert_eq!(page.text(), "abc");
}

#[test]
fn a_text_that_has_left_the_grammar_is_shown_without_it_and_goes_no_further() {
    let page = Page::open();
    page.done(Job::Step).expect("a step");
    page.set_grammar("c?");
    let left = GrammarError::Left { place: 1 };
    assert_eq!(page.blocked(), Some(CoreError::Grammar(left)));
    assert!(page.grammar_acts());
    assert!(page.done(Job::Step).is_err());
    page.done(Job::Rewind(1)).expect("back");
    assert_eq!(page.blocked(), None);
    page.done(Job::Step).expect("it allows c");
    assert_eq!(page.text(), "ac");
}
