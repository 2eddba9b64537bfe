//! What the lens reads at one token, for whichever tokens it was asked.

use std::collections::BTreeMap;

use logitscope_core::TokenId;
use logitscope_core::lens::{LensCell, WatchedToken};
use serde::{Deserialize, Serialize};

/// The readings at one token.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Readings {
    /// From depth 0 to the output, with no watched tokens.
    cells: Vec<LensCell>,
    /// Where each token that was watched stands, in the order of the depths.
    watched: BTreeMap<TokenId, Vec<WatchedToken>>,
}

impl Readings {
    /// Takes in the cells of an answer in which `watch` was watched.
    pub(crate) fn put(&mut self, watch: &[TokenId], cells: Vec<LensCell>) {
        for (at, token) in watch.iter().enumerate() {
            let own = |cell: &LensCell| cell.watched.get(at).copied();
            let column: Option<Vec<WatchedToken>> = cells.iter().map(own).collect();
            self.watched.extend(column.map(|column| (*token, column)));
        }
        let bare = |cell: LensCell| LensCell {
            watched: Vec::new(),
            ..cell
        };
        self.cells = cells.into_iter().map(bare).collect();
    }

    /// The cells for these tokens; `None` if one of them was never watched.
    pub(crate) fn cells(&self, watch: &[TokenId]) -> Option<Vec<LensCell>> {
        let columns = watch.iter().map(|token| self.watched.get(token));
        let columns: Vec<&Vec<WatchedToken>> = columns.collect::<Option<_>>()?;
        let cell = |(at, cell): (usize, &LensCell)| {
            let watched = columns.iter().map(|column| column.get(at).copied());
            Some(LensCell {
                watched: watched.collect::<Option<_>>()?,
                ..cell.clone()
            })
        };
        self.cells.iter().enumerate().map(cell).collect()
    }

    /// The tokens that were watched.
    pub(crate) fn watch(&self) -> Vec<TokenId> {
        self.watched.keys().copied().collect()
    }

    /// Whether it is of a model with so many tokens and blocks.
    pub(crate) fn fits(&self, d_vocab: usize, n_layers: u32) -> bool {
        let depths = n_layers as usize + 1;
        let known = |token: &TokenId| (*token as usize) < d_vocab;
        let cell = |(depth, cell): (usize, &LensCell)| {
            cell.depth as usize == depth && known(&cell.token) && cell.watched.is_empty()
        };
        self.cells.len() == depths
            && self.cells.iter().enumerate().all(cell)
            && self.watched.keys().all(known)
            && self.watched.values().all(|column| column.len() == depths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(depth: u32, ranks: &[u32]) -> LensCell {
        let watched = ranks.iter().map(|rank| WatchedToken {
            rank: *rank,
            prob: 0.5,
        });
        LensCell {
            depth,
            token: 3,
            prob: 0.5,
            kl_bits: 1.0,
            watched: watched.collect(),
        }
    }

    #[test]
    fn any_of_the_watched_tokens_can_be_asked_for_in_any_order() {
        let mut readings = Readings::default();
        readings.put(&[4, 9], vec![cell(0, &[40, 90]), cell(1, &[4, 9])]);
        readings.put(&[2], vec![cell(0, &[20]), cell(1, &[2])]);
        assert_eq!(
            readings.cells(&[9, 2]),
            Some(vec![cell(0, &[90, 20]), cell(1, &[9, 2])])
        );
        assert_eq!(readings.cells(&[]), Some(vec![cell(0, &[]), cell(1, &[])]));
        assert_eq!(readings.cells(&[5]), None);
        assert!(readings.fits(10, 1));
        assert!(!readings.fits(9, 1) && !readings.fits(10, 2));
    }
}
