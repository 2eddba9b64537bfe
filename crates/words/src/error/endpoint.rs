//! Why a server gives no step.

use serde::{Deserialize, Serialize};

use crate::{Catalogue, excerpt};

/// Why a server gives no step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum EndpointFault {
    /// The text is no address of a server.
    Address {
        /// What was typed.
        text: String,
    },
    /// Nothing came back: there is no server, or the browser does not let the page hear it.
    NoAnswer {
        /// Where.
        address: String,
        /// The page's own origin, which the server has to allow; `None` outside a browser, and where it does.
        origin: Option<String>,
        /// Whether a key was sent: some servers refuse a wrong one in a way that a page cannot read.
        with_key: bool,
    },
    /// A page that came over https may ask only this machine over http.
    Mixed {
        /// Where.
        address: String,
    },
    /// The visitor, or the page around this one, does not let the page reach the local network.
    NotAllowed {
        /// Where.
        address: String,
    },
    /// The server wants a key, or another one.
    Key,
    /// The server does not know what it is asked for.
    NoRoute {
        /// Where.
        address: String,
        /// The path.
        path: String,
    },
    /// The server does not have this model.
    NoModel {
        /// The one that was asked for.
        model: String,
        /// Those that it has.
        known: Vec<String>,
    },
    /// The server does not list so many log-probabilities.
    TooMany {
        /// What the server says.
        said: String,
    },
    /// The server has too much to do.
    Busy {
        /// After how many seconds it may be asked again, if it says so.
        seconds: Option<u64>,
    },
    /// The server still loads its model.
    Loading,
    /// The text is too long for the server's context.
    Context {
        /// Most tokens, if the server says so.
        n_ctx: Option<u64>,
    },
    /// The server refuses.
    Refused {
        /// The HTTP status.
        status: u16,
        /// What it says.
        said: String,
    },
    /// The answer ended in the middle.
    Cut,
    /// The answer is larger than any should be.
    TooLarge {
        /// The limit, in MiB.
        mib: usize,
    },
    /// The answer has another form than the server's kind has.
    Shape {
        /// The path that was asked.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// A log-probability that none can be.
    LogProb {
        /// Of which token, as the server spells it.
        token: String,
        /// It.
        value: f64,
    },
    /// The server gives no log-probabilities.
    NoLogProbs,
    /// The server takes or gives no token ids.
    NoIds,
    /// The server lists only some of its tokens where all are needed.
    Partial {
        /// How many.
        listed: usize,
        /// Of how many; `None` where it does not say.
        all: Option<usize>,
    },
    /// The command is one for the model's inside, or for a model beside it.
    Elsewhere,
}

impl EndpointFault {
    /// The fault in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            EndpointFault::Address { text } => say.endpoint_address(excerpt(text)),
            EndpointFault::NoAnswer {
                address,
                origin,
                with_key,
            } => {
                let mut all = vec![say.endpoint_no_answer(excerpt(address)).to_string()];
                let allow = |origin: &String| say.endpoint_allow(origin).to_string();
                let tls = address.starts_with("https:");
                all.extend(tls.then(|| say.endpoint_or_http().to_string()));
                all.extend(origin.as_ref().map(allow));
                all.extend(with_key.then(|| say.endpoint_or_key().to_string()));
                return all.join(&say.sentence_gap().to_string());
            }
            EndpointFault::Mixed { address } => say.endpoint_mixed(excerpt(address)),
            EndpointFault::NotAllowed { address } => say.endpoint_not_allowed(excerpt(address)),
            EndpointFault::Key => say.endpoint_key(),
            EndpointFault::NoRoute { address, path } => {
                say.endpoint_no_route(excerpt(address), excerpt(path))
            }
            EndpointFault::NoModel { model, known } => {
                say.endpoint_no_model(excerpt(model), excerpt(&known.join(", ")))
            }
            EndpointFault::TooMany { said } => say.endpoint_too_many(excerpt(said)),
            EndpointFault::Busy { seconds: None } => say.endpoint_busy(),
            EndpointFault::Busy {
                seconds: Some(seconds),
            } => say.endpoint_busy_for(seconds.to_string()),
            EndpointFault::Loading => say.endpoint_loading(),
            EndpointFault::Context { n_ctx: None } => say.endpoint_context(),
            EndpointFault::Context { n_ctx: Some(n_ctx) } => {
                say.endpoint_context_of(n_ctx.to_string())
            }
            EndpointFault::Refused { status, said } => {
                say.endpoint_refused(status.to_string(), excerpt(said))
            }
            EndpointFault::Cut => say.endpoint_cut(),
            EndpointFault::TooLarge { mib } => say.endpoint_too_large(mib.to_string()),
            EndpointFault::Shape { path, why } => say.endpoint_shape(excerpt(path), excerpt(why)),
            EndpointFault::LogProb { token, value } => {
                say.endpoint_log_prob(value.to_string(), excerpt(token))
            }
            EndpointFault::NoLogProbs => say.endpoint_no_log_probs(),
            EndpointFault::NoIds => say.endpoint_no_ids(),
            EndpointFault::Partial {
                listed,
                all: Some(all),
            } => say.endpoint_partial_of(listed.to_string(), all.to_string()),
            EndpointFault::Partial { listed, all: None } => {
                say.endpoint_partial(listed.to_string())
            }
            EndpointFault::Elsewhere => say.endpoint_elsewhere(),
        }
        .to_string()
    }
}
