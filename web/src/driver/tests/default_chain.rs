//! The chain of a model's generation config, where nobody chose another one.

use logitscope_core::chain::Chain;
use logitscope_protocol::Endpoint;

use super::*;
use crate::choices::{Control, first_settings};
use crate::state::ChainBy;

/// A repetition penalty, which a server's scores cannot have.
const ONE: &str = "repetition_penalty~1.1~64,temperature~0.6,top_k~3";
const OTHER: &str = "temperature~0.7,top_p~0.8";

fn chain(text: &str) -> Chain {
    text.parse().expect("a chain")
}

fn own(text: &str) -> Settings {
    Settings {
        chain: chain(text),
        seed: 1,
    }
}

impl Page {
    /// A page on which nobody chose anything, with a model that asks for nothing.
    fn untouched() -> Self {
        let page = Self::remembering(first_settings());
        page.load("plain").expect("loads");
        page
    }

    /// The models from now on have this generation config.
    fn ask_for(&self, chain: Option<&str>) {
        *self.source.chain.borrow_mut() = chain.map(super::default_chain::chain);
    }

    /// Opens a model with this generation config, as the menu does.
    fn open_asking(&self, name: &str, chain: Option<&str>) {
        self.ask_for(chain);
        self.change(name).expect("loads");
    }

    fn chain(&self) -> String {
        self.app.settings.with_untracked(|s| s.chain.to_string())
    }

    /// What was said of the chain.
    fn said(&self) -> Option<String> {
        self.notices().into_iter().rfind(|n| n.contains("sampler"))
    }
}

fn first() -> String {
    first_settings().chain.to_string()
}

#[test]
fn the_sampler_is_reset_to_the_chain_of_its_model() {
    let page = Page::untouched();
    page.open_asking("one", Some(ONE));
    page.app.set_settings(own("top_k~4"));
    page.app.reset_settings();
    assert_eq!(page.chain(), ONE);
    // Nobody chose it.
    page.open_asking("other", Some(OTHER));
    assert_eq!(page.chain(), OTHER);
    page.open_asking("plain", None);
    page.app.set_settings(own("top_k~4"));
    page.app.reset_settings();
    assert_eq!(page.chain(), first());
}

#[test]
fn a_model_opens_with_the_chain_of_its_generation_config_and_the_next_one_with_its_own_or_the_pages()
 {
    let page = Page::untouched();
    assert_eq!((page.chain(), page.said()), (first(), None));
    page.open_asking("one", Some(ONE));
    assert_eq!(page.chain(), ONE);
    assert!(
        page.said()
            .is_some_and(|said| said.contains("one’s generation config"))
    );
    page.open_asking("other", Some(OTHER));
    assert_eq!(page.chain(), OTHER);
    page.open_asking("plain", None);
    assert_eq!(page.chain(), first());
    assert!(
        page.said()
            .is_some_and(|said| said.contains("this page’s default"))
    );
    // The first model, and one that a script loads, too.
    let page = Page::remembering(first_settings());
    page.ask_for(Some(ONE));
    page.load("one").expect("loads");
    assert_eq!(page.chain(), ONE);
}

#[test]
fn the_text_keeps_the_choices_that_were_made_under_the_chain_before() {
    let page = Page::untouched();
    page.done(Job::Step).expect("steps");
    let (text, node) = (page.text(), page.app.with_run(|run| Ok(run.cursor())));
    let node = node.expect("a run").expect("a step");
    page.open_asking("one", Some(ONE));
    assert_eq!((page.text(), page.chain()), (text, ONE.to_owned()));
    let record = page.app.with_run(|run| Ok(run.record(node).cloned()));
    let record = record.expect("a run").expect("taken again");
    assert_eq!(record.chosen, Chosen::Sampled);
    assert_eq!(record.settings.chain, first_settings().chain);
}

#[test]
fn a_chain_that_somebody_chose_is_never_touched() {
    // Remembered.
    let page = Page::remembering(own("top_k~1"));
    page.load("plain").expect("loads");
    page.open_asking("one", Some(ONE));
    assert_eq!((page.chain().as_str(), page.said()), ("top_k~1", None));
    // The visitor's, also where it is the page's chain under another model.
    let page = Page::untouched();
    page.app.set_settings(own("top_k~2"));
    page.open_asking("one", Some(ONE));
    assert_eq!(page.chain(), "top_k~2");
    let page = Page::untouched();
    page.open_asking("one", Some(ONE));
    page.app.set_settings(first_settings());
    page.open_asking("other", Some(OTHER));
    assert_eq!(page.chain(), first());
    // A trace's.
    let page = Page::untouched();
    page.app.set_settings(own("top_k~4"));
    let trace = page.app.trace().expect("there is a run");
    page.app.set_settings(first_settings());
    page.done(Job::Import(Box::new(trace))).expect("imports");
    page.open_asking("one", Some(ONE));
    assert_eq!(page.chain(), "top_k~4");
    // A link's or a script's, though it is the page's; and one that an embedding page made read-only.
    let page = Page::untouched();
    page.app.session().chain_by.set(ChainBy::Somebody);
    page.open_asking("one", Some(ONE));
    assert_eq!(page.chain(), first());
    let page = Page::untouched();
    page.app.embed.update(|e| {
        e.lock.insert(Control::Chain);
    });
    page.open_asking("one", Some(ONE));
    assert_eq!(page.chain(), first());
}

#[test]
fn it_is_taken_back_and_made_again_like_any_change_of_the_chain() {
    let page = Page::untouched();
    page.open_asking("one", Some(ONE));
    page.app.undo_settings();
    assert_eq!(page.chain(), first());
    // That was the visitor's choice.
    page.open_asking("other", Some(OTHER));
    assert_eq!(page.chain(), first());
    page.open_asking("one", Some(ONE));
    page.app.redo_settings();
    assert_eq!(page.chain(), ONE);
    page.open_asking("other", Some(OTHER));
    assert_eq!(page.chain(), OTHER);
    // What was changed and changed back is nobody's again.
    page.app.set_settings(own("top_k~2"));
    page.app.undo_settings();
    page.open_asking("plain", None);
    assert_eq!(page.chain(), first());
}

#[test]
fn a_state_that_is_opened_stays_as_it_is_for_its_model() {
    for (asks, then) in [(None, OTHER), (Some(ONE), "")] {
        let page = Page::untouched();
        page.app.session().chain_by.set(ChainBy::Opening);
        page.ask_for(asks);
        page.load("its own").expect("loads");
        assert_eq!(page.chain(), first(), "{asks:?}");
        // Where it is what nobody chose, the next model's takes its place.
        page.open_asking("other", Some(OTHER));
        let then = Some(then).filter(|then| !then.is_empty());
        assert_eq!(
            page.chain(),
            then.map_or(first(), str::to_owned),
            "{asks:?}"
        );
    }
}

#[test]
fn a_model_that_does_not_open_leaves_the_chain() {
    let page = Page::untouched();
    page.open_asking("one", Some(ONE));
    *page.source.load_failure.borrow_mut() = Some(ErrorKind::Input);
    assert!(page.change("other").is_err());
    assert_eq!(page.chain(), ONE);
    *page.source.load_failure.borrow_mut() = None;
    page.open_asking("plain", None);
    assert_eq!(page.chain(), first());
}

#[test]
fn a_server_has_the_chain_of_the_page_and_gives_it_back_where_it_cannot_be_reached() {
    let server = || LoadSpec {
        files: Files::Checkpoint(ModelSource::Server(Endpoint {
            address: "http://127.0.0.1:8080".into(),
            key: None,
            model: None,
        })),
        ..spec("there")
    };
    let page = Page::untouched();
    page.open_asking("one", Some(ONE));
    *page.server.load_failure.borrow_mut() = Some(ErrorKind::Input);
    assert!(page.done(Job::ChangeModel(server())).is_err());
    assert_eq!(page.chain(), ONE);
    *page.server.load_failure.borrow_mut() = None;
    page.done(Job::ChangeModel(server())).expect("connects");
    assert_eq!(page.chain(), first());
}
