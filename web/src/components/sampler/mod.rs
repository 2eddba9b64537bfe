//! The sampler chain and what each stage did.

pub mod add_stage;
mod cells;
pub mod chain_editor;
mod chain_table;
mod column;
mod condition;
pub mod export_settings;
mod leaders;
mod order;
pub mod parameter;
pub mod sampler_words;
pub mod scale;
pub mod seed;
mod stage_column;
mod stage_details;
pub mod stage_drag;
pub mod stage_grammar;
pub mod stage_handle;
pub mod stage_lists;
pub mod stage_parameter;
mod stage_table;
pub mod stage_words;
pub mod stop_rules;
