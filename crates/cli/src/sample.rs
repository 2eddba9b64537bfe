//! `logitscope sample`: runs a sampler chain on given logits and prints every stage, so that anyone can check it.

use std::path::{Path, PathBuf};

use logitscope_core::chain::{Candidate, Chain, ChainContext, Mirostat, StageRecord};
use logitscope_core::dice::Stream;
use logitscope_core::excerpt::{excerpt, json_error};
use logitscope_core::{CoreError, Distribution, Draw, TokenId, Vocab};
use safetensors::{Dtype, SafeTensors};
use serde::{Deserialize, Serialize};

use crate::{CliError, print};

#[derive(clap::Args)]
pub struct Args {
    /// The logits: a JSON array (null is −∞), or a .safetensors such as `logitscope trace --logits full` writes
    #[arg(long, value_name = "FILE")]
    logits: PathBuf,
    /// The tensor's name in a .safetensors, e.g. logits.4 [default: logits]
    #[arg(long, value_name = "NAME")]
    tensor: Option<String>,
    /// Which row of a tensor with several, from 0; the last one by default
    #[arg(long, value_name = "N")]
    row: Option<usize>,
    /// The chain and what it needs, as JSON: see docs/sample.md
    #[arg(long, value_name = "FILE")]
    settings: PathBuf,
    /// How many of the remaining candidates to print; 0 prints all
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
}

/// What the settings file holds.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    chain: Chain,
    seed: u32,
    position: u32,
    roll: u32,
    /// The tokens so far, for samplers that look at them.
    past: Vec<TokenId>,
    /// Mirostat's μ before this step, in bits; 2τ by default.
    mu: Option<f64>,
    /// Tokens to follow through every stage.
    watch: Vec<TokenId>,
}

impl Settings {
    /// Checks that every token that is named is one of `d_vocab`.
    fn check_tokens(&self, d_vocab: usize) -> Result<(), CoreError> {
        let chain = self.chain.stages().iter().flat_map(|s| s.sampler.tokens());
        let lists = self.past.iter().chain(&self.watch).copied();
        match lists.chain(chain).find(|&token| token as usize >= d_vocab) {
            Some(token) => Err(CoreError::UnknownToken { token, d_vocab }),
            None => Ok(()),
        }
    }
}

/// What is printed.
#[derive(Serialize)]
struct Report {
    stages: Vec<StageRecord>,
    /// How many candidates are left.
    left: usize,
    entropy_bits: f64,
    candidates: Vec<Row>,
    draw: Draw,
    chosen: Chosen,
}

#[derive(Serialize)]
struct Row {
    token: TokenId,
    logit: f64,
    prob: f64,
}

#[derive(Serialize)]
struct Chosen {
    token: TokenId,
    prob: f64,
    low: f64,
    high: f64,
}

impl From<&Candidate> for Row {
    fn from(candidate: &Candidate) -> Self {
        Row {
            token: candidate.token,
            logit: candidate.logit,
            prob: candidate.prob,
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), CliError> {
    let input = input(args)?;
    let distribution = Distribution::new(&input.logits).map_err(|e| unusable(args, &input, e))?;
    let settings: Settings = serde_json::from_slice(&read(&args.settings)?)
        .map_err(|e| CliError::file(&args.settings, json_error(&e)))?;
    settings.chain.check()?;
    settings.check_tokens(distribution.len())?;
    let draw = |stream| Draw::new(settings.seed, settings.position, stream, settings.roll);
    if settings.chain.grammars().next().is_some() {
        return Err(CliError::GrammarWithoutModel);
    }
    let past = ChainContext {
        masks: &[],
        tokens: &settings.past,
        vocab: input.vocab.as_ref(),
        u_xtc: draw(Stream::Xtc).u,
        mirostat: settings.mu.map(|mu| Mirostat { mu }),
    };
    let traced = settings.chain.trace(&distribution, &past, &settings.watch);
    let (left, stages) = traced?;
    let draw = draw(Stream::Token);
    let (chosen, low, high) = left.choose(&draw).ok_or(CoreError::NoCandidates)?;
    let shown = if args.top == 0 { left.len() } else { args.top };
    let report = Report {
        stages,
        left: left.len(),
        entropy_bits: left.entropy_bits().middle(),
        candidates: left.list().iter().take(shown).map(Row::from).collect(),
        draw,
        chosen: Chosen {
            token: chosen.token,
            prob: chosen.prob,
            low,
            high,
        },
    };
    let json =
        serde_json::to_string_pretty(&report).map_err(|e| CliError::file(&args.settings, e))?;
    print::line(&json)
}

fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    std::fs::read(path).map_err(|e| CliError::file(path, e))
}

/// Logits, `[d_vocab]`, where in the file they stand, and the texts of the tokens where the file has them.
struct Input {
    logits: Vec<f32>,
    /// E.g. "row 3 of logits: "; nothing where there is one place only.
    place: String,
    vocab: Option<Vocab>,
}

/// What is wrong with the logits, said of the file that they come from.
fn unusable(args: &Args, input: &Input, error: CoreError) -> CliError {
    let place = &input.place;
    let detail = match error {
        CoreError::BadLogit { token, value } => {
            format!("{place}the logit of token {token} is {value}; it must be a number or −∞")
        }
        CoreError::NoCandidates => {
            format!("{place}there are no usable logits, so there is no token to choose")
        }
        other => return other.into(),
    };
    CliError::file(&args.logits, detail)
}

fn input(args: &Args) -> Result<Input, CliError> {
    let bytes = read(&args.logits)?;
    let error = |detail: String| CliError::file(&args.logits, detail);
    let end = args.logits.extension();
    if end.is_some_and(|end| end == "safetensors") {
        return tensor(args, &bytes);
    }
    if args.tensor.is_some() || args.row.is_some() {
        let what = "--tensor and --row choose from a .safetensors; this file is read as one JSON array of logits";
        return Err(error(what.into()));
    }
    let numbers: Vec<Option<f32>> = serde_json::from_slice(&bytes)
        .map_err(|e| error(format!("not an array of numbers: {}", json_error(&e))))?;
    let logits = numbers.into_iter().map(|z| z.unwrap_or(f32::NEG_INFINITY));
    Ok(Input {
        logits: logits.collect(),
        place: String::new(),
        vocab: None,
    })
}

/// The logits in a .safetensors.
fn tensor(args: &Args, bytes: &[u8]) -> Result<Input, CliError> {
    let error = |detail: String| CliError::file(&args.logits, detail);
    let file = SafeTensors::deserialize(bytes).map_err(|e| CliError::damaged(&args.logits, e))?;
    let name = args.tensor.as_deref().unwrap_or("logits");
    let tensor = file.tensor(name).map_err(|_| {
        let names = file.names().join(", ");
        error(format!(
            "it has no tensor {name}; name one with --tensor: {}",
            excerpt(&names)
        ))
    })?;
    if tensor.dtype() != Dtype::F32 {
        let found = tensor.dtype();
        return Err(error(format!("{name} is {found:?}: store it as F32")));
    }
    let values = numbers(tensor.data(), f32::from_le_bytes);
    let d_vocab = tensor.shape().last().copied().unwrap_or(0).max(1);
    let rows = values.len() / d_vocab;
    let row = args.row.unwrap_or(rows.saturating_sub(1));
    let logits = values
        .chunks(d_vocab)
        .nth(row)
        .ok_or_else(|| error(format!("{name} has {rows} rows, so there is no row {row}")))?;
    let vocab = match (file.tensor("vocab.bytes"), file.tensor("vocab.ends")) {
        (Ok(bytes), Ok(ends)) => {
            let ends = numbers(ends.data(), u32::from_le_bytes);
            Some(Vocab::from_parts(bytes.data().to_vec(), ends, None)?)
        }
        _ => None,
    };
    Ok(Input {
        logits: logits.to_vec(),
        place: format!("row {row} of {name}: "),
        vocab,
    })
}

fn numbers<T>(bytes: &[u8], read: impl Fn([u8; 4]) -> T) -> Vec<T> {
    let (numbers, _) = bytes.as_chunks::<4>();
    numbers.iter().map(|&bytes| read(bytes)).collect()
}
