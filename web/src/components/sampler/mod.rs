//! The sampler chain and what each stage did.

pub mod chain_editor;
pub mod export_settings;
pub mod first_number;
pub mod parameter;
pub mod sampler_words;
pub mod scale;
pub mod seed;
pub mod stage_card;
pub mod stage_chart;
pub mod stage_drag;
pub mod stage_flow;
pub mod stage_handle;
pub mod stage_lists;
pub mod stage_words;
pub mod stop_rules;
