//! Why tokens come one at a time, and what that costs.

use leptos::prelude::*;

use crate::choices::{InsideView, PagePart};
use crate::components::kit::focus;
use crate::components::kit::format;
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::say;

/// One sentence about it, and a way to what is kept between tokens.
#[component]
pub fn OneByOne() -> impl IntoView {
    let app = expect_context::<App>();
    let words = move || {
        let bytes = app.model.with(|m| m.as_ref().map(|m| m.weight_bytes))?;
        Some(say().one_by_one(format::bytes(bytes)).to_string())
    };
    let press = move |_| {
        app.look_inside(Some(InsideView::Cache));
        focus::station();
    };
    view! {
        <p class="one-by-one" data-testid="one-by-one">
            {words} " "
            <Show when=move || !app.hidden(PagePart::Inside)>
                <button class="button small" data-testid="open-cache" on:click=press>{say().one_by_one_kept().to_string()}</button>
            </Show>
        </p>
    }
}
