//! The run in numbers: one bar a token, and the totals.

use leptos::prelude::*;

use super::format;
use crate::state::{App, Entry, Metric, Totals};

/// Height of the chart, in units of its view box; a bar is one unit wide.
const HEIGHT: f64 = 40.0;

/// The name of a metric on the page.
fn label(metric: Metric) -> &'static str {
    match metric {
        Metric::Surprisal => "surprisal in bits",
        Metric::Entropy => "entropy in bits",
        Metric::Probability => "probability, model",
        Metric::ProbabilityAfter => "probability, sampler",
        Metric::Rank => "rank (log scale)",
        Metric::TopMass => "mass of the top ten, model",
        Metric::LogProb => "log-probability so far",
    }
}

/// A value of a metric in words.
fn words(metric: Metric, value: f64) -> String {
    match metric {
        Metric::Surprisal | Metric::Entropy => format::bits(value),
        Metric::Probability | Metric::ProbabilityAfter | Metric::TopMass => format::percent(value),
        Metric::LogProb => format!("{value:.2} nats"),
        Metric::Rank => format!("rank {}", format::count(value as u64)),
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
    view! {
        <label class="colour-by">
            "colour: "
            <select data-testid="colour-by" on:change:target=move |ev| choose(ev.target().value())>
                {Metric::ALL.iter().enumerate().map(option).collect_view()}
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
            let height = |value: f64| match metric {
                Metric::Probability | Metric::ProbabilityAfter | Metric::TopMass => value,
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
    let width = move || app.transcript.with(|t| t.len().max(16));
    let totals = move || {
        let totals = app.transcript.with(|t| Totals::of(t))?;
        let cell = |name: &'static str, value: String| view! { <div><dt>{name}</dt><dd><strong>{value}</strong></dd></div> };
        Some(view! {
            <dl class="facts" data-testid="totals">
                {cell("Rated tokens", format::count(totals.tokens as u64))}
                {cell("Perplexity", format!("{:.2}", totals.perplexity))}
                {cell("Log-probability of all", format!("{:.2} nats", totals.log_prob))}
                {cell("Mean entropy", format::bits(totals.entropy_bits))}
                {cell("Repeated pairs of tokens", format::percent(totals.repeated))}
            </dl>
        })
    };
    view! {
        <details class="twin" data-testid="run-chart" on:toggle:target=move |ev| open.set(ev.target().open())>
            <summary>"The run in numbers"</summary>
            <Show when=move || open.get()>
                <svg class="run-chart" viewBox=move || format!("0 0 {} {HEIGHT}", width()) preserveAspectRatio="none" role="img"
                    aria-label="One bar for each token of the text; the table of the text has the numbers.">
                    {bars}
                </svg>
                <p class="caption">{move || format!("One bar a token: {}. Press one to inspect it.", label(app.metric.get()))}</p>
                {totals}
            </Show>
        </details>
    }
}
