//! What says that something cannot be changed here.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::kit::icon::{Icon, Shape};
use crate::state::App;
use crate::words::say;

/// A padlock; pointing at it, or its focus, shows why.
#[component]
pub fn Padlock(
    /// Why.
    says: String,
) -> impl IntoView {
    view! {
        <span class="padlock" data-testid="padlock" tabindex="0" role="img" aria-label=says.clone()>
            <Icon shape=Shape::Lock />
            <span class="padlock-says" aria-hidden="true">{says.clone()}</span>
        </span>
    }
}

/// What a button says on hover if it is locked; tracked.
pub fn locked_title(app: App, control: Control) -> impl Fn() -> Option<String> + Copy {
    move || app.locked(control).then(|| say().locked_here().to_string())
}
