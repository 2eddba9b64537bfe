//! Conditions, judged by a step.

use logitscope_core::run::Sampling;
use logitscope_core::{Settings, TokenId, Vocab};

use crate::condition::{Compare, Condition, Quantity, Term};

/// How near two numbers are that are called equal, relative to the larger: what logits of 32 bits can tell apart.
const NEAR: f64 = 1e-6;

/// The step on screen.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// What the model and the chain make of it.
    pub sampling: &'a Sampling,
    /// The settings that it was sampled with.
    pub settings: &'a Settings,
    /// The vocabulary.
    pub vocab: &'a Vocab,
    /// How many tokens stand before it.
    pub length: usize,
}

/// A value of the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// A number; probabilities are 0 to 1.
    Number(f64),
    /// A token.
    Token(TokenId),
}

/// Why something has no value at a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// The text is not one token of the model.
    NotAToken(String),
    /// The stage does not act.
    Off(&'static str),
}

impl Seen<'_> {
    /// What `quantity` is.
    pub fn value(self, quantity: &Quantity) -> Result<Value, Unknown> {
        let (distribution, processed) = (&self.sampling.distribution, &self.sampling.processed);
        let number = |value: f64| Ok(Value::Number(value));
        match quantity {
            Quantity::Prob(text) => number(processed.prob(self.rank(text)?)),
            Quantity::Model(text) => number(distribution.prob(self.rank(text)?)),
            Quantity::Logit(text) => number(f64::from(distribution.logit(self.rank(text)?))),
            Quantity::Rank(text) => number((self.rank(text)? + 1) as f64),
            Quantity::Entropy => number(distribution.entropy_bits()),
            Quantity::EntropyAfter => number(processed.entropy_bits()),
            Quantity::Left => number(processed.len() as f64),
            Quantity::Draw => number(self.sampling.draw.u),
            Quantity::Length => number(self.length as f64),
            Quantity::Setting(setting) => {
                let (sampler, param) = setting.names();
                let value = self.settings.chain.value(sampler, param);
                number(value.ok_or(Unknown::Off(sampler))?)
            }
            Quantity::Chosen => Ok(Value::Token(self.sampling.choice.token)),
            Quantity::Favourite => {
                let first = processed.list().first().map(|candidate| candidate.token);
                Ok(Value::Token(first.unwrap_or_else(|| distribution.token(0))))
            }
        }
    }

    /// Whether `condition` holds.
    pub fn holds(self, condition: &Condition) -> Result<bool, Unknown> {
        let (left, right) = (self.term(&condition.left)?, self.term(&condition.right)?);
        Ok(match (left, right) {
            (Value::Number(a), Value::Number(b)) => compare(a, condition.compare, b),
            (a, b) => a == b,
        })
    }

    fn term(self, term: &Term) -> Result<Value, Unknown> {
        match term {
            Term::Number(value) => Ok(Value::Number(*value)),
            Term::Token(text) => Ok(Value::Token(self.token(text)?)),
            Term::Of(quantity) => self.value(quantity),
        }
    }

    fn token(self, text: &str) -> Result<TokenId, Unknown> {
        let found = self.vocab.find(text.as_bytes());
        found.ok_or_else(|| Unknown::NotAToken(text.into()))
    }

    /// The rank of a token by the model's probability, 0 being the first.
    fn rank(self, text: &str) -> Result<usize, Unknown> {
        let token = self.token(text)?;
        let found = self.sampling.distribution.rank(token);
        found.ok_or_else(|| Unknown::NotAToken(text.into()))
    }
}

fn compare(a: f64, by: Compare, b: f64) -> bool {
    let equal = (a - b).abs() <= NEAR * a.abs().max(b.abs());
    match by {
        Compare::More => a > b && !equal,
        Compare::AtLeast => a > b || equal,
        Compare::Less => a < b && !equal,
        Compare::AtMost => a < b || equal,
        Compare::Equal => equal,
    }
}
