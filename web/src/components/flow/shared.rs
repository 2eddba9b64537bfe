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

impl Shared {
    /// The pointer, or the focus, is on `what` now. What goes while it has the focus loses it when the signals are gone already.
    pub fn point(self, what: Option<(What, Option<TokenId>)>) {
        let _ = self.pointed.try_set(what);
    }
}
