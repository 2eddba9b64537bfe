//! What a GPU refuses, and why files could not be read.

use crate::Catalogue;
use serde::{Deserialize, Serialize};

/// What a GPU refuses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum DeviceFault {
    /// It cannot be opened.
    NotOpened {
        /// What the driver says.
        why: String,
    },
    /// The four rows of a matrix that belong together are larger than the adapter binds at once.
    Rows {
        /// The matrix.
        name: String,
        /// Their bytes.
        bytes: u64,
        /// The most bytes that it binds.
        most: u64,
    },
    /// What cannot be split is larger than the adapter binds at once.
    Piece {
        /// What.
        name: String,
        /// Its bytes.
        bytes: u64,
        /// The most bytes that it binds.
        most: u64,
    },
    /// Not enough memory, a limit, a shader that does not compile: in the driver's own words.
    Said(String),
    /// The program asked for what makes no sense.
    Mistake {
        /// What.
        what: String,
    },
}

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ReadFault {
    /// It is larger than any such file.
    TooLarge {
        /// The most bytes that are read.
        most: usize,
    },
    /// The server has no such file for us.
    Answered {
        /// Its address.
        address: String,
        /// The HTTP status.
        status: u16,
    },
    /// The server answered without a content.
    Empty {
        /// Its address.
        address: String,
    },
    /// The browser has no `fetch`.
    NoDownload,
    /// What was picked is not a file.
    NotAFile,
    /// The part of the page that reads such files could not be fetched.
    PartLost,
    /// In the system's own words.
    Said(String),
}

impl DeviceFault {
    /// What it refuses, in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            DeviceFault::NotOpened { why } => say.device_not_opened(why),
            DeviceFault::Rows { name, bytes, most } => {
                say.device_rows(name, bytes.to_string(), most.to_string())
            }
            DeviceFault::Piece { name, bytes, most } => {
                say.device_piece(name, bytes.to_string(), most.to_string())
            }
            DeviceFault::Said(why) => return why.clone(),
            DeviceFault::Mistake { what } => say.device_mistake(what),
        }
        .to_string()
    }
}

impl ReadFault {
    pub(super) fn words(&self, say: &Catalogue) -> String {
        match self {
            ReadFault::TooLarge { most } => say.read_too_large(most.to_string()),
            ReadFault::Answered { address, status } => {
                say.read_answered(address, status.to_string())
            }
            ReadFault::Empty { address } => say.read_empty(address),
            ReadFault::NoDownload => say.read_no_download(),
            ReadFault::NotAFile => say.read_not_a_file(),
            ReadFault::PartLost => say.read_part_lost(),
            ReadFault::Said(why) => return why.clone(),
        }
        .to_string()
    }
}
