//! What can be wrong with `generation_config.json`.

use serde::{Deserialize, Serialize};

use super::run::{Expected, setting};
use crate::Catalogue;

/// Why what it says is not used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum GenerationFault {
    /// It is no such file.
    Unreadable {
        /// What the reader says of it.
        why: String,
    },
    /// A value that no sampler has.
    Range(OutOfRange),
    /// The same in the keys `general.sampling.…` of a `.gguf` file.
    Gguf(Box<GenerationFault>),
}

/// A value that no sampler has, written as [`CoreError`](super::CoreError) writes it. (This comes with a loaded model; with all of those errors
/// in it, the page would have to be able to read them before there is one.)
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum OutOfRange {
    /// A sampler setting outside its range.
    Setting {
        /// The setting's name, as in the interface.
        name: String,
        /// What the file says.
        value: f64,
        /// What it must be.
        expected: Expected,
    },
}

impl GenerationFault {
    /// The fault in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            GenerationFault::Gguf(fault) => say.gguf_sampling_unread(fault.why(say)).to_string(),
            fault => say.generation_unread(fault.why(say)).to_string(),
        }
    }

    fn why(&self, say: &Catalogue) -> String {
        match self {
            GenerationFault::Unreadable { why } => why.clone(),
            GenerationFault::Range(OutOfRange::Setting {
                name,
                value,
                expected,
            }) => setting(name, *value, *expected, say),
            GenerationFault::Gguf(fault) => fault.why(say),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::CoreError;

    #[test]
    fn a_value_out_of_range_is_written_and_said_as_the_error_of_a_sampler_is() {
        let (name, value, expected) = ("top_p".to_owned(), 7.0, Expected::Number(0.0, 1.0));
        let own = OutOfRange::Setting {
            name: name.clone(),
            value,
            expected,
        };
        let usual = CoreError::Setting {
            name,
            value,
            expected,
        };
        let written = serde_json::to_string(&own).expect("plain data");
        assert_eq!(written, serde_json::to_string(&usual).expect("plain data"));
        let say = crate::english();
        let words = GenerationFault::Range(own).words(&say);
        assert!(words.contains(&usual.words(&say)), "{words}");
    }
}
