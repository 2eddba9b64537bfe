//! Why the hub does not give what it is asked for. It says so by a status and two headers. Source: huggingface_hub 2.4, `utils/_http.py`.

use logitscope_core::error::HubFault;
use logitscope_protocol::Repository;

use crate::network::Answer;

/// Whom and what the hub was asked about.
pub struct Asked<'a> {
    /// The repository.
    pub repository: &'a Repository,
    /// Whether a token went with it.
    pub with_token: bool,
    /// The file, or the path.
    pub what: &'a str,
}

/// Why `answer` is none; `None` if it is one.
pub fn refusal<B>(answer: &Answer<B>, asked: &Asked<'_>) -> Option<HubFault> {
    let name = || asked.repository.name.clone();
    let says = |words: &str| {
        answer
            .said
            .as_deref()
            .is_some_and(|said| said.contains(words))
    };
    let code = answer.code.as_deref().unwrap_or_default();
    Some(match (answer.status, code) {
        (200..=299, _) if answer.is_page => HubFault::WebPage {
            what: asked.what.into(),
        },
        (200..=299, _) => return None,
        (_, "GatedRepo") => HubFault::Gated {
            name: name(),
            with_token: asked.with_token,
        },
        (_, "RevisionNotFound") => HubFault::NoRevision {
            name: name(),
            revision: asked.repository.revision().into(),
        },
        (_, "EntryNotFound") => HubFault::NoFile {
            file: asked.what.into(),
        },
        (401, _) if says("Invalid credentials") => HubFault::Token,
        (_, _) if says("is disabled") => HubFault::Disabled { name: name() },
        // To those whom it does not know the hub says 401 of what is not there.
        (_, "RepoNotFound") | (401, _) => HubFault::NoRepository { name: name() },
        (429, _) => HubFault::TooMany,
        (status, _) => HubFault::Answered {
            status,
            what: asked.what.into(),
        },
    })
}
