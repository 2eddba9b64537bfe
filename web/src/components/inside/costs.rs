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
            let mean = |many: bool| {
                let own = costs.iter().filter(|(_, t)| t.rows > 0 && (t.rows > 1) == many);
                let (sum, n) = own.fold((0.0, 0u32), |(sum, n), (_, t)| (sum + t.forward_ms, n + 1));
                (n > 0).then(|| (sum / f64::from(n), n))
            };
            let one = mean(false).map(|(ms, n)| format!("{} of one token each: {} on average.", format::counted(u64::from(n), "step", "steps"), format::millis(ms)));
            let many = mean(true).map(|(ms, n)| format!("{} that computed the whole text (the prompt’s prefill, or the cache was off): {} on average.", format::counted(u64::from(n), "step", "steps"), format::millis(ms)));
            [one, many].into_iter().flatten().collect::<Vec<_>>().join(" ")
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
            <span>{move || if off() { "The steps from now on compute the whole text again: step or play, and see the bars grow." } else { "" }}</span>
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
