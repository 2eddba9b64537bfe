//! The `logitscope` command: the page's engine, without the page.

mod arrays;
mod beam;
mod bench;
mod chat;
mod compare;
mod endpoint;
mod explore;
mod generate;
mod grammar;
mod guide;
mod lesson;
mod model;
mod price;
mod print;
mod probe;
mod prompt;
mod random;
mod record;
mod recording;
mod sample;
mod speculate;
mod trace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use logitscope_core::excerpt;

/// Runs a language model and shows how it chooses every token.
#[derive(Parser)]
#[command(name = "logitscope", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Generates text and writes the whole run as trace format 2 (docs/trace.md).
    Trace(trace::Args),
    /// Records a run as a file that the page replays without the model (docs/recording.md), or checks recordings
    Record(recording::Args),
    /// Asks a server what it can give: its models, and how much of each step it lists (docs/endpoints.md)
    Probe(probe::Args),
    /// Runs a sampler chain on given logits and prints every stage as JSON
    Sample(sample::Args),
    /// Searches for the most probable texts, several side by side
    Beam(beam::Args),
    /// Follows the most probable ways on, as a tree
    Explore(explore::Args),
    /// Has a small model draft tokens that the model itself keeps or replaces
    Speculate(speculate::Args),
    /// Writes a text by a score that weighs the model against a smaller one, another prompt, an earlier layer or the text so far
    Guide(guide::Args),
    /// Writes two to four texts in lockstep, with the same dice
    Compare(compare::Args),
    /// Compares a model with its smaller self, whose weights have fewer bits, token by token of a text (docs/models.md)
    Price(price::Args),
    /// Reads lessons (docs/lessons.md) and names every mistake with its line
    Lesson(lesson::Args),
    /// Measures prefill and decode on this machine, and the share of the adapter's bandwidth
    Bench(bench::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Trace(args) => pollster::block_on(trace::run(&args)),
        Command::Record(args) => pollster::block_on(recording::run(&args)),
        Command::Probe(args) => pollster::block_on(probe::run(&args)),
        Command::Sample(args) => sample::run(&args),
        Command::Beam(args) => pollster::block_on(beam::run(&args)),
        Command::Explore(args) => pollster::block_on(explore::run(&args)),
        Command::Speculate(args) => pollster::block_on(speculate::run(&args)),
        Command::Guide(args) => pollster::block_on(guide::run(&args)),
        Command::Compare(args) => pollster::block_on(compare::run(&args)),
        Command::Price(args) => pollster::block_on(price::run(&args)),
        Command::Lesson(args) => lesson::run(&args),
        Command::Bench(args) => pollster::block_on(bench::run(&args)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("logitscope: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Enough for the names of all samplers.
const LONGEST_DETAIL_BYTES: usize = 800;

/// What can go wrong, in words.
#[derive(Debug, thiserror::Error)]
enum CliError {
    /// The model, the run or the sampler refuses.
    #[error(transparent)]
    Model(#[from] logitscope_model::ModelError),
    /// The same, from the core.
    #[error(transparent)]
    Core(#[from] logitscope_core::CoreError),
    /// A server gives no step.
    #[error(transparent)]
    Endpoint(#[from] logitscope_core::error::EndpointFault),
    /// `--chat` with a model that has no template.
    #[error(
        "this model has no chat template: leave out --chat, or add its tokenizer_config.json or chat_template.jinja to the folder"
    )]
    NoChat,
    /// A chat template gives no text.
    #[error(transparent)]
    Template(#[from] logitscope_template::TemplateError),
    /// `--backend gpu` where there is none.
    #[error("there is no GPU adapter; use --backend cpu, or install a Vulkan driver")]
    NoGpu,
    /// `--kernels subgroup` where there are none.
    #[error("this adapter has no subgroups, or of several sizes; use --kernels workgroup")]
    NoSubgroups,
    /// `--shape` says nothing that can be built.
    #[error(
        "the shape {0:?} is none of gpt2s, 0.5b, 1b, nor LAYERSxWIDTHxHEADSxVOCABULARY such as 4x256x4x4096"
    )]
    Shape(String),
    /// The two models of `speculate` do not read the same tokens.
    #[error("{draft} has other tokens than the model: a draft must have the same tokenizer")]
    OtherTokens {
        /// The folder of the draft.
        draft: String,
    },
    /// `sample` has logits and no vocabulary.
    #[error("a grammar needs the texts of the tokens: use `logitscope trace` with a model")]
    GrammarWithoutModel,
    /// Files of lessons have mistakes, which were said.
    #[error("{mistakes} mistakes")]
    Lesson {
        /// How many.
        mistakes: usize,
    },
    /// Recordings say something else than the model.
    #[error("{files} recordings say something else than this model")]
    Unlike {
        /// How many.
        files: u32,
    },
    /// `price` has nothing to compare.
    #[error(
        "both models keep their weights in {0}: choose another with --precision, such as --precision q8"
    )]
    SamePrecision(&'static str),
    /// `--model` names nothing.
    #[error(
        "there is nothing at {0}: --model takes a folder with a model's files, or a .gguf file"
    )]
    Nowhere(String),
    /// `--model` names a folder that lacks files.
    #[error(
        "{folder} has no {}: a model's folder has config.json, tokenizer.json and model.safetensors (or its parts with their index)",
        missing.join(", no ")
    )]
    Lacks {
        /// The folder.
        folder: String,
        /// The names of the files.
        missing: Vec<&'static str>,
    },
    /// A lane of `compare` names a model that was not given.
    #[error("a lane has model=draft: say with --draft which folder that is")]
    NoDraft,
    /// A file cannot be read or written.
    #[error("{path}: {detail}")]
    File {
        /// Which file.
        path: String,
        /// What the system said.
        detail: String,
    },
}

impl CliError {
    /// A file whose contents are not what they should be; `detail` may quote them, between backticks or anywhere.
    fn damaged(path: &std::path::Path, detail: impl ToString) -> Self {
        let detail = detail.to_string();
        let parts: Vec<String> = detail.split('`').map(excerpt).collect();
        let shorter = parts.join("`");
        // The list of the names that were expected is worth its room; what a file says is not.
        if shorter.len() <= LONGEST_DETAIL_BYTES {
            Self::file(path, shorter)
        } else {
            Self::file(path, excerpt(&detail))
        }
    }

    fn file(path: &std::path::Path, detail: impl ToString) -> Self {
        CliError::File {
            path: path.display().to_string(),
            detail: detail.to_string(),
        }
    }
}
