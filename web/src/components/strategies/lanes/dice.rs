//! One random number through the slices of all lanes.

use leptos::prelude::*;
use logitscope_core::compare::LaneStep;

use super::{Shown, letter};
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// A slice with a name takes at least this much.
const NAMED: f64 = 0.09;

fn share(x: f64) -> String {
    format!("{:.3}%", (100.0 * x).clamp(0.0, 100.0))
}

/// What each lane's chain leaves, from 0 to 1, with the number across.
#[component]
pub fn SameDice(
    /// What is on screen.
    shown: Memo<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let word = move |token| format::word(&untrack(|| app.token_bytes(token)));
    let bar = move |lane: usize, step: &LaneStep| {
        let mut low = 0.0;
        let slice = |slice: &logitscope_core::compare::Slice| {
            let from = low;
            low += slice.prob;
            let name = (slice.prob >= NAMED).then(|| word(slice.token));
            let chosen = slice.token == step.token;
            view! {
                <i class:chosen=chosen class:drawn=chosen && step.draw.is_some() style=("--x", share(from)) style=("--w", share(slice.prob))>{name}</i>
            }
        };
        let slices: Vec<_> = step.left.iter().map(slice).collect();
        view! { <span class="lane-letter" data-lane=lane.to_string()>{letter(lane)}</span><span class="lane-bar">{slices}</span> }
    };
    let line = move |lane: usize, step: &LaneStep| {
        let name = format::quoted(word(step.token));
        match step.segment {
            Some((low, high)) => say()
                .compare_landed(
                    letter(lane),
                    name,
                    format::draw(low, 3),
                    format::draw(high, 3),
                )
                .to_string(),
            None => say().compare_took(letter(lane), name).to_string(),
        }
    };
    let picture = move |shown: Shown| {
        let step = shown.step?;
        let open = |f: &dyn Fn(usize, &LaneStep) -> AnyView| -> Vec<AnyView> {
            let lanes = step.lanes.iter().enumerate();
            lanes
                .filter_map(|(lane, own)| own.as_ref().map(|own| f(lane, own)))
                .collect()
        };
        let u = step.lanes.iter().flatten().find_map(|lane| lane.draw);
        let bars = open(&|lane, own| bar(lane, own).into_any());
        let lines = open(&|lane, own| view! { <li>{line(lane, own)}</li> }.into_any());
        let pin = u.map(|draw| {
            view! { <span class="lane-pin" style=("--u", draw.u.to_string())><b class="num">{format::draw(draw.u, 3)}</b></span> }
        });
        Some(view! {
            <section class="lane-dice" data-testid="lane-dice">
                <h3>{say().compare_dice().to_string()}</h3>
                <div class="lane-bars" aria-hidden="true">{bars}{pin}</div>
                <ul class="caption">{lines}</ul>
            </section>
        })
    };
    move || shown.get().map(picture)
}
