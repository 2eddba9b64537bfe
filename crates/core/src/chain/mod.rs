//! The sampler chain: every sampler, in any order, over the full vocabulary in f64.
//!
//! A [`Chain`] is a list of [`Sampler`]s. Each takes the candidates that are left, in falling order of their
//! logits (ties by rising id), and removes some, changes some logits, or both; what is left is then renormalised. What a
//! stage did stands in its [`StageRecord`].
//!
//! Reading order: [`sampler`] says which samplers there are, [`plain`] what each of them does: it is the definition, and short. The
//! chain that runs gives the same and leaves out what no stage looks at: [`lazy_candidates`] and [`lazy_tail`] hold the
//! candidates, [`apply`] sends each sampler to its rule, [`reshape`], [`cut`] and [`penalty`] have the rules, [`terms`] the
//! numbers that a formula shows. [`listed`] has the rules where a server lists only the most probable tokens.

mod affected;
mod apply;
pub mod candidates;
mod context;
mod cut;
pub mod export;
pub mod grammar;
mod json;
mod lazy_candidates;
mod lazy_tail;
mod listed;
mod marks;
pub mod params;
mod penalty;
pub mod plain;
mod pool;
pub(crate) mod prefix_cache;
pub mod preset;
mod reshape;
pub mod sampler;
mod spelling;
mod terms;

use serde::{Deserialize, Serialize};

pub use affected::Affected;
pub use candidates::{Candidate, Candidates, Margin, Others};
pub use context::{ChainContext, Mirostat};
pub use grammar::{Grammar, Language, Mask};
pub(crate) use lazy_candidates::{LazyCandidates, State as LazyState};
pub use params::{Param, Parameter};
pub use preset::Preset;
pub use sampler::{Kind, MOST_STAGES, Sampler};
pub use terms::Terms;

use crate::{CoreError, Distribution, Known, TokenId};
use pool::Pool;

/// An ordered list of stages. Serialises as a JSON array.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chain {
    stages: Vec<Stage>,
}

/// A place in the chain: a sampler, and whether it acts. Serialises as the sampler, with `"on": false` if it does not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// What it does.
    #[serde(flatten)]
    pub sampler: Sampler,
    /// Whether it acts; one that does not lets everything pass and keeps its parameters.
    #[serde(default = "acts", skip_serializing_if = "Clone::clone")]
    pub on: bool,
}

fn acts() -> bool {
    true
}

impl From<Sampler> for Stage {
    fn from(sampler: Sampler) -> Self {
        Stage { sampler, on: true }
    }
}

/// Where a stage drew its line, in the distribution that came in.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// So many candidates stay, counted from the most probable.
    Rank(u32),
    /// Candidates stay that have at least this probability, 0..=1.
    Prob(f64),
    /// Candidates stay that have at least this logit.
    Logit(f64),
    /// Candidates stay until their mass reaches this, 0..=1.
    Mass(f64),
    /// Candidates stay that are at most this surprising, in bits.
    Surprisal(f64),
}

/// What one stage did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StageRecord {
    /// The stage, with its parameters.
    #[serde(flatten)]
    pub stage: Stage,
    /// Candidates that came in.
    pub tokens_in: u32,
    /// Candidates that went on, at least 1.
    pub tokens_out: u32,
    /// Probability, under the distribution that came in, of the candidates removed, 0..=1.
    #[serde(with = "known")]
    pub mass_removed: Known<f64>,
    /// Entropy of what came in, in bits.
    #[serde(with = "known")]
    pub entropy_in: Known<f64>,
    /// Entropy of what went on, in bits.
    #[serde(with = "known")]
    pub entropy_out: Known<f64>,
    /// What the probabilities of what came in may be, where only the most probable tokens are known.
    #[serde(skip_serializing_if = "Margin::is_none", default)]
    pub margin_in: Margin,
    /// The same of what went on.
    #[serde(skip_serializing_if = "Margin::is_none", default)]
    pub margin_out: Margin,
    /// The line it drew, if it drew one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cut: Option<Cut>,
    /// The temperature it used, where that depends on the distribution.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub temperature: Option<f64>,
    /// The draw that decides whether it acts at this step, 0..1, of a stage that has dice of its own (`xtc`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub coin: Option<f64>,
    /// The candidates that it changes or removes by themselves.
    #[serde(
        rename = "touched",
        skip_serializing_if = "Affected::is_empty",
        default
    )]
    pub affected: Affected,
    /// True if the rule would have removed every candidate: the most probable one then stays.
    pub rescued: bool,
    /// The numbers of its formula; for views, and not a part of what is written.
    #[serde(skip)]
    pub terms: Terms,
    /// The tokens that the caller watches, as they came in, in the caller's order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub watched_in: Vec<Standing>,
    /// The same, as they went on.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub watched_out: Vec<Standing>,
}

impl StageRecord {
    /// Candidates that it removed.
    pub fn tokens_removed(&self) -> u32 {
        self.tokens_in - self.tokens_out
    }

    /// Probability, under the distribution that came in, of the candidates that went on, 0..=1.
    pub fn mass_kept(&self) -> Known<f64> {
        self.mass_removed.falling(|mass| 1.0 - mass)
    }
}

/// Where a watched token stands among the candidates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The token.
    pub token: TokenId,
    /// Its rank, 0 being the most probable; `None` once it is removed.
    pub rank: Option<u32>,
    /// Its logit as the stages have left it; `None` once it is removed.
    pub logit: Option<f64>,
    /// Its probability, 0..=1; 0 once it is removed.
    pub prob: f64,
}

/// What a stage says about itself besides the candidates that it leaves.
#[derive(Debug, Default)]
pub(crate) struct Note {
    cut: Option<Cut>,
    temperature: Option<f64>,
    rescued: bool,
    terms: Terms,
}

impl Note {
    /// Of a stage that drew a line.
    fn cut(cut: Cut) -> Self {
        Note {
            cut: Some(cut),
            ..Note::default()
        }
    }

    /// Of a stage that removes single tokens.
    fn rescued(rescued: bool) -> Self {
        Note {
            rescued,
            ..Note::default()
        }
    }
}

impl Chain {
    /// Checks every parameter of every stage, and how many there are.
    pub fn new<S: Into<Stage>>(stages: impl IntoIterator<Item = S>) -> Result<Self, CoreError> {
        let stages = stages.into_iter().map(Into::into).collect();
        let chain = Chain { stages };
        chain.check()?;
        Ok(chain)
    }

    /// The stages, in order.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The stages that act where nothing is drawn, too: bans and penalties. It is what Transformers leaves of a chain where `do_sample` is off.
    pub fn without_a_draw(&self) -> Chain {
        let acts = |stage: &&Stage| stage.sampler.kind().acts_without_a_draw();
        Chain {
            stages: self.stages.iter().filter(acts).cloned().collect(),
        }
    }

    /// The same stages, to be changed. What comes of it has to be [checked](Chain::check).
    pub fn stages_mut(&mut self) -> &mut Vec<Stage> {
        &mut self.stages
    }

    /// The samplers that act, in order.
    pub fn acting(&self) -> impl Iterator<Item = &Sampler> {
        self.stages.iter().filter(|s| s.on).map(|s| &s.sampler)
    }

    /// Checks every parameter of every stage, and that there are at most [`MOST_STAGES`]: what a file brought may be anything.
    pub fn check(&self) -> Result<(), CoreError> {
        if self.stages.len() > MOST_STAGES {
            return Err(CoreError::LongChain {
                stages: self.stages.len(),
                most: MOST_STAGES,
            });
        }
        self.stages.iter().try_for_each(|s| s.sampler.check())
    }

    /// The value of a parameter of the first acting sampler of this name, e.g. `("top_k", "k")`.
    pub fn value(&self, sampler: &str, param: &str) -> Option<f64> {
        let found = self.acting().find(|s| s.name() == sampler)?;
        found
            .params()
            .into_iter()
            .find(|p| p.name == param)
            .map(|p| p.value)
    }

    /// Gives the sampler of this name these parameters and switches it on; adds it where the order of the conventions has it,
    /// if it is not in the chain.
    pub fn set(&mut self, sampler: Sampler) {
        if let Some(stage) = self
            .stages
            .iter_mut()
            .find(|s| s.sampler.kind() == sampler.kind())
        {
            *stage = sampler.into();
            return;
        }
        self.add(sampler);
    }

    /// Adds a stage where the order of the conventions has it.
    pub fn add(&mut self, sampler: Sampler) {
        let place = sampler.kind();
        let before = |s: &Stage| s.sampler.kind() > place;
        let at = self
            .stages
            .iter()
            .position(before)
            .unwrap_or(self.stages.len());
        self.stages.insert(at, sampler.into());
    }

    /// Switches the first stage of this kind on that is off; adds one if there is none.
    pub fn add_or_switch_on(&mut self, kind: Kind) {
        let off = |s: &&mut Stage| !s.on && s.sampler.kind() == kind;
        match self.stages.iter_mut().find(off) {
            Some(stage) => stage.on = true,
            None => self.add(kind.conventional()),
        }
    }

    /// Moves the stage at `from` to `to`; the stages between them make room. Places beyond the last are the last.
    pub fn shift(&mut self, from: usize, to: usize) {
        if from < self.stages.len() {
            let stage = self.stages.remove(from);
            self.stages.insert(to.min(self.stages.len()), stage);
        }
    }

    /// Moves the temperature to the other end; turns a chain without one around.
    pub fn turn_order(&mut self) {
        let last = self.stages.len().saturating_sub(1);
        let is_temperature = |s: &Stage| s.on && s.sampler.name() == "temperature";
        match self.stages.iter().position(is_temperature) {
            Some(at) if at == last => self.shift(at, 0),
            Some(at) => self.shift(at, last),
            None => self.stages.reverse(),
        }
    }

    /// Whether a stage depends on the tokens so far, so that another text gives another distribution for the same logits.
    pub fn reads_the_past(&self) -> bool {
        self.acting().any(Sampler::reads_the_past)
    }

    /// The grammars that act, in order.
    pub fn grammars(&self) -> impl Iterator<Item = &Grammar> {
        self.acting().filter_map(|sampler| match sampler {
            Sampler::Grammar { grammar } if !grammar.is_idle() => Some(grammar),
            _ => None,
        })
    }

    /// Runs the chain over the model's distribution, of which all tokens are listed: the candidates that are left, normalised.
    pub fn run(&self, distribution: &Distribution, context: &ChainContext) -> Candidates {
        let mut pool = LazyCandidates::new(distribution);
        for sampler in self.acting() {
            sampler.apply(&mut pool, context);
        }
        pool.finish()
    }

    /// The same with a record of every stage and, in it, of every token in `watch`; also where only the most probable tokens are listed.
    /// It is an error if these do not decide what a stage does.
    pub fn trace(
        &self,
        distribution: &Distribution,
        context: &ChainContext,
        watch: &[TokenId],
    ) -> Result<(Candidates, Vec<StageRecord>), CoreError> {
        let mut pool = Pool::new(distribution);
        let mut records = Vec::with_capacity(self.stages.len());
        let mut before = pool.left();
        for stage in &self.stages {
            let (note, affected, terms) = match stage.on {
                true => {
                    let affected = Affected::of(&stage.sampler, context, &before);
                    let note = pool.apply(&stage.sampler, context)?;
                    let terms = Terms::of(&stage.sampler, &note, &before, &affected);
                    (note, affected, terms)
                }
                false => Default::default(),
            };
            let coin = stage.on && matches!(stage.sampler, Sampler::Xtc { .. });
            // The pool itself goes on as in `run`: where it is normalised decides the last bits.
            let after = pool.left();
            records.push(StageRecord {
                stage: stage.clone(),
                tokens_in: before.len() as u32,
                tokens_out: after.len() as u32,
                mass_removed: before.mass_without(&after),
                entropy_in: before.entropy_bits(),
                entropy_out: after.entropy_bits(),
                margin_in: before.margin(),
                margin_out: after.margin(),
                cut: note.cut,
                temperature: note.temperature,
                coin: coin.then_some(context.u_xtc),
                affected,
                rescued: note.rescued,
                terms,
                watched_in: before.standings(watch),
                watched_out: after.standings(watch),
            });
            before = after;
        }
        Ok((before, records))
    }
}

/// What is known of a number, in JSON: the number, `[least, greatest]`, or null.
mod known {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::Known;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Written {
        Exact(f64),
        Between(f64, f64),
        Unknown(()),
    }

    pub fn serialize<S: Serializer>(known: &Known<f64>, to: S) -> Result<S::Ok, S::Error> {
        let written = match *known {
            Known::Exact(value) => Written::Exact(value),
            Known::Between(low, high) => Written::Between(low, high),
            Known::Unknown => Written::Unknown(()),
        };
        written.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Known<f64>, D::Error> {
        Ok(match Written::deserialize(from)? {
            Written::Exact(value) => Known::Exact(value),
            Written::Between(low, high) => Known::between(low, high),
            Written::Unknown(()) => Known::Unknown,
        })
    }
}
