//! Speculative.

use leptos::prelude::*;

/// Speculative.
#[component]
pub fn Speculative() -> impl IntoView {}
