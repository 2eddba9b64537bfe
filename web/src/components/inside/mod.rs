//! The model's inside: what is between the text and the logits, recomputed from the run on screen while one looks.

mod attention;
mod heat;
mod lens;
mod ranks;
mod strip;
mod thumbs;
mod vector_box;
mod vectors;

use leptos::prelude::*;

use self::attention::Attention;
use self::lens::Lens;
use self::vectors::AllVectors;
use crate::canvas::Colours;
use crate::state::{App, InsideView};

/// The colours of numbers, as the theme has them now.
fn colours(app: App) -> Memo<Colours> {
    Memo::new(move |_| {
        app.theme.track();
        app.inside.scheme.track();
        Colours::of_theme()
    })
}

/// The views, each behind a button; none is open at first.
#[component]
pub fn InsideCard() -> impl IntoView {
    let app = expect_context::<App>();
    let button = move |view: InsideView, label: &'static str, testid: &'static str| {
        let open = move || app.inside.view.get() == Some(view);
        let press = move |_| app.look_inside((!open()).then_some(view));
        view! {
            <button class="button small" data-testid=testid aria-pressed=move || open().to_string() on:click=press>{label}</button>
        }
    };
    view! {
        <section class="card inside" aria-labelledby="inside-title" data-testid="inside">
            <div class="card-head">
                <h2 id="inside-title">"Inside the model"</h2>
                <p class="caption">"Recomputed from this run, and only while you look."</p>
                <div class="inside-views">
                    {button(InsideView::Attention, "Attention", "inside-attention")}
                    {button(InsideView::Lens, "Logit lens", "inside-lens")}
                    {button(InsideView::Vectors, "Vectors", "inside-vectors")}
                </div>
            </div>
            {move || match app.inside.view.get() {
                Some(InsideView::Attention) => view! { <Attention /> }.into_any(),
                Some(InsideView::Lens) => view! { <Lens /> }.into_any(),
                Some(InsideView::Vectors) => view! { <AllVectors /> }.into_any(),
                None => ().into_any(),
            }}
        </section>
    }
}
