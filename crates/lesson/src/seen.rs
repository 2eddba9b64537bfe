//! Conditions, judged by a step.

use logitscope_core::lens::LensCell;
use logitscope_core::run::Sampling;
use logitscope_core::{Known, Settings, TokenId, Vocab};

use crate::condition::{Compare, Condition, Term};
use crate::quantity::Quantity;
use crate::tried::Tried;
use crate::value::{Unknown, Value};

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
    /// How many of them its forward pass computed.
    pub computed: usize,
    /// What is on screen beside it.
    pub around: Around<'a>,
}

/// What is on screen beside the step.
#[derive(Debug, Clone, Copy, Default)]
pub struct Around<'a> {
    /// The tokens up to the current one.
    pub text: &'a [TokenId],
    /// How many tokens the prompt has.
    pub prompt: usize,
    /// How many texts were written since the step of the lesson was opened.
    pub branches: usize,
    /// The layer that the opened view of the inside shows.
    pub layer: Option<u32>,
    /// The head that it shows.
    pub head: Option<u32>,
    /// What that head gives from the current token to each of the text, 0..=1; empty while it is not known.
    pub attention: &'a [f32],
    /// What the model would say at the current token after 0, 1, … of its layers; empty while it is not known.
    pub depths: &'a [LensCell],
    /// The tokens that these tell the place of.
    pub watch: &'a [TokenId],
    /// What is tried beside it.
    pub tried: Tried<'a>,
}

impl Seen<'_> {
    /// What `quantity` is.
    pub fn value(self, quantity: &Quantity) -> Result<Value, Unknown> {
        let (distribution, processed) = (&self.sampling.distribution, &self.sampling.processed);
        let number = |value: f64| Ok(Value::Number(value));
        let known = |value: Known<f64>| number(value.exact().ok_or(Unknown::NotSeen)?);
        match quantity {
            Quantity::Prob(text) => known(processed.prob(self.rank(text)?)),
            Quantity::Model(text) => number(distribution.prob(self.rank(text)?)),
            Quantity::Logit(text) => number(f64::from(distribution.logit(self.rank(text)?))),
            Quantity::Rank(text) => number((self.rank(text)? + 1) as f64),
            Quantity::Entropy => known(distribution.entropy_bits()),
            Quantity::EntropyAfter => known(processed.entropy_bits()),
            Quantity::Left => number(processed.len() as f64),
            Quantity::Draw => number(self.sampling.draw.u),
            Quantity::Length => number(self.length as f64),
            Quantity::Computed => number(self.computed as f64),
            Quantity::Setting(setting) => {
                let (sampler, param) = setting.names();
                let value = self.settings.chain.value(sampler, param);
                number(value.ok_or_else(|| Unknown::Off(sampler.into()))?)
            }
            Quantity::Stage(name) => number(self.first_number(name)?),
            Quantity::Place(name) => {
                let mut acting = self.settings.chain.acting();
                let place = acting.position(|own| own.name() == name);
                number((place.ok_or_else(|| Unknown::Off(name.clone()))? + 1) as f64)
            }
            Quantity::Tokens => number(self.around.prompt as f64),
            Quantity::Branches => number(self.around.branches as f64),
            Quantity::Layer => number(self.around.layer.ok_or(Unknown::NotSeen)?.into()),
            Quantity::Head => number(self.around.head.ok_or(Unknown::NotSeen)?.into()),
            Quantity::Attends(text) => number(self.attends(text)?),
            Quantity::Lens(text) => number(self.lens(text)?),
            Quantity::FirstLead(text) => number(self.first_lead(text)?),
            Quantity::Last => {
                let last = self.around.text.last().copied();
                Ok(Value::Token(last.ok_or(Unknown::NotSeen)?))
            }
            Quantity::Chosen => Ok(Value::Token(self.sampling.choice.token)),
            Quantity::Favourite => {
                let first = processed.list().first().map(|candidate| candidate.token);
                Ok(Value::Token(first.unwrap_or_else(|| distribution.token(0))))
            }
            tried => {
                let token = |text: &str| self.token(text);
                self.around.tried.value(tried, token)
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

    fn first_number(self, name: &str) -> Result<f64, Unknown> {
        let mut acting = self.settings.chain.acting();
        let sampler = acting.find(|own| own.name() == name);
        let sampler = sampler.ok_or_else(|| Unknown::Off(name.into()))?;
        let first = sampler.params().first().map(|param| param.value);
        first.ok_or_else(|| Unknown::Off(name.into()))
    }

    fn attends(self, text: &str) -> Result<f64, Unknown> {
        let token = self.token(text)?;
        let place = self.around.text.iter().rposition(|own| *own == token);
        let place = place.ok_or_else(|| Unknown::NotInText(text.into()))?;
        let given = self.around.attention.get(place).copied();
        given.map(f64::from).ok_or(Unknown::NotSeen)
    }

    fn lens(self, text: &str) -> Result<f64, Unknown> {
        let token = self.token(text)?;
        let layer = self.around.layer.ok_or(Unknown::NotSeen)? as usize;
        let cell = self.around.depths.get(layer + 1).ok_or(Unknown::NotSeen)?;
        if cell.token == token {
            return Ok(1.0);
        }
        let watched = self.around.watch.iter().position(|own| *own == token);
        let place = watched.and_then(|at| cell.watched.get(at));
        Ok(f64::from(place.ok_or(Unknown::NotSeen)?.rank + 1))
    }

    fn first_lead(self, text: &str) -> Result<f64, Unknown> {
        let token = self.token(text)?;
        let after = self.around.depths.get(1..).filter(|all| !all.is_empty());
        let mut after = after.ok_or(Unknown::NotSeen)?.iter();
        let first = after.position(|cell| cell.token == token);
        let first = first.ok_or_else(|| Unknown::NeverLeads(text.into()))?;
        Ok(first as f64)
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
