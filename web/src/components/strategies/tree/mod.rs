//! Tree.

use leptos::prelude::*;

/// Tree.
#[component]
pub fn Tree() -> impl IntoView {}
