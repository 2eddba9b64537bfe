//! The float types of a weights file.

use half::{bf16, f16};
use logitscope_loops::floats;
use safetensors::Dtype;

/// The float types that this crate reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatType {
    /// 32 bits.
    F32,
    /// 16 bits, IEEE half.
    F16,
    /// 16 bits, the upper half of an f32.
    Bf16,
}

impl FloatType {
    /// The float type of `dtype`, if it is one.
    pub fn new(dtype: Dtype) -> Option<Self> {
        match dtype {
            Dtype::F32 => Some(FloatType::F32),
            Dtype::F16 => Some(FloatType::F16),
            Dtype::BF16 => Some(FloatType::Bf16),
            _ => None,
        }
    }

    /// Bytes of one element.
    pub fn bytes(self) -> usize {
        if self == FloatType::F32 { 4 } else { 2 }
    }

    /// Decodes little-endian `bytes`, finite numbers, into `out`, element by element, until either ends.
    pub fn decode(self, bytes: &[u8], out: &mut [f32]) {
        match self {
            FloatType::F32 => floats::read_f32(bytes, out),
            FloatType::F16 => floats::read_f16(bytes, out),
            FloatType::Bf16 => floats::read_bf16(bytes, out),
        }
    }

    /// Decodes little-endian `bytes` as [`FloatType::decode`] does, each rounded to the nearest f16.
    pub fn halves(self, bytes: &[u8], out: &mut [u16]) {
        match self {
            FloatType::F32 => floats::halves_of_f32(bytes, out),
            FloatType::F16 => floats::halves_of_f16(bytes, out),
            FloatType::Bf16 => floats::halves_of_bf16(bytes, out),
        }
    }

    /// The size of the largest of little-endian `bytes`; not finite if one of them is not.
    pub fn largest(self, bytes: &[u8]) -> f32 {
        match self {
            FloatType::F32 => f32::from_bits(floats::largest_of_4(bytes)),
            FloatType::F16 => f16::from_bits(floats::largest_of_2(bytes)).to_f32(),
            FloatType::Bf16 => bf16::from_bits(floats::largest_of_2(bytes)).to_f32(),
        }
    }

    /// The element `at` of little-endian `bytes`, whatever it is.
    pub fn element(self, bytes: &[u8], at: usize) -> Option<f32> {
        let pair = || bytes.as_chunks::<2>().0.get(at).copied();
        match self {
            FloatType::F32 => bytes
                .as_chunks::<4>()
                .0
                .get(at)
                .map(|b| f32::from_le_bytes(*b)),
            FloatType::F16 => pair().map(|b| f16::from_le_bytes(b).to_f32()),
            FloatType::Bf16 => pair().map(|b| bf16::from_le_bytes(b).to_f32()),
        }
    }
}

/// `x` rounded to the nearest f16 (ties to even), as an f32.
pub fn round_to_f16(x: f32) -> f32 {
    f16::from_f32(x).to_f32()
}

/// Whether `x` becomes infinite when rounded to f16.
pub fn overflows_f16(x: f32) -> bool {
    // 65,504 is the largest f16; from 65,520 on, rounding goes to infinity.
    x.abs() >= 65_520.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_types_decode_and_the_overflow_limit_is_exact() {
        let mut out = [0.0; 1];
        FloatType::F32.decode(&1.5f32.to_le_bytes(), &mut out);
        assert_eq!(out, [1.5]);
        FloatType::F16.decode(&[0x00, 0xc0], &mut out);
        assert_eq!(out, [-2.0]);
        FloatType::Bf16.decode(&[0xc0, 0x3f], &mut out);
        assert_eq!(out, [1.5]);
        assert!(round_to_f16(65_519.9).is_finite() && !overflows_f16(65_519.9));
        assert!(round_to_f16(65_520.0).is_infinite() && overflows_f16(-65_520.0));
        let odd = f16::INFINITY.to_le_bytes();
        assert_eq!(FloatType::F16.element(&odd, 0), Some(f32::INFINITY));
        assert_eq!(FloatType::F16.element(&odd, 1), None);
        assert!(
            FloatType::F16.largest(&[0, 0xc0]) == 2.0 && FloatType::F16.largest(&odd).is_infinite()
        );
    }
}
