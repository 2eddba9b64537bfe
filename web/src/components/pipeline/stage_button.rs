//! A stage of the pipeline on the screen.

use leptos::prelude::*;

use crate::browser;
use crate::choices::PagePart;
use crate::components::pipeline::pipeline_stage::PipelineStage;
use crate::state::App;

/// A stage in the strip. Pointing at it or focusing it shows its sentence; pressing one of the model's opens the view that shows it.
#[component]
pub fn StageButton(
    /// The stage.
    stage: PipelineStage,
    /// The sentence on screen.
    about: RwSignal<Option<&'static str>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let words = stage.about;
    let show = move || about.set(Some(words));
    let hide = move || about.update(|a| *a = a.filter(|a| *a != words));
    let press = move |_| {
        show();
        if let Some(view) = stage.inside.filter(|_| !app.hidden(PagePart::Inside)) {
            app.look_inside(Some(view));
            browser::after_frame(|| browser::scroll_to("inside"));
        }
    };
    view! {
        <li class:wide=stage.id == "layers">
            <button
                class="stage"
                class:block=stage.id == "layers"
                data-testid=format!("stage-{}", stage.id)
                on:mouseenter=move |_| show()
                on:mouseleave=move |_| hide()
                on:focus=move |_| show()
                on:blur=move |_| hide()
                on:click=press
            >
                <span class="stage-name">{stage.name}</span>
                <span class="stage-shape">{stage.out}</span>
            </button>
        </li>
    }
}
