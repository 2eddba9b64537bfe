//! Products with numbers in blocks as sums of whole numbers: for the browser's vectors, which neither fuse product and sum nor make many
//! numbers f32 at a time, but add two products of 16 bits in one step.
//!
//! Each x becomes two digits to the base 2^15 that count steps of its block, 2^-29 of the power of two above the block's largest. A sum of products
//! with numbers of 8 bits then is exact, and nothing is lost that an f32 would hold.

use std::ops::Range;

use logitscope_core::matrix_format::Numbers;

use super::blocks::{Blocks, Number};
use super::{COLS, Row};
use lanes::Halves;

/// How a vector of words is taken apart.
pub(super) trait Packed: Number<Word = u32> {
    /// The number that is kept as 0.
    const LEAST: i32;

    /// The numbers of the `i`-th pair of rows.
    fn pair(words: Halves, i: usize) -> Halves;
}

/// Four times 8 bits of a column.
#[derive(Debug)]
pub(super) struct Eight;

impl Number for Eight {
    type Word = u32;
    const NUMBERS: Numbers = Numbers::Eight;
    const TOGETHER: usize = 4;
    const ZERO: u32 = 0;

    fn set(word: &mut u32, i: usize, number: i8) {
        let at = 8 * i;
        *word = *word & !(0xff << at) | u32::from(number as u8) << at;
    }

    fn value(word: u32, i: usize) -> f32 {
        f32::from((word >> (8 * i)) as i8)
    }
}

impl Packed for Eight {
    const LEAST: i32 = 0;

    #[inline(always)]
    fn pair(words: Halves, i: usize) -> Halves {
        lanes::eight(words, i)
    }
}

/// Eight times 4 bits of a column, the least number of which is `LEAST`.
#[derive(Debug)]
pub(super) struct Four<const LEAST: i8>;

impl<const LEAST: i8> Number for Four<LEAST> {
    type Word = u32;
    const NUMBERS: Numbers = Numbers::Four;
    const TOGETHER: usize = 8;
    const ZERO: u32 = LEAST.unsigned_abs() as u32 * 0x1111_1111;

    fn set(word: &mut u32, i: usize, number: i8) {
        let (at, number) = (4 * i, number.wrapping_sub(LEAST) as u32 & 15);
        *word = *word & !(15 << at) | number << at;
    }

    fn value(word: u32, i: usize) -> f32 {
        f32::from((word >> (4 * i) & 15) as i8 + LEAST)
    }
}

impl<const LEAST: i8> Packed for Four<LEAST> {
    const LEAST: i32 = LEAST as i32;

    #[inline(always)]
    fn pair(words: Halves, i: usize) -> Halves {
        lanes::four(words, i)
    }
}

/// Rows whose numbers lie in the two halves of a word's lane.
type Pair = [i16; 2];

/// The high and the low digits for a word, as many pairs as it has.
type OfWord = [[Pair; 2]; 4];

/// A row of x in whole numbers.
#[derive(Debug, Default)]
pub(super) struct Digits {
    /// By word, the high and the low digits of its pairs of rows, in the order in which its numbers are taken.
    words: Vec<OfWord>,
    /// By block, what the low digits count.
    steps: Vec<f32>,
    /// By block, the sums of its high and of its low digits.
    totals: Vec<[i32; 2]>,
}

/// The base of the digits is 2 to this.
const BASE: i32 = 15;
/// 2 to this is as many steps as the largest x of a block can have, less one.
const STEPS: u32 = 29;

impl Digits {
    /// Those of `x` in blocks of `span`, for words that hold `pairs` pairs of rows.
    pub fn of(x: &[f32], span: usize, pairs: usize) -> Self {
        let mut own = Digits::default();
        let mut digits: Vec<[i32; 2]> = Vec::with_capacity(span);
        for x in x.chunks_exact(span) {
            let largest = x.iter().fold(0.0f32, |most, x| most.max(x.abs()));
            // The exponent of the largest as an f32 has it; not so small that its step is none.
            let exponent = (largest.to_bits() >> 23).max(31);
            let power = |biased: u32| f32::from_bits(biased << 23);
            let per_step = power(2 * 127 + STEPS - 1 - exponent);
            // 0, or not a number if one of x is none or has no end: then the sums are none, either.
            let broken: f32 = x.iter().map(|x| x * 0.0).sum();
            let both = |x: &f32| {
                let steps = ((x * per_step) as i32).clamp(-(1 << STEPS), 1 << STEPS);
                let high = (steps + (1 << (BASE - 1))) >> BASE;
                [high, steps - (high << BASE)]
            };
            digits.clear();
            digits.extend(x.iter().map(both));
            for word in digits.chunks_exact(2 * pairs) {
                let mut own_word = OfWord::default();
                for (i, own) in own_word.iter_mut().enumerate().take(pairs) {
                    let pair = |digit: usize| [word[i], word[i + pairs]].map(|x| x[digit] as i16);
                    *own = [pair(0), pair(1)];
                }
                own.words.push(own_word);
            }
            own.steps.push(power(exponent + 1 - STEPS) + broken);
            own.totals
                .push([0, 1].map(|digit| digits.iter().map(|x| x[digit]).sum()));
        }
        own
    }
}

#[cfg(target_arch = "wasm32")]
impl<N: Packed, const SPAN: usize> super::Kept for Blocks<N, SPAN> {
    fn row<'a>(&self, x: &'a [f32]) -> Row<'a> {
        row::<N, SPAN>(x)
    }

    #[inline(always)]
    fn add_rows<const R: usize>(
        &self,
        block: usize,
        rows: Range<usize>,
        x: [&Row; R],
        sums: [&mut [f32; COLS]; R],
    ) {
        add(self, block, rows, x, sums);
    }
}

/// A row of x as [`add`] takes it.
fn row<N: Packed, const SPAN: usize>(x: &[f32]) -> Row<'_> {
    let whole = Digits::of(x, SPAN, N::TOGETHER / 2);
    Row { x, whole }
}

/// `sums += x·W`.
#[inline(always)]
fn add<N: Packed, const SPAN: usize, const R: usize>(
    matrix: &Blocks<N, SPAN>,
    block: usize,
    rows: Range<usize>,
    x: [&Row; R],
    sums: [&mut [f32; COLS]; R],
) {
    let words = matrix.words[matrix.word(block, rows.start)..].chunks_exact(SPAN / N::TOGETHER);
    let from = matrix.scale(block, rows.start);
    let x = x.map(|x| &x.whole);
    let mut s = sums.each_ref().map(|sum| **sum);
    let blocks = rows.start / SPAN..rows.end / SPAN;
    for ((b, words), at) in blocks.zip(words).zip(from..) {
        let each = SPAN / N::TOGETHER;
        let digits = x.map(|x| &x.words[b * each..(b + 1) * each]);
        let start = x.map(|x| x.totals[b].map(|total| N::LEAST * total));
        let own = lanes::sums::<N, R>(words, digits, start);
        let scales = &matrix.scales[at];
        for r in 0..R {
            let step = x[r].steps[b];
            for j in 0..COLS {
                s[r][j] += scales[j] * (own[r][j] * step);
            }
        }
        if let Some(offsets) = matrix.offsets.get(at) {
            for r in 0..R {
                let total = value(x[r].totals[b]) * x[r].steps[b];
                for j in 0..COLS {
                    s[r][j] += offsets[j] * total;
                }
            }
        }
    }
    for (sum, s) in sums.into_iter().zip(s) {
        *sum = s;
    }
}

/// The number of two digits, rounded.
#[inline(always)]
fn value([high, low]: [i32; 2]) -> f32 {
    high as f32 * (1 << BASE) as f32 + low as f32
}

/// Vectors of the browser.
#[cfg(target_arch = "wasm32")]
mod lanes {
    use core::arch::wasm32::*;

    use super::{BASE, COLS, OfWord, Packed};

    /// Words of four columns as eight halves.
    pub type Halves = v128;
    /// Vectors of a block's columns.
    const VECTORS: usize = COLS / 4;

    #[inline(always)]
    pub fn eight(words: v128, i: usize) -> v128 {
        let high = if i == 0 { i16x8_shl(words, 8) } else { words };
        i16x8_shr(high, 8)
    }

    #[inline(always)]
    pub fn four(words: v128, i: usize) -> v128 {
        v128_and(u16x8_shr(words, 4 * i as u32), i16x8_splat(15))
    }

    /// `start` and the sums of the products of a block's numbers with x, by row of x.
    #[inline(always)]
    pub fn sums<N: Packed, const R: usize>(
        words: &[[u32; COLS]],
        x: [&[OfWord]; R],
        start: [[i32; 2]; R],
    ) -> [[f32; COLS]; R] {
        let x = x.map(|x| &x[..words.len()]);
        let mut all = [[i32x4_splat(0); VECTORS]; R];
        // As many vectors at once as there are registers for their sums.
        for first in (0..VECTORS).step_by(VECTORS / R) {
            let mut own = start.map(|start| start.map(|start| [i32x4_splat(start); VECTORS]));
            for (k, words) in words.iter().enumerate() {
                let words: [v128; VECTORS] = bytemuck::cast(*words);
                for i in 0..N::TOGETHER / 2 {
                    let x = x.map(|x| x[k][i].map(|pair| i32x4_splat(bytemuck::cast(pair))));
                    for j in 0..VECTORS / R {
                        let numbers = N::pair(words[first + j], i);
                        for r in 0..R {
                            for digit in 0..2 {
                                let sum = &mut own[r][digit][j];
                                *sum = i32x4_add(*sum, i32x4_dot_i16x8(numbers, x[r][digit]));
                            }
                        }
                    }
                }
            }
            for r in 0..R {
                for j in 0..VECTORS / R {
                    let base = f32x4_splat((1 << BASE) as f32);
                    let [high, low] = own[r].map(|sums| f32x4_convert_i32x4(sums[j]));
                    all[r][first + j] = f32x4_add(f32x4_mul(high, base), low);
                }
            }
        }
        all.map(bytemuck::cast)
    }
}

/// The same number by number.
#[cfg(not(target_arch = "wasm32"))]
mod lanes {
    use super::{COLS, OfWord, Packed, Pair, value};

    pub type Halves = Pair;

    pub fn eight(word: Pair, i: usize) -> Pair {
        word.map(|half| half << (8 - 8 * i) >> 8)
    }

    pub fn four(word: Pair, i: usize) -> Pair {
        word.map(|half| half >> (4 * i) & 15)
    }

    pub fn sums<N: Packed, const R: usize>(
        words: &[[u32; COLS]],
        x: [&[OfWord]; R],
        start: [[i32; 2]; R],
    ) -> [[f32; COLS]; R] {
        let mut own = start.map(|start| start.map(|start| [start; COLS]));
        for (k, words) in words.iter().enumerate() {
            for (j, word) in words.iter().enumerate() {
                for i in 0..N::TOGETHER / 2 {
                    let [a, b] = N::pair([*word as i16, (*word >> 16) as i16], i);
                    for r in 0..R {
                        for digit in 0..2 {
                            let [x, y] = x[r][k][i][digit].map(i32::from);
                            own[r][digit][j] += i32::from(a) * x + i32::from(b) * y;
                        }
                    }
                }
            }
        }
        own.map(|own| std::array::from_fn(|j| value([own[0][j], own[1][j]])))
    }
}

#[cfg(test)]
mod tests {
    use logitscope_core::BLOCK;

    use super::*;
    use crate::lanes::tests::values;
    use crate::planes::{Along, Planes};

    #[test]
    fn digits_lose_nothing_that_an_f32_would_hold_beside_the_largest() {
        // Those below 1e-29 count steps of 2^-125.
        for scale in [1.0, 3e-30, 1e-20, 7.5e20, 3e38] {
            let mut x = values(2 * BLOCK, 3);
            x.iter_mut().for_each(|x| *x *= scale);
            x[5] = 0.999 * scale;
            let own = Digits::of(&x, BLOCK, 2);
            for (i, x) in x.iter().enumerate() {
                let (word, row) = (i / 4, i % 4);
                let pair = own.words[word][row % 2];
                let [high, low] = pair.map(|pair| i32::from(pair[row / 2]));
                let steps = f64::from(high) * f64::from(1 << BASE) + f64::from(low);
                let found = steps * f64::from(own.steps[i / BLOCK]);
                let error = (found - f64::from(*x)).abs();
                assert!(error <= f64::from(scale) * 4e-9 + 3e-38, "{found} for {x}");
            }
        }
    }

    #[test]
    fn what_is_no_number_stays_none() {
        for broken in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut x = values(2 * BLOCK, 3);
            x[BLOCK + 7] = broken;
            let own = Digits::of(&x, BLOCK, 4);
            assert!(own.steps[0].is_finite() && own.steps[1].is_nan());
        }
    }

    /// The product of two rows at once and of each alone, held against the plain loop over the values that are kept.
    fn check<N: Packed, const SPAN: usize>(has_offset: bool, scale: f32) {
        let (k, n) = (3 * BLOCK, COLS + 5);
        let mut matrix = Blocks::<N, SPAN>::new(n.div_ceil(COLS) * k, k, has_offset);
        let w = values(k * n, 2);
        let planes = Planes::quantised(&w, n, Along::Columns, matrix.format());
        matrix.set(0, &planes);
        let kept = planes.values();
        for (row, kept) in kept.chunks_exact(n).enumerate() {
            let mut own = vec![0.0; n];
            matrix.add_row(row, &mut own);
            assert_eq!(own, kept);
        }
        let x: Vec<f32> = values(2 * k, 1).iter().map(|x| x * scale).collect();
        let rows: Vec<Row> = x.chunks_exact(k).map(row::<N, SPAN>).collect();
        let start = [values(COLS, 3), values(COLS, 4)].map(|start| {
            let own: [f32; COLS] = start.try_into().expect("as many");
            own.map(|x| x * scale)
        });
        let [mut first, mut second] = start;
        let sums = [&mut first, &mut second];
        add(&matrix, 0, 0..k, [&rows[0], &rows[1]], sums);
        for (r, (both, start)) in [first, second].into_iter().zip(start).enumerate() {
            let mut alone = start;
            add(&matrix, 0, 0..k, [&rows[r]], [&mut alone]);
            assert_eq!(both, alone, "row {r} alone");
            for (c, (found, start)) in alone.into_iter().zip(start).enumerate() {
                let terms = (0..k).map(|i| f64::from(x[r * k + i]) * f64::from(kept[i * n + c]));
                let want = f64::from(start) + terms.sum::<f64>();
                let error = (f64::from(found) - want).abs() / f64::from(scale);
                assert!(error <= 4e-6, "row {r}, column {c}: {found}, not {want}");
            }
        }
    }

    #[test]
    fn sums_of_whole_numbers_are_those_of_the_plain_loop() {
        for scale in [1.0, 1e-6, 1e9] {
            for has_offset in [false, true] {
                check::<Eight, BLOCK>(has_offset, scale);
                check::<Eight, { BLOCK / 2 }>(has_offset, scale);
            }
            check::<Four<-8>, BLOCK>(false, scale);
            check::<Four<0>, BLOCK>(true, scale);
        }
    }
}
