//! Messages to the visitor.

use leptos::prelude::*;

use crate::components::kit::icon::{Icon, Shape};
use crate::state::{App, Level, Notice, Offer};
use crate::words::say;

/// The messages, oldest first, each until it is dismissed.
#[component]
pub fn Notices() -> impl IntoView {
    let app = expect_context::<App>();
    let one = move |notice: Notice| {
        let (id, level) = (notice.id, notice.level);
        view! {
            <div
                class="notice"
                class:warn=level == Level::Warning
                class:error=level == Level::Error
                role=if level == Level::Error { "alert" } else { "status" }
                data-testid="notice"
            >
                <p>{notice.text}</p>
                {notice.offer.map(|offer| {
                    let words = match offer {
                        Offer::StartAfresh(_) => say().start_afresh(),
                        Offer::NewVersion => say().new_version_take(),
                        Offer::GoOnLive(model) => say().recorded_go_on(model),
                        Offer::Connect(_) => say().server_connect(),
                        Offer::Download(_) => say().hub_get(),
                    };
                    view! { <button class="button small" data-testid="offer" on:click=move |_| app.take_offer(id)>{words.to_string()}</button> }
                })}
                <button class="button small plain" aria-label=say().dismiss_message().to_string() on:click=move |_| app.dismiss(id)>
                    <Icon shape=Shape::Close />
                </button>
            </div>
        }
    };
    view! {
        <div class="notices" data-testid="notices" aria-live="polite">
            <For each=move || app.notices.get() key=|n| n.id children=one />
        </div>
    }
}
