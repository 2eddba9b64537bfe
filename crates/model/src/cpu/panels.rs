//! A weight matrix in the order in which a product reads it.

use super::lanes::{axpy, widest};

/// Rows of a panel: each sum is loaded and stored once for all of them.
const ROWS: usize = 8;
/// Columns of a panel.
const COLS: usize = 16;
/// Panels that lie in the processor's first cache together while the rows of x pass by.
const TILE: usize = 32;

/// `[rows, stride]`, cut into blocks of eight rows, and each block into panels `[8, 16]` from left to right. A product
/// then reads one stream of memory from its beginning to its end, which is what processors fetch ahead best. The last
/// panel of a block may be narrower; the last rows, if fewer than eight are left, follow row by row.
#[derive(Debug)]
pub struct Panels {
    values: Vec<f32>,
    stride: usize,
}

impl Panels {
    /// The panels of a matrix given row by row. `stride` is a multiple of four.
    pub fn new(mut values: Vec<f32>, stride: usize) -> Self {
        let mut rows = vec![0.0; ROWS * stride];
        for block in values.chunks_exact_mut(ROWS * stride) {
            rows.copy_from_slice(block);
            for (i, panel) in block.chunks_mut(ROWS * COLS).enumerate() {
                let width = panel.len() / ROWS;
                for (r, row) in panel.chunks_exact_mut(width).enumerate() {
                    row.copy_from_slice(&rows[r * stride + i * COLS..][..width]);
                }
            }
        }
        Panels { values, stride }
    }

    /// Elements a row.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// `sum += W[row, :]`, of `stride` elements.
    pub fn add_row(&self, row: usize, sum: &mut [f32]) {
        let (block, r) = (row / ROWS, row % ROWS);
        let block = &self.values[block * ROWS * self.stride..];
        let Some(block) = block.get(..ROWS * self.stride) else {
            return axpy(1.0, &block[r * self.stride..][..self.stride], sum);
        };
        let panels = block.chunks(ROWS * COLS);
        for (panel, sum) in panels.zip(sum.chunks_mut(COLS)) {
            let width = panel.len() / ROWS;
            axpy(1.0, &panel[r * width..][..width], sum);
        }
    }

    /// `sums[r, :] += x[r, :]·W` for every row of x.
    ///
    /// `x`: one slice a row, of at least as many elements as W has rows; `sums`: `[x.len(), stride]`. Weights are read from
    /// memory once, whatever the number of rows.
    pub fn add_product(&self, x: &[&[f32]], sums: &mut [f32]) {
        let (values, stride) = (&self.values, self.stride);
        widest(
            #[inline(always)]
            || {
                for (b, block) in values.chunks(ROWS * stride).enumerate() {
                    let first = b * ROWS;
                    if block.len() < ROWS * stride {
                        add_rows(x, first, block, stride, sums);
                        continue;
                    }
                    for (t, tile) in block.chunks(TILE * ROWS * COLS).enumerate() {
                        for (x, sum) in x.iter().zip(sums.chunks_exact_mut(stride)) {
                            if let Some(x) = x[first..].first_chunk() {
                                add_tile(x, tile, &mut sum[t * TILE * COLS..]);
                            }
                        }
                    }
                }
            },
        );
    }
}

/// `sum += x·W` for eight rows and the columns of some panels.
#[inline(always)]
fn add_tile(x: &[f32; ROWS], tile: &[f32], sum: &mut [f32]) {
    let (panels, narrow) = tile.as_chunks::<{ ROWS * COLS }>();
    let (sums, last) = sum.as_chunks_mut::<COLS>();
    for (p, s) in panels.iter().zip(sums.iter_mut()) {
        for j in 0..COLS {
            let a = (x[0] * p[j] + x[1] * p[16 + j]) + (x[2] * p[32 + j] + x[3] * p[48 + j]);
            let b = (x[4] * p[64 + j] + x[5] * p[80 + j]) + (x[6] * p[96 + j] + x[7] * p[112 + j]);
            s[j] += a + b;
        }
    }
    let width = narrow.len() / ROWS;
    for (j, s) in last.iter_mut().take(width).enumerate() {
        *s += x
            .iter()
            .enumerate()
            .map(|(r, x)| x * narrow[r * width + j])
            .sum::<f32>();
    }
}

/// `sums[r, :] += x[r, first..]·rows` for the rows that no panel has.
#[inline(always)]
fn add_rows(x: &[&[f32]], first: usize, rows: &[f32], stride: usize, sums: &mut [f32]) {
    for (x, sum) in x.iter().zip(sums.chunks_exact_mut(stride)) {
        for (x, row) in x[first..].iter().zip(rows.chunks_exact(stride)) {
            for (s, w) in sum.iter_mut().zip(row) {
                *s += x * w;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::lanes::tests::values;

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
        ] {
            let (x, w) = (values(rows * k, 1), values(k * n, 2));
            let start = values(rows * n, 3);
            let mut sums = start.clone();
            let xs: Vec<&[f32]> = x.chunks_exact(k).collect();
            Panels::new(w.clone(), n).add_product(&xs, &mut sums);
            for r in 0..rows {
                for c in 0..n {
                    let terms = (0..k).map(|i| f64::from(x[r * k + i]) * f64::from(w[i * n + c]));
                    let want = f64::from(start[r * n + c]) + terms.sum::<f64>();
                    let got = f64::from(sums[r * n + c]);
                    assert!(
                        (got - want).abs() <= 2e-5 * (1.0 + want.abs()),
                        "{rows}×{k}×{n}: [{r}, {c}] is {got}, the plain loop says {want}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_row_is_found_in_its_panels_at_every_awkward_size() {
        for (rows, n) in [(1, 4), (7, 12), (8, 512), (9, 516), (31, 1028), (24, 8)] {
            let (w, start) = (values(rows * n, 2), values(n, 3));
            let panels = Panels::new(w.clone(), n);
            for (r, row) in w.chunks_exact(n).enumerate() {
                let mut sum = start.clone();
                panels.add_row(r, &mut sum);
                let want: Vec<f32> = start.iter().zip(row).map(|(s, w)| s + w).collect();
                assert_eq!(sum, want, "row {r} of {rows}×{n}");
            }
        }
    }
}
