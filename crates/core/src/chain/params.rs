//! The parameters of the samplers as data: names, values and ranges, for checks, sliders and links.

use super::grammar::LONGEST_GRAMMAR;
use super::{Grammar, Sampler};
use crate::error::Expected;
use crate::{CoreError, TokenId};

/// What a number of a sampler is. Samplers that mean the same by a number share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// T of the temperature.
    Temperature,
    /// t, the middle of the dynamic temperature.
    Middle,
    /// r, how far the dynamic temperature goes to either side.
    Range,
    /// γ, how the dynamic temperature follows the entropy.
    Exponent,
    /// f, how strong quadratic smoothing is.
    Factor,
    /// c, the curve of quadratic smoothing.
    Curve,
    /// k, how many tokens stay.
    Count,
    /// P, the probability that stays.
    Mass,
    /// m, the share of the largest probability (min-p).
    Share,
    /// a, the share of its square (top-a).
    SquareShare,
    /// z, the part of the bends (tail-free).
    Bend,
    /// ε, the least probability.
    Least,
    /// n, how many standard deviations.
    Deviations,
    /// h, the part of the entropy.
    EntropyShare,
    /// P, the chance that XTC acts.
    Chance,
    /// t, the probability of a top choice (XTC).
    Threshold,
    /// θ of the repetition penalty.
    Theta,
    /// α of the penalties that are subtracted.
    Alpha,
    /// How many of the last tokens a penalty looks at.
    LastN,
    /// m of DRY.
    Multiplier,
    /// b of DRY.
    Base,
    /// L of DRY, a length that is not penalised yet.
    AllowedLength,
    /// τ of mirostat, the surprisal aimed at.
    Tau,
    /// η of mirostat, how fast it learns.
    Eta,
    /// n of an n-gram.
    GroupSize,
    /// b, what is added to a logit.
    Bias,
}

impl Parameter {
    /// Its name in JSON, its letter in formulas, the least and the most that it may be, and whether it is a whole number.
    const fn declared(self) -> (&'static str, Option<&'static str>, f64, f64, bool) {
        match self {
            Parameter::Temperature => ("t", Some("T"), 0.0, 100.0, false),
            Parameter::Middle => ("t", Some("t"), 0.0, 100.0, false),
            Parameter::Range => ("range", Some("r"), 0.0, 100.0, false),
            Parameter::Exponent => ("exponent", Some("γ"), 0.0, 10.0, false),
            Parameter::Factor => ("factor", Some("f"), 0.0, 10.0, false),
            Parameter::Curve => ("curve", Some("c"), 1.0, 3.0, false),
            Parameter::Count => ("k", Some("k"), 0.0, MOST, true),
            Parameter::Mass => ("p", Some("P"), 0.0, 1.0, false),
            Parameter::Share => ("p", Some("m"), 0.0, 1.0, false),
            Parameter::SquareShare => ("a", Some("a"), 0.0, 1.0, false),
            Parameter::Bend => ("z", Some("z"), 0.0, 1.0, false),
            Parameter::Least => ("epsilon", Some("ε"), 0.0, 1.0, false),
            Parameter::Deviations => ("n", Some("n"), 0.0, 100.0, false),
            Parameter::EntropyShare => ("h", Some("h"), 0.0, 1.0, false),
            Parameter::Chance => ("probability", Some("P"), 0.0, 1.0, false),
            Parameter::Threshold => ("threshold", Some("t"), 0.0, 1.0, false),
            Parameter::Theta => ("theta", Some("θ"), 0.01, 100.0, false),
            Parameter::Alpha => ("alpha", Some("α"), -2.0, 2.0, false),
            // No formula has it: it says which tokens count as seen.
            Parameter::LastN => ("last_n", None, 0.0, MOST, true),
            Parameter::Multiplier => ("multiplier", Some("m"), 0.0, 100.0, false),
            Parameter::Base => ("base", Some("b"), 1.0, 10.0, false),
            Parameter::AllowedLength => ("allowed_length", Some("L"), 1.0, MOST, true),
            Parameter::Tau => ("tau", Some("τ"), 0.0, 20.0, false),
            Parameter::Eta => ("eta", Some("η"), 0.0, 1.0, false),
            Parameter::GroupSize => ("n", Some("n"), 0.0, MOST, true),
            Parameter::Bias => ("bias", Some("b"), -100.0, 100.0, false),
        }
    }

    /// Its name in JSON.
    pub(super) const fn name(self) -> &'static str {
        self.declared().0
    }

    /// Its letter in the formulas; `None` for one that is in no formula.
    pub const fn letter(self) -> Option<&'static str> {
        self.declared().1
    }

    /// It with a value, in range or not.
    pub(super) const fn with(self, value: f64) -> Param {
        let (name, _, low, high, whole) = self.declared();
        Param {
            parameter: self,
            name,
            value,
            low,
            high,
            whole,
        }
    }
}

/// One number of a sampler.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Param {
    /// What it is.
    pub parameter: Parameter,
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
pub(super) const BIAS: Param = Parameter::Bias.with(0.0);

/// A parameter in its place.
pub(super) enum Field<'a> {
    Number(&'a mut f64),
    Whole(&'a mut u32),
}

/// A list in its place.
pub(super) enum List<'a> {
    Biases(&'a mut Vec<(TokenId, f64)>),
    Tokens(&'a mut Vec<TokenId>),
    Texts(&'a mut Vec<String>),
    Grammar(&'a mut Grammar),
}

/// The most of a whole number.
const MOST: f64 = u32::MAX as f64;

impl Sampler {
    /// Every number with what it is, in the order in which they are spelled.
    pub(super) fn fields(&mut self) -> Vec<(Parameter, Field<'_>)> {
        use Field::{Number, Whole};
        use Sampler::*;
        match self {
            Temperature { t } => vec![(Parameter::Temperature, Number(t))],
            DynamicTemperature { t, range, exponent } => vec![
                (Parameter::Middle, Number(t)),
                (Parameter::Range, Number(range)),
                (Parameter::Exponent, Number(exponent)),
            ],
            Quadratic { factor, curve } => vec![
                (Parameter::Factor, Number(factor)),
                (Parameter::Curve, Number(curve)),
            ],
            TopK { k } => vec![(Parameter::Count, Whole(k))],
            TopP { p } | Typical { p } => vec![(Parameter::Mass, Number(p))],
            MinP { p } => vec![(Parameter::Share, Number(p))],
            TopA { a } => vec![(Parameter::SquareShare, Number(a))],
            TailFree { z } => vec![(Parameter::Bend, Number(z))],
            Epsilon { epsilon } | Eta { epsilon } => vec![(Parameter::Least, Number(epsilon))],
            TopNSigma { n } => vec![(Parameter::Deviations, Number(n))],
            TopH { h } => vec![(Parameter::EntropyShare, Number(h))],
            Xtc {
                probability,
                threshold,
            } => vec![
                (Parameter::Chance, Number(probability)),
                (Parameter::Threshold, Number(threshold)),
            ],
            RepetitionPenalty { theta, last_n } => vec![
                (Parameter::Theta, Number(theta)),
                (Parameter::LastN, Whole(last_n)),
            ],
            PresencePenalty { alpha, last_n } | FrequencyPenalty { alpha, last_n } => vec![
                (Parameter::Alpha, Number(alpha)),
                (Parameter::LastN, Whole(last_n)),
            ],
            Dry {
                multiplier,
                base,
                allowed_length,
                last_n,
                ..
            } => vec![
                (Parameter::Multiplier, Number(multiplier)),
                (Parameter::Base, Number(base)),
                (Parameter::AllowedLength, Whole(allowed_length)),
                (Parameter::LastN, Whole(last_n)),
            ],
            Mirostat { tau, eta } => {
                vec![(Parameter::Tau, Number(tau)), (Parameter::Eta, Number(eta))]
            }
            NoRepeatNgram { n } => vec![(Parameter::GroupSize, Whole(n))],
            LogitBias { .. } | Banned { .. } | Grammar { .. } => vec![],
        }
    }

    /// Its numbers, in the order of its definition. Lists (biases, banned tokens, breakers) are not among them.
    pub fn params(&self) -> Vec<Param> {
        let mut copy = self.clone();
        let param = |(parameter, field): (Parameter, Field)| {
            parameter.with(match field {
                Field::Number(x) => *x,
                Field::Whole(x) => f64::from(*x),
            })
        };
        copy.fields().into_iter().map(param).collect()
    }

    /// Its list, if it has one, with its name in JSON.
    pub(super) fn list(&mut self) -> Option<(&'static str, List<'_>)> {
        match self {
            Sampler::LogitBias { bias } => Some(("bias", List::Biases(bias))),
            Sampler::Banned { tokens } => Some(("tokens", List::Tokens(tokens))),
            Sampler::Dry { breakers, .. } => Some(("breakers", List::Texts(breakers))),
            Sampler::Grammar { grammar } => Some(("grammar", List::Grammar(grammar))),
            _ => None,
        }
    }

    /// Changes the parameter `name`. A value out of range is refused, and nothing changes.
    pub fn set_param(&mut self, name: &str, value: f64) -> Result<(), CoreError> {
        let Some(p) = self.params().into_iter().find(|p| p.name == name) else {
            return Ok(());
        };
        self.in_range(&p, value)?;
        let mut fields = self.fields().into_iter();
        if let Some((_, field)) = fields.find(|(parameter, _)| *parameter == p.parameter) {
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
        if let Sampler::Grammar { grammar } = self
            && grammar.text.len() > LONGEST_GRAMMAR
        {
            return Err(CoreError::LongGrammar {
                bytes: grammar.text.len(),
                most: LONGEST_GRAMMAR,
            });
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
        let expected = match (p.whole, p.high) {
            (true, MOST) => Expected::WholeFrom(p.low),
            (true, high) => Expected::Whole(p.low, high),
            (false, MOST) => Expected::NumberFrom(p.low),
            (false, high) => Expected::Number(p.low, high),
        };
        Err(CoreError::Setting {
            name,
            value,
            expected,
        })
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
