//! `logitscope compare`: two to four texts in lockstep, with the same dice.

use std::path::PathBuf;

use logitscope_core::chain::Chain;
use logitscope_core::compare::spelling::LaneSpec;
use logitscope_core::compare::{CompareOptions, Comparison, LaneOptions};
use logitscope_core::records::{CompareRecord, Models};
use logitscope_core::strategy::{Ask, Role, Sampling, Strategy};
use logitscope_core::{Interventions, Settings, Timings};
use logitscope_model::Session;

use crate::grammar::{GrammarArgs, Masks};
use crate::model::ModelArgs;
use crate::{CliError, print, prompt, record};

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
    /// The folder or .gguf file of the model that lanes call `draft`; it must have the same tokens
    #[arg(long, value_name = "MODEL")]
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
    #[command(flatten)]
    grammar: GrammarArgs,
    /// Names the dice of all lanes
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed)]
    seed: u32,
    /// Where to write every step: what each lane chose, the tokens in each, how far apart they are (JSON)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    let mut session = args.model.open().await?;
    let mut draft = args
        .model
        .open_beside(args.draft.as_deref(), &session)
        .await?;
    let record = compare(&mut session, draft.as_mut(), args).await?;
    for (lane, name) in record.lanes.iter().zip('A'..) {
        let parted = lane
            .parted
            .map_or(String::new(), |at| format!("  parts at {at}"));
        print::line(&format!(
            "{name}  {:9.4}  {:?}{parted}",
            lane.log_prob, lane.found.text
        ))?;
    }
    record::write(args.out.as_deref(), &record)
}

async fn compare(
    session: &mut Session,
    mut draft: Option<&mut Session>,
    args: &Args,
) -> Result<CompareRecord, CliError> {
    let first = LaneSpec::default();
    let specs: Vec<LaneSpec> = std::iter::once(first)
        .chain(args.lane.iter().cloned())
        .collect();
    if draft.is_none() && specs.iter().any(|spec| spec.of == Role::Draft) {
        return Err(CliError::NoDraft);
    }
    let vocab = session.run().vocab().clone();
    let mut own = args.chain.clone().unwrap_or(Settings::default().chain);
    args.grammar.set_in(&mut own);
    let mut lanes = Vec::new();
    for spec in &specs {
        prompt::begin(session, spec.prompt.as_deref().unwrap_or(&args.prompt))?;
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
        end_tokens: vocab.end_tokens().to_vec(),
        n_ctx: draft.as_ref().map_or(n_ctx, |d| d.run().n_ctx().min(n_ctx)),
    };
    let mut all = Comparison::new(lanes, options)?;
    let altered = session
        .lanes_mut()
        .open(args.off.clone().unwrap_or_default())?;
    let mut masks = Masks::new(&vocab);
    while let Some(ask) = all.ask() {
        if let Ask::Masks { grammar, generated } = &ask {
            all.accept(&masks.rows(grammar, generated)?, Timings::default())?;
            continue;
        }
        let (rows, timings) = match (ask.of(), draft.as_deref_mut()) {
            (Role::Draft, Some(draft)) => draft.lanes_mut().plain()?.answer(&ask).await?,
            (Role::Altered, _) => session.lanes_mut().lane(altered)?.answer(&ask).await?,
            _ => session.lanes_mut().plain()?.answer(&ask).await?,
        };
        all.accept(&rows, timings)?;
    }
    let models = Models {
        model: session.lanes_mut().model_info(),
        draft: draft.map(|d| d.lanes_mut().model_info()),
    };
    Ok(CompareRecord::of(&all, &specs, models))
}
