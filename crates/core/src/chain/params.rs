//! The parameters of the samplers as data: names, values and ranges, for checks, sliders and links.

use super::Sampler;
use crate::CoreError;

/// One number of a sampler.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Param {
    /// Its name as in JSON.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// The least that it may be.
    pub low: f64,
    /// The most that it may be.
    pub high: f64,
    /// Whether it is a whole number.
    pub whole: bool,
}

impl Param {
    /// The valid value nearest to `value`: within the range, and rounded where it is a whole number. NaN is near nothing: `None`.
    pub fn nearest(&self, value: f64) -> Option<f64> {
        // Not −0, which would be spelled so.
        let near = if self.whole {
            value.round() + 0.0
        } else {
            value
        };
        (!value.is_nan()).then(|| near.clamp(self.low, self.high))
    }
}

/// A bias of [`Sampler::LogitBias`]; it does nothing by default.
pub(super) const BIAS: Param = Param {
    name: "bias",
    value: 0.0,
    low: -100.0,
    high: 100.0,
    whole: false,
};

/// A parameter in its place.
enum Field<'a> {
    Number(&'a mut f64),
    Whole(&'a mut u32),
}

/// The most of a whole number.
const MOST: f64 = u32::MAX as f64;

impl Sampler {
    /// Its numbers, in the order of its definition. Lists (biases, banned tokens, breakers) are not among them.
    pub fn params(&self) -> Vec<Param> {
        let mut copy = self.clone();
        let fields = copy.fields().into_iter();
        let param = |(name, field, low, high): (&'static str, Field, f64, f64)| {
            let (value, whole) = match field {
                Field::Number(x) => (*x, false),
                Field::Whole(x) => (f64::from(*x), true),
            };
            Param {
                name,
                value,
                low,
                high,
                whole,
            }
        };
        fields.map(param).collect()
    }

    /// Changes the parameter `name`. A value out of range is refused, and nothing changes.
    pub fn set_param(&mut self, name: &str, value: f64) -> Result<(), CoreError> {
        if let Some(p) = self.params().iter().find(|p| p.name == name) {
            self.in_range(p, value)?;
        }
        for (_, field, ..) in self.fields().into_iter().filter(|f| f.0 == name) {
            match field {
                Field::Number(x) => *x = value,
                Field::Whole(x) => *x = value as u32,
            }
        }
        Ok(())
    }

    /// `value`, or the valid value of `p` nearest to it and what was wrong; for NaN the value that `p` has.
    pub(super) fn nearest(&self, p: &Param, value: f64) -> (f64, Option<CoreError>) {
        let used = p.nearest(value).unwrap_or(p.value);
        let nearest = |e| match e {
            CoreError::Setting {
                name,
                value,
                expected,
            } => CoreError::Nearest {
                name,
                value,
                expected,
                used,
            },
            other => other,
        };
        (used, self.in_range(p, value).err().map(nearest))
    }

    /// Checks every parameter. The error names the parameter and its range.
    pub fn check(&self) -> Result<(), CoreError> {
        for p in self.params() {
            self.in_range(&p, p.value)?;
        }
        if let Sampler::LogitBias { bias } = self {
            for &(_, bias) in bias {
                self.in_range(&BIAS, bias)?;
            }
        }
        Ok(())
    }

    fn in_range(&self, p: &Param, value: f64) -> Result<(), CoreError> {
        if p.nearest(value) == Some(value) {
            return Ok(());
        }
        // A sampler with one parameter is known by its own name.
        let name = match self.params().len() {
            0 | 1 => self.name().to_owned(),
            _ => format!("{} {}", self.name(), p.name),
        };
        let kind = if p.whole {
            "a whole number"
        } else {
            "a number"
        };
        let expected = match p.high {
            MOST => format!("{kind}, {} or more", p.low),
            _ => format!("{kind} from {} to {}", p.low, p.high).replace('-', "−"),
        };
        Err(CoreError::Setting {
            name,
            value,
            expected,
        })
    }

    /// Every number with its name and range.
    fn fields(&mut self) -> Vec<(&'static str, Field<'_>, f64, f64)> {
        use Field::{Number, Whole};
        use Sampler::*;
        match self {
            Temperature { t } => vec![("t", Number(t), 0.0, 100.0)],
            DynamicTemperature { t, range, exponent } => vec![
                ("t", Number(t), 0.0, 100.0),
                ("range", Number(range), 0.0, 100.0),
                ("exponent", Number(exponent), 0.0, 10.0),
            ],
            Quadratic { factor, curve } => vec![
                ("factor", Number(factor), 0.0, 10.0),
                ("curve", Number(curve), 1.0, 3.0),
            ],
            TopK { k } => vec![("k", Whole(k), 0.0, MOST)],
            TopP { p } | MinP { p } | Typical { p } => vec![("p", Number(p), 0.0, 1.0)],
            TopA { a } => vec![("a", Number(a), 0.0, 1.0)],
            TailFree { z } => vec![("z", Number(z), 0.0, 1.0)],
            Epsilon { epsilon } | Eta { epsilon } => vec![("epsilon", Number(epsilon), 0.0, 1.0)],
            TopNSigma { n } => vec![("n", Number(n), 0.0, 100.0)],
            TopH { h } => vec![("h", Number(h), 0.0, 1.0)],
            Xtc {
                probability,
                threshold,
            } => vec![
                ("probability", Number(probability), 0.0, 1.0),
                ("threshold", Number(threshold), 0.0, 1.0),
            ],
            RepetitionPenalty { theta, last_n } => vec![
                ("theta", Number(theta), 0.01, 100.0),
                ("last_n", Whole(last_n), 0.0, MOST),
            ],
            PresencePenalty { alpha, last_n } | FrequencyPenalty { alpha, last_n } => vec![
                ("alpha", Number(alpha), -2.0, 2.0),
                ("last_n", Whole(last_n), 0.0, MOST),
            ],
            Dry {
                multiplier,
                base,
                allowed_length,
                last_n,
                ..
            } => vec![
                ("multiplier", Number(multiplier), 0.0, 100.0),
                ("base", Number(base), 1.0, 10.0),
                ("allowed_length", Whole(allowed_length), 1.0, MOST),
                ("last_n", Whole(last_n), 0.0, MOST),
            ],
            Mirostat { tau, eta } => {
                vec![
                    ("tau", Number(tau), 0.0, 20.0),
                    ("eta", Number(eta), 0.0, 1.0),
                ]
            }
            NoRepeatNgram { n } => vec![("n", Whole(n), 0.0, MOST)],
            LogitBias { .. } | Banned { .. } => vec![],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_can_be_set_to_its_limits_and_not_beyond() {
        for mut sampler in Sampler::all() {
            for p in sampler.params() {
                for value in [p.low, p.high] {
                    sampler
                        .set_param(p.name, value)
                        .expect("a limit is in range");
                    let now = sampler.params().into_iter().find(|q| q.name == p.name);
                    assert_eq!(now.map(|q| q.value), Some(value), "{sampler:?}");
                }
                let before = sampler.clone();
                for bad in [p.low - 0.5, p.high + 0.5, f64::NAN, f64::INFINITY] {
                    let e = sampler
                        .set_param(p.name, bad)
                        .expect_err("out of range")
                        .to_string();
                    assert!(e.contains(sampler.name()), "{e}");
                    assert_eq!(sampler, before);
                }
            }
        }
    }

    #[test]
    fn the_nearest_value_is_valid_and_what_is_valid_stays() {
        for sampler in Sampler::all() {
            for p in sampler.params() {
                assert_eq!(p.nearest(p.value), Some(p.value), "{p:?}");
                assert_eq!(p.nearest(f64::NEG_INFINITY), Some(p.low), "{p:?}");
                assert_eq!(p.nearest(f64::INFINITY), Some(p.high), "{p:?}");
                assert_eq!(p.nearest(f64::NAN), None, "{p:?}");
                let between = p.low + 0.4;
                let want = if p.whole { p.low } else { between };
                assert_eq!(p.nearest(between), Some(want), "{p:?}");
            }
        }
    }

    #[test]
    fn names_are_those_of_the_json() {
        for sampler in Sampler::all() {
            let json = serde_json::to_value(&sampler).expect("plain data");
            assert_eq!(json["sampler"], sampler.name());
            for p in sampler.params() {
                assert_eq!(json[p.name].as_f64(), Some(p.value), "{json}");
            }
        }
    }
}
