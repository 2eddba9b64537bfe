//! Tokens that the visitor follows over the text.

use leptos::prelude::*;
use logitscope_core::{NodeId, TokenId};

use super::App;

/// The most tokens that are followed; beyond it the first one goes.
const MOST: usize = 6;

/// Where a token stands in one distribution of the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// The node whose distribution it is.
    pub context: NodeId,
    /// The place of the token that was chosen from it, or will be.
    pub position: u32,
    /// Rank and probability under the model; `None` while the logits are not in memory.
    pub standing: Option<(u32, f64)>,
}

impl App {
    /// Follows a token over the text, or no longer.
    pub fn watch(self, token: TokenId, on: bool) {
        self.watched.update(|watched| {
            watched.retain(|other| *other != token);
            if on {
                watched.push(token);
                let surplus = watched.len().saturating_sub(MOST);
                watched.drain(..surplus);
            }
        });
    }

    /// Where a token stands in every distribution of the text, the one at its end included.
    pub fn seen(self, token: TokenId) -> Vec<Seen> {
        self.read(|run| {
            let seen = |(at, context): (usize, NodeId)| {
                let stored = run.logits().get(context);
                Seen {
                    context,
                    position: at as u32 + 1,
                    standing: stored.and_then(|stored| {
                        let rank = stored.distribution.rank(token)?;
                        Some((rank as u32, stored.distribution.prob(rank)))
                    }),
                }
            };
            run.path().into_iter().enumerate().map(seen).collect()
        })
        .unwrap_or_default()
    }
}
