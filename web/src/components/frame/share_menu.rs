//! What can be taken along.

use leptos::prelude::*;

use crate::browser;
use crate::choices::{PictureFormat, TableFormat};
use crate::components::flow::{save_flow, save_picture};
use crate::components::frame::embed_dialog::EmbedDialog;
use crate::components::frame::files;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::later::{Later, bundled};
use crate::components::kit::menu::Menu;
use crate::components::kit::modal::ModalHandle;
use crate::pictures::Paper;
use crate::state::App;
use crate::words::say;

/// Link, embed code and trace.
#[component]
pub fn ShareMenu() -> impl IntoView {
    let app = expect_context::<App>();
    let dialog = ModalHandle::default();
    let inside = Later::new(app, fetch_inside);
    view! {
        <Menu label=|| view! { <Icon shape=Shape::Share /> <span class="wide">{say().share().to_string()}</span> } name=say().share().to_string() testid="share-menu">
            {inside.view_at_rest(move |inside| inside(Callback::new(move |()| dialog.show())))}
        </Menu>
        <EmbedDialog handle=dialog />
    }
}

bundled!(stations, fetch_inside, inside: fn(Callback<()>) -> AnyView = |design| view! { <Actions design /> }.into_any());

/// What the menu holds.
#[component]
fn Actions(
    /// Opens the dialog that makes an embed.
    design: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<App>();
    view! {
            <div class="menu-actions">
                <button class="button small" data-testid="copy-link" on:click=move |_| app.copy_link()>{say().copy_link().to_string()}</button>
                <button class="button small" data-testid="copy-embed" on:click=move |_| app.copy_embed()>{say().copy_embed().to_string()}</button>
            </div>
            <div class="menu-actions">
                <button class="button small" data-testid="make-embed" on:click=move |_| design.run(())>{say().embed_make().to_string()}</button>
            </div>
            <p class="caption">{say().share_caption().to_string()}</p>
            <div class="menu-actions">
                <button class="button small" data-testid="export-trace" on:click=move |_| app.export_trace()>{say().export_trace().to_string()}</button>
                <button class="button small" data-testid="export-csv" on:click=move |_| app.export_table(TableFormat::Csv)>{say().export_csv().to_string()}</button>
                <button class="button small" data-testid="export-markdown" on:click=move |_| app.export_table(TableFormat::Markdown)>{say().export_markdown().to_string()}</button>
                <button class="button small" data-testid="export-reply" on:click=move |_| app.export_reply()>{say().export_reply().to_string()}</button>
                <button class="button small" data-testid="print" on:click=move |_| browser::print()>{say().print_step().to_string()}</button>
            </div>
            <div class="menu-actions">
                <button class="button small" data-testid="picture-svg" on:click=move |_| save_picture(app, PictureFormat::Svg)>{say().picture_as_svg().to_string()}</button>
                <button class="button small" data-testid="picture-png" on:click=move |_| save_picture(app, PictureFormat::Png)>{say().picture_as_png().to_string()}</button>
                <button class="button small" data-testid="poster-svg" on:click=move |_| save_flow(app, Paper::Poster, PictureFormat::Svg)>{say().poster_as_svg().to_string()}</button>
                <button class="button small" data-testid="poster-png" on:click=move |_| save_flow(app, Paper::Poster, PictureFormat::Png)>{say().poster_as_png().to_string()}</button>
            </div>
            <p class="caption">{say().picture_caption().to_string()}</p>
            <div class="menu-actions">
                <button class="button small" data-testid="export-recording" on:click=move |_| app.export_recording()>{say().export_recording().to_string()}</button>
            </div>
            <p class="caption">{say().recording_caption().to_string()}</p>
            <label>
                {say().import_trace().to_string()}
                <input type="file" accept=".json,.logitscope" data-testid="import-trace"
                    on:change:target=move |ev| files::open(app, ev.target().files()) />
            </label>
            <p class="caption">{say().trace_caption().to_string()}</p>
    }
}
