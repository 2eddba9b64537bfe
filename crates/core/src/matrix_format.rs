//! How one matrix is kept: as a precision says, or in the blocks of its file.

use crate::precision::{BLOCK, Precision};

/// How a matrix is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MatrixFormat {
    /// Half floats.
    #[default]
    F16,
    /// Single floats.
    F32,
    /// Whole numbers in blocks.
    Blocks(BlockFormat),
}

/// Whole numbers that share a scale with their neighbours along the axis that products sum over: a weight is scale · number, or
/// scale · number + offset. Scales and offsets are f32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BlockFormat {
    /// What the numbers can be.
    pub numbers: Numbers,
    /// Numbers that share a scale, and an offset: 32 or 16.
    pub span: usize,
    /// Whether a block has an offset.
    pub has_offset: bool,
}

/// The numbers of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// 4 bits: -8..=7, or 0..=15 where a block has an offset.
    Four,
    /// 8 bits, -127..=127.
    Eight,
}

impl Numbers {
    /// Bits of a number.
    pub const fn bits(self) -> u64 {
        match self {
            Numbers::Four => 4,
            Numbers::Eight => 8,
        }
    }
}

impl BlockFormat {
    /// [`Precision::Q8`].
    pub const EIGHT: BlockFormat = BlockFormat::of(Numbers::Eight, BLOCK, false);
    /// [`Precision::Q4`].
    pub const FOUR: BlockFormat = BlockFormat::of(Numbers::Four, BLOCK, false);
    /// GGUF's Q5_1 and Q5_K.
    pub const EIGHT_WITH_OFFSET: BlockFormat = BlockFormat::of(Numbers::Eight, BLOCK, true);
    /// GGUF's Q4_1 and Q4_K.
    pub const FOUR_WITH_OFFSET: BlockFormat = BlockFormat::of(Numbers::Four, BLOCK, true);
    /// GGUF's Q6_K.
    pub const EIGHT_BY_HALVES: BlockFormat = BlockFormat::of(Numbers::Eight, BLOCK / 2, false);
    /// A matrix of which a part is in Q6_K, another in Q4_K or Q5_K.
    pub const EIGHT_BY_HALVES_WITH_OFFSET: BlockFormat =
        BlockFormat::of(Numbers::Eight, BLOCK / 2, true);

    /// Every format that a matrix can have.
    pub const ALL: [BlockFormat; 6] = [
        BlockFormat::EIGHT,
        BlockFormat::FOUR,
        BlockFormat::EIGHT_WITH_OFFSET,
        BlockFormat::FOUR_WITH_OFFSET,
        BlockFormat::EIGHT_BY_HALVES,
        BlockFormat::EIGHT_BY_HALVES_WITH_OFFSET,
    ];

    const fn of(numbers: Numbers, span: usize, has_offset: bool) -> Self {
        BlockFormat {
            numbers,
            span,
            has_offset,
        }
    }

    /// The smallest format that keeps the values of both.
    pub fn joined(self, other: Self) -> Self {
        let alike = self.has_offset == other.has_offset && self.span == other.span;
        BlockFormat {
            numbers: match (self.numbers, other.numbers) {
                (Numbers::Four, Numbers::Four) if alike => Numbers::Four,
                _ => Numbers::Eight,
            },
            span: self.span.min(other.span),
            has_offset: self.has_offset || other.has_offset,
        }
    }

    /// Single floats of a block: its scale, and its offset if it has one.
    pub const fn floats(self) -> usize {
        1 + self.has_offset as usize
    }

    /// Bits of a weight, its share of scale and offset included.
    pub const fn bits(self) -> u64 {
        self.numbers.bits() + (32 * self.floats() / self.span) as u64
    }
}

impl MatrixFormat {
    /// Every format.
    pub fn all() -> impl Iterator<Item = MatrixFormat> {
        let blocks = BlockFormat::ALL.map(MatrixFormat::Blocks);
        [MatrixFormat::F32, MatrixFormat::F16]
            .into_iter()
            .chain(blocks)
    }

    /// Whether weights are whole numbers in blocks.
    pub const fn is_in_blocks(self) -> bool {
        matches!(self, MatrixFormat::Blocks(_))
    }

    /// Bits of a weight, its share of scale and offset included.
    pub const fn bits(self) -> u64 {
        match self {
            MatrixFormat::F32 => 32,
            MatrixFormat::F16 => 16,
            MatrixFormat::Blocks(blocks) => blocks.bits(),
        }
    }

    /// Bytes of so many weights; of whole blocks where weights are in blocks.
    pub const fn bytes(self, weights: u64) -> u64 {
        weights * self.bits() / 8
    }
}

impl From<Precision> for MatrixFormat {
    fn from(precision: Precision) -> Self {
        match precision {
            Precision::F32 => MatrixFormat::F32,
            Precision::F16 => MatrixFormat::F16,
            Precision::Q8 => MatrixFormat::Blocks(BlockFormat::EIGHT),
            Precision::Q4 => MatrixFormat::Blocks(BlockFormat::FOUR),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_takes_its_numbers_and_its_floats() {
        let bits = BlockFormat::ALL.map(BlockFormat::bits);
        assert_eq!(bits, [9, 5, 10, 6, 10, 12]);
        for precision in Precision::ALL {
            assert_eq!(MatrixFormat::from(precision).bits(), precision.bits());
        }
    }

    #[test]
    fn what_keeps_two_formats_is_one_of_them_all_and_as_large_as_either() {
        for a in BlockFormat::ALL {
            assert_eq!(a.joined(a), a);
            for b in BlockFormat::ALL {
                let both = a.joined(b);
                assert_eq!(both, b.joined(a));
                assert!(BlockFormat::ALL.contains(&both), "{both:?}");
                assert!(both.bits() >= a.bits().max(b.bits()));
                assert!(both.has_offset || !(a.has_offset || b.has_offset));
            }
        }
        // Numbers that begin at 0 and numbers that begin at -8 do not fit into the same 4 bits.
        let four = BlockFormat::FOUR.joined(BlockFormat::FOUR_WITH_OFFSET);
        assert_eq!(four, BlockFormat::EIGHT_WITH_OFFSET);
    }
}
