//! Having a server write an answer by itself: it draws, and says what it drew.

use serde::{Deserialize, Serialize};

use crate::{Endpoint, Kind};

/// What a server is given to go on with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Prompt {
    /// A text that goes on.
    Text(String),
    /// A message that is answered; the server puts it into the model's template.
    Chat(String),
}

/// What a server is asked to write. Every number is sent: what is left out, servers fill in, each in its own way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Write {
    /// Where.
    pub endpoint: Endpoint,
    /// Which program it is.
    pub kind: Kind,
    /// What it goes on with.
    pub prompt: Prompt,
    /// Most tokens of the answer, at least 1.
    pub max_tokens: u32,
    /// The temperature, 0 or more.
    pub temperature: f64,
    /// P of top-p, 0..=1.
    pub top_p: f64,
    /// The seed of the server's dice.
    pub seed: u32,
    /// How many alternatives are listed at each token, 0..=20.
    pub top: u32,
    /// Texts that end the answer.
    pub stop: Vec<String>,
}

/// What can be known before anything is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prepared {
    /// Which program it is.
    pub kind: Kind,
    /// The model that will be asked.
    pub model: String,
    /// The tokens that the prompt becomes, with those of the model's template; empty where the server does not tell.
    pub tokens: Vec<PromptToken>,
}

/// One token of a prompt as the model reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PromptToken {
    /// Its bytes; as text where the server gives no more.
    #[serde(with = "serde_bytes")]
    pub bytes: Vec<u8>,
    /// Whether it is none of the visitor's text: the template has put it there.
    pub added: bool,
}
