//! Where the nodes of the drawn tree are: a column after another from left to right, a line for each text.

use std::collections::BTreeSet;

use logitscope_core::{NodeId, TokenId};

use super::outline::Row;

/// The height of a line, and the room between a node and what goes on from it, in pixels.
pub const LINE: f64 = 32.0;
/// See [`LINE`].
pub const GAP: f64 = 72.0;
/// The height of a node.
pub const NODE: f64 = 24.0;
/// The width of a character, and of a node around its text.
const CHAR: (f64, f64) = (8.4, 24.0);
/// The widest node.
const WIDEST: f64 = 260.0;
/// The width of an edge of probability 1, and of the least probable one.
const EDGE: (f64, f64) = (18.0, 1.0);

/// A node by what it is, whatever else is in the tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A stretch of the run, by its first node.
    Stretch(NodeId),
    /// A way on from the step on screen, by its tokens.
    Ahead(Vec<TokenId>),
}

impl Key {
    /// That of a row.
    pub fn of(row: &Row) -> Self {
        match row {
            Row::Stretch { first, .. } => Key::Stretch(*first),
            Row::Ahead { tokens, .. } => Key::Ahead(tokens.clone()),
        }
    }
}

/// A node on the drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Its row.
    pub row: usize,
    /// What it goes on from, as a place in the list.
    pub parent: Option<usize>,
    /// Its left edge, its middle line and its width, in pixels.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// See `x`.
    pub width: f64,
    /// How many nodes go on from it.
    pub ways: usize,
    /// How many nodes are hidden below it.
    pub hidden: usize,
}

/// The nodes that are shown, parents first, and the size of all, in pixels. `rows` are those of the outline, `chars` the lengths of their texts.
pub fn layout(
    rows: &[(usize, Row)],
    chars: &[usize],
    folded: &BTreeSet<Key>,
) -> (Vec<Placed>, (f64, f64)) {
    let mut placed: Vec<Placed> = Vec::new();
    // The way from the root to the row, as places in the list.
    let mut way: Vec<(usize, usize)> = Vec::new();
    // The depth below which all is hidden.
    let mut folded_at: Option<(usize, usize)> = None;
    for (at, (depth, row)) in rows.iter().enumerate() {
        if let Some((own, place)) = folded_at {
            if *depth > own {
                placed[place].hidden += 1;
                continue;
            }
            folded_at = None;
        }
        while way.last().is_some_and(|(before, _)| before >= depth) {
            way.pop();
        }
        let parent = way.last().map(|(_, place)| *place);
        let length = chars.get(at).copied().unwrap_or_default() as f64;
        let x = parent.map_or(0.0, |parent| placed[parent].x + placed[parent].width + GAP);
        if let Some(parent) = parent {
            placed[parent].ways += 1;
        }
        placed.push(Placed {
            row: at,
            parent,
            x,
            y: 0.0,
            width: (length * CHAR.0 + CHAR.1).min(WIDEST),
            ways: 0,
            hidden: 0,
        });
        way.push((*depth, placed.len() - 1));
        if folded.contains(&Key::of(row)) {
            folded_at = Some((*depth, placed.len() - 1));
        }
    }
    let size = lines(&mut placed);
    (placed, size)
}

/// Gives each leaf a line, and whatever goes on the middle of what goes on from it.
fn lines(placed: &mut [Placed]) -> (f64, f64) {
    let mut leaves = 0;
    let mut below: Vec<(f64, f64)> = vec![(f64::INFINITY, f64::NEG_INFINITY); placed.len()];
    // Leaves from the top, then parents from the last: a parent stands before what goes on from it.
    for node in placed.iter_mut().filter(|node| node.ways == 0) {
        node.y = (f64::from(leaves) + 0.5) * LINE;
        leaves += 1;
    }
    for at in (0..placed.len()).rev() {
        if placed[at].ways > 0 {
            placed[at].y = (below[at].0 + below[at].1) / 2.0;
        }
        if let Some(parent) = placed[at].parent {
            let y = placed[at].y;
            below[parent] = (below[parent].0.min(y), below[parent].1.max(y));
        }
    }
    let right = placed.iter().map(|node| node.x + node.width);
    (right.fold(0.0, f64::max), f64::from(leaves) * LINE)
}

/// How wide an edge of a probability is, in pixels: in proportion, and never so thin that it is gone.
pub fn edge(prob: Option<f64>) -> f64 {
    prob.map_or(EDGE.1, |prob| (prob * EDGE.0).max(EDGE.1))
}

/// The place of the node that an arrow key leads to.
pub fn neighbour(placed: &[Placed], from: usize, key: &str) -> Option<usize> {
    let own = placed.get(from)?;
    match key {
        "ArrowLeft" => own.parent,
        "ArrowRight" => {
            let goes_on = |node: &(usize, &Placed)| node.1.parent == Some(from);
            let near = |node: &(usize, &Placed)| (node.1.y - own.y).abs();
            let all = placed.iter().enumerate().filter(goes_on);
            all.min_by(|a, b| near(a).total_cmp(&near(b)))
                .map(|(at, _)| at)
        }
        "ArrowUp" | "ArrowDown" => {
            let down = key == "ArrowDown";
            let beyond = |y: f64| if down { y - own.y } else { own.y - y };
            let all = placed
                .iter()
                .enumerate()
                .filter(|(_, node)| beyond(node.y) > 0.0);
            // What is nearest, its own column first.
            let far = |node: &Placed| (beyond(node.y), (node.x - own.x).abs());
            all.min_by(|a, b| {
                let (a, b) = (far(a.1), far(b.1));
                (a.0 + a.1).total_cmp(&(b.0 + b.1))
            })
            .map(|(at, _)| at)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(token: TokenId) -> Row {
        Row::Ahead {
            tokens: vec![token],
            prob: 0.5,
            mass: 0.5,
        }
    }

    /// 0 with 1 (with 2 and 3) and 4.
    fn rows() -> Vec<(usize, Row)> {
        let depths = [0, 1, 2, 2, 1];
        depths.into_iter().zip((0..).map(row)).collect()
    }

    #[test]
    fn leaves_have_lines_and_parents_are_in_the_middle() {
        let (placed, size) = layout(&rows(), &[4, 2, 2, 9, 1], &BTreeSet::new());
        let parents: Vec<_> = placed.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(1), Some(0)]);
        let lines: Vec<_> = placed.iter().map(|node| node.y / LINE).collect();
        assert_eq!(lines, [1.75, 1.0, 0.5, 1.5, 2.5]);
        assert!(placed[2].x > placed[1].x + placed[1].width && placed[3].x == placed[2].x);
        assert_eq!(size, (placed[3].x + placed[3].width, 3.0 * LINE));
    }

    #[test]
    fn what_is_folded_is_counted() {
        let folded = BTreeSet::from([Key::of(&row(1))]);
        let (placed, size) = layout(&rows(), &[1; 5], &folded);
        let shown: Vec<_> = placed.iter().map(|node| (node.row, node.hidden)).collect();
        assert_eq!(shown, [(0, 0), (1, 2), (4, 0)]);
        assert_eq!(size.1, 2.0 * LINE);
    }

    #[test]
    fn arrows_lead_along_the_tree() {
        let (placed, _) = layout(&rows(), &[1; 5], &BTreeSet::new());
        let go = |from, key| neighbour(&placed, from, key);
        assert_eq!(
            (go(0, "ArrowRight"), go(1, "ArrowLeft")),
            (Some(1), Some(0))
        );
        assert_eq!((go(2, "ArrowDown"), go(3, "ArrowUp")), (Some(3), Some(2)));
        assert_eq!((go(2, "ArrowUp"), go(4, "ArrowRight")), (None, None));
        assert_eq!(go(3, "ArrowDown"), Some(4));
        assert_eq!(layout(&[], &[], &BTreeSet::new()), (vec![], (0.0, 0.0)));
    }

    #[test]
    fn an_edge_is_as_wide_as_its_probability() {
        assert_eq!((edge(Some(1.0)), edge(Some(0.5))), (18.0, 9.0));
        assert_eq!((edge(Some(0.0)), edge(None)), (1.0, 1.0));
    }
}
