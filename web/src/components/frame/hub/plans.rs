//! What the published models would take on this device, and which suits it best. Nothing is said that was not measured here.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_protocol::{Plan, Sizes};

use super::rough;
use crate::components::kit::format;
use crate::models::PUBLISHED;
use crate::state::App;
use crate::words::say;

/// Tokens a second from which on a model is no test of patience.
const FAST_ENOUGH: f64 = 5.0;

/// The plans of the published models, in their order.
#[derive(Clone, Copy)]
pub struct Plans(RwSignal<[Option<Plan>; PUBLISHED.len()]>);

impl Plans {
    /// Asks the engine for them as long as the dialog is `open`, and again for another model, backend or precision.
    pub fn new(app: App, open: RwSignal<bool>) -> Self {
        let plans = RwSignal::new([None; PUBLISHED.len()]);
        Effect::new(move |_| {
            app.model.track();
            app.backend.track();
            app.precision.track();
            if !open.get() {
                return;
            }
            let way = app.way();
            spawn_local(async move {
                let mut all = [None; PUBLISHED.len()];
                for (plan, model) in all.iter_mut().zip(&PUBLISHED) {
                    let sizes = Sizes::Config(model.config.to_owned());
                    *plan = app.plan(sizes, way).await.ok();
                }
                plans.set(all);
            });
        });
        Plans(plans)
    }

    /// What the nth model would take; `None` where nothing was measured. Tracked.
    pub fn of(self, nth: usize) -> Option<Plan> {
        let plan = self.0.with(|plans| plans[nth]);
        plan.filter(|plan| plan.step_ms.is_some())
    }

    /// Whether the nth model is the largest that fits and is fast enough; tracked.
    pub fn suits(self, nth: usize) -> bool {
        self.0.with(|plans| best(plans) == Some(nth))
    }
}

/// The largest of those that fit and are fast enough.
fn best(plans: &[Option<Plan>]) -> Option<usize> {
    let good = |plan: &Plan| {
        let fast = plan.tokens_per_s().is_some_and(|n| n >= FAST_ENOUGH);
        fast && plan.misfit.is_none()
    };
    let all = plans.iter().enumerate();
    let good = all.filter_map(|(nth, plan)| Some((nth, plan.filter(good)?)));
    let largest = good.max_by_key(|(_, plan)| plan.memory.weights);
    largest.map(|(nth, _)| nth)
}

/// What a model would take, in a few words.
pub fn plan_words(plan: &Plan) -> String {
    let bytes = rough(plan.memory.total());
    match plan.tokens_per_s() {
        Some(speed) => {
            let digits = usize::from(speed < 10.0);
            say().hub_plan_speed(bytes, format::decimals(speed, digits))
        }
        None => say().hub_plan(bytes),
    }
    .to_string()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use logitscope_core::{MemoryPlan, Precision};
    use logitscope_protocol::Misfit;

    use super::*;

    fn plan(weights: u64, step_ms: Option<f64>, fits: bool) -> Option<Plan> {
        Some(Plan {
            precision: Precision::F16,
            memory: MemoryPlan {
                weights,
                ..MemoryPlan::default()
            },
            step_ms,
            misfit: (!fits).then_some(Misfit::Piece {
                bytes: 2,
                most: 1,
                on_cpu: None,
            }),
        })
    }

    #[test]
    fn the_largest_that_fits_and_is_fast_enough_suits_best() {
        let all = [
            plan(3, Some(100.0), true),
            plan(1, Some(1.0), true),
            plan(5, Some(201.0), true),
            plan(4, Some(10.0), false),
            plan(9, None, true),
            None,
        ];
        assert_eq!(best(&all), Some(0));
        // Where nothing was measured nothing is said.
        assert_eq!(best(&[plan(9, None, true), None]), None);
    }
}
