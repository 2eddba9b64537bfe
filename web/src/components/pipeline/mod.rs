//! One step of the machine, stage by stage.

pub mod card;
pub mod pipeline_stage;
pub mod stage_button;
