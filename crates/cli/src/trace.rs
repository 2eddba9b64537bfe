//! `logitscope trace`: generates text and writes the run.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use logitscope_core::trace::Ablation;
use logitscope_core::{Interventions, Run, TokenId, Trace};
use logitscope_model::Taps;
use logitscope_model::lane::PLAIN;

use crate::arrays::Arrays;
use crate::endpoint::Remote;
use crate::generate::{self, Computes, RunArgs};
use crate::{CliError, print};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Have a server compute: the address of a llama.cpp or vLLM server, whose model `--model` then names. A key is read from the environment
    /// variable LOGITSCOPE_KEY; docs/endpoints.md says how to start one
    #[arg(long, value_name = "URL", conflicts_with_all = ["taps", "off", "backend", "chat"])]
    endpoint: Option<String>,
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
    let mut arrays = Arrays::default();
    let (mut trace, text) = match &args.endpoint {
        Some(address) => {
            let mut remote = Remote::open(address, &args.run).await?;
            write_text(&mut remote, args, &mut arrays).await?;
            (remote.trace()?, remote.run().text())
        }
        None => here(args, &mut arrays).await?,
    };
    if !arrays.is_empty() {
        let file = args.out.with_extension("safetensors");
        arrays.write(&file)?;
        trace.arrays = file
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
    }
    write(&args.out, &trace.to_json()?)?;
    print::line(&text)
}

/// The trace and the text of a run of the model in a folder.
async fn here(args: &Args, arrays: &mut Arrays) -> Result<(Trace, String), CliError> {
    let taps = taps(&args.taps)?;
    let mut session = generate::open(&args.run).await?;
    let off = args.off.clone().unwrap_or_default();
    // Parts that are not there are better refused now than after all of the text.
    let lane = match off.is_empty() {
        true => PLAIN,
        false => session.lanes_mut().open(off.clone())?,
    };
    write_text(&mut session, args, arrays).await?;
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
    Ok((trace, session.run().text()))
}

/// Writes the text, and keeps the logits that are asked for.
async fn write_text(
    computes: &mut impl Computes,
    args: &Args,
    arrays: &mut Arrays,
) -> Result<(), CliError> {
    let each = |run: &Run, node| {
        if let (Some(LogitsArg::Full), Some(stored)) = (args.logits, run.logits().get(node)) {
            arrays.add_logits(run.tree().get(node)?.position, &stored.logits);
        }
        Ok(())
    };
    generate::generate(computes, &args.run, each).await?;
    if args.logits.is_some() {
        arrays.add_vocab(computes.run().vocab());
    }
    Ok(())
}

/// `all`, or names of intermediates.
fn taps(names: &[String]) -> Result<Taps, CliError> {
    use logitscope_model::names::{OF_BLOCKS, OUTSIDE};
    if names.is_empty() {
        return Ok(Taps::none());
    }
    if names == ["all"] {
        return Ok(Taps::all());
    }
    let known: Vec<&str> = [&OUTSIDE[..], &OF_BLOCKS[..]].concat();
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
