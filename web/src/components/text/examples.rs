//! Texts to begin with.

use leptos::prelude::*;

use crate::components::kit::focus;
use crate::components::kit::menu::Menu;
use crate::state::App;
use crate::words::{Message, say};

/// Each has another shape under the bundled model; what a visitor sees of it stands below it.
fn examples() -> [(&'static str, Message); 5] {
    let say = say();
    [
        ("In the forest lived a", say.example_story()),
        ("The capital of France is", say.example_fact()),
        ("My favourite colour is", say.example_colour()),
        ("In my opinion, the best movie is", say.example_movie()),
        ("Monday, Tuesday, Wednesday,", say.example_series()),
    ]
}

/// A menu of texts; one that is pressed becomes the text.
#[component]
pub fn Examples() -> impl IntoView {
    let app = expect_context::<App>();
    let example = move |(text, shape): (&'static str, Message)| {
        let press = move |_| {
            app.set_prompt(text.to_owned());
            // The menu closes when the focus leaves it.
            focus::text();
        };
        view! {
            <button class="example" data-testid="example" on:click=press>
                <span>{text}</span>
                <span class="caption">{shape.to_string()}</span>
            </button>
        }
    };
    view! {
        <Menu label=|| say().examples().to_string() name=say().examples().to_string() testid="examples">
            {examples().map(example).into_iter().collect_view()}
        </Menu>
    }
}
