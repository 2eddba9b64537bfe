//! How far apart the lanes are, step by step.

use leptos::prelude::*;
use logitscope_core::Known;
use logitscope_core::compare::PairStep;

use super::{Shown, letter};
use crate::components::kit::format;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::App;
use crate::strategies::{Kind, Pace};
use crate::words::say;

fn with_first(pairs: &[PairStep], lane: usize) -> Option<&PairStep> {
    pairs.iter().find(|pair| pair.lanes == (0, lane))
}

fn bits(known: Known<f64>) -> String {
    format::known(known, format::bits)
}

/// A row of columns for each lane, against the first one; a press shows the step.
#[component]
pub fn Apart(
    /// What is on screen.
    shown: Memo<Option<Shown>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let column = move |lane: usize, at: usize, pair: Option<&PairStep>, shown: &Shown| {
        let nothing = Known::Exact(0.0);
        let js = pair.map_or(nothing, |pair| pair.js_bits);
        let chain = pair.map_or(nothing, |pair| pair.chain_js_bits);
        let apart = shown.parted[lane].is_some_and(|parted| at > parted);
        let label = say().compare_column(at as u64 + 1, bits(js), bits(chain));
        let go = move |_| {
            let playing = false;
            app.set_pace(
                Kind::Compare,
                Pace {
                    at: at + 1,
                    playing,
                },
            );
        };
        let height = |bits: Known<f64>| format!("{:.1}%", 100.0 * bits.middle());
        view! {
            <button class="js-column" class:current=at + 1 == shown.at class:apart=apart title=label.to_string() aria-label=label.to_string() on:click=go>
                <i class="model" style=("--h", height(js))></i><i class="chain" style=("--h", height(chain))></i>
            </button>
        }
    };
    let lane = move |lane: usize, shown: &Shown| {
        let pairs = shown.pairs.iter().enumerate();
        let columns: Vec<_> = pairs
            .map(|(at, pairs)| column(lane, at, with_first(pairs, lane), shown))
            .collect();
        view! {
            <div class="js-row">
                <span class="lane-letter" data-lane=lane.to_string()>{letter(lane)}</span>
                <div class="js-columns">{columns}</div>
            </div>
        }
    };
    let rows = move || {
        let shown = shown.get()?;
        let others = 1..shown.texts.len();
        Some(others.map(|at| lane(at, &shown)).collect_view())
    };
    let now = move || {
        let pair = shown.with(|s| with_first(s.as_ref()?.pairs.last()?, 1).copied())?;
        Some(
            say()
                .compare_apart_now(
                    bits(pair.kl_bits),
                    bits(pair.kl_back_bits),
                    bits(pair.js_bits),
                    bits(pair.chain_js_bits),
                )
                .to_string(),
        )
    };
    let numbers = move || {
        let all = shown.with(|s| s.as_ref().map(|s| s.pairs.clone()).unwrap_or_default());
        let row = |(at, pair): (usize, &PairStep)| {
            vec![
                (at + 1).to_string(),
                format!("{}{}", letter(pair.lanes.0), letter(pair.lanes.1)),
                bits(pair.kl_bits),
                bits(pair.kl_back_bits),
                bits(pair.js_bits),
                bits(pair.chain_js_bits),
            ]
        };
        let steps = all.iter().enumerate();
        steps
            .flat_map(|(at, pairs)| pairs.iter().map(move |pair| row((at, pair))))
            .collect::<Vec<_>>()
    };
    let columns = vec![
        Heading::Number(say().col_step().to_string()),
        Heading::Text(say().col_pair().to_string()),
        Heading::Number(say().col_kl_there().to_string()),
        Heading::Number(say().col_kl_back().to_string()),
        Heading::Number(say().col_js().to_string()),
        Heading::Number(say().col_chain_js().to_string()),
    ];
    view! {
        <section class="lane-apart" data-testid="lane-apart">
            <h3>{say().compare_apart().to_string()}</h3>
            <p class="caption">{say().compare_apart_about().to_string()}</p>
            {rows}
            {move || now().map(|now| view! { <p class="caption" data-testid="lane-kl">{now}</p> })}
            <TableTwin caption=say().compare_apart().to_string() testid="table-twin-lanes" columns=columns rows=Signal::derive(numbers) />
        </section>
    }
}
