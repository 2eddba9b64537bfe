//! What a message offers.

use logitscope_protocol::Repository;

/// What a message offers to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// Begin anew, with this prompt.
    StartAfresh(String),
    /// Load the page again as the version that is ready.
    NewVersion,
    /// Go on with the model that a run was recorded with.
    GoOnLive(&'static str),
    /// Connect to the server at this address.
    Connect(String),
    /// Download a model from the hub.
    Download(Repository),
}
