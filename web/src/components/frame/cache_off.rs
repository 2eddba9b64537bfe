//! Says that the key-value cache is switched off, wherever its view is.

use leptos::prelude::*;

use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::say;

/// One line with a button that switches it on again.
#[component]
pub fn CacheOff() -> impl IntoView {
    let app = expect_context::<App>();
    view! {
        <div role="status">
            <Show when=move || app.inside.cache_off.get()>
                <p class="under altered" data-testid="cache-off">
                    {say().cache_is_off().to_string()}
                    <button class="button small" data-testid="cache-on" on:click=move |_| app.switch_cache(false)>{say().cache_on().to_string()}</button>
                </p>
            </Show>
        </div>
    }
}
