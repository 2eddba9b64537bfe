//! A matrix in the order in which a product reads it.

mod blocks;
#[cfg(not(target_arch = "wasm32"))]
mod floating;
#[cfg(any(test, target_arch = "wasm32"))]
mod halves;
mod row;
#[cfg(any(test, target_arch = "wasm32"))]
mod whole;
mod wide;

use std::ops::Range;

use bytemuck::{Pod, cast_slice, cast_slice_mut};
use logitscope_core::matrix_format::Numbers;
use logitscope_core::{BLOCK, MatrixFormat};

use crate::cores;
use crate::half_weight::{self as half, SCALE};
use crate::lanes::widest;
use crate::planes::Planes;
use crate::room::Room;
use blocks::Blocks;
#[cfg(not(target_arch = "wasm32"))]
use floating::{Eight, Four};
use row::Row;
#[cfg(target_arch = "wasm32")]
use whole::{Eight, Four};
use wide::Wide;

/// Columns of a block: as many sums as the processor's registers hold for two rows of x. The values do not depend on it.
const COLS: usize = if cfg!(target_arch = "wasm32") { 16 } else { 32 };
/// Rows of a block that stay in the processor's second cache while the rows of x pass by.
const TILE: usize = 1024;
/// Numbers that share a scale in some formats.
const HALF_BLOCK: usize = BLOCK / 2;

/// `W`, `[rows, cols]`, cut into blocks of neighbouring columns, each kept row by row: `[blocks, rows, COLS]`, the last one filled up with zeros.
/// A product then reads one stream of memory from its beginning to its end, which is what processors fetch ahead best, and its
/// sums stay in registers.
///
/// Each element of a product is summed in the order of W's rows, whatever the number of rows of x: bit for bit the same for every batch, on
/// every processor, and whether weights that are f16 are kept as such or as f32. Over weights in blocks, each block is summed first: as floats, or in
/// the browser in whole numbers, to which the same holds but for the last bits.
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
    Full(Room<[f32; COLS]>),
    /// The bits of f16, which is widened where it is used: half the memory.
    Half(Room<[u16; COLS]>),
    /// Whole numbers of 8 bits with scales.
    Eight(Blocks<Eight, BLOCK>),
    /// The same with scales of half as many.
    EightByHalves(Blocks<Eight, HALF_BLOCK>),
    /// Whole numbers of 4 bits with scales.
    Four(Blocks<Four<-8>, BLOCK>),
    /// The same with offsets, too.
    FourWithOffset(Blocks<Four<0>, BLOCK>),
}

/// How weights are kept: what a product does with some rows of a block.
trait Kept: Sync {
    /// A row of x as products take it.
    fn row<'a>(&self, x: &'a [f32]) -> Row<'a> {
        Row::new(x)
    }

    /// `sums[r] += x[r]·W` for the columns of block `block` and these rows, the first of which is a multiple of [`TILE`]. Each weight is loaded
    /// once for all R rows of x; the bits are the same for any R.
    fn add_rows<const R: usize>(
        &self,
        block: usize,
        rows: Range<usize>,
        x: [&Row; R],
        sums: [&mut [f32; COLS]; R],
    );

    /// [`Product::widen`].
    #[inline(always)]
    fn widen(&self, _block: usize, _own: &mut Vec<[f32; COLS]>) -> bool {
        false
    }
}

/// Rows of x from which on a weight that is not f32 is widened once for all of them.
const MANY: usize = 5;

/// The same for all ways in which weights are kept.
trait Product: Sync {
    /// [`Kept::row`].
    fn row<'a>(&self, x: &'a [f32]) -> Row<'a>;

    /// The product with blocks of `n_rows` rows from `first` on, as many as `sums` has columns for, compiled for the widest vectors of this processor.
    fn add(&self, first: usize, n_rows: usize, x: &[Row], sums: &mut [&mut [f32]]);

    /// Writes the weights of a block as f32, if products with those are the same, bit for bit, and sooner done.
    fn widen(&self, block: usize, own: &mut Vec<[f32; COLS]>) -> bool;
}

impl<K: Kept> Product for K {
    fn row<'a>(&self, x: &'a [f32]) -> Row<'a> {
        Kept::row(self, x)
    }

    fn add(&self, first: usize, n_rows: usize, x: &[Row], sums: &mut [&mut [f32]]) {
        widest(
            #[inline(always)]
            || add_all(self, first, n_rows, x, sums),
        );
    }

    fn widen(&self, block: usize, own: &mut Vec<[f32; COLS]>) -> bool {
        Kept::widen(self, block, own)
    }
}

/// [`Product::add`].
#[inline(always)]
fn add_all(kept: &impl Kept, first: usize, n_rows: usize, x: &[Row], sums: &mut [&mut [f32]]) {
    let cols = sums.first().map_or(0, |sums| sums.len());
    for (block, at) in (first..).zip((0..cols).step_by(COLS)) {
        let own = at..cols.min(at + COLS);
        for from in (0..n_rows).step_by(TILE) {
            let tile = from..n_rows.min(from + TILE);
            for (x, sums) in x.chunks(2).zip(sums.chunks_mut(2)) {
                let (own, tile) = (own.clone(), tile.clone());
                match (x, sums) {
                    ([x, y], [sum, other]) => {
                        let sums = [&mut sum[own.clone()], &mut other[own]];
                        add_some(kept, block, tile, [x, y], sums);
                    }
                    ([x, ..], [sum, ..]) => add_some(kept, block, tile, [x], [&mut sum[own]]),
                    _ => {}
                }
            }
        }
    }
}

/// [`Kept::add_rows`] where a block may have fewer columns than [`COLS`].
#[inline(always)]
fn add_some<const R: usize>(
    kept: &impl Kept,
    block: usize,
    rows: Range<usize>,
    x: [&Row; R],
    sums: [&mut [f32]; R],
) {
    let mut all = [[0.0; COLS]; R];
    for (all, sums) in all.iter_mut().zip(&sums) {
        all[..sums.len()].copy_from_slice(sums);
    }
    kept.add_rows(block, rows, x, all.each_mut());
    for (all, sums) in all.iter().zip(sums) {
        sums.copy_from_slice(&all[..sums.len()]);
    }
}

impl Columns {
    /// `[rows, cols]` of zeros, kept as `format` says. In blocks only if `rows` is a multiple of [`BLOCK`]; else they stay f16.
    pub fn new(rows: usize, cols: usize, format: MatrixFormat) -> Self {
        let n = cols.div_ceil(COLS) * rows;
        let values = match format {
            MatrixFormat::F32 => Values::Full(Room::filled([0.0; COLS], n)),
            MatrixFormat::Blocks(own) if rows.is_multiple_of(BLOCK) => {
                let offset = own.has_offset;
                match own.numbers {
                    Numbers::Four if offset => Values::FourWithOffset(Blocks::new(n, rows, true)),
                    Numbers::Four => Values::Four(Blocks::new(n, rows, false)),
                    Numbers::Eight if own.span < BLOCK => {
                        Values::EightByHalves(Blocks::new(n, rows, offset))
                    }
                    Numbers::Eight => Values::Eight(Blocks::new(n, rows, offset)),
                }
            }
            _ => Values::Half(Room::filled([0; COLS], n)),
        };
        Columns { values, rows, cols }
    }

    /// Rows: how many numbers a row of x has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// How it is kept.
    pub fn format(&self) -> MatrixFormat {
        match &self.values {
            Values::Full(_) => MatrixFormat::F32,
            Values::Half(_) => MatrixFormat::F16,
            Values::Eight(blocks) => MatrixFormat::Blocks(blocks.format()),
            Values::EightByHalves(blocks) => MatrixFormat::Blocks(blocks.format()),
            Values::Four(blocks) => MatrixFormat::Blocks(blocks.format()),
            Values::FourWithOffset(blocks) => MatrixFormat::Blocks(blocks.format()),
        }
    }

    /// What it takes in memory, zeros of the last block included.
    pub fn bytes(&self) -> u64 {
        match &self.values {
            Values::Full(values) => size_of_val(&**values) as u64,
            Values::Half(values) => size_of_val(&**values) as u64,
            Values::Eight(blocks) => blocks.bytes(),
            Values::EightByHalves(blocks) => blocks.bytes(),
            Values::Four(blocks) => blocks.bytes(),
            Values::FourWithOffset(blocks) => blocks.bytes(),
        }
    }

    /// Writes rows from `first` on, as many as `x` has, each of `stride` elements, rounded to what is kept. Nothing of a matrix in blocks.
    pub fn set_rows(&mut self, first: usize, x: &[f32], stride: usize) {
        let rows = (first..).zip(x.chunks_exact(stride.max(1)));
        match &mut self.values {
            Values::Full(values) => {
                rows.for_each(|(row, x)| wide::set_row(values, self.rows, row, x, |x| x));
            }
            Values::Half(values) => {
                rows.for_each(|(row, x)| wide::set_row(values, self.rows, row, x, half::round));
            }
            _ => {}
        }
    }

    /// Writes column `col`, of `rows` elements, rounded to what is kept. Nothing of a matrix in blocks.
    pub fn set_column(&mut self, col: usize, x: &[f32]) {
        match &mut self.values {
            Values::Full(values) => wide::set_column(values, self.rows, col, x, |x| x),
            Values::Half(values) => wide::set_column(values, self.rows, col, x, half::round),
            _ => {}
        }
    }

    /// Writes rows of a matrix in blocks from `first` on; or, where blocks lie along the rows of `planes`, columns. Blocks must be of its format.
    pub fn set_blocks(&mut self, first: usize, planes: &Planes) {
        match &mut self.values {
            Values::Eight(blocks) => blocks.set(first, planes),
            Values::EightByHalves(blocks) => blocks.set(first, planes),
            Values::Four(blocks) => blocks.set(first, planes),
            Values::FourWithOffset(blocks) => blocks.set(first, planes),
            Values::Full(_) | Values::Half(_) => {}
        }
    }

    /// `sum += W[row, :]`.
    pub fn add_row(&self, row: usize, sum: &mut [f32]) {
        match &self.values {
            Values::Full(values) => wide::add_row(values, self.rows, row, sum, |w| w),
            Values::Half(values) => wide::add_row(values, self.rows, row, sum, half::value),
            Values::Eight(blocks) => blocks.add_row(row, sum),
            Values::EightByHalves(blocks) => blocks.add_row(row, sum),
            Values::Four(blocks) => blocks.add_row(row, sum),
            Values::FourWithOffset(blocks) => blocks.add_row(row, sum),
        }
    }

    /// `sum += W[:, col]`.
    pub fn add_column(&self, col: usize, sum: &mut [f32]) {
        match &self.values {
            Values::Full(values) => wide::add_column(values, self.rows, col, sum, |w| w),
            Values::Half(values) => wide::add_column(values, self.rows, col, sum, half::value),
            Values::Eight(blocks) => blocks.add_column(col, sum),
            Values::EightByHalves(blocks) => blocks.add_column(col, sum),
            Values::Four(blocks) => blocks.add_column(col, sum),
            Values::FourWithOffset(blocks) => blocks.add_column(col, sum),
        }
    }

    /// `sums[r, :] += x[r, :]·W` for every row of x.
    ///
    /// `x`: one slice a row, of at least as many elements as W has rows; `sums`: `[x.len(), stride]` with a stride of `cols` or more. Weights are
    /// read from memory once, whatever the number of rows. Of many rows the cores share the columns.
    pub fn add_product(&self, x: &[&[f32]], sums: &mut [f32], stride: usize) {
        self.add_part(0..self.cols, x, sums, stride);
    }

    /// The same for some columns, which begin at a block: those of [`Columns::parts`]. What `sums` has of the others stays.
    pub fn add_part(&self, cols: Range<usize>, x: &[&[f32]], sums: &mut [f32], stride: usize) {
        let rows = self.rows;
        let kept: &dyn Product = match &self.values {
            Values::Full(values) => &full(values, rows),
            Values::Half(values) => return self.add_halves(values, cols, x, sums, stride),
            Values::Eight(blocks) => blocks,
            Values::EightByHalves(blocks) => blocks,
            Values::Four(blocks) => blocks,
            Values::FourWithOffset(blocks) => blocks,
        };
        self.share(kept, cols, x, sums, stride);
    }

    /// [`Columns::add_part`] with weights that are f16.
    fn add_halves(
        &self,
        values: &[[u16; COLS]],
        cols: Range<usize>,
        x: &[&[f32]],
        sums: &mut [f32],
        stride: usize,
    ) {
        // What is widened is smaller than its weight by a power of two, and x larger by the same: the products are those of f32, bit for bit.
        // Where x would be too large, sums become smaller by another one.
        let powers: Vec<f32> = x.iter().map(|x| half::power(x)).collect();
        let scaled = x.iter().zip(&powers).map(|(x, power)| -> Vec<f32> {
            let scale = power * SCALE;
            x.iter().map(|x| x * scale).collect()
        });
        let scaled: Vec<Vec<f32>> = scaled.collect();
        let x: Vec<&[f32]> = scaled.iter().map(Vec::as_slice).collect();
        let scale_sums = |sums: &mut [f32], by: fn(f32) -> f32| {
            let rows = sums.chunks_mut(stride.max(1)).zip(&powers);
            for (sums, power) in rows.filter(|(_, power)| **power < 1.0) {
                let own = sums[cols.clone()].iter_mut();
                own.for_each(|sum| *sum *= by(*power));
            }
        };
        #[cfg(target_arch = "wasm32")]
        let kept = halves::Halves {
            values,
            rows: self.rows,
        };
        #[cfg(not(target_arch = "wasm32"))]
        let kept = Wide {
            values,
            rows: self.rows,
            widen: half::scaled,
        };
        scale_sums(sums, |power| power);
        self.share(&kept, cols.clone(), &x, sums, stride);
        scale_sums(sums, f32::recip);
    }

    /// [`Columns::add_part`] with weights as `kept`.
    fn share(
        &self,
        kept: &dyn Product,
        cols: Range<usize>,
        x: &[&[f32]],
        sums: &mut [f32],
        stride: usize,
    ) {
        let blocks = cols.len().div_ceil(COLS);
        // One row waits for memory, whoever multiplies.
        let cores = match x.len() {
            0 | 1 => 1,
            n => cores::worth(n * self.rows * cols.len()).min(blocks),
        };
        let each = blocks.div_ceil(cores.max(1)).max(1);
        let mut parts: Vec<Vec<&mut [f32]>> = Vec::new();
        parts.resize_with(blocks.div_ceil(each), || Vec::with_capacity(x.len()));
        for sums in sums.chunks_mut(stride.max(1)).take(x.len()) {
            let own = sums[cols.clone()].chunks_mut(each * COLS);
            parts
                .iter_mut()
                .zip(own)
                .for_each(|(part, own)| part.push(own));
        }
        let x: Vec<Row> = x.iter().map(|x| kept.row(x)).collect();
        cores::share(parts, |part, mut sums| {
            self.add_blocks(kept, cols.start / COLS + part * each, &x, &mut sums);
        });
    }

    /// Its columns in `n` parts as long as possible, each of whole blocks but for the last; fewer where there are fewer blocks.
    pub fn parts(&self, n: usize) -> Vec<Range<usize>> {
        let blocks = self.cols.div_ceil(COLS);
        let n = n.clamp(1, blocks.max(1));
        let begin = |part: usize| (part * blocks / n * COLS).min(self.cols);
        (0..n).map(|part| begin(part)..begin(part + 1)).collect()
    }

    /// Some columns, which begin at a block, as [`Columns::of_bytes`] reads them one after the other: memory of this processor, for others in the
    /// same process.
    pub fn bytes_of(&self, cols: Range<usize>) -> Vec<&[u8]> {
        let blocks = cols.start / COLS..cols.end.div_ceil(COLS);
        let rows = blocks.start * self.rows..blocks.end * self.rows;
        match &self.values {
            Values::Full(values) => vec![cast_slice(&values[rows])],
            Values::Half(values) => vec![cast_slice(&values[rows])],
            Values::Eight(own) => own.bytes_of(rows),
            Values::EightByHalves(own) => own.bytes_of(rows),
            Values::Four(own) => own.bytes_of(rows),
            Values::FourWithOffset(own) => own.bytes_of(rows),
        }
    }

    /// The matrix `[rows, cols]` that [`Columns::bytes_of`] wrote of one that is kept as `format` says; `None` if it is of another length.
    pub fn of_bytes(rows: usize, cols: usize, format: MatrixFormat, bytes: &[u8]) -> Option<Self> {
        let mut own = Columns::new(rows, cols, format);
        let is_whole = match &mut own.values {
            Values::Full(values) => copied(values, bytes) == Some(&[]),
            Values::Half(values) => copied(values, bytes) == Some(&[]),
            Values::Eight(own) => own.read(bytes),
            Values::EightByHalves(own) => own.read(bytes),
            Values::Four(own) => own.read(bytes),
            Values::FourWithOffset(own) => own.read(bytes),
        };
        is_whole.then_some(own)
    }

    /// The product with the blocks from `first` on, as many as `sums` has columns for.
    fn add_blocks(&self, kept: &dyn Product, first: usize, x: &[Row], sums: &mut [&mut [f32]]) {
        if x.len() < MANY {
            return kept.add(first, self.rows, x, sums);
        }
        let cols = sums.first().map_or(0, |sums| sums.len());
        let mut room = Vec::new();
        for (block, at) in (first..).zip((0..cols).step_by(COLS)) {
            let own = at..cols.min(at + COLS);
            let mut own: Vec<&mut [f32]> =
                sums.iter_mut().map(|sums| &mut sums[own.clone()]).collect();
            match kept.widen(block, &mut room) {
                true => full(&room, self.rows).add(0, self.rows, x, &mut own),
                false => kept.add(block, self.rows, x, &mut own),
            }
        }
    }
}

/// Weights that are f32.
fn full(values: &[[f32; COLS]], rows: usize) -> impl Kept {
    let widen = |w| w;
    Wide {
        values,
        rows,
        widen,
    }
}

/// Fills `own` with the first bytes; gives the others, or nothing if there are too few.
fn copied<'a, T: Pod>(own: &mut [T], bytes: &'a [u8]) -> Option<&'a [u8]> {
    let own: &mut [u8] = cast_slice_mut(own);
    let (first, others) = bytes.split_at_checked(own.len())?;
    own.copy_from_slice(first);
    Some(others)
}

#[cfg(test)]
mod tests {
    use logitscope_core::BlockFormat;

    use super::*;
    use crate::lanes::tests::values;
    use crate::planes::Along;

    /// W, `[k, n]` row by row, written by its rows and by its columns.
    fn both(w: &[f32], k: usize, n: usize) -> [Columns; 2] {
        let mut by_rows = Columns::new(k, n, MatrixFormat::F32);
        let mut by_columns = Columns::new(k, n, MatrixFormat::F32);
        by_rows.set_rows(0, w, n);
        for c in 0..n {
            let column: Vec<f32> = w.iter().skip(c).step_by(n).copied().collect();
            by_columns.set_column(c, &column);
        }
        [by_rows, by_columns]
    }

    /// The product of `rows` rows is that of the plain loop over `w`, the values of `matrix`, and each row has the same bits alone.
    fn check_product(matrix: &Columns, w: &[f32], rows: usize) {
        let (k, n) = (matrix.rows, matrix.cols);
        let (x, start) = (values(rows * k, 1), values(rows * n, 3));
        let xs: Vec<&[f32]> = x.chunks_exact(k).collect();
        let mut sums = start.clone();
        matrix.add_product(&xs, &mut sums, n);
        for r in 0..rows {
            let mut alone = start[r * n..][..n].to_vec();
            matrix.add_product(&xs[r..=r], &mut alone, n);
            assert_eq!(sums[r * n..][..n], alone, "{rows}×{k}×{n}: row {r} alone");
            for c in 0..n {
                let terms = (0..k).map(|i| f64::from(x[r * k + i]) * f64::from(w[i * n + c]));
                let want = f64::from(start[r * n + c]) + terms.sum::<f64>();
                let got = f64::from(sums[r * n + c]);
                assert!(
                    (got - want).abs() <= 4e-5 * (1.0 + want.abs()),
                    "{rows}×{k}×{n}: [{r}, {c}] is {got}, the plain loop says {want}"
                );
            }
        }
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
            let w = values(k * n, 2);
            for matrix in both(&w, k, n) {
                check_product(&matrix, &w, rows);
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
                .map(|w| half::value(half::round(w)))
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
            for large in [1.0, 3e4, 1e5, 1e30] {
                let x: Vec<f32> = x.iter().map(|x| x * large).collect();
                let xs: Vec<&[f32]> = x.chunks_exact(k).collect();
                let [half, full] = [MatrixFormat::F16, MatrixFormat::F32].map(|format| {
                    let mut matrix = Columns::new(k, n, format);
                    matrix.set_rows(0, &w, n);
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

    /// The values that are kept, row by row.
    fn kept(matrix: &Columns) -> Vec<f32> {
        let row = |r| {
            let mut row = vec![0.0; matrix.cols];
            matrix.add_row(r, &mut row);
            row
        };
        (0..matrix.rows).flat_map(row).collect()
    }

    /// Numbers, scales and offsets of a matrix `[k, n]` whose columns are in blocks of this format.
    fn planes(k: usize, n: usize, format: BlockFormat) -> Planes {
        let (least, most) = match (format.numbers, format.has_offset) {
            (Numbers::Eight, _) => (-127.0, 127.0),
            (Numbers::Four, false) => (-8.0, 7.0),
            (Numbers::Four, true) => (0.0, 15.0),
        };
        let number = |x: f32| (x * 127.0).round().clamp(least, most) as i8;
        let of_blocks = |seed, scale: f32| {
            let own = values(k / format.span * n, seed);
            own.into_iter().map(|x| scale * x).collect()
        };
        Planes {
            stride: n,
            along: Along::Columns,
            span: format.span,
            numbers: values(k * n, 2).into_iter().map(number).collect(),
            scales: of_blocks(4, 0.01),
            offsets: match format.has_offset {
                true => of_blocks(5, 0.5),
                false => Vec::new(),
            },
        }
    }

    /// `[k, n]` as `[n, k]`.
    fn turned<T: Copy>(x: &[T], n: usize) -> Vec<T> {
        let column = |c| x.iter().skip(c).step_by(n).copied();
        (0..n).flat_map(column).collect()
    }

    /// A matrix `[k, n]` kept as `format` says.
    fn matrix(k: usize, n: usize, format: MatrixFormat) -> Columns {
        let mut matrix = Columns::new(k, n, format);
        match matrix.format() {
            MatrixFormat::Blocks(format) => matrix.set_blocks(0, &planes(k, n, format)),
            _ => matrix.set_rows(0, &values(k * n, 2), n),
        }
        matrix
    }

    #[test]
    fn parts_of_columns_are_the_matrix_here_and_taken_elsewhere() {
        let blocks = BlockFormat::ALL.map(MatrixFormat::Blocks);
        let formats = [MatrixFormat::F32, MatrixFormat::F16]
            .into_iter()
            .chain(blocks);
        for format in formats {
            for (rows, k, n) in [(1, 64, 4), (1, 96, 1028), (3, 64, 520), (2, 32, 36)] {
                let whole = matrix(k, n, format);
                let x = values(rows * k, 1);
                let x: Vec<&[f32]> = x.chunks_exact(k).collect();
                let start = values(rows * n, 3);
                let mut want = start.clone();
                whole.add_product(&x, &mut want, n);
                for many in [1, 2, 3, 100] {
                    let (mut here, mut there) = (start.clone(), start.clone());
                    let parts = whole.parts(many);
                    assert_eq!(parts.iter().map(Range::len).sum::<usize>(), n);
                    for part in parts {
                        whole.add_part(part.clone(), &x, &mut here, n);
                        let bytes = whole.bytes_of(part.clone()).concat();
                        let other = Columns::of_bytes(k, part.len(), format, &bytes);
                        let other = other.expect("its own bytes");
                        let mut sums: Vec<f32> = start
                            .chunks_exact(n)
                            .flat_map(|r| r[part.clone()].to_vec())
                            .collect();
                        other.add_product(&x, &mut sums, part.len());
                        for (sums, there) in
                            sums.chunks_exact(part.len()).zip(there.chunks_exact_mut(n))
                        {
                            there[part.clone()].copy_from_slice(sums);
                        }
                        assert!(Columns::of_bytes(k, part.len(), format, &bytes[1..]).is_none());
                    }
                    assert_eq!(here, want, "{format:?} {rows}×{k}×{n} in {many}");
                    assert_eq!(there, want, "{format:?} {rows}×{k}×{n} in {many}");
                }
            }
        }
    }

    #[test]
    fn weights_in_blocks_are_those_of_the_blocks_however_they_came() {
        for (k, n) in [(32, 4), (64, 36), (96, 1028), (2 * TILE + 64, 12)] {
            for format in BlockFormat::ALL {
                let own = planes(k, n, format);
                let want = own.values();
                let mut by_rows = Columns::new(k, n, MatrixFormat::Blocks(format));
                by_rows.set_blocks(0, &own.part(0, BLOCK));
                by_rows.set_blocks(BLOCK, &own.part(BLOCK, k - BLOCK));
                let mut by_columns = Columns::new(k, n, MatrixFormat::Blocks(format));
                let across = Planes {
                    stride: k,
                    along: Along::Rows,
                    span: format.span,
                    numbers: turned(&own.numbers, n),
                    scales: turned(&own.scales, n),
                    offsets: turned(&own.offsets, n),
                };
                by_columns.set_blocks(0, &across);
                assert_eq!(kept(&by_rows), want, "{k}×{n} {format:?}");
                assert_eq!(kept(&by_columns), want, "{k}×{n} {format:?}");
                for c in [0, 1, n / 2, n - 1] {
                    let mut sum = vec![0.0; k];
                    by_rows.add_column(c, &mut sum);
                    assert_eq!(sum, turned(&want, n)[c * k..][..k], "{k}×{n}: column {c}");
                }
                let blocks = n.div_ceil(COLS) * COLS * k;
                assert_eq!(by_rows.bytes(), blocks as u64 * format.bits() / 8);
            }
        }
    }

    #[test]
    fn values_become_the_blocks_that_their_neighbours_share() {
        for (k, n) in [(64, 12), (32, 36), (96, 16)] {
            let w = values(k * n, 2);
            for format in BlockFormat::ALL {
                let down = Planes::quantised(&w, n, Along::Columns, format);
                let across = Planes::quantised(&turned(&w, n), k, Along::Rows, format);
                assert_eq!(turned(&down.numbers, n), across.numbers);
                assert_eq!(turned(&down.scales, n), across.scales);
                assert_eq!(turned(&down.offsets, n), across.offsets);
                let found = down.values();
                assert_eq!(turned(&found, n), across.values());
                for (i, (found, w)) in found.iter().zip(&w).enumerate() {
                    let scale = down.scales[down.block(i / n, i % n)].abs();
                    assert!((found - w).abs() <= scale, "{i}: {found} for {w}");
                }
                let mut matrix = Columns::new(k, n, MatrixFormat::Blocks(format));
                matrix.set_blocks(0, &down);
                assert_eq!(kept(&matrix), found, "{format:?}");
            }
        }
    }

    #[test]
    fn a_product_with_blocks_is_that_with_their_values() {
        for (rows, k, n) in [
            (1, 32, 4),
            (3, 64, 36),
            (2, 96, 1028),
            (5, 2 * TILE + 64, 516),
        ] {
            for format in BlockFormat::ALL {
                let mut matrix = Columns::new(k, n, MatrixFormat::Blocks(format));
                matrix.set_blocks(0, &planes(k, n, format));
                check_product(&matrix, &kept(&matrix), rows);
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_of_whole_blocks_stays_f16() {
        let w = values(33 * 4, 2);
        let eight = MatrixFormat::Blocks(BlockFormat::EIGHT);
        let [half, eight] = [MatrixFormat::F16, eight].map(|format| {
            let mut matrix = Columns::new(33, 4, format);
            matrix.set_rows(0, &w, 4);
            (matrix.bytes(), kept(&matrix))
        });
        assert_eq!(half, eight);
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
