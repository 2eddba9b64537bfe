//! Products with weights kept as f16, for the browser's vectors: they widen no f16, but a product of whole numbers puts one half of a word in the
//! place that it has in an f32.

use std::ops::Range;

use bytemuck::cast;

use super::{COLS, Kept, Row};
use lanes::{Floats, Words};

/// Vectors of a block's columns, eight in each.
const VECTORS: usize = COLS / 8;

/// Blocks of them. x must be larger than it is by what [`scaled`](crate::half_weight::scaled) makes weights smaller by.
pub(super) struct Halves<'a> {
    /// `[blocks, rows, COLS]`.
    pub values: &'a [[u16; COLS]],
    /// Rows.
    pub rows: usize,
}

impl Kept for Halves<'_> {
    #[inline(always)]
    fn add_rows<const R: usize>(
        &self,
        block: usize,
        rows: Range<usize>,
        x: [&Row; R],
        sums: [&mut [f32; COLS]; R],
    ) {
        let weights = &self.values[block * self.rows..][rows.clone()];
        let x = x.map(|x| &x.x[rows.clone()][..weights.len()]);
        let mut own = sums.each_ref().map(|sum| split(sum));
        for (k, weights) in weights.iter().enumerate() {
            let words: [Words; VECTORS] = cast(*weights);
            let x = x.map(|x| lanes::splat(x[k]));
            for (i, words) in words.into_iter().enumerate() {
                for (odd, weights) in lanes::scaled(words).into_iter().enumerate() {
                    for r in 0..R {
                        own[r][i][odd] = lanes::add_product(own[r][i][odd], x[r], weights);
                    }
                }
            }
        }
        for (sum, own) in sums.into_iter().zip(own) {
            *sum = joined(own);
        }
    }

    #[inline(always)]
    fn widen(&self, block: usize, own: &mut Vec<[f32; COLS]>) -> bool {
        own.resize(self.rows, [0.0; COLS]);
        let weights = &self.values[block * self.rows..][..self.rows];
        for (own, weights) in own.iter_mut().zip(weights) {
            let words: [Words; VECTORS] = cast(*weights);
            *own = joined(words.map(lanes::scaled));
        }
        true
    }
}

/// Of each eight columns the even ones and the odd ones.
#[inline(always)]
fn split(sum: &[f32; COLS]) -> [[Floats; 2]; VECTORS] {
    let lane = |i: usize, odd: usize| std::array::from_fn(|j| sum[8 * i + 2 * j + odd]);
    std::array::from_fn(|i| [0, 1].map(|odd| cast::<[f32; 4], Floats>(lane(i, odd))))
}

/// What [`split`] took apart.
#[inline(always)]
fn joined(own: [[Floats; 2]; VECTORS]) -> [f32; COLS] {
    let own = own.map(|own| own.map(cast::<Floats, [f32; 4]>));
    std::array::from_fn(|col| own[col / 8][col % 2][col % 8 / 2])
}

/// Vectors of the browser.
#[cfg(target_arch = "wasm32")]
mod lanes {
    use core::arch::wasm32::*;

    /// Four words of two halves each.
    pub type Words = v128;
    pub type Floats = v128;

    #[inline(always)]
    pub fn splat(x: f32) -> v128 {
        f32x4_splat(x)
    }

    /// The low halves and the high ones.
    #[inline(always)]
    pub fn scaled(words: v128) -> [v128; 2] {
        // Times 2^13 with its sign, for another vector unit than that of shifts, which has enough to do.
        let low = i32x4_dot_i16x8(words, u32x4_splat(1 << 13));
        let high = i32x4_shr(words, 3);
        [low, high].map(|wide| v128_and(wide, u32x4_splat(0x8fff_e000)))
    }

    #[inline(always)]
    pub fn add_product(sum: v128, x: v128, weights: v128) -> v128 {
        f32x4_add(sum, f32x4_mul(x, weights))
    }
}

/// The same number by number.
#[cfg(not(target_arch = "wasm32"))]
mod lanes {
    use std::array::from_fn;

    pub type Words = [[i16; 2]; 4];
    pub type Floats = [f32; 4];

    pub fn splat(x: f32) -> Floats {
        [x; 4]
    }

    pub fn scaled(words: Words) -> [Floats; 2] {
        let own = words.map(|[low, high]| [i32::from(low) << 13, i32::from(high) << 13]);
        [0, 1].map(|odd| from_fn(|j| f32::from_bits(own[j][odd] as u32 & 0x8fff_e000)))
    }

    pub fn add_product(sum: Floats, x: Floats, weights: Floats) -> Floats {
        from_fn(|j| sum[j] + x[j] * weights[j])
    }
}

#[cfg(test)]
mod tests {
    use super::super::wide::Wide;
    use super::*;
    use crate::half_weight::{SCALE, round, scaled};
    use crate::lanes::tests::values;

    fn of_a_block(seed: usize) -> [f32; COLS] {
        values(COLS, seed).try_into().expect("as many")
    }

    /// Block 1 by two rows of x, and then by the second alone.
    fn sums(kept: &impl Kept, rows: Range<usize>, x: [&Row; 2]) -> [[f32; COLS]; 2] {
        let [mut first, mut second] = [3, 4].map(of_a_block);
        kept.add_rows(1, rows.clone(), x, [&mut first, &mut second]);
        kept.add_rows(1, rows, [x[1]], [&mut second]);
        [first, second]
    }

    #[test]
    fn sums_are_those_of_weights_widened_one_by_one() {
        let rows = 37;
        let weights: Vec<[u16; COLS]> = (0..2 * rows)
            .map(|seed| of_a_block(seed).map(round))
            .collect();
        let x = [5, 6].map(|seed| values(rows, seed));
        let x = x.map(|x| x.into_iter().map(|x| x * SCALE).collect::<Vec<f32>>());
        let x = x.each_ref().map(|x| Row::new(x));
        let values = &weights;
        let own = Halves { values, rows };
        let widen = scaled;
        let want = Wide {
            values,
            rows,
            widen,
        };
        for part in [0..rows, 3..9] {
            let own = sums(&own, part.clone(), x.each_ref());
            assert_eq!(own, sums(&want, part, x.each_ref()));
        }
    }

    #[test]
    fn all_of_a_block_is_widened_to_the_same() {
        let weights: Vec<[u16; COLS]> = (0..20).map(|seed| of_a_block(seed).map(round)).collect();
        let (values, rows) = (&weights, 10);
        let mut own = Vec::new();
        assert!(Halves { values, rows }.widen(1, &mut own));
        assert!(
            own.into_iter()
                .eq(weights[rows..].iter().map(|row| row.map(scaled)))
        );
    }
}
