//! Why a file is no recording.

use serde::{Deserialize, Serialize};

use crate::{Catalogue, excerpt};

/// Why a file is no recording that can be replayed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum RecordingFault {
    /// It is no `.safetensors` file.
    File {
        /// What its reader says.
        why: String,
    },
    /// It does not say that it is a recording.
    Format,
    /// It is of another version.
    Version {
        /// Its version.
        found: u32,
        /// The one that is read.
        newest: u32,
    },
    /// A part is missing, damaged, or does not fit the others.
    Part {
        /// Its name in the file.
        name: String,
    },
    /// It cannot be written.
    Write {
        /// Why.
        why: String,
    },
}

impl RecordingFault {
    /// The fault in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            RecordingFault::File { why } => {
                say.recording(say.recording_file(excerpt(why)).to_string())
            }
            RecordingFault::Format => say.recording(say.recording_format().to_string()),
            RecordingFault::Version { found, newest } => {
                let version = say.recording_version(found.to_string(), newest.to_string());
                say.recording(version.to_string())
            }
            RecordingFault::Part { name } => {
                say.recording(say.recording_part(excerpt(name)).to_string())
            }
            RecordingFault::Write { why } => say.recording_unwritten(excerpt(why)),
        }
        .to_string()
    }
}
