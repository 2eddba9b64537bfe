//! The numbers of files and of devices, many at a time.

use crate::half_weight::{round, value};
use crate::lanes::widest;

/// Single floats, little-endian, until either ends.
pub fn read_f32(bytes: &[u8], out: &mut [f32]) {
    each(bytes, out, f32::from_le_bytes);
}

/// Half floats, little-endian and finite, until either ends.
pub fn read_f16(bytes: &[u8], out: &mut [f32]) {
    each(bytes, out, |b| value(u16::from_le_bytes(b)));
}

/// The upper halves of single floats, little-endian, until either ends.
pub fn read_bf16(bytes: &[u8], out: &mut [f32]) {
    each(bytes, out, bf16);
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

/// Values as the bits of the nearest f16, ties to even, until either ends. They must not be so large that there is no f16.
pub fn round_f16(values: &[f32], out: &mut [u16]) {
    widest(
        #[inline(always)]
        || {
            for (half, x) in out.iter_mut().zip(values) {
                *half = round(*x);
            }
        },
    );
}

/// Half floats, little-endian, as their bits, until either ends.
pub fn halves_of_f16(bytes: &[u8], out: &mut [u16]) {
    each(bytes, out, u16::from_le_bytes);
}

/// What [`read_f32`] gives, as [`round_f16`] rounds it.
pub fn halves_of_f32(bytes: &[u8], out: &mut [u16]) {
    each(bytes, out, |b| round(f32::from_le_bytes(b)));
}

/// What [`read_bf16`] gives, as [`round_f16`] rounds it.
pub fn halves_of_bf16(bytes: &[u8], out: &mut [u16]) {
    each(bytes, out, |b| round(bf16(b)));
}

/// The value of the upper half of a single float.
#[inline(always)]
fn bf16(b: [u8; 2]) -> f32 {
    f32::from_bits(u32::from(u16::from_le_bytes(b)) << 16)
}

/// What `read` makes of every `N` bytes, until either ends.
#[inline(always)]
fn each<const N: usize, T>(bytes: &[u8], out: &mut [T], read: impl Fn([u8; N]) -> T) {
    widest(
        #[inline(always)]
        || {
            for (x, b) in out.iter_mut().zip(bytes.as_chunks::<N>().0) {
                *x = read(*b);
            }
        },
    );
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
    fn values_are_rounded_as_the_library_rounds() {
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
        let known = |x: &f32| f16::from_f32(*x).to_bits();
        let known: Vec<u16> = values.iter().map(known).collect();
        let mut found = vec![0; values.len()];
        round_f16(&values, &mut found);
        assert_eq!(found, known);
        let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        found.fill(0);
        halves_of_f32(&bytes, &mut found);
        assert_eq!(found, known);
        let bytes: Vec<u8> = known.iter().flat_map(|x| x.to_le_bytes()).collect();
        found.fill(0);
        halves_of_f16(&bytes, &mut found);
        assert_eq!(found, known);
    }

    #[test]
    fn every_bf16_that_has_an_f16_is_rounded_as_the_library_does() {
        let all = (0..=u16::MAX).map(bf16::from_bits);
        let all: Vec<bf16> = all.filter(|x| x.to_f32().abs() < 65_520.0).collect();
        let known = |x: &bf16| f16::from_f32(x.to_f32()).to_bits();
        let bytes: Vec<u8> = all.iter().flat_map(|x| x.to_le_bytes()).collect();
        let mut found = vec![0; all.len()];
        halves_of_bf16(&bytes, &mut found);
        assert_eq!(found, all.iter().map(known).collect::<Vec<_>>());
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
