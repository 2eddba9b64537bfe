//! Arithmetic that gives the same bits on every machine.
//!
//! `f64::exp` and `f64::ln` call the platform's libm, which differs between systems by the last
//! bit; a last bit decides a draw. The `libm` crate is plain Rust, compiled the same everywhere;
//! so is [`exp`], which is our own because a softmax is little else, tens of thousands a step.

/// e^x, the same bits on every machine, within 1 unit in the last place. 0 below e^−708, where f64 begins to lose digits.
///
/// e^x = 2^k·e^r with k = round(x / ln 2) and |r| ≤ ln 2 / 2, e^r by its Taylor series up to r¹³/13!. It has no table and no
/// division, and for x ≤ 0 no branch, so that a loop over it becomes vector instructions.
#[inline]
pub fn exp(x: f64) -> f64 {
    if x <= 0.0 {
        exp_halved(x, 0)
    } else if x > 709.782_712_893_384 {
        f64::INFINITY
    } else {
        2.0 * exp_halved(x, 1)
    }
}

/// e^x / 2^`halvings`.
#[inline(always)]
fn exp_halved(x: f64, halvings: u64) -> f64 {
    /// 1.5·2⁵²: added to a small number, it rounds it to a whole one, which stands in the last bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    /// ln 2 in two parts; the first has 32 bits, so that its product with k is exact.
    const LN_2: [f64; 2] = [
        f64::from_bits(0x3fe6_2e42_fee0_0000),
        1.908_214_929_270_587_7e-10,
    ];
    /// 1/n! for n = 2 to 13.
    const TAYLOR: [f64; 12] = [
        1.0 / 2.0,
        1.0 / 6.0,
        1.0 / 24.0,
        1.0 / 120.0,
        1.0 / 720.0,
        1.0 / 5_040.0,
        1.0 / 40_320.0,
        1.0 / 362_880.0,
        1.0 / 3_628_800.0,
        1.0 / 39_916_800.0,
        1.0 / 479_001_600.0,
        1.0 / 6_227_020_800.0,
    ];
    let rounded = x * core::f64::consts::LOG2_E + ROUND;
    let k = rounded - ROUND;
    let r = (x - k * LN_2[0]) - k * LN_2[1];
    let (r2, r4) = (r * r, (r * r) * (r * r));
    let pair = |n: usize| TAYLOR[n] + TAYLOR[n + 1] * r;
    let four = |n: usize| pair(n) + pair(n + 2) * r2;
    let series = four(0) + four(4) * r4 + four(8) * (r4 * r4);
    let e_r = 1.0 + (r + r2 * series);
    // 2^k by its exponent's bits; less where that would be 2¹⁰²⁴.
    let power = f64::from_bits(rounded.to_bits().wrapping_add(1023 - halvings) << 52);
    if x < -708.0 { 0.0 } else { e_r * power }
}

/// exp(z / t − top) of each of `logits`, at most 64, where that is at most 1; `t` is 1 where there is no temperature. All at once it takes
/// half the time.
pub fn exps(logits: &[f32], t: f64, top: f64) -> [f64; 64] {
    let mut exps = [0.0; 64];
    for (e, z) in exps.iter_mut().zip(logits) {
        *e = exp_halved(f64::from(*z) / t - top, 0);
    }
    exps
}

/// The natural logarithm of `x`, the same bits on every machine.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// x^y, the same bits on every machine.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// 2^x, the same bits on every machine.
pub fn exp2(x: f64) -> f64 {
    libm::exp2(x)
}

/// `bits` in nats.
pub fn nats(bits: f64) -> f64 {
    bits * core::f64::consts::LN_2
}

/// `nats` in bits.
pub fn bits(nats: f64) -> f64 {
    nats / core::f64::consts::LN_2
}

/// x₁, x₁ + x₂, x₁ + x₂ + x₃, …
pub fn sums(x: impl Iterator<Item = f64>) -> impl Iterator<Item = f64> {
    x.scan(0.0, |sum, x| {
        *sum += x;
        Some(*sum)
    })
}

/// How surprising an event of probability `prob` (0..=1) is: −log₂ `prob`, in bits.
/// 0 for a certain event, +∞ for an impossible one.
pub fn surprisal_bits(prob: f64) -> f64 {
    if prob >= 1.0 { 0.0 } else { bits(-ln(prob)) }
}

/// Shannon entropy of the probabilities `probs` (each 0..=1, summing to 1), in bits.
/// A probability of 0 contributes 0.
pub fn entropy_bits(probs: impl IntoIterator<Item = f64>) -> f64 {
    let nats: f64 = probs
        .into_iter()
        .filter(|&p| p > 0.0)
        .map(|p| -p * ln(p))
        .sum();
    // Adding 0 turns −0 (a certain event) into 0.
    bits(nats).max(0.0) + 0.0
}

/// Shannon entropy of a softmax, in bits: −ln p₀ − Σ p·(z − z₀), which takes one logarithm and not one a token. `candidates` are
/// `(logit, probability)`, a possible one first.
pub fn softmax_entropy_bits(candidates: impl IntoIterator<Item = (f64, f64)>) -> f64 {
    let mut candidates = candidates.into_iter();
    let Some((top, first)) = candidates.next() else {
        return 0.0;
    };
    let possible = candidates.filter(|(_, prob)| *prob > 0.0);
    let nats = possible.fold(-ln(first), |sum, (logit, prob)| sum - prob * (logit - top));
    bits(nats).max(0.0) + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fair_coin_has_one_bit_and_a_certain_event_none() {
        assert_eq!(entropy_bits([0.5, 0.5]), 1.0);
        assert_eq!(entropy_bits([1.0, 0.0]).to_bits(), 0.0f64.to_bits());
        assert_eq!(surprisal_bits(0.25), 2.0);
        assert_eq!(surprisal_bits(1.0), 0.0);
        assert_eq!(surprisal_bits(0.0), f64::INFINITY);
    }

    #[test]
    fn exp_is_within_one_unit_in_the_last_place() {
        // libm's own error is below 1 unit, too.
        let worst = (-708_000..=709_780).map(|i| {
            let x = f64::from(i) / 1000.0 + 1e-4;
            exp(x).to_bits().abs_diff(libm::exp(x).to_bits())
        });
        assert!(worst.max() <= Some(1));
        let ends = [
            f64::NEG_INFINITY,
            -1e9,
            -708.1,
            0.0,
            709.783,
            1e9,
            f64::INFINITY,
        ];
        let exps = [
            0.0,
            0.0,
            0.0,
            1.0,
            f64::INFINITY,
            f64::INFINITY,
            f64::INFINITY,
        ];
        assert_eq!(ends.map(exp), exps);
        assert!(exp(f64::NAN).is_nan());
    }

    #[test]
    fn exp_and_ln_have_the_bits_that_traces_rely_on() {
        // Recorded once; a change here changes which token a stored draw selects.
        assert_eq!(exp(1.0).to_bits(), 0x4005_bf0a_8b14_576a);
        assert_eq!(exp(-0.1).to_bits(), 0x3fec_f46d_99d5_2b3a);
        assert_eq!(exp(-17.3).to_bits(), 0x3e60772c096d61b7);
        assert_eq!(ln(10.0).to_bits(), 0x4002_6bb1_bbb5_5516);
    }
}
