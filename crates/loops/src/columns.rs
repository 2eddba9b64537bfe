//! A matrix in the order in which a product reads it.

use logitscope_core::Precision;

use crate::cores;
use crate::half_weight::{Half, SCALE, TOO_LARGE};
use crate::lanes::widest;

/// Columns of a block: as many sums as the processor's registers hold for two rows of x. The values do not depend on it.
const COLS: usize = if cfg!(target_arch = "wasm32") { 16 } else { 32 };
/// Rows of a block that stay in the processor's second cache while the rows of x pass by.
const TILE: usize = 1024;

/// `W`, `[rows, cols]`, cut into blocks of neighbouring columns, each kept row by row: `[blocks, rows, COLS]`, the last one filled up with zeros.
/// A product then reads one stream of memory from its beginning to its end, which is what processors fetch ahead best, and its
/// sums stay in registers.
///
/// Each element of a product is summed in the order of W's rows, whatever the number of rows of x: bit for bit the same for every batch, on
/// every processor, and whether weights that are f16 are kept as such or as f32.
#[derive(Debug)]
pub struct Columns {
    values: Values,
    rows: usize,
    cols: usize,
}

/// The blocks.
#[derive(Debug)]
enum Values {
    /// f32.
    Full(Vec<[f32; COLS]>),
    /// f16, which is widened where it is used: half the memory.
    Half(Vec<[Half; COLS]>),
}

impl Columns {
    /// `[rows, cols]` of zeros, kept as `precision` says.
    pub fn new(rows: usize, cols: usize, precision: Precision) -> Self {
        let n = cols.div_ceil(COLS) * rows;
        let values = match precision {
            Precision::F32 => Values::Full(vec![[0.0; COLS]; n]),
            Precision::F16 => Values::Half(vec![[Half::default(); COLS]; n]),
        };
        Columns { values, rows, cols }
    }

    /// Columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// What it takes in memory, zeros of the last block included.
    pub fn bytes(&self) -> u64 {
        match &self.values {
            Values::Full(values) => size_of_val(values.as_slice()) as u64,
            Values::Half(values) => size_of_val(values.as_slice()) as u64,
        }
    }

    /// Writes row `row`, of `cols` elements, rounded to what is kept.
    pub fn set_row(&mut self, row: usize, x: &[f32]) {
        match &mut self.values {
            Values::Full(values) => set_row(values, self.rows, row, x, |x| x),
            Values::Half(values) => set_row(values, self.rows, row, x, Half::round),
        }
    }

    /// Writes column `col`, of `rows` elements, rounded to what is kept.
    pub fn set_column(&mut self, col: usize, x: &[f32]) {
        match &mut self.values {
            Values::Full(values) => set_column(values, self.rows, col, x, |x| x),
            Values::Half(values) => set_column(values, self.rows, col, x, Half::round),
        }
    }

    /// `sum += W[row, :]`.
    pub fn add_row(&self, row: usize, sum: &mut [f32]) {
        match &self.values {
            Values::Full(values) => add_row(values, self.rows, row, sum, |w| w),
            Values::Half(values) => add_row(values, self.rows, row, sum, Half::value),
        }
    }

    /// `sum += W[:, col]`.
    pub fn add_column(&self, col: usize, sum: &mut [f32]) {
        match &self.values {
            Values::Full(values) => add_column(values, self.rows, col, sum, |w| w),
            Values::Half(values) => add_column(values, self.rows, col, sum, Half::value),
        }
    }

    /// `sums[r, :] += x[r, :]·W` for every row of x.
    ///
    /// `x`: one slice a row, of at least as many elements as W has rows; `sums`: `[x.len(), stride]` with a stride of `cols` or more. Weights are
    /// read from memory once, whatever the number of rows. Of many rows the cores share the columns.
    pub fn add_product(&self, x: &[&[f32]], sums: &mut [f32], stride: usize) {
        let values = match &self.values {
            Values::Full(values) => return self.share(values, |w| w, x, sums, stride),
            Values::Half(values) => values,
        };
        // What is widened is smaller than its weight by a power of two, and x larger by the same: the products are those of f32, bit for bit.
        if x.iter().any(|x| x.iter().any(|x| x.abs() >= TOO_LARGE)) {
            return self.share(values, Half::value, x, sums, stride);
        }
        let scaled = |x: &&[f32]| -> Vec<f32> { x.iter().map(|x| x * SCALE).collect() };
        let scaled: Vec<Vec<f32>> = x.iter().map(scaled).collect();
        let x: Vec<&[f32]> = scaled.iter().map(Vec::as_slice).collect();
        self.share(values, Half::scaled, &x, sums, stride);
    }

    /// [`Columns::add_product`] with weights that `widen` makes f32.
    fn share<T: Copy + Sync>(
        &self,
        values: &[[T; COLS]],
        widen: impl Fn(T) -> f32 + Copy + Sync,
        x: &[&[f32]],
        sums: &mut [f32],
        stride: usize,
    ) {
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
            self.add_blocks(values, widen, part * each, x, &mut sums);
        });
    }

    /// The product with the blocks from `first` on, as many as `sums` has columns for.
    fn add_blocks<T: Copy>(
        &self,
        values: &[[T; COLS]],
        widen: impl Fn(T) -> f32 + Copy,
        first: usize,
        x: &[&[f32]],
        sums: &mut [&mut [f32]],
    ) {
        let cols = sums.first().map_or(0, |sums| sums.len());
        let blocks = values.chunks_exact(self.rows.max(1)).skip(first);
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
                                    add_two(x0, x1, tile, widen, &mut sum[at..][..width], other);
                                }
                                (_, [sum, ..]) => {
                                    add_one(x0, tile, widen, &mut sum[at..][..width]);
                                }
                                _ => {}
                            }
                        }
                    }
                }
            },
        );
    }
}

fn set_row<T>(own: &mut [[T; COLS]], rows: usize, row: usize, x: &[f32], keep: fn(f32) -> T) {
    let own = own.iter_mut().skip(row).step_by(rows);
    for (own, x) in own.zip(x.chunks(COLS)) {
        own.iter_mut().zip(x).for_each(|(own, x)| *own = keep(*x));
    }
}

fn set_column<T>(own: &mut [[T; COLS]], rows: usize, col: usize, x: &[f32], keep: fn(f32) -> T) {
    let own = &mut own[col / COLS * rows..][..rows];
    for (own, x) in own.iter_mut().zip(x) {
        own[col % COLS] = keep(*x);
    }
}

fn add_row<T: Copy>(
    own: &[[T; COLS]],
    rows: usize,
    row: usize,
    sum: &mut [f32],
    value: fn(T) -> f32,
) {
    let own = own.iter().skip(row).step_by(rows);
    for (own, sum) in own.zip(sum.chunks_mut(COLS)) {
        sum.iter_mut().zip(own).for_each(|(s, w)| *s += value(*w));
    }
}

fn add_column<T: Copy>(
    own: &[[T; COLS]],
    rows: usize,
    col: usize,
    sum: &mut [f32],
    value: fn(T) -> f32,
) {
    let own = &own[col / COLS * rows..][..rows];
    for (own, sum) in own.iter().zip(sum) {
        *sum += value(own[col % COLS]);
    }
}

/// `sum += x·W` for the columns of a block.
#[inline(always)]
fn add_one<T: Copy>(x: &[f32], w: &[[T; COLS]], widen: impl Fn(T) -> f32, sum: &mut [f32]) {
    let mut s = [0.0; COLS];
    s[..sum.len()].copy_from_slice(sum);
    for (x, w) in x.iter().zip(w) {
        for j in 0..COLS {
            s[j] += x * widen(w[j]);
        }
    }
    sum.copy_from_slice(&s[..sum.len()]);
}

/// The same for two rows: each weight is loaded once for both.
#[inline(always)]
fn add_two<T: Copy>(
    x: &[f32],
    y: &[f32],
    w: &[[T; COLS]],
    widen: impl Fn(T) -> f32,
    sum: &mut [f32],
    other: &mut [f32],
) {
    let (mut s, mut o) = ([0.0; COLS], [0.0; COLS]);
    s[..sum.len()].copy_from_slice(sum);
    o[..other.len()].copy_from_slice(other);
    for ((x, y), w) in x.iter().zip(y).zip(w) {
        for j in 0..COLS {
            let w = widen(w[j]);
            s[j] += x * w;
            o[j] += y * w;
        }
    }
    sum.copy_from_slice(&s[..sum.len()]);
    other.copy_from_slice(&o[..other.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::tests::values;

    /// W, `[k, n]` row by row, written by its rows and by its columns.
    fn both(w: &[f32], k: usize, n: usize) -> [Columns; 2] {
        let mut by_rows = Columns::new(k, n, Precision::F32);
        let mut by_columns = Columns::new(k, n, Precision::F32);
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
    fn weights_that_are_f16_give_the_same_bits_kept_as_f16_and_as_f32() {
        for (rows, k, n) in [
            (1, 7, 12),
            (1, 2 * TILE + 5, 36),
            (3, 768, 520),
            (2, 31, 1028),
        ] {
            let x = values(rows * k, 1);
            let mut w: Vec<f32> = values(k * n, 2)
                .into_iter()
                .map(|w| Half::round(w).value())
                .collect();
            // The largest f16, the smallest normal one, the largest and the smallest below it, and zeros of both signs.
            let odd = [
                65_504.0,
                6.103_515_6e-5,
                6.097_555e-5,
                5.960_464_5e-8,
                0.0,
                -0.0,
                -65_504.0,
                -5.960_464_5e-8,
            ];
            w.iter_mut()
                .step_by(3)
                .zip(odd)
                .for_each(|(w, odd)| *w = odd);
            for large in [1.0, 3e4, 1e5] {
                let x: Vec<f32> = x.iter().map(|x| x * large).collect();
                let xs: Vec<&[f32]> = x.chunks_exact(k).collect();
                let [half, full] = [Precision::F16, Precision::F32].map(|precision| {
                    let mut matrix = Columns::new(k, n, precision);
                    let rows = w.chunks_exact(n).enumerate();
                    rows.for_each(|(r, row)| matrix.set_row(r, row));
                    let mut sums = vec![0.5; xs.len() * n];
                    matrix.add_product(&xs, &mut sums, n);
                    let (mut row, mut column) = (vec![0.0; n], vec![0.0; k]);
                    matrix.add_row(k / 2, &mut row);
                    matrix.add_column(n / 2, &mut column);
                    let all = [sums, row, column].concat();
                    (
                        matrix.bytes(),
                        all.into_iter().map(f32::to_bits).collect::<Vec<_>>(),
                    )
                });
                assert_eq!(2 * half.0, full.0);
                assert!(half.1 == full.1, "{rows}×{k}×{n}, x up to {large}");
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
