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
    fn add_one(&self, block: usize, rows: Range<usize>, x: &Row, sum: &mut [f32; COLS]) {
        let w = &self.values[block * self.rows..][rows.clone()];
        let mut s = *sum;
        for (x, w) in x.x[rows].iter().zip(w) {
            for j in 0..COLS {
                s[j] += x * (self.widen)(w[j]);
            }
        }
        *sum = s;
    }

    #[inline(always)]
    fn add_two(
        &self,
        block: usize,
        rows: Range<usize>,
        [x, y]: [&Row; 2],
        [sum, other]: [&mut [f32; COLS]; 2],
    ) {
        let w = &self.values[block * self.rows..][rows.clone()];
        let (mut s, mut o) = (*sum, *other);
        for ((x, y), w) in x.x[rows.clone()].iter().zip(&y.x[rows]).zip(w) {
            for j in 0..COLS {
                let w = (self.widen)(w[j]);
                s[j] += x * w;
                o[j] += y * w;
            }
        }
        *sum = s;
        *other = o;
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
