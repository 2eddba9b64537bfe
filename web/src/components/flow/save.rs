//! Saving what is on screen as a picture.

use std::future::Future;
use std::pin::Pin;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::heads::title;
use super::sheet;
use super::sight::OPENED;
use crate::browser;
use crate::choices::{Control, PictureFormat, Station};
use crate::components::inside;
use crate::components::kit::icon::{Icon, Shape};
use crate::components::kit::menu::Menu;
use crate::components::kit::show::Show;
use crate::later::{Lost, bundled};
use crate::pictures::{Paper, Picture};
use crate::state::{App, Level};
use crate::words::say;

/// What saves the whole picture.
type SaveFlow = fn(App, Paper, PictureFormat) -> Pin<Box<dyn Future<Output = ()>>>;

bundled!(pictures, fetch_sheet, sheet_part: SaveFlow = |app, paper, format| Box::pin(sheet::save(app, paper, format)));

/// Saves the picture on screen: what is open, or else the way of the token.
pub fn save_picture(app: App, format: PictureFormat) {
    let opened = browser::document().and_then(|document| document.get_element_by_id(OPENED));
    let Some((root, station)) = opened.zip(app.open.get_untracked()) else {
        return save_flow(app, Paper::Figure, format);
    };
    let view = app.inside.view.get_untracked();
    let view = view.filter(|view| Station::of(*view) == station);
    let own = title(app, station);
    let (title, name) = match view {
        Some(view) => {
            let (view, name) = inside::name_of(view);
            (say().picture_of(own, view).to_string(), name)
        }
        None => (own, station.name()),
    };
    let picture = Picture {
        root,
        title,
        name: format!("logitscope-{name}"),
        paper: Paper::Figure,
        drawings: Vec::new(),
    };
    app.save_picture(picture, format);
}

/// Saves the whole way of the token on screen.
pub fn save_flow(app: App, paper: Paper, format: PictureFormat) {
    spawn_local(async move {
        match fetch_sheet().here().await {
            Ok(save) => save(app, paper, format).await,
            Err(Lost) => app.notify(Level::Error, say().part_lost().to_string()),
        }
    });
}

/// In the head of what is open: saves its picture.
#[component]
pub fn SavePicture() -> impl IntoView {
    let app = expect_context::<App>();
    let offered = move || app.embed.with(|e| e.is_framed()) && !app.locked(Control::Share);
    view! {
        <Show when=offered>
            <div class="save-picture" title=say().picture_save().to_string()>
                <Menu label=|| view! { <Icon shape=Shape::Save /> } name=say().picture_save().to_string() testid="save-picture">
                    <div class="menu-actions">
                        <button class="button small" data-testid="save-svg" on:click=move |_| save_picture(app, PictureFormat::Svg)>{say().picture_svg().to_string()}</button>
                        <button class="button small" data-testid="save-png" on:click=move |_| save_picture(app, PictureFormat::Png)>{say().picture_png().to_string()}</button>
                    </div>
                    <p class="caption">{say().picture_about().to_string()}</p>
                </Menu>
            </div>
        </Show>
    }
}
