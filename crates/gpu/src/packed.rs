//! Weights in blocks, in the words that shaders read.

use logitscope_core::BlockFormat;
use logitscope_core::matrix_format::Numbers;
use logitscope_loops::Planes;
use logitscope_loops::planes::{Along, in_pairs};

/// Rows of a matrix in blocks.
pub(crate) struct Packed {
    /// The numbers, as `weights_q8.wgsl` and `weights_q4.wgsl` say.
    pub numbers: Vec<u8>,
    /// The scales, and where blocks have offsets each scale or each four followed by theirs: `[rows / span, stride / 4, floats, 4]` of a
    /// matrix that is multiplied from the left, `[rows, stride / span, floats]` of a table.
    pub scales: Vec<f32>,
}

impl Packed {
    /// Whole blocks of `format`, of rows whose length is a multiple of four.
    pub fn new(planes: Planes, format: BlockFormat) -> Self {
        // Halves of bytes have no sign.
        let least = if format.has_offset { 0 } else { -8 };
        let together = match planes.along {
            Along::Rows => 1,
            Along::Columns => 4,
        };
        Packed {
            numbers: match (format.numbers, planes.along) {
                (Numbers::Eight, _) => bytemuck::cast_vec(planes.numbers),
                // Four neighbours of a row, and the next four.
                (Numbers::Four, Along::Rows) => in_pairs(&planes.numbers, 4, least),
                // Those of a row, and of the row below.
                (Numbers::Four, Along::Columns) => in_pairs(&planes.numbers, planes.stride, least),
            },
            scales: match format.has_offset {
                false => planes.scales,
                true => {
                    let offsets = planes.offsets.chunks(together);
                    let both = planes.scales.chunks(together).zip(offsets);
                    both.flat_map(|(scales, offsets)| scales.iter().chain(offsets).copied())
                        .collect()
                }
            },
        }
    }
}
