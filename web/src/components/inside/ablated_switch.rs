//! Whose inside is on screen: the model's, or that of the model with parts switched off.

use leptos::prelude::*;

use super::ablation::without;
use crate::choices::InsideView;
use crate::components::kit::show::Show;
use crate::state::App;
use crate::words::say;

/// Whether a view shows what would be another without some part.
fn depends(view: InsideView) -> bool {
    use InsideView::*;
    matches!(view, Attention | Lens | Shares | Neurons | Vectors)
}

/// A switch above such a view while something is switched off.
#[component]
pub fn Under() -> impl IntoView {
    let app = expect_context::<App>();
    let any = move || app.inside.interventions.with(|all| !all.is_empty());
    let shown = move || any() && app.inside.view.get().is_some_and(depends);
    let words = move || without(&app.inside.interventions.get());
    view! {
        <Show when=shown>
            <p class="under" class:altered=move || app.looks_under() data-testid="inside-under-line">
                <label>
                    <input type="checkbox" data-testid="inside-under" prop:checked=move || app.inside.under.get() on:change:target=move |ev| app.look_under(ev.target().checked()) />
                    " " {say().under().to_string()}
                </label>
                <span class="muted">{move || match app.looks_under() {
                    true => say().under_altered(words()).to_string(),
                    false => say().under_own(words()).to_string(),
                }}</span>
            </p>
        </Show>
    }
}
