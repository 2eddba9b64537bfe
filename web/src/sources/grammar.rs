//! The way to the parser of grammars: a worker of its own, loaded when a grammar is first used, and ended when one takes too long.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use futures_channel::oneshot;
use logitscope_core::chain::{Grammar, Mask};
use logitscope_core::error::GrammarError;
use logitscope_core::{TokenId, Vocab};
use logitscope_protocol::{Crash, GrammarAnswer, GrammarRequest};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use super::LocalFuture;
use super::channel::Channel;
use crate::browser;
use crate::later::{Lost, bundled};
use crate::words::say;

/// How long a grammar may take for one mask, in seconds; parsing it is in the first one.
const MOST_SECONDS: u64 = 5;

type Wanted = oneshot::Sender<Result<Mask, GrammarError>>;

/// Asks the parser for the tokens of a vocabulary that a grammar allows after some.
type Ask = fn(Rc<Inner>, Grammar, Vec<TokenId>, Arc<Vocab>) -> Asking;
type Asking = LocalFuture<'static, Result<Mask, GrammarError>>;

bundled!(strategies, asker, asker_part: Ask = |inner, grammar, generated, vocab| {
    Box::pin(async move { inner.mask(grammar, generated, vocab).await })
});

/// The parser, started when it is first asked and again after it was ended.
#[derive(Default)]
pub struct GrammarClient {
    inner: Rc<Inner>,
}

#[derive(Default)]
struct Inner {
    /// The parser that runs, with the vocabulary that it has.
    channel: RefCell<Option<(Rc<Channel>, Arc<Vocab>)>>,
    pending: RefCell<HashMap<u32, Wanted>>,
    last_id: Cell<u32>,
    starts: Cell<u32>,
}

impl GrammarClient {
    /// The tokens of `vocab` that `grammar` allows after `generated`.
    pub async fn mask(
        &self,
        grammar: Grammar,
        generated: Vec<TokenId>,
        vocab: Arc<Vocab>,
    ) -> Result<Mask, GrammarError> {
        let ask = asker().here().await;
        let ask = ask.map_err(|Lost| missing(say().part_lost().to_string()))?;
        ask(Rc::clone(&self.inner), grammar, generated, vocab).await
    }
}

fn missing(why: String) -> GrammarError {
    GrammarError::NoParser { why }
}

impl Inner {
    async fn mask(
        self: &Rc<Self>,
        grammar: Grammar,
        generated: Vec<TokenId>,
        vocab: Arc<Vocab>,
    ) -> Result<Mask, GrammarError> {
        self.start(&vocab).await?;
        let request = |id| GrammarRequest::Mask {
            id,
            grammar,
            generated,
        };
        self.ask(request, Some(MOST_SECONDS)).await
    }

    /// Has the parser run, with this vocabulary. How long it is loaded is not the grammar's fault.
    async fn start(self: &Rc<Self>, vocab: &Arc<Vocab>) -> Result<(), GrammarError> {
        if self.has(vocab) {
            return Ok(());
        }
        let url = browser::meta("logitscope-grammar").and_then(|url| browser::absolute(&url));
        let url = url.ok_or_else(|| missing(String::new()))?;
        let start = self.starts.get() + 1;
        self.starts.set(start);
        let (hears, fails) = (Rc::downgrade(self), Rc::downgrade(self));
        let current = move |inner: &Rc<Inner>| inner.starts.get() == start;
        let on_message = Rc::new(move |answer: JsValue| {
            let inner = hears.upgrade().filter(current);
            let answer = serde_wasm_bindgen::from_value(answer);
            if let (Some(inner), Ok(answer)) = (inner, answer) {
                inner.receive(answer);
            }
        });
        let on_error = Rc::new(move |_: Crash| {
            if let Some(inner) = fails.upgrade().filter(current) {
                inner.end(&GrammarError::Crashed);
            }
        });
        let channel = Channel::open("logitscope-grammar", &url, start, on_message, on_error).await;
        let channel = channel.map_err(|error| missing(browser::words(&error)))?;
        *self.channel.borrow_mut() = Some((Rc::new(channel), Arc::clone(vocab)));
        let (bytes, ends) = vocab.parts();
        let vocabulary = |id| GrammarRequest::Vocabulary {
            id,
            bytes: bytes.to_vec(),
            ends: ends.to_vec(),
            end_of_text: vocab.end_of_text(),
        };
        let ready = self.ask(vocabulary, None).await;
        // What ends it while it is loaded is no grammar.
        ready.map(|_| ()).map_err(|_| missing(String::new()))
    }

    async fn ask(
        self: &Rc<Self>,
        request: impl FnOnce(u32) -> GrammarRequest,
        seconds: Option<u64>,
    ) -> Result<Mask, GrammarError> {
        let id = self.last_id.get().wrapping_add(1);
        self.last_id.set(id);
        let serializer = Serializer::new().serialize_large_number_types_as_bigints(false);
        let request = request(id).serialize(&serializer);
        let request = request.map_err(|_| GrammarError::Crashed)?;
        let (answer, wait) = oneshot::channel();
        self.pending.borrow_mut().insert(id, answer);
        let sent = self.running().map(|channel| channel.send(&request));
        if !matches!(sent, Some(Ok(()))) {
            self.end(&GrammarError::Crashed);
        }
        if let Some(seconds) = seconds {
            let inner = Rc::downgrade(self);
            browser::after(seconds as f64 * 1e3, move || {
                let late = inner
                    .upgrade()
                    .filter(|i| i.pending.borrow().contains_key(&id));
                if let Some(inner) = late {
                    inner.end(&GrammarError::TooHard { seconds });
                }
            });
        }
        wait.await.unwrap_or(Err(GrammarError::Crashed))
    }

    /// Whether a parser runs that has this vocabulary.
    fn has(&self, vocab: &Arc<Vocab>) -> bool {
        let channel = self.channel.borrow();
        channel.as_ref().is_some_and(|(_, own)| own == vocab)
    }

    fn running(&self) -> Option<Rc<Channel>> {
        let channel = self.channel.borrow();
        channel.as_ref().map(|(channel, _)| Rc::clone(channel))
    }

    fn receive(&self, GrammarAnswer { id, mask }: GrammarAnswer) {
        let wanted = self.pending.borrow_mut().remove(&id);
        if let Some(wanted) = wanted {
            // Whoever asked may be gone.
            let _ = wanted.send(mask);
        }
    }

    /// Ends the parser; whoever waits for it hears why.
    fn end(&self, why: &GrammarError) {
        *self.channel.borrow_mut() = None;
        let pending = std::mem::take(&mut *self.pending.borrow_mut());
        for wanted in pending.into_values() {
            let _ = wanted.send(Err(why.clone()));
        }
    }
}
