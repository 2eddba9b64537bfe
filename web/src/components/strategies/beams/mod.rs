//! Beams.

use leptos::prelude::*;

/// Beams.
#[component]
pub fn Beams() -> impl IntoView {}
