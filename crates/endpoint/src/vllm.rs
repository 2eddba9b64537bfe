//! vLLM: its completions take token ids, and name tokens by their ids if asked.
//!
//! What is known of it was read in its sources (0.33.0). All of the vocabulary comes only from a server that was started with
//! `--max-logprobs -1`.

use std::collections::BTreeMap;

use logitscope_core::TokenId;
use logitscope_words::error::EndpointFault;
use serde::Deserialize;
use serde_json::json;

use crate::refusal::ask;
use crate::{Listed, Listing, Request, Transport};

/// Asks for all of the vocabulary.
pub const ALL: i64 = -1;
/// How tokens are spelled that are named by their ids.
const ID: &str = "token_id:";

#[derive(Deserialize)]
struct Version {
    version: String,
}

/// The server's version.
pub async fn version(transport: &impl Transport) -> Result<String, EndpointFault> {
    let found: Version = ask(transport, Request::get("/version")).await?;
    Ok(found.version)
}

/// The tokens of `text`, without any that the model's template would add, and most tokens that the model reads at once.
pub async fn tokenize(
    transport: &impl Transport,
    model: &str,
    text: &str,
) -> Result<(Vec<TokenId>, Option<u32>), EndpointFault> {
    #[derive(Deserialize)]
    struct Tokens {
        tokens: Vec<TokenId>,
        #[serde(default)]
        max_model_len: Option<u32>,
    }
    let body = json!({ "model": model, "prompt": text, "add_special_tokens": false });
    let found: Tokens = ask(transport, Request::post("/tokenize", &body)).await?;
    Ok((found.tokens, found.max_model_len))
}

#[derive(Deserialize)]
struct Completions {
    #[serde(default)]
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    logprobs: Option<LogProbs>,
    #[serde(default)]
    prompt_logprobs: Option<Vec<Option<BTreeMap<TokenId, Rated>>>>,
}

#[derive(Deserialize)]
struct LogProbs {
    #[serde(default)]
    top_logprobs: Vec<Option<BTreeMap<String, f64>>>,
}

#[derive(Deserialize)]
struct Rated {
    logprob: f64,
    #[serde(default)]
    decoded_token: Option<String>,
}

/// The `n` most probable tokens after `tokens`; all of the vocabulary for [`ALL`].
pub async fn step(
    transport: &impl Transport,
    model: &str,
    tokens: &[TokenId],
    n: i64,
) -> Result<Listing, EndpointFault> {
    let body = json!({
        "model": model,
        "prompt": tokens,
        "max_tokens": 1,
        "temperature": 0.0,
        "logprobs": n,
        "return_tokens_as_token_ids": true,
    });
    let found: Completions = ask(transport, Request::post("/v1/completions", &body))
        .await
        .map_err(too_many)?;
    let listed = choice(found)
        .and_then(|choice| choice.logprobs?.top_logprobs.into_iter().next()?)
        .ok_or(EndpointFault::NoLogProbs)?;
    let one = |(name, log_prob): (String, f64)| {
        let token = name.strip_prefix(ID).and_then(|id| id.parse().ok());
        token.map(|token| Listed {
            token,
            bytes: None,
            text: String::new(),
            log_prob,
        })
    };
    let entries: Option<Vec<Listed>> = listed.into_iter().map(one).collect();
    Listing::new(entries.ok_or(EndpointFault::NoIds)?)
}

/// All of the vocabulary with its texts, as the server rates it for the second of these tokens.
pub async fn vocabulary(
    transport: &impl Transport,
    model: &str,
    tokens: [TokenId; 2],
) -> Result<Listing, EndpointFault> {
    let body = json!({
        "model": model,
        "prompt": tokens,
        "max_tokens": 1,
        "temperature": 0.0,
        "prompt_logprobs": ALL,
    });
    let found: Completions = ask(transport, Request::post("/v1/completions", &body))
        .await
        .map_err(too_many)?;
    let rated = choice(found)
        .and_then(|choice| choice.prompt_logprobs?.into_iter().nth(1)?)
        .ok_or(EndpointFault::NoLogProbs)?;
    let listed = rated.into_iter().map(|(token, rated)| Listed {
        token,
        bytes: None,
        text: rated.decoded_token.unwrap_or_default(),
        log_prob: rated.logprob,
    });
    Listing::new(listed.collect())
}

fn choice(found: Completions) -> Option<Choice> {
    found.choices.into_iter().next()
}

/// A refusal that is about the number of log-probabilities.
fn too_many(fault: EndpointFault) -> EndpointFault {
    match fault {
        EndpointFault::Refused { status: 400, said } if said.contains("logprobs") => {
            EndpointFault::TooMany { said }
        }
        fault => fault,
    }
}
