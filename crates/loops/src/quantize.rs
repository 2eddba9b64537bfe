//! Weights in blocks of whole numbers that share a scale.

use logitscope_core::BLOCK;

/// The largest number of 8 bits.
const MOST_Q8: f32 = 127.0;
/// Minus the least number of 4 bits.
const ZERO_Q4: f32 = 8.0;

/// A block as scale and numbers, -127..=127: each weight is about scale · number. The largest weight is hit exactly, up to
/// rounding, and so is every weight of a block that was made like this (GGUF's Q8_0).
pub fn to_q8(block: &[f32; BLOCK]) -> (f32, [i8; BLOCK]) {
    let scale = largest(block).abs() / MOST_Q8;
    if scale == 0.0 {
        return (0.0, [0; BLOCK]);
    }
    let number = |w: f32| (w / scale).round_ties_even().clamp(-MOST_Q8, MOST_Q8) as i8;
    (scale, block.map(number))
}

/// A block as scale and numbers, -8..=7: each weight is about scale · number.
///
/// The scale is the one with the least squared error of those that hit the largest weight, which may become −8, ±7, … ±1 of it. So a
/// block that was made like this (GGUF's Q4_0) keeps its values.
pub fn to_q4(block: &[f32; BLOCK]) -> (f32, [i8; BLOCK]) {
    let largest = largest(block);
    if largest == 0.0 || largest.abs() < f32::MIN_POSITIVE {
        return (0.0, [0; BLOCK]);
    }
    let [first, second] = [-ZERO_Q4, 1.0 - ZERO_Q4].map(|most| largest / most);
    let (one, other) = (squared_error(block, first), squared_error(block, second));
    let mut scale = if one <= other { first } else { second };
    if one.min(other) > 0.0 {
        // Coarser ones are worse, unless they are exact.
        let exact = (1..7u8).rev().map(|most| largest / f32::from(most));
        scale = exact
            .into_iter()
            .find(|s| is_exact(block, *s))
            .unwrap_or(scale);
    }
    (scale, block.map(|w| number_q4(w, scale)))
}

fn number_q4(w: f32, scale: f32) -> i8 {
    let number = (w / scale + ZERO_Q4).round_ties_even().clamp(0.0, 15.0);
    (number - ZERO_Q4) as i8
}

fn squared_error(block: &[f32; BLOCK], scale: f32) -> f32 {
    let error = |w: &f32| w - scale * f32::from(number_q4(*w, scale));
    block.iter().map(error).map(|e| e * e).sum()
}

fn is_exact(block: &[f32; BLOCK], scale: f32) -> bool {
    let exact = |w: &f32| *w == scale * f32::from(number_q4(*w, scale));
    block.iter().all(exact)
}

/// The weight that is furthest from 0; the first of equals.
fn largest(block: &[f32; BLOCK]) -> f32 {
    let further = |best: f32, w: f32| if w.abs() > best.abs() { w } else { best };
    block.iter().copied().fold(0.0, further)
}

#[cfg(test)]
mod tests {
    use half::f16;

    use super::*;
    use crate::lanes::tests::values;

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
            assert!(ours <= usual);
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
