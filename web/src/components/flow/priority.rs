//! Which stages are shown where there is no room for all.

use leptos::prelude::*;
use logitscope_core::chain::{Sampler, StageRecord};
use logitscope_core::sorted;

use crate::components::picture::ROOMY;
use crate::components::sampler::stage_drag::{Key, acting_keys};
use crate::components::step::step_on_screen::StepOnScreen;
use crate::state::App;

/// As many of the stages that were touched last come first.
const TOUCHED: usize = 2;

/// The acting stages, the most important ones first: those that were touched last, then those that change the distribution most. Empty
/// while there are few.
pub fn priority(app: App, shown: Signal<Option<StepOnScreen>>) -> Memo<Vec<usize>> {
    let touched = touched(app);
    Memo::new(move |_| {
        let keys = app.settings.with(|s| acting_keys(&s.chain));
        if keys.len() <= ROOMY {
            return Vec::new();
        }
        let changes: Vec<f64> = shown.with(|s| {
            let Some(s) = s else { return Vec::new() };
            let records = s.view.sampling.processed.records().iter();
            records.filter(|r| r.stage.on).map(change).collect()
        });
        let mut all: Vec<usize> = (0..keys.len()).collect();
        let place = |stage: usize| {
            touched.with(|(_, t)| {
                t.iter()
                    .position(|key| *key == keys[stage])
                    .unwrap_or(TOUCHED)
            })
        };
        let change = |stage: usize| changes.get(stage).copied().unwrap_or(0.0);
        sorted::sort_by(&mut all, |a, b| {
            place(*a)
                .cmp(&place(*b))
                .then(change(*b).total_cmp(&change(*a)))
        });
        all
    })
}

/// How much of the probability a stage moves, 0..=1, as far as the followed tokens tell.
fn change(record: &StageRecord) -> f64 {
    let both = record.watched_in.iter().zip(&record.watched_out);
    both.map(|(before, after)| (before.prob - after.prob).abs())
        .sum::<f64>()
        / 2.0
}

/// The stages as they are, and the names of those that were changed last, the last one first.
type Touched = (Vec<(Key, Sampler)>, Vec<Key>);

fn touched(app: App) -> Memo<Touched> {
    Memo::new(move |before: Option<&Touched>| {
        let now: Vec<(Key, Sampler)> = app.settings.with(|s| {
            let keys = acting_keys(&s.chain);
            keys.into_iter().zip(s.chain.acting().cloned()).collect()
        });
        let Some((old, touched)) = before else {
            return (now, Vec::new());
        };
        let mut touched = touched.clone();
        for (key, stage) in &now {
            let changed = old.iter().any(|(other, was)| other == key && was != stage);
            if changed {
                touched.retain(|other| other != key);
                touched.insert(0, *key);
            }
        }
        touched.retain(|key| now.iter().any(|(other, _)| other == key));
        touched.truncate(TOUCHED);
        (now, touched)
    })
}
