//! The button that opens the visitor's own model by its folder.

use leptos::html::Input;
use leptos::prelude::*;

use crate::choices::Control;
use crate::components::frame::folders;
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::say;

/// Picks a folder, where the browser can.
#[component]
pub fn OwnFolder() -> impl IntoView {
    let app = expect_context::<App>();
    let locked = move || app.locked(Control::Model);
    let field = NodeRef::<Input>::new();
    let choose = move |_| {
        if let Some(field) = field.get_untracked() {
            field.click();
        }
    };
    view! {
        <Show when=folders::can_be_picked>
            <div class="menu-actions">
                <button class="button small" data-testid="choose-folder" disabled=locked on:click=choose>{say().own_folder().to_string()}</button>
                <input type="file" hidden=true prop:webkitdirectory=true data-testid="model-folder" node_ref=field disabled=locked
                    on:change:target=move |ev| folders::open_picked(app, &ev.target()) />
            </div>
        </Show>
    }
}
