//! The draw.

pub mod card;
pub mod dice_bar;
pub mod dice_controls;
pub mod race;
pub mod segments;
