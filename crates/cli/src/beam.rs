//! `logitscope beam`: searches for the most probable texts, several side by side.

use std::path::PathBuf;

use clap::ValueEnum;
use logitscope_core::TokenId;
use logitscope_core::beam::{BeamOptions, BeamRun, EarlyStopping};
use logitscope_core::chain::Chain;
use logitscope_core::records::{BeamRecord, Models, Text};
use logitscope_core::strategy::Sampling;
use logitscope_model::Session;

use crate::grammar::{GrammarArgs, drive};
use crate::model::ModelArgs;
use crate::{CliError, print, prompt, record};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// The text to continue
    #[arg(long, value_name = "TEXT")]
    prompt: String,
    /// How many texts grow side by side; 1 is greedy
    #[arg(long, value_name = "B", default_value_t = 4)]
    width: u32,
    /// Most tokens to generate
    #[arg(long, value_name = "N", default_value_t = 20)]
    max_tokens: u32,
    /// λ: a finished text of n tokens has the score Σ log p / n^λ
    #[arg(
        long,
        value_name = "λ",
        default_value_t = 1.0,
        allow_negative_numbers = true
    )]
    length_penalty: f64,
    /// When to end while texts still grow
    #[arg(long, default_value = "likely")]
    early_stopping: Stopping,
    /// Stages that act on the log-probabilities, in one line, e.g. `repetition_penalty~1.2`; see docs/sample.md [default: none]
    #[arg(long, value_name = "CHAIN")]
    chain: Option<Chain>,
    #[command(flatten)]
    grammar: GrammarArgs,
    /// Draw the candidates instead of taking the best ones; the number names the dice
    #[arg(long, value_name = "S")]
    seed: Option<u32>,
    /// Draw whole texts without replacement, each with its probability, instead of candidates
    #[arg(long, requires = "seed")]
    stochastic: bool,
    /// Groups that avoid each other's tokens: a divisor of the width
    #[arg(long, value_name = "G", default_value_t = 1)]
    groups: u32,
    /// δ: by how much a group lowers the log-probability of a token for each beam of the groups before it that took it
    #[arg(long, value_name = "δ", default_value_t = 0.5)]
    diversity: f64,
    /// Also end a text at this token; may be given several times
    #[arg(long, value_name = "ID")]
    end: Vec<TokenId>,
    /// Where to write every step: candidates, sums and what became of them (JSON)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// When a search ends; the names of Transformers are `True`, `False` and `"never"`.
#[derive(Clone, Copy, ValueEnum)]
enum Stopping {
    /// Once there are as many finished texts as beams
    Always,
    /// Once the best growing text, at its length of now, is not above the worst finished one
    Likely,
    /// Once it cannot be above it at any length
    Never,
}

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    let mut session = args.model.open().await?;
    prompt::begin(&mut session, &args.prompt)?;
    let record = search(&mut session, args).await?;
    for Text { finished, text } in &record.finished {
        print::line(&format!(
            "{:8.4}  sum {:9.4}  {:3} tokens  {text:?}",
            finished.score,
            finished.sum,
            finished.tokens.len()
        ))?;
    }
    record::write(args.out.as_deref(), &record)
}

async fn search(session: &mut Session, args: &Args) -> Result<BeamRecord, CliError> {
    let run = session.run();
    let (vocab, n_ctx) = (run.vocab().clone(), run.n_ctx());
    let prompt = record::tokens_of(session);
    let mut end_tokens: Vec<TokenId> = [vocab.end_tokens(), args.end.as_slice()].concat();
    end_tokens.sort_unstable();
    end_tokens.dedup();
    let options = BeamOptions {
        width: args.width,
        length_penalty: args.length_penalty,
        early_stopping: match args.early_stopping {
            Stopping::Always => EarlyStopping::Always,
            Stopping::Likely => EarlyStopping::Likely,
            Stopping::Never => EarlyStopping::Never,
        },
        max_tokens: args.max_tokens,
        end_tokens,
        prompt_len: prompt.len() as u32,
        seed: args.seed,
        stochastic: args.stochastic,
        groups: args.groups,
        diversity: args.diversity,
    };
    let chain = record::chain_or_none(args.chain.as_ref(), &args.grammar)?;
    let sampling = Sampling::new(chain, args.seed.unwrap_or_default(), vocab.clone())?;
    let mut beams = BeamRun::new(prompt, sampling, options, n_ctx)?;
    let model = session.lanes_mut().model_info();
    let mut lane = session.lanes_mut().plain()?;
    drive(&mut beams, &mut lane, None, &vocab).await?;
    let models = Models { model, draft: None };
    Ok(BeamRecord::of(&beams, models))
}
