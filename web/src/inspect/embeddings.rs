//! Tokens as vectors: the nearest ones, and where the tokens of the text begin their way.

use std::sync::Arc;

use logitscope_core::inspection::Weighed;
use logitscope_core::{Interventions, NodeId, TokenId};
use logitscope_protocol::{Answer, Command, TapArray};

use super::taps::values;
use super::{Focus, Record, Request, Store, Unusable};

/// How many near tokens are shown.
const NEAREST: u32 = 12;

/// The near tokens first, then the map.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    if !store.has::<Vec<Weighed>>(&focus.near) {
        return Some(nearest(focus));
    }
    // A text whose vectors do not fit has no map.
    if 16 * focus.model.d_model as usize * focus.path.len() > focus.budget_bytes {
        return None;
    }
    let missing = |node: &NodeId| !store.has::<Embedded>(node);
    let from = focus.path.iter().position(missing)?;
    Some(embedded(focus, from))
}

fn nearest(focus: &Focus) -> Request {
    let (token, count) = (focus.near, NEAREST);
    let command = Command::Nearest { token, count };
    let request = Request::new(focus, command, move |store, answer, budget| {
        let Answer::Nearest(all) = answer else {
            return Err(Unusable::OtherAnswer);
        };
        store.keep(vec![(token, all)], budget);
        Ok(())
    });
    request.of(Interventions::default())
}

fn embedded(focus: &Focus, from: usize) -> Request {
    let path = focus.path.clone();
    let command = Command::Inspect {
        tokens: focus.tokens.clone(),
        from: from as u32,
        layers: Vec::new(),
        names: vec!["embed".into(), "pos_embed".into()],
    };
    Request::new(focus, command, move |store, answer, budget| {
        let Answer::Taps(taps) = answer else {
            return Err(Unusable::OtherAnswer);
        };
        let named = |name: &'static str| taps.iter().filter(move |tap| tap.name == name);
        let place = |embed: &TapArray| {
            let node = *path.get(embed.position as usize)?;
            // A model that rotates has no row for a position.
            let mut rows = named("pos_embed");
            let position = rows.find(|row| row.position == embed.position);
            let embedded = Embedded {
                embed: values(embed),
                position: position.map(values).unwrap_or_default(),
            };
            Some((node, embedded))
        };
        store.keep(named("embed").filter_map(place).collect(), budget);
        Ok(())
    })
}

/// Where the tokens of `text` begin their way, as far as that has arrived.
pub fn places(text: &[(NodeId, TokenId)], store: &Store) -> Vec<(TokenId, Arc<Embedded>)> {
    let place = |(node, token): &(NodeId, TokenId)| Some((*token, Arc::clone(store.get(node)?)));
    text.iter().map_while(place).collect()
}

/// Where a token of the text begins its way.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedded {
    /// Its row of the embedding, `[d_model]`.
    pub embed: Vec<f32>,
    /// Its position's row, `[d_model]`; empty where the model has none.
    pub position: Vec<f32>,
}

impl Record for Embedded {
    type Key = NodeId;
    const OF_SHOWN_MODEL: bool = false;

    fn bytes(&self) -> usize {
        4 * (self.embed.len() + self.position.len())
    }
}

impl Record for Vec<Weighed> {
    type Key = TokenId;
    const OF_SHOWN_MODEL: bool = false;

    fn bytes(&self) -> usize {
        self.len() * std::mem::size_of::<Weighed>()
    }
}
