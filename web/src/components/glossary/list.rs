//! The whole glossary, as the help lists it.

use leptos::prelude::*;

use super::term::Term;
use crate::words::say;

/// Every term with its line, folded away until it is asked for.
#[component]
pub fn GlossaryList() -> impl IntoView {
    let open = RwSignal::new(false);
    let row = |term: Term| view! { <dt>{term.name()}</dt><dd>{term.about()}</dd> };
    let rows = move || open.get().then(|| Term::all().map(row).collect_view());
    view! {
        <details class="glossary" data-testid="glossary" on:toggle:target=move |ev| open.set(ev.target().open())>
            <summary>{say().glossary().to_string()}</summary>
            <dl>{rows}</dl>
        </details>
    }
}
