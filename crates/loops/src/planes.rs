//! Rows of a matrix on their way into blocks.

use logitscope_core::matrix_format::Numbers;
use logitscope_core::{BLOCK, BlockFormat};

use crate::quantize::{to_q4, to_q8};

/// Along what the neighbours lie that share a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Along {
    /// A row.
    Rows,
    /// A column.
    Columns,
}

/// Rows of a matrix in blocks, all three `[rows, stride]`: an element's number, and the scale and the offset of its block. Its value is
/// scale · number + offset; offsets are 0 in formats that have none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Planes {
    /// Whole numbers.
    pub numbers: Vec<f32>,
    /// Each a block's.
    pub scales: Vec<f32>,
    /// Each a block's.
    pub offsets: Vec<f32>,
}

impl Planes {
    /// So many zeros.
    pub fn zeros(n: usize) -> Self {
        Planes {
            numbers: vec![0.0; n],
            scales: vec![0.0; n],
            offsets: vec![0.0; n],
        }
    }

    /// `values`, `[rows, stride]`, whole blocks, as numbers of `format`; an offset only turns numbers from -8 on into numbers from 0 on.
    pub fn quantised(values: &[f32], stride: usize, along: Along, format: BlockFormat) -> Self {
        let least = match format {
            BlockFormat {
                numbers: Numbers::Four,
                has_offset: true,
                ..
            } => -8.0,
            _ => 0.0,
        };
        let mut planes = Planes::zeros(values.len());
        for at in 0..values.len() / BLOCK {
            let (first, step) = match along {
                Along::Rows => (at * BLOCK, 1),
                Along::Columns => (at / stride * BLOCK * stride + at % stride, stride),
            };
            let mut block = [0.0; BLOCK];
            let own = values[first..].iter().step_by(step);
            block.iter_mut().zip(own).for_each(|(x, value)| *x = *value);
            let (scale, numbers) = match format.numbers {
                Numbers::Eight => to_q8(&block),
                Numbers::Four => to_q4(&block),
            };
            for (element, number) in (first..).step_by(step).zip(numbers) {
                planes.numbers[element] = f32::from(number) - least;
                planes.scales[element] = scale;
                planes.offsets[element] = least * scale;
            }
        }
        planes
    }

    /// The values of the elements from `at` on until `out` is full.
    pub fn values(&self, at: usize, out: &mut [f32]) {
        let parts = self.scales[at..].iter().zip(&self.numbers[at..]);
        for ((x, (scale, number)), offset) in out.iter_mut().zip(parts).zip(&self.offsets[at..]) {
            *x = scale * number + offset;
        }
    }
}
