//! Where the texts of a run end, in the order in which they were last gone to: so that none of them is lost.

use crate::{NodeId, TokenTree};

/// The ends of texts, each with the end of its prompt; the one gone to last comes last.
#[derive(Debug, Clone, Default)]
pub struct Ends(Vec<(NodeId, NodeId)>);

impl Ends {
    /// Notes that the text up to `node`, whose prompt ends at `prompt_end`, was gone to. It takes the place of the one that it goes on from,
    /// unless that had something generated which is written now.
    pub fn note(&mut self, tree: &TokenTree, node: NodeId, prompt_end: NodeId) {
        let Ok(end) = tree.get(node) else { return };
        if !end.children.is_empty() {
            // Somewhere in the middle of a text.
            return;
        }
        let goes_on = |(other, its_prompt): (NodeId, NodeId)| {
            Some(other) == end.parent && (its_prompt == prompt_end || its_prompt == other)
        };
        self.0.retain(|other| other.0 != node && !goes_on(*other));
        self.0.push((node, prompt_end));
    }

    /// Where the text below `node` ended that was gone to last, and where its prompt did; a text of which something was generated comes
    /// before one that was only written. `None` if none was gone to.
    pub fn below(&self, tree: &TokenTree, node: NodeId) -> Option<(NodeId, NodeId)> {
        let below = |(end, _): &&(NodeId, NodeId)| is_below(tree, *end, node);
        let any = || self.0.iter().rfind(below).copied();
        let mut generated = self.0.iter().filter(|(end, prompt)| end != prompt);
        generated.rfind(below).copied().or_else(any)
    }

    /// The ends of texts of which something was generated.
    pub fn generated(&self) -> impl Iterator<Item = NodeId> {
        let generated = self.0.iter().filter(|(end, prompt)| end != prompt);
        generated.map(|(end, _)| *end)
    }
}

/// Whether `node` is `above` or follows it.
fn is_below(tree: &TokenTree, node: NodeId, above: NodeId) -> bool {
    let mut at = Some(node);
    while let Some(id) = at {
        // Parents are made before their children.
        if id <= above {
            return id == above;
        }
        at = tree.get(id).ok().and_then(|node| node.parent);
    }
    false
}

/// The end of the longest text below `node`, the latest made of several.
pub fn deepest(tree: &TokenTree, node: NodeId) -> NodeId {
    let mut deepest = (node, 0);
    let mut open = vec![(node, 0)];
    while let Some((at, depth)) = open.pop() {
        if (depth, at) > (deepest.1, deepest.0) {
            deepest = (at, depth);
        }
        open.extend(tree.children(Some(at)).iter().map(|id| (*id, depth + 1)));
    }
    deepest.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a b c, a b d e, and f; the nodes in the order of their names.
    fn tree() -> (TokenTree, Vec<NodeId>) {
        let mut tree = TokenTree::default();
        for text in [&[0, 1, 2][..], &[0, 1, 3, 4], &[5]] {
            tree.extend(None, text).expect("valid parents");
        }
        let nodes = tree.nodes().map(|(id, _)| id).collect();
        (tree, nodes)
    }

    #[test]
    fn of_the_ends_below_a_node_the_one_gone_to_last_is_found() {
        let (tree, n) = tree();
        let mut ends = Ends::default();
        for end in [n[4], n[2], n[5]] {
            ends.note(&tree, end, n[0]);
        }
        assert_eq!(ends.below(&tree, n[0]), Some((n[2], n[0])));
        assert_eq!(ends.below(&tree, n[3]), Some((n[4], n[0])));
        assert_eq!(ends.below(&tree, n[5]), Some((n[5], n[0])));
        ends.note(&tree, n[4], n[1]);
        assert_eq!(ends.below(&tree, n[0]), Some((n[4], n[1])));
    }

    #[test]
    fn a_place_in_the_middle_of_a_text_is_no_end() {
        let (tree, n) = tree();
        let mut ends = Ends::default();
        ends.note(&tree, n[4], n[0]);
        ends.note(&tree, n[3], n[0]);
        assert_eq!(ends.below(&tree, n[3]), Some((n[4], n[0])));
        assert_eq!(ends.below(&tree, n[2]), None);
    }

    #[test]
    fn what_was_generated_stays_an_end_when_it_is_written_on() {
        let (tree, n) = tree();
        let mut ends = Ends::default();
        // Generated up to d, then written up to e.
        let short = TokenTree::default();
        ends.note(&short, n[3], n[0]);
        assert_eq!(ends.generated().count(), 0, "it is in no tree");
        let mut tree_before = TokenTree::default();
        tree_before.extend(None, &[0, 1, 2]).expect("valid parents");
        tree_before.extend(None, &[0, 1, 3]).expect("valid parents");
        ends.note(&tree_before, n[3], n[0]);
        ends.note(&tree, n[4], n[4]);
        assert_eq!(ends.generated().collect::<Vec<_>>(), [n[3]]);
        assert_eq!(ends.below(&tree, n[1]), Some((n[3], n[0])));
        assert_eq!(ends.below(&tree, n[4]), Some((n[4], n[4])));
    }

    #[test]
    fn the_longest_text_is_found_without_a_note() {
        let (tree, n) = tree();
        assert_eq!(deepest(&tree, n[0]), n[4]);
        assert_eq!(deepest(&tree, n[2]), n[2]);
    }
}
