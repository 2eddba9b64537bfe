//! The tree of all texts of the run, and the most probable ways on from the step on screen.

mod ahead;
mod drawing;
mod layout;
mod outline;
mod table;
mod versus;

use leptos::prelude::*;

use logitscope_core::explore::run::Exploration;

use self::ahead::Ahead;
use self::drawing::Drawing;
use self::outline::outline;
use self::table::Texts;
use super::setup;
use crate::components::glossary::opening::Opening;
use crate::state::App;
use crate::strategies::Kind;
use crate::words::say;

/// The texts, and what may follow.
#[component]
pub fn Tree() -> impl IntoView {
    let app = expect_context::<App>();
    let rows = Memo::new(move |_| {
        let selected = app.selected.get();
        let ahead = app.read_work(Kind::Explore, |run: &Exploration| run.tree().clone());
        let rows = app.read(|run| {
            let at = selected.or(run.cursor());
            outline(run, at, ahead.as_ref())
        });
        rows.unwrap_or_default()
    });
    view! {
        {move || view! { <Opening look=say().look_tree(setup::after(app)) tries=say().try_tree() /> }}
        <Ahead />
        <Drawing rows />
        <p class="caption">{say().tree_key().to_string()}</p>
        <Texts rows />
    }
}
