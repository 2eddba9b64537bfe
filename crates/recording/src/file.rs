//! The file of a recording: a `.safetensors` with the arrays, and everything else as JSON in its metadata.

use std::collections::HashMap;

use bytemuck::{Pod, cast_slice, pod_collect_to_vec};
use half::f16;
use logitscope_core::strategy::Role;
use logitscope_core::trace::ModelInfo;
use logitscope_core::{Timings, Trace, Vocab};
use logitscope_protocol::{Answer, Command, Loaded, Score, TokenPiece, words};
use logitscope_words::error::RecordingFault;
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView};
use serde::{Deserialize, Serialize};

use crate::Lane;
use crate::lens::Readings;
use crate::logits::{EXACT, Row};
use crate::recording::{Other, Recording};
use crate::taps::{Place, Tap, Taps, size};
use crate::texts::Texts;

/// How the name of such a file ends.
pub const EXTENSION: &str = "logitscope";
/// What the metadata say that it is.
pub const FORMAT: &str = "logitscope-recording";
/// The version that is written, and read.
pub const VERSION: u32 = 1;

/// The most layers, heads or positions that a model of a recording may claim: the page makes room for each.
const MOST_PARTS: u32 = 1 << 10;
/// The same for positions.
const MOST_POSITIONS: u32 = 1 << 20;
/// The values of one intermediate's line in `taps.at`.
const TAP: usize = 7;

/// What is not in arrays.
#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    generator: String,
    /// Without the bytes of its vocabulary, which is an array.
    models: Vec<(Role, Loaded)>,
    lanes: Vec<Lane>,
    pieces: Vec<(String, Vec<TokenPiece>)>,
    scores: Vec<(Place, Score)>,
    /// What each row of logits took.
    timings: Vec<Timings>,
    /// The names of intermediates.
    names: Vec<String>,
    /// Their shapes.
    shapes: Vec<Vec<u32>>,
    lens: Vec<(Place, Readings)>,
    others: Vec<OtherHead>,
    /// The run, in the format of traces.
    trace: serde_json::Value,
}

/// Just so much of the head that another version can be told from no recording.
#[derive(Deserialize)]
struct Kind {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u32,
}

/// An answer of another kind; its numbers are in an array.
#[derive(Serialize, Deserialize)]
struct OtherHead {
    lane: u32,
    command: Command,
    answer: Answer,
    /// Where its bytes lie in `others.bytes`.
    bytes: (u32, u32),
}

fn part(name: &str) -> RecordingFault {
    RecordingFault::Part { name: name.into() }
}

impl Recording {
    /// The file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, RecordingFault> {
        let unwritten = |why: String| RecordingFault::Write { why };
        let mut arrays = Arrays::default();
        let (tokens, before) = self.texts.parts();
        arrays.add("texts.token", Dtype::U32, &[tokens.len()], &tokens);
        arrays.add("texts.before", Dtype::U32, &[before.len()], &before);
        if let Some(model) = self.loaded(Role::Model) {
            let (bytes, ends) = (&model.vocab_bytes, &model.vocab_ends);
            arrays.add("vocab.bytes", Dtype::U8, &[bytes.len()], bytes);
            arrays.add("vocab.ends", Dtype::U32, &[ends.len() / 4], ends);
        }
        let timings = self.write_logits(&mut arrays);
        let shapes = self.write_taps(&mut arrays);
        let others = self.write_others(&mut arrays);
        let bare = |loaded: &Loaded| Loaded {
            vocab_bytes: Vec::new(),
            vocab_ends: Vec::new(),
            // Where it ran is nobody else's business.
            server: None,
            chain: None,
            chat: None,
            ..loaded.clone()
        };
        let json = |e: serde_json::Error| unwritten(e.to_string());
        let head = Head {
            trace: serde_json::to_value(&self.trace).map_err(json)?,
            format: FORMAT.into(),
            version: VERSION,
            generator: concat!("logitscope ", env!("CARGO_PKG_VERSION")).into(),
            models: self
                .models
                .iter()
                .map(|(of, loaded)| (*of, bare(loaded)))
                .collect(),
            lanes: self.lanes.clone(),
            pieces: self.pieces.clone().into_iter().collect(),
            scores: ordered(&self.scores),
            timings,
            names: self.taps.names.clone(),
            shapes,
            lens: ordered(&self.lens),
            others,
        };
        // A second entry would come before it or after it, by chance.
        let about = HashMap::from([(
            "recording".to_owned(),
            serde_json::to_string(&head).map_err(json)?,
        )]);
        let views = arrays.views().map_err(|e| unwritten(e.to_string()))?;
        safetensors::serialize(views, Some(about)).map_err(|e| unwritten(e.to_string()))
    }

    fn write_logits(&self, arrays: &mut Arrays) -> Vec<Timings> {
        let rows = ordered(&self.logits);
        let count = rows.len();
        let d_vocab = rows.first().map_or(0, |(_, row)| row.above.len());
        let exact = EXACT.min(d_vocab);
        let places: Vec<[u32; 2]> = rows
            .iter()
            .map(|((lane, text), _)| [*lane, *text])
            .collect();
        let highest: Vec<f32> = rows.iter().map(|(_, row)| row.highest).collect();
        let above: Vec<f16> = rows
            .iter()
            .flat_map(|(_, row)| row.above.iter().copied())
            .collect();
        let (top, logits): (Vec<u32>, Vec<f32>) = rows
            .iter()
            .flat_map(|(_, row)| row.exact.iter().copied())
            .unzip();
        arrays.add("logits.at", Dtype::U32, &[count, 2], places.as_flattened());
        arrays.add("logits.highest", Dtype::F32, &[count], &highest);
        arrays.add("logits.above", Dtype::F16, &[count, d_vocab], &above);
        arrays.add("logits.top", Dtype::U32, &[count, exact], &top);
        arrays.add("logits.exact", Dtype::F32, &[count, exact], &logits);
        rows.iter().map(|(_, row)| row.timings).collect()
    }

    fn write_taps(&self, arrays: &mut Arrays) -> Vec<Vec<u32>> {
        let mut shapes: Vec<Vec<u32>> = Vec::new();
        let mut lines: Vec<[u32; TAP]> = Vec::new();
        for ((lane, text), taps) in ordered(&self.taps.all) {
            for tap in taps {
                let shape = shapes
                    .iter()
                    .position(|own| *own == tap.shape)
                    .unwrap_or_else(|| {
                        shapes.push(tap.shape.clone());
                        shapes.len() - 1
                    });
                let layer = tap.layer.map_or(0, |layer| layer + 1);
                let full = tap.full.into();
                lines.push([lane, text, tap.name, layer, shape as u32, tap.start, full]);
            }
        }
        let (half, full) = (&self.taps.half, &self.taps.full);
        arrays.add(
            "taps.at",
            Dtype::U32,
            &[lines.len(), TAP],
            lines.as_flattened(),
        );
        arrays.add("taps.half", Dtype::F16, &[half.len()], half);
        arrays.add("taps.full", Dtype::F32, &[full.len()], full);
        shapes
    }

    fn write_others(&self, arrays: &mut Arrays) -> Vec<OtherHead> {
        let mut all: Vec<u8> = Vec::new();
        let mut heads = Vec::new();
        for other in &self.others {
            let mut answer = other.answer.clone();
            let bytes = numbers(&mut answer).map(std::mem::take).unwrap_or_default();
            heads.push(OtherHead {
                lane: other.lane,
                command: other.command.clone(),
                answer,
                bytes: (all.len() as u32, bytes.len() as u32),
            });
            all.extend(bytes);
        }
        arrays.add("others.bytes", Dtype::U8, &[all.len()], &all);
        heads
    }

    /// Reads a file. Whatever does not fit together is refused, so that nothing which replays it needs to ask again.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordingFault> {
        let unreadable =
            |e: safetensors::SafeTensorError| RecordingFault::File { why: e.to_string() };
        let (_, about) = SafeTensors::read_metadata(bytes).map_err(unreadable)?;
        let file = SafeTensors::deserialize(bytes).map_err(unreadable)?;
        let about = about.metadata().as_ref();
        let head = about
            .and_then(|about| about.get("recording"))
            .ok_or(RecordingFault::Format)?;
        let kind: Kind = serde_json::from_str(head).map_err(|_| RecordingFault::Format)?;
        if kind.format != FORMAT {
            return Err(RecordingFault::Format);
        }
        if kind.version != VERSION {
            return Err(RecordingFault::Version {
                found: kind.version,
                newest: VERSION,
            });
        }
        let head: Head = serde_json::from_str(head).map_err(|e| part(&e.to_string()))?;
        let trace = Trace::from_json(&head.trace.to_string()).map_err(|e| part(&e.to_string()))?;
        Reader { file, head }.read(trace)
    }
}

/// The places in order, so that a file is the same whenever the recording is.
fn ordered<T: Clone>(all: &HashMap<Place, T>) -> Vec<(Place, T)> {
    let mut all: Vec<(Place, T)> = all
        .iter()
        .map(|(place, own)| (*place, own.clone()))
        .collect();
    all.sort_unstable_by_key(|(place, _)| *place);
    all
}

/// The numbers of an answer that has some as bytes.
fn numbers(answer: &mut Answer) -> Option<&mut Vec<u8>> {
    match answer {
        Answer::Rows { bytes, .. }
        | Answer::Logits { bytes, .. }
        | Answer::Column { weights: bytes, .. } => Some(bytes),
        _ => None,
    }
}

/// Arrays by name.
#[derive(Default)]
struct Arrays(Vec<(&'static str, Dtype, Vec<usize>, Vec<u8>)>);

impl Arrays {
    fn add<T: bytemuck::NoUninit>(
        &mut self,
        name: &'static str,
        dtype: Dtype,
        shape: &[usize],
        values: &[T],
    ) {
        self.0
            .push((name, dtype, shape.to_vec(), cast_slice(values).to_vec()));
    }

    fn views(&self) -> Result<Vec<(&'static str, TensorView<'_>)>, safetensors::SafeTensorError> {
        let mut all = Vec::new();
        for (name, dtype, shape, bytes) in &self.0 {
            all.push((*name, TensorView::new(*dtype, shape.clone(), bytes)?));
        }
        Ok(all)
    }
}

/// Puts a recording together again.
struct Reader<'a> {
    file: SafeTensors<'a>,
    head: Head,
}

impl Reader<'_> {
    /// The array of this name, and its shape.
    fn array<T: Pod>(
        &self,
        name: &str,
        dtype: Dtype,
    ) -> Result<(Vec<T>, Vec<usize>), RecordingFault> {
        let found = self.file.tensor(name).map_err(|_| part(name))?;
        match found.dtype() == dtype {
            true => Ok((pod_collect_to_vec(found.data()), found.shape().to_vec())),
            false => Err(part(name)),
        }
    }

    fn read(self, trace: Trace) -> Result<Recording, RecordingFault> {
        let models = self.models()?;
        let model = &models.first().ok_or_else(|| part("models"))?.1.model;
        let (d_vocab, n_layers) = (model.d_vocab as usize, model.n_layers);
        let (tokens, _) = self.array("texts.token", Dtype::U32)?;
        let (before, _) = self.array("texts.before", Dtype::U32)?;
        let texts = Texts::from_parts(&tokens, &before, d_vocab).ok_or_else(|| part("texts"))?;
        let (lanes, count) = (self.head.lanes.len(), texts.len());
        let known = |(lane, text): Place| (lane as usize) < lanes && (text as usize) < count;
        let logits = self.logits(d_vocab, &known)?;
        let taps = self.taps(&known)?;
        let others = self.others()?;
        let Head {
            lanes,
            pieces,
            scores,
            lens,
            ..
        } = self.head;
        if !scores.iter().all(|(place, _)| known(*place)) {
            return Err(part("scores"));
        }
        let roles = |lane: u32| lanes.get(lane as usize).map(|lane| lane.of);
        let layers = |lane: u32| {
            let own = models.iter().find(|(of, _)| Some(*of) == roles(lane));
            own.map_or(n_layers, |(_, loaded)| loaded.model.n_layers)
        };
        if !lens
            .iter()
            .all(|(place, own)| known(*place) && own.fits(d_vocab, layers(place.0)))
        {
            return Err(part("lens"));
        }
        let within = |(text, pieces): &(String, Vec<TokenPiece>)| {
            let edges = |piece: &TokenPiece| {
                piece.start <= piece.end
                    && (piece.token as usize) < d_vocab
                    && piece.end as usize <= text.len()
            };
            pieces.iter().all(edges)
        };
        if !pieces.iter().all(within) {
            return Err(part("pieces"));
        }
        let other_lanes = others
            .iter()
            .all(|other: &Other| (other.lane as usize) < lanes.len());
        if !other_lanes {
            return Err(part("others"));
        }
        Ok(Recording {
            trace,
            models,
            lanes,
            texts,
            pieces: pieces.into_iter().collect(),
            scores: scores.into_iter().collect(),
            logits,
            taps,
            lens: lens.into_iter().collect(),
            others,
        })
    }

    /// The models, with their vocabulary.
    fn models(&self) -> Result<Vec<(Role, Loaded)>, RecordingFault> {
        let (bytes, _) = self.array::<u8>("vocab.bytes", Dtype::U8)?;
        let (ends, _) = self.array::<u32>("vocab.ends", Dtype::U32)?;
        let all = self.head.models.iter().map(|(of, loaded)| {
            let loaded = Loaded {
                vocab_bytes: bytes.clone(),
                vocab_ends: cast_slice(&ends).to_vec(),
                chain: None,
                chat: None,
                ..loaded.clone()
            };
            (*of, loaded)
        });
        let all: Vec<(Role, Loaded)> = all.collect();
        let roles: Vec<Role> = all.iter().map(|(of, _)| *of).collect();
        if !matches!(roles.as_slice(), [Role::Model] | [Role::Model, Role::Draft]) {
            return Err(part("models"));
        }
        for (_, loaded) in &all {
            let vocab = Vocab::from_parts(
                bytes.clone(),
                words(&loaded.vocab_ends),
                loaded.end_tokens(),
            );
            let tokens = vocab.map_err(|_| part("vocab.ends"))?.len();
            let mut ends = loaded.end_tokens();
            let known = ends.all(|token| (token as usize) < tokens);
            if !known || !is_possible(&loaded.model) || loaded.model.d_vocab as usize != tokens {
                return Err(part("models"));
            }
        }
        Ok(all)
    }

    fn logits(
        &self,
        d_vocab: usize,
        known: &dyn Fn(Place) -> bool,
    ) -> Result<HashMap<Place, Row>, RecordingFault> {
        let (places, _) = self.array::<u32>("logits.at", Dtype::U32)?;
        let (places, _) = places.as_chunks::<2>();
        let (highest, _) = self.array::<f32>("logits.highest", Dtype::F32)?;
        let (above, _) = self.array::<f16>("logits.above", Dtype::F16)?;
        let (top, shape) = self.array::<u32>("logits.top", Dtype::U32)?;
        let (logits, _) = self.array::<f32>("logits.exact", Dtype::F32)?;
        let count = places.len();
        let exact = shape.get(1).copied().unwrap_or_default();
        let fits = highest.len() == count
            && self.head.timings.len() == count
            && Some(above.len()) == count.checked_mul(d_vocab)
            && Some(top.len()) == count.checked_mul(exact)
            && logits.len() == top.len()
            && exact <= d_vocab
            && places.iter().all(|[lane, text]| known((*lane, *text)))
            && top.iter().all(|token| (*token as usize) < d_vocab);
        if !fits {
            return Err(part("logits"));
        }
        let row = |at: usize| Row {
            highest: highest[at],
            above: above[at * d_vocab..(at + 1) * d_vocab].to_vec(),
            exact: (at * exact..(at + 1) * exact)
                .map(|own| (top[own], logits[own]))
                .collect(),
            timings: self.head.timings[at],
        };
        let all = places
            .iter()
            .enumerate()
            .map(|(at, [lane, text])| ((*lane, *text), row(at)));
        Ok(all.collect())
    }

    fn taps(&self, known: &dyn Fn(Place) -> bool) -> Result<Taps, RecordingFault> {
        let (lines, _) = self.array::<u32>("taps.at", Dtype::U32)?;
        let (lines, _) = lines.as_chunks::<TAP>();
        let (half, _) = self.array::<f16>("taps.half", Dtype::F16)?;
        let (full, _) = self.array::<f32>("taps.full", Dtype::F32)?;
        let mut taps = Taps::default();
        (taps.names, taps.half, taps.full) = (self.head.names.clone(), half, full);
        for &[lane, text, name, layer, shape, start, full] in lines {
            let shape = self.head.shapes.get(shape as usize);
            let shape = shape.ok_or_else(|| part("taps.at"))?.clone();
            let room = if full == 0 {
                taps.half.len()
            } else {
                taps.full.len()
            };
            let end = size(&shape).and_then(|len| len.checked_add(start as usize));
            let inside = end.is_some_and(|end| end <= room);
            if !inside || !known((lane, text)) || name as usize >= taps.names.len() {
                return Err(part("taps.at"));
            }
            taps.all.entry((lane, text)).or_default().push(Tap {
                name,
                layer: layer.checked_sub(1),
                shape,
                start,
                full: full != 0,
            });
        }
        Ok(taps)
    }

    fn others(&self) -> Result<Vec<Other>, RecordingFault> {
        let (all, _) = self.array::<u8>("others.bytes", Dtype::U8)?;
        let one = |head: &OtherHead| {
            let (start, len) = (head.bytes.0 as usize, head.bytes.1 as usize);
            let own = all.get(start..start.checked_add(len)?)?;
            let mut answer = head.answer.clone();
            if let Some(bytes) = numbers(&mut answer) {
                *bytes = own.to_vec();
            }
            Some(Other {
                lane: head.lane,
                command: head.command.clone(),
                answer,
            })
        };
        let found: Option<Vec<Other>> = self.head.others.iter().map(one).collect();
        found.ok_or_else(|| part("others"))
    }
}

/// Whether the page can make room for such a model.
fn is_possible(model: &ModelInfo) -> bool {
    let parts = |n: u32| (1..=MOST_PARTS).contains(&n);
    parts(model.n_layers)
        && parts(model.n_heads)
        && model
            .n_kv_heads
            .is_none_or(|n| parts(n) && n <= model.n_heads)
        && (1..=MOST_POSITIONS).contains(&model.n_ctx)
        && [model.d_model, model.d_head, model.d_mlp]
            .iter()
            .all(|n| (1..=MOST_POSITIONS).contains(n))
}
