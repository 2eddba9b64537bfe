//! Neurons: the most active ones of a layer.

use logitscope_core::NodeId;
use logitscope_core::inspection::{Neuron, Weighed};
use logitscope_protocol::{Answer, Command};

use super::{Focus, Record, Request, Store, Unusable};

/// How many are shown, and how many of them first: those are on screen sooner than all.
const SHOWN: u32 = 10;
const FIRST: u32 = 3;

/// The most active neurons of the step on screen in its layer.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    let (node, position) = focus.step()?;
    let layer = focus.layer;
    let known = store.get::<Vec<Neuron>>(&(node, layer));
    let known = known.map_or(0, |all| all.len()) as u32;
    let count = if known == 0 { FIRST } else { SHOWN }.min(focus.model.d_mlp);
    if known >= count {
        return None;
    }
    let command = Command::Neurons {
        tokens: focus.up_to(position),
        layer,
        count,
    };
    Some(Request::new(
        focus,
        command,
        move |store, answer, budget| {
            let Answer::Neurons(all) = answer else {
                return Err(Unusable::OtherAnswer);
            };
            store.keep(vec![((node, layer), all)], budget);
            Ok(())
        },
    ))
}

impl Record for Vec<Neuron> {
    type Key = (NodeId, u32);

    fn bytes(&self) -> usize {
        let named = self.iter().map(|n| n.promoted.len() + n.suppressed.len());
        named.sum::<usize>() * std::mem::size_of::<Weighed>()
    }
}
