//! What is tried beside the step on screen, as the questions of a lesson see it: parts off, and the strategy that is open.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::beam::BeamRun;
use logitscope_core::compare::Comparison;
use logitscope_core::speculative::run::Speculation;
use logitscope_core::strategy::plain::{Choosing, Plain, Written};
use logitscope_lesson::{Beams, Speculated, Tried};

use crate::choices::Station;
use crate::inspect::ablation::Altered;
use crate::state::{App, Begun};
use crate::strategies::{Kind, Pace};

/// What is open, and what is off; tracked.
pub struct Beside {
    open: Option<Station>,
    pace: Pace,
    off: usize,
    altered: Option<Arc<Altered>>,
}

impl Beside {
    /// That of now.
    pub fn of(app: App) -> Self {
        let open = app.open.get();
        let stepped = open.and_then(Kind::stepped);
        Beside {
            open,
            pace: stepped.map(|kind| app.pace(kind)).unwrap_or_default(),
            off: app.inside.interventions.with(|all| all.iter().count()),
            altered: app.altered(),
        }
    }

    /// What came of it. A strategy that is not open may be about another text.
    pub fn tried<'a>(&'a self, begun: Begun<'a>) -> Tried<'a> {
        let open = |station| self.open == Some(station);
        let at = self.pace.at;
        let compared = open(Station::Compare)
            .then(|| begun.get::<Comparison>(Kind::Compare))
            .flatten();
        let lanes =
            compared.and_then(|run| run.steps().get(at.min(run.steps().len()).checked_sub(1)?));
        let speculation = open(Station::Speculative)
            .then(|| begun.get::<Speculation>(Kind::Speculate))
            .flatten();
        let search = open(Station::Beams)
            .then(|| begun.get::<BeamRun>(Kind::Beams))
            .flatten();
        Tried {
            off: self.off,
            altered: self.altered.as_ref().map(|altered| &*altered.distribution),
            lanes,
            speculated: speculation.map(|run| Speculated {
                round: run
                    .rounds()
                    .get(..at.min(run.rounds().len()))
                    .and_then(<[_]>::last),
                counts: run.counts(),
                proof: begun.get(Kind::Experiment),
            }),
            beams: search.map(|run| Beams {
                best: best(run),
                greedy: begun.get(Kind::Beside).and_then(greedy),
            }),
        }
    }
}

/// The best text of a search that has ended, and Σ ln p of it under the model alone.
fn best(run: &BeamRun) -> Option<(&[u32], f64)> {
    run.search().stop()?;
    let best = run.steps().last()?.step.pool.first()?;
    Some((&best.tokens, run.alone(&best.tokens)?))
}

/// Σ ln p of the greedy text, once it has ended.
fn greedy(plain: &Plain) -> Option<f64> {
    let greedy = |text: &&Written| text.choosing == Choosing::Greedy && text.ended;
    plain.texts().iter().find(greedy).map(|text| text.log_prob)
}
