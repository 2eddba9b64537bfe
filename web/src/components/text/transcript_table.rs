//! The text as a table.

use leptos::prelude::*;

use crate::components::kit::format;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::{App, Entry, Metric, Origin};

const COLUMNS: &[Heading] = &[
    Heading::Number("Position"),
    Heading::Text("Token"),
    Heading::Number("Id"),
    Heading::Text("Origin"),
    Heading::Number("Probability"),
    Heading::Number("Rank"),
    Heading::Number("Surprisal"),
    Heading::Number("Entropy"),
    Heading::Number("Top ten"),
    Heading::Number("Log-probability so far"),
    Heading::Number("Sampler: probability"),
    Heading::Number("Surprisal"),
    Heading::Number("Entropy"),
    Heading::Number("Top ten"),
    Heading::Number("Log-probability so far"),
];

/// Every token of the text with its numbers.
#[component]
pub fn TranscriptTable() -> impl IntoView {
    let app = expect_context::<App>();
    let cells = Signal::derive(move || app.transcript.with(|t| t.iter().map(cells).collect()));
    view! {
        <TableTwin
            caption="Tokens of the text"
            testid="table-twin-transcript"
            columns=COLUMNS
            rows=cells
        />
    }
}

fn cells(entry: &Entry) -> Vec<String> {
    let who = match entry.origin {
        Origin::Prompt => "prompt",
        Origin::Sampled => "sampled",
        Origin::Forced => "forced",
    };
    vec![
        entry.position.to_string(),
        entry.text.replace(' ', "␣").replace('\n', "↵"),
        entry.token.to_string(),
        who.into(),
        number(entry.prob.map(format::percent_exact)),
        number(entry.rank.map(|rank| format::count(u64::from(rank) + 1))),
        number(entry.surprisal_bits.map(format::bits)),
        number(entry.entropy_bits.map(format::bits)),
        number(entry.top_mass.map(format::percent_exact)),
        number(entry.log_prob.map(format::nats)),
        number(
            Metric::ProbabilityAfter
                .of(entry)
                .map(format::percent_exact),
        ),
        number(Metric::SurprisalAfter.of(entry).map(format::bits)),
        number(entry.entropy_after_bits.map(format::bits)),
        number(entry.top_mass_after.map(format::percent_exact)),
        number(entry.log_prob_after.map(format::nats)),
    ]
}

/// A number, or a dash where it is not known.
fn number(known: Option<String>) -> String {
    known.unwrap_or_else(|| "–".into())
}
