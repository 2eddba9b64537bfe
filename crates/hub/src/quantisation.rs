//! How a `.gguf` file's weights are stored, by the file's name: all that is known of them where its header did not come.

use logitscope_protocol::InBlocks;

/// A quantisation that is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantisation {
    /// Bits of a weight, on average.
    pub bits: f64,
    /// The blocks that its weights stay in, if they are in blocks.
    pub kept: Option<InBlocks>,
}

const fn floats(bits: f64) -> Quantisation {
    Quantisation { bits, kept: None }
}

/// `bits` in the file, `kept` once it is loaded.
const fn blocks(bits: f64, numbers: u64, kept: f64) -> Quantisation {
    Quantisation {
        bits,
        kept: Some(InBlocks {
            numbers,
            bits: kept,
        }),
    }
}

/// What names are searched for, the longer before what it begins with. What is kept of a mixture is that of a model like Llama's, in which
/// half of the values and of what MLPs write is in Q6_K.
const READ: [(&str, Quantisation); 14] = [
    ("Q8_0", blocks(8.5, 8, 9.0)),
    ("Q6_K", blocks(6.6, 8, 10.0)),
    ("Q5_K_M", blocks(5.7, 8, 10.2)),
    ("Q5_K", blocks(5.5, 8, 10.0)),
    ("Q5_1", blocks(6.0, 8, 10.0)),
    ("Q5_0", blocks(5.5, 8, 9.0)),
    ("Q4_K_M", blocks(4.9, 4, 7.3)),
    ("Q4_K", blocks(4.6, 4, 6.3)),
    ("Q4_1", blocks(5.0, 4, 6.0)),
    ("Q4_0", blocks(4.5, 4, 5.0)),
    ("BF16", floats(16.0)),
    ("F16", floats(16.0)),
    ("FP16", floats(16.0)),
    ("F32", floats(32.0)),
];

/// How names of quantisations begin that are not read.
const UNREAD: [&str; 12] = [
    "IQ1", "IQ2", "IQ3", "IQ4", "Q1_", "Q2_K", "Q3_K", "TQ1", "TQ2", "MXFP4", "NVFP4", "Q4_0_",
];

/// The quantisation in the name of a file, if it is one that is read.
pub fn read(name: &str) -> Option<Quantisation> {
    let found = READ.iter().find(|(word, _)| word_at(name, word).is_some());
    found.map(|(_, own)| *own)
}

/// The quantisation in the name of a file, as it stands there, if it is one that is not read.
pub fn unread(name: &str) -> Option<&str> {
    let at = UNREAD.iter().find_map(|word| word_at(name, word))?;
    let rest = &name[at..];
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// Where a word of `name` begins with `word`, however it is written.
fn word_at(name: &str, word: &str) -> Option<usize> {
    let upper = name.to_ascii_uppercase();
    let begins = |at: &usize| !upper[..*at].ends_with(|c: char| c.is_ascii_alphanumeric());
    upper.match_indices(word).map(|(at, _)| at).find(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_in_a_file() {
        let bits = |name: &str| read(name).map(|own| own.bits);
        assert_eq!(bits("qwen2.5-0.5b-instruct-q4_k_m.gguf"), Some(4.9));
        assert_eq!(bits("Model.Q4_K_S.gguf"), Some(4.6));
        assert_eq!(bits("model-BF16.gguf"), Some(16.0));
        assert_eq!(bits("model-fp16-00001-of-00002.gguf"), Some(16.0));
        assert_eq!(bits("model.gguf"), None);
        let kept = |name: &str| read(name).and_then(|own| own.kept);
        let numbers = |name: &str| kept(name).map(|own| own.numbers);
        assert_eq!(numbers("a-Q8_0.gguf"), Some(8));
        assert_eq!(numbers("a-q4_0.gguf"), Some(4));
        assert_eq!(numbers("a-Q4_K_M.gguf"), Some(4));
        assert_eq!(kept("a-F16.gguf"), None);
    }

    #[test]
    fn what_is_kept_is_as_large_as_the_file_and_no_larger_than_halves() {
        for (name, own) in READ {
            let kept = own.kept.map_or(own.bits, |kept| kept.bits);
            assert!(own.bits <= kept && kept <= own.bits.max(16.0), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (name, word) in [
            ("Qwen3-0.6B-IQ4_XS.gguf", "IQ4_XS"),
            ("qwen2.5-0.5b-instruct-q2_k.gguf", "q2_k"),
            ("a.Q3_K_L.gguf", "Q3_K_L"),
            ("gpt-oss-20b-mxfp4-00001-of-00002.gguf", "mxfp4"),
            ("a_TQ1_0.gguf", "TQ1_0"),
            ("a-Q4_0_4_8.gguf", "Q4_0_4_8"),
        ] {
            assert_eq!(unread(name), Some(word), "{name}");
        }
        for name in [
            "a-Q4_0.gguf",
            "a-Q6_K.gguf",
            "myIQ2.gguf",
            "FIQ1.gguf",
            "a.gguf",
        ] {
            assert_eq!(unread(name), None, "{name}");
        }
    }
}
