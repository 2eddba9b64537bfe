//! Weights in blocks, in the words that shaders read.

use logitscope_core::{BLOCK, Precision};
use logitscope_loops::quantize::{to_q4, to_q8};
use logitscope_model::backend::{MatrixRole, MatrixSpec};

/// Rows of a matrix in blocks.
pub(crate) struct Packed {
    /// The numbers, as `weights_q8.wgsl` and `weights_q4.wgsl` say.
    pub words: Vec<u32>,
    /// The scales: `[rows / 32, stride]` of a matrix that is multiplied from the left, `[rows, stride / 32]` of a table.
    pub scales: Vec<f32>,
}

impl Packed {
    /// `values`, `[rows, stride]`, kept as `spec` says: whole blocks.
    pub fn new(values: &[f32], stride: usize, spec: &MatrixSpec) -> Self {
        let layout = match (spec.precision, spec.role) {
            (Precision::Q8, _) => Layout::Eight,
            (_, MatrixRole::Table) => Layout::FourOfRow,
            (_, MatrixRole::Weights) => Layout::FourOfTwoRows { stride },
        };
        let mut packed = Packed {
            words: vec![0; (values.len() * layout.bits()).div_ceil(32)],
            scales: vec![0.0; values.len() / BLOCK],
        };
        for at in 0..packed.scales.len() {
            let (first, step) = match spec.role {
                MatrixRole::Table => (at * BLOCK, 1),
                MatrixRole::Weights => (at / stride * BLOCK * stride + at % stride, stride),
            };
            let mut block = [0.0; BLOCK];
            let own = values[first..].iter().step_by(step);
            block.iter_mut().zip(own).for_each(|(x, value)| *x = *value);
            let (scale, numbers) = match layout {
                Layout::Eight => {
                    let (scale, numbers) = to_q8(&block);
                    (scale, numbers.map(|number| number as u8))
                }
                _ => to_q4(&block),
            };
            packed.scales[at] = scale;
            for (element, number) in (first..).step_by(step).zip(numbers) {
                let (word, shift) = layout.place(element);
                packed.words[word] |= u32::from(number) << shift;
            }
        }
        packed
    }
}

/// Which elements share a word.
#[derive(Clone, Copy)]
enum Layout {
    /// Four neighbours of a row.
    Eight,
    /// Eight neighbours of a row.
    FourOfRow,
    /// Four neighbours of a row, and those of the next row below them.
    FourOfTwoRows {
        /// Elements of a row: a multiple of four.
        stride: usize,
    },
}

impl Layout {
    /// Bits of a number.
    fn bits(self) -> usize {
        match self {
            Layout::Eight => 8,
            Layout::FourOfRow | Layout::FourOfTwoRows { .. } => 4,
        }
    }

    /// The word of an element, and the lowest of its bits.
    fn place(self, element: usize) -> (usize, usize) {
        let byte = 8 * (element % 4);
        match self {
            Layout::Eight => (element / 4, byte),
            Layout::FourOfRow => (element / 8, byte + 4 * (element / 4 % 2)),
            Layout::FourOfTwoRows { stride } => {
                let (row, col) = (element / stride, element % stride);
                (row / 2 * (stride / 4) + col / 4, byte + 4 * (row % 2))
            }
        }
    }
}
