//! The distribution on its way through one stage.

use leptos::prelude::*;
use logitscope_core::chain::{StageRecord, Standing};

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

/// Height and width of the chart, in units of its view box.
const HEIGHT: f64 = 56.0;
const WIDTH: f64 = 240.0;

/// The model's most probable tokens as bars: what came in, what went on, and what was cut.
#[component]
pub fn StageChart(
    /// What the stage did.
    #[prop(into)]
    record: Signal<Option<StageRecord>>,
) -> impl IntoView {
    // Three paths and not a hundred bars: they follow a slider.
    let paths = Memo::new(move |_| record.with(|r| r.as_ref().map(paths).unwrap_or_default()));
    let path = move |class: &'static str, which: usize| {
        view! { <path class=class d=move || paths.with(|paths| paths[which].clone())></path> }
    };
    view! {
        <svg class="stage-chart" viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" role="img"
            aria-label=say().stage_chart().to_string()>
            {path("cut-band", 0)} {path("bar-before", 1)} {path("bar-after", 2)}
        </svg>
    }
}

/// The same as a table.
#[component]
pub fn StageTable(
    /// What the stage did.
    #[prop(into)]
    record: Signal<Option<StageRecord>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let rows = Signal::derive(move || {
        let row = |(before, after): &(Standing, Standing)| {
            let after = match after.rank {
                Some(_) => format::percent_exact(after.prob),
                None => say().stage_cut().to_string(),
            };
            let name = app.token_text(before.token);
            vec![name, format::percent_exact(before.prob), after]
        };
        let bars = record.with(|r| r.as_ref().map(bars).unwrap_or_default());
        bars.iter().map(row).collect()
    });
    view! {
        <TableTwin caption=say().stage_table().to_string() testid="table-twin-stage" columns=COLUMNS rows />
    }
}

/// The outlines of the bands of what was cut, of the bars before, and of those after.
fn paths(record: &StageRecord) -> [String; 3] {
    let bars = bars(record);
    let probs = bars.iter().flat_map(|(a, b)| [a.prob, b.prob]);
    let top = probs.fold(f64::MIN_POSITIVE, f64::max);
    let step = WIDTH / bars.len().max(1) as f64;
    let mut paths = [const { String::new() }; 3];
    let mut bar = |which: usize, x: f64, width: f64, height: f64| {
        paths[which] += &format!("M{x:.2} {HEIGHT}v{:.2}h{width:.2}v{height:.2}z", -height);
    };
    let height = |p: f64| (HEIGHT * p / top).max(0.5);
    for (at, (before, after)) in bars.iter().enumerate() {
        let x = at as f64 * step;
        if after.rank.is_none() {
            bar(0, x, step, HEIGHT);
        } else {
            bar(2, x + 0.5 * step, 0.42 * step, height(after.prob));
        }
        bar(1, x + 0.06 * step, 0.42 * step, height(before.prob));
    }
    paths
}

/// The watched tokens that came in, in the order in which they came in, each before and after.
fn bars(record: &StageRecord) -> Vec<(Standing, Standing)> {
    let both = record
        .watched_in
        .iter()
        .copied()
        .zip(record.watched_out.iter().copied());
    let mut both: Vec<_> = both.filter(|(before, _)| before.rank.is_some()).collect();
    both.sort_by_key(|(before, _)| before.rank);
    both.truncate(MOST);
    both
}

/// The most bars.
const MOST: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_core::FullDistribution;
    use logitscope_core::chain::{Chain, ChainContext};

    #[test]
    fn a_token_that_is_cut_has_a_band_and_no_bar_behind_the_stage() {
        let chain: Chain = "top_k~2".parse().expect("well spelled");
        let distribution = FullDistribution::new(&[2.0, 1.0, 0.0]).expect("finite");
        let (_, records) = chain.trace(&distribution, &ChainContext::default(), &[0, 1, 2]);
        let drawn = paths(&records[0]).map(|path| path.matches('M').count());
        assert_eq!(drawn, [1, 3, 2]);
        // Two tokens of three: 160 of 240 from the left the band begins, and it is as high as the chart.
        assert_eq!(paths(&records[0])[0], "M160.00 56v-56.00h80.00v56.00z");
    }
}
