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
    fn add_one(&self, block: usize, rows: Range<usize>, x: &Row, sum: &mut [f32; COLS]) {
        let words = self.words[self.word(block, rows.start)..].chunks_exact(SPAN / N::TOGETHER);
        let from = self.scale(block, rows.start);
        let x = &x.x[rows];
        let mut s = *sum;
        for ((x, words), at) in x.chunks_exact(SPAN).zip(words).zip(from..) {
            let mut own = [0.0; COLS];
            for (x, words) in x.chunks_exact(N::TOGETHER).zip(words) {
                for (i, x) in x.iter().enumerate() {
                    for j in 0..COLS {
                        own[j] += x * N::value(words[j], i);
                    }
                }
            }
            let scales = &self.scales[at];
            for j in 0..COLS {
                s[j] += scales[j] * own[j];
            }
            if let Some(offsets) = self.offsets.get(at) {
                let total = total(x);
                for j in 0..COLS {
                    s[j] += offsets[j] * total;
                }
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
        let words = self.words[self.word(block, rows.start)..].chunks_exact(SPAN / N::TOGETHER);
        let from = self.scale(block, rows.start);
        let [x, y] = [&x.x[rows.clone()], &y.x[rows]];
        let rows = x.chunks_exact(SPAN).zip(y.chunks_exact(SPAN));
        let (mut s, mut o) = (*sum, *other);
        for (((x, y), words), at) in rows.zip(words).zip(from..) {
            let (mut own, mut second) = ([0.0; COLS], [0.0; COLS]);
            let rows = x.chunks_exact(N::TOGETHER).zip(y.chunks_exact(N::TOGETHER));
            for ((x, y), words) in rows.zip(words) {
                for (i, (x, y)) in x.iter().zip(y).enumerate() {
                    for j in 0..COLS {
                        let value = N::value(words[j], i);
                        own[j] += x * value;
                        second[j] += y * value;
                    }
                }
            }
            let scales = &self.scales[at];
            for j in 0..COLS {
                s[j] += scales[j] * own[j];
                o[j] += scales[j] * second[j];
            }
            if let Some(offsets) = self.offsets.get(at) {
                let (x, y) = (total(x), total(y));
                for j in 0..COLS {
                    s[j] += offsets[j] * x;
                    o[j] += offsets[j] * y;
                }
            }
        }
        *sum = s;
        *other = o;
    }
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
