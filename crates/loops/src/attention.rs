//! Attention of one row to the tokens on its path.

use logitscope_core::blocks::capped;
use logitscope_core::scoring::Scoring;

use crate::lanes::{axpy, dot, widest};

/// How queries and the heads of keys and values stand in their rows.
#[derive(Debug, Clone, Copy)]
pub struct Heads {
    /// Elements of a head.
    pub d_head: usize,
    /// Heads of queries.
    pub n_heads: usize,
    /// Heads of queries that share one of keys and values.
    pub group: usize,
    /// Elements between the scores of two heads.
    pub stride: usize,
}

impl Heads {
    /// Elements of the scores of all heads of a row.
    pub fn scores(&self) -> usize {
        self.n_heads * self.stride
    }
}

/// Keys or values of all tokens, `[slots, stride]`.
#[derive(Debug, Clone, Copy)]
pub struct Slots<'a> {
    /// Row after row.
    pub values: &'a [f32],
    /// Elements of a row.
    pub stride: usize,
}

impl Slots<'_> {
    #[inline(always)]
    fn row(&self, slot: u32) -> &[f32] {
        &self.values[slot as usize * self.stride..][..self.stride]
    }
}

/// `out[h, t] = scale · q[h]·k[path[t]]`, bounded and masked as `scoring` says, for every head and every token of `path`.
///
/// `q`: `[n_heads, d_head]`; `out`: `[n_heads, heads.stride]`, of which the first `path.len()` of each head are written.
pub fn scores(
    heads: Heads,
    scoring: Scoring,
    q: &[f32],
    keys: Slots<'_>,
    path: &[u32],
    out: &mut [f32],
) {
    widest(
        #[inline(always)]
        || {
            for (t, slot) in path.iter().enumerate() {
                let seen = path.len() - t <= scoring.window as usize;
                let k = keys.row(*slot);
                let q = q.chunks_exact(heads.d_head).take(heads.n_heads);
                for (h, q) in q.enumerate() {
                    let k = &k[h / heads.group * heads.d_head..][..heads.d_head];
                    out[h * heads.stride + t] = match seen {
                        true => capped(dot(q, k) * scoring.scale, scoring.cap),
                        false => Scoring::MASKED,
                    };
                }
            }
        },
    );
}

/// `z[h] = Σₜ pattern[h, t] · v[path[t]]` for every head.
///
/// `pattern`: `[n_heads, heads.stride]`; `z`: `[n_heads, d_head]`, what is behind it becomes 0.
pub fn mix(heads: Heads, pattern: &[f32], values: Slots<'_>, path: &[u32], z: &mut [f32]) {
    z.fill(0.0);
    widest(
        #[inline(always)]
        || {
            for (t, slot) in path.iter().enumerate() {
                let v = values.row(*slot);
                let z = z.chunks_exact_mut(heads.d_head).take(heads.n_heads);
                for (h, sum) in z.enumerate() {
                    let v = &v[h / heads.group * heads.d_head..][..heads.d_head];
                    axpy(pattern[h * heads.stride + t], v, sum);
                }
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::tests::values;

    const HEADS: Heads = Heads {
        d_head: 6,
        n_heads: 4,
        group: 2,
        stride: 5,
    };
    const PATH: [u32; 3] = [4, 0, 2];

    /// Two heads of keys or values for each of five tokens, in rows of 16.
    fn slots(values: &[f32]) -> Slots<'_> {
        Slots { values, stride: 16 }
    }

    #[test]
    fn scores_are_those_of_the_definition() {
        let (q, k) = (values(24, 1), values(5 * 16, 2));
        let scoring = Scoring {
            scale: 0.5,
            window: 2,
            cap: Some(0.25),
        };
        let mut out = [7.0; 20];
        scores(HEADS, scoring, &q, slots(&k), &PATH, &mut out);
        for h in 0..4 {
            assert_eq!(out[h * 5], Scoring::MASKED, "farther back than the window");
            for (t, slot) in PATH.iter().enumerate().skip(1) {
                let own = &k[*slot as usize * 16 + h / 2 * 6..][..6];
                let product: f32 = own.iter().zip(&q[h * 6..]).map(|(k, q)| k * q).sum();
                let want = 0.25 * (0.5 * product / 0.25).tanh();
                assert!((out[h * 5 + t] - want).abs() < 1e-6, "head {h}, token {t}");
            }
            assert_eq!(out[h * 5 + 3..][..2], [7.0; 2], "not on the path");
        }
    }

    #[test]
    fn a_mix_is_that_of_the_definition() {
        let (pattern, v) = (values(20, 3), values(5 * 16, 4));
        let mut z = [7.0; 28];
        mix(HEADS, &pattern, slots(&v), &PATH, &mut z);
        for h in 0..4 {
            for d in 0..6 {
                let terms = PATH
                    .iter()
                    .enumerate()
                    .map(|(t, slot)| pattern[h * 5 + t] * v[*slot as usize * 16 + h / 2 * 6 + d]);
                assert!((z[h * 6 + d] - terms.sum::<f32>()).abs() < 1e-6, "{h}, {d}");
            }
        }
        assert_eq!(z[24..], [0.0; 4], "behind the heads");
    }
}
