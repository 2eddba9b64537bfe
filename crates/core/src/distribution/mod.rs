//! The model's own distribution at one position: all of it, or the most probable tokens and what the others have together.

mod known;
mod ranked;
mod top;

pub use known::Known;
pub use ranked::Distribution;
pub(crate) use ranked::check_logits;
pub(crate) use top::{RESOLUTION, arrangements};
pub use top::{Rest, TopDistribution};
