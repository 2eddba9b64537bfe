//! `logitscope explore`: the most probable ways on, as a tree.

use std::collections::BTreeMap;
use std::path::PathBuf;

use logitscope_core::chain::Chain;
use logitscope_core::explore::ExploreOptions;
use logitscope_core::explore::run::Exploration;
use logitscope_core::records::{ExploreRecord, Models, Shown};
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
    /// How many ways on from each branch
    #[arg(long, value_name = "K", default_value_t = 3)]
    tokens: u32,
    /// How many tokens the longest branch has
    #[arg(long, value_name = "D", default_value_t = 4)]
    depth: u32,
    /// How many branches are computed, the most probable first
    #[arg(long, value_name = "N", default_value_t = 64)]
    budget: u32,
    /// Stages before the probabilities, in one line; see docs/sample.md [default: none]
    #[arg(long, value_name = "CHAIN")]
    chain: Option<Chain>,
    #[command(flatten)]
    grammar: GrammarArgs,
    /// Where to write the tree (JSON)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The branches that go on from each, and from the prompt.
type Children = BTreeMap<Option<u32>, Vec<u32>>;

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    let mut session = args.model.open().await?;
    prompt::begin(&mut session, &args.prompt)?;
    let record = explore(&mut session, args).await?;
    let mut children = Children::new();
    for (at, Shown { branch, .. }) in (0..).zip(&record.branches) {
        children.entry(branch.from).or_default().push(at);
    }
    print_tree(&record, &children, None)?;
    eprintln!(
        "{} branches computed in {} passes; {:.1} % of the probability is shown.",
        record.computed,
        record.passes.len(),
        100.0 * record.shown
    );
    record::write(args.out.as_deref(), &record)
}

async fn explore(session: &mut Session, args: &Args) -> Result<ExploreRecord, CliError> {
    let run = session.run();
    let (vocab, n_ctx) = (run.vocab().clone(), run.n_ctx());
    let prompt = record::tokens_of(session);
    let options = ExploreOptions {
        tokens: args.tokens,
        depth: args.depth,
        budget: args.budget,
    };
    let chain = record::chain_or_none(args.chain.as_ref(), &args.grammar)?;
    let model = session.lanes_mut().model_info();
    let sampling = Sampling::new(chain, 0, vocab.clone())?;
    let ends = vocab.end_tokens().to_vec();
    let mut explored = Exploration::new(prompt, sampling, options, ends, n_ctx)?;
    let mut lane = session.lanes_mut().plain()?;
    drive(&mut explored, &mut lane, None, &vocab).await?;
    let models = Models { model, draft: None };
    Ok(ExploreRecord::of(&explored, models))
}

/// The branches that go on from one, each before those that go on from it.
fn print_tree(
    record: &ExploreRecord,
    children: &Children,
    from: Option<u32>,
) -> Result<(), CliError> {
    for at in children.get(&from).into_iter().flatten() {
        let Shown { branch, text } = &record.branches[*at as usize];
        let room = 2 * branch.depth as usize;
        let text = format!("{text:?}");
        print::line(&format!(
            "{:room$}{text:<16} {:6.2} % {:6.2} %",
            "",
            100.0 * branch.prob,
            100.0 * branch.mass
        ))?;
        print_tree(record, children, Some(*at))?;
    }
    Ok(())
}
