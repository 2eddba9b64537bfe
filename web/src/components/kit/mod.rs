//! Parts that every place uses; they know no place.

pub mod canvas;
pub mod checkpoint;
pub mod focus;
pub mod folder;
pub mod format;
pub mod icon;
pub mod later;
pub mod leaders;
pub mod menu;
pub mod modal;
pub mod number_box;
pub mod padlock;
pub mod picker;
pub mod place;
pub mod pointing;
pub mod replays;
pub mod roving;
pub mod score;
pub mod show;
pub mod table;
pub mod table_twin;
pub mod token_text;
pub mod touch;
pub mod width;
pub mod with_values;
