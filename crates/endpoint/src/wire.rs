//! What goes over the network, and who carries it.

use std::future::Future;

use logitscope_words::error::EndpointFault;

/// The largest answer that is read: a list of 260,000 tokens has a third of it.
pub const MOST_BYTES: usize = 64 << 20;

/// A request.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Begins with a slash, e.g. `/v1/models`.
    pub path: String,
    /// JSON, to be posted; `None` asks with GET.
    pub body: Option<String>,
}

/// The bytes of an answer, and how long it took.
pub type Body = Vec<u8>;

/// An answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// All that came, at most [`MOST_BYTES`].
    pub body: Body,
    /// After how many seconds the server may be asked again, if it says so.
    pub retry_after: Option<u64>,
}

/// Carries requests to one server, with the visitor's key if there is one.
pub trait Transport {
    /// The server's address, for what is said about it.
    fn address(&self) -> String;

    /// Sends `request` and waits for all of its answer, whatever its status. An `Err` says that none came.
    fn send(&self, request: Request) -> impl Future<Output = Result<Response, EndpointFault>>;

    /// The same, with every part of a good answer as it comes, or all of it at once; the body of the response is then empty. A refusal has its body as ever.
    fn listen(
        &self,
        request: Request,
        heard: &dyn Fn(&[u8]),
    ) -> impl Future<Output = Result<Response, EndpointFault>> {
        async move {
            let mut response = self.send(request).await?;
            if (200..300).contains(&response.status) {
                heard(&std::mem::take(&mut response.body));
            }
            Ok(response)
        }
    }
}

impl Request {
    /// Asks for `path`.
    pub fn get(path: &str) -> Self {
        Request {
            path: path.into(),
            body: None,
        }
    }

    /// Posts `body` to `path`.
    pub fn post(path: &str, body: &serde_json::Value) -> Self {
        Request {
            path: path.into(),
            body: Some(body.to_string()),
        }
    }
}
