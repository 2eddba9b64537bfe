//! `logitscope probe`: what a server can give.

use logitscope_endpoint::probe;
use logitscope_protocol::{Lists, Meaning, Server};

use crate::endpoint::Http;
use crate::{CliError, print};

#[derive(clap::Args)]
pub struct Args {
    /// The address of an OpenAI-compatible server, e.g. http://127.0.0.1:8080. A key is read from the environment variable LOGITSCOPE_KEY
    #[arg(value_name = "URL")]
    address: String,
    /// One of its models [default: the first]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub async fn run(args: &Args) -> Result<(), CliError> {
    let server = probe(&Http::to(&args.address)?, args.model.as_deref()).await?;
    if args.json {
        let json = serde_json::to_string_pretty(&server);
        return print::line(&json.map_err(|e| CliError::damaged(args.address.as_ref(), e))?);
    }
    for (name, value) in table(&server) {
        print::line(&format!("{name:<26}{value}"))?;
    }
    Ok(())
}

/// The rows of the table.
fn table(server: &Server) -> Vec<(&'static str, String)> {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let or_unknown = |n: Option<String>| n.unwrap_or_else(|| "not said".into());
    let kind = match server.kind.name() {
        "" => "another one",
        name => name,
    };
    let lists = match server.lists {
        Lists::All => "all".into(),
        Lists::Top(n) => format!("{n} at most"),
        Lists::None => "none".into(),
    };
    let meaning = match server.meaning {
        Meaning::Raw => "the model's own, before any sampler",
        Meaning::Unknown => "not documented",
    };
    vec![
        ("server", kind.into()),
        ("version", or_unknown(server.version.clone())),
        ("model", server.model.clone()),
        ("models", server.models.join(", ")),
        (
            "tokens in its vocabulary",
            or_unknown(server.d_vocab.map(|n| n.to_string())),
        ),
        (
            "context, in tokens",
            or_unknown(server.n_ctx.map(|n| n.to_string())),
        ),
        (
            "parameters",
            or_unknown(server.n_params.map(|n| n.to_string())),
        ),
        ("log-probabilities a step", lists),
        ("  they are", meaning.into()),
        ("token ids", yes(server.ids)),
        ("bytes of tokens", yes(server.bytes)),
        ("texts as token ids", yes(server.id_prompts)),
        ("rates a given text", yes(server.prompt_log_probs)),
        ("shows its chat template", yes(server.chat_template)),
        ("tokenizer", yes(server.tokenizer)),
        ("step by step", yes(server.gives_steps())),
    ]
}
