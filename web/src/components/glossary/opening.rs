//! The first lines of a view: what to look for, and one thing to try.

use leptos::prelude::*;

use super::explained::Explained;
use crate::components::kit::format;
use crate::words::{Message, say};

/// Two lines at the head of a view.
#[component]
pub fn Opening(
    /// What to look for.
    look: Message,
    /// One thing to try.
    tries: Message,
) -> impl IntoView {
    view! {
        <p class="opening" data-testid="opening">
            <Explained text=look.to_string() />
            <span class="opening-try"><b>{say().try_this().to_string()}</b> {format::gap()} {tries.to_string()}</span>
        </p>
    }
}
