//! Weights in blocks, in the words that shaders read.

use logitscope_core::{BLOCK, Precision};
use logitscope_loops::quantize::{to_q4, to_q8};
use logitscope_model::backend::{MatrixRole, MatrixSpec};

/// Rows of a matrix in blocks.
pub(crate) struct Packed {
    /// The numbers, row by row, the first in the lowest bits: four or eight to a word.
    pub words: Vec<u32>,
    /// The scales: `[rows / 32, stride]` of a matrix that is multiplied from the left, `[rows, stride / 32]` of a table.
    pub scales: Vec<f32>,
}

impl Packed {
    /// `values`, `[rows, stride]`, kept as `spec` says: whole blocks.
    pub fn new(values: &[f32], stride: usize, spec: &MatrixSpec) -> Self {
        let bits = if spec.precision == Precision::Q8 {
            8
        } else {
            4
        };
        let mut packed = Packed {
            words: vec![0; (values.len() * bits).div_ceil(32)],
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
            let places = (first..).step_by(step);
            packed.scales[at] = match spec.precision {
                Precision::Q8 => {
                    let (scale, numbers) = to_q8(&block);
                    packed.put(
                        places.zip(numbers.map(|number| u32::from(number as u8))),
                        bits,
                    );
                    scale
                }
                _ => {
                    let (scale, numbers) = to_q4(&block);
                    packed.put(places.zip(numbers.map(u32::from)), bits);
                    scale
                }
            };
        }
        packed
    }

    /// Writes numbers at their places.
    fn put(&mut self, numbers: impl Iterator<Item = (usize, u32)>, bits: usize) {
        let together = 32 / bits;
        for (place, number) in numbers {
            self.words[place / together] |= number << (bits * (place % together));
        }
    }
}
