//! How weights are kept while a model runs.

use serde::{Deserialize, Serialize};

/// How a weight matrix is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// Half floats, two to a word: half the memory. Values are rounded to the nearest, ties to even. A tensor that does
    /// not fit in f16 stays f32.
    #[default]
    F16,
    /// Single floats.
    F32,
}

impl Precision {
    /// Every precision.
    pub const ALL: [Precision; 2] = [Precision::F16, Precision::F32];

    /// As links, the command line and traces spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Precision::F16 => "f16",
            Precision::F32 => "f32",
        }
    }

    /// The precision of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_precision_is_spelled_alike_by_name_and_by_serde() {
        for precision in Precision::ALL {
            assert_eq!(Precision::named(precision.name()), Some(precision));
            let json = serde_json::to_string(&precision).expect("a name");
            assert_eq!(json, format!("\"{}\"", precision.name()));
        }
        assert_eq!(Precision::named("f8"), None);
    }
}
