//! The tour of the page, which is a lesson.

use leptos::prelude::Set;

use crate::choices::LessonPlace;
use crate::lessons::TOUR;
use crate::link::{self, Link};
use crate::state::{App, Wanted};

/// Begins the tour; Back leads to where the page was.
pub fn take(app: App) {
    app.has_now_tried();
    let lesson = LessonPlace {
        name: TOUR.into(),
        step: 1,
    };
    let link = Link {
        lesson: Some(lesson),
        ..Link::default()
    };
    app.wanted.set(Some(Wanted {
        state: link::write(&link),
        is_another: true,
    }));
}
