//! Weights in blocks of whole numbers that share a scale.
//!
//! A device makes the same blocks (`quantise_*.wgsl`), bit for bit: every operation here is exact or rounded once, and nothing depends on whether a
//! product and a sum are rounded together.

use logitscope_core::BLOCK;
use logitscope_core::matrix_format::Numbers;

/// The largest number of 8 bits.
const MOST_Q8: f32 = 127.0;
/// The least and the largest number of 4 bits.
const RANGE_Q4: [f32; 2] = [-8.0, 7.0];
/// 1.5 · 2^23. What is added to it, up to 2^22, becomes a whole number, ties to even, in the lowest bits.
const ROUNDING: f32 = 12_582_912.0;
/// 2^-100: what is smaller is no scale.
const LEAST_SCALE: f32 = f32::from_bits((127 - 100) << 23);
/// Errors are counted in such parts of a step.
const PARTS: f32 = 512.0;
/// What is added to parts, to become the nearest whole step, ties to even.
const ROUNDING_PARTS: f32 = ROUNDING * PARTS;
/// Blocks that are quantised together, side by side.
pub const LANES: usize = 32;

/// Blocks side by side as their scales and numbers: each weight is about scale · number.
#[inline(always)]
pub fn quantized<const N: usize>(
    blocks: &[[f32; N]; BLOCK],
    numbers: Numbers,
) -> ([f32; N], [[i8; N]; BLOCK]) {
    match numbers {
        Numbers::Eight => to_q8(blocks),
        Numbers::Four => to_q4(blocks),
    }
}

/// Numbers -127..=127. The largest weight is hit exactly, up to rounding, and so is every weight of a block that was made like this (GGUF's
/// Q8_0). What is too small to be divided by has no scale.
#[inline(always)]
fn to_q8<const N: usize>(blocks: &[[f32; N]; BLOCK]) -> ([f32; N], [[i8; N]; BLOCK]) {
    let scales = largest(blocks).map(|w| scale(w.abs(), MOST_Q8, MOST_Q8));
    let factors = scales.map(factor);
    let mut found = [[0; N]; BLOCK];
    for (found, weights) in found.iter_mut().zip(blocks) {
        for i in 0..N {
            found[i] = (weights[i] * factors[i] + ROUNDING).to_bits() as i8;
        }
    }
    (scales, found)
}

/// Numbers -8..=7.
///
/// The scale is the one with the least squared error of those that hit the largest weight, which may become −8, ±7, … ±1 of it. So a
/// block that was made like this (GGUF's Q4_0) keeps its values. What is too small to be divided by has no scale.
#[inline(always)]
fn to_q4<const N: usize>(blocks: &[[f32; N]; BLOCK]) -> ([f32; N], [[i8; N]; BLOCK]) {
    let largest = largest(blocks);
    let part = |by: f32| largest.map(|w| scale(w, by, -RANGE_Q4[0]));
    let [first, second] = [part(RANGE_Q4[0]), part(RANGE_Q4[1])];
    let one = squared_errors(blocks, &first);
    let other = squared_errors(blocks, &second);
    // What is off by no part of a step may be what the block was made with.
    let is_kept = [
        exact(blocks, &first, one.map(|error| error == 0.0)),
        exact(blocks, &second, other.map(|error| error == 0.0)),
    ];
    let (mut scales, mut inexact) = (first, [false; N]);
    for i in 0..N {
        // An error counts as much as the square of its scale: 1 / 64 and 1 / 49.
        let is_better = one[i] as u32 * 49 <= other[i] as u32 * 64;
        let is_first = is_kept[0][i] || is_better && !is_kept[1][i];
        scales[i] = if is_first { first[i] } else { second[i] };
        inexact[i] = !is_kept[0][i] && !is_kept[1][i];
    }
    // Coarser ones are worse, unless they are exact.
    for most in (1..7u8).rev() {
        let coarser = part(f32::from(most));
        let exact = exact(blocks, &coarser, inexact);
        for i in 0..N {
            scales[i] = if exact[i] { coarser[i] } else { scales[i] };
            inexact[i] &= !exact[i];
        }
    }
    let factors = scales.map(factor);
    let mut found = [[0; N]; BLOCK];
    for (found, weights) in found.iter_mut().zip(blocks) {
        for i in 0..N {
            let number = number_q4(weights[i] * factors[i]);
            found[i] = (number + ROUNDING).to_bits() as i8;
        }
    }
    (scales, found)
}

/// `w / by`; 0 where `w / most` is too small for a scale.
#[inline(always)]
fn scale(w: f32, by: f32, most: f32) -> f32 {
    if w.abs() < most * LEAST_SCALE {
        0.0
    } else {
        w / by
    }
}

/// What is multiplied by in the place of a division by `scale`.
#[inline(always)]
fn factor(scale: f32) -> f32 {
    if scale == 0.0 { 0.0 } else { 1.0 / scale }
}

/// The number nearest to `x`, ties to even.
#[inline(always)]
fn number_q4(x: f32) -> f32 {
    let number = (x + ROUNDING) - ROUNDING;
    let most = if number > RANGE_Q4[1] {
        RANGE_Q4[1]
    } else {
        number
    };
    if most < RANGE_Q4[0] {
        RANGE_Q4[0]
    } else {
        most
    }
}

// What follows is called for a thousand weights at a time: a function of its own in the browser, where bytes are downloaded, and part of the loop
// where that is compiled for several kinds of processors.

/// Σ of the squares of the parts of a step by which weights would be off: whole numbers, 32 · 512² at most, which an f32 keeps exactly.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn squared_errors<const N: usize>(blocks: &[[f32; N]; BLOCK], scales: &[f32; N]) -> [f32; N] {
    let factors = scales.map(|scale| factor(scale) * PARTS);
    let most = RANGE_Q4[1] * PARTS;
    let mut sums = [0.0; N];
    for weights in blocks {
        for i in 0..N {
            let parts = (weights[i] * factors[i] + ROUNDING) - ROUNDING;
            let steps = (parts + ROUNDING_PARTS) - ROUNDING_PARTS;
            let error = parts - if steps > most { most } else { steps };
            sums[i] += error * error;
        }
    }
    sums
}

/// Which of the blocks in question these scales keep as they are.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn exact<const N: usize>(
    blocks: &[[f32; N]; BLOCK],
    scales: &[f32; N],
    mut question: [bool; N],
) -> [bool; N] {
    let factors = scales.map(factor);
    for weights in blocks {
        if !question.iter().any(|open| *open) {
            break;
        }
        for i in 0..N {
            question[i] &= weights[i] == scales[i] * number_q4(weights[i] * factors[i]);
        }
    }
    question
}

/// The weights that are furthest from 0; the first of equals.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn largest<const N: usize>(blocks: &[[f32; N]; BLOCK]) -> [f32; N] {
    let mut best = [0.0f32; N];
    for weights in blocks {
        for i in 0..N {
            let further = weights[i].abs() > best[i].abs();
            best[i] = if further { weights[i] } else { best[i] };
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use half::f16;

    use super::*;
    use crate::lanes::tests::values;

    /// One block by itself.
    fn alone(block: &[f32; BLOCK], numbers: Numbers) -> (f32, [i8; BLOCK]) {
        let ([scale], found) = quantized(&block.map(|w| [w]), numbers);
        (scale, found.map(|[number]| number))
    }

    fn to_q8(block: &[f32; BLOCK]) -> (f32, [i8; BLOCK]) {
        alone(block, Numbers::Eight)
    }

    fn to_q4(block: &[f32; BLOCK]) -> (f32, [i8; BLOCK]) {
        alone(block, Numbers::Four)
    }

    fn largest(block: &[f32; BLOCK]) -> f32 {
        super::largest(&block.map(|w| [w]))[0]
    }

    fn squared_error(block: &[f32; BLOCK], scale: f32) -> f64 {
        let error = |w: &f32| {
            let kept = scale * number_q4(w * factor(scale));
            f64::from(w - kept).powi(2)
        };
        block.iter().map(error).sum()
    }

    #[test]
    fn blocks_side_by_side_are_what_each_is_alone() {
        let mut all = blocks(4);
        all[3] = [0.0; BLOCK];
        all[5] = [1e-42; BLOCK];
        for group in all.as_chunks::<LANES>().0 {
            let tile: [[f32; LANES]; BLOCK] = std::array::from_fn(|i| group.map(|block| block[i]));
            for numbers in [Numbers::Eight, Numbers::Four] {
                let (scales, found) = quantized(&tile, numbers);
                for (lane, block) in group.iter().enumerate() {
                    let own = (scales[lane], found.map(|found| found[lane]));
                    assert_eq!(own, alone(block, numbers), "{block:?}");
                }
            }
        }
    }

    fn blocks(seed: usize) -> Vec<[f32; BLOCK]> {
        let values = values(200 * BLOCK, seed);
        let blocks = values.as_chunks::<BLOCK>().0;
        // Of many sizes.
        let scaled = |(i, block): (usize, &[f32; BLOCK])| {
            let factor = 10f32.powi(i as i32 % 9 - 6);
            block.map(|w| w * factor)
        };
        blocks.iter().enumerate().map(scaled).collect()
    }

    #[test]
    fn a_weight_is_off_by_half_a_step_at_most() {
        for block in blocks(1) {
            let (scale, numbers) = to_q8(&block);
            for (w, number) in block.iter().zip(numbers) {
                let error = (w - scale * f32::from(number)).abs();
                assert!(error <= 0.5001 * scale, "{w}: off by {error} of {scale}");
            }
            let (scale, numbers) = to_q4(&block);
            let most = largest(&block).abs();
            assert!(scale.abs() <= most / 7.0 + f32::EPSILON * most);
            for (w, number) in block.iter().zip(numbers) {
                let error = (w - scale * f32::from(number)).abs();
                // Opposite to the largest weight the numbers end at 7.
                assert!(
                    error <= 1.0001 * scale.abs(),
                    "{w}: off by {error} of {scale}"
                );
            }
        }
    }

    #[test]
    fn four_bits_are_never_worse_than_the_scale_that_everybody_takes() {
        let mut better = 0;
        for block in blocks(2) {
            let usual = squared_error(&block, largest(&block) / -8.0);
            let ours = squared_error(&block, to_q4(&block).0);
            // As finely as errors are counted.
            assert!(ours <= usual * 1.002, "{ours} where {usual} is usual");
            better += usize::from(ours < usual);
        }
        assert!(better > 20, "{better} of 200");
    }

    /// Whether the blocks keep every weight as it is.
    fn keeps((scale, numbers): (f32, [i8; BLOCK]), block: &[f32; BLOCK]) -> bool {
        *block == numbers.map(|number| scale * f32::from(number))
    }

    /// What a file says in blocks stays what it says.
    #[test]
    fn blocks_of_a_file_keep_their_values() {
        let random = values(64 * BLOCK, 3);
        for (i, block) in random.as_chunks::<BLOCK>().0.iter().enumerate() {
            for scale in [1.0, -0.37, 3e-5, 6e-8, 900.0] {
                let scale = f16::from_f32(scale).to_f32();
                let most = (i % 8 + 1) as f32;
                let mut four =
                    block.map(|w| scale * (w * most).round().clamp(-most, most.min(7.0)));
                four[i % BLOCK] = -scale * most;
                assert!(keeps(to_q4(&four), &four), "{scale}, {most}");
                let mut eight = block.map(|w| scale * (w * 126.0).round().clamp(-126.0, 126.0));
                eight[i % BLOCK] = scale * 127.0;
                assert!(keeps(to_q8(&eight), &eight), "{scale}");
                // As no program writes them.
                eight[i % BLOCK] *= 0.99;
                assert!(!keeps(to_q8(&eight), &eight), "{scale}");
            }
        }
    }

    #[test]
    fn odd_blocks_are_finite() {
        let odd = [0.0, -0.0, f32::MIN_POSITIVE, 1e-45, -1e-40, 3e38, -3e38];
        for w in odd {
            let mut block = [0.0; BLOCK];
            for other in odd {
                block[3] = w;
                block[7] = other;
                let (scale, numbers) = to_q8(&block);
                assert!(
                    numbers
                        .iter()
                        .all(|number| (scale * f32::from(*number)).is_finite())
                );
                let (scale, numbers) = to_q4(&block);
                assert!(
                    numbers
                        .iter()
                        .all(|number| (scale * f32::from(*number)).is_finite())
                );
            }
        }
    }
}
