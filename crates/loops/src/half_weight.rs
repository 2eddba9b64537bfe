//! Weights that are kept as f16 and widened where they are multiplied.

use half::f16;

/// 2^112: what a widened weight is too small by. The exponent of f32 has a bias that is larger by so much.
pub const SCALE: f32 = f32::from_bits((127 + 112) << 23);
/// Numbers from here on may not be multiplied by [`SCALE`].
pub const TOO_LARGE: f32 = 32_768.0;

/// A finite f16.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Half(u16);

impl Half {
    /// The nearest one to `x`, ties to even. `x` must not be so large that there is none.
    pub fn round(x: f32) -> Self {
        Half(f16::from_f32(x).to_bits())
    }

    /// Its value divided by [`SCALE`], exactly: sign, exponent and fraction in the places that they have in an f32. Three steps that compilers
    /// do for many weights at once.
    #[inline(always)]
    pub fn scaled(self) -> f32 {
        let wide = (i32::from(self.0 as i16) << 13) as u32;
        f32::from_bits(wide & 0x8fff_e000)
    }

    /// Its value.
    #[inline(always)]
    pub fn value(self) -> f32 {
        self.scaled() * SCALE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_f16_has_its_own_value() {
        for bits in 0..=u16::MAX {
            let known = f16::from_bits(bits);
            if known.is_finite() {
                let found = Half(bits).value();
                assert_eq!(found.to_bits(), known.to_f32().to_bits(), "{bits:#06x}");
                assert_eq!(Half::round(found), Half(bits));
            }
        }
    }
}
