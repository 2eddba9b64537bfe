//! `logitscope trace`: generates text and writes the run.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use logitscope_core::trace::Ablation;
use logitscope_core::{Interventions, Run, TokenId};
use logitscope_model::Taps;
use logitscope_model::lane::PLAIN;

use crate::arrays::Arrays;
use crate::generate::{self, RunArgs};
use crate::{CliError, print};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
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

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    let taps = taps(&args.taps)?;
    let mut session = generate::open(&args.run).await?;
    let off = args.off.clone().unwrap_or_default();
    // Parts that are not there are better refused now than after all of the text.
    let lane = match off.is_empty() {
        true => PLAIN,
        false => session.lanes_mut().open(off.clone())?,
    };
    let mut arrays = Arrays::default();
    let each = |run: &Run, node| {
        if let (Some(LogitsArg::Full), Some(stored)) = (args.logits, run.logits().get(node)) {
            arrays.add_logits(run.tree().get(node)?.position, &stored.logits);
        }
        Ok(())
    };
    generate::generate(&mut session, &args.run, each).await?;
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
