//! How a file stores the numbers of a tensor: one by one, or in quantised blocks.

use logitscope_core::BlockFormat;

use super::dtype::FloatType;
use super::gguf::blocks::{BlockType, LARGEST_BLOCK};
use super::plane::Plane;

/// How the numbers of a tensor are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Each by itself.
    Float(FloatType),
    /// In blocks along a row.
    Block(BlockType),
}

impl Encoding {
    /// Elements that are decoded together.
    pub fn elements(self) -> usize {
        match self {
            Encoding::Float(_) => 1,
            Encoding::Block(block) => block.elements(),
        }
    }

    /// Bytes of [`Encoding::elements`].
    pub fn bytes(self) -> usize {
        match self {
            Encoding::Float(float) => float.bytes(),
            Encoding::Block(block) => block.bytes(),
        }
    }

    /// The blocks that keep its values exactly, if it is in blocks.
    pub fn format(self) -> Option<BlockFormat> {
        match self {
            Encoding::Float(_) => None,
            Encoding::Block(block) => Some(block.format()),
        }
    }

    /// Whether `bytes`, those of the whole tensor, have the one number that [`Encoding::format`] does not; no program writes it.
    pub fn is_beyond_format(self, bytes: &[u8]) -> bool {
        let has_least = |block: &[u8]| block[2..].contains(&(i8::MIN as u8));
        self == Encoding::Block(BlockType::Q8_0) && bytes.chunks_exact(self.bytes()).any(has_least)
    }

    /// The size of the largest element of a tensor; not finite if one of them is not. `bytes` are those of the whole tensor.
    pub fn largest(self, bytes: &[u8]) -> f32 {
        let block = match self {
            Encoding::Float(float) => return float.largest(bytes),
            Encoding::Block(block) => block,
        };
        let mut values = [0.0; LARGEST_BLOCK];
        let values = &mut values[..block.elements()];
        let mut largest = 0;
        for one in bytes.chunks_exact(block.bytes()) {
            block.decode(one, Plane::Values, values);
            // By their bits, infinities and NaN are the largest.
            let sizes = values.iter().map(|x| x.abs().to_bits());
            largest = sizes.fold(largest, u32::max);
        }
        f32::from_bits(largest)
    }

    /// The first element that is not finite, and its place.
    pub fn first_not_finite(self, bytes: &[u8]) -> Option<(usize, f32)> {
        let is_odd = |(_, value): &(usize, f32)| !value.is_finite();
        match self {
            Encoding::Float(float) => {
                let elements = (0..).map_while(|at| float.element(bytes, at));
                elements.enumerate().find(is_odd)
            }
            Encoding::Block(block) => values_of(block, bytes).enumerate().find(is_odd),
        }
    }

    /// Decodes the elements of a tensor from `at` on until `out` is full. `bytes` are those of the whole tensor; only one in blocks has other
    /// planes than its values.
    pub fn decode(self, bytes: &[u8], plane: Plane, at: usize, out: &mut [f32]) {
        match self {
            Encoding::Float(float) => float.decode(&bytes[at * float.bytes()..], out),
            Encoding::Block(block) => decode_blocks(block, bytes, plane, at, out),
        }
    }
}

/// The values of blocks, one after another.
fn values_of(block: BlockType, bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes.chunks_exact(block.bytes()).flat_map(move |one| {
        let mut values = [0.0; LARGEST_BLOCK];
        block.decode(one, Plane::Values, &mut values[..block.elements()]);
        values.into_iter().take(block.elements())
    })
}

fn decode_blocks(block: BlockType, bytes: &[u8], plane: Plane, mut at: usize, mut out: &mut [f32]) {
    let size = block.elements();
    let mut values = [0.0; LARGEST_BLOCK];
    while !out.is_empty() {
        let (nth, skipped) = (at / size, at % size);
        let one = &bytes[nth * block.bytes()..][..block.bytes()];
        let n = out.len().min(size - skipped);
        let (now, later) = out.split_at_mut(n);
        if n == size {
            block.decode(one, plane, now);
        } else {
            block.decode(one, plane, &mut values[..size]);
            now.copy_from_slice(&values[skipped..skipped + n]);
        }
        (out, at) = (later, at + n);
    }
}

#[cfg(test)]
mod tests {
    use logitscope_core::matrix_format::Numbers;
    use logitscope_loops::planes::{Along, Planes};

    use super::*;

    #[test]
    fn a_part_of_a_tensor_is_what_the_whole_has_there() {
        for block in [BlockType::Q4_0, BlockType::Q6K] {
            let n = 3 * block.elements();
            // Random enough, with scales that are finite.
            let bytes: Vec<u8> = (0..3 * block.bytes())
                .map(|i| (i * 37 % 61) as u8)
                .collect();
            let encoding = Encoding::Block(block);
            let mut whole = vec![0.0; n];
            encoding.decode(&bytes, Plane::Values, 0, &mut whole);
            assert!(whole.windows(2).any(|pair| pair[0] != pair[1]));
            for (at, len) in [
                (0, 1),
                (5, 20),
                (30, 40),
                (n - 1, 1),
                (block.elements(), n / 3),
            ] {
                let mut part = vec![0.0; len];
                encoding.decode(&bytes, Plane::Values, at, &mut part);
                assert_eq!(part, whole[at..at + len], "{block:?} {at} {len}");
            }
        }
    }

    #[test]
    fn the_parts_of_a_block_make_its_values_to_the_bit_and_fit_its_format() {
        for block in BlockType::ALL {
            let n = 4 * block.elements();
            let bytes: Vec<u8> = (0..4 * block.bytes())
                .map(|i| (i * 37 % 61 + i % 3 * 30) as u8)
                .collect();
            let encoding = Encoding::Block(block);
            let format = encoding.format().expect("blocks");
            assert!(!encoding.is_beyond_format(&bytes));
            let decoded = |plane| {
                let mut out = vec![0.0; n];
                encoding.decode(&bytes, plane, 0, &mut out);
                out
            };
            let all = [Plane::Numbers, Plane::Scales, Plane::Offsets].map(decoded);
            let planes =
                Planes::of_elements(format, n, Along::Rows, all.each_ref().map(|x| &x[..]));
            assert_eq!(planes.values(), decoded(Plane::Values), "{block:?}");
            let [numbers, scales, offsets] = all;
            let range = match (format.numbers, format.has_offset) {
                (Numbers::Eight, _) => -127.0..=127.0,
                (Numbers::Four, false) => -8.0..=7.0,
                (Numbers::Four, true) => 0.0..=15.0,
            };
            let fits = |number: &f32| range.contains(number) && number.fract() == 0.0;
            assert!(numbers.iter().all(fits), "{block:?}");
            for own in [&scales, &offsets] {
                let mut spans = own.chunks_exact(format.span);
                assert!(spans.all(|span| span.iter().all(|x| *x == span[0])));
            }
            let has_offset = offsets.iter().any(|offset| *offset != 0.0);
            assert_eq!(has_offset, format.has_offset, "{block:?}");
        }
    }

    #[test]
    fn the_number_that_kernels_do_not_know_is_found() {
        let mut bytes = vec![3; 2 * BlockType::Q8_0.bytes()];
        // In a scale it is no number.
        bytes[34] = 0x80;
        let encoding = Encoding::Block(BlockType::Q8_0);
        assert!(!encoding.is_beyond_format(&bytes));
        bytes[40] = 0x80;
        assert!(encoding.is_beyond_format(&bytes));
        assert!(!Encoding::Block(BlockType::Q5_0).is_beyond_format(&bytes));
    }
}
