//! The mark of the page; `web/icons/favicon.svg` is the same drawing.

use leptos::prelude::*;

/// Three bars of a distribution, the second one chosen.
#[component]
pub fn Logo() -> impl IntoView {
    view! {
        <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" fill="#00696b" />
            <rect x="6" y="7" width="20" height="4.5" rx="1.5" fill="#fff" />
            <rect x="6" y="13.75" width="13" height="4.5" rx="1.5" fill="#ffb454" />
            <rect x="6" y="20.5" width="6" height="4.5" rx="1.5" fill="#fff" />
            <path d="M21 16l5-3.2v6.4z" fill="#ffb454" />
        </svg>
    }
}
