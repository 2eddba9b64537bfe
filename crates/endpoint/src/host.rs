//! Answers the page's messages with models on servers.

use std::collections::BTreeMap;

use bytemuck::cast_slice;
use logitscope_core::{Distribution, Timings, TokenId, TopDistribution, math};
use logitscope_protocol::{
    Answer, Command, Doing, Endpoint, EngineError, LaneId, Load, Loaded, Memory, ModelId,
    ModelSource, Prepared, Prompt, Score, Task,
};
use logitscope_words::error::{EndpointFault, HubFault};
use logitscope_worker::Report;
use web_time::Instant;

use crate::probe::named;
use crate::{Client, Transport, prompt_tokens, write};

/// How many tokens of a prompt are rated, the last ones: each costs a request.
const MOST_RATED: usize = 32;
/// How large a list of all tokens may be to rate one of them with it, in bytes; else so many tokens are listed.
const MOST_BYTES_RATED: u64 = 1_000_000;
const LISTED_RATED: usize = 1000;

/// Where servers are.
pub trait Network: 'static {
    /// The way to one.
    type Transport: Transport;

    /// The way to the server of `endpoint`.
    fn to(&self, endpoint: &Endpoint) -> Result<Self::Transport, EndpointFault>;
}

/// The models on servers that were connected to.
pub struct Host<N: Network> {
    network: N,
    models: BTreeMap<ModelId, Client<N::Transport>>,
    /// The highest id so far: none is given twice.
    last: u32,
}

impl<N: Network> Host<N> {
    /// A host without a model.
    pub fn new(network: N) -> Self {
        Host {
            network,
            models: BTreeMap::new(),
            last: 0,
        }
    }

    async fn load(&mut self, load: Load) -> Result<Answer, EngineError> {
        let begun = Instant::now();
        let ModelSource::Server(endpoint) = &load.source else {
            return Err(EndpointFault::Elsewhere.into());
        };
        let transport = self.network.to(endpoint)?;
        let client = Client::connect(transport, endpoint.model.as_deref()).await?;
        let id = ModelId(self.last + 1);
        self.last = id.0;
        let (server, vocab) = (client.server(), client.vocab());
        let (bytes, ends) = vocab.parts();
        let loaded = Loaded {
            id,
            lane: LaneId {
                model: id,
                number: 0,
            },
            model: server.model_info(),
            backend: server.backend_info(),
            software: false,
            why: None,
            measured: None,
            notices: Vec::new(),
            vocab_bytes: bytes.to_vec(),
            vocab_ends: cast_slice(ends).to_vec(),
            end_of_text: vocab.end_of_text(),
            other_ends: vocab.end_tokens().iter().skip(1).copied().collect(),
            chain: None,
            chat: None,
            beginning: client.beginning().clone(),
            weight_bytes: 0,
            kv_bytes: 0,
            load_ms: begun.elapsed().as_secs_f64() * 1e3,
            server: Some(Box::new(server.clone())),
        };
        if let Some(old) = load.replaces {
            self.models.remove(&old);
        }
        self.models.insert(id, client);
        Ok(Answer::Loaded(Box::new(loaded)))
    }

    async fn prepare(&self, endpoint: &Endpoint, prompt: &Prompt) -> Result<Answer, EndpointFault> {
        let transport = self.network.to(endpoint)?;
        let (kind, model) = named(&transport, endpoint.model.as_deref()).await?;
        // What a prompt becomes is worth showing, not failing for.
        let tokens = prompt_tokens(&transport, kind, &model, prompt).await;
        Ok(Answer::Prepared(Prepared {
            kind,
            model,
            tokens: tokens.unwrap_or_default(),
        }))
    }

    fn model(&self, id: ModelId) -> Result<&Client<N::Transport>, EngineError> {
        self.models.get(&id).ok_or(EngineError::NoModel(id))
    }
}

impl<N: Network> logitscope_worker::Host for Host<N> {
    async fn answer(&mut self, task: Task, report: Report<'_>) -> Result<Answer, EngineError> {
        match task {
            Task::Prepare { endpoint, prompt } => Ok(self.prepare(&endpoint, &prompt).await?),
            Task::Write(asked) => {
                let transport = self.network.to(&asked.endpoint)?;
                let model = asked.endpoint.model.clone().unwrap_or_default();
                let heard = |events| report(Doing::Writing { events }.begun());
                write(&transport, &asked, &model, &heard).await?;
                Ok(Answer::Done)
            }
            Task::Load(load) => self.load(*load).await,
            Task::Unload { model } => {
                self.model(model)?;
                self.models.remove(&model);
                Ok(Answer::Done)
            }
            Task::OpenLane { .. } => Err(EndpointFault::Elsewhere.into()),
            Task::CloseLane { lane } => Err(EngineError::NoLane(lane)),
            Task::Memory => Ok(Answer::Memory(Memory {
                models: Vec::new(),
                gpu_bytes: 0,
            })),
            Task::Hub(_) | Task::Plan(_) => Err(HubFault::Elsewhere.into()),
            Task::Run { lane, command } => Ok(run(self.model(lane.model)?, command).await?),
        }
    }
}

/// Does `command` as far as a server can: what needs no more than the scores after a text.
async fn run<T: Transport>(client: &Client<T>, command: Command) -> Result<Answer, EndpointFault> {
    match command {
        Command::Tokenize { text } => client.tokenize(&text).await.map(Answer::Tokens),
        Command::Evaluate { tokens, .. } => top(client, &tokens, client.vocab().len()).await,
        Command::Top { tokens, most } => top(client, &tokens, most as usize).await,
        Command::EvaluateAll { paths } => rows(client, paths.iter().map(Vec::as_slice)).await,
        Command::Along { tokens, from } => {
            let ends = from as usize + 1..=tokens.len();
            rows(client, ends.map(|end| &tokens[..end])).await
        }
        Command::Score { tokens } => score(client, &tokens).await,
        _ => Err(EndpointFault::Elsewhere),
    }
}

/// The scores after `tokens`; the time is that of the whole way there and back.
async fn timed<T: Transport>(
    client: &Client<T>,
    tokens: &[TokenId],
) -> Result<(Vec<f32>, Timings), EndpointFault> {
    let begun = Instant::now();
    let (row, timings) = client.log_probs(tokens).await?;
    let forward_ms = begun.elapsed().as_secs_f64() * 1e3;
    Ok((
        row,
        Timings {
            forward_ms,
            ..timings
        },
    ))
}

/// The most probable tokens after `tokens`; all of them if it lists so many.
async fn top<T: Transport>(
    client: &Client<T>,
    tokens: &[TokenId],
    most: usize,
) -> Result<Answer, EndpointFault> {
    if most >= client.vocab().len() {
        let (row, timings) = timed(client, tokens).await?;
        let bytes = cast_slice(&row).to_vec();
        return Ok(Answer::Logits { bytes, timings });
    }
    let begun = Instant::now();
    let (listed, timings) = client.top(tokens, most).await?;
    let (tokens, log_probs): (Vec<TokenId>, Vec<f32>) = listed.into_iter().unzip();
    Ok(Answer::Top {
        tokens,
        log_probs: cast_slice(&log_probs).to_vec(),
        timings: Timings {
            forward_ms: begun.elapsed().as_secs_f64() * 1e3,
            ..timings
        },
    })
}

async fn rows<'a, T: Transport>(
    client: &Client<T>,
    paths: impl Iterator<Item = &'a [TokenId]>,
) -> Result<Answer, EndpointFault> {
    let (mut bytes, mut n, mut total) = (Vec::new(), 0, Timings::default());
    for path in paths {
        let (row, timings) = timed(client, path).await?;
        bytes.extend_from_slice(cast_slice(&row));
        n += 1;
        total.forward_ms += timings.forward_ms;
        total.rows += timings.rows;
    }
    Ok(Answer::Rows {
        bytes,
        rows: n,
        timings: total,
    })
}

/// How probable the tokens of a text were, each given those before it: all of them where the server says so, the last ones where each costs a
/// request.
async fn score<T: Transport>(
    client: &Client<T>,
    tokens: &[TokenId],
) -> Result<Answer, EndpointFault> {
    if let Some(rated) = client.rated(tokens).await? {
        let score = |(log_prob, rank): (f64, u32)| Score {
            prob: math::exp(log_prob),
            surprisal_bits: math::bits(-log_prob),
            rank,
            entropy_bits: None,
            top_mass: None,
        };
        let scores = rated.into_iter().map(|one| one.map(score));
        return Ok(Answer::Scores(scores.collect()));
    }
    let light = |bytes: u64| bytes <= MOST_BYTES_RATED;
    let all = client.server().list_bytes.is_none_or(light);
    let most = if all {
        client.vocab().len()
    } else {
        LISTED_RATED
    };
    let first = tokens.len().saturating_sub(MOST_RATED).max(1);
    let mut scores = vec![None; first.min(tokens.len())];
    for at in first..tokens.len() {
        let (listed, _) = client.top(&tokens[..at], most).await?;
        let listed = listed.into_iter().map(|(token, l)| (token, f64::from(l)));
        let top = TopDistribution::new(listed, client.vocab().len()).ok();
        let rated = top.map(Distribution::of_top);
        scores.push(rated.and_then(|rated| Score::of(&rated, tokens[at])));
    }
    Ok(Answer::Scores(scores))
}
