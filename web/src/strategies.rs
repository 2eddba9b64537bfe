//! Strategies under way on the page: a search, a speculation, an exploration. Each says which logits it needs; the driver asks the source for
//! them, one forward pass at a time, and the views read what came of it.

use std::any::Any;

use logitscope_core::beam::BeamRun;
use logitscope_core::compare::Comparison;
use logitscope_core::compare::spelling::LaneSpec;
use logitscope_core::context::ContextRun;
use logitscope_core::enumerate::Enumeration;
use logitscope_core::explore::run::Exploration;
use logitscope_core::guided::GuidedRun;
use logitscope_core::records::{
    BeamRecord, CompareRecord, ContextRecord, ExploreRecord, GuideRecord, Models, SpeculateRecord,
};
use logitscope_core::speculative::experiment::Experiment;
use logitscope_core::speculative::run::Speculation;
use logitscope_core::strategy::plain::Plain;
use logitscope_core::strategy::{Ask, Strategy};
use logitscope_protocol::Command;
use serde::Serialize;

use crate::choices::Station;

/// What a strategy is for. The page has at most one of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The most probable ways on, in the tree.
    Explore,
    /// A beam search.
    Beams,
    /// A greedy text and a sampled one beside the beams.
    Beside,
    /// Speculative decoding.
    Speculate,
    /// The proof of its rule.
    Experiment,
    /// A text by a score.
    Guide,
    /// The texts of a small grammar.
    Enumerate,
    /// Texts in lockstep.
    Compare,
    /// A text that outgrows its context.
    Context,
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// The one that goes step by step in a station.
    pub fn stepped(station: Station) -> Option<Kind> {
        match station {
            Station::Beams => Some(Kind::Beams),
            Station::Speculative => Some(Kind::Speculate),
            Station::Guided => Some(Kind::Guide),
            Station::Compare => Some(Kind::Compare),
            Station::Context => Some(Kind::Context),
            _ => None,
        }
    }

    /// The one whose record a station leaves.
    pub fn recorded(station: Station) -> Option<Kind> {
        match station {
            Station::Tree => Some(Kind::Explore),
            other => Kind::stepped(other),
        }
    }

    /// Those that work while a station is open, the most urgent first.
    pub fn of(station: Option<Station>) -> &'static [Kind] {
        match station {
            Some(Station::Tree) => &[Kind::Explore],
            Some(Station::Beams) => &[Kind::Beams, Kind::Beside],
            Some(Station::Speculative) => &[Kind::Experiment, Kind::Speculate],
            Some(Station::Sampler) => &[Kind::Enumerate],
            Some(Station::Guided) => &[Kind::Guide, Kind::Beside],
            Some(Station::Compare) => &[Kind::Compare],
            Some(Station::Context) => &[Kind::Context],
            _ => &[],
        }
    }
}

/// What a record says beside what came of a strategy.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// Who computed it.
    pub models: Models,
    /// The lanes of a comparison, without the text itself.
    pub lanes: Vec<LaneSpec>,
    /// What a token of the run takes, in milliseconds, where that was measured.
    pub plain_ms: Option<f64>,
}

/// A strategy that the page can have.
pub trait Work: Strategy + Any {
    /// How many steps it has taken: what can be gone back and forth in.
    fn steps(&self) -> usize;

    /// What came of it so far, as JSON, as the command writes it; `None` for one that leaves no record.
    fn record(&self, _of: Recorded) -> Option<Result<String, String>> {
        None
    }
}

fn json(record: &impl Serialize) -> Option<Result<String, String>> {
    Some(serde_json::to_string(record).map_err(|e| e.to_string()))
}

impl Work for BeamRun {
    fn steps(&self) -> usize {
        BeamRun::steps(self).len()
    }

    fn record(&self, of: Recorded) -> Option<Result<String, String>> {
        json(&BeamRecord::of(self, of.models))
    }
}

impl Work for Plain {
    fn steps(&self) -> usize {
        Plain::steps(self)
    }
}

impl Work for Speculation {
    fn steps(&self) -> usize {
        self.rounds().len()
    }

    fn record(&self, of: Recorded) -> Option<Result<String, String>> {
        json(&SpeculateRecord::of(self, of.models, of.plain_ms))
    }
}

impl Work for Exploration {
    fn steps(&self) -> usize {
        self.passes().len()
    }

    fn record(&self, of: Recorded) -> Option<Result<String, String>> {
        json(&ExploreRecord::of(self, of.models))
    }
}

impl Work for Enumeration {
    fn steps(&self) -> usize {
        usize::from(self.has_ended())
    }
}

impl Work for GuidedRun {
    fn steps(&self) -> usize {
        GuidedRun::steps(self).len()
    }

    fn record(&self, of: Recorded) -> Option<Result<String, String>> {
        json(&GuideRecord::of(self, of.models))
    }
}

impl Work for Comparison {
    fn steps(&self) -> usize {
        let steps = Comparison::steps(self).len();
        match self.has_ended() && self.scores().is_none() {
            // The last step is done once every lane has read the texts of the others.
            true => steps.saturating_sub(1),
            false => steps,
        }
    }

    fn record(&self, of: Recorded) -> Option<Result<String, String>> {
        let lanes = std::iter::once(LaneSpec::default()).chain(of.lanes);
        let lanes: Vec<LaneSpec> = lanes.collect();
        json(&CompareRecord::of(self, &lanes, of.models))
    }
}

impl Work for ContextRun {
    fn steps(&self) -> usize {
        ContextRun::steps(self).len()
    }

    fn record(&self, of: Recorded) -> Option<Result<String, String>> {
        json(&ContextRecord::of(self, of.models))
    }
}

impl Work for Experiment {
    fn steps(&self) -> usize {
        usize::from(self.ask().is_none())
    }
}

/// Where one is: the step on screen, and whether it goes on by itself. What lies before that step and is not computed yet is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pace {
    /// The step on screen, 0 being the beginning.
    pub at: usize,
    /// Whether it plays.
    pub playing: bool,
}

/// What is to be done for a strategy.
#[derive(Debug, Clone, PartialEq)]
pub enum Due {
    /// This is to be asked for, now.
    Ask(Ask),
    /// The next step is to be shown, once its time has come.
    Next,
    /// It plays, and has ended.
    End,
}

/// What is to be done for `work`, if anything is.
pub fn due(work: &dyn Work, pace: Pace) -> Option<Due> {
    let ask = work.ask();
    match (ask, work.steps()) {
        (Some(ask), steps) if steps < pace.at => Some(Due::Ask(ask)),
        (None, steps) if steps <= pace.at => pace.playing.then_some(Due::End),
        _ => pace.playing.then_some(Due::Next),
    }
}

/// What asks the engine for it; `None` for what a grammar allows, which its parser says.
pub fn command(ask: Ask) -> Option<Command> {
    Some(match ask {
        Ask::Masks { .. } => return None,
        Ask::Ends { texts, .. } => Command::EvaluateAll { paths: texts },
        Ask::Along { tokens, from, .. } => Command::Along {
            tokens,
            from: from as u32,
        },
        Ask::Layers { tokens, layers } => Command::AfterLayers { tokens, layers },
        Ask::States { texts, from } => Command::States {
            paths: texts,
            from: from as u32,
        },
    })
}
