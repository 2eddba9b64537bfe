//! The end of the page.

use leptos::prelude::*;

use crate::components::frame::language_menu::LanguageMenu;
use crate::components::kit::format;
use crate::state::App;
use crate::words::say;

/// What is true of models, of this page, and where its source is.
#[component]
pub fn Footer() -> impl IntoView {
    let app = expect_context::<App>();
    let computed = move || match app.server_address() {
        Some(address) => say().server_private(address).to_string(),
        None => say().computed_here().to_string(),
    };
    view! {
        <footer class="footer">
            <div class="footer-row">
                <p>
                    <strong>{say().not_truth().to_string()}</strong>
                    {format::gap()} {say().not_truth_why().to_string()}
                </p>
                <p>{computed}</p>
                <p class="footer-links">
                    <LanguageMenu />
                    <span>{concat!("Logitscope ", env!("CARGO_PKG_VERSION"))}</span>
                    <span>"MIT or Apache-2.0"</span>
                </p>
            </div>
        </footer>
    }
}
