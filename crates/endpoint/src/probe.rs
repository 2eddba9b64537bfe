//! Finds out what a server can give, with as few requests as that takes.

use logitscope_core::TokenId;
use logitscope_protocol::{Kind, Lists, Meaning, Server};
use logitscope_words::error::EndpointFault;
use serde::Deserialize;
use serde_json::json;

use crate::refusal::ask;
use crate::{Listing, Request, Transport, llama, vllm};

/// What a probe found out, and what it read on the way: whoever connects need not ask for it again.
pub(crate) struct Probed {
    pub server: Server,
    /// Ordinary tokens of the vocabulary, at least one where the server gives ids.
    pub ordinary: Vec<TokenId>,
    /// What the model wants a text to begin with, if it wants something.
    pub start: Vec<TokenId>,
    /// The texts of llama.cpp's tokens that begin and end a text.
    pub begin_and_end: [String; 2],
    /// All tokens with their texts, of a vLLM that lists them.
    pub vocabulary: Option<Listing>,
}

impl Probed {
    /// Of a server about which no more was read.
    fn bare(server: Server) -> Self {
        Probed {
            server,
            ordinary: Vec::new(),
            start: Vec::new(),
            begin_and_end: Default::default(),
            vocabulary: None,
        }
    }
}

/// A text that every tokenizer has tokens for.
const TEXT: &str = "a b";
/// How many tokens OpenAI lists at most, and vLLM unless it is told otherwise.
const USUAL: usize = 20;

#[derive(Deserialize)]
struct Models {
    data: Vec<Model>,
}

impl Models {
    fn names(&self) -> Vec<String> {
        self.data.iter().map(|model| model.id.clone()).collect()
    }

    /// The model of this name; the first one for `None`.
    fn chosen(&self, name: Option<&str>) -> Result<&Model, EndpointFault> {
        let mut all = self.data.iter();
        let chosen = all.find(|own| name.is_none_or(|name| own.id == name));
        chosen.ok_or_else(|| EndpointFault::NoModel {
            model: name.unwrap_or_default().into(),
            known: self.names(),
        })
    }
}

#[derive(Deserialize)]
struct Model {
    id: String,
    #[serde(default)]
    owned_by: String,
    #[serde(default)]
    max_model_len: Option<u32>,
    #[serde(default)]
    meta: Option<Meta>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Meta {
    n_vocab: Option<usize>,
    n_ctx: Option<u32>,
    n_ctx_train: Option<u32>,
    n_params: Option<u64>,
}

/// Asks a server what it has and what it lists. `model` names one of its models; `None` takes the first.
pub async fn probe(
    transport: &impl Transport,
    model: Option<&str>,
) -> Result<Server, EndpointFault> {
    Ok(probed(transport, model).await?.server)
}

/// The same with what was read on the way.
pub(crate) async fn probed(
    transport: &impl Transport,
    model: Option<&str>,
) -> Result<Probed, EndpointFault> {
    let models: Models = ask(transport, Request::get("/v1/models")).await?;
    let chosen = models.chosen(model)?;
    let known = models.names();
    let meta = chosen.meta.as_ref();
    let found = Server {
        address: transport.address(),
        kind: kind(chosen),
        version: None,
        model: chosen.id.clone(),
        models: known,
        d_vocab: meta.and_then(|meta| meta.n_vocab),
        n_ctx: meta.and_then(|meta| meta.n_ctx).or(chosen.max_model_len),
        n_params: meta.and_then(|meta| meta.n_params),
        lists: Lists::None,
        list_bytes: None,
        ids: false,
        bytes: false,
        id_prompts: false,
        prompt_log_probs: false,
        meaning: Meaning::Unknown,
        chat_template: false,
        tokenizer: false,
    };
    match found.kind {
        Kind::LlamaCpp => {
            let trained = meta.and_then(|meta| meta.n_ctx_train);
            llama_cpp(transport, found, trained).await
        }
        Kind::Vllm => of_vllm(transport, found).await,
        Kind::Other => other(transport, found).await.map(Probed::bare),
    }
}

/// Which program answers, and the model that will be asked. A server that does not list its models is believed to have `model`.
pub(crate) async fn named(
    transport: &impl Transport,
    model: Option<&str>,
) -> Result<(Kind, String), EndpointFault> {
    let models: Result<Models, _> = ask(transport, Request::get("/v1/models")).await;
    match (models, model) {
        (Err(EndpointFault::NoRoute { .. }), Some(model)) => Ok((Kind::Other, model.into())),
        (models, model) => {
            let models = models?;
            let chosen = models.chosen(model)?;
            Ok((kind(chosen), chosen.id.clone()))
        }
    }
}

fn kind(model: &Model) -> Kind {
    match model.owned_by.as_str() {
        "llamacpp" => Kind::LlamaCpp,
        "vllm" => Kind::Vllm,
        _ => Kind::Other,
    }
}

async fn llama_cpp(
    transport: &impl Transport,
    found: Server,
    trained: Option<u32>,
) -> Result<Probed, EndpointFault> {
    let props = llama::props(transport).await?;
    let tokens = llama::tokenize(transport, TEXT, false).await?;
    let first = *tokens.first().ok_or(EndpointFault::NoIds)?;
    let begun = llama::tokenize_start(transport, TEXT).await?;
    let (listing, _) = llama::step(transport, &tokens, 2, first).await?;
    let slot = Some(props.default_generation_settings.n_ctx).filter(|n| *n > 0);
    // A slot is rounded up beyond what the model was trained for.
    let n_ctx = [slot, trained].into_iter().flatten().min();
    let server = Server {
        version: Some(props.build_info).filter(|version| !version.is_empty()),
        n_ctx: n_ctx.or(found.n_ctx),
        lists: Lists::All,
        ids: true,
        bytes: listing.entries.iter().all(|entry| entry.bytes.is_some()),
        id_prompts: true,
        meaning: Meaning::Raw,
        chat_template: !props.chat_template.is_empty(),
        tokenizer: true,
        ..found
    };
    Ok(Probed {
        start: before(&begun, &tokens),
        ordinary: tokens,
        begin_and_end: [props.bos_token, props.eos_token],
        ..Probed::bare(server)
    })
}

/// How many a server says that it lists, where it refuses more (`v1/engine/input_processor.py`).
fn most_said(said: &str) -> Option<usize> {
    let (_, rest) = said.split_once("max allowed: ")?;
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let most = rest[..end.unwrap_or(rest.len())].parse().ok();
    most.filter(|most| *most > 0)
}

/// What `begun` has before the `tokens` of a text.
fn before(begun: &[TokenId], tokens: &[TokenId]) -> Vec<TokenId> {
    let before = begun.strip_suffix(tokens);
    before.map(<[TokenId]>::to_vec).unwrap_or_default()
}

async fn of_vllm(transport: &impl Transport, found: Server) -> Result<Probed, EndpointFault> {
    let version = vllm::version(transport).await.ok();
    let (tokens, longest) = vllm::tokenize(transport, &found.model, TEXT, false).await?;
    let (begun, _) = vllm::tokenize(transport, &found.model, TEXT, true).await?;
    let all = match tokens[..] {
        [a, b, ..] => vllm::vocabulary(transport, &found.model, [a, b]).await,
        _ => Err(EndpointFault::NoIds),
    };
    let (lists, vocabulary) = match all {
        Ok(all) => (Lists::All, Some(all)),
        Err(EndpointFault::TooMany { said }) => {
            let most = most_said(&said).unwrap_or(USUAL);
            let listing = vllm::step(transport, &found.model, &tokens, most as i64).await?;
            (Lists::Top(listing.entries.len().min(most)), None)
        }
        Err(fault) => return Err(fault),
    };
    let server = Server {
        version,
        d_vocab: vocabulary.as_ref().map(|all| all.entries.len()),
        n_ctx: longest.or(found.n_ctx),
        lists,
        ids: true,
        id_prompts: true,
        prompt_log_probs: true,
        // Unless it was started with another `--logprobs-mode`, which it does not tell.
        meaning: Meaning::Raw,
        tokenizer: true,
        ..found
    };
    Ok(Probed {
        start: before(&begun, &tokens),
        ordinary: tokens,
        vocabulary,
        ..Probed::bare(server)
    })
}

/// Whether a chat comes with log-probabilities, and how many.
async fn other(transport: &impl Transport, found: Server) -> Result<Server, EndpointFault> {
    #[derive(Deserialize)]
    struct Chat {
        #[serde(default)]
        choices: Vec<Choice>,
    }
    #[derive(Deserialize)]
    struct Choice {
        #[serde(default)]
        logprobs: Option<LogProbs>,
    }
    #[derive(Deserialize)]
    struct LogProbs {
        #[serde(default)]
        content: Option<Vec<Content>>,
    }
    #[derive(Deserialize)]
    struct Content {
        #[serde(default)]
        top_logprobs: Vec<Entry>,
    }
    #[derive(Deserialize)]
    struct Entry {
        #[serde(default)]
        bytes: Option<Vec<u8>>,
    }
    let body = json!({
        "model": found.model,
        "messages": [{ "role": "user", "content": TEXT }],
        "max_tokens": 1,
        "logprobs": true,
        "top_logprobs": USUAL,
    });
    let chat: Result<Chat, _> = ask(transport, Request::post("/v1/chat/completions", &body)).await;
    let chat = match chat {
        // It has chats, and refuses to list.
        Err(EndpointFault::Refused { status: 400, .. }) => return Ok(found),
        chat => chat?,
    };
    let content = chat.choices.into_iter().next().and_then(|choice| {
        let content = choice.logprobs?.content?;
        content.into_iter().next()
    });
    let Some(top) = content.map(|content| content.top_logprobs) else {
        return Ok(found);
    };
    Ok(Server {
        lists: match top.len() {
            0 => Lists::None,
            n => Lists::Top(n),
        },
        bytes: !top.is_empty() && top.iter().all(|entry| entry.bytes.is_some()),
        ..found
    })
}
