//! The picture of one step: the way from the text to the next token, station by station, and back.

mod brush;
mod calm;
mod card;
mod chips;
mod data;
mod foot;
mod forks;
mod gate;
mod heads;
mod left_out;
mod lines;
mod paint;
mod painter;
mod palette;
mod pin;
mod press;
mod priority;
mod rows;
mod save;
mod shared;
mod sheet;
mod sight;
mod size;
mod tables;
mod vector;
mod view;
mod walk;
mod worked;

pub use heads::title;
pub use left_out::is_there;
pub use save::{SavePicture, save_flow, save_picture};
pub use sight::{OPENED, follow_opened};
pub use view::Flow;
