//! Knock-out: the step on screen with parts of the model switched off or scaled.

use std::sync::Arc;

use logitscope_core::{Distribution, Interventions, NodeId};
use logitscope_protocol::{Answer, Command, floats};

use super::{Focus, Record, Request, Store, Unusable};

/// The logits of the step on screen with the parts off that are off now.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    let (node, position) = focus.step()?;
    let interventions = focus.interventions.clone();
    let known = store.get::<Altered>(&node);
    let known = known.is_some_and(|altered| altered.interventions == interventions);
    if known || interventions.is_empty() {
        return None;
    }
    let command = Command::Evaluate {
        tokens: focus.up_to(position),
        fresh: false,
    };
    let lane = interventions.clone();
    let request = Request::new(focus, command, move |store, answer, budget| {
        let Answer::Logits { bytes, .. } = answer else {
            return Err(Unusable::OtherAnswer);
        };
        let altered = Altered {
            interventions,
            distribution: Arc::new(Distribution::new(&floats(&bytes))?),
        };
        store.keep(vec![(node, altered)], budget);
        Ok(())
    });
    Some(request.of(lane))
}

/// A step with parts of the model switched off or scaled.
#[derive(Debug)]
pub struct Altered {
    /// Which.
    pub interventions: Interventions,
    /// The distribution.
    pub distribution: Arc<Distribution>,
}

impl PartialEq for Altered {
    fn eq(&self, other: &Self) -> bool {
        self.interventions == other.interventions
            && Arc::ptr_eq(&self.distribution, &other.distribution)
    }
}

impl Record for Altered {
    type Key = NodeId;
    const OF_SHOWN_MODEL: bool = false;

    fn bytes(&self) -> usize {
        // Logits, the order, the way back, and probabilities.
        20 * self.distribution.len()
    }
}
