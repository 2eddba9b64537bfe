//! The language of the page.

use leptos::prelude::*;

use crate::choices::Language;
use crate::state::App;
use crate::words::{language, say};

/// The languages to choose from, each by its own name.
#[component]
pub fn LanguageMenu() -> impl IntoView {
    let app = expect_context::<App>();
    let choose = move |ev: leptos::ev::Event| {
        if let Some(language) = Language::of(&event_target_value(&ev)) {
            app.set_language(language);
        }
    };
    let now = language();
    let others = (!Language::OFFERED.contains(&now)).then_some(now);
    let all = Language::OFFERED.iter().copied().chain(others);
    let options = all.map(|one| {
        view! { <option value=one.tag() lang=one.tag() selected=one == now>{one.name()}</option> }
    });
    view! {
        <select class="language" data-testid="language" aria-label=say().page_language().to_string() title=say().page_language().to_string() on:change=choose>
            {options.collect_view()}
        </select>
    }
}
