//! What the parts of the picture share.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::TokenId;

use crate::components::picture::{Layout, Step, What};

/// What is drawn where, and what is pointed at.
#[derive(Clone, Copy)]
pub struct Shared {
    /// The places.
    pub layout: Memo<Layout>,
    /// The values.
    pub step: Memo<Option<Arc<Step>>>,
    /// What the pointer, or the focus, is on.
    pub pointed: RwSignal<Option<(What, Option<TokenId>)>>,
}
