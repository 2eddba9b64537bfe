//! `logitscope record`: writes a run as a recording, which the page replays without the model, and holds recordings against a model.

use std::path::{Path, PathBuf};

use logitscope_core::TokenId;
use logitscope_core::strategy::Role;
use logitscope_model::Session;
use logitscope_model::lane::PLAIN;
use logitscope_protocol::{Answer, Command, Loaded, ModelId};
use logitscope_recording::{Difference, EXTENSION, Lane, Recording, about, difference};

use crate::generate::{self, RunArgs};
use crate::model::ModelArgs;
use crate::record::tokens_of;
use crate::{CliError, print};

/// How far a logit of a recording may lie from the model's, |a − b| / (1 + |a|): 32 below the highest, 16 bits are off by up to 2⁻⁷.
const LOGITS_TOLERANCE: f64 = 1e-2;
/// The same for any other number: 16 bits are off by 2⁻¹¹ of it, and another processor rounds differently.
const TOLERANCE: f64 = 2e-3;

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Generates text and writes the run with all that the page's flow shows of it
    Run(Box<RunToRecord>),
    /// Asks a model all that recordings know, and compares
    Check(ToCheck),
}

#[derive(clap::Args)]
struct RunToRecord {
    #[command(flatten)]
    run: RunArgs,
    /// Where to write it; the page opens files that end in .logitscope
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Keep only the distribution after the text, and nothing of the model's inside
    #[arg(long)]
    only_the_end: bool,
}

#[derive(clap::Args)]
struct ToCheck {
    #[command(flatten)]
    model: ModelArgs,
    /// The folder or .gguf file of the model that drafted, for recordings of speculative decoding
    #[arg(long, value_name = "MODEL")]
    draft: Option<PathBuf>,
    /// The recordings
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    match &args.what {
        What::Run(args) => record(args).await,
        What::Check(args) => check(args).await,
    }
}

async fn record(args: &RunToRecord) -> Result<(), CliError> {
    let mut session = generate::open(&args.run).await?;
    generate::generate(&mut session, &args.run, |_, _| Ok(())).await?;
    let tokens = tokens_of(&session);
    let mut recording = Recording::new(session.trace()?, describe(&mut session));
    let all = match args.only_the_end {
        false => about(&args.run.prompt, &tokens),
        true => vec![tokenize(&args.run.prompt), evaluate(&tokens)],
    };
    put(&mut session, &mut recording, all).await?;
    if !args.only_the_end {
        let run = session.run();
        let live = run.cursor().and_then(|node| run.sampling(node).ok());
        let lens = recording.lens_about(&tokens, live.map(|sampling| sampling.choice.token));
        put(&mut session, &mut recording, lens).await?;
    }
    let refused = |e| CliError::file(&args.out, e);
    let bytes = recording.to_bytes().map_err(refused)?;
    // What cannot be read again is better found out now.
    Recording::read(&bytes).map_err(refused)?;
    std::fs::write(&args.out, &bytes).map_err(|e| CliError::file(&args.out, e))?;
    print::line(&session.run().text())
}

fn tokenize(text: &str) -> Command {
    let text = text.to_owned();
    Command::Tokenize { text }
}

fn evaluate(tokens: &[TokenId]) -> Command {
    Command::Evaluate {
        tokens: tokens.to_vec(),
        fresh: false,
    }
}

/// Has the model answer, and keeps the answers.
async fn put(
    session: &mut Session,
    recording: &mut Recording,
    all: Vec<Command>,
) -> Result<(), CliError> {
    for command in all {
        let answer = ask(session, PLAIN, command.clone()).await?;
        recording.put(&Lane::default(), &command, answer);
    }
    Ok(())
}

async fn check(args: &ToCheck) -> Result<(), CliError> {
    let mut model = args.model.open().await?;
    let mut draft = args
        .model
        .open_beside(args.draft.as_deref(), &model)
        .await?;
    let mut unlike = 0;
    for file in &args.files {
        let recording = read(file)?;
        let (mut asked, mut skipped) = (0u32, 0u32);
        let (mut logits, mut others) = (0.0f64, 0.0f64);
        for (lane, command) in recording.questions() {
            let session = match lane.of {
                Role::Draft => draft.as_mut(),
                _ => Some(&mut model),
            };
            let (Some(session), Some(kept)) = (session, recording.answer(&lane, &command)) else {
                skipped += 1;
                continue;
            };
            asked += 1;
            let worst = match command {
                Command::Evaluate { .. } => &mut logits,
                _ => &mut others,
            };
            let found = ask_lane(session, &lane, command).await?;
            *worst = worst.max(match difference(&kept, &found) {
                Difference::Numbers(apart) => apart,
                Difference::Kind => f64::INFINITY,
            });
        }
        unlike += u32::from(logits > LOGITS_TOLERANCE || others > TOLERANCE);
        let skipped = match skipped {
            0 => String::new(),
            n => format!(", {n} of the draft not asked (--draft)"),
        };
        let file = file.display();
        print::line(&format!(
            "{file}: {asked} answers, worst difference {logits:.1e} (logits), {others:.1e} (others){skipped}"
        ))?;
    }
    match unlike {
        0 => Ok(()),
        files => Err(CliError::Unlike { files }),
    }
}

/// Reads a recording.
fn read(file: &Path) -> Result<Recording, CliError> {
    if file.extension().is_none_or(|own| own != EXTENSION) {
        let name = file.display();
        eprintln!("note: the page opens files that end in .{EXTENSION}, which {name} does not");
    }
    let bytes = std::fs::read(file).map_err(|e| CliError::file(file, e))?;
    Recording::read(&bytes).map_err(|e| CliError::file(file, e))
}

/// Asks in a lane of its own, if it is not the model as it is.
async fn ask_lane(
    session: &mut Session,
    lane: &Lane,
    command: Command,
) -> Result<Answer, CliError> {
    if lane.interventions.is_empty() {
        return ask(session, PLAIN, command).await;
    }
    let number = session.lanes_mut().open(lane.interventions.clone())?;
    let answer = ask(session, number, command).await;
    session.lanes_mut().close(number)?;
    answer
}

async fn ask(session: &mut Session, lane: u32, command: Command) -> Result<Answer, CliError> {
    let (lanes, tokenizer) = session.parts_mut();
    let mut lane = lanes.lane(lane)?;
    Ok(logitscope_engine::run(&mut lane, tokenizer, command).await?)
}

/// The session's model, as the page knows one that is loaded.
fn describe(session: &mut Session) -> Loaded {
    let (lanes, tokenizer) = session.parts_mut();
    logitscope_engine::describe(ModelId(0), lanes, tokenizer)
}
