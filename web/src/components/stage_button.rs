//! A stage of the pipeline on the screen.

use leptos::prelude::*;

use super::stage::Stage;

/// A stage in the strip. Pointing at it or focusing it shows its sentence.
#[component]
pub fn StageButton(
    /// The stage.
    stage: Stage,
    /// The sentence on screen.
    about: RwSignal<Option<&'static str>>,
) -> impl IntoView {
    let words = stage.about;
    let show = move || about.set(Some(words));
    let hide = move || about.update(|a| *a = a.filter(|a| *a != words));
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
                on:click=move |_| show()
            >
                <span class="stage-name">{stage.name}</span>
                <span class="stage-shape">{stage.out}</span>
            </button>
        </li>
    }
}
