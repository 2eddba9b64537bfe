//! The tour of the page, which is a lesson.

use crate::lessons::TOUR;
use crate::state::App;

/// Begins the tour.
pub fn take(app: App) {
    app.has_now_tried();
    app.begin_lesson(TOUR, 1);
}
