//! The numbers of files and of devices, many at a time.

use crate::half_weight::{Half, rounded};
use crate::lanes::widest;

/// Single floats, little-endian, until either ends.
pub fn read_f32(bytes: &[u8], out: &mut [f32]) {
    widest(
        #[inline(always)]
        || {
            for (x, b) in out.iter_mut().zip(bytes.as_chunks::<4>().0) {
                *x = f32::from_le_bytes(*b);
            }
        },
    );
}

/// Half floats, little-endian and finite, until either ends.
pub fn read_f16(bytes: &[u8], out: &mut [f32]) {
    widest(
        #[inline(always)]
        || {
            for (x, b) in out.iter_mut().zip(bytes.as_chunks::<2>().0) {
                *x = Half::of_bits(u16::from_le_bytes(*b)).value();
            }
        },
    );
}

/// The upper halves of single floats, little-endian, until either ends.
pub fn read_bf16(bytes: &[u8], out: &mut [f32]) {
    widest(
        #[inline(always)]
        || {
            for (x, b) in out.iter_mut().zip(bytes.as_chunks::<2>().0) {
                *x = f32::from_bits(u32::from(u16::from_le_bytes(*b)) << 16);
            }
        },
    );
}

/// The bits of the largest of single floats without its sign: those of infinity, or more, if one is not finite.
pub fn largest_of_4(bytes: &[u8]) -> u32 {
    widest(
        #[inline(always)]
        || {
            let bits = |b: &[u8; 4]| u32::from_le_bytes(*b) & 0x7fff_ffff;
            bytes.as_chunks::<4>().0.iter().map(bits).fold(0, u32::max)
        },
    )
}

/// The same of floats of 16 bits.
pub fn largest_of_2(bytes: &[u8]) -> u16 {
    widest(
        #[inline(always)]
        || {
            let bits = |b: &[u8; 2]| u16::from_le_bytes(*b) & 0x7fff;
            bytes.as_chunks::<2>().0.iter().map(bits).fold(0, u16::max)
        },
    )
}

/// Pairs of values as f16, rounded to the nearest, ties to even, the first in the lower half of a word, as `unpack2x16float` reads them.
/// Values must not be so large that there is no f16.
pub fn pack_f16(values: &[f32]) -> Vec<u32> {
    widest(
        #[inline(always)]
        || {
            let pack = |&[low, high]: &[f32; 2]| rounded(low) | rounded(high) << 16;
            values.as_chunks::<2>().0.iter().map(pack).collect()
        },
    )
}

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::*;

    #[test]
    fn halves_are_read_as_the_library_reads_them() {
        let all: Vec<u16> = (0..=u16::MAX).collect();
        let bytes: Vec<u8> = all.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        let mut out = vec![0.0; all.len()];
        read_f16(&bytes, &mut out);
        for (bits, found) in all.iter().zip(&out) {
            let known = f16::from_bits(*bits);
            assert!(!known.is_finite() || known.to_f32().to_bits() == found.to_bits());
        }
        read_bf16(&bytes, &mut out);
        for (bits, found) in all.iter().zip(&out) {
            let known = bf16::from_bits(*bits);
            assert!(!known.is_finite() || known.to_f32().to_bits() == found.to_bits());
        }
        let floats: Vec<f32> = out.iter().map(|x| x * 1.37).collect();
        let bytes: Vec<u8> = floats.iter().flat_map(|x| x.to_le_bytes()).collect();
        read_f32(&bytes, &mut out);
        assert!(
            out.iter()
                .zip(&floats)
                .all(|(a, b)| a.to_bits() == b.to_bits())
        );
    }

    #[test]
    fn halves_are_packed_as_the_library_rounds() {
        // Every exponent of an f16 and those around, every kind of what is cut off: nothing, less than half, a tie, more.
        let cut = [0, 1, 0xfff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x3000];
        let mut values = Vec::new();
        for exponent in 90..143u32 {
            for fraction in [0, 0x2000, 0x4000, 0x1f_e000, 0x7f_e000, 0x12_6000] {
                for cut in cut {
                    let bits = exponent << 23 | (fraction + cut) & 0x7f_ffff;
                    values.extend([f32::from_bits(bits), f32::from_bits(bits | 1 << 31)]);
                }
            }
        }
        values.retain(|x| x.abs() < 65_520.0);
        values.extend([
            0.0,
            -0.0,
            65_519.9,
            1e-45,
            -1e-40,
            2.98e-8,
            2.980_232_4e-8,
            2.99e-8,
        ]);
        for pair in values.as_chunks::<2>().0 {
            let [low, high] = pair.map(|x| u32::from(f16::from_f32(x).to_bits()));
            assert_eq!(pack_f16(pair), [low | high << 16], "{pair:?}");
        }
    }

    #[test]
    fn the_largest_number_is_found_wherever_it_is_and_what_is_not_finite_is_larger() {
        for at in [0, 1, 30, 99] {
            for (value, is_finite) in [(-7.0, true), (f32::NEG_INFINITY, false), (f32::NAN, false)]
            {
                let mut values = vec![0.5f32; 100];
                values[at] = value;
                let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
                let found = f32::from_bits(largest_of_4(&bytes));
                assert_eq!(found.is_finite(), is_finite);
                assert!(!is_finite || found == 7.0);
                let half = |x: &f32| f16::from_f32(*x).to_le_bytes();
                let bytes: Vec<u8> = values.iter().flat_map(half).collect();
                assert_eq!(f16::from_bits(largest_of_2(&bytes)).is_finite(), is_finite);
            }
        }
    }
}
