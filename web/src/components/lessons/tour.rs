//! The tour of the page, which is a lesson.

use leptos::prelude::*;

use crate::browser;
use crate::choices::LessonPlace;
use crate::lessons::TOUR;
use crate::state::App;

/// Begins the tour.
pub fn take(app: App) {
    app.has_now_tried();
    app.begin_lesson(TOUR, 1);
}

/// Ends the tour; false if it is not on.
pub fn end(app: App) -> bool {
    let is_tour = |lesson: &LessonPlace| lesson.name == TOUR;
    let on = app
        .lesson
        .with_untracked(|l| l.as_ref().is_some_and(is_tour));
    if on {
        leave(app);
    }
    on
}

/// Leaves the lesson; the text stays.
pub fn leave(app: App) {
    app.lesson_begins.set(false);
    app.lesson.set(None);
    to_menu();
}

/// Where all of them begin the keyboard goes on when one is left.
pub fn to_menu() {
    browser::focus_soon("lesson-menu".to_owned());
}
