//! Takes single steps on a server.

use std::sync::Arc;

use logitscope_core::{Timings, TokenId, Vocab};
use logitscope_protocol::{Kind, Lists, Server, TokenPiece};
use logitscope_words::error::EndpointFault;

use crate::{Listing, Transport, llama, probe, vllm};

/// Tokens without bytes of their own whose names are worth a request each; those of larger vocabularies are reserved ones.
const MOST_NAMES: usize = 512;
/// More tokens than any vocabulary has.
const MOST_TOKENS: usize = 1 << 20;
/// A text whose first token is an ordinary one of every vocabulary.
const ORDINARY: &str = "a b";

/// A server whose model answers step by step: a growing list of token ids goes in, the log-probabilities of all tokens come out.
pub struct Client<T> {
    transport: T,
    server: Server,
    vocab: Arc<Vocab>,
    /// What pins the draw of a server that draws in any case.
    pin: TokenId,
}

impl<T: Transport> Client<T> {
    /// Finds out what the server can give, and reads its vocabulary. `model` names one of its models; `None` takes the first. A server that
    /// does not list its whole vocabulary is refused.
    pub async fn connect(transport: T, model: Option<&str>) -> Result<Self, EndpointFault> {
        let server = probe(&transport, model).await?;
        match server.lists {
            _ if !server.ids || !server.id_prompts => return Err(EndpointFault::NoIds),
            Lists::None => return Err(EndpointFault::NoLogProbs),
            Lists::Top(listed) => {
                return Err(EndpointFault::Partial {
                    listed,
                    all: server.d_vocab,
                });
            }
            Lists::All => {}
        }
        let (vocab, pin) = match server.kind {
            Kind::LlamaCpp => llama_vocabulary(&transport, &server).await?,
            Kind::Vllm | Kind::Other => vllm_vocabulary(&transport, &server).await?,
        };
        Ok(Client {
            transport,
            server: Server {
                d_vocab: Some(vocab.len()),
                ..server
            },
            vocab: Arc::new(vocab),
            pin,
        })
    }

    /// What the server can give.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// The bytes of its tokens.
    pub fn vocab(&self) -> &Arc<Vocab> {
        &self.vocab
    }

    /// The tokens of `text` with their places in it, without any that a template would add.
    pub async fn tokenize(&self, text: &str) -> Result<Vec<TokenPiece>, EndpointFault> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let tokens = match self.server.kind {
            Kind::LlamaCpp => llama::tokenize(&self.transport, text, false).await?,
            Kind::Vllm | Kind::Other => {
                vllm::tokenize(&self.transport, &self.server.model, text)
                    .await?
                    .0
            }
        };
        let mut end = 0;
        let pieces = tokens.into_iter().map(|token| {
            let start = end;
            end = (start + self.vocab.bytes(token).len()).min(text.len());
            TokenPiece {
                token,
                start: start as u32,
                end: end as u32,
            }
        });
        Ok(pieces.collect())
    }

    /// `[d_vocab]`: ln p of every token after `tokens`, by id; −∞ where p is 0 in the server's f32. It equals the model's logits up to a constant.
    pub async fn log_probs(
        &self,
        tokens: &[TokenId],
    ) -> Result<(Vec<f32>, Timings), EndpointFault> {
        let (listing, timings) = self.step(tokens).await?;
        Ok((listing.full(self.vocab.len())?, timings))
    }

    async fn step(&self, tokens: &[TokenId]) -> Result<(Listing, Timings), EndpointFault> {
        match self.server.kind {
            Kind::LlamaCpp => {
                llama::step(&self.transport, tokens, self.vocab.len(), self.pin).await
            }
            Kind::Vllm | Kind::Other => {
                let all = vllm::ALL;
                let listing = vllm::step(&self.transport, &self.server.model, tokens, all).await?;
                Ok((listing, Timings::default()))
            }
        }
    }
}

/// The vocabulary as the list of a step spells it, and an ordinary token.
async fn llama_vocabulary(
    transport: &impl Transport,
    server: &Server,
) -> Result<(Vocab, TokenId), EndpointFault> {
    let d_vocab = server.d_vocab.ok_or(EndpointFault::Partial {
        listed: 0,
        all: None,
    })?;
    if !(1..=MOST_TOKENS).contains(&d_vocab) {
        return Err(EndpointFault::Shape {
            path: "/v1/models".into(),
            why: format!("n_vocab {d_vocab}"),
        });
    }
    let ordinary = llama::tokenize(transport, ORDINARY, false).await?;
    let pin = *ordinary.first().ok_or(EndpointFault::NoIds)?;
    let (listing, _) = llama::step(transport, &[pin], d_vocab, pin).await?;
    let mut texts = texts(&listing, d_vocab)?;
    let nameless: Vec<usize> = (0..d_vocab).filter(|id| texts[*id].is_empty()).collect();
    if nameless.len() <= MOST_NAMES {
        for id in nameless {
            texts[id] = llama::detokenize(transport, id as TokenId)
                .await?
                .into_bytes();
        }
    }
    let props = llama::props(transport).await?;
    let end = llama::tokenize(transport, &props.eos_token, true).await?;
    // One that is spelled with several tokens is none of them.
    let end = match end[..] {
        [end] if (end as usize) < d_vocab => Some(end),
        _ => None,
    };
    if let Some(end) = end.filter(|end| texts[*end as usize].is_empty()) {
        texts[end as usize] = props.eos_token.into_bytes();
    }
    Ok((Vocab::new(texts, end), pin))
}

async fn vllm_vocabulary(
    transport: &impl Transport,
    server: &Server,
) -> Result<(Vocab, TokenId), EndpointFault> {
    let (tokens, _) = vllm::tokenize(transport, &server.model, ORDINARY).await?;
    let [first, second, ..] = tokens[..] else {
        return Err(EndpointFault::NoIds);
    };
    let listing = vllm::vocabulary(transport, &server.model, [first, second]).await?;
    let texts = texts(&listing, listing.entries.len())?;
    // It does not say which token ends a text.
    Ok((Vocab::new(texts, None), first))
}

/// `[d_vocab]`: the bytes of every token, by id.
fn texts(listing: &Listing, d_vocab: usize) -> Result<Vec<Vec<u8>>, EndpointFault> {
    listing.full(d_vocab)?;
    let mut texts = vec![Vec::new(); d_vocab];
    for entry in &listing.entries {
        let bytes = entry.bytes.clone();
        texts[entry.token as usize] = bytes.unwrap_or_else(|| entry.text.clone().into_bytes());
    }
    Ok(texts)
}
