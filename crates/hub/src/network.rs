//! What a download needs of a network.

use std::future::Future;

/// Nothing came, or no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lost;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Get {
    /// The address.
    pub url: String,
    /// The first byte that is wanted; 0 for all.
    pub from: u64,
    /// What proves who asks.
    pub token: Option<String>,
}

/// An answer, and what is still to come of it.
#[derive(Debug)]
pub struct Answer<B> {
    /// The HTTP status.
    pub status: u16,
    /// The hub's name for what is wrong: `X-Error-Code`.
    pub code: Option<String>,
    /// The hub's words for it: `X-Error-Message`.
    pub said: Option<String>,
    /// Whether it is a web page.
    pub is_page: bool,
    /// Where what comes begins in the file: from `Content-Range`; 0 where all of it comes.
    pub from: u64,
    /// Bytes of the whole file, where the answer says so.
    pub total: Option<u64>,
    /// The rest.
    pub body: B,
}

/// What comes of an answer, part by part.
pub trait Body {
    /// The next bytes; `None` at the end.
    fn next(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, Lost>>;
}

/// Where the hub is.
pub trait Network: 'static {
    /// What comes.
    type Body: Body;

    /// Asks; redirections are followed, and the token goes to the first host alone.
    fn get(&self, get: &Get) -> impl Future<Output = Result<Answer<Self::Body>, Lost>>;

    /// Lets so many seconds pass.
    fn rest(&self, seconds: u32) -> impl Future<Output = ()>;
}
