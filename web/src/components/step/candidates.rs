//! The tokens the sampler chooses between.

use leptos::prelude::*;
use logitscope_core::TokenId;

use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::components::kit::table::Heading;
use crate::components::kit::table_twin::TableTwin;
use crate::components::step::candidate::ListedCandidate;
use crate::components::step::candidate_row::CandidateRow;
use crate::components::step::rest_row::RestRow;
use crate::components::step::step_on_screen::{Follows, StepOnScreen};
use crate::state::App;

/// How many rows are shown, from press to press.
const AMOUNTS: [usize; 5] = [10, 50, 200, 500, 1000];

const COLUMNS: &[Heading] = &[
    Heading::Number("Rank"),
    Heading::Text("Token"),
    Heading::Number("Id"),
    Heading::Number("Logit"),
    Heading::Number("Model"),
    Heading::Number("After the sampler"),
];

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
        let most = |row: &ListedCandidate| row.before.max(row.after);
        format::axis_end(rows.with(|rows| rows.iter().map(most).fold(0.0, f64::max)))
    });
    let take = Callback::new(move |token: TokenId| {
        shown.with_untracked(|s| match s {
            Some(s) if s.follows == Follows::Pending => app.force(token),
            Some(s) => app.branch_at(s.view.context, token),
            None => {}
        });
    });
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
            let label = format!("Show {}", format::count(next as u64));
            view! { <button class="button small" data-testid="show-more" on:click=press>{label}</button> }
        })
    };
    let cells =
        Signal::derive(move || rows.with(|rows| rows.iter().map(ListedCandidate::cells).collect()));
    view! {
        <div class="candidates-head" aria-hidden="true">
            <span></span>
            <span>"token"</span>
            <span class="axis">
                <span>"0"</span>
                <span class="middle">{move || format::axis_percent(end.get() / 2.0)}</span>
                <span class="end">{move || format::axis_percent(end.get())}</span>
            </span>
            <span class="right logit">"logit"</span>
            <span class="right">"model"</span>
            <span class="right">"sampler"</span>
        </div>
        <ol class="candidates" data-testid="candidates" aria-label="Candidates for the next token">
            {list}
            <RestRow shown rows end />
        </ol>
        <div class="card-foot">
            <p class="legend">
                <span class="legend-item"><span class="swatch before"></span>"the model’s own"</span>
                <span class="legend-item"><span class="swatch after"></span>"after the sampler"</span>
                <span class="legend-item">"Press a row to use that token."</span>
            </p>
            {more}
            <Show when=move || { amount.get() > 0 }>
                <button class="button small" on:click=move |_| amount.set(0)>"Show 10"</button>
            </Show>
        </div>
        <TableTwin
            caption="Candidates of this step"
            testid="table-twin-candidates"
            columns=COLUMNS
            rows=cells
        />
    }
}
