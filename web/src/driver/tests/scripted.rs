//! A source that follows a script: an alphabet of eight tokens, logits by rule, failures on demand.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::Arc;

use logitscope_core::chain::{Chain, Grammar, Mask};
use logitscope_core::error::{GrammarError, ModelError};
use logitscope_core::strategy::Role;
use logitscope_core::trace::{BackendInfo, ModelInfo};
use logitscope_core::{Beginning, ModelOutput, Timings, TokenId, Vocab};
use logitscope_protocol::{
    Answer, BackendChoice, Command, Crash, EngineError, ErrorKind, Kind, LaneId, Lists, Load,
    Loaded, Meaning, ModelId, ModelSource, NoGpu, REMOTE, Score, Server, TokenPiece,
};

use crate::sources::{Lane, LocalFuture, OnProgress, Source};

/// The tokens: one letter each.
pub const ALPHABET: &str = "abcdefgh";

/// After a token the next letter is the most probable, the one after it the second.
pub fn logits(tokens: &[TokenId]) -> Vec<f32> {
    leaps(tokens, 1)
}

/// The same with the letter `skip` places on.
pub fn leaps(tokens: &[TokenId], skip: usize) -> Vec<f32> {
    let n = ALPHABET.len();
    let last = tokens.last().map_or(0, |token| *token as usize);
    let mut logits = vec![0.0; n];
    logits[(last + skip) % n] = 4.0;
    logits[(last + skip + 1) % n] = 2.0;
    logits
}

pub struct Scripted {
    /// The letters, in the order of their ids.
    pub letters: Cell<&'static str>,
    /// How many letters on the most probable one is, if not 1.
    pub skip: Cell<usize>,
    starts: Cell<u32>,
    running: Cell<bool>,
    /// What the next evaluations fail with; `None` lets one pass.
    pub failures: RefCell<VecDeque<Option<ErrorKind>>>,
    /// What every load fails with, if it does.
    pub load_failure: RefCell<Option<ErrorKind>>,
    /// The chain that the next models' generation config says, if they have one.
    pub chain: RefCell<Option<Chain>>,
    /// The backends that were asked for, load by load.
    pub loads: RefCell<Vec<BackendChoice>>,
    /// How often a draft was loaded.
    pub drafts: Cell<u32>,
    /// How many tokens it lists, if it is a server; `None` for all.
    pub lists: Cell<Option<usize>>,
    /// How many it lists at most, whatever it says; `None` for as many as it says.
    pub gives: Cell<Option<u32>>,
    /// Whether it rates no text.
    pub rates_nothing: Cell<bool>,
    /// How many tokens were to be listed, step by step.
    pub listed: RefCell<Vec<u32>>,
    /// How many evaluations were answered.
    pub evaluated: Cell<u32>,
    /// How many masks were asked for.
    pub masks: Cell<u32>,
    /// Who was asked, call by call, and whether with parts off.
    pub asked: RefCell<Vec<(Role, bool)>>,
}

impl Default for Scripted {
    fn default() -> Self {
        Scripted {
            letters: Cell::new(ALPHABET),
            skip: Cell::default(),
            starts: Cell::default(),
            running: Cell::default(),
            failures: RefCell::default(),
            load_failure: RefCell::default(),
            chain: RefCell::default(),
            loads: RefCell::default(),
            drafts: Cell::default(),
            lists: Cell::default(),
            gives: Cell::default(),
            rates_nothing: Cell::default(),
            listed: RefCell::default(),
            evaluated: Cell::default(),
            masks: Cell::default(),
            asked: RefCell::default(),
        }
    }
}

fn failed(kind: ErrorKind) -> EngineError {
    match kind {
        ErrorKind::Input => EngineError::NotRecorded,
        ErrorKind::DeviceLost => EngineError::Model(ModelError::DeviceLost(None)),
        ErrorKind::NoGpu => EngineError::NoGpu(NoGpu::NoAdapter),
        ErrorKind::Crashed => EngineError::Crashed(Crash::Stopped),
    }
}

impl Scripted {
    fn start(&self) {
        if !self.running.replace(true) {
            self.starts.set(self.starts.get() + 1);
        }
    }

    fn rows(&self, texts: Vec<&[TokenId]>) -> Answer {
        let rows = texts.len() as u32;
        let values = texts
            .into_iter()
            .flat_map(|text| leaps(text, self.skip.get().max(1)));
        Answer::Rows {
            bytes: values.flat_map(f32::to_le_bytes).collect(),
            rows,
            timings: Timings::default(),
        }
    }

    fn answer(&self, command: Command) -> Result<Answer, EngineError> {
        self.start();
        match command {
            Command::Tokenize { text } => {
                let piece = |(at, c): (usize, char)| TokenPiece {
                    token: self.letters.get().find(c).unwrap_or(0) as TokenId,
                    start: at as u32,
                    end: at as u32 + 1,
                };
                // Of capitals it knows none.
                let known = text.char_indices().filter(|(_, c)| !c.is_uppercase());
                Ok(Answer::Tokens(known.map(piece).collect()))
            }
            Command::Evaluate { tokens, .. } => {
                if let Some(Some(kind)) = self.failures.borrow_mut().pop_front() {
                    self.running.set(false);
                    return Err(failed(kind));
                }
                self.evaluated.set(self.evaluated.get() + 1);
                let bytes = leaps(&tokens, self.skip.get().max(1));
                let bytes = bytes.iter().flat_map(|x| x.to_le_bytes()).collect();
                let timings = Timings::default();
                Ok(Answer::Logits { bytes, timings })
            }
            Command::Top { tokens, most } => {
                let gives = self.gives.get().unwrap_or(most).min(most);
                if gives as usize == ALPHABET.len() {
                    let fresh = false;
                    return self.answer(Command::Evaluate { tokens, fresh });
                }
                self.listed.borrow_mut().push(most);
                let scores = leaps(&tokens, self.skip.get().max(1));
                let total = scores.iter().map(|z| z.exp()).sum::<f32>().ln();
                let mut listed: Vec<(TokenId, f32)> = (0..).zip(scores).collect();
                listed.sort_by(|a, b| b.1.total_cmp(&a.1));
                listed.truncate(gives as usize);
                let log_probs = listed.iter().map(|(_, z)| z - total);
                Ok(Answer::Top {
                    tokens: listed.iter().map(|(token, _)| *token).collect(),
                    log_probs: log_probs.flat_map(f32::to_le_bytes).collect(),
                    timings: Timings::default(),
                })
            }
            Command::EvaluateAll { paths } => {
                if let Some(Some(kind)) = self.failures.borrow_mut().pop_front() {
                    self.running.set(false);
                    return Err(failed(kind));
                }
                self.evaluated.set(self.evaluated.get() + 1);
                Ok(self.rows(paths.iter().map(Vec::as_slice).collect()))
            }
            Command::Along { tokens, from } => {
                self.evaluated.set(self.evaluated.get() + 1);
                let ends = from as usize + 1..=tokens.len();
                Ok(self.rows(ends.map(|end| &tokens[..end]).collect()))
            }
            Command::Score { tokens } => {
                let score = Score {
                    prob: 0.5,
                    surprisal_bits: 1.0,
                    rank: 0,
                    entropy_bits: Some(1.0),
                    top_mass: Some(1.0),
                };
                let rated = |at: usize| (at > 0 && !self.rates_nothing.get()).then_some(score);
                let scores = (0..tokens.len()).map(rated);
                Ok(Answer::Scores(scores.collect()))
            }
            _ => Err(failed(ErrorKind::Input)),
        }
    }
}

impl Source for Scripted {
    fn load(
        &self,
        load: Load,
        of: Role,
        _: OnProgress,
    ) -> LocalFuture<'_, Result<Box<Loaded>, EngineError>> {
        self.start();
        match of {
            Role::Model => self.loads.borrow_mut().push(load.backend),
            Role::Draft | Role::Altered => self.drafts.set(self.drafts.get() + 1),
        }
        let answer = match *self.load_failure.borrow() {
            Some(kind) => Err(failed(kind)),
            None => {
                let elsewhere = matches!(load.source, ModelSource::Server(_));
                let mut loaded = loaded(load.name, self.letters.get(), elsewhere);
                // A draft may end its texts in another way.
                loaded.other_ends = (of != Role::Model).then_some(7).into_iter().collect();
                loaded.chain = self.chain.borrow().clone();
                loaded.server = elsewhere.then(|| Box::new(server(self.lists.get())));
                Ok(Box::new(loaded))
            }
        };
        Box::pin(async move { answer })
    }

    fn call(
        &self,
        command: Command,
        lane: Lane,
        _: OnProgress,
    ) -> LocalFuture<'_, Result<Answer, EngineError>> {
        let off = !lane.interventions.is_empty();
        self.asked.borrow_mut().push((lane.of, off));
        let answer = self.answer(command);
        Box::pin(async move { answer })
    }

    fn mask(
        &self,
        grammar: Grammar,
        generated: Vec<TokenId>,
        vocab: Arc<Vocab>,
    ) -> LocalFuture<'_, Result<Mask, GrammarError>> {
        self.masks.set(self.masks.get() + 1);
        // A grammar is a list of letters, one for each step, and then nothing.
        let letter = grammar.text.chars().nth(generated.len());
        let known = |c: char| self.letters.get().find(c);
        let mask = match letter {
            Some('!') => Err(GrammarError::Crashed),
            Some('?') => Err(GrammarError::Left { place: 1 }),
            letter => {
                let bit = letter.and_then(known).map_or(0, |at| 1 << at);
                Ok(Mask::new(vec![bit], vocab.len()))
            }
        };
        Box::pin(async move { mask })
    }

    fn running(&self) -> Option<u32> {
        self.running.get().then(|| self.starts.get())
    }

    fn last_words(&self) -> EngineError {
        failed(ErrorKind::Crashed)
    }

    fn stop(&self, _: Crash) {
        self.running.set(false);
    }
}

/// A server that lists so many tokens of a step.
fn server(lists: Option<usize>) -> Server {
    Server {
        address: "http://127.0.0.1:8080".into(),
        kind: Kind::Vllm,
        version: None,
        model: "there".into(),
        models: vec!["there".into()],
        d_vocab: Some(ALPHABET.len()),
        n_ctx: Some(32),
        n_params: None,
        lists: lists.map_or(Lists::All, Lists::Top),
        list_bytes: None,
        ids: true,
        bytes: false,
        id_prompts: true,
        prompt_log_probs: false,
        meaning: Meaning::Raw,
        chat_template: false,
        tokenizer: true,
    }
}

fn loaded(name: String, letters: &str, elsewhere: bool) -> Loaded {
    let n = ALPHABET.len() as u32;
    let (n_layers, kind, output) = match elsewhere {
        true => (0, REMOTE, ModelOutput::LogProbs),
        false => (1, "cpu", ModelOutput::Logits),
    };
    Loaded {
        id: ModelId(1),
        lane: LaneId {
            model: ModelId(1),
            number: 0,
        },
        model: ModelInfo {
            name,
            family: "gpt2".into(),
            blocks: Default::default(),
            n_layers,
            n_heads: 1,
            n_kv_heads: None,
            d_model: 4,
            d_head: 4,
            d_mlp: 16,
            d_vocab: n,
            n_ctx: 32,
            n_positions: None,
            unturned: Vec::new(),
            n_params: 100,
            weights: "f32".into(),
            output,
        },
        backend: BackendInfo {
            kind: kind.into(),
            adapter: "script".into(),
        },
        software: false,
        why: None,
        measured: None,
        notices: Vec::new(),
        vocab_bytes: letters.as_bytes().to_vec(),
        vocab_ends: (1..=n).flat_map(u32::to_le_bytes).collect(),
        end_of_text: None,
        other_ends: Vec::new(),
        chain: None,
        chat: None,
        beginning: Beginning::default(),
        weight_bytes: 0,
        kv_bytes: 0,
        load_ms: 0.0,
        server: None,
    }
}
