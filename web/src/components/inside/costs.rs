//! What each step cost, with the cache and without.

use leptos::prelude::*;
use logitscope_core::Timings;

use crate::components::format;
use crate::components::table::Column;
use crate::components::twin::Twin;
use crate::state::App;

/// Height of the chart, in units of its view box; a bar is one unit wide.
const HEIGHT: f64 = 60.0;

const COLUMNS: &[Column] = &[
    Column::Number("Position"),
    Column::Number("Tokens computed"),
    Column::Number("Forward pass"),
];

/// How much of the text a step computed.
#[derive(PartialEq)]
enum Kind {
    /// Nothing: its logits were still known.
    Known,
    One,
    Several,
    Whole,
}

impl Kind {
    /// Of the step that chose the token at `position`, which is also the number of tokens before it.
    fn of(position: u32, timings: &Timings) -> Self {
        match timings.rows {
            0 => Kind::Known,
            1 => Kind::One,
            rows if rows >= position => Kind::Whole,
            _ => Kind::Several,
        }
    }
}

/// A bar a step, and the switch.
#[component]
pub fn Costs() -> impl IntoView {
    let app = expect_context::<App>();
    let costs = Memo::new(move |_| app.step_costs());
    let off = move || app.inside.cache_off.get();
    let press = move |_| app.switch_cache(!off());
    let bars = move || {
        let costs = costs.get();
        let most = costs
            .iter()
            .map(|(_, t)| t.forward_ms)
            .fold(f64::MIN_POSITIVE, f64::max);
        let bar = |(at, (position, timings)): (usize, &(u32, Timings))| {
            let high = HEIGHT * timings.forward_ms / most;
            let words = format!("position {position}: {}", words(*timings));
            view! {
                <rect class="cost" class:many={timings.rows > 1} x=at as f64 + 0.1 y=HEIGHT - high width="0.8" height=high><title>{words}</title></rect>
            }
        };
        costs.iter().enumerate().map(bar).collect_view()
    };
    let width = move || costs.with(|costs| costs.len().max(16));
    let sentence = move || {
        costs.with(|costs| {
            let of = |which: Kind, what: &str| {
                let own = costs
                    .iter()
                    .filter(|(position, t)| Kind::of(*position, t) == which);
                let (sum, n) =
                    own.fold((0.0, 0u32), |(sum, n), (_, t)| (sum + t.forward_ms, n + 1));
                (n > 0).then(|| {
                    let steps = format::counted(u64::from(n), "step", "steps");
                    format!(
                        "{steps} computed {what}: {} on average.",
                        format::millis(sum / f64::from(n))
                    )
                })
            };
            let all = [
                of(Kind::One, "one token"),
                of(
                    Kind::Whole,
                    "the whole text (a prompt’s prefill, or the cache was off)",
                ),
                of(Kind::Several, "several tokens that were not in the cache"),
            ];
            all.into_iter().flatten().collect::<Vec<_>>().join(" ")
        })
    };
    let table = Signal::derive(move || {
        let row = |(position, t): &(u32, Timings)| {
            vec![
                position.to_string(),
                t.rows.to_string(),
                format::millis(t.forward_ms),
            ]
        };
        costs.with(|costs| costs.iter().map(row).collect())
    });
    view! {
        <h3>"What each step of the text cost"</h3>
        <div class="attention-choice">
            <button class="button small" data-testid="cache-switch" aria-pressed=move || off().to_string() on:click=press>
                {move || if off() { "Switch the cache on again" } else { "Switch the cache off" }}
            </button>
            <span>{move || if off() { "Every token from the next one on is computed with the whole text before it: step or play, and see the bars grow." } else { "" }}</span>
        </div>
        <Show when=move || !costs.with(Vec::is_empty) fallback=|| view! { <p class="muted">"Take a few steps first."</p> }>
            <svg class="costs" data-testid="costs" viewBox=move || format!("0 0 {} {HEIGHT}", width()) preserveAspectRatio="none" role="img" aria-label="The time of each step’s forward pass; the table below has the numbers.">
                {bars}
            </svg>
            <p class="caption" data-testid="cost-words">{sentence}</p>
            <Twin caption="What each step cost" testid="table-twin-costs" columns=COLUMNS rows=table />
        </Show>
    }
}

fn words(timings: Timings) -> String {
    let tokens = format::counted(u64::from(timings.rows), "token", "tokens");
    format!(
        "{tokens} computed in {}",
        format::millis(timings.forward_ms)
    )
}
