//! The text in numbers: everything about it that is not the text itself.

use leptos::prelude::*;

use crate::choices::PagePart;
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::show::Show;
use crate::components::text::legend::Legend;
use crate::components::text::run_chart::{ColourBy, RunChart};
use crate::components::text::token_list::TokenList;
use crate::components::text::transcript_table::TranscriptTable;
use crate::components::text::what_if::WhatIfLine;
use crate::state::App;
use crate::words::say;

/// What colours the text, what other settings would have made of it, the run as a chart and as a table, and its tokens.
#[component]
pub fn TextDetails() -> impl IntoView {
    let app = expect_context::<App>();
    view! {
        <div class="card-head">
            <ColourBy />
            <Legend />
            <TranscriptTable />
        </div>
        <WhatIfLine />
        <RunChart />
        <Show when=move || !app.hidden(PagePart::Tokens)>
            <TokenList />
        </Show>
    }
}

bundled!(stations, fetch_details, details: fn() -> AnyView = || view! { <TextDetails /> }.into_any());

/// The same, folded away until it is asked for.
#[component]
pub fn FoldedTextDetails() -> impl IntoView {
    let app = expect_context::<App>();
    let open = RwSignal::new(false);
    let details = Later::new(app, fetch_details);
    view! {
        <details class="text-details" data-testid="text-details" on:toggle:target=move |ev| open.set(ev.target().open())>
            <summary data-testid="text-in-numbers">{say().text_in_numbers().to_string()}</summary>
            <Show when=move || open.get()>
                <section class="card">{details.view(|details| details())}</section>
            </Show>
        </details>
    }
}
