//! Sums over a ranking, at any temperature, without an exponential a token.
//!
//! Distribution logits lie close together: sixty-four neighbours of fifty thousand differ by thousandths. Of each such group the mean and the
//! central moments are kept, which do not depend on the temperature; with them Σ exp(z/t) is a short Taylor series around the mean.

use crate::math;

/// How many ranks a group has.
const SIZE: usize = 64;
/// Moments 2 to this one are kept.
const ORDER: usize = 8;
/// The greatest |z − mean| / t for the series: what it leaves out is then below 0.06⁹/9! = 3e-17 of the sum, less than its rounding.
const NARROW: f64 = 0.06;

/// A group of neighbours.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Neighbours {
    mean: f64,
    /// The greatest distance from the mean; infinite if the group has an impossible token.
    reach: f64,
    /// Σ (z − mean)^k / k! for k = 2 to [`ORDER`].
    moments: [f64; ORDER - 1],
}

impl Neighbours {
    fn new(logits: &[f32]) -> Self {
        let mut group = Neighbours {
            mean: f64::NEG_INFINITY,
            reach: f64::INFINITY,
            moments: [0.0; ORDER - 1],
        };
        // They fall: the last one is the smallest.
        if logits.last().is_none_or(|z| !z.is_finite()) {
            return group;
        }
        group.mean = logits.iter().map(|z| f64::from(*z)).sum::<f64>() / logits.len() as f64;
        group.reach = 0.0;
        for z in logits {
            let d = f64::from(*z) - group.mean;
            group.reach = group.reach.max(d.abs());
            let mut power = d;
            for (k, moment) in (2u8..).zip(&mut group.moments) {
                power *= d / f64::from(k);
                *moment += power;
            }
        }
        group
    }

    /// Σ exp(z / t − top), if that is precise.
    fn sum(&self, t: f64, top: f64) -> Option<f64> {
        let narrow = self.reach <= NARROW * t;
        narrow.then(|| {
            let u = 1.0 / t;
            let series = self.moments.iter().rev();
            let series = series.fold(0.0, |sum, moment| sum * u + moment);
            math::exp(self.mean / t - top) * (SIZE as f64 + u * u * series)
        })
    }
}

/// How many values there are, how far they are from some centre, and the squares of that: what their mean and deviation come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spread {
    centre: f64,
    n: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    /// Of nothing yet. The closer `centre` is to the values, the more precise.
    pub(crate) fn around(centre: f64) -> Self {
        Spread {
            centre,
            n: 0.0,
            sum: 0.0,
            squares: 0.0,
        }
    }

    /// With one value more, if it is finite.
    pub(crate) fn add(&mut self, x: f64) {
        if x.is_finite() {
            let d = x - self.centre;
            self.n += 1.0;
            self.sum += d;
            self.squares += d * d;
        }
    }

    /// The standard deviation of all of them, dividing by their number.
    pub(crate) fn deviation(self) -> f64 {
        let mean = self.sum / self.n;
        (self.squares / self.n - mean * mean).max(0.0).sqrt()
    }
}

/// The groups of a ranking.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Moments(Vec<Neighbours>);

impl Moments {
    /// Bytes that a token takes on average.
    pub(crate) const BYTES_A_TOKEN: usize = size_of::<Neighbours>().div_ceil(SIZE);

    /// Those of `logits`, which fall.
    pub(crate) fn new(logits: &[f32]) -> Self {
        Moments(logits.chunks_exact(SIZE).map(Neighbours::new).collect())
    }

    /// Σ exp(z / t − top) over the ranks `from..to` of `logits`, which are those that the groups are of, added in order to `sum`;
    /// `t` is 1 where there is no temperature.
    pub(crate) fn add_exps(
        &self,
        logits: &[f32],
        (from, to): (usize, usize),
        (t, top): (f64, f64),
        sum: f64,
    ) -> f64 {
        let (mut sum, mut at) = (sum, from);
        while at < to {
            let end = (at / SIZE + 1) * SIZE;
            let whole = at % SIZE == 0 && end <= to;
            let group = self.0.get(at / SIZE).filter(|_| whole);
            sum = match group.and_then(|group| group.sum(t, top)) {
                Some(group) => sum + group,
                None => {
                    let some = &logits[at..end.min(to)];
                    let exps = math::exps(some, t, top);
                    exps[..some.len()].iter().fold(sum, |sum, e| sum + e)
                }
            };
            at = end;
        }
        sum
    }

    /// Adds the logits of the ranks `from..to`, divided by `t`, to `spread`.
    pub(crate) fn add_spread(
        &self,
        logits: &[f32],
        (from, to): (usize, usize),
        t: f64,
        spread: &mut Spread,
    ) {
        let mut at = from;
        while at < to {
            let end = (at / SIZE + 1) * SIZE;
            let whole = at % SIZE == 0 && end <= to;
            match self
                .0
                .get(at / SIZE)
                .filter(|b| whole && b.reach.is_finite())
            {
                Some(group) => {
                    let (n, d) = (SIZE as f64, group.mean / t - spread.centre);
                    spread.n += n;
                    spread.sum += n * d;
                    spread.squares += 2.0 * group.moments[0] / (t * t) + n * d * d;
                }
                None => logits[at..end.min(to)]
                    .iter()
                    .for_each(|z| spread.add(f64::from(*z) / t)),
            }
            at = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;
    use crate::dice::Stream;

    #[test]
    fn the_sum_is_that_of_every_exponential() {
        let noise = |i: u32, roll: u32| Draw::new(5, i, Stream::Token, roll).u;
        let gumbel = |i| (-1.5 * (-noise(i, 0).max(1e-300).ln()).ln()) as f32;
        let flat = |i| 0.01 * noise(i, 0) as f32;
        let wide = |i| 80.0 * noise(i, 0) as f32;
        let mut all: Vec<Vec<f32>> = vec![
            (0..20_000).map(gumbel).collect(),
            (0..5_000).map(flat).collect(),
            (0..3_000).map(wide).collect(),
            vec![1.5; 1_000],
        ];
        let impossible = (0..1_000).map(|i| {
            if i % 3 == 0 {
                f32::NEG_INFINITY
            } else {
                wide(i)
            }
        });
        all.push(impossible.collect());
        for logits in &mut all {
            logits.sort_by(|a, b| b.total_cmp(a));
            let groups = Moments::new(logits);
            for t in [0.05, 0.5, 0.9, 1.0, 1.7, 30.0] {
                let top = f64::from(logits[0]) / t;
                for (from, to) in [(0, logits.len()), (1, 999), (64, 128), (100, 110), (70, 70)] {
                    let exact = logits[from..to]
                        .iter()
                        .map(|z| libm::exp(f64::from(*z) / t - top));
                    // From the smallest up, which loses least.
                    let want: f64 = exact.rev().sum::<f64>() + 0.25;
                    let got = groups.add_exps(logits, (from, to), (t, top), 0.25);
                    assert!(
                        (got - want).abs() < 1e-14 * want,
                        "{from}..{to} at {t}: {got} {want}"
                    );
                    let mut quick = Spread::around(top);
                    groups.add_spread(logits, (from, to), t, &mut quick);
                    let finite = || {
                        let all = logits[from..to].iter().map(|z| f64::from(*z) / t);
                        all.filter(|z| z.is_finite())
                    };
                    let n = finite().count() as f64;
                    assert_eq!(quick.n, n);
                    let mean = finite().sum::<f64>() / n;
                    let squares = finite().map(|z| (z - mean) * (z - mean)).sum::<f64>();
                    let (got, want) = (quick.deviation(), (squares / n).sqrt());
                    // Squares of distances from the top lose half of the digits where all are far from it and close together.
                    let off = (got - want).abs();
                    assert!(
                        n == 0.0 || off < 1e-9 * want + 1e-6,
                        "{from}..{to} at {t}: {got} {want}"
                    );
                }
            }
        }
    }
}
