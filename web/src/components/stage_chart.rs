//! The distribution on its way through one stage.

use leptos::prelude::*;
use logitscope_core::chain::{StageRecord, Standing};

use super::format;
use super::table::Column;
use super::twin::Twin;
use crate::state::App;

const COLUMNS: &[Column] = &[
    Column::Text("Token"),
    Column::Number("Before"),
    Column::Number("After"),
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
    let app = expect_context::<App>();
    let bars = Memo::new(move |_| record.with(|r| r.as_ref().map(bars).unwrap_or_default()));
    let rows = Signal::derive(move || {
        let row = |(before, after): &(Standing, Standing)| {
            let after = match after.rank {
                Some(_) => format::percent(after.prob),
                None => "cut".into(),
            };
            vec![
                app.token_text(before.token),
                format::percent(before.prob),
                after,
            ]
        };
        bars.with(|bars| bars.iter().map(row).collect())
    });
    let chart = move || {
        let bars = bars.get();
        let top = bars
            .iter()
            .fold(0.0_f64, |top, (a, b)| top.max(a.prob).max(b.prob));
        let step = WIDTH / bars.len().max(1) as f64;
        let bar = |(at, (before, after)): (usize, (Standing, Standing))| {
            let height = |p: f64| {
                if top > 0.0 {
                    (HEIGHT * p / top).max(0.5)
                } else {
                    0.0
                }
            };
            let (x, cut) = (at as f64 * step, after.rank.is_none());
            let title = format!(
                "{}: {} → {}",
                app.token_text(before.token),
                format::percent(before.prob),
                if cut {
                    "cut".to_owned()
                } else {
                    format::percent(after.prob)
                }
            );
            let band = cut.then(|| view! { <rect class="cut-band" x=x.to_string() width=step.to_string() y="0" height=HEIGHT.to_string() /> });
            let rect = |class: &'static str, p: f64, from: f64| {
                let (y, height) = (
                    format!("{:.2}", HEIGHT - height(p)),
                    format!("{:.2}", height(p)),
                );
                view! { <rect class=class x=format!("{:.2}", x + from * step) width=format!("{:.2}", 0.42 * step) y=y height=height /> }
            };
            view! {
                <g>
                    <title>{title}</title>
                    {band}
                    {rect("bar-before", before.prob, 0.06)}
                    {(!cut).then(|| rect("bar-after", after.prob, 0.5))}
                </g>
            }
        };
        bars.into_iter().enumerate().map(bar).collect_view()
    };
    view! {
        <svg class="stage-chart" viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" role="img"
            aria-label="The most probable tokens before and after this stage; the same numbers are in the table below.">
            {chart}
        </svg>
        <Twin caption="Tokens before and after this stage" testid="table-twin-stage" columns=COLUMNS rows />
    }
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
