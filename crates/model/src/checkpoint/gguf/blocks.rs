//! The quantised blocks of a GGUF file, and what they stand for.
//!
//! A block is a run of elements along a row that share their scales. Formulas and their order of rounding are those of gguf-py's `quants.py`
//! (0.19), so that the values are the same to the last bit.

use half::f16;
use logitscope_core::BlockFormat;

use crate::checkpoint::plane::Plane;

/// A type of blocks that is read. d and m are f16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockType {
    /// d·(q − 8), q of 4 bits.
    Q4_0,
    /// d·q + m, q of 4 bits.
    Q4_1,
    /// d·(q − 16), q of 5 bits.
    Q5_0,
    /// d·q + m, q of 5 bits.
    Q5_1,
    /// d·q, q of 8 bits with a sign.
    Q8_0,
    /// d·s·q − m·t, q of 4 bits; 32 elements share s and t, of 6 bits each.
    Q4K,
    /// The same with q of 5 bits.
    Q5K,
    /// d·s·(q − 32), q of 6 bits; 16 elements share s, of 8 bits with a sign.
    Q6K,
}

/// Most elements of a block.
pub const LARGEST_BLOCK: usize = 256;

impl BlockType {
    /// Every type.
    pub const ALL: [BlockType; 8] = [
        BlockType::Q4_0,
        BlockType::Q4_1,
        BlockType::Q5_0,
        BlockType::Q5_1,
        BlockType::Q8_0,
        BlockType::Q4K,
        BlockType::Q5K,
        BlockType::Q6K,
    ];

    /// Elements of a block.
    pub fn elements(self) -> usize {
        match self {
            BlockType::Q4K | BlockType::Q5K | BlockType::Q6K => LARGEST_BLOCK,
            _ => 32,
        }
    }

    /// Bytes of a block.
    pub fn bytes(self) -> usize {
        match self {
            BlockType::Q4_0 => 18,
            BlockType::Q4_1 => 20,
            BlockType::Q5_0 => 22,
            BlockType::Q5_1 => 24,
            BlockType::Q8_0 => 34,
            BlockType::Q4K => 144,
            BlockType::Q5K => 176,
            BlockType::Q6K => 210,
        }
    }

    /// How its numbers, scales and offsets are kept as they are.
    pub fn format(self) -> BlockFormat {
        match self {
            BlockType::Q4_0 => BlockFormat::FOUR,
            BlockType::Q4_1 | BlockType::Q4K => BlockFormat::FOUR_WITH_OFFSET,
            BlockType::Q5_0 | BlockType::Q8_0 => BlockFormat::EIGHT,
            BlockType::Q5_1 | BlockType::Q5K => BlockFormat::EIGHT_WITH_OFFSET,
            BlockType::Q6K => BlockFormat::EIGHT_BY_HALVES,
        }
    }

    /// Decodes one block of [`BlockType::bytes`] into `out`, which holds [`BlockType::elements`].
    pub fn decode(self, block: &[u8], plane: Plane, out: &mut [f32]) {
        match (plane, self.format().has_offset) {
            (Plane::Values, true) => self.parts(block, |i, n, scale, o| out[i] = scale * n + o),
            (Plane::Values, false) => self.parts(block, |i, n, scale, _| out[i] = scale * n),
            (Plane::Numbers, _) => self.parts(block, |i, n, _, _| out[i] = n),
            (Plane::Scales, _) => self.parts(block, |i, _, scale, _| out[i] = scale),
            (Plane::Offsets, _) => self.parts(block, |i, _, _, offset| out[i] = offset),
        }
    }

    /// Gives each element's place, number, scale and offset, in any order.
    #[inline(always)]
    fn parts(self, block: &[u8], mut part: impl FnMut(usize, f32, f32, f32)) {
        match self {
            BlockType::Q8_0 => {
                let d = half(block, 0);
                let signed = block[2..].iter().map(|b| f32::from(*b as i8));
                signed.enumerate().for_each(|(i, q)| part(i, q, d, 0.0));
            }
            BlockType::Q4_0 | BlockType::Q4_1 | BlockType::Q5_0 | BlockType::Q5_1 => {
                self.parts_of_32(block, part);
            }
            BlockType::Q4K => parts_in_pairs(&block[..16], None, &block[16..], part),
            BlockType::Q5K => {
                parts_in_pairs(&block[..16], Some(&block[16..48]), &block[48..], part);
            }
            BlockType::Q6K => parts_of_q6(block, part),
        }
    }

    /// d, m if there is one, the fifth bits if there are some, 16 bytes of which the lower halves come first.
    #[inline(always)]
    fn parts_of_32(self, block: &[u8], mut part: impl FnMut(usize, f32, f32, f32)) {
        let has_least = matches!(self, BlockType::Q4_1 | BlockType::Q5_1);
        let has_fifth = matches!(self, BlockType::Q5_0 | BlockType::Q5_1);
        let d = half(block, 0);
        let mut at = if has_least { 4 } else { 2 };
        let mut fifth = 0;
        if has_fifth {
            fifth = u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]]);
            at += 4;
        }
        let (zero, least) = match (has_least, has_fifth) {
            (true, _) => (0.0, half(block, 2)),
            (false, true) => (16.0, 0.0),
            (false, false) => (8.0, 0.0),
        };
        for (j, byte) in block[at..].iter().enumerate() {
            for (nibble, element) in [(byte & 15, j), (byte >> 4, j + 16)] {
                let q = u32::from(nibble) | (fifth >> element & 1) << 4;
                part(element, q as f32 - zero, d, least);
            }
        }
    }
}

/// The f16 at `at`.
fn half(block: &[u8], at: usize) -> f32 {
    f16::from_le_bytes([block[at], block[at + 1]]).to_f32()
}

/// Q4_K, and Q5_K with its fifth bits: eight groups of 32, two of which share 32 bytes, the first in the lower halves. `head` is d, m and the
/// eight pairs of 6 bits in 12 bytes.
#[inline(always)]
fn parts_in_pairs(
    head: &[u8],
    fifth: Option<&[u8]>,
    nibbles: &[u8],
    mut part: impl FnMut(usize, f32, f32, f32),
) {
    let (d, least) = (half(head, 0), half(head, 2));
    for g in 0..LARGEST_BLOCK / 32 {
        let (scale, offset) = six_bits(&head[4..], g);
        let (d, least) = (d * f32::from(scale), least * f32::from(offset));
        let bytes = &nibbles[g / 2 * 32..][..32];
        for (l, byte) in bytes.iter().enumerate() {
            let low = byte >> (g % 2 * 4) & 15;
            let high = fifth.map_or(0, |bits| bits[l] >> g & 1);
            part(g * 32 + l, f32::from(low | high << 4), d, -least);
        }
    }
}

/// Scale and offset of group `g` of eight.
fn six_bits(s: &[u8], g: usize) -> (u8, u8) {
    match g {
        0..4 => (s[g] & 63, s[g + 4] & 63),
        _ => (
            s[g + 4] & 15 | s[g - 4] >> 6 << 4,
            s[g + 4] >> 4 | s[g] >> 6 << 4,
        ),
    }
}

/// Q6_K: 128 bytes of lower halves, 64 of upper bits, 16 scales, d. Each half of the block has four groups of 32.
#[inline(always)]
fn parts_of_q6(block: &[u8], mut part: impl FnMut(usize, f32, f32, f32)) {
    let d = half(block, 208);
    for group in 0..LARGEST_BLOCK / 32 {
        let (own, g) = (group / 4, group % 4);
        let low = &block[own * 64 + g % 2 * 32..][..32];
        let high = &block[128 + own * 32..][..32];
        for (l, (low, high)) in low.iter().zip(high).enumerate() {
            let q = low >> (g / 2 * 4) & 15 | (high >> (2 * g) & 3) << 4;
            let scale = block[192 + own * 8 + g * 2 + l / 16] as i8;
            part(
                group * 32 + l,
                f32::from(q) - 32.0,
                d * f32::from(scale),
                0.0,
            );
        }
    }
}
