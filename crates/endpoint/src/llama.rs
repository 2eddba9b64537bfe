//! llama.cpp's `llama-server`: its own routes give every token with id and bytes, the whole vocabulary if asked.
//!
//! What is known of it was seen in its sources (b10605) and in the running program.

use logitscope_core::{Timings, TokenId};
use logitscope_words::error::EndpointFault;
use serde::Deserialize;
use serde_json::json;

use crate::refusal::{ask, ask_sized};
use crate::{Listed, Listing, Request, Transport};

/// What pins the server's own draw: a logit bias that no other token reaches.
const PIN: f64 = 1e9;

/// What the server says of itself.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Props {
    /// The text of the token that ends a text.
    pub eos_token: String,
    /// The text of the token that begins a text.
    pub bos_token: String,
    /// The template of its chats.
    pub chat_template: String,
    /// Its version.
    pub build_info: String,
    /// What requests get that do not say otherwise.
    pub default_generation_settings: Defaults,
}

/// What requests get that do not say otherwise.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Defaults {
    /// Most tokens that a slot reads at once.
    pub n_ctx: u32,
}

/// What the server says of itself.
pub async fn props(transport: &impl Transport) -> Result<Props, EndpointFault> {
    ask(transport, Request::get("/props")).await
}

/// The tokens of `text` alone; `special` reads the names of control tokens as those.
pub async fn tokenize(
    transport: &impl Transport,
    text: &str,
    special: bool,
) -> Result<Vec<TokenId>, EndpointFault> {
    tokens(transport, text, (false, special)).await
}

/// The tokens of `text` as the model wants a text to begin: many have a token of their own before it.
pub async fn tokenize_start(
    transport: &impl Transport,
    text: &str,
) -> Result<Vec<TokenId>, EndpointFault> {
    tokens(transport, text, (true, false)).await
}

async fn tokens(
    transport: &impl Transport,
    text: &str,
    (start, special): (bool, bool),
) -> Result<Vec<TokenId>, EndpointFault> {
    #[derive(Deserialize)]
    struct Tokens {
        tokens: Vec<TokenId>,
    }
    let body = json!({ "content": text, "add_special": start, "parse_special": special });
    let found: Tokens = ask(transport, Request::post("/tokenize", &body)).await?;
    Ok(found.tokens)
}

/// The text of one token, as the server decodes it.
pub async fn detokenize(
    transport: &impl Transport,
    token: TokenId,
) -> Result<String, EndpointFault> {
    #[derive(Deserialize)]
    struct Text {
        content: String,
    }
    let body = json!({ "tokens": [token] });
    let found: Text = ask(transport, Request::post("/detokenize", &body)).await?;
    Ok(found.content)
}

#[derive(Deserialize)]
struct Completion {
    #[serde(default)]
    completion_probabilities: Vec<Step>,
    #[serde(default)]
    timings: ServerTimings,
}

#[derive(Deserialize)]
struct Step {
    #[serde(default)]
    top_logprobs: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: TokenId,
    #[serde(default)]
    token: String,
    #[serde(default)]
    bytes: Option<Vec<u8>>,
    logprob: f64,
}

/// What the server measured.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct ServerTimings {
    /// Tokens that were not cached.
    prompt_n: f64,
    prompt_ms: f64,
}

/// The `n` most probable tokens after `tokens`, before every sampler of the server; all of the vocabulary where `n` reaches it. Also how long the
/// server's forward pass took.
///
/// The server draws a token, too, and if that is half a character its answer has no list. So its draw is pinned to `pin`, an ordinary
/// token: the list is that of the logits before the bias.
pub async fn step(
    transport: &impl Transport,
    tokens: &[TokenId],
    n: usize,
    pin: TokenId,
) -> Result<(Listing, Timings), EndpointFault> {
    let body = json!({
        "prompt": tokens,
        "n_predict": 1,
        "n_probs": n,
        "temperature": 0.0,
        "cache_prompt": true,
        "logit_bias": [[pin, PIN]],
        "stream": false,
    });
    let asked = ask_sized(transport, Request::post("/completion", &body));
    let (mut found, bytes): (Completion, usize) = asked.await?;
    let timings = Timings {
        forward_ms: found.timings.prompt_ms,
        rows: found.timings.prompt_n as u32,
    };
    let step = found.completion_probabilities.pop();
    let entries = step.ok_or(EndpointFault::NoLogProbs)?.top_logprobs;
    let listed = entries.into_iter().map(|entry| Listed {
        token: entry.id,
        bytes: entry.bytes,
        text: entry.token,
        log_prob: entry.logprob,
    });
    Ok((Listing::new(listed.collect(), bytes)?, timings))
}
