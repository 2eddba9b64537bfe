//! Arithmetic that gives the same bits on every machine.
//!
//! `f64::exp` and `f64::ln` call the platform's libm, which differs between systems by the last
//! bit; a last bit decides a draw. The `libm` crate is plain Rust, compiled the same everywhere.

/// e^x, the same bits on every machine.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// The natural logarithm of `x`, the same bits on every machine.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// x^y, the same bits on every machine.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// `nats` in bits.
pub fn bits(nats: f64) -> f64 {
    nats / core::f64::consts::LN_2
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
    fn exp_and_ln_have_the_bits_that_traces_rely_on() {
        // Recorded once; a change here changes which token a stored draw selects.
        assert_eq!(exp(1.0).to_bits(), 0x4005_bf0a_8b14_576a);
        assert_eq!(exp(-0.1).to_bits(), 0x3fec_f46d_99d5_2b3a);
        assert_eq!(ln(10.0).to_bits(), 0x4002_6bb1_bbb5_5516);
    }
}
