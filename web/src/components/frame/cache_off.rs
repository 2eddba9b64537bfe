//! Says that the key-value cache is switched off, wherever its view is.

use leptos::prelude::*;

use crate::components::kit::show::Show;
use crate::state::App;

/// One line with a button that switches it on again.
#[component]
pub fn CacheOff() -> impl IntoView {
    let app = expect_context::<App>();
    view! {
        <div role="status">
            <Show when=move || app.inside.cache_off.get()>
                <p class="under altered" data-testid="cache-off">
                    "The key-value cache is switched off: every step computes the whole text again."
                    <button class="button small" data-testid="cache-on" on:click=move |_| app.switch_cache(false)>"Switch it on"</button>
                </p>
            </Show>
        </div>
    }
}
