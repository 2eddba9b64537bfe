//! Weights in blocks of whole numbers: [`BLOCK`] neighbours of a column share a scale.

use logitscope_core::BLOCK;

use super::{COLS, Kept};
use crate::quantize::{to_q4, to_q8, value_q4};

/// A whole number of a block, without its scale.
pub(super) trait Number: Copy + Default + Sync {
    /// Those of a block of a column that lie together in a word.
    const TOGETHER: usize;

    /// The scale of a block, and its words.
    fn quantize(block: &[f32; BLOCK]) -> (f32, impl Iterator<Item = Self>);

    /// The number of a word's `i`-th row.
    fn value(self, i: usize) -> f32;
}

/// 8 bits.
#[derive(Debug, Clone, Copy, Default)]
#[repr(transparent)]
pub(super) struct Eight(i8);

impl Number for Eight {
    const TOGETHER: usize = 1;

    fn quantize(block: &[f32; BLOCK]) -> (f32, impl Iterator<Item = Self>) {
        let (scale, numbers) = to_q8(block);
        (scale, numbers.into_iter().map(Eight))
    }

    #[inline(always)]
    fn value(self, _i: usize) -> f32 {
        f32::from(self.0)
    }
}

/// Twice 4 bits: the low ones are of a row, the high ones of the next.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub(super) struct Four(u8);

impl Default for Four {
    /// Two zeros.
    fn default() -> Self {
        Four(0x88)
    }
}

impl Number for Four {
    const TOGETHER: usize = 2;

    fn quantize(block: &[f32; BLOCK]) -> (f32, impl Iterator<Item = Self>) {
        let (scale, numbers) = to_q4(block);
        let words = (0..BLOCK / 2).map(move |i| Four(numbers[2 * i] | numbers[2 * i + 1] << 4));
        (scale, words)
    }

    #[inline(always)]
    fn value(self, i: usize) -> f32 {
        value_q4(if i == 0 { self.0 & 15 } else { self.0 >> 4 })
    }
}

/// A matrix of them.
#[derive(Debug)]
pub(super) struct Blocks<N> {
    /// `[blocks of columns, rows / TOGETHER, COLS]`.
    words: Vec<[N; COLS]>,
    /// `[blocks of columns, rows / BLOCK, COLS]`.
    scales: Vec<[f32; COLS]>,
    rows: usize,
}

impl<N: Number> Blocks<N> {
    /// Zeros for `n` rows of blocks of columns, `rows` of each.
    pub fn new(n: usize, rows: usize) -> Self {
        Blocks {
            words: vec![[N::default(); COLS]; n / N::TOGETHER],
            scales: vec![[0.0; COLS]; n / BLOCK],
            rows,
        }
    }

    /// What it takes in memory.
    pub fn bytes(&self) -> u64 {
        (size_of_val(self.words.as_slice()) + size_of_val(self.scales.as_slice())) as u64
    }

    /// Writes rows from `first` on, each of `stride` elements; both their number and `first` are multiples of [`BLOCK`].
    pub fn set_rows(&mut self, first: usize, x: &[f32], stride: usize) {
        let blocks = x.chunks_exact(BLOCK * stride);
        for (block, x) in (first / BLOCK..).zip(blocks) {
            for col in 0..stride {
                let mut own = [0.0; BLOCK];
                let values = x.iter().skip(col).step_by(stride);
                own.iter_mut().zip(values).for_each(|(own, x)| *own = *x);
                self.set_block(block, col, &own);
            }
        }
    }

    /// Writes a column.
    pub fn set_column(&mut self, col: usize, x: &[f32]) {
        for (block, own) in x.as_chunks::<BLOCK>().0.iter().enumerate() {
            self.set_block(block, col, own);
        }
    }

    fn set_block(&mut self, block: usize, col: usize, own: &[f32; BLOCK]) {
        let (scale, words) = N::quantize(own);
        let first = self.word(col / COLS, block * BLOCK);
        for (place, word) in self.words[first..].iter_mut().zip(words) {
            place[col % COLS] = word;
        }
        let at = self.scale(col / COLS, block * BLOCK);
        self.scales[at][col % COLS] = scale;
    }

    /// `sum += W[row, :]`.
    pub fn add_row(&self, row: usize, sum: &mut [f32]) {
        for (block, sum) in sum.chunks_mut(COLS).enumerate() {
            let words = &self.words[self.word(block, row)];
            let scales = &self.scales[self.scale(block, row)];
            for ((sum, word), scale) in sum.iter_mut().zip(words).zip(scales) {
                *sum += scale * word.value(row % N::TOGETHER);
            }
        }
    }

    /// `sum += W[:, col]`.
    pub fn add_column(&self, col: usize, sum: &mut [f32]) {
        for (row, sum) in sum.iter_mut().enumerate().take(self.rows) {
            let word = self.words[self.word(col / COLS, row)][col % COLS];
            let scale = self.scales[self.scale(col / COLS, row)][col % COLS];
            *sum += scale * word.value(row % N::TOGETHER);
        }
    }

    /// Where the words of a row of a block of columns are.
    #[inline(always)]
    fn word(&self, block: usize, row: usize) -> usize {
        (block * self.rows + row) / N::TOGETHER
    }

    /// Where their scales are.
    #[inline(always)]
    fn scale(&self, block: usize, row: usize) -> usize {
        (block * self.rows + row) / BLOCK
    }
}

impl<N: Number> Kept for Blocks<N> {
    #[inline(always)]
    fn add_one(&self, block: usize, first: usize, x: &[f32], sum: &mut [f32; COLS]) {
        let words = self.words[self.word(block, first)..].chunks_exact(BLOCK / N::TOGETHER);
        let scales = &self.scales[self.scale(block, first)..];
        let mut s = *sum;
        for ((x, words), scales) in x.chunks_exact(BLOCK).zip(words).zip(scales) {
            let mut own = [0.0; COLS];
            for (x, words) in x.chunks_exact(N::TOGETHER).zip(words) {
                for (i, x) in x.iter().enumerate() {
                    for j in 0..COLS {
                        own[j] += x * words[j].value(i);
                    }
                }
            }
            for j in 0..COLS {
                s[j] += scales[j] * own[j];
            }
        }
        *sum = s;
    }

    #[inline(always)]
    fn add_two(
        &self,
        block: usize,
        first: usize,
        [x, y]: [&[f32]; 2],
        [sum, other]: [&mut [f32; COLS]; 2],
    ) {
        let words = self.words[self.word(block, first)..].chunks_exact(BLOCK / N::TOGETHER);
        let scales = &self.scales[self.scale(block, first)..];
        let rows = x.chunks_exact(BLOCK).zip(y.chunks_exact(BLOCK));
        let (mut s, mut o) = (*sum, *other);
        for ((rows, words), scales) in rows.zip(words).zip(scales) {
            let (mut own, mut second) = ([0.0; COLS], [0.0; COLS]);
            let rows = rows
                .0
                .chunks_exact(N::TOGETHER)
                .zip(rows.1.chunks_exact(N::TOGETHER));
            for ((x, y), words) in rows.zip(words) {
                for (i, (x, y)) in x.iter().zip(y).enumerate() {
                    for j in 0..COLS {
                        let value = words[j].value(i);
                        own[j] += x * value;
                        second[j] += y * value;
                    }
                }
            }
            for j in 0..COLS {
                s[j] += scales[j] * own[j];
                o[j] += scales[j] * second[j];
            }
        }
        *sum = s;
        *other = o;
    }
}
