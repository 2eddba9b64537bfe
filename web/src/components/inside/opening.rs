//! What each view is opened with.

use leptos::prelude::*;

use crate::choices::InsideView;
use crate::components::glossary::opening::Opening;
use crate::words::say;

/// What to look for in a view, and one thing to try.
#[component]
pub fn ViewOpening(
    /// Which.
    view: InsideView,
) -> impl IntoView {
    let say = say();
    let (look, tries) = match view {
        InsideView::Attention => (say.look_attention(), say.try_attention()),
        InsideView::Lens => (say.look_lens(), say.try_lens()),
        InsideView::Shares => (say.look_shares(), say.try_shares()),
        InsideView::Neurons => (say.look_neurons(), say.try_neurons()),
        InsideView::Embeddings => (say.look_embeddings(), say.try_embeddings()),
        InsideView::Vectors => (say.look_vectors(), say.try_vectors()),
        InsideView::Ablation => (say.look_knock_out(), say.try_knock_out()),
        InsideView::Cache => (say.look_cache(), say.try_cache()),
        InsideView::DecodeTime => (say.look_speed(), say.try_speed()),
    };
    view! { <Opening look tries /> }
}
