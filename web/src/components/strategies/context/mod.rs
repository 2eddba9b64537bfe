//! The context: how much of it is left, what happens when it is full, how the work grows with it, and what its tokens cost.

mod cache;
mod cost;
mod full;
mod room;
mod shown;
mod work;

use leptos::prelude::*;

use self::cost::Cost;
use self::full::Full;
use self::room::Room;
use self::work::Growth;
use super::setup;
use crate::components::glossary::opening::Opening;
use crate::state::App;
use crate::words::say;

/// How long the run on screen is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Length {
    prompt: u64,
    output: u64,
    n_ctx: u64,
}

impl Length {
    /// Of the text up to the step on screen; tracked.
    fn of(app: App) -> Option<Self> {
        let selected = app.selected.get();
        app.read(|run| {
            let path = selected.map_or_else(|| run.path(), |node| run.tree().path(node));
            let all = path.len() as u64;
            let end = run.prompt_end();
            let prompt = path.iter().position(|node| Some(*node) == end);
            let prompt = prompt.map_or(all, |at| at as u64 + 1);
            Length {
                prompt,
                output: all - prompt,
                n_ctx: u64::from(run.n_ctx()),
            }
        })
        .filter(|length| length.prompt > 0)
    }
}

/// The four questions, one below the other.
#[component]
pub fn Context() -> impl IntoView {
    let app = expect_context::<App>();
    let length = Memo::new(move |_| Length::of(app));
    view! {
        {move || view! { <Opening look=say().look_context(setup::after(app)) tries=say().try_context() /> }}
        <Room length />
        <Full />
        <div class="context-columns">
            <Growth length />
            <Cost length />
        </div>
    }
}
