//! The distribution on its way through one stage, as a table.

use leptos::prelude::*;
use logitscope_core::chain::{StageRecord, Standing};
use logitscope_core::sorted;

use crate::components::kit::format;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::state::App;
use crate::words::{Catalogue, Word, say};

const COLUMNS: &[Heading<Word>] = &[
    Heading::Text(Catalogue::col_token),
    Heading::Number(Catalogue::col_before),
    Heading::Number(Catalogue::col_after),
];

/// The most probable tokens before and after a stage.
#[component]
pub fn StageTable(
    /// What the stage did.
    #[prop(into)]
    record: Signal<Option<StageRecord>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let rows = Signal::derive(move || {
        let [came, went] = record.with(|r| {
            let margins = |r: &StageRecord| [r.margin_in, r.margin_out];
            r.as_ref().map(margins).unwrap_or_default()
        });
        let row = |(before, after): &(Standing, Standing)| {
            let after = match after.rank {
                Some(_) => format::known(went.of(after.prob), format::percent_exact),
                None => say().stage_cut().to_string(),
            };
            let name = app.token_text(before.token);
            vec![
                name,
                format::known(came.of(before.prob), format::percent_exact),
                after,
            ]
        };
        let tokens = record.with(|r| r.as_ref().map(tokens).unwrap_or_default());
        tokens.iter().map(row).collect()
    });
    view! {
        <TableTwin caption=say().stage_table().to_string() testid="table-twin-stage" columns=COLUMNS rows />
    }
}

/// The watched tokens that came in, in the order in which they came in, each before and after.
fn tokens(record: &StageRecord) -> Vec<(Standing, Standing)> {
    let both = record
        .watched_in
        .iter()
        .copied()
        .zip(record.watched_out.iter().copied());
    let mut both: Vec<_> = both.filter(|(before, _)| before.rank.is_some()).collect();
    sorted::sort_by_key(&mut both, |(before, _)| before.rank);
    both.truncate(MOST);
    both
}

/// The most rows.
const MOST: usize = 24;
