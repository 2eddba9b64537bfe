//! The types of the values in the header of a `.gguf` file, by their numbers. Source: ggml's `docs/gguf.md`.

/// A text: its length, and its bytes.
pub const TEXT: u32 = 8;
/// A list: the type of its entries, how many they are, and they.
pub const LIST: u32 = 9;

/// Bytes of a number of each type; 0 for the two that are none.
const BYTES: [usize; 13] = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];

/// The bytes of a number of type `kind`; `None` for texts, lists and types that nobody knows.
pub fn number_bytes(kind: u32) -> Option<usize> {
    let bytes = usize::try_from(kind).ok().and_then(|kind| BYTES.get(kind));
    bytes.copied().filter(|bytes| *bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_have_a_size_of_their_own() {
        assert_eq!(number_bytes(0), Some(1));
        assert_eq!(number_bytes(12), Some(8));
        for kind in [TEXT, LIST, 13, u32::MAX] {
            assert_eq!(number_bytes(kind), None, "{kind}");
        }
    }
}
