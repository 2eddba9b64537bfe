//! A text generated with the settings of the command line.

use std::future::Future;

use logitscope_core::chain::{Chain, Sampler};
use logitscope_core::{CoreError, NodeId, Run, Settings, StopRules};
use logitscope_grammar::Parsers;
use logitscope_model::Session;

use crate::CliError;
use crate::chat;
use crate::grammar::GrammarArgs;
use crate::model::ModelArgs;
use crate::prompt;

/// Which text.
#[derive(clap::Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// The text to continue
    #[arg(long, value_name = "TEXT")]
    pub prompt: String,
    /// Takes the prompt as a message to a chat model, whose template makes the text of it (docs/models.md)
    #[arg(long)]
    chat: bool,
    /// How the chat model is to behave: a message before the prompt
    #[arg(long, value_name = "TEXT", requires = "chat")]
    system: Option<String>,
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
}

impl RunArgs {
    /// Gives `run` the settings and what ends it.
    pub fn apply(&self, run: &mut Run) -> Result<(), CliError> {
        run.set_settings(self.settings())?;
        run.set_stop_rules(StopRules {
            max_tokens: self.max_tokens,
            sequences: self.stop.clone(),
        });
        Ok(())
    }

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

/// Something that computes a run.
pub trait Computes {
    /// The run.
    fn run(&self) -> &Run;

    /// The run, to step in it.
    fn run_mut(&mut self) -> &mut Run;

    /// Computes the logits at the cursor, unless they are stored.
    fn evaluate(&mut self) -> impl Future<Output = Result<(), CliError>>;
}

impl Computes for Session {
    fn run(&self) -> &Run {
        Session::run(self)
    }

    fn run_mut(&mut self) -> &mut Run {
        Session::run_mut(self)
    }

    async fn evaluate(&mut self) -> Result<(), CliError> {
        Ok(Session::evaluate(self).await?)
    }
}

/// Opens the model with the prompt and the settings, without a step.
pub async fn open(args: &RunArgs) -> Result<Session, CliError> {
    let (mut session, format) = args.model.open_to_talk().await?;
    args.apply(session.run_mut())?;
    if args.chat {
        let format = format.ok_or(CliError::NoChat)?;
        let text = chat::text(&format, args.system.as_deref(), &args.prompt)?;
        prompt::say_left_out(&session.set_chat(&text)?);
    } else {
        prompt::begin(&mut session, &args.prompt)?;
    }
    Ok(session)
}

/// Writes the text; `each` sees the run whenever it has the logits after another token.
pub async fn generate(
    session: &mut impl Computes,
    args: &RunArgs,
    mut each: impl FnMut(&Run, NodeId) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let mut steps = 0;
    let mut parsers = Parsers::new(session.run().vocab());
    loop {
        session.evaluate().await?;
        parsers.ensure(session.run_mut());
        let run = session.run();
        if let Some(node) = run.cursor() {
            each(run, node)?;
        }
        // With --max-tokens 0 there is the prompt alone.
        if steps == args.max_tokens {
            return Ok(());
        }
        match session.run_mut().step() {
            Ok(step) if step.stop.is_none() => {}
            // The model has no token for the end; the text is at it.
            Ok(_) | Err(CoreError::GrammarComplete) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        steps += 1;
    }
}
