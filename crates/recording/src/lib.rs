//! A recorded run: the run itself, and what the engine answered about it, in one file that replays without the model.
//!
//! A recording keeps facts, not messages: the logits after a text, the intermediates of a token, the readings of a lens. So it
//! answers a question that was never asked in that form, as long as it knows all that the answer is made of. It says nothing
//! about anything else. `docs/recording.md` describes the file.
//!
//! Reading order: [`Recording`], `texts`, `logits`, `taps`, `lens`, `file`.

mod difference;
mod file;
mod lane;
mod lens;
mod logits;
mod questions;
mod recording;
mod taps;
mod texts;

pub use difference::{Difference, difference};
pub use file::{EXTENSION, FORMAT, VERSION};
pub use lane::Lane;
pub use logits::EXACT;
pub use logitscope_words::error::RecordingFault;
pub use questions::{ATTENTION, STREAM, about, flow};
pub use recording::Recording;
