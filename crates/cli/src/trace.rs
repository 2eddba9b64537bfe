//! `logitscope trace`: generates text and writes the run.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use logitscope_core::chain::{Chain, Sampler};
use logitscope_core::trace::Ablation;
use logitscope_core::{CoreError, Interventions, Settings, StopRules, TokenId};
use logitscope_grammar::Parsers;
use logitscope_model::lane::PLAIN;
use logitscope_model::{ModelError, Session, Taps};

use crate::arrays::Arrays;
use crate::grammar::GrammarArgs;
use crate::model::ModelArgs;
use crate::{CliError, print};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// The text to continue
    #[arg(long, value_name = "TEXT")]
    prompt: String,
    /// Most tokens to generate
    #[arg(long, value_name = "N", default_value_t = 20)]
    max_tokens: u32,
    /// The whole sampler chain in one line, e.g. `min_p~0.05,temperature~0.8`; see docs/sample.md [default: temperature 0.8,
    /// top-k 40, top-p 0.95]
    #[arg(long, value_name = "CHAIN")]
    chain: Option<Chain>,
    #[command(flatten)]
    grammar: GrammarArgs,
    /// 0 always takes the most probable token, 1 samples the model's own distribution
    #[arg(long, value_name = "T")]
    temperature: Option<f64>,
    /// Keep the K most probable tokens; 0 keeps all
    #[arg(long, value_name = "K")]
    top_k: Option<u32>,
    /// Keep the smallest set of tokens whose probabilities reach P; 1 keeps all
    #[arg(long, value_name = "P")]
    top_p: Option<f64>,
    /// Names the dice: the same seed gives the same text
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed)]
    seed: u32,
    /// End the run at this text; may be given several times
    #[arg(long, value_name = "TEXT")]
    stop: Vec<String>,
    /// `full` also writes the logits of every step and the vocabulary, in a .safetensors beside the
    /// trace
    #[arg(long)]
    logits: Option<LogitsArg>,
    /// Also write intermediates of every position: `all`, or names such as `pattern,resid_post`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    taps: Vec<String>,
    /// Compute these intermediates with parts of the model switched off or scaled, e.g. `L3H5,L4M~0.5` (a head, an MLP at half; `L2A`
    /// is a layer's attention); the text stays the whole model's
    #[arg(long, value_name = "PARTS", requires = "taps")]
    off: Option<Interventions>,
    /// Where to write the trace (JSON)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum LogitsArg {
    Full,
}

impl Args {
    fn settings(&self) -> Settings {
        let mut chain = self
            .chain
            .clone()
            .unwrap_or_else(|| Settings::default().chain);
        let named = [
            self.temperature.map(|t| Sampler::Temperature { t }),
            self.top_k.map(|k| Sampler::TopK { k }),
            self.top_p.map(|p| Sampler::TopP { p }),
        ];
        named
            .into_iter()
            .flatten()
            .for_each(|sampler| chain.set(sampler));
        self.grammar.set_in(&mut chain);
        Settings {
            chain,
            seed: self.seed,
        }
    }
}

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    let taps = taps(&args.taps)?;
    let mut session = args.model.open().await?;
    let off = args.off.clone().unwrap_or_default();
    // Parts that are not there are better refused now than after all of the text.
    let lane = match off.is_empty() {
        true => PLAIN,
        false => session.lanes_mut().open(off.clone())?,
    };
    session.run_mut().set_settings(args.settings())?;
    let rules = StopRules {
        max_tokens: args.max_tokens,
        sequences: args.stop.clone(),
    };
    session.run_mut().set_stop_rules(rules);
    session.set_prompt(&args.prompt)?;

    let mut arrays = Arrays::default();
    generate(&mut session, args, &mut arrays).await?;
    if args.logits.is_some() {
        arrays.add_vocab(session.run().vocab());
    }
    if !taps.is_none() {
        let path = session.run().path();
        let tokens: Vec<TokenId> = session.run().tree().tokens(&path);
        let mut lane = session.lanes_mut().lane(lane)?;
        for tap in lane.inspect(&tokens, 0, &taps).await? {
            arrays.add_tap(tap);
        }
    }
    let mut trace = session.trace()?;
    trace.knock_out = (!off.is_empty()).then(|| Ablation {
        off,
        rewritten_off: Interventions::default(),
        tokens: Vec::new(),
    });
    if !arrays.is_empty() {
        let file = args.out.with_extension("safetensors");
        arrays.write(&file)?;
        trace.arrays = file
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
    }
    write(&args.out, &trace.to_json()?)?;
    print::line(&session.run().text())
}

async fn generate(session: &mut Session, args: &Args, arrays: &mut Arrays) -> Result<(), CliError> {
    let mut steps = 0;
    let mut parsers = Parsers::new(session.run().vocab());
    loop {
        session.evaluate().await?;
        parsers.ensure(session.run_mut());
        let run = session.run();
        if let (Some(LogitsArg::Full), Some(node)) = (args.logits, run.cursor())
            && let Some(stored) = run.logits().get(node)
        {
            arrays.add_logits(run.tree().get(node)?.position, &stored.logits);
        }
        // With --max-tokens 0 the trace holds the prompt alone, with its distribution on request.
        if steps == args.max_tokens {
            return Ok(());
        }
        match session.step().await {
            Ok(step) if step.stop.is_none() => {}
            // The model has no token for the end; the text is at it.
            Ok(_) | Err(ModelError::Core(CoreError::GrammarComplete)) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        steps += 1;
    }
}

/// `all`, or names of intermediates.
fn taps(names: &[String]) -> Result<Taps, CliError> {
    use logitscope_model::families::{gpt2, llama};
    if names.is_empty() {
        return Ok(Taps::none());
    }
    if names == ["all"] {
        return Ok(Taps::all());
    }
    // Llamas have all of a block's names, and only GPT-2s embed positions.
    let known = gpt2::OUTER_NAMES.iter().chain(&llama::BLOCK_NAMES);
    let known: Vec<&str> = known.copied().collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
        let detail = format!(
            "there is no intermediate {unknown}; there are: all, {}",
            known.join(", ")
        );
        return Err(CliError::File {
            path: "--taps".into(),
            detail,
        });
    }
    Ok(Taps::new(names, &[]))
}

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    std::fs::write(path, text).map_err(|e| CliError::file(path, e))
}
