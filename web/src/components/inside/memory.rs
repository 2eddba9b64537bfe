//! How much of the inside is kept, and how much may be.

use leptos::prelude::*;

use crate::choices::BUDGETS_MIB;
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// One line below the view.
#[component]
pub fn MemoryLine() -> impl IntoView {
    let app = expect_context::<App>();
    let choose = move |value: String| {
        if let Ok(mib) = value.parse() {
            app.set_budget(mib);
        }
    };
    let option = move |mib: u32| {
        view! { <option value=mib.to_string() selected=move || app.inside.budget_mib.get() == mib>{say().memory_size(mib.to_string()).to_string()}</option> }
    };
    view! {
        <p class="memory-line muted">
            {say().memory_why().to_string()} " "
            <span data-testid="inside-kept">{move || say().memory_kept(format::bytes(app.inside.kept_bytes.get() as u64)).to_string()}</span>
            <label>" " {say().memory_of().to_string()} " "
                <select data-testid="inside-budget" on:change:target=move |ev| choose(ev.target().value())>
                    {BUDGETS_MIB.map(option)}
                </select>
            </label>
        </p>
    }
}
