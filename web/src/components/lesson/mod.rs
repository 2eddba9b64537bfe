//! A lesson: what an embed keeps of the page, close together.

mod bar;
mod bars;
mod data;
mod gates;
mod leaders;
mod odds;
mod view;

use leptos::prelude::*;

use self::bar::LessonBar;
use self::view::Lesson;
use crate::components::kit::later::{Later, bundled};
use crate::components::step::step_on_screen::StepOnScreen;

/// The parts of a lesson.
#[derive(Debug, Clone, Copy)]
pub struct Parts {
    /// Everything but its bar, of the step on screen.
    pub body: fn(Signal<Option<StepOnScreen>>) -> AnyView,
    /// Its bar.
    pub bar: fn(Signal<Option<StepOnScreen>>) -> AnyView,
}

bundled!(lesson, fetch, parts: Parts = Parts {
    body: |shown| view! { <Lesson shown /> }.into_any(),
    bar: |shown| view! { <LessonBar shown /> }.into_any(),
});

/// The parts of a lesson, fetched by a page that is one.
pub fn later() -> Later<Parts> {
    Later::asked_for(fetch)
}
