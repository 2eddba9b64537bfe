//! How far something is, as a line and a bar.

use leptos::prelude::*;
use logitscope_protocol::Progress;

/// A line of text with a button, and a bar, which says by having no value that the end is not known.
#[component]
pub fn ProgressLine(
    /// For the browser suite.
    testid: &'static str,
    /// More classes.
    #[prop(optional)]
    class: &'static str,
    /// What is being done.
    #[prop(into)]
    what: Signal<String>,
    /// How far it is, 0..=1; `None` where that is not known.
    #[prop(into)]
    value: Signal<Option<f64>>,
    /// What stands beside it.
    children: Children,
) -> impl IntoView {
    let value = move || value.get().map(|value| format!("{value:.4}"));
    view! {
        <div class=format!("load {class}") data-testid=testid>
            <span class="load-line">
                <span>{what}</span>
                {children()}
            </span>
            <progress max="1" value=value aria-label=what></progress>
        </div>
    }
}

/// How far something is, 0..=1; `None` where its end is not known.
pub fn share(progress: &Progress) -> Option<f64> {
    (progress.total > 0).then(|| progress.done as f64 / progress.total as f64)
}
