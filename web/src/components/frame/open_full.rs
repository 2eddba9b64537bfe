//! The way from an embed to the page itself.

use leptos::prelude::*;

use crate::browser;
use crate::components::frame::logo::Logo;
use crate::state::App;
use crate::words::say;

/// Opens what is on screen as a page of its own.
#[component]
pub fn OpenFull() -> impl IntoView {
    let app = expect_context::<App>();
    view! {
        <p class="open-full">
            <a
                href=browser::page_address()
                target="_blank"
                rel="noopener"
                data-testid="open-full"
                // The address of this moment: the text may have grown since.
                on:click:target=move |ev| ev.target().set_href(&app.address(false))
            >
                <Logo />
                {say().open_in_logitscope().to_string()}
            </a>
        </p>
    }
}
