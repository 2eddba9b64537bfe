//! The positions of one forward pass, and their flat form for a device.

use std::sync::Arc;

use logitscope_core::TokenId;
use logitscope_core::error::Impossible;
use logitscope_core::inspection::Slot;

use crate::{Config, ModelError};

/// One position to compute: its token, its place, and the slots it may attend to, its own last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The token.
    pub token: TokenId,
    /// Its place in the text, 0 for the first.
    pub position: u32,
    /// Slots of a path; rows that lie on one path share it.
    pub path: Arc<[Slot]>,
    /// How many of `path` this row may attend to; `path[len - 1]` is its own slot.
    pub len: u32,
}

impl Row {
    /// The row's own slot.
    pub fn slot(&self) -> Option<Slot> {
        self.path.get((self.len as usize).checked_sub(1)?).copied()
    }
}

/// A row in flat form. The same five words in this order lie in the shaders' `rows` buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlatRow {
    /// The token.
    pub token: u32,
    /// Its place in the text.
    pub position: u32,
    /// Its own slot.
    pub slot: u32,
    /// Where its path begins in [`Batch::paths`].
    pub path_start: u32,
    /// How many slots of its path it attends to.
    pub path_len: u32,
}

/// Rows in flat form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// `[n_rows]`.
    pub rows: Vec<FlatRow>,
    /// The paths of all rows, one after the other; a path shared by rows is there once.
    pub paths: Vec<u32>,
    /// The rows whose logits are wanted, `[n_logits]`.
    pub logits_for: Vec<u32>,
    /// The longest `path_len`.
    pub max_len: u32,
}

impl Batch {
    /// Rows that look up these tokens at position 0 and are at no slot of their own; the logits of the first `n_logits` are wanted.
    pub fn blank(tokens: impl Iterator<Item = u32>, n_logits: usize) -> Self {
        let row = |token: u32| FlatRow {
            token,
            position: 0,
            slot: 0,
            path_start: 0,
            path_len: 1,
        };
        Batch {
            rows: tokens.map(row).collect(),
            paths: vec![0],
            logits_for: (0..n_logits as u32).collect(),
            max_len: 1,
        }
    }

    /// Flattens `rows`, and checks that each is possible for `config` with `n_slots` slots.
    pub fn new(
        rows: &[Row],
        logits_for: &[usize],
        config: &Config,
        n_slots: u32,
    ) -> Result<Self, ModelError> {
        let mut batch = Batch::default();
        let mut last_path: Option<(&Arc<[Slot]>, u32)> = None;
        for (r, row) in rows.iter().enumerate() {
            if row.token >= config.d_vocab {
                return Err(ModelError::Impossible(Impossible::RowToken {
                    row: r,
                    token: row.token,
                    d_vocab: config.d_vocab,
                }));
            }
            if row.position >= config.n_ctx || row.len > config.n_ctx {
                return Err(ModelError::Impossible(Impossible::RowPosition {
                    row: r,
                    position: row.position,
                    n_ctx: config.n_ctx,
                }));
            }
            let nowhere = ModelError::Impossible(Impossible::RowNoSlot { row: r });
            let slot = row.slot().ok_or(nowhere)?;
            if let Some(&slot) = row.path[..row.len as usize].iter().find(|&&s| s >= n_slots) {
                return Err(ModelError::Impossible(Impossible::RowSlot {
                    row: r,
                    slot,
                    n_slots,
                }));
            }
            let path_start = match last_path {
                Some((path, start)) if Arc::ptr_eq(path, &row.path) => start,
                _ => {
                    let start = batch.paths.len() as u32;
                    // A longer prefix of a shared path may come later: take all of it that is ever used.
                    let longest = rows[r..]
                        .iter()
                        .take_while(|o| Arc::ptr_eq(&o.path, &row.path));
                    let longest = longest.map(|o| o.len as usize).max().unwrap_or(0);
                    batch
                        .paths
                        .extend_from_slice(&row.path[..longest.min(row.path.len())]);
                    start
                }
            };
            last_path = Some((&row.path, path_start));
            batch.max_len = batch.max_len.max(row.len);
            batch.rows.push(FlatRow {
                token: row.token,
                position: row.position,
                slot,
                path_start,
                path_len: row.len,
            });
        }
        if let Some(r) = logits_for.iter().find(|&&r| r >= rows.len()) {
            return Err(ModelError::Impossible(Impossible::LogitsRow {
                row: *r,
                rows: rows.len(),
            }));
        }
        batch.logits_for = logits_for.iter().map(|&r| r as u32).collect();
        Ok(batch)
    }
}
