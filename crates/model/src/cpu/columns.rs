//! A matrix in the order in which a product reads it.

use super::cores;
use super::lanes::widest;

/// Columns of a block: as many sums as the processor's registers hold for two rows of x. The values do not depend on it.
const COLS: usize = if cfg!(target_arch = "wasm32") { 16 } else { 32 };
/// Rows of a block that stay in the processor's second cache while the rows of x pass by.
const TILE: usize = 1024;

/// `W`, `[rows, cols]`, cut into blocks of neighbouring columns, each kept row by row: `[blocks, rows, COLS]`, the last one filled up with zeros.
/// A product then reads one stream of memory from its beginning to its end, which is what processors fetch ahead best, and its
/// sums stay in registers.
///
/// Each element of a product is summed in the order of W's rows, whatever the number of rows of x: bit for bit the same for every batch and
/// on every processor.
#[derive(Debug)]
pub struct Columns {
    values: Vec<[f32; COLS]>,
    rows: usize,
    cols: usize,
}

impl Columns {
    /// `[rows, cols]` of zeros.
    pub fn new(rows: usize, cols: usize) -> Self {
        let values = vec![[0.0; COLS]; cols.div_ceil(COLS) * rows];
        Columns { values, rows, cols }
    }

    /// Columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// What it takes in memory, zeros of the last block included.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.values.as_slice()) as u64
    }

    /// Writes row `row`, of `cols` elements.
    pub fn set_row(&mut self, row: usize, x: &[f32]) {
        let own = self.values.iter_mut().skip(row).step_by(self.rows);
        for (own, x) in own.zip(x.chunks(COLS)) {
            own[..x.len()].copy_from_slice(x);
        }
    }

    /// Writes column `col`, of `rows` elements.
    pub fn set_column(&mut self, col: usize, x: &[f32]) {
        let own = &mut self.values[col / COLS * self.rows..][..self.rows];
        for (own, x) in own.iter_mut().zip(x) {
            own[col % COLS] = *x;
        }
    }

    /// `sum += W[row, :]`.
    pub fn add_row(&self, row: usize, sum: &mut [f32]) {
        let own = self.values.iter().skip(row).step_by(self.rows);
        for (own, sum) in own.zip(sum.chunks_mut(COLS)) {
            sum.iter_mut().zip(own).for_each(|(s, w)| *s += w);
        }
    }

    /// `sum += W[:, col]`.
    pub fn add_column(&self, col: usize, sum: &mut [f32]) {
        let own = &self.values[col / COLS * self.rows..][..self.rows];
        for (own, sum) in own.iter().zip(sum) {
            *sum += own[col % COLS];
        }
    }

    /// `sums[r, :] += x[r, :]·W` for every row of x.
    ///
    /// `x`: one slice a row, of at least as many elements as W has rows; `sums`: `[x.len(), stride]` with a stride of `cols` or more. Weights are
    /// read from memory once, whatever the number of rows. Of many rows the cores share the columns.
    pub fn add_product(&self, x: &[&[f32]], sums: &mut [f32], stride: usize) {
        let blocks = self.cols.div_ceil(COLS);
        // One row waits for memory, whoever multiplies.
        let cores = match x.len() {
            0 | 1 => 1,
            n => cores::worth(n * self.rows * self.cols).min(blocks),
        };
        let each = blocks.div_ceil(cores.max(1)).max(1);
        let mut parts: Vec<Vec<&mut [f32]>> = Vec::new();
        parts.resize_with(blocks.div_ceil(each), || Vec::with_capacity(x.len()));
        for sums in sums.chunks_mut(stride.max(1)).take(x.len()) {
            let own = sums[..self.cols].chunks_mut(each * COLS);
            parts
                .iter_mut()
                .zip(own)
                .for_each(|(part, own)| part.push(own));
        }
        cores::share(parts, |part, mut sums| {
            self.add_blocks(part * each, x, &mut sums);
        });
    }

    /// The product with the blocks from `first` on, as many as `sums` has columns for.
    fn add_blocks(&self, first: usize, x: &[&[f32]], sums: &mut [&mut [f32]]) {
        let cols = sums.first().map_or(0, |sums| sums.len());
        let blocks = self.values.chunks_exact(self.rows.max(1)).skip(first);
        widest(
            #[inline(always)]
            || {
                for (block, at) in blocks.zip((0..cols).step_by(COLS)) {
                    let width = COLS.min(cols - at);
                    for (t, tile) in block.chunks(TILE).enumerate() {
                        for (x, sums) in x.chunks(2).zip(sums.chunks_mut(2)) {
                            let x0 = &x[0][t * TILE..][..tile.len()];
                            match (x.get(1), sums) {
                                (Some(x1), [sum, other]) => {
                                    let x1 = &x1[t * TILE..][..tile.len()];
                                    let other = &mut other[at..][..width];
                                    add_two(x0, x1, tile, &mut sum[at..][..width], other);
                                }
                                (_, [sum, ..]) => add_one(x0, tile, &mut sum[at..][..width]),
                                _ => {}
                            }
                        }
                    }
                }
            },
        );
    }
}

/// `sum += x·W` for the columns of a block.
#[inline(always)]
fn add_one(x: &[f32], w: &[[f32; COLS]], sum: &mut [f32]) {
    let mut s = [0.0; COLS];
    s[..sum.len()].copy_from_slice(sum);
    for (x, w) in x.iter().zip(w) {
        for j in 0..COLS {
            s[j] += x * w[j];
        }
    }
    sum.copy_from_slice(&s[..sum.len()]);
}

/// The same for two rows: each weight is loaded once for both.
#[inline(always)]
fn add_two(x: &[f32], y: &[f32], w: &[[f32; COLS]], sum: &mut [f32], other: &mut [f32]) {
    let (mut s, mut o) = ([0.0; COLS], [0.0; COLS]);
    s[..sum.len()].copy_from_slice(sum);
    o[..other.len()].copy_from_slice(other);
    for ((x, y), w) in x.iter().zip(y).zip(w) {
        for j in 0..COLS {
            s[j] += x * w[j];
            o[j] += y * w[j];
        }
    }
    sum.copy_from_slice(&s[..sum.len()]);
    other.copy_from_slice(&o[..other.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::lanes::tests::values;

    /// W, `[k, n]` row by row, written by its rows and by its columns.
    fn both(w: &[f32], k: usize, n: usize) -> [Columns; 2] {
        let mut by_rows = Columns::new(k, n);
        let mut by_columns = Columns::new(k, n);
        for (r, row) in w.chunks_exact(n).enumerate() {
            by_rows.set_row(r, row);
        }
        for c in 0..n {
            let column: Vec<f32> = w.iter().skip(c).step_by(n).copied().collect();
            by_columns.set_column(c, &column);
        }
        [by_rows, by_columns]
    }

    #[test]
    fn a_product_is_that_of_the_plain_loop_at_every_awkward_size() {
        for (rows, k, n) in [
            (1, 1, 4),
            (1, 7, 12),
            (1, 8, 512),
            (3, 9, 516),
            (2, 31, 1028),
            (1, 16, 16),
            (4, 24, 8),
            (5, 768, 520),
            (3, 2 * TILE + 5, 36),
            // Shared by cores, where there are more than one.
            (5, 2 * TILE + 5, 1030),
        ] {
            let (x, w) = (values(rows * k, 1), values(k * n, 2));
            let start = values(rows * n, 3);
            let xs: Vec<&[f32]> = x.chunks_exact(k).collect();
            for matrix in both(&w, k, n) {
                let mut sums = start.clone();
                matrix.add_product(&xs, &mut sums, n);
                for r in 0..rows {
                    let mut alone = start[r * n..][..n].to_vec();
                    matrix.add_product(&xs[r..=r], &mut alone, n);
                    assert_eq!(sums[r * n..][..n], alone, "{rows}×{k}×{n}: row {r} alone");
                    for c in 0..n {
                        let terms =
                            (0..k).map(|i| f64::from(x[r * k + i]) * f64::from(w[i * n + c]));
                        let want = f64::from(start[r * n + c]) + terms.sum::<f64>();
                        let got = f64::from(sums[r * n + c]);
                        assert!(
                            (got - want).abs() <= 4e-5 * (1.0 + want.abs()),
                            "{rows}×{k}×{n}: [{r}, {c}] is {got}, the plain loop says {want}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn rows_and_columns_are_found_at_every_awkward_size() {
        for (k, n) in [(1, 4), (7, 12), (8, 512), (9, 516), (31, 1028), (24, 8)] {
            let w = values(k * n, 2);
            for matrix in both(&w, k, n) {
                for (r, row) in w.chunks_exact(n).enumerate() {
                    let mut sum = vec![1.0; n];
                    matrix.add_row(r, &mut sum);
                    let want: Vec<f32> = row.iter().map(|w| 1.0 + w).collect();
                    assert_eq!(sum, want, "row {r} of {k}×{n}");
                }
                for c in [0, n / 2, n - 1] {
                    let mut sum = vec![1.0; k];
                    matrix.add_column(c, &mut sum);
                    let want: Vec<f32> = w.iter().skip(c).step_by(n).map(|w| 1.0 + w).collect();
                    assert_eq!(sum, want, "column {c} of {k}×{n}");
                }
            }
        }
    }
}
