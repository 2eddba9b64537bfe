//! Why a model does not come from the hub.

use serde::{Deserialize, Serialize};

use crate::{Catalogue, excerpt, megabytes};

/// Why a model does not come from the hub, or is not stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum HubFault {
    /// The text names no repository.
    Name {
        /// What was typed.
        text: String,
    },
    /// Nothing came back: there is no network, or something on the way keeps the hub's answers from the page.
    NoAnswer {
        /// Who was asked.
        address: String,
    },
    /// The hub has no such repository, or hides it.
    NoRepository {
        /// Its name.
        name: String,
    },
    /// The repository has no such revision.
    NoRevision {
        /// The repository's name.
        name: String,
        /// The revision.
        revision: String,
    },
    /// A file that was listed is not there.
    NoFile {
        /// The file.
        file: String,
    },
    /// Who wants the model has to accept its terms first.
    Gated {
        /// The repository's name.
        name: String,
        /// Whether a token was sent.
        with_token: bool,
    },
    /// The hub does not know the token.
    Token,
    /// The hub has switched the repository off.
    Disabled {
        /// The repository's name.
        name: String,
    },
    /// The hub was asked too often from here.
    TooMany,
    /// The hub refuses, or fails.
    Answered {
        /// The HTTP status.
        status: u16,
        /// What was asked for.
        what: String,
    },
    /// A web page came in the place of what was asked for.
    WebPage {
        /// What was asked for.
        what: String,
    },
    /// The answer cannot be read.
    Unreadable {
        /// What was asked for.
        what: String,
        /// What the reader says of it.
        why: String,
    },
    /// The repository has no weights that can be read here.
    NoWeights {
        /// Its name.
        name: String,
    },
    /// The repository lacks a file that every checkpoint has.
    Lacks {
        /// Its name.
        name: String,
        /// The file.
        file: String,
    },
    /// A file's name says that its weights are stored in a way that is not read.
    Unread {
        /// The file.
        file: String,
        /// What its name says.
        quantisation: String,
    },
    /// The name stands for several files.
    WhichFile {
        /// The repository's name.
        name: String,
    },
    /// A file has another size than was announced.
    Size {
        /// The file.
        file: String,
        /// Bytes that were announced.
        expected: u64,
        /// Bytes that came, or are to come.
        found: u64,
    },
    /// A file came whole, and its hash is another than was announced.
    Damaged {
        /// The file.
        file: String,
    },
    /// The connection broke again and again.
    Cut {
        /// The file.
        file: String,
    },
    /// There is not enough room.
    NoRoom {
        /// Bytes that are still to come.
        needed: u64,
        /// Bytes that the browser gives.
        free: u64,
    },
    /// The browser, which keeps no files, has no memory left to hold them.
    NoMemory,
    /// The browser does not let the page keep files.
    NoStorage {
        /// In its words.
        why: String,
    },
    /// Another tab works on the same files.
    InUse,
    /// The model is not here, or not whole.
    NotStored {
        /// Its name.
        name: String,
    },
    /// The request is one for another program.
    Elsewhere,
}

impl HubFault {
    /// The fault in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            HubFault::Name { text } => say.hub_name(excerpt(text)),
            HubFault::NoAnswer { address } => say.hub_no_answer(excerpt(address)),
            HubFault::NoRepository { name } => say.hub_no_repository(excerpt(name)),
            HubFault::NoRevision { name, revision } => {
                say.hub_no_revision(excerpt(name), excerpt(revision))
            }
            HubFault::NoFile { file } => say.hub_no_file(excerpt(file)),
            HubFault::Gated {
                name,
                with_token: false,
            } => say.hub_gated(excerpt(name)),
            HubFault::Gated {
                name,
                with_token: true,
            } => say.hub_gated_for_token(excerpt(name)),
            HubFault::Token => say.hub_token_unknown(),
            HubFault::Disabled { name } => say.hub_disabled(excerpt(name)),
            HubFault::TooMany => say.hub_too_many(),
            HubFault::Answered {
                status: status @ 500..=599,
                what,
            } => say.hub_failed(excerpt(what), status.to_string()),
            HubFault::Answered { status, what } => {
                say.hub_answered(excerpt(what), status.to_string())
            }
            HubFault::WebPage { what } => say.hub_web_page(excerpt(what)),
            HubFault::Unreadable { what, why } => say.hub_unreadable(excerpt(what), excerpt(why)),
            HubFault::NoWeights { name } => say.hub_no_weights(excerpt(name)),
            HubFault::Lacks { name, file } => say.hub_lacks(excerpt(name), excerpt(file)),
            HubFault::Unread { file, quantisation } => {
                say.hub_unread(excerpt(file), excerpt(quantisation))
            }
            HubFault::WhichFile { name } => say.hub_which_file(excerpt(name)),
            HubFault::Size {
                file,
                expected,
                found,
            } => say.hub_size(excerpt(file), found.to_string(), expected.to_string()),
            HubFault::Damaged { file } => say.hub_damaged(excerpt(file)),
            HubFault::Cut { file } => say.hub_cut(excerpt(file)),
            HubFault::NoRoom { needed, free } => {
                say.hub_no_room(megabytes(*needed), megabytes(*free))
            }
            HubFault::NoMemory => say.hub_no_memory(),
            HubFault::NoStorage { why } => say.hub_no_storage(excerpt(why)),
            HubFault::InUse => say.hub_in_use(),
            HubFault::NotStored { name } => say.hub_not_stored(excerpt(name)),
            HubFault::Elsewhere => say.hub_elsewhere(),
        }
        .to_string()
    }
}
