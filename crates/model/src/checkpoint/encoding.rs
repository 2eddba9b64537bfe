//! How a file stores the numbers of a tensor: one by one, or in quantised blocks.

use logitscope_core::Precision;

use super::dtype::FloatType;
use super::gguf::blocks::{BlockType, LARGEST_BLOCK};

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

    /// The precision that keeps its values exactly, in blocks of the same size.
    pub fn precision(self) -> Option<Precision> {
        match self {
            Encoding::Block(BlockType::Q8_0) => Some(Precision::Q8),
            Encoding::Block(BlockType::Q4_0) => Some(Precision::Q4),
            _ => None,
        }
    }

    /// Decodes the elements of a tensor from `at` on until `out` is full. `bytes` are those of the whole tensor.
    pub fn decode(self, bytes: &[u8], at: usize, out: &mut [f32]) {
        match self {
            Encoding::Float(float) => float.decode(&bytes[at * float.bytes()..], out),
            Encoding::Block(block) => decode_blocks(block, bytes, at, out),
        }
    }
}

fn decode_blocks(block: BlockType, bytes: &[u8], mut at: usize, mut out: &mut [f32]) {
    let size = block.elements();
    let mut values = [0.0; LARGEST_BLOCK];
    while !out.is_empty() {
        let (nth, skipped) = (at / size, at % size);
        let one = &bytes[nth * block.bytes()..][..block.bytes()];
        let n = out.len().min(size - skipped);
        let (now, later) = out.split_at_mut(n);
        if n == size {
            block.decode(one, now);
        } else {
            block.decode(one, &mut values[..size]);
            now.copy_from_slice(&values[skipped..skipped + n]);
        }
        (out, at) = (later, at + n);
    }
}

#[cfg(test)]
mod tests {
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
            encoding.decode(&bytes, 0, &mut whole);
            assert!(whole.windows(2).any(|pair| pair[0] != pair[1]));
            for (at, len) in [
                (0, 1),
                (5, 20),
                (30, 40),
                (n - 1, 1),
                (block.elements(), n / 3),
            ] {
                let mut part = vec![0.0; len];
                encoding.decode(&bytes, at, &mut part);
                assert_eq!(part, whole[at..at + len], "{block:?} {at} {len}");
            }
        }
    }
}
