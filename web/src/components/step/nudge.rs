//! What to try first: once, until something was tried.

use leptos::prelude::*;

use crate::components::frame::hub::QuickDownload;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::show::Show;
use crate::components::lessons::tour::take;
use crate::state::{App, Phase};
use crate::words::say;

/// One thing to try, beside the sentence. It goes when the visitor does anything with the run, and does not come back.
#[component]
pub fn Nudge() -> impl IntoView {
    let app = expect_context::<App>();
    // What a visitor changes by trying anything.
    let state = Memo::new(move |_| {
        let step = app.step.with(|s| {
            s.as_ref()
                .map(|s| (s.position, s.sampling.draw.roll, s.sampling.draw.by_hand))
        });
        (step, app.settings.get(), app.open.get(), app.draft.get())
    });
    let first = StoredValue::new(None);
    Effect::new(move |_| {
        let now = state.get();
        let ready = app.phase.with(|p| matches!(p, Phase::Ready)) && now.0.is_some();
        if app.has_tried.get_untracked() || !ready {
            return;
        }
        let known = first.with_value(Option::is_some);
        if !known {
            first.set_value(Some(now));
        } else if first.with_value(|first| first.as_ref() != Some(&now)) {
            app.has_now_tried();
        }
    });
    let there = move || {
        let taught = app.lesson.with(Option::is_some) || app.game.get().is_some();
        !app.has_tried.get() && app.embed.with(|e| !e.embed) && !taught
    };
    view! {
        <Show when=there>
            <p class="nudge" data-testid="nudge">
                <span>{say().nudge().to_string()}</span>
                <button class="button small plain" data-testid="take-tour" on:click=move |_| take(app)>{say().tour_take().to_string()}</button>
                <QuickDownload testid="first-download" brief=true />
                <button class="button small plain close" data-testid="nudge-close" aria-label=say().dismiss_message().to_string() on:click=move |_| app.has_now_tried()>
                    <Icon shape=Shape::Close />
                </button>
            </p>
        </Show>
    }
}
