//! The tokens the sampler chooses between.

use leptos::prelude::*;
use logitscope_core::TokenId;

use crate::components::kit::format;
use crate::components::kit::score::score_name;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::components::step::candidate::ListedCandidate;
use crate::components::step::candidate_row::CandidateRow;
use crate::components::step::rest_row::RestRow;
use crate::components::step::step_on_screen::{Follows, StepOnScreen, take};
use crate::state::App;
use crate::words::{Catalogue, Word, say};

/// How many rows are shown, from press to press.
const AMOUNTS: [usize; 5] = [10, 50, 200, 500, 1000];

/// The table, whose scores are called so.
const fn columns(score: Word) -> [Heading<Word>; 6] {
    [
        Heading::Number(Catalogue::col_rank),
        Heading::Text(Catalogue::col_token),
        Heading::Number(Catalogue::col_id),
        Heading::Number(score),
        Heading::Number(Catalogue::col_model),
        Heading::Number(Catalogue::col_after_sampler),
    ]
}

const HERE: &[Heading<Word>] = &columns(Catalogue::col_logit);
const ELSEWHERE: &[Heading<Word>] = &columns(Catalogue::server_log_prob);

/// The most probable tokens with both probabilities as paired bars, and the rest as one row.
/// Pressing a row puts its token into the text.
#[component]
pub fn Candidates(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let amount = RwSignal::new(0_usize);
    let rows = Memo::new(move |_| {
        shown
            .with(|s| {
                s.as_ref()
                    .map(|s| ListedCandidate::list(s, AMOUNTS[amount.get()]))
            })
            .unwrap_or_default()
    });
    let end = Memo::new(move |_| {
        let most = |row: &ListedCandidate| row.before.max(row.after.middle());
        format::axis_end(rows.with(|rows| rows.iter().map(most).fold(0.0, f64::max)))
    });
    let take = Callback::new(move |token: TokenId| take(app, shown, token));
    let list = move || {
        let follows = shown.with(|s| s.as_ref().map_or(Follows::Pending, |s| s.follows));
        rows.get()
            .into_iter()
            .map(|row| view! { <CandidateRow row follows end on_take=take /> })
            .collect_view()
    };
    let next_amount = move || {
        let next = *AMOUNTS.get(amount.get() + 1)?;
        let all = shown.with(|s| s.as_ref().map_or(0, |s| s.view.sampling.distribution.len()));
        (all > AMOUNTS[amount.get()]).then_some(next.min(all))
    };
    let more = move || {
        next_amount().map(|next| {
            let press = move |_| amount.update(|a| *a += 1);
            let label = say().show_more(next as u64).to_string();
            view! { <button class="button small" data-testid="show-more" on:click=press>{label}</button> }
        })
    };
    let cells =
        Signal::derive(move || rows.with(|rows| rows.iter().map(ListedCandidate::cells).collect()));
    view! {
        <div class="candidates-head" aria-hidden="true">
            <span></span>
            <span>{say().head_token().to_string()}</span>
            <span class="axis">
                <span>"0"</span>
                <span class="middle">{move || format::axis_percent(end.get() / 2.0)}</span>
                <span class="end">{move || format::axis_percent(end.get())}</span>
            </span>
            <span class="right logit">{move || score_name(app, say().head_logit()).to_string()}</span>
            <span class="right">{say().head_model().to_string()}</span>
            <span class="right">{say().head_sampler().to_string()}</span>
        </div>
        <ol class="candidates" data-testid="candidates" aria-label=say().candidates().to_string()>
            {list}
            <RestRow shown rows end />
        </ol>
        <div class="card-foot">
            <p class="legend">
                <span class="legend-item"><span class="swatch before"></span>{say().candidates_model().to_string()}</span>
                <span class="legend-item"><span class="swatch after"></span>{say().candidates_after().to_string()}</span>
                <span class="legend-item no-picture">{say().candidates_press().to_string()}</span>
            </p>
            {more}
            <Show when=move || { amount.get() > 0 }>
                <button class="button small" on:click=move |_| amount.set(0)>{say().show_more(AMOUNTS[0] as u64).to_string()}</button>
            </Show>
        </div>
        {move || {
            let columns = if app.runs_elsewhere() { ELSEWHERE } else { HERE };
            view! { <TableTwin caption=say().candidates_table().to_string() testid="table-twin-candidates" columns rows=cells /> }
        }}
    }
}
