//! Weights of which each has a value of its own.

use std::ops::Range;

use super::{COLS, Kept, Row};

/// Blocks whose weights `widen` makes f32.
pub(super) struct Wide<'a, T, W> {
    /// `[blocks, rows, COLS]`.
    pub values: &'a [[T; COLS]],
    /// Rows.
    pub rows: usize,
    /// Makes f32 of a weight.
    pub widen: W,
}

impl<T: Copy + Sync, W: Fn(T) -> f32 + Copy + Sync> Kept for Wide<'_, T, W> {
    #[inline(always)]
    fn add_rows<const R: usize>(
        &self,
        block: usize,
        rows: Range<usize>,
        x: [&Row; R],
        sums: [&mut [f32; COLS]; R],
    ) {
        let w = &self.values[block * self.rows..][rows.clone()];
        let x = x.map(|x| &x.x[rows.clone()]);
        let mut s = sums.each_ref().map(|sum| **sum);
        for (i, w) in w.iter().enumerate() {
            let x = x.map(|x| x[i]);
            for j in 0..COLS {
                let w = (self.widen)(w[j]);
                for r in 0..R {
                    s[r][j] += x[r] * w;
                }
            }
        }
        for (sum, s) in sums.into_iter().zip(s) {
            *sum = s;
        }
    }
}

/// Writes a row of as many elements as there are columns.
pub(super) fn set_row<T>(
    own: &mut [[T; COLS]],
    rows: usize,
    row: usize,
    x: &[f32],
    keep: impl Fn(f32) -> T,
) {
    let own = own.iter_mut().skip(row).step_by(rows);
    for (own, x) in own.zip(x.chunks(COLS)) {
        own.iter_mut().zip(x).for_each(|(own, x)| *own = keep(*x));
    }
}

/// Writes a column.
pub(super) fn set_column<T>(
    own: &mut [[T; COLS]],
    rows: usize,
    col: usize,
    x: &[f32],
    keep: impl Fn(f32) -> T,
) {
    let own = &mut own[col / COLS * rows..][..rows];
    for (own, x) in own.iter_mut().zip(x) {
        own[col % COLS] = keep(*x);
    }
}

/// `sum += W[row, :]`.
pub(super) fn add_row<T: Copy>(
    own: &[[T; COLS]],
    rows: usize,
    row: usize,
    sum: &mut [f32],
    value: impl Fn(T) -> f32,
) {
    let own = own.iter().skip(row).step_by(rows);
    for (own, sum) in own.zip(sum.chunks_mut(COLS)) {
        sum.iter_mut().zip(own).for_each(|(s, w)| *s += value(*w));
    }
}

/// `sum += W[:, col]`.
pub(super) fn add_column<T: Copy>(
    own: &[[T; COLS]],
    rows: usize,
    col: usize,
    sum: &mut [f32],
    value: impl Fn(T) -> f32,
) {
    let own = &own[col / COLS * rows..][..rows];
    for (own, sum) in own.iter().zip(sum) {
        *sum += value(own[col % COLS]);
    }
}
