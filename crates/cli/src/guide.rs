//! `logitscope guide`: writes a text by a score that weighs the model against something else.

use std::path::PathBuf;

use clap::ValueEnum;
use logitscope_core::chain::Chain;
use logitscope_core::guided::{Early, GuidedOptions, GuidedRun, Rule, Sizes};
use logitscope_core::records::{GuideRecord, Models};
use logitscope_core::strategy::Sampling;
use logitscope_core::strategy::plain::Choosing;
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
    /// By which score the next token is chosen
    #[arg(long)]
    by: By,
    /// α: the weight of the similarity (search), or the share of the largest probability that makes a token plausible (decoding, dola) [default: 0.6,
    /// 0.1]
    #[arg(long, value_name = "α")]
    alpha: Option<f64>,
    /// How many of the most probable tokens `search` weighs
    #[arg(long, value_name = "K", default_value_t = 4)]
    k: u32,
    /// β of the later form of `decoding`; without it the difference of the log-probabilities counts
    #[arg(long, value_name = "β")]
    beta: Option<f64>,
    /// The folder or .gguf file of the smaller model of `decoding`; it must have the same tokens
    #[arg(long, value_name = "MODEL", required_if_eq("by", "decoding"))]
    amateur: Option<PathBuf>,
    /// g of `guidance`: 1 is the model alone
    #[arg(
        long,
        value_name = "g",
        default_value_t = 1.5,
        allow_negative_numbers = true
    )]
    scale: f64,
    /// The other prompt of `guidance` [default: the last token of the prompt]
    #[arg(long, value_name = "TEXT")]
    against: Option<String>,
    /// The earlier layer of `dola`: how many blocks have acted [default: all but the last, the farthest at each token]
    #[arg(long, value_name = "N")]
    layer: Option<u32>,
    /// Most tokens to generate
    #[arg(long, value_name = "N", default_value_t = 20)]
    max_tokens: u32,
    /// Stages that act on the scores, in one line; see docs/sample.md [default: none]
    #[arg(long, value_name = "CHAIN")]
    chain: Option<Chain>,
    #[command(flatten)]
    grammar: GrammarArgs,
    /// Draw the tokens instead of taking the best ones; the number names the dice
    #[arg(long, value_name = "S")]
    seed: Option<u32>,
    /// Where to write every step: candidates, what their scores are made of, what was chosen (JSON)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum By {
    /// Contrastive search: probable, and unlike the text so far
    Search,
    /// Contrastive decoding: more probable than for a smaller model
    Decoding,
    /// Classifier-free guidance: more probable than behind another prompt
    Guidance,
    /// DoLa: more probable than after an earlier layer
    Dola,
}

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    let mut session = args.model.open().await?;
    let mut amateur = args
        .model
        .open_beside(args.amateur.as_deref(), &session)
        .await?;
    let record = guide(&mut session, amateur.as_mut(), args).await?;
    print::line(&record.found.text)?;
    record::write(args.out.as_deref(), &record)
}

async fn guide(
    session: &mut Session,
    amateur: Option<&mut Session>,
    args: &Args,
) -> Result<GuideRecord, CliError> {
    let against = match &args.against {
        Some(text) => {
            prompt::begin(session, text)?;
            record::tokens_of(session)
        }
        None => Vec::new(),
    };
    prompt::begin(session, &args.prompt)?;
    let prompt = record::tokens_of(session);
    let head = args.alpha.unwrap_or(0.1);
    let rule = match args.by {
        By::Search => Rule::ContrastiveSearch {
            k: args.k,
            alpha: args.alpha.unwrap_or(0.6),
        },
        By::Decoding => Rule::ContrastiveDecoding {
            alpha: head,
            beta: args.beta,
        },
        By::Guidance => Rule::Guidance {
            scale: args.scale,
            against: match against.is_empty() {
                true => prompt.last().copied().into_iter().collect(),
                false => against,
            },
        },
        By::Dola => Rule::Dola {
            alpha: head,
            early: args.layer.map_or(Early::All, Early::One),
        },
    };
    let vocab = session.run().vocab().clone();
    let options = GuidedOptions {
        rule,
        choosing: match args.seed {
            Some(_) => Choosing::Sampled,
            None => Choosing::Greedy,
        },
        max_tokens: args.max_tokens,
        end_tokens: vocab.end_tokens().to_vec(),
    };
    let chain = record::chain_or_none(args.chain.as_ref(), &args.grammar)?;
    let sampling = Sampling::new(chain, args.seed.unwrap_or_default(), vocab.clone())?;
    let model = session.lanes_mut().model_info();
    let sizes = Sizes {
        n_ctx: session.run().n_ctx(),
        n_layers: model.n_layers,
    };
    let mut run = GuidedRun::new(prompt, sampling, options, sizes)?;
    let mut amateur_info = None;
    {
        let mut lane = session.lanes_mut().plain()?;
        let mut other = match amateur {
            Some(session) => {
                amateur_info = Some(session.lanes_mut().model_info());
                Some(session.lanes_mut().plain()?)
            }
            None => None,
        };
        drive(&mut run, &mut lane, other.as_mut(), &vocab).await?;
    }
    let models = Models {
        model,
        draft: amateur_info,
    };
    Ok(GuideRecord::of(&run, models))
}
