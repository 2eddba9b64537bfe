//! The draw.

pub mod card;
pub mod chosen_chip;
pub mod dice_bar;
pub mod dice_controls;
pub mod hand;
pub mod pin;
pub mod race;
pub mod segments;
