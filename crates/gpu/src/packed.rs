//! Weights in blocks, in the words that shaders read.

use logitscope_core::BlockFormat;
use logitscope_core::matrix_format::Numbers;
use logitscope_loops::Planes;
use logitscope_model::backend::MatrixRole;

/// Rows of a matrix in blocks.
pub(crate) struct Packed {
    /// The numbers, as `weights_q8.wgsl` and `weights_q4.wgsl` say.
    pub words: Vec<u32>,
    /// The scales, and where blocks have offsets each scale or each four followed by theirs: `[rows / span, stride / 4, floats, 4]` of a
    /// matrix that is multiplied from the left, `[rows, stride / span, floats]` of a table.
    pub scales: Vec<f32>,
}

impl Packed {
    /// Whole blocks, `[rows, stride]`.
    pub fn new(planes: &Planes, stride: usize, format: BlockFormat, role: MatrixRole) -> Self {
        let n = planes.numbers.len();
        let layout = match (format.numbers, role) {
            (Numbers::Eight, _) => Layout::Eight,
            (Numbers::Four, MatrixRole::Table) => Layout::FourOfRow,
            (Numbers::Four, MatrixRole::Weights) => Layout::FourOfTwoRows { stride },
        };
        // Halves of bytes have no sign.
        let least = match format.numbers {
            Numbers::Four if !format.has_offset => -8.0,
            _ => 0.0,
        };
        let mut packed = Packed {
            words: vec![0; (n * layout.bits()).div_ceil(32)],
            scales: Vec::with_capacity(n / format.span * format.floats()),
        };
        for (element, number) in planes.numbers.iter().enumerate() {
            let (word, shift) = layout.place(element);
            packed.words[word] |= u32::from((number - least) as i8 as u8) << shift;
        }
        let mut add = |first: usize, together: usize| {
            let own = first..first + together;
            packed.scales.extend_from_slice(&planes.scales[own.clone()]);
            if format.has_offset {
                packed.scales.extend_from_slice(&planes.offsets[own]);
            }
        };
        match role {
            MatrixRole::Table => (0..n).step_by(format.span).for_each(|at| add(at, 1)),
            MatrixRole::Weights => {
                let rows = (0..n).step_by(format.span * stride);
                let fours = rows.flat_map(|first| (first..first + stride).step_by(4));
                fours.for_each(|at| add(at, 4));
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
