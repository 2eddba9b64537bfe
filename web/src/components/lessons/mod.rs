//! Lessons: the list of them in the bar, and the panel that shows a step of one above the text.

mod judged;
mod markdown;
mod menu;
mod orders;
mod panel;
mod question;
mod tasks;

use leptos::prelude::*;

use crate::components::kit::later::{Later, bundled};

pub use menu::LessonMenu;

bundled!(lessons, fetch_panel, panel_part: fn() -> AnyView = || view! { <panel::Panel /> }.into_any());

/// The panel, fetched by a page that shows a lesson.
pub fn panel() -> Later<fn() -> AnyView> {
    Later::asked_for(fetch_panel)
}
