//! The badge of a page that replays a recorded run.

use leptos::prelude::*;

use crate::words::say;

/// Says that everything on screen was computed earlier.
#[component]
pub fn ReplaysBadge() -> impl IntoView {
    view! {
        <span class="badge" data-testid="replays" title=say().recorded_about().to_string()>{say().flow_recorded().to_string()}</span>
    }
}
