//! What each step cost, with the cache and without.

use leptos::prelude::*;
use logitscope_core::Timings;

use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

/// Height of the chart, in units of its view box; a bar is one unit wide.
const HEIGHT: f64 = 60.0;

const COLUMNS: &[Heading<Word>] = &[
    Heading::Number(Catalogue::col_position),
    Heading::Number(Catalogue::col_tokens_computed),
    Heading::Number(Catalogue::col_pass),
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
const KINDS: [(Kind, Word); 4] = [
    (Kind::Prompt, Catalogue::cost_prompt),
    (Kind::One, Catalogue::cost_one),
    (Kind::Whole, Catalogue::cost_whole),
    (Kind::Several, Catalogue::cost_several),
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
    let of = |(which, what): (Kind, Word)| {
        let own = kinds.iter().filter(|(kind, _)| *kind == which);
        let (sum, n) = own.fold((0.0, 0u32), |(sum, n), (_, ms)| (sum + ms, n + 1));
        (n > 0).then(|| {
            let ms = format::millis(sum / f64::from(n));
            say()
                .cost_average(u64::from(n), what(&say()).to_string(), ms)
                .to_string()
        })
    };
    KINDS.into_iter().filter_map(of).collect()
}

/// A bar a step, and the switch.
#[component]
pub fn Costs() -> impl IntoView {
    let app = expect_context::<App>();
    let costs = Memo::new(move |_| app.step_costs());
    // The last pass may be that for a step which was not taken yet.
    let taken = move || {
        let tokens = app.transcript.with(Vec::len);
        costs.with(|costs| {
            costs
                .iter()
                .any(|(position, _)| (*position as usize) < tokens)
        })
    };
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
            let words = words(*position, *timings);
            view! {
                <rect class="cost" class:many={timings.rows > 1} x=at as f64 + 0.1 y=HEIGHT - high width="0.8" height=high><title>{words}</title></rect>
            }
        };
        costs.iter().enumerate().map(bar).collect_view()
    };
    let width = move || costs.with(|costs| costs.len().max(16));
    let sentence = move || costs.with(|costs| format::sentences(averages(costs)));
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
        <h3>{say().costs_title().to_string()}</h3>
        <div class="attention-choice">
            <button class="button small" data-testid="cache-switch" aria-pressed=move || off().to_string() on:click=press>
                {move || if off() { say().cache_switch_on().to_string() } else { say().cache_switch_off().to_string() }}
            </button>
            <span>{move || off().then(|| say().cache_switched_off().to_string())}</span>
        </div>
        <Show when=taken fallback=|| view! { <NoSteps /> }>
            <svg class="costs" data-testid="costs" viewBox=move || format!("0 0 {} {HEIGHT}", width()) preserveAspectRatio="none" role="img" aria-label=say().costs_label().to_string()>
                {bars}
            </svg>
            <p class="caption" data-testid="cost-words">{sentence}</p>
            <TableTwin caption=say().costs_title().to_string() testid="table-twin-costs" columns=COLUMNS rows=table />
        </Show>
    }
}

/// What the cache holds, and what the text's pass took, before any step was taken.
#[component]
fn NoSteps() -> impl IntoView {
    let app = expect_context::<App>();
    let held = move || {
        let (layers, _) = app.layers_and_heads()?;
        let count = app.transcript.with(Vec::len) as u64;
        let words = say().costs_none(count, u64::from(layers)).to_string();
        (count > 0 && !app.inside.cache_off.get()).then_some(words)
    };
    let took = move || {
        let step = app.step.get().filter(|_| !app.recorded.get())?;
        let (rows, ms) = (step.timings.rows, step.timings.forward_ms);
        let words = say().costs_prompt(u64::from(rows), format::millis(ms));
        (rows > 0).then(|| words.to_string())
    };
    view! { <p class="caption" data-testid="costs-none">{took} " " {held}</p> }
}

fn words(position: u32, timings: Timings) -> String {
    let time = format::millis(timings.forward_ms);
    say()
        .cost_of_position(position.to_string(), u64::from(timings.rows), time)
        .to_string()
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
            "1 step computed the whole prompt (its prefill): 50.0 ms. 1 step computed one token: 2.0 ms. 2 steps computed the whole text: 15.0 ms on average."
        );
        let one = |position, rows| {
            let (position, timings) = cost(position, rows, 1.0);
            Kind::of(position, &timings, false)
        };
        assert_eq!((one(5, 0), one(5, 3)), (Kind::Known, Kind::Several));
    }
}
