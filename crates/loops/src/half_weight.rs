//! Weights that are kept as f16 and widened where they are multiplied.

/// 2^112: what a widened weight is too small by. The exponent of f32 has a bias that is larger by so much.
pub const SCALE: f32 = f32::from_bits((127 + 112) << 23);

/// The power of two that makes each of `x` smaller than 2^15, so that it can be multiplied by [`SCALE`]: 1, if each is.
pub fn power(x: &[f32]) -> f32 {
    let largest = x.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    let above = (largest.to_bits() >> 23).saturating_sub(127 + 14);
    f32::from_bits((127 - above) << 23)
}

/// The bits of the nearest f16 to `x`, ties to even. `x` must not be so large that there is none. Without branches, so that compilers do it for
/// many at once.
#[inline(always)]
pub fn round(x: f32) -> u16 {
    let bits = x.to_bits();
    let size = bits & 0x7fff_ffff;
    // Half of what is cut off, less one if the last bit that stays is even; then the other bias.
    let normal = ((size + 0xfff + (size >> 13 & 1)) >> 13).wrapping_sub(112 << 10);
    // Below 2^-14 an f16 counts steps of 2^-24, as an f32 does between a half and one.
    let small = (f32::from_bits(size) + 0.5)
        .to_bits()
        .wrapping_sub(0.5f32.to_bits());
    let own = if size < (127 - 14) << 23 {
        small
    } else {
        normal
    };
    (own & 0x7fff | bits >> 16 & 0x8000) as u16
}

/// The value of a finite f16 with these bits divided by [`SCALE`], exactly: sign, exponent and fraction in the places that they have in an f32.
/// Three steps that compilers do for many weights at once.
#[inline(always)]
pub fn scaled(bits: u16) -> f32 {
    let wide = (i32::from(bits as i16) << 13) as u32;
    f32::from_bits(wide & 0x8fff_e000)
}

/// The value of a finite f16 with these bits.
#[inline(always)]
pub fn value(bits: u16) -> f32 {
    scaled(bits) * SCALE
}

#[cfg(test)]
mod tests {
    use half::f16;

    use super::*;

    #[test]
    fn every_finite_f16_has_its_own_value() {
        for bits in 0..=u16::MAX {
            let known = f16::from_bits(bits);
            if known.is_finite() {
                let found = value(bits);
                assert_eq!(found.to_bits(), known.to_f32().to_bits(), "{bits:#06x}");
                assert_eq!(round(found), bits);
            }
        }
    }
}
