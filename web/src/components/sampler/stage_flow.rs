//! What one stage of the sampler did.

use leptos::prelude::*;
use logitscope_core::chain::StageRecord;

use crate::components::kit::format;

/// What a stage let through.
#[component]
pub fn StageFlow(
    /// What it did.
    report: StageRecord,
) -> impl IntoView {
    let out = format::count(report.tokens_out.into());
    let words = match report.tokens_removed() {
        0 => " go on, none cut".to_owned(),
        n => format!(
            " go on, {} cut with {}",
            format::count(n.into()),
            format::percent(report.mass_removed)
        ),
    };
    view! {
        <p class="chain-flow" data-testid="stage-report">
            <span><strong>{out}</strong> {words}</span>
        </p>
    }
}
