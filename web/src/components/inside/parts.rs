//! The parts of a model as a grid: a row a layer, a column a head.

use leptos::prelude::*;

use crate::state::App;
use crate::words::{Word, say};

/// How many layers and heads a layer the grid has.
pub fn layers(app: App) -> (u32, u32) {
    app.layers_and_heads().unwrap_or_default()
}

/// The heads' numbers, and the columns after them.
#[component]
pub fn PartsHead(
    /// The name of the column between the heads and the MLP.
    attention: Word,
    /// The name of a column before the heads, for what is in no layer.
    #[prop(optional)]
    outside: Option<Word>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let heads = move || {
        let head = |head: u32| view! { <th scope="col">{say().grid_head(head.to_string()).to_string()}</th> };
        (0..layers(app).1).map(head).collect_view()
    };
    view! {
        <thead>
            <tr><th scope="col">{say().grid_layer().to_string()}</th>{outside.map(|name| view! { <th scope="col">{name(&say()).to_string()}</th> })}{heads}<th scope="col">{attention(&say()).to_string()}</th><th scope="col">{say().grid_mlp().to_string()}</th></tr>
        </thead>
    }
}

/// A choice of the layer on screen.
#[component]
pub fn LayerChoice(
    /// Its name for the browser suite.
    testid: &'static str,
) -> impl IntoView {
    let app = expect_context::<App>();
    let choose = move |value: String| {
        if let Ok(layer) = value.parse() {
            app.show_head(layer, app.inside.head.get_untracked());
        }
    };
    let option = move |layer: u32| {
        view! { <option value=layer.to_string() selected=move || app.inside.layer.get() == layer>{say().layer_number(layer.to_string()).to_string()}</option> }
    };
    view! {
        <select data-testid=testid aria-label=say().layer_choice().to_string() on:change:target=move |ev| choose(ev.target().value())>
            {move || (0..layers(app).0).map(option).collect_view()}
        </select>
    }
}
