//! What surrounds the picture: header, menus, messages, status.

pub mod answer;
pub mod arriving;
pub mod cache_off;
pub mod current_model;
pub mod embed_dialog;
pub mod failed;
pub mod files;
pub mod footer;
pub mod header;
pub mod help;
pub mod hub;
pub mod keys;
pub mod language_menu;
pub mod load;
pub mod logo;
pub mod model_menu;
pub mod notices;
pub mod one_by_one;
pub mod open_full;
pub mod progress_line;
pub mod reply;
pub mod server;
pub mod share_menu;
pub mod status;
pub mod theme;
pub mod write;
