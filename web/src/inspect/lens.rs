//! The logit lens: what the model would say after each of its blocks.

use std::sync::Arc;

use logitscope_core::lens::{LensCell, WatchedToken};
use logitscope_core::{NodeId, TokenId};
use logitscope_protocol::{Answer, Command};

use super::{Focus, Record, Request, Store, Unusable};

/// The most positions of one request, after the first one.
const AT_ONCE: usize = 4;

/// The step on screen first, then backwards from it.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    let nodes = &focus.columns;
    let first = focus.path.len().checked_sub(nodes.len())?;
    let place = |at: usize| focus.place(nodes[at]).unwrap_or(first);
    let last = nodes.len().checked_sub(1)?;
    // The step on screen follows the tokens that are watched now; of the others any will do.
    let newest = store.get::<LensColumn>(&nodes[last]);
    if newest.is_none_or(|column| column.watch != focus.watch) {
        return Some(columns(focus, place(last), 1));
    }
    let lacks = |at: &usize| !store.has::<LensColumn>(&nodes[*at]);
    let end = (0..last).rev().find(lacks)?;
    let from = (0..=end)
        .rev()
        .take(AT_ONCE)
        .take_while(|at| lacks(at))
        .last()?;
    Some(columns(focus, place(from), end + 1 - from))
}

fn columns(focus: &Focus, from: usize, count: usize) -> Request {
    let (path, watch) = (focus.path.clone(), focus.watch.clone());
    let command = Command::Lens {
        tokens: focus.up_to((from + count).saturating_sub(1)),
        from: from as u32,
        count: count as u32,
        watch: watch.clone(),
    };
    Request::new(focus, command, move |store, answer, budget| {
        let Answer::Lens(columns) = answer else {
            return Err(Unusable::OtherAnswer);
        };
        let column = |(node, cells): (&NodeId, _)| {
            let watch = watch.clone();
            (*node, LensColumn { watch, cells })
        };
        let all = path[from..].iter().zip(columns).map(column);
        store.keep(all.collect(), budget);
        Ok(())
    })
}

/// What the model would say at one position, after each of its blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct LensColumn {
    /// The tokens whose place each cell tells.
    pub watch: Vec<TokenId>,
    /// From depth 0 to the output.
    pub cells: Vec<LensCell>,
}

impl Record for LensColumn {
    type Key = NodeId;

    fn bytes(&self) -> usize {
        let watched = self.watch.len() * std::mem::size_of::<WatchedToken>();
        self.cells.len() * (std::mem::size_of::<LensCell>() + watched)
    }
}

/// A position of the lens.
#[derive(Debug, Clone, PartialEq)]
pub struct LensPlace {
    /// Its node.
    pub node: NodeId,
    /// Its place in the text, 0 being the first.
    pub position: u32,
    /// Its token.
    pub token: TokenId,
    /// What has arrived of it.
    pub column: Option<Arc<LensColumn>>,
}

impl LensPlace {
    /// Those of `nodes` that lie on `text`, in its order.
    pub fn read(text: &[(NodeId, TokenId)], nodes: &[NodeId], store: &Store) -> Vec<Self> {
        let place = |(at, (node, token)): (usize, &(NodeId, TokenId))| LensPlace {
            node: *node,
            position: at as u32,
            token: *token,
            column: store.get(node).cloned(),
        };
        let shown = |(_, (node, _)): &(usize, &(NodeId, TokenId))| nodes.contains(node);
        let text = text.iter().enumerate();
        text.filter(shown).map(place).collect()
    }
}
