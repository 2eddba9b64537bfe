//! Lessons: the list of them in the bar, and the panel that shows a step of one above the text.

mod draft;
mod editor;
mod game;
mod guess;
mod judged;
mod markdown;
mod menu;
mod orders;
mod panel;
mod question;
mod tasks;
mod teacher;
pub mod tour;
mod tried;

use leptos::prelude::*;

use crate::choices::GameChoices;
use crate::components::kit::later::{Later, bundled};

pub use menu::LessonMenu;

bundled!(lessons, fetch_panel, panel_part: fn() -> AnyView = || view! { <panel::Panel /> }.into_any());

bundled!(lessons, fetch_game, game_part: fn(GameChoices) -> AnyView = |game| view! {
    <section class="lesson-panel card" data-testid="game-panel" aria-labelledby="game-title"><game::Game game /></section>
}.into_any());

/// The prediction game, fetched by a page that plays it.
pub fn game_panel() -> Later<fn(GameChoices) -> AnyView> {
    Later::asked_for(fetch_game)
}

bundled!(lessons, fetch_editor, editor_part: fn() -> AnyView = || view! { <editor::Editor /> }.into_any());

/// The editor, fetched by a page that writes a lesson.
pub fn editor() -> Later<fn() -> AnyView> {
    Later::asked_for(fetch_editor)
}

/// The panel, fetched by a page that shows a lesson.
pub fn panel() -> Later<fn() -> AnyView> {
    Later::asked_for(fetch_panel)
}
