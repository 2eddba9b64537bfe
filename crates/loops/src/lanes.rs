//! The loops that take the CPU backend's time, written so that the compiler makes vectors of them.
//!
//! In the browser they become 128-bit vectors (`simd128`), natively the widest that the processor has:
//! `pulp` finds out and calls the right copy. Each has its plain form in the tests.

#[cfg(not(target_arch = "wasm32"))]
use std::sync::LazyLock;

use logitscope_core::blocks::Activation;
use logitscope_core::scoring::Scoring;

/// Runs `f` compiled for the widest vectors of this processor.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn widest<R>(f: impl FnOnce() -> R) -> R {
    // Finding them out takes longer than a small product.
    static FOUND: LazyLock<pulp::Arch> = LazyLock::new(pulp::Arch::new);
    FOUND.dispatch(f)
}

/// Runs `f`: there is one kind of vectors.
#[cfg(target_arch = "wasm32")]
pub(crate) fn widest<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// Σ a·b over the shorter of the two.
///
/// Sixteen interleaved sums, so that one addition need not wait for the one before, then added up in pairs.
#[inline(always)]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a16, a_rest) = a.as_chunks::<16>();
    let (b16, b_rest) = b.as_chunks::<16>();
    let mut sums = [0.0f32; 16];
    for (a, b) in a16.iter().zip(b16) {
        for i in 0..16 {
            sums[i] += a[i] * b[i];
        }
    }
    for half in [8, 4, 2, 1] {
        for i in 0..half {
            sums[i] += sums[half + i];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums[0] + rest
}

/// `y = y + a·x`.
#[inline(always)]
pub fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

/// `x = activation(x)`.
pub fn activate(activation: Activation, x: &mut [f32]) {
    match activation {
        Activation::GeluTanh => each(x, gelu_tanh),
        Activation::Gelu => each(x, gelu),
        Activation::Silu => each(x, silu),
        Activation::Relu => each(x, relu),
    }
}

#[inline(always)]
fn each(x: &mut [f32], activated: impl Fn(f32) -> f32) {
    widest(
        #[inline(always)]
        || {
            for x in x {
                *x = activated(*x);
            }
        },
    );
}

#[inline(always)]
fn gelu_tanh(x: f32) -> f32 {
    const SQRT_2_OVER_PI: f32 = 0.797_884_6;
    let inner = SQRT_2_OVER_PI * (x + 0.044_715 * x * x * x);
    // ½·(1 + tanh u) = 1 − 1 / (e^2u + 1)
    x * (1.0 - 1.0 / (exp(2.0 * inner) + 1.0))
}

/// x·Φ(x), with the error function to 1.5e-7. Source: Abramowitz and Stegun 1964, formula 7.1.26.
#[inline(always)]
fn gelu(x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let p = 1.061_405_4 * t - 1.453_152;
    let p = p * t + 1.421_413_7;
    let p = p * t - 0.284_496_74;
    let p = p * t + 0.254_829_6;
    // ½·(1 − erf z), Φ of −|x|.
    let below = 0.5 * p * t * exp(-z * z);
    x * if x < 0.0 { below } else { 1.0 - below }
}

#[inline(always)]
fn silu(x: f32) -> f32 {
    x / (1.0 + exp(-x))
}

#[inline(always)]
fn relu(x: f32) -> f32 {
    x.max(0.0)
}

/// `y[j] = activation(x[2j]) · x[2j + 1]`.
pub fn gate(activation: Activation, x: &[f32], y: &mut [f32]) {
    let pairs = x.as_chunks::<2>().0;
    for (y, [gate, _]) in y.iter_mut().zip(pairs) {
        *y = *gate;
    }
    activate(activation, y);
    for (y, [_, linear]) in y.iter_mut().zip(pairs) {
        *y *= linear;
    }
}

/// `x = e^(x − shift)`, 0 where x is masked; returns Σ x.
pub fn exp_sum(x: &mut [f32], shift: f32) -> f32 {
    widest(
        #[inline(always)]
        || {
            for x in &mut *x {
                *x = match *x <= Scoring::MASKED {
                    true => 0.0,
                    false => exp(*x - shift),
                };
            }
        },
    );
    x.iter().sum()
}

/// e^x to about one unit in the last place; the argument is clamped to −87..=88, where f32 ends.
///
/// Source: `expf` of the Cephes library (Moshier), the same reduction and polynomial.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    let n = (x * std::f32::consts::LOG2_E + 0.5).floor();
    let r = x - n * 0.693_359_4 + n * 2.121_944_4e-4;
    let p = 1.987_569_1e-4;
    let p = p * r + 1.398_2e-3;
    let p = p * r + 8.333_452e-3;
    let p = p * r + 4.166_579_6e-2;
    let p = p * r + 1.666_666_5e-1;
    let p = p * r + 0.5;
    let power = f32::from_bits(((n as i32 + 127) as u32) << 23);
    (p * r * r + r + 1.0) * power
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Values in −1..1 that repeat after a prime, so that no two columns are alike.
    pub fn values(n: usize, seed: usize) -> Vec<f32> {
        (0..n)
            .map(|i| ((i * 7919 + seed * 104_729) % 2003) as f32 / 1001.5 - 1.0)
            .collect()
    }

    #[test]
    fn a_dot_is_that_of_the_plain_loop() {
        for k in [4, 12, 16, 20, 768] {
            let (a, b) = (values(k, 4), values(k, 5));
            let terms = a.iter().zip(&b).map(|(a, b)| f64::from(*a) * f64::from(*b));
            let (got, want) = (f64::from(dot(&a, &b)), terms.sum::<f64>());
            assert!(
                (got - want).abs() <= 2e-5 * (1.0 + want.abs()),
                "{k}: {got}, the plain loop says {want}"
            );
        }
    }

    #[test]
    fn what_is_masked_has_no_part() {
        let mut x = [1.0, Scoring::MASKED, 0.0];
        let total = exp_sum(&mut x, 1.0);
        assert_eq!((x[0], x[1], total), (1.0, 0.0, x[0] + x[2]));
    }

    #[test]
    fn exp_is_that_of_the_library_over_its_whole_range() {
        for i in -8700..=8800 {
            let x = i as f32 / 100.0;
            let (got, want) = (exp(x), f64::from(x).exp());
            let error = (f64::from(got) - want).abs() / want;
            assert!(error < 3e-7, "exp({x}) is {got}, should be {want}");
        }
        assert!(exp(f32::MIN) < 2e-38 && exp(f32::MAX).is_finite());
    }

    /// The formulas in f64; Φ by the library's error function.
    fn formula(activation: Activation, x: f64) -> f64 {
        match activation {
            Activation::GeluTanh => {
                let inner = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x * x * x);
                0.5 * x * (1.0 + inner.tanh())
            }
            Activation::Gelu => 0.5 * x * (1.0 + libm::erf(x / std::f64::consts::SQRT_2)),
            Activation::Silu => x / (1.0 + (-x).exp()),
            Activation::Relu => x.max(0.0),
        }
    }

    #[test]
    fn activations_and_gates_are_those_of_the_formulas() {
        let smooth = [Activation::GeluTanh, Activation::Gelu, Activation::Silu];
        for activation in smooth.into_iter().chain([Activation::Relu]) {
            for i in -9500..=9500 {
                let x = i as f32 / 100.0;
                let (mut plain, mut gated) = ([x], [0.0]);
                activate(activation, &mut plain);
                gate(activation, &[x, 1.5], &mut gated);
                let want = formula(activation, x.into());
                for (got, want) in [(plain[0], want), (gated[0], 1.5 * want)] {
                    let error = (f64::from(got) - want).abs();
                    assert!(
                        error <= 1e-6 * (1.0 + want.abs()),
                        "{activation:?}({x}) is {got}, should be {want}"
                    );
                }
            }
        }
    }
}
