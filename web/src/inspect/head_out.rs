//! The step on screen without the head on screen: what the model would say if that wrote nothing into the residual stream.

use std::sync::Arc;

use logitscope_core::{Distribution, NodeId, Part};
use logitscope_protocol::{Answer, Command, floats};

use super::{Focus, Record, Request, Store, Unusable};

/// Of longer texts the head has to be taken out by hand: a visitor who walks from head to head would wait for each.
pub const MOST_TOKENS: usize = 128;

/// What is found: the step, the layer and the head.
pub type HeadOfStep = (NodeId, u32, u32);

/// The logits of the step on screen without the head on screen; nothing while other parts are off, or while the text runs.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    let (node, position) = focus.step()?;
    let key: HeadOfStep = (node, focus.layer, focus.head);
    // The whole text is read for it: not for a step that is gone before one could read of it.
    if focus.playing || position >= MOST_TOKENS {
        return None;
    }
    if store.has::<HeadOut>(&key) || !focus.interventions.is_empty() {
        return None;
    }
    let mut lane = focus.interventions.clone();
    let (layer, head) = (focus.layer, focus.head);
    // A head that the model does not have is not looked at.
    lane.set(Part::Head { layer, head }, 0.0).ok()?;
    let command = Command::Evaluate {
        tokens: focus.up_to(position),
        fresh: false,
    };
    let request = Request::new(focus, command, move |store, answer, budget| {
        let Answer::Logits { bytes, .. } = answer else {
            return Err(Unusable::OtherAnswer);
        };
        let distribution = Arc::new(Distribution::new(&floats(&bytes))?);
        store.keep(vec![(key, HeadOut { distribution })], budget);
        Ok(())
    });
    Some(request.once_of(lane))
}

/// A step without one head.
#[derive(Debug)]
pub struct HeadOut {
    /// The distribution.
    pub distribution: Arc<Distribution>,
}

impl Record for HeadOut {
    type Key = HeadOfStep;
    const OF_SHOWN_MODEL: bool = false;

    fn bytes(&self) -> usize {
        // Logits, the order, the way back, and probabilities.
        20 * self.distribution.len()
    }
}
