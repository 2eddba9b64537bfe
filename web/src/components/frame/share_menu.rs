//! What can be taken along.

use leptos::prelude::*;

use crate::components::frame::files;
use crate::components::kit::menu::Menu;
use crate::state::App;

/// Link, embed code and trace.
#[component]
pub fn ShareMenu() -> impl IntoView {
    let app = expect_context::<App>();
    view! {
        <Menu label="Share" testid="share-menu">
            <div class="menu-actions">
                <button class="button small" data-testid="copy-link" on:click=move |_| app.copy_link()>"Copy link"</button>
                <button class="button small" data-testid="copy-embed" on:click=move |_| app.copy_embed()>"Copy embed code"</button>
            </div>
            <p class="caption">"A link opens exactly this text and these settings, token by token. The embed code is one line of HTML for a course page."</p>
            <div class="menu-actions">
                <button class="button small" data-testid="export-trace" on:click=move |_| app.export_trace()>"Export trace"</button>
            </div>
            <label>
                "Import a trace (.json)"
                <input type="file" accept=".json" data-testid="import-trace"
                    on:change:target=move |ev| files::open(app, ev.target().files()) />
            </label>
            <p class="caption">"A trace is the whole run as a file: ids, choices and probabilities of every step."</p>
        </Menu>
    }
}
