//! Which heads copy: at a passage that stands in the text again, they look at what followed its tokens before.

use logitscope_core::sorted;
use std::ops::Range;

use logitscope_core::heads::{TELLING_FROM, on_what_followed};
use logitscope_core::totals::Repeat;
use logitscope_core::{NodeId, TokenId};

use super::flow::{self, RowAttention};
use super::{Focus, Request, Store};

/// The most tokens that are looked from: one request has them all.
const MOST_QUERIES: usize = 16;
/// The most heads that are told of.
const MOST_HEADS: usize = 3;

/// A head that copies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Copies {
    /// Its layer, 0 being the first.
    pub layer: u32,
    /// Its place in the layer.
    pub head: u32,
    /// How much of its attention goes to what followed the same token earlier: the mean over the places, 0..=1.
    pub share: f64,
}

/// The places of a text from which a head that copies would look: the tokens of the passage where it stands last, as far as it has the one
/// after them, too.
pub fn places(repeat: &Repeat) -> Range<usize> {
    let end = (repeat.start + repeat.tokens).saturating_sub(1);
    repeat.start.max(end.saturating_sub(MOST_QUERIES))..end
}

/// The attention of those places that has not arrived.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    let mut places = focus.repeat.clone().filter(|_| !focus.playing)?;
    let lacks = |place: &usize| {
        let node = focus.path.get(*place);
        node.is_some_and(|node| !store.has::<RowAttention>(node))
    };
    let from = places.clone().find(lacks)?;
    let to = places.rfind(|place| lacks(place))?;
    Some(flow::attention(focus, from, to))
}

/// The heads that copy at these places of `text`, the most of it first, each with at least [`TELLING_FROM`]; `None` while their attention has
/// not arrived.
pub fn heads(
    text: &[(NodeId, TokenId)],
    places: Range<usize>,
    n_heads: u32,
    store: &Store,
) -> Option<Vec<Copies>> {
    let tokens: Vec<TokenId> = text.iter().map(|(_, token)| *token).collect();
    let row = |place: usize| {
        let (node, _) = text.get(place)?;
        Some((place, store.get::<RowAttention>(node)?))
    };
    let rows: Vec<_> = places.map(row).collect::<Option<_>>()?;
    let n_layers = rows.first().map_or(0, |(_, row)| row.patterns.len());
    let all = (0..n_layers).flat_map(|layer| (0..n_heads as usize).map(move |head| (layer, head)));
    let measured = all.filter_map(|(layer, head)| {
        let own = rows.iter().filter_map(|(place, row)| {
            let n = place + 1;
            let pattern = row.patterns.get(layer)?;
            Some((*place, pattern.get(head * n..(head + 1) * n)?))
        });
        let share = on_what_followed(&tokens, own)?.share;
        let (layer, head) = (layer as u32, head as u32);
        Some(Copies { layer, head, share })
    });
    let mut found: Vec<Copies> = measured
        .filter(|one| one.share >= f64::from(TELLING_FROM))
        .collect();
    sorted::sort_by(&mut found, |a, b| b.share.total_cmp(&a.share));
    found.truncate(MOST_HEADS);
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(patterns: &[&[f32]]) -> RowAttention {
        RowAttention {
            patterns: patterns.iter().map(|layer| layer.to_vec()).collect(),
            means: Vec::new(),
            most: Vec::new(),
            total: Vec::new(),
        }
    }

    #[test]
    fn the_heads_that_look_at_what_followed_before_are_named_in_order() {
        // a b c a b c: at the second "a" and "b" a head that copies looks at the first "b" and "c".
        let text: Vec<(NodeId, TokenId)> = (0..6).map(|at| (NodeId(at), at % 3)).collect();
        let repeat = Repeat {
            start: 3,
            first: 0,
            tokens: 3,
            times: 2,
        };
        assert_eq!(places(&repeat), 3..5);
        let mut store = Store::default();
        // Two layers of two heads.
        let first = (
            NodeId(3),
            row(&[
                &[0.9, 0.0, 0.1, 0.0, 0.0, 0.3, 0.4, 0.3],
                &[0.0, 1.0, 0.0, 0.0, 0.8, 0.2, 0.0, 0.0],
            ]),
        );
        let second = (
            NodeId(4),
            row(&[
                &[1.0, 0.0, 0.0, 0.0, 0.0, 0.4, 0.0, 0.5, 0.1, 0.0],
                &[0.0, 0.5, 0.5, 0.0, 0.0, 0.9, 0.0, 0.1, 0.0, 0.0],
            ]),
        );
        store.keep(vec![first], 4000);
        assert_eq!(heads(&text, 3..5, 2, &store), None, "not all has arrived");
        store.keep(vec![second], 4000);
        let found = heads(&text, 3..5, 2, &store).expect("all has arrived");
        let found: Vec<_> = found
            .iter()
            .map(|one| (one.layer, one.head, (100.0 * one.share).round()))
            .collect();
        assert_eq!(found, [(1, 0, 75.0), (0, 1, 40.0)]);
    }

    #[test]
    fn a_long_passage_is_looked_from_at_its_end() {
        let repeat = Repeat {
            start: 40,
            first: 0,
            tokens: 40,
            times: 2,
        };
        assert_eq!(places(&repeat), 63..79);
    }
}
