//! Rows of a matrix on their way into blocks.

use logitscope_core::matrix_format::Numbers;
use logitscope_core::{BLOCK, BlockFormat};

use crate::lanes::widest;
use crate::quantize::{LANES, quantized};

/// Along what the neighbours lie that share a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Along {
    /// A row.
    Rows,
    /// A column.
    Columns,
}

/// Rows of a matrix in blocks of `span`: an element's value is scale · number, or scale · number + offset.
#[derive(Debug, Clone, PartialEq)]
pub struct Planes {
    /// Elements a row.
    pub stride: usize,
    /// Along what blocks lie.
    pub along: Along,
    /// Elements of a block.
    pub span: usize,
    /// Whole numbers, `[rows, stride]`.
    pub numbers: Vec<i8>,
    /// Of every block: `[rows, stride / span]` along rows, `[rows / span, stride]` along columns.
    pub scales: Vec<f32>,
    /// The same; none in formats that have none.
    pub offsets: Vec<f32>,
}

impl Planes {
    /// Those of rows of `stride` elements, of which each is given with its number and with its block's scale and offset.
    pub fn of_elements(
        format: BlockFormat,
        stride: usize,
        along: Along,
        [numbers, scales, offsets]: [&[f32]; 3],
    ) -> Self {
        let of_blocks = |elements: &[f32]| match along {
            Along::Rows => elements.iter().step_by(format.span).copied().collect(),
            Along::Columns => {
                let firsts = elements.chunks(stride).step_by(format.span);
                firsts.flatten().copied().collect()
            }
        };
        Planes {
            stride,
            along,
            span: format.span,
            numbers: numbers.iter().map(|number| *number as i8).collect(),
            scales: of_blocks(scales),
            offsets: match format.has_offset {
                true => of_blocks(offsets),
                false => Vec::new(),
            },
        }
    }

    /// `values`, `[rows, stride]`, whole blocks, as numbers of `format`; an offset only turns numbers from -8 on into numbers from 0 on.
    pub fn quantised(values: &[f32], stride: usize, along: Along, format: BlockFormat) -> Self {
        let mut planes = Planes {
            stride,
            along,
            span: BLOCK,
            numbers: vec![0; values.len()],
            scales: vec![0.0; values.len() / BLOCK],
            offsets: Vec::new(),
        };
        widest(
            #[inline(always)]
            || match along {
                Along::Rows => planes.quantise_rows(values, format.numbers),
                Along::Columns => planes.quantise_columns(values, format.numbers),
            },
        );
        if format.has_offset {
            let least = match format.numbers {
                Numbers::Four => -8i8,
                Numbers::Eight => 0,
            };
            planes.offsets = planes
                .scales
                .iter()
                .map(|scale| f32::from(least) * scale)
                .collect();
            planes
                .numbers
                .iter_mut()
                .for_each(|number| *number -= least);
        }
        planes.refined(format.span)
    }

    /// The same blocks in halves, or as they are, if `span` is theirs.
    fn refined(mut self, span: usize) -> Self {
        let parts = self.span / span;
        if parts == 1 {
            return self;
        }
        let repeated = |own: &[f32], row: usize| -> Vec<f32> {
            let rows = own.chunks(row.max(1));
            rows.flat_map(|row| std::iter::repeat_n(row, parts).flatten().copied())
                .collect()
        };
        let row = match self.along {
            Along::Rows => 1,
            Along::Columns => self.stride,
        };
        self.scales = repeated(&self.scales, row);
        self.offsets = repeated(&self.offsets, row);
        self.span = span;
        self
    }

    #[inline(always)]
    fn quantise_columns(&mut self, values: &[f32], numbers: Numbers) {
        let stride = self.stride;
        let blocks = values.chunks_exact(BLOCK * stride);
        let own = self.numbers.chunks_exact_mut(BLOCK * stride);
        let scales = self.scales.chunks_exact_mut(stride);
        for ((values, own), scales) in blocks.zip(own).zip(scales) {
            for col in (0..stride).step_by(LANES) {
                let lanes = col..stride.min(col + LANES);
                let mut tile = [[0.0; LANES]; BLOCK];
                for (tile, row) in tile.iter_mut().zip(values.chunks_exact(stride)) {
                    tile[..lanes.len()].copy_from_slice(&row[lanes.clone()]);
                }
                let (scale, found) = quantized(&tile, numbers);
                for (row, found) in own.chunks_exact_mut(stride).zip(&found) {
                    row[lanes.clone()].copy_from_slice(&found[..lanes.len()]);
                }
                scales[lanes.clone()].copy_from_slice(&scale[..lanes.len()]);
            }
        }
    }

    #[inline(always)]
    fn quantise_rows(&mut self, values: &[f32], numbers: Numbers) {
        let blocks = values.as_chunks::<BLOCK>().0.chunks(LANES);
        let own = self.numbers.as_chunks_mut::<BLOCK>().0.chunks_mut(LANES);
        for ((values, own), scales) in blocks.zip(own).zip(self.scales.chunks_mut(LANES)) {
            let mut tile = [[0.0; LANES]; BLOCK];
            for (lane, block) in values.iter().enumerate() {
                for (tile, value) in tile.iter_mut().zip(block) {
                    tile[lane] = *value;
                }
            }
            let (scale, found) = quantized(&tile, numbers);
            for (lane, block) in own.iter_mut().enumerate() {
                for (number, found) in block.iter_mut().zip(&found) {
                    *number = found[lane];
                }
            }
            scales.copy_from_slice(&scale[..scales.len()]);
        }
    }

    /// Where the block of an element is among scales and offsets.
    pub fn block(&self, row: usize, col: usize) -> usize {
        match self.along {
            Along::Rows => (row * self.stride + col) / self.span,
            Along::Columns => row / self.span * self.stride + col,
        }
    }

    /// The values, `[rows, stride]`.
    pub fn values(&self) -> Vec<f32> {
        let value = |(at, number): (usize, &i8)| {
            let block = self.block(at / self.stride, at % self.stride);
            let own = self.scales[block] * f32::from(*number);
            self.offsets.get(block).map_or(own, |offset| own + offset)
        };
        self.numbers.iter().enumerate().map(value).collect()
    }

    /// The same of `rows` rows from `first` on, whole blocks.
    pub fn part(&self, first: usize, rows: usize) -> Self {
        let blocks = match self.along {
            Along::Rows => [first, rows].map(|n| n * self.stride / self.span),
            Along::Columns => [first, rows].map(|n| n / self.span * self.stride),
        };
        let of_blocks = |all: &[f32]| {
            all.iter()
                .skip(blocks[0])
                .take(blocks[1])
                .copied()
                .collect()
        };
        Planes {
            numbers: self.numbers[first * self.stride..][..rows * self.stride].to_vec(),
            scales: of_blocks(&self.scales),
            offsets: of_blocks(&self.offsets),
            ..*self
        }
    }
}

/// Each of `n` numbers of 4 bits with the one `n` further on in a byte, in its lower and its upper half, both counted from `least`; then the
/// same behind these.
pub fn in_pairs(numbers: &[i8], n: usize, least: i8) -> Vec<u8> {
    let half = |number: i8| number.wrapping_sub(least) as u8 & 15;
    let pair = |(byte, (low, high)): (&mut u8, (&i8, &i8))| *byte = half(*low) | half(*high) << 4;
    let mut bytes = vec![0; numbers.len() / 2];
    widest(
        #[inline(always)]
        || {
            if n == 4 {
                let all = bytes.as_chunks_mut::<4>().0.iter_mut();
                for (bytes, both) in all.zip(numbers.as_chunks::<8>().0) {
                    let (first, second) = both.split_at(4);
                    bytes
                        .iter_mut()
                        .zip(first.iter().zip(second))
                        .for_each(pair);
                }
                return;
            }
            for (bytes, both) in bytes.chunks_exact_mut(n).zip(numbers.chunks_exact(2 * n)) {
                let (first, second) = both.split_at(n);
                bytes
                    .iter_mut()
                    .zip(first.iter().zip(second))
                    .for_each(pair);
            }
        },
    );
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_share_a_byte_with_those_further_on() {
        let numbers = [-8, 7, 0, -1, 1, 2, 3, 4];
        assert_eq!(in_pairs(&numbers, 2, -8), [0x80, 0x7f, 0xb9, 0xca]);
        assert_eq!(in_pairs(&[1, 15, 2, 0], 1, 0), [0xf1, 0x02]);
        let (low, high) = ([1, 2, 3, 4], [5, 6, 7, 0]);
        let both = [low, high, high, low].concat();
        let (one, other) = ([0x51, 0x62, 0x73, 0x04], [0x15, 0x26, 0x37, 0x40]);
        assert_eq!(in_pairs(&both, 4, 0), [one, other].concat());
    }
}
