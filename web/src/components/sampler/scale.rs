//! How the places of a slider stand for values.

use logitscope_core::math;

/// A slider's scale. Its places are 0 to [`Scale::PLACES`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scale {
    /// Evenly from `low` to `high`; larger values stand at the right end.
    Linear {
        /// The value of the left end.
        low: f64,
        /// The value of the right end.
        high: f64,
    },
    /// Logarithmic, from 1 to the whole vocabulary; the right-most place stands for 0, which keeps all.
    Vocabulary,
}

impl Scale {
    /// The right-most place.
    pub const PLACES: f64 = 200.0;

    /// The place of a value, for a vocabulary of `d_vocab` tokens.
    pub fn place(self, value: f64, d_vocab: u32) -> f64 {
        match self {
            Scale::Linear { low, high } => {
                (Self::PLACES * (value - low) / (high - low)).clamp(0.0, Self::PLACES)
            }
            Scale::Vocabulary if value == 0.0 => Self::PLACES,
            Scale::Vocabulary => {
                let last = Self::PLACES - 1.0;
                (last * math::ln(value) / math::ln(f64::from(d_vocab.max(2)))).clamp(0.0, last)
            }
        }
    }

    /// The value at a place.
    pub fn value(self, place: f64, d_vocab: u32) -> f64 {
        match self {
            // To the nearest of ten thousand, so that 0.3 is not 0.30000000000000004.
            Scale::Linear { low, high } => {
                let value = low + (high - low) * place / Self::PLACES;
                (value * 1e6).round() / 1e6
            }
            Scale::Vocabulary if place >= Self::PLACES => 0.0,
            Scale::Vocabulary => {
                let part = place / (Self::PLACES - 1.0);
                math::pow(f64::from(d_vocab.max(2)), part).round()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_values_belong_together() {
        let unit = Scale::Linear {
            low: -2.0,
            high: 2.0,
        };
        for (value, place) in [(-2.0, 0.0), (0.3, 115.0), (2.0, 200.0)] {
            assert!((unit.place(value, 9) - place).abs() < 1e-9, "{value}");
            assert_eq!(unit.value(place, 9), value);
        }
        assert_eq!(unit.place(7.0, 9), 200.0);
        assert_eq!(
            (
                Scale::Vocabulary.place(0.0, 6144),
                Scale::Vocabulary.value(200.0, 6144)
            ),
            (200.0, 0.0)
        );
        assert_eq!(
            (
                Scale::Vocabulary.value(0.0, 6144),
                Scale::Vocabulary.value(199.0, 6144)
            ),
            (1.0, 6144.0)
        );
    }
}
