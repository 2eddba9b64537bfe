//! What each step cost, with the cache and without.

use leptos::prelude::*;
use logitscope_core::Timings;

use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::App;

/// Height of the chart, in units of its view box; a bar is one unit wide.
const HEIGHT: f64 = 60.0;

const COLUMNS: &[Heading] = &[
    Heading::Number("Position"),
    Heading::Number("Tokens computed"),
    Heading::Number("Forward pass"),
];

/// How much of the text a step computed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// Nothing: its logits were still known.
    Known,
    One,
    Several,
    /// The whole prompt, which nothing was kept of before.
    Prompt,
    Whole,
}

/// The kinds that are told of, with what such a step computed.
const KINDS: [(Kind, &str); 4] = [
    (Kind::Prompt, "the whole prompt (its prefill)"),
    (Kind::One, "one token"),
    (Kind::Whole, "the whole text (the cache was off)"),
    (Kind::Several, "several tokens that were not in the cache"),
];

impl Kind {
    /// Of the step that chose the token at `position`, which is also the number of tokens before it: the first of the text, or a later one.
    fn of(position: u32, timings: &Timings, first: bool) -> Self {
        match timings.rows {
            0 => Kind::Known,
            1 => Kind::One,
            rows if rows < position => Kind::Several,
            _ if first => Kind::Prompt,
            _ => Kind::Whole,
        }
    }
}

/// How many steps there are of each kind that is told of, and what they took on average.
fn averages(costs: &[(u32, Timings)]) -> Vec<String> {
    let kinds = costs.iter().enumerate();
    let kinds: Vec<(Kind, f64)> = kinds
        .map(|(at, (position, t))| (Kind::of(*position, t, at == 0), t.forward_ms))
        .collect();
    let of = |(which, what): (Kind, &str)| {
        let own = kinds.iter().filter(|(kind, _)| *kind == which);
        let (sum, n) = own.fold((0.0, 0u32), |(sum, n), (_, ms)| (sum + ms, n + 1));
        (n > 0).then(|| {
            let steps = format::counted(u64::from(n), "step", "steps");
            let average = if n > 1 { " on average" } else { "" };
            let ms = format::millis(sum / f64::from(n));
            format!("{steps} computed {what}: {ms}{average}.")
        })
    };
    KINDS.into_iter().filter_map(of).collect()
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
    let sentence = move || costs.with(|costs| averages(costs).join(" "));
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
            <TableTwin caption="What each step cost" testid="table-twin-costs" columns=COLUMNS rows=table />
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefill_is_not_counted_among_the_steps_without_the_cache() {
        let cost =
            |position: u32, rows: u32, forward_ms: f64| (position, Timings { forward_ms, rows });
        let costs = [
            cost(6, 6, 50.0),
            cost(7, 1, 2.0),
            cost(8, 8, 10.0),
            cost(9, 9, 20.0),
        ];
        let found = averages(&costs).join(" ").replace('\u{202f}', " ");
        assert_eq!(
            found,
            "1 step computed the whole prompt (its prefill): 50.0 ms. 1 step computed one token: 2.0 ms. 2 steps computed the whole text (the cache was off): 15.0 ms on average."
        );
        let one = |position, rows| {
            let (position, timings) = cost(position, rows, 1.0);
            Kind::of(position, &timings, false)
        };
        assert_eq!((one(5, 0), one(5, 3)), (Kind::Known, Kind::Several));
    }
}
