//! What of a lesson is for the teacher: aims, what is often got wrong, and a plan.

use leptos::prelude::*;
use logitscope_lesson::Lesson;

use crate::components::kit::format;
use crate::words::{Message, say};

/// Folded at the end of the panel.
#[component]
pub fn ForTeachers(
    /// The lesson.
    lesson: Lesson,
) -> impl IntoView {
    let list = |title: Message, all: Vec<String>| {
        (!all.is_empty()).then(|| {
            let rows = all.into_iter().map(|text| view! { <li>{text}</li> });
            view! { <h4>{title.to_string()}</h4> <ul>{rows.collect_view()}</ul> }
        })
    };
    view! {
        <details class="lesson-teacher" data-testid="lesson-teacher">
            <summary>{say().lessons_for_teachers().to_string()}</summary>
            <p>{lesson.about} {format::gap()} {say().lessons_minutes(u64::from(lesson.minutes)).to_string()}</p>
            {list(say().lessons_aims(), lesson.aims)}
            {list(say().lessons_mistakes(), lesson.mistakes)}
            {list(say().lessons_plan(), lesson.plan)}
        </details>
    }
}
