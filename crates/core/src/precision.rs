//! How weights are kept while a model runs.

use serde::{Deserialize, Serialize};

/// Weights that share a scale in [`Precision::Q8`] and [`Precision::Q4`]: neighbours along the axis that a product sums over.
pub const BLOCK: usize = 32;

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
    /// Whole numbers of 8 bits in blocks of [`BLOCK`], times the block's scale, an f32. A matrix whose sums are not over whole blocks,
    /// and a table that is only looked up, stay f16.
    Q8,
    /// The same with 4 bits.
    Q4,
}

impl Precision {
    /// Every precision, the most exact first.
    pub const ALL: [Precision; 4] = [Precision::F32, Precision::F16, Precision::Q8, Precision::Q4];

    /// As links, the command line and traces spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Precision::F16 => "f16",
            Precision::F32 => "f32",
            Precision::Q8 => "q8",
            Precision::Q4 => "q4",
        }
    }

    /// The precision of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }

    /// Whether weights are whole numbers in blocks that share a scale.
    pub const fn is_in_blocks(self) -> bool {
        matches!(self, Precision::Q8 | Precision::Q4)
    }

    /// Bits of a weight, its share of the scale included.
    pub const fn bits(self) -> u64 {
        match self {
            Precision::F32 => 32,
            Precision::F16 => 16,
            Precision::Q8 => 8 + 32 / BLOCK as u64,
            Precision::Q4 => 4 + 32 / BLOCK as u64,
        }
    }

    /// Bytes of so many weights; of whole blocks where weights are in blocks.
    pub const fn bytes(self, weights: u64) -> u64 {
        weights * self.bits() / 8
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

    #[test]
    fn a_block_takes_its_numbers_and_a_scale() {
        let bytes = Precision::ALL.map(|precision| precision.bytes(BLOCK as u64));
        assert_eq!(bytes, [128, 64, 36, 20]);
    }
}
