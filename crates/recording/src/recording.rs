//! A recorded run, and what it can answer.

use std::collections::{BTreeMap, HashMap};

use logitscope_core::lens::LensCell;
use logitscope_core::strategy::Role;
use logitscope_core::{Timings, TokenId, Trace};
use logitscope_protocol::{Answer, Command, Loaded, Score, TapArray, TokenPiece, floats, rows};

use crate::Lane;
use crate::lens::Readings;
use crate::logits::Row;
use crate::taps::{Place, Taps};
use crate::texts::Texts;

/// An answer of another kind, kept as it came.
#[derive(Debug, Clone)]
pub(crate) struct Other {
    /// Whose, as a place in [`Recording::lanes`].
    pub lane: u32,
    /// The question.
    pub command: Command,
    /// The answer.
    pub answer: Answer,
}

/// A recorded run.
#[derive(Debug, Clone)]
pub struct Recording {
    pub(crate) trace: Trace,
    pub(crate) models: Vec<(Role, Loaded)>,
    pub(crate) lanes: Vec<Lane>,
    pub(crate) texts: Texts,
    /// The tokens of texts.
    pub(crate) pieces: BTreeMap<String, Vec<TokenPiece>>,
    /// How each text rates its last token.
    pub(crate) scores: HashMap<Place, Score>,
    pub(crate) logits: HashMap<Place, Row>,
    pub(crate) taps: Taps,
    pub(crate) lens: HashMap<Place, Readings>,
    pub(crate) others: Vec<Other>,
}

impl Recording {
    /// A recording of `trace` by the loaded model, without any answer yet.
    pub fn new(trace: Trace, model: Loaded) -> Self {
        Recording {
            trace,
            models: vec![(Role::Model, model)],
            lanes: Vec::new(),
            texts: Texts::default(),
            pieces: BTreeMap::new(),
            scores: HashMap::new(),
            logits: HashMap::new(),
            taps: Taps::default(),
            lens: HashMap::new(),
            others: Vec::new(),
        }
    }

    /// Takes in the model that drafted beside that of the run. One with other tokens is left out: no strategy can use it.
    pub fn add_draft(&mut self, draft: Loaded) {
        let own = self.loaded(Role::Model);
        if own.is_some_and(|own| {
            own.vocab_bytes == draft.vocab_bytes && own.vocab_ends == draft.vocab_ends
        }) {
            self.models.retain(|(of, _)| *of != Role::Draft);
            self.models.push((Role::Draft, draft));
        }
    }

    /// The run.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The model that had this role, as it was loaded then.
    pub fn loaded(&self, of: Role) -> Option<&Loaded> {
        self.models
            .iter()
            .find(|(own, _)| *own == of)
            .map(|(_, loaded)| loaded)
    }

    /// How many texts it knows the logits after.
    pub fn rows(&self) -> usize {
        self.logits.len()
    }

    /// The tokens of a text with their places in it, if it was tokenized.
    pub fn pieces(&self, text: &str) -> Option<&[TokenPiece]> {
        self.pieces.get(text).map(Vec::as_slice)
    }

    /// Takes in what `lane` answered to `command`; an answer of another kind than the question's is left out.
    pub fn put(&mut self, lane: &Lane, command: &Command, answer: Answer) {
        let own = self.lane(lane);
        match (command, answer) {
            (Command::Tokenize { text }, Answer::Tokens(pieces)) if lane.of == Role::Model => {
                self.pieces.insert(text.clone(), pieces);
            }
            (Command::Evaluate { tokens, .. }, Answer::Logits { bytes, timings }) => {
                self.put_row(own, tokens, &floats(&bytes), timings);
            }
            (
                Command::EvaluateAll { paths },
                Answer::Rows {
                    bytes,
                    rows: n,
                    timings,
                },
            ) => {
                for (path, logits) in paths.iter().zip(rows(&bytes, n)) {
                    self.put_row(own, path, &logits, timings);
                }
            }
            (
                Command::Along { tokens, from },
                Answer::Rows {
                    bytes,
                    rows: n,
                    timings,
                },
            ) => {
                for (at, logits) in (*from as usize..).zip(rows(&bytes, n)) {
                    if let Some(path) = tokens.get(..=at) {
                        self.put_row(own, path, &logits, timings);
                    }
                }
            }
            (Command::Score { tokens }, Answer::Scores(scores)) => {
                for (text, score) in self.texts.add(tokens).into_iter().zip(scores) {
                    self.scores.extend(score.map(|score| ((own, text), score)));
                }
            }
            (Command::Inspect { tokens, names, .. }, Answer::Taps(taps)) if !names.is_empty() => {
                let texts = self.texts.add(tokens);
                for tap in taps {
                    if let Some(text) = texts.get(tap.position as usize) {
                        self.taps.put((own, *text), &tap);
                    }
                }
            }
            (
                Command::Lens {
                    tokens,
                    from,
                    watch,
                    ..
                },
                Answer::Lens(columns),
            ) => {
                let texts = self.texts.add(tokens);
                for (text, cells) in texts.into_iter().skip(*from as usize).zip(columns) {
                    self.lens.entry((own, text)).or_default().put(watch, cells);
                }
            }
            (command, answer) => {
                let command = command.clone();
                let same = |other: &Other| other.lane == own && other.command == command;
                self.others.retain(|other| !same(other));
                self.others.push(Other {
                    lane: own,
                    command,
                    answer,
                });
            }
        }
    }

    fn put_row(&mut self, lane: u32, tokens: &[TokenId], logits: &[f32], timings: Timings) {
        if let Some(text) = self.texts.add(tokens).last() {
            // The first pass over a text is the one that cost something.
            let place = (lane, *text);
            self.logits
                .entry(place)
                .or_insert_with(|| Row::new(logits, timings));
        }
    }

    fn lane(&mut self, lane: &Lane) -> u32 {
        let known = self.lanes.iter().position(|own| own == lane);
        known.unwrap_or_else(|| {
            self.lanes.push(lane.clone());
            self.lanes.len() - 1
        }) as u32
    }

    /// Whether it has the answer of `lane` to `command`.
    pub fn knows(&self, lane: &Lane, command: &Command) -> bool {
        self.answer(lane, command).is_some()
    }

    /// What `lane` answered to `command`, or would have, as far as it is known.
    pub fn answer(&self, lane: &Lane, command: &Command) -> Option<Answer> {
        let own = self.lanes.iter().position(|own| own == lane)? as u32;
        match command {
            Command::Tokenize { text } if lane.of == Role::Model => self
                .pieces(text)
                .map(|pieces| Answer::Tokens(pieces.to_vec())),
            Command::Evaluate { tokens, .. } => {
                let row = self.row(own, tokens)?;
                Some(Answer::Logits {
                    bytes: bytemuck::cast_slice(&row.logits()).to_vec(),
                    timings: row.timings,
                })
            }
            Command::EvaluateAll { paths } => {
                let found = paths.iter().map(|path| self.row(own, path));
                found
                    .collect::<Option<_>>()
                    .map(|found: Vec<&Row>| together(&found))
            }
            Command::Along { tokens, from } => {
                let found = (*from as usize..tokens.len()).map(|at| self.row(own, &tokens[..=at]));
                found
                    .collect::<Option<_>>()
                    .map(|found: Vec<&Row>| together(&found))
            }
            Command::Score { tokens } => {
                let rest = self.places(own, tokens)?.into_iter().skip(1);
                let scores = rest.map(|place| self.scores.get(&place).copied().map(Some));
                let first = (!tokens.is_empty()).then_some(Some(None)).into_iter();
                first
                    .chain(scores)
                    .collect::<Option<_>>()
                    .map(Answer::Scores)
            }
            Command::Inspect {
                tokens,
                from,
                layers,
                names,
            } if !names.is_empty() => {
                let n_layers = self.loaded(lane.of)?.model.n_layers;
                let places = self.places(own, tokens)?;
                let mut found: Vec<TapArray> = Vec::new();
                for (at, place) in places.into_iter().enumerate().skip(*from as usize) {
                    found.extend(
                        self.taps
                            .find((place, at as u32), names, layers, n_layers)?,
                    );
                }
                Some(Answer::Taps(found))
            }
            Command::Lens {
                tokens,
                from,
                count,
                watch,
            } => {
                let places = self.places(own, tokens)?.into_iter();
                let places = places.skip(*from as usize).take(*count as usize);
                let column = |place: Place| self.lens.get(&place)?.cells(watch);
                let columns: Option<Vec<Vec<LensCell>>> = places.map(column).collect();
                columns.map(Answer::Lens)
            }
            command => {
                let same = |other: &&Other| other.lane == own && other.command == *command;
                self.others
                    .iter()
                    .find(same)
                    .map(|other| other.answer.clone())
            }
        }
    }

    /// The beginnings of `tokens` in a lane; `None` if not all of them are known.
    fn places(&self, lane: u32, tokens: &[TokenId]) -> Option<Vec<Place>> {
        let texts = self.texts.find(tokens);
        let whole = texts.len() == tokens.len();
        whole.then(|| texts.into_iter().map(|text| (lane, text)).collect())
    }

    /// The logits of the model as it is.
    pub(crate) fn plain_row(&self, tokens: &[TokenId]) -> Option<&Row> {
        let plain = Lane::default();
        let lane = self.lanes.iter().position(|own| *own == plain)?;
        self.row(lane as u32, tokens)
    }

    fn row(&self, lane: u32, tokens: &[TokenId]) -> Option<&Row> {
        self.logits.get(self.places(lane, tokens)?.last()?)
    }
}

fn together(found: &[&Row]) -> Answer {
    let all = found.iter().flat_map(|row| row.logits());
    let all: Vec<f32> = all.collect();
    Answer::Rows {
        bytes: bytemuck::cast_slice(&all).to_vec(),
        rows: found.len() as u32,
        timings: found.first().map(|row| row.timings).unwrap_or_default(),
    }
}
