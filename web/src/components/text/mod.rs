//! The prompt and the text so far.

pub mod branches;
pub mod chat;
pub mod colour_ramp;
pub mod details;
pub mod examples;
pub mod legend;
pub mod play_speed;
pub mod questions;
pub mod run_chart;
pub mod slot;
pub mod spans;
pub mod stop_note;
pub mod surface;
pub mod token;
pub mod token_list;
pub mod transcript_table;
pub mod transport;
pub mod watch;
pub mod what_if;
