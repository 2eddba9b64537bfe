//! Shows its children while a condition holds. Leptos' own is compiled anew for every place that uses it; this one is
//! compiled once.

use std::sync::Arc;

use leptos::prelude::*;

/// A condition that is followed.
#[derive(Clone)]
pub struct Condition(Arc<dyn Fn() -> bool + Send + Sync>);

impl<F: Fn() -> bool + Send + Sync + 'static> From<F> for Condition {
    fn from(holds: F) -> Self {
        Condition(Arc::new(holds))
    }
}

/// Its children, made anew whenever the condition comes to hold.
#[component]
pub fn Show(
    /// What is shown.
    children: ChildrenFn,
    /// When.
    #[prop(into)]
    when: Condition,
    /// What is shown else; nothing, if it is left out.
    #[prop(optional, into)]
    fallback: ViewFn,
) -> AnyView {
    let holds = ArcMemo::new(move |_| (when.0)());
    let shown = move || {
        if holds.get() {
            children()
        } else {
            fallback.run()
        }
    };
    shown.into_any()
}
