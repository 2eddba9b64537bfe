//! What can be taken along.

use leptos::prelude::*;

use crate::components::frame::files;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::menu::Menu;
use crate::state::App;
use crate::words::say;

/// Link, embed code and trace.
#[component]
pub fn ShareMenu() -> impl IntoView {
    let app = expect_context::<App>();
    view! {
        <Menu label=|| view! { <Icon shape=Shape::Share /> <span class="wide">{say().share().to_string()}</span> } name=say().share().to_string() testid="share-menu">
            <div class="menu-actions">
                <button class="button small" data-testid="copy-link" on:click=move |_| app.copy_link()>{say().copy_link().to_string()}</button>
                <button class="button small" data-testid="copy-embed" on:click=move |_| app.copy_embed()>{say().copy_embed().to_string()}</button>
            </div>
            <p class="caption">{say().share_caption().to_string()}</p>
            <div class="menu-actions">
                <button class="button small" data-testid="export-trace" on:click=move |_| app.export_trace()>{say().export_trace().to_string()}</button>
            </div>
            <label>
                {say().import_trace().to_string()}
                <input type="file" accept=".json" data-testid="import-trace"
                    on:change:target=move |ev| files::open(app, ev.target().files()) />
            </label>
            <p class="caption">{say().trace_caption().to_string()}</p>
        </Menu>
    }
}
