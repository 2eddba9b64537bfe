//! The prompt and the text so far.

pub mod legend;
pub mod play_speed;
pub mod prompt;
pub mod prompt_tokens;
pub mod run_chart;
pub mod stop_note;
pub mod token;
pub mod transcript;
pub mod transport;
pub mod watch;
pub mod what_if;
