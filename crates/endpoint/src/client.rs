//! Takes single steps on a server.

use std::ops::Range;
use std::sync::Arc;

use logitscope_core::{Beginning, Timings, TokenId, Vocab};
use logitscope_protocol::{Kind, Lists, Server, TokenPiece};
use logitscope_words::error::EndpointFault;

use crate::listing::MOST_TOKENS;
use crate::probe::{Probed, probed};
use crate::{Listing, Transport, llama, vllm};

/// Tokens without bytes of their own whose names are worth a request each; those of larger vocabularies are reserved ones.
const MOST_NAMES: usize = 512;

/// A server whose model answers step by step: a growing list of token ids goes in, the log-probabilities of all tokens come out.
pub struct Client<T> {
    transport: T,
    server: Server,
    vocab: Arc<Vocab>,
    /// What pins the draw of a server that draws in any case.
    pin: TokenId,
    /// What the model wants a text to begin with.
    start: Beginning,
}

impl<T: Transport> Client<T> {
    /// Finds out what the server can give, and reads its vocabulary. `model` names one of its models; `None` takes the first.
    pub async fn connect(transport: T, model: Option<&str>) -> Result<Self, EndpointFault> {
        let found = probed(&transport, model).await?;
        let server = &found.server;
        match server.lists {
            _ if !server.ids || !server.id_prompts => return Err(EndpointFault::NoIds),
            Lists::None | Lists::Top(0) => return Err(EndpointFault::NoLogProbs),
            Lists::Top(_) | Lists::All => {}
        }
        let pin = *found.ordinary.first().ok_or(EndpointFault::NoIds)?;
        // vLLM does not say which token ends a text.
        let (vocab, bytes) = match &found.vocabulary {
            Some(all) => {
                let texts = texts(all, all.entries.len())?;
                (Vocab::new(texts, None), Some(all.bytes))
            }
            None if server.kind == Kind::LlamaCpp => {
                let (vocab, bytes) = llama_vocabulary(&transport, &found, pin).await?;
                (vocab, Some(bytes))
            }
            None => {
                let texts = vllm::texts(&transport, &server.model).await?;
                (
                    Vocab::new(texts.into_iter().map(String::into_bytes), None),
                    None,
                )
            }
        };
        let spaced = vocab.bytes(pin).starts_with(b" ");
        Ok(Client {
            transport,
            server: Server {
                d_vocab: Some(vocab.len()),
                list_bytes: bytes.map(|bytes| bytes as u64),
                ..found.server
            },
            vocab: Arc::new(vocab),
            pin,
            start: Beginning {
                tokens: found.start,
                spaced,
            },
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

    /// What the model wants a text to begin with.
    pub fn beginning(&self) -> &Beginning {
        &self.start
    }

    /// The tokens of `text` with their places in it, after those that the model wants a text to begin with, unless it shows them itself.
    pub async fn tokenize(&self, text: &str) -> Result<Vec<TokenPiece>, EndpointFault> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let (shown, words) = self.start.split(&self.vocab, text);
        let tokens = match self.server.kind {
            _ if words.is_empty() => Vec::new(),
            Kind::LlamaCpp => llama::tokenize(&self.transport, words, false).await?,
            Kind::Vllm | Kind::Other => {
                vllm::tokenize(&self.transport, &self.server.model, words, false)
                    .await?
                    .0
            }
        };
        let places = self.start.places(&self.vocab, text, shown, &tokens);
        let piece = |(token, at): (TokenId, Range<u32>)| TokenPiece {
            token,
            start: at.start,
            end: at.end,
        };
        Ok(places.into_iter().map(piece).collect())
    }

    /// `[d_vocab]`: ln p of every token after `tokens`, by id; −∞ where p is 0 in the server's f32. It equals the model's logits up to a constant.
    pub async fn log_probs(
        &self,
        tokens: &[TokenId],
    ) -> Result<(Vec<f32>, Timings), EndpointFault> {
        let (listing, timings) = self.step(tokens, self.vocab.len()).await?;
        Ok((listing.full(self.vocab.len())?, timings))
    }

    /// The most probable tokens after `tokens`, at most `most` of them and at least 1, each with its ln p, the most probable first.
    pub async fn top(
        &self,
        tokens: &[TokenId],
        most: usize,
    ) -> Result<(Vec<(TokenId, f32)>, Timings), EndpointFault> {
        let most = most.clamp(1, self.server.most_listed());
        let (listing, timings) = self.step(tokens, most).await?;
        let known = |token: TokenId| (token as usize) < self.vocab.len();
        let listed = listing.entries.iter().filter(|entry| known(entry.token));
        let listed = listed.map(|entry| (entry.token, entry.log_prob as f32));
        Ok((listed.take(most).collect(), timings))
    }

    /// How the server rates the tokens of a text in one go; `None` where it does not. Of each: ln p, and the rank, 0 being the most probable.
    pub async fn rated(
        &self,
        tokens: &[TokenId],
    ) -> Result<Option<Vec<Option<(f64, u32)>>>, EndpointFault> {
        if !self.server.prompt_log_probs {
            return Ok(None);
        }
        let rated = vllm::rated(&self.transport, &self.server.model, tokens);
        rated.await.map(Some)
    }

    /// The `most` most probable tokens; all of them where that is the size of the vocabulary.
    async fn step(
        &self,
        tokens: &[TokenId],
        most: usize,
    ) -> Result<(Listing, Timings), EndpointFault> {
        match self.server.kind {
            Kind::LlamaCpp => llama::step(&self.transport, tokens, most, self.pin).await,
            Kind::Vllm | Kind::Other => {
                let n = match most == self.vocab.len() {
                    true => vllm::ALL,
                    false => most as i64,
                };
                let listing = vllm::step(&self.transport, &self.server.model, tokens, n).await?;
                Ok((listing, Timings::default()))
            }
        }
    }
}

/// The vocabulary as the list of a step spells it, and the size of that list, in bytes.
async fn llama_vocabulary(
    transport: &impl Transport,
    found: &Probed,
    pin: TokenId,
) -> Result<(Vocab, usize), EndpointFault> {
    let d_vocab = found.server.d_vocab.ok_or(EndpointFault::Partial {
        listed: 0,
        all: None,
    })?;
    if !(1..=MOST_TOKENS).contains(&d_vocab) {
        return Err(EndpointFault::Shape {
            path: "/v1/models".into(),
            why: format!("n_vocab {d_vocab}"),
        });
    }
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
    let mut end = None;
    for name in &found.begin_and_end {
        end = named(transport, name, d_vocab).await?;
        if let Some(token) = end.filter(|token| texts[*token as usize].is_empty()) {
            texts[token as usize] = name.clone().into_bytes();
        }
    }
    Ok((Vocab::new(texts, end), listing.bytes))
}

/// The token of this name; one that is spelled with several tokens is none.
async fn named(
    transport: &impl Transport,
    name: &str,
    d_vocab: usize,
) -> Result<Option<TokenId>, EndpointFault> {
    if name.is_empty() {
        return Ok(None);
    }
    let tokens = llama::tokenize(transport, name, true).await?;
    Ok(match tokens[..] {
        [token] if (token as usize) < d_vocab => Some(token),
        _ => None,
    })
}

/// `[d_vocab]`: the bytes of every token, by id.
fn texts(listing: &Listing, d_vocab: usize) -> Result<Vec<Vec<u8>>, EndpointFault> {
    listing.full(d_vocab)?;
    let mut texts = vec![Vec::new(); d_vocab];
    for entry in &listing.entries {
        // A server may list ids beyond the vocabulary that it claims.
        if let Some(place) = texts.get_mut(entry.token as usize) {
            let bytes = entry.bytes.clone();
            *place = bytes.unwrap_or_else(|| entry.text.clone().into_bytes());
        }
    }
    Ok(texts)
}
