//! The model beside that of the run: which one it is, and another one from files.

use leptos::prelude::*;

use crate::choices::Control;
use crate::components::kit::checkpoint::{ACCEPT, checkpoint, files_of};
use crate::models;
use crate::state::App;
use crate::words::say;

/// Its name, and what changes it.
#[component]
pub fn DraftModel() -> impl IntoView {
    let app = expect_context::<App>();
    let pick = move |list: Option<web_sys::FileList>| {
        let files = list.map(|list| files_of(&list)).unwrap_or_default();
        if !files.is_empty()
            && let Some((name, source)) = checkpoint(app, &files)
        {
            app.set_draft(name, source);
        }
    };
    let other = move || app.draft_name() != models::DRAFT_MODEL;
    let back = move |_| {
        let (name, source) = models::bundled(models::DRAFT_MODEL);
        app.set_draft(name, source);
    };
    view! {
        <details class="draft-model" data-testid="draft-model">
            <summary>{move || say().draft_is(app.draft_name()).to_string()}</summary>
            <label>{say().draft_files().to_string()} " "
                <input type="file" multiple=true accept=ACCEPT data-testid="draft-files" disabled=move || app.locked(Control::Model)
                    on:change:target=move |ev| pick(ev.target().files()) />
            </label>
            {move || other().then(|| view! {
                <button class="button small plain" data-testid="draft-back" on:click=back>{say().draft_back(models::DRAFT_MODEL).to_string()}</button>
            })}
        </details>
    }
}
