//! The text as a table.

use leptos::prelude::*;

use crate::components::kit::format;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::{App, Entry, Metric, Origin};
use crate::words::{Catalogue, Word, say};

const COLUMNS: &[Heading<Word>] = &[
    Heading::Number(Catalogue::col_position),
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_id),
    Heading::Text(Catalogue::col_origin),
    Heading::Number(Catalogue::col_probability),
    Heading::Number(Catalogue::col_rank),
    Heading::Number(Catalogue::col_surprisal),
    Heading::Number(Catalogue::col_entropy),
    Heading::Number(Catalogue::col_top_ten),
    Heading::Number(Catalogue::col_so_far),
    Heading::Number(Catalogue::col_sampler_probability),
    Heading::Number(Catalogue::col_surprisal),
    Heading::Number(Catalogue::col_entropy),
    Heading::Number(Catalogue::col_top_ten),
    Heading::Number(Catalogue::col_so_far),
];

/// Every token of the text with its numbers.
#[component]
pub fn TranscriptTable() -> impl IntoView {
    let app = expect_context::<App>();
    let cells = Signal::derive(move || app.transcript.with(|t| t.iter().map(cells).collect()));
    view! {
        <TableTwin
            caption=say().transcript_table().to_string()
            testid="table-twin-transcript"
            columns=COLUMNS
            rows=cells
        />
    }
}

/// How a token came into the text.
pub fn origin(origin: Origin) -> String {
    let word: Word = match origin {
        Origin::Prompt => Catalogue::origin_prompt,
        Origin::Sampled => Catalogue::origin_sampled,
        Origin::Forced => Catalogue::origin_forced,
    };
    word(&say()).to_string()
}

fn cells(entry: &Entry) -> Vec<String> {
    vec![
        entry.position.to_string(),
        entry.text.replace(' ', "␣").replace('\n', "↵"),
        entry.token.to_string(),
        origin(entry.origin),
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
