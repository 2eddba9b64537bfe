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
    /// Seconds for which the hub wants to be left alone: from `Retry-After`, where that is a number and may be seen.
    pub rest: Option<u32>,
    /// The address where a list goes on: from `Link`.
    pub next: Option<String>,
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

/// The address that a `Link` header gives for what follows. Source: RFC 8288.
pub fn next_of(link: &str) -> Option<String> {
    // An address has no `<`, and what stands before one is of the link before it.
    let links = link.split('<').skip(1);
    let next = links
        .filter_map(|link| link.split_once('>'))
        .find(|(_, says)| {
            let mut says = says.split([';', ',']).map(str::trim);
            says.any(|word| matches!(word, r#"rel="next""# | "rel=next"))
        });
    next.map(|(address, _)| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_says_where_a_list_goes_on() {
        let hub = "https://hub.example/api/models/a/b/tree/1?cursor=x%3D,y;z&limit=2";
        let next = Some(hub.to_owned());
        assert_eq!(next_of(&format!(r#"<{hub}>; rel="next""#)), next);
        let several = format!(r#"<https://a.b/>; rel="prev", <{hub}>; title="n"; rel="next", <c>"#);
        assert_eq!(next_of(&several), next);
        for other in ["", "<", "<a>", r#"<a>; rel="last""#, r#"a; rel="next""#] {
            assert_eq!(next_of(other), None, "{other}");
        }
    }
}
