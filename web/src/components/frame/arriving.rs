//! How far a model is that comes from the hub.

use leptos::prelude::*;
use logitscope_protocol::Progress;

use crate::browser;
use crate::components::frame::progress_line::{ProgressLine, share};
use crate::components::kit::format;
use crate::state::{App, Coming};
use crate::words::say;

/// What comes, how fast, how long it will take, and the button that stops it.
#[component]
pub fn Arriving() -> impl IntoView {
    let app = expect_context::<App>();
    let coming = app.downloads.coming;
    let words = |coming: &Coming| {
        let doing = coming.progress.doing.words(&say());
        format!("{} …", say().hub_coming(coming.repository.short(), doing))
    };
    let what = Signal::derive(move || coming.with(|c| c.as_ref().map(words).unwrap_or_default()));
    let value = Signal::derive(move || coming.with(|c| share(&c.as_ref()?.progress)));
    let how_far = move || coming.with(|coming| coming.as_ref().map(amount));
    view! {
        <ProgressLine testid="arriving" class="arriving" what value>
            <span class="num" data-testid="arriving-amount">{how_far}</span>
            <button class="button small" data-testid="cancel-download" on:click=move |_| app.cancel_download()>
                {say().hub_stop().to_string()}
            </button>
        </ProgressLine>
    }
}

/// How much is here of how much, and how long the rest will take at the speed until now.
fn amount(coming: &Coming) -> String {
    let Progress { done, total, .. } = coming.progress;
    let here = || say().amount_bytes(format::bytes(done), format::bytes(total));
    let rest = coming.speed(browser::now_ms()).map(|speed| {
        let left = total.saturating_sub(done) as f64 / speed;
        say().hub_speed(format::bytes(speed as u64), format::duration(left))
    });
    let known = (total > 0).then(here).into_iter().chain(rest);
    known
        .map(|words| words.to_string())
        .collect::<Vec<_>>()
        .join(" · ")
}
