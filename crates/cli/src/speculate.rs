//! `logitscope speculate`: a small model drafts, the model itself decides.

use std::path::PathBuf;

use clap::ValueEnum;
use logitscope_core::chain::Chain;
use logitscope_core::records::{Models, SpeculateRecord};
use logitscope_core::speculative::Rule;
use logitscope_core::speculative::run::{Drafter, SpeculateOptions, Speculation};
use logitscope_core::strategy::Sampling;
use logitscope_core::{Interventions, Settings, TokenId};
use logitscope_model::Session;

use crate::grammar::{GrammarArgs, drive};
use crate::model::ModelArgs;
use crate::{CliError, print, prompt, record};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// The folder or .gguf file of the model that drafts; it must have the same tokens
    #[arg(long, value_name = "MODEL", required_unless_present = "lookup")]
    draft: Option<PathBuf>,
    /// Draft without a model: what followed the last tokens, at most so many, where they stood before
    #[arg(long, value_name = "N", conflicts_with = "draft")]
    lookup: Option<u32>,
    /// The text to continue
    #[arg(long, value_name = "TEXT")]
    prompt: String,
    /// Most tokens to generate
    #[arg(long, value_name = "N", default_value_t = 40)]
    max_tokens: u32,
    /// γ: how many tokens are drafted a round
    #[arg(long, value_name = "γ", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=32))]
    drafted: u32,
    /// Let γ follow what is kept: 2 more after a round that was kept whole, else 1 less
    #[arg(long)]
    adapts: bool,
    /// By which rule drafted tokens are kept
    #[arg(long, default_value = "ratio")]
    rule: RuleArg,
    /// The sampler chain of both models in one line, e.g. `temperature~0`; see docs/sample.md [default: temperature 0.8, top-k 40, top-p
    /// 0.95]
    #[arg(long, value_name = "CHAIN")]
    chain: Option<Chain>,
    #[command(flatten)]
    grammar: GrammarArgs,
    /// Names the dice
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed)]
    seed: u32,
    /// Where to write every round: drafted tokens with p, q and dice, and what was drawn in their place (JSON)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum RuleArg {
    /// With probability min(1, p/q), else from max(0, p − q): the text is distributed as the model's own
    Ratio,
    /// If the model draws the same token by itself: the text is the plain run's
    Exact,
    /// Always: wrong on purpose, the text is the draft's
    Everything,
}

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    let mut target = args.model.open().await?;
    let mut draft = args
        .model
        .open_beside(args.draft.as_deref(), &target)
        .await?;
    prompt::begin(&mut target, &args.prompt)?;
    let record = speculate(&mut target, draft.as_mut(), args).await?;
    print::line(&record.found.text)?;
    eprintln!("{}", summary(&record));
    record::write(args.out.as_deref(), &record)
}

async fn speculate(
    target: &mut Session,
    draft: Option<&mut Session>,
    args: &Args,
) -> Result<SpeculateRecord, CliError> {
    let run = target.run();
    let (vocab, n_ctx) = (run.vocab().clone(), run.n_ctx());
    let prompt = record::tokens_of(target);
    let default = Settings::default().chain;
    let mut chain = args.chain.clone().unwrap_or(default);
    args.grammar.set_in(&mut chain);
    let options = SpeculateOptions {
        drafter: match args.lookup {
            Some(longest) => Drafter::Lookup(longest),
            None => Drafter::Model,
        },
        rule: match args.rule {
            RuleArg::Ratio => Rule::Ratio,
            RuleArg::Exact => Rule::ExactMatch,
            RuleArg::Everything => Rule::Everything,
        },
        drafted: args.drafted,
        adapts: args.adapts,
        max_tokens: args.max_tokens,
        end_tokens: vocab.end_tokens().to_vec(),
    };
    let sampling = Sampling::new(chain, args.seed, vocab.clone())?;
    let mut run = Speculation::new(prompt.clone(), sampling.clone(), options, n_ctx)?;
    let model = target.lanes_mut().model_info();
    let mut draft_info = None;
    {
        let mut lane = target.lanes_mut().plain()?;
        // Both have read the prompt: it is no part of what is compared.
        lane.evaluate(&prompt).await?;
        let mut draft_lane = match draft {
            Some(session) => {
                draft_info = Some(session.lanes_mut().model_info());
                let mut lane = session.lanes_mut().plain()?;
                lane.evaluate(&prompt).await?;
                Some(lane)
            }
            None => None,
        };
        drive(&mut run, &mut lane, draft_lane.as_mut(), &vocab).await?;
    }
    let plain_ms = plain_ms(target, &sampling, &prompt, run.tokens()).await?;
    let models = Models {
        model,
        draft: draft_info,
    };
    Ok(SpeculateRecord::of(&run, models, Some(plain_ms)))
}

/// The time of the same tokens without a draft, in a lane that has seen nothing of them; a token's, in milliseconds.
///
/// Only the passes count, as in the rounds, and the sampler works in between, as there: it leaves little of the weights in the
/// processor's caches.
async fn plain_ms(
    session: &mut Session,
    sampling: &Sampling,
    prompt: &[TokenId],
    tokens: &[TokenId],
) -> Result<f64, CliError> {
    let number = session.lanes_mut().open(Interventions::default())?;
    let mut lane = session.lanes_mut().lane(number)?;
    lane.evaluate(prompt).await?;
    let mut ms = 0.0;
    for end in prompt.len() + 1..=tokens.len() {
        let (logits, timings) = lane.evaluate(&tokens[..end]).await?;
        ms += timings.forward_ms;
        std::hint::black_box(sampling.left(&logits, &tokens[..end])?);
    }
    session.lanes_mut().close(number)?;
    Ok(ms / (tokens.len() - prompt.len()).max(1) as f64)
}

fn summary(record: &SpeculateRecord) -> String {
    let figures = &record.figures;
    let counts = &figures.counts;
    let number = |x: Option<f64>| x.map_or("–".to_owned(), |x| format!("{x:.2}"));
    let best = figures.best.map_or(String::new(), |(drafted, gain)| {
        format!("; by the formula best with {drafted} drafted: {gain:.2} times")
    });
    format!(
        "{} tokens in {} passes: {} a pass (by the formula {}). Of {} drafted tokens {} were kept: {} of those looked at, {} of all. \
         A drafted token costs {} passes, the pass over a draft {}. {} times as fast as without a draft (by the formula {}, with what the pass costs \
         {}){best}.",
        counts.tokens,
        counts.rounds,
        number(figures.tokens_a_pass),
        number(figures.expected_tokens_a_pass),
        counts.drafted,
        counts.accepted,
        number(figures.alpha),
        number(figures.accepted_of_drafted),
        number(figures.cost),
        number(figures.pass_cost),
        number(figures.speed_up),
        number(figures.expected_speed_up),
        number(figures.expected_speed_up_with_passes),
    )
}
