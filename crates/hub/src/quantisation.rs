//! How a `.gguf` file's weights are stored, by the file's name: nothing else is known of them before it is downloaded.

use logitscope_core::Precision;

/// A quantisation that is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantisation {
    /// Bits of a weight, on average.
    pub bits: f64,
    /// The blocks that its weights stay in where more bits are asked for.
    pub kept: Option<Precision>,
}

/// What names are searched for, the longer before what it begins with, and the bits of a weight.
const READ: [(&str, f64); 14] = [
    ("Q8_0", 8.5),
    ("Q6_K", 6.6),
    ("Q5_K_M", 5.7),
    ("Q5_K", 5.5),
    ("Q5_1", 6.0),
    ("Q5_0", 5.5),
    ("Q4_K_M", 4.9),
    ("Q4_K", 4.6),
    ("Q4_1", 5.0),
    ("Q4_0", 4.5),
    ("BF16", 16.0),
    ("F16", 16.0),
    ("FP16", 16.0),
    ("F32", 32.0),
];

/// How names of quantisations begin that are not read.
const UNREAD: [&str; 12] = [
    "IQ1", "IQ2", "IQ3", "IQ4", "Q1_", "Q2_K", "Q3_K", "TQ1", "TQ2", "MXFP4", "NVFP4", "Q4_0_",
];

/// The quantisation in the name of a file, if it is one that is read.
pub fn read(name: &str) -> Option<Quantisation> {
    let found = READ.iter().find(|(word, _)| word_at(name, word).is_some());
    found.map(|(word, bits)| Quantisation {
        bits: *bits,
        kept: match *word {
            "Q8_0" => Some(Precision::Q8),
            "Q4_0" => Some(Precision::Q4),
            _ => None,
        },
    })
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
        assert_eq!(kept("a-Q8_0.gguf"), Some(Precision::Q8));
        assert_eq!(kept("a-q4_0.gguf"), Some(Precision::Q4));
        assert_eq!(kept("a-Q4_K_M.gguf"), None);
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
