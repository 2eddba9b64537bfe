//! The run in numbers: one bar a token, and the totals.

use leptos::prelude::*;
use logitscope_core::totals::Rated;
use web_sys::KeyboardEvent;

use crate::components::glossary::explained::Explained;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::{Heading, Table};
use crate::state::{App, Entry, Metric, Totals, Unit};
use crate::words::{Catalogue, Word, say};

const TOTALS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_run),
    Heading::Number(Catalogue::col_model),
    Heading::Number(Catalogue::col_after_sampler),
];

/// Height of the chart, in units of its view box; a bar is one unit wide.
const HEIGHT: f64 = 40.0;

/// The name of a metric on the page.
pub fn label(metric: Metric) -> String {
    type C = Catalogue;
    let word: Word = match metric {
        Metric::Surprisal => C::metric_surprisal,
        Metric::Entropy => C::metric_entropy,
        Metric::Probability => C::metric_probability,
        Metric::Rank => C::metric_rank,
        Metric::TopMass => C::metric_top_mass,
        Metric::LogProb => C::metric_log_prob,
        Metric::SurprisalAfter => C::metric_surprisal_after,
        Metric::EntropyAfter => C::metric_entropy_after,
        Metric::ProbabilityAfter => C::metric_probability_after,
        Metric::TopMassAfter => C::metric_top_mass_after,
        Metric::LogProbAfter => C::metric_log_prob_after,
    };
    word(&say()).to_string()
}

/// A value of a metric in words.
pub fn words(metric: Metric, value: f64) -> String {
    match metric.unit() {
        Unit::Bits => format::bits(value),
        Unit::Probability => format::percent_exact(value),
        Unit::Nats => format::nats(value),
        Unit::Rank => say().rank_number(value as u64).to_string(),
    }
}

/// Chooses what colours the text and is drawn over it.
#[component]
pub fn ColourBy() -> impl IntoView {
    let app = expect_context::<App>();
    let choose = move |value: String| {
        let chosen = value
            .parse()
            .ok()
            .and_then(|at: usize| Metric::ALL.get(at).copied());
        app.colour_by(chosen.unwrap_or_default());
    };
    let option = move |(at, metric): (usize, &Metric)| {
        let metric = *metric;
        view! { <option value=at.to_string() selected=move || app.metric.get() == metric>{label(metric)}</option> }
    };
    let options = move |after: bool| {
        let of = Metric::ALL.iter().enumerate();
        of.filter(|(_, metric)| metric.is_after() == after)
            .map(option)
            .collect_view()
    };
    view! {
        <label class="colour-by">
            {say().colour_by().to_string()} " "
            <select data-testid="colour-by" on:change:target=move |ev| choose(ev.target().value())>
                <optgroup label=say().colour_model().to_string()>{options(false)}</optgroup>
                <optgroup label=say().colour_after().to_string()>{options(true)}</optgroup>
            </select>
        </label>
    }
}

/// The chart and the totals, folded away until they are asked for.
#[component]
pub fn RunChart() -> impl IntoView {
    let app = expect_context::<App>();
    let open = RwSignal::new(false);
    let bars = move || {
        let metric = app.metric.get();
        let shown = app.step.with(|s| s.as_ref().map(|s| s.context));
        app.transcript.with(|entries| {
            let height = |value: f64| match metric.unit() {
                Unit::Probability => value,
                _ => metric.shade(value),
            };
            let bar = |entry: &Entry| {
                let (context, value) = (entry.context, metric.of(entry)?);
                let tall = (HEIGHT * height(value)).max(0.6);
                let title = format!("{}: {}", entry.text.replace('\n', "↵"), words(metric, value));
                let x = f64::from(entry.position) + 0.1;
                Some(view! {
                    <g on:click=move |_| app.select(context)>
                        <title>{title}</title>
                        <rect class="hit" x=x.to_string() y="0" width="0.8" height=HEIGHT.to_string() />
                        <rect class="bar-before" class:current=context.is_some() && context == shown x=x.to_string()
                            y=format!("{:.2}", HEIGHT - tall) width="0.8" height=format!("{tall:.2}") />
                    </g>
                })
            };
            entries.iter().filter_map(bar).collect_view()
        })
    };
    let walk = move |ev: KeyboardEvent| {
        match ev.key().as_str() {
            "ArrowLeft" => app.select_previous(),
            "ArrowRight" => app.select_next(),
            _ => return,
        }
        ev.prevent_default();
    };
    let width = move || app.transcript.with(|t| t.len().max(16));
    let totals = move || {
        let totals = app.transcript.with(|t| Totals::of(t))?;
        let both =
            |f: fn(Rated) -> String| vec![f(totals.model), totals.after.map_or("–".to_owned(), f)];
        let rows = [
            (
                say().total_tokens().to_string(),
                both(|r| format::count(r.tokens as u64)),
            ),
            (
                say().total_perplexity().to_string(),
                both(|r| format::times(r.perplexity)),
            ),
            (
                say().total_log_prob().to_string(),
                both(|r| format::nats(r.log_prob)),
            ),
            (
                say().total_entropy().to_string(),
                both(|r| format::bits(r.entropy_bits)),
            ),
        ];
        let row = |(name, cells): (String, Vec<String>)| {
            let cells = cells.into_iter().map(|cell| view! { <td>{cell}</td> });
            view! { <tr><td class="text"><Explained text=name /></td>{cells.collect_view()}</tr> }
        };
        let rows = rows.map(row).into_iter().collect_view();
        let repeated = format::percent_exact(totals.repeated);
        Some(view! {
            <Table label=say().run_numbers().to_string() testid="totals" columns=TOTALS>
                {rows}
            </Table>
            <p class="caption">{say().run_repeated(repeated).to_string()}</p>
        })
    };
    view! {
        <details class="twin" data-testid="run-chart" on:toggle:target=move |ev| open.set(ev.target().open())>
            <summary>{say().run_numbers().to_string()}</summary>
            <Show when=move || open.get()>
                <svg class="run-chart" tabindex="0" on:keydown=walk viewBox=move || format!("0 0 {} {HEIGHT}", width()) preserveAspectRatio="none" role="img"
                    aria-label=say().run_chart().to_string()>
                    {bars}
                </svg>
                <p class="caption">{move || say().run_chart_about(label(app.metric.get())).to_string()}</p>
                {totals}
            </Show>
        </details>
    }
}
