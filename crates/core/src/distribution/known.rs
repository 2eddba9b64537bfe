//! What is known of a quantity.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is known of a quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Known<T> {
    /// Its value.
    Exact(T),
    /// The least and the greatest value that it can have; both can be reached, or are the best that is known.
    Between(T, T),
    /// Nothing.
    Unknown,
}

impl<T: PartialOrd + Copy> Known<T> {
    /// A range, which is one value if its ends are the same.
    pub fn between(low: T, high: T) -> Self {
        match low < high {
            true => Known::Between(low, high),
            false => Known::Exact(low),
        }
    }

    /// The value, where there is one.
    pub fn exact(self) -> Option<T> {
        match self {
            Known::Exact(value) => Some(value),
            Known::Between(..) | Known::Unknown => None,
        }
    }

    /// What a function that rises makes of it.
    pub fn map<U: PartialOrd + Copy>(self, rising: impl Fn(T) -> U) -> Known<U> {
        match self {
            Known::Exact(value) => Known::Exact(rising(value)),
            Known::Between(low, high) => Known::between(rising(low), rising(high)),
            Known::Unknown => Known::Unknown,
        }
    }

    /// What a function that falls makes of it.
    pub fn falling<U: PartialOrd + Copy>(self, falling: impl Fn(T) -> U) -> Known<U> {
        match self {
            Known::Exact(value) => Known::Exact(falling(value)),
            Known::Between(low, high) => Known::between(falling(high), falling(low)),
            Known::Unknown => Known::Unknown,
        }
    }
}

/// In JSON: a value is a number, a range the list of its ends, with null for an infinite one, and what is not known null.
impl Serialize for Known<f64> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match *self {
            Known::Exact(value) => value.serialize(to),
            Known::Between(low, high) => [low, high].serialize(to),
            Known::Unknown => to.serialize_none(),
        }
    }
}

impl<'de> Deserialize<'de> for Known<f64> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Read {
            Value(f64),
            Range([Option<f64>; 2]),
        }
        let read = Option::<Read>::deserialize(from)?;
        Ok(match read {
            Some(Read::Value(value)) => Known::Exact(value),
            Some(Read::Range([low, high])) => Known::between(
                low.unwrap_or(f64::NEG_INFINITY),
                high.unwrap_or(f64::INFINITY),
            ),
            None => Known::Unknown,
        })
    }
}

impl Known<f64> {
    /// Its value, or the middle of what it may be: for where something is drawn, not for what is said of it. 0 of what is unknown.
    pub fn middle(self) -> f64 {
        match self {
            Known::Exact(value) => value,
            Known::Between(low, high) => (low + high) / 2.0,
            Known::Unknown => 0.0,
        }
    }
}
