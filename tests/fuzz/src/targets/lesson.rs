//! Lessons.

use logitscope_lesson::Lesson;

use super::Target;
use crate::parts::{is_a_line, text};
use crate::repository;

pub const LESSON: Target = Target {
    name: "lesson",
    read,
    seeds: || repository::files("web/lessons/en", ".md"),
    sources: &["crates/lesson/src"],
    heap_mib: 128,
};

fn read(data: &[u8]) {
    if let Err(errors) = Lesson::read(&text(data)) {
        assert!(!errors.is_empty(), "a refusal names what is wrong");
        errors.iter().for_each(is_a_line);
    }
}
