//! The tree of all texts of the run, and the most probable ways on from the step on screen.

mod ahead;
mod outline;
mod table;

use leptos::prelude::*;

use self::ahead::Ahead;
use self::table::Texts;
use super::setup;
use crate::components::glossary::opening::Opening;
use crate::state::App;
use crate::words::say;

/// The texts, and what may follow.
#[component]
pub fn Tree() -> impl IntoView {
    let app = expect_context::<App>();
    view! {
        {move || view! { <Opening look=say().look_tree(setup::after(app)) tries=say().try_tree() /> }}
        <Ahead />
        <Texts />
    }
}
