//! The token tree: the one data structure of a run.
//!
//! A node is one token with its parent and its position; a transcript is a path from a root.
//! Rewinding moves a cursor, branching adds a child; nothing is ever re-tokenised.

use serde::{Deserialize, Serialize};

use crate::{CoreError, TokenId};

/// A node of a [`TokenTree`]. Ids are given in order of creation and never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

/// One token in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The token.
    pub token: TokenId,
    /// The token before it; `None` for a first token.
    pub parent: Option<NodeId>,
    /// Its place in the text, 0 for a first token.
    pub position: u32,
    /// The tokens that have followed it, in order of creation, no token twice.
    pub children: Vec<NodeId>,
}

/// All the texts of a session, sharing their common beginnings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TokenTree {
    nodes: Vec<Node>,
    roots: Vec<NodeId>,
}

impl TokenTree {
    /// The node `id`.
    pub fn get(&self, id: NodeId) -> Result<&Node, CoreError> {
        self.nodes
            .get(id.0 as usize)
            .ok_or(CoreError::UnknownNode { node: id.0 })
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes with their ids, parents before children.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes
            .iter()
            .enumerate()
            .map(|(i, node)| (NodeId(i as u32), node))
    }

    /// The children of `parent`, or the first tokens.
    pub fn children(&self, parent: Option<NodeId>) -> &[NodeId] {
        match parent {
            None => &self.roots,
            Some(id) => self
                .nodes
                .get(id.0 as usize)
                .map_or(&[], |node| &node.children),
        }
    }

    /// The child of `parent` that holds `token`, made if there is none yet.
    pub fn child(&mut self, parent: Option<NodeId>, token: TokenId) -> Result<NodeId, CoreError> {
        let position = match parent {
            None => 0,
            Some(id) => self.get(id)?.position + 1,
        };
        let existing = self.children(parent).iter().copied();
        if let Some(id) = existing
            .into_iter()
            .find(|id| self.nodes[id.0 as usize].token == token)
        {
            return Ok(id);
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            token,
            parent,
            position,
            children: Vec::new(),
        });
        match parent {
            None => self.roots.push(id),
            Some(parent) => self.nodes[parent.0 as usize].children.push(id),
        }
        Ok(id)
    }

    /// Extends `parent` by `tokens` one after the other, sharing what exists; the last node.
    pub fn extend(
        &mut self,
        parent: Option<NodeId>,
        tokens: &[TokenId],
    ) -> Result<Option<NodeId>, CoreError> {
        let mut at = parent;
        for &token in tokens {
            at = Some(self.child(at, token)?);
        }
        Ok(at)
    }

    /// The nodes from the first token to `id`, both included; empty if `id` is not in the tree.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let Ok(node) = self.get(id) else { break };
            path.push(id);
            at = node.parent;
        }
        path.reverse();
        path
    }

    /// The tokens of `path`.
    pub fn tokens(&self, path: &[NodeId]) -> Vec<TokenId> {
        path.iter()
            .filter_map(|&id| self.get(id).ok())
            .map(|node| node.token)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_share_their_beginning_and_keep_their_positions() {
        let mut tree = TokenTree::default();
        let a = tree
            .extend(None, &[5, 6, 7])
            .expect("valid parent")
            .expect("three tokens");
        let b = tree
            .extend(None, &[5, 6, 8])
            .expect("valid parent")
            .expect("three tokens");
        assert_eq!(tree.len(), 4);
        assert_eq!(tree.tokens(&tree.path(a)), [5, 6, 7]);
        assert_eq!(tree.tokens(&tree.path(b)), [5, 6, 8]);
        assert_eq!(tree.get(b).expect("in the tree").position, 2);
        assert_eq!(tree.path(a)[..2], tree.path(b)[..2]);
    }

    #[test]
    fn a_node_that_does_not_exist_is_an_error_and_has_no_path() {
        let mut tree = TokenTree::default();
        assert_eq!(
            tree.child(Some(NodeId(3)), 1),
            Err(CoreError::UnknownNode { node: 3 })
        );
        assert!(tree.path(NodeId(3)).is_empty());
    }
}
