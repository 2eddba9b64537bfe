//! Comparing arrays, with a stated tolerance.

/// Two values are close if |got − want| ≤ `abs` + `rel`·|want|.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    /// Absolute part.
    pub abs: f32,
    /// Relative part.
    pub rel: f32,
}

/// Fails, naming the worst element, unless `got` and `want` have the same length and are close.
#[track_caller]
pub fn close(what: &str, got: &[f32], want: &[f32], tolerance: Tolerance) {
    assert_eq!(got.len(), want.len(), "{what}: lengths differ");
    let excess = |g: f32, w: f32| (g - w).abs() - (tolerance.abs + tolerance.rel * w.abs());
    // NaN counts as the worst.
    let worst = got
        .iter()
        .zip(want)
        .map(|(&g, &w)| {
            if g.is_nan() {
                f32::INFINITY
            } else {
                excess(g, w)
            }
        })
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((i, excess)) = worst
        && excess > 0.0
    {
        panic!(
            "{what}: element {i} is {}, expected {} (±{tolerance:?})",
            got[i], want[i]
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: Tolerance = Tolerance { abs: 0.1, rel: 0.0 };

    #[test]
    fn equal_arrays_are_close() {
        close("same", &[1.0, 2.0], &[1.0, 2.05], T);
    }

    #[test]
    #[should_panic(expected = "element 1")]
    fn the_worst_element_is_named() {
        close("off", &[1.0, 2.0], &[1.05, 3.0], T);
    }

    #[test]
    #[should_panic(expected = "NaN")]
    fn nan_is_never_close() {
        close("nan", &[f32::NAN], &[1.0], T);
    }
}
