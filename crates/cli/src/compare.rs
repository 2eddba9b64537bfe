//! `logitscope compare`: two to four texts in lockstep, with the same dice.

use std::path::PathBuf;

use logitscope_core::chain::Chain;
use logitscope_core::compare::spelling::LaneSpec;
use logitscope_core::compare::{CompareOptions, CompareStep, Comparison, LaneOptions, Scores};
use logitscope_core::strategy::{Role, Sampling, Strategy};
use logitscope_core::trace::ModelInfo;
use logitscope_core::{Interventions, Settings, TokenId};
use logitscope_model::Session;
use serde::Serialize;

use crate::model::ModelArgs;
use crate::{CliError, print, record};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// The text to continue, of the first lane and of those that name no other
    #[arg(long, value_name = "TEXT")]
    prompt: String,
    /// Another lane, by what is other in it: `write=greedy;model=draft;chain=temperature~1.4;prompt=Once`; one to three times
    #[arg(long, value_name = "LANE", required = true)]
    lane: Vec<LaneSpec>,
    /// The folder of the model that lanes call `draft`; it must have the same tokens
    #[arg(long, value_name = "DIR")]
    draft: Option<PathBuf>,
    /// What is switched off or scaled in the model that lanes call `altered`, e.g. `L3H5,L4M~0.5`
    #[arg(long, value_name = "PARTS")]
    off: Option<Interventions>,
    /// Most tokens to generate
    #[arg(long, value_name = "N", default_value_t = 20)]
    max_tokens: u32,
    /// The sampler chain of the first lane in one line; see docs/sample.md [default: temperature 0.8, top-k 40, top-p 0.95]
    #[arg(long, value_name = "CHAIN")]
    chain: Option<Chain>,
    /// Names the dice of all lanes
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed)]
    seed: u32,
    /// Where to write every step: what each lane chose, the tokens in each, how far apart they are (JSON)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The whole comparison.
#[derive(Serialize)]
struct Record {
    format: &'static str,
    model: ModelInfo,
    draft: Option<ModelInfo>,
    options: CompareOptions,
    seed: u32,
    lanes: Vec<LaneRecord>,
    steps: Vec<CompareStep>,
    /// Σ ln p, `[reader][writer]`.
    scores: Scores,
}

#[derive(Serialize)]
struct LaneRecord {
    spelled: String,
    chain: Chain,
    prompt: Vec<TokenId>,
    tokens: Vec<TokenId>,
    text: String,
    log_prob: f64,
    /// The first step at which it chose another token than the first lane.
    parted: Option<usize>,
}

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    let mut session = args.model.open().await?;
    let mut draft = match &args.draft {
        Some(folder) => Some(args.model.of(folder).open().await?),
        None => None,
    };
    if let Some((draft, folder)) = draft.as_ref().zip(args.draft.as_ref())
        && draft.run().vocab() != session.run().vocab()
    {
        return Err(CliError::OtherTokens {
            draft: folder.display().to_string(),
        });
    }
    let record = compare(&mut session, draft.as_mut(), args).await?;
    for (lane, name) in record.lanes.iter().zip('A'..) {
        let parted = lane
            .parted
            .map_or(String::new(), |at| format!("  parts at {at}"));
        print::line(&format!(
            "{name}  {:9.4}  {:?}{parted}",
            lane.log_prob, lane.text
        ))?;
    }
    record::write(args.out.as_deref(), &record)
}

async fn compare(
    session: &mut Session,
    mut draft: Option<&mut Session>,
    args: &Args,
) -> Result<Record, CliError> {
    let first = LaneSpec::default();
    let specs: Vec<&LaneSpec> = std::iter::once(&first).chain(&args.lane).collect();
    if draft.is_none() && specs.iter().any(|spec| spec.of == Role::Draft) {
        return Err(CliError::NoDraft);
    }
    let vocab = session.run().vocab().clone();
    let own = args.chain.clone().unwrap_or(Settings::default().chain);
    let mut lanes = Vec::new();
    for spec in &specs {
        session.set_prompt(spec.prompt.as_deref().unwrap_or(&args.prompt))?;
        let chain = spec.chain.clone().unwrap_or(own.clone());
        lanes.push(LaneOptions {
            of: spec.of,
            prompt: record::tokens_of(session),
            sampling: Sampling::new(chain, args.seed, vocab.clone())?,
            writing: spec.writing.clone(),
        });
    }
    let n_ctx = session.run().n_ctx();
    let options = CompareOptions {
        max_tokens: args.max_tokens,
        end_tokens: vocab.end_of_text().into_iter().collect(),
        n_ctx: draft.as_ref().map_or(n_ctx, |d| d.run().n_ctx().min(n_ctx)),
    };
    let chains: Vec<Chain> = lanes.iter().map(|l| l.sampling.chain().clone()).collect();
    let mut all = Comparison::new(lanes, options)?;
    let altered = session
        .lanes_mut()
        .open(args.off.clone().unwrap_or_default())?;
    while let Some(ask) = all.ask() {
        let (rows, timings) = match (ask.of(), draft.as_deref_mut()) {
            (Role::Draft, Some(draft)) => draft.lanes_mut().plain()?.answer(&ask).await?,
            (Role::Altered, _) => session.lanes_mut().lane(altered)?.answer(&ask).await?,
            _ => session.lanes_mut().plain()?.answer(&ask).await?,
        };
        all.accept(&rows, timings)?;
    }
    let lane = |(at, spec): (usize, &&LaneSpec)| LaneRecord {
        spelled: spec.to_string(),
        chain: chains[at].clone(),
        prompt: all.prompt(at).to_vec(),
        tokens: all.tokens(at).to_vec(),
        text: vocab.text(all.tokens(at)),
        log_prob: all.log_prob(at),
        parted: all.parted(0, at),
    };
    Ok(Record {
        format: "logitscope-compare-1",
        model: session.lanes_mut().model_info(),
        draft: draft.map(|d| d.lanes_mut().model_info()),
        options: all.options().clone(),
        seed: args.seed,
        lanes: specs.iter().enumerate().map(lane).collect(),
        steps: all.steps().to_vec(),
        scores: all.scores().cloned().unwrap_or_default(),
    })
}
