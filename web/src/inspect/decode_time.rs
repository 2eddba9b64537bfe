//! Where the time of a step goes.

use logitscope_core::Interventions;
use logitscope_core::inspection::DecodeCost;
use logitscope_protocol::{Answer, Command};

use super::{Focus, Record, Request, Store, Unusable};

/// What decoding a token cost when it was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// At this many tokens of text.
    pub n_tokens: usize,
    /// What it cost.
    pub cost: DecodeCost,
}

impl Record for Measured {
    type Key = ();
    const OF_SHOWN_MODEL: bool = false;

    // Some hundred lines of a table: not worth counting.
    fn bytes(&self) -> usize {
        0
    }
}

/// One measurement, at the end of the text on screen.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    if store.has::<Measured>(&()) {
        return None;
    }
    let tokens = focus.tokens.clone();
    let n_tokens = tokens.len();
    let request = Request::new(
        focus,
        Command::Speed { tokens },
        move |store, answer, budget| {
            let Answer::Speed(cost) = answer else {
                return Err(Unusable::OtherAnswer);
            };
            store.keep(vec![((), Measured { n_tokens, cost })], budget);
            Ok(())
        },
    );
    Some(request.of(Interventions::default()))
}
