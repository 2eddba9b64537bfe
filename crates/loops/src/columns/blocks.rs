//! Weights in blocks of whole numbers: neighbours of a column share a scale, and an offset where they have one.

use std::fmt::Debug;
use std::ops::Range;

use bytemuck::{Pod, cast_slice};
use logitscope_core::BlockFormat;
use logitscope_core::matrix_format::Numbers;

use super::{COLS, copied};
use crate::planes::{Along, Planes};
use crate::room::Room;

/// How whole numbers lie in words.
pub(super) trait Number: Debug + Sized {
    /// A word: numbers of neighbouring rows.
    type Word: Pod + Debug + Send + Sync;
    /// What a number can be.
    const NUMBERS: Numbers;
    /// Those of a column that lie together in a word.
    const TOGETHER: usize;
    /// A word of zeros.
    const ZERO: Self::Word;

    /// Writes the number of a word's `i`-th row.
    fn set(word: &mut Self::Word, i: usize, number: i8);

    /// The number of a word's `i`-th row.
    fn value(word: Self::Word, i: usize) -> f32;
}

/// A matrix of them, in which `SPAN` neighbours of a column share a scale.
#[derive(Debug)]
pub(super) struct Blocks<N: Number, const SPAN: usize> {
    /// `[blocks of columns, rows / TOGETHER, COLS]`.
    pub words: Room<[N::Word; COLS]>,
    /// `[blocks of columns, rows / SPAN, COLS]`.
    pub scales: Room<[f32; COLS]>,
    /// The same, or none.
    pub offsets: Room<[f32; COLS]>,
    rows: usize,
}

impl<N: Number, const SPAN: usize> Blocks<N, SPAN> {
    /// Zeros for `n` rows of blocks of columns, `rows` of each.
    pub fn new(n: usize, rows: usize, has_offset: bool) -> Self {
        let floats = |n| Room::filled([0.0; COLS], n);
        Blocks {
            words: Room::filled([N::ZERO; COLS], n / N::TOGETHER),
            scales: floats(n / SPAN),
            offsets: floats(if has_offset { n / SPAN } else { 0 }),
            rows,
        }
    }

    /// How they are kept.
    pub fn format(&self) -> BlockFormat {
        BlockFormat {
            numbers: N::NUMBERS,
            span: SPAN,
            has_offset: !self.offsets.is_empty(),
        }
    }

    /// What it takes in memory.
    pub fn bytes(&self) -> u64 {
        let floats = size_of_val(&*self.scales) + size_of_val(&*self.offsets);
        (size_of_val(&*self.words) + floats) as u64
    }

    /// The words of these rows of blocks of columns, their scales, and their offsets where they have any.
    pub fn bytes_of(&self, rows: Range<usize>) -> Vec<&[u8]> {
        let part = |n: usize| rows.start / n..rows.end / n;
        let offsets = self.offsets.get(part(SPAN)).unwrap_or_default();
        vec![
            cast_slice(&self.words[part(N::TOGETHER)]),
            cast_slice(&self.scales[part(SPAN)]),
            cast_slice(offsets),
        ]
    }

    /// Takes those that [`Blocks::bytes_of`] wrote; whether they were as many.
    pub fn read(&mut self, bytes: &[u8]) -> bool {
        let scales = copied(&mut self.words, bytes);
        let offsets = scales.and_then(|bytes| copied(&mut self.scales, bytes));
        offsets.and_then(|bytes| copied(&mut self.offsets, bytes)) == Some(&[])
    }

    /// Writes rows from `first` on, or as many columns, if blocks lie along the rows of `planes`.
    pub fn set(&mut self, first: usize, planes: &Planes) {
        for (r, numbers) in planes.numbers.chunks_exact(planes.stride).enumerate() {
            match planes.along {
                Along::Columns => self.set_row(first + r, numbers),
                Along::Rows => self.set_column(first + r, numbers),
            }
        }
        let in_a_row = match planes.along {
            Along::Columns => planes.stride,
            Along::Rows => planes.stride / SPAN,
        };
        let place = |at: usize| {
            let (r, c) = (at / in_a_row, at % in_a_row);
            match planes.along {
                Along::Columns => (first + r * SPAN, c),
                Along::Rows => (c * SPAN, first + r),
            }
        };
        for (at, scale) in planes.scales.iter().enumerate() {
            let (row, col) = place(at);
            let own = self.scale(col / COLS, row);
            self.scales[own][col % COLS] = *scale;
            if let (Some(offsets), Some(offset)) =
                (self.offsets.get_mut(own), planes.offsets.get(at))
            {
                offsets[col % COLS] = *offset;
            }
        }
    }

    fn set_row(&mut self, row: usize, numbers: &[i8]) {
        for (block, numbers) in numbers.chunks(COLS).enumerate() {
            let word = self.word(block, row);
            for (word, number) in self.words[word].iter_mut().zip(numbers) {
                N::set(word, row % N::TOGETHER, *number);
            }
        }
    }

    fn set_column(&mut self, col: usize, numbers: &[i8]) {
        let first = self.word(col / COLS, 0);
        let words = self.words[first..].iter_mut();
        for (words, numbers) in words.zip(numbers.chunks_exact(N::TOGETHER)) {
            for (i, number) in numbers.iter().enumerate() {
                N::set(&mut words[col % COLS], i, *number);
            }
        }
    }

    /// `sum += W[row, :]`.
    pub fn add_row(&self, row: usize, sum: &mut [f32]) {
        for (block, sum) in sum.chunks_mut(COLS).enumerate() {
            for (col, sum) in sum.iter_mut().enumerate() {
                *sum += self.weight(block, row, col);
            }
        }
    }

    /// `sum += W[:, col]`.
    pub fn add_column(&self, col: usize, sum: &mut [f32]) {
        for (row, sum) in sum.iter_mut().enumerate().take(self.rows) {
            *sum += self.weight(col / COLS, row, col % COLS);
        }
    }

    /// The weight of a row of a block of columns.
    fn weight(&self, block: usize, row: usize, col: usize) -> f32 {
        let at = self.scale(block, row);
        let word = self.words[self.word(block, row)][col];
        let number = N::value(word, row % N::TOGETHER);
        let offset = self.offsets.get(at).map_or(0.0, |offsets| offsets[col]);
        self.scales[at][col] * number + offset
    }

    /// Where the words of a row of a block of columns are.
    #[inline(always)]
    pub fn word(&self, block: usize, row: usize) -> usize {
        (block * self.rows + row) / N::TOGETHER
    }

    /// Where their scales are.
    #[inline(always)]
    pub fn scale(&self, block: usize, row: usize) -> usize {
        (block * self.rows + row) / SPAN
    }
}
