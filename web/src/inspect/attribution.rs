//! Contributions: what each part of the model adds to the logits of some tokens.

use logitscope_core::attribution::{Attribution, Source};
use logitscope_core::{NodeId, TokenId};
use logitscope_protocol::{Answer, Command};

use super::{Focus, Record, Request, Store, Unusable};

/// The shares of the step on screen, for the tokens that are watched now.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    let (node, position) = focus.step()?;
    let watch = focus.watch.clone();
    if store.get::<Shares>(&node).is_some_and(|s| s.watch == watch) {
        return None;
    }
    let command = Command::Attribute {
        tokens: focus.up_to(position),
        watch: watch.clone(),
    };
    Some(Request::new(
        focus,
        command,
        move |store, answer, budget| {
            let Answer::Attributions(all) = answer else {
                return Err(Unusable::OtherAnswer);
            };
            store.keep(vec![(node, Shares { watch, all })], budget);
            Ok(())
        },
    ))
}

/// What the parts of the model add to the logits of some tokens, at one step.
#[derive(Debug, Clone, PartialEq)]
pub struct Shares {
    /// The tokens that were asked for.
    pub watch: Vec<TokenId>,
    /// One entry a token.
    pub all: Vec<Attribution>,
}

impl Record for Shares {
    type Key = NodeId;

    fn bytes(&self) -> usize {
        let parts = self.all.iter().map(|one| one.parts.len()).sum::<usize>();
        parts * std::mem::size_of::<(Source, f64)>()
    }
}
