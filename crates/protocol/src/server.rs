//! What a server can give.

use logitscope_core::ModelOutput;
use logitscope_core::trace::{BackendInfo, ModelInfo};
use serde::{Deserialize, Serialize};

/// [`BackendInfo::kind`] of a server.
pub const REMOTE: &str = "remote";
/// Most tokens of a text on a server that does not say how many it reads: it refuses by itself what is too long.
const CONTEXT: u32 = 1 << 20;

/// Which program it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// llama.cpp's `llama-server`.
    LlamaCpp,
    /// vLLM.
    Vllm,
    /// Another one with OpenAI's routes.
    Other,
}

/// What its log-probabilities are those of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    /// The model's own softmax, before any sampler.
    Raw,
    /// The server's documentation does not say.
    Unknown,
}

/// How many tokens of a step are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lists {
    /// All of the vocabulary.
    All,
    /// So many at most.
    Top(usize),
    /// None: the server gives no log-probabilities.
    None,
}

/// What a probe found out about a server and one of its models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Server {
    /// Its address.
    pub address: String,
    /// Which program it is.
    pub kind: Kind,
    /// Its version, if it says one.
    pub version: Option<String>,
    /// The model that is asked.
    pub model: String,
    /// All models that it names.
    pub models: Vec<String>,
    /// Number of tokens, `d_vocab`, if it is known.
    pub d_vocab: Option<usize>,
    /// Most tokens that it reads at once.
    pub n_ctx: Option<u32>,
    /// Number of parameters.
    pub n_params: Option<u64>,
    /// How many tokens of a step it lists.
    pub lists: Lists,
    /// Size of a list of all tokens, in bytes, as one came.
    #[serde(default)]
    pub list_bytes: Option<u64>,
    /// Whether it names tokens by their ids.
    pub ids: bool,
    /// Whether it gives the bytes of tokens: half characters have no text.
    pub bytes: bool,
    /// Whether a text can be given as token ids, and so be continued at any place.
    pub id_prompts: bool,
    /// Whether it rates the tokens of a given text.
    pub prompt_log_probs: bool,
    /// What its log-probabilities are those of.
    pub meaning: Meaning,
    /// Whether its chat template can be seen.
    pub chat_template: bool,
    /// Whether it turns text into tokens for others.
    pub tokenizer: bool,
}

impl Kind {
    /// The program's name; empty where it is not known.
    pub fn name(self) -> &'static str {
        match self {
            Kind::LlamaCpp => "llama.cpp",
            Kind::Vllm => "vLLM",
            Kind::Other => "",
        }
    }
}

impl Server {
    /// Most tokens that a text can have.
    pub fn n_ctx(&self) -> u32 {
        self.n_ctx.unwrap_or(CONTEXT)
    }

    /// Its model as a run knows one: of the inside nothing is known.
    pub fn model_info(&self) -> ModelInfo {
        ModelInfo {
            name: self.model.clone(),
            d_vocab: self.d_vocab.unwrap_or_default() as u32,
            n_ctx: self.n_ctx(),
            n_params: self.n_params.unwrap_or_default(),
            output: ModelOutput::LogProbs,
            ..ModelInfo::default()
        }
    }

    /// What computes. It says which program, not where: an address is nobody else's business.
    pub fn backend_info(&self) -> BackendInfo {
        BackendInfo {
            kind: REMOTE.into(),
            adapter: self.kind.name().into(),
        }
    }

    /// Size of a list of `n` tokens, in bytes, after that of all of them.
    pub fn bytes_of(&self, n: usize) -> Option<u64> {
        let (all, d_vocab) = (self.list_bytes?, self.d_vocab.filter(|n| *n > 0)?);
        Some((all as f64 * n as f64 / d_vocab as f64) as u64)
    }

    /// The most tokens that it lists.
    pub fn most_listed(&self) -> usize {
        match self.lists {
            Lists::All => self.d_vocab.unwrap_or(usize::MAX),
            Lists::Top(n) => n,
            Lists::None => 0,
        }
    }

    /// Whether single steps can be taken on it: a text of ids goes in, and every listed token has its id.
    pub fn gives_steps(&self) -> bool {
        self.ids && self.id_prompts && self.tokenizer && self.lists != Lists::None
    }
}
