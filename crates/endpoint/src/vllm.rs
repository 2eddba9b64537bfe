//! vLLM: its completions take token ids, and name tokens by their ids if asked.
//!
//! What is known of it was read in its sources (0.33.0). All of the vocabulary comes only from a server that was started with
//! `--max-logprobs -1`.

use std::collections::BTreeMap;

use logitscope_core::TokenId;
use logitscope_words::error::EndpointFault;
use serde::Deserialize;
use serde_json::json;

use crate::listing::MOST_TOKENS;
use crate::refusal::{ask, ask_sized};
use crate::{Listed, Listing, Request, Transport};

/// Asks for all of the vocabulary.
pub const ALL: i64 = -1;
/// What no token has in its text.
const MARK: &str = "⟦¤⟧";
/// How many tokens are turned into text at once.
const AT_ONCE: TokenId = 4096;
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

/// The tokens of `text`, with those that the model wants a text to begin with if that is asked for, and most tokens that the model reads at once.
pub async fn tokenize(
    transport: &impl Transport,
    model: &str,
    text: &str,
    start: bool,
) -> Result<(Vec<TokenId>, Option<u32>), EndpointFault> {
    #[derive(Deserialize)]
    struct Tokens {
        tokens: Vec<TokenId>,
        #[serde(default)]
        max_model_len: Option<u32>,
    }
    let body = json!({ "model": model, "prompt": text, "add_special_tokens": start });
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
    /// From 1 on.
    #[serde(default)]
    rank: Option<u32>,
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
    let asked = ask_sized(transport, Request::post("/v1/completions", &body));
    let (found, bytes): (Completions, usize) = asked.await.map_err(too_many)?;
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
    Listing::new(entries.ok_or(EndpointFault::NoIds)?, bytes)
}

/// How each token of a text was rated, ln p and rank (0 being the most probable); `None` for the first one, which has no context.
pub async fn rated(
    transport: &impl Transport,
    model: &str,
    tokens: &[TokenId],
) -> Result<Vec<Option<(f64, u32)>>, EndpointFault> {
    let body = json!({
        "model": model,
        "prompt": tokens,
        "max_tokens": 1,
        "temperature": 0.0,
        "prompt_logprobs": 0,
    });
    let found: Completions = ask(transport, Request::post("/v1/completions", &body)).await?;
    let all = choice(found).and_then(|choice| choice.prompt_logprobs);
    let all = all.ok_or(EndpointFault::NoLogProbs)?;
    let one = |(token, rated): (&TokenId, Option<BTreeMap<TokenId, Rated>>)| {
        let own = rated?.remove(token)?;
        let known = own.logprob.is_finite() && own.logprob <= 1e-4;
        let rank = own.rank.filter(|_| known)?.checked_sub(1)?;
        Some((own.logprob.min(0.0), rank))
    };
    Ok(tokens.iter().zip(all).map(one).collect())
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
    let asked = ask_sized(transport, Request::post("/v1/completions", &body));
    let (found, bytes): (Completions, usize) = asked.await.map_err(too_many)?;
    let rated = choice(found)
        .and_then(|choice| choice.prompt_logprobs?.into_iter().nth(1)?)
        .ok_or(EndpointFault::NoLogProbs)?;
    let listed = rated.into_iter().map(|(token, rated)| Listed {
        token,
        bytes: None,
        text: rated.decoded_token.unwrap_or_default(),
        log_prob: rated.logprob,
    });
    Listing::new(listed.collect(), bytes)
}

/// The text of some tokens, as the server decodes it.
async fn detokenize(
    transport: &impl Transport,
    model: &str,
    tokens: &[TokenId],
) -> Result<String, EndpointFault> {
    #[derive(Deserialize)]
    struct Text {
        prompt: String,
    }
    let body = json!({ "model": model, "tokens": tokens });
    let found: Text = ask(transport, Request::post("/detokenize", &body)).await?;
    Ok(found.prompt)
}

/// The texts of all tokens that its tokenizer has, of a server that does not list them all. Ids that the tokenizer does not have are nothing
/// there.
pub async fn texts(transport: &impl Transport, model: &str) -> Result<Vec<String>, EndpointFault> {
    let (mark, _) = tokenize(transport, model, MARK, false).await?;
    let mut texts: Vec<String> = Vec::new();
    while texts.len() < MOST_TOKENS {
        let from = texts.len() as TokenId;
        let ids: Vec<TokenId> = (from..from + AT_ONCE).collect();
        let more = marked(transport, model, &mark, &ids).await?;
        let are_none = more.iter().all(String::is_empty);
        texts.extend(more);
        if are_none {
            break;
        }
    }
    let end = texts.iter().rposition(|text| !text.is_empty());
    texts.truncate(end.map_or(0, |end| end + 1));
    Ok(texts)
}

/// The text of each of some tokens.
pub async fn pieces(
    transport: &impl Transport,
    model: &str,
    tokens: &[TokenId],
) -> Result<Vec<String>, EndpointFault> {
    let (mark, _) = tokenize(transport, model, MARK, false).await?;
    marked(transport, model, &mark, tokens).await
}

/// Turns many tokens into text at once, each after a `mark`, and takes the text apart at the marks.
async fn marked(
    transport: &impl Transport,
    model: &str,
    mark: &[TokenId],
    tokens: &[TokenId],
) -> Result<Vec<String>, EndpointFault> {
    let marked = tokens.iter();
    let marked = marked.flat_map(|token| mark.iter().chain([token]));
    let marked: Vec<TokenId> = marked.copied().collect();
    let text = detokenize(transport, model, &marked).await?;
    // Before the first mark there is nothing.
    let pieces: Vec<String> = text.split(MARK).skip(1).map(str::to_owned).collect();
    match pieces.len() == tokens.len() {
        true => Ok(pieces),
        false => Err(EndpointFault::Shape {
            path: "/detokenize".into(),
            why: format!("{} of {}", pieces.len(), tokens.len()),
        }),
    }
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
