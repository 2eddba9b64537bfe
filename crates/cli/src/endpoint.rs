//! A model that runs on a server: the network, and a run whose log-probabilities come over it.

use std::env;
use std::time::{Duration, Instant};

use logitscope_core::error::EndpointFault;
use logitscope_core::{
    CoreError, ModelOutput, NodeId, Run, Timings, TokenId, TopDistribution, Trace,
};
use logitscope_endpoint::{Address, Client, MOST_BYTES, Request, Response, Transport};
use logitscope_model::session::LOGITS_BUDGET_BYTES;
use logitscope_protocol::Lists;
use ureq::Agent;
use ureq::http::Response as Answer;
use ureq::{Body, Error};

use crate::CliError;
use crate::generate::{Computes, RunArgs};

/// The environment variable with the key: what stands on a command line is seen by everybody on the machine.
pub const KEY: &str = "LOGITSCOPE_KEY";
/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long an answer may take: a long prompt on a slow machine does.
const ANSWER: Duration = Duration::from_secs(600);

/// The network.
pub struct Http {
    agent: Agent,
    address: Address,
    key: Option<String>,
}

impl Http {
    /// The way to the server at `address`, with the key of the environment if there is one.
    pub fn to(address: &str) -> Result<Self, CliError> {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(ANSWER));
        Ok(Http {
            agent: config.build().into(),
            address: address.parse()?,
            key: env::var(KEY).ok().filter(|key| !key.is_empty()),
        })
    }

    fn answer(&self, request: &Request) -> Result<Answer<Body>, Error> {
        let address = self.address.at(&request.path);
        let key = self.key.as_ref().map(|key| format!("Bearer {key}"));
        match &request.body {
            None => {
                let mut asks = self.agent.get(&address);
                if let Some(key) = key {
                    asks = asks.header("Authorization", key);
                }
                asks.call()
            }
            Some(body) => {
                let mut asks = self.agent.post(&address).content_type("application/json");
                if let Some(key) = key {
                    asks = asks.header("Authorization", key);
                }
                asks.send(body)
            }
        }
    }
}

impl Transport for Http {
    fn address(&self) -> String {
        self.address.to_string()
    }

    async fn send(&self, request: Request) -> Result<Response, EndpointFault> {
        let mut answer = self.answer(&request).map_err(|_| EndpointFault::NoAnswer {
            address: self.address.to_string(),
            origin: None,
            with_key: false,
        })?;
        let retry_after = answer.headers().get("retry-after");
        let retry_after = retry_after.and_then(|value| value.to_str().ok()?.parse().ok());
        let status = answer.status().as_u16();
        let body = answer.body_mut().with_config().limit(MOST_BYTES as u64);
        let body = body.read_to_vec().map_err(|error| match error {
            Error::BodyExceedsLimit(_) => EndpointFault::TooLarge {
                mib: MOST_BYTES >> 20,
            },
            _ => EndpointFault::Cut,
        })?;
        Ok(Response {
            status,
            body,
            retry_after,
        })
    }
}

/// A run whose model is on a server.
pub struct Remote {
    client: Client<Http>,
    run: Run,
}

impl Remote {
    /// Connects to the server at `address`, with the prompt and the settings of `args`, without a step.
    pub async fn open(address: &str, args: &RunArgs) -> Result<Self, CliError> {
        let model = args.model.name();
        let client = Client::connect(Http::to(address)?, Some(&model)).await?;
        let vocab = client.vocab().clone();
        let mut run = Run::new(vocab, client.server().n_ctx(), LOGITS_BUDGET_BYTES);
        run.set_output(ModelOutput::LogProbs)?;
        args.apply(&mut run)?;
        let pieces = client.tokenize(&args.prompt).await?;
        let tokens: Vec<TokenId> = pieces.iter().map(|piece| piece.token).collect();
        run.set_prompt(&tokens)?;
        Ok(Remote { client, run })
    }

    /// The run as a trace. It says which program answered, not where.
    pub fn trace(&self) -> Result<Trace, CliError> {
        let server = self.client.server();
        Ok(Trace::new(
            &self.run,
            server.model_info(),
            server.backend_info(),
        )?)
    }
}

impl Computes for Remote {
    fn run(&self) -> &Run {
        &self.run
    }

    fn run_mut(&mut self) -> &mut Run {
        &mut self.run
    }

    async fn evaluate(&mut self) -> Result<(), CliError> {
        let node: NodeId = self.run.cursor().ok_or(CoreError::EmptyPrompt)?;
        if self.run.logits().get(node).is_some() {
            return Ok(());
        }
        let tokens = self.run.tree().tokens(&self.run.path());
        let asked = Instant::now();
        // With the way there and back.
        let took = |timings: Timings| Timings {
            forward_ms: asked.elapsed().as_secs_f64() * 1e3,
            ..timings
        };
        if let Lists::Top(most) = self.client.server().lists {
            let (listed, timings) = self.client.top(&tokens, most).await?;
            let listed = listed.into_iter().map(|(token, l)| (token, f64::from(l)));
            let top = TopDistribution::new(listed, self.run.vocab().len())?;
            return Ok(self.run.accept_top(node, top, took(timings))?);
        }
        let (log_probs, timings) = self.client.log_probs(&tokens).await?;
        Ok(self
            .run
            .accept_logits(node, log_probs.into(), took(timings))?)
    }
}
