//! Products with numbers in blocks that make each number an f32: for processors that do it many at a time and fuse product and sum.

use std::ops::Range;

use logitscope_core::matrix_format::Numbers;

use super::blocks::{Blocks, Number};
use super::{COLS, Kept, Row};

/// 8 bits.
#[derive(Debug)]
pub(super) struct Eight;

impl Number for Eight {
    type Word = i8;
    const NUMBERS: Numbers = Numbers::Eight;
    const TOGETHER: usize = 1;
    const ZERO: i8 = 0;

    #[inline(always)]
    fn set(word: &mut i8, _i: usize, number: i8) {
        *word = number;
    }

    #[inline(always)]
    fn value(word: i8, _i: usize) -> f32 {
        f32::from(word)
    }
}

/// Twice 4 bits, the least number of which is `LEAST`: the low ones are of a row, the high ones of the next.
#[derive(Debug)]
pub(super) struct Four<const LEAST: i8>;

impl<const LEAST: i8> Number for Four<LEAST> {
    type Word = u8;
    const NUMBERS: Numbers = Numbers::Four;
    const TOGETHER: usize = 2;
    const ZERO: u8 = LEAST.unsigned_abs() * 0x11;

    #[inline(always)]
    fn set(word: &mut u8, i: usize, number: i8) {
        let number = number.wrapping_sub(LEAST) as u8 & 15;
        *word = match i {
            0 => *word & 0xf0 | number,
            _ => *word & 0x0f | number << 4,
        };
    }

    #[inline(always)]
    fn value(word: u8, i: usize) -> f32 {
        let number = if i == 0 { word & 15 } else { word >> 4 };
        // Through a signed byte, which compilers widen many at a time.
        f32::from(number as i8 + LEAST)
    }
}

impl<N: Number, const SPAN: usize> Kept for Blocks<N, SPAN> {
    #[inline(always)]
    fn add_rows<const R: usize>(
        &self,
        block: usize,
        rows: Range<usize>,
        x: [&Row; R],
        sums: [&mut [f32; COLS]; R],
    ) {
        let words = self.words[self.word(block, rows.start)..].chunks_exact(SPAN / N::TOGETHER);
        let from = self.scale(block, rows.start);
        let blocks = rows.len() / SPAN;
        let x = x.map(|x| &x.x[rows.clone()]);
        let mut s = sums.each_ref().map(|sum| **sum);
        for ((b, words), at) in (0..blocks).zip(words).zip(from..) {
            let x = x.map(|x| &x[b * SPAN..][..SPAN]);
            let own = sums_of_block::<N, R>(words, x);
            let scales = &self.scales[at];
            // All rows of x in one loop over the columns: in loops of their own, sums go through memory, a quarter slower.
            for j in 0..COLS {
                for r in 0..R {
                    s[r][j] += scales[j] * own[r][j];
                }
            }
            if let Some(offsets) = self.offsets.get(at) {
                let totals = x.map(total);
                for j in 0..COLS {
                    for r in 0..R {
                        s[r][j] += offsets[j] * totals[r];
                    }
                }
            }
        }
        for (sum, s) in sums.into_iter().zip(s) {
            *sum = s;
        }
    }
}

/// The products of a block of numbers with rows of x.
#[inline(always)]
fn sums_of_block<N: Number, const R: usize>(
    words: &[[N::Word; COLS]],
    x: [&[f32]; R],
) -> [[f32; COLS]; R] {
    let mut sums = [[0.0; COLS]; R];
    for (k, words) in words.iter().enumerate() {
        for i in 0..N::TOGETHER {
            let x = x.map(|x| x[k * N::TOGETHER + i]);
            for j in 0..COLS {
                let value = N::value(words[j], i);
                for r in 0..R {
                    sums[r][j] += x[r] * value;
                }
            }
        }
    }
    sums
}

/// The sum of a block of x, in an order that vectors can follow.
#[inline(always)]
fn total(x: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for x in x.as_chunks::<8>().0 {
        for (lane, x) in lanes.iter_mut().zip(x) {
            *lane += x;
        }
    }
    lanes.iter().sum()
}
