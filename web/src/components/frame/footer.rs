//! The end of the page.

use leptos::prelude::*;

/// What is true of models, of this page, and where its source is.
#[component]
pub fn Footer() -> impl IntoView {
    view! {
        <footer class="footer">
            <div class="footer-row">
                <p>
                    <strong>"Probability is not truth."</strong>
                    " A model knows which tokens tend to follow which. It does not know what is so, and it does not understand what it writes."
                </p>
                <p>"Every number here comes out of the running model. Nothing you type leaves this page."</p>
                <p class="footer-links">
                    <span>{concat!("Logitscope ", env!("CARGO_PKG_VERSION"))}</span>
                    <span>"MIT or Apache-2.0"</span>
                </p>
            </div>
        </footer>
    }
}
