//! The candidates with both probabilities as bars.

use leptos::prelude::*;
use logitscope_core::TokenId;

use super::data::{rows, track};
use crate::components::kit::format;
use crate::components::step::candidate_row::CandidateRow;
use crate::components::step::rest_row::RestRow;
use crate::components::step::step_on_screen::{Follows, StepOnScreen, take};
use crate::state::App;
use crate::words::say;

/// A row for each of the most probable tokens, and one for the others. Pressing a row takes its token.
#[component]
pub fn Bars(
    /// The step on screen.
    #[prop(into)]
    shown: Signal<Option<StepOnScreen>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let rows = Memo::new(move |_| shown.with(|s| s.as_ref().map(rows).unwrap_or_default()));
    let end = Memo::new(move |_| rows.with(|rows| track(rows)));
    let says = move || {
        let share = format::axis_percent(end.get());
        match end.get() > format::HALF {
            true => say().lesson_track_grew(share).to_string(),
            false => say().lesson_track(share).to_string(),
        }
    };
    let take = Callback::new(move |token: TokenId| take(app, shown, token));
    let list = move || {
        let follows = shown.with(|s| s.as_ref().map_or(Follows::Pending, |s| s.follows));
        let row = |row| view! { <CandidateRow row follows end as_word=true on_take=take /> };
        rows.get().into_iter().map(row).collect_view()
    };
    view! {
        <p class="lesson-head bars-head" aria-hidden="true">
            <span class="by-model">{say().lesson_model().to_string()}</span>
            <span class="by-chain">{say().lesson_after().to_string()}</span>
            <span class="bars-track" data-testid="track">{says}</span>
        </p>
        <ol class="lesson-bars" data-testid="candidates" aria-label=say().lesson_candidates().to_string()>
            {list}
            <RestRow shown rows end short=true />
        </ol>
    }
}
