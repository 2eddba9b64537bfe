//! A lesson: what an embed keeps of the page, close together.

mod bar;
mod bars;
mod data;
mod gates;
mod leaders;
mod odds;
mod view;

pub use bar::LessonBar;
pub use view::Lesson;
