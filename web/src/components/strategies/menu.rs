//! The menu of the strategies, beside the text.

use leptos::prelude::*;

use crate::browser;
use crate::choices::Station;
use crate::components::flow;
use crate::components::kit::menu::Menu;
use crate::state::App;
use crate::words::{Message, say};

/// Each with what it does.
fn all() -> [(Station, Message, Message); 6] {
    let say = say();
    [
        (Station::Tree, say.strategy_tree(), say.about_tree()),
        (Station::Beams, say.strategy_beams(), say.about_beams()),
        (
            Station::Speculative,
            say.strategy_speculative(),
            say.about_speculative(),
        ),
        (Station::Guided, say.strategy_guided(), say.about_guided()),
        (
            Station::Compare,
            say.strategy_compare(),
            say.about_compare(),
        ),
        (
            Station::Context,
            say.strategy_context(),
            say.about_context_and_cost(),
        ),
    ]
}

/// A menu of the strategies; the one that is pressed opens in the place of the picture.
#[component]
pub fn Strategies() -> impl IntoView {
    let app = expect_context::<App>();
    let open = RwSignal::new(false);
    let one = move |(station, name, about): (Station, Message, Message)| {
        let pressed = move || (app.open.get() == Some(station)).to_string();
        let press = move |_| {
            app.open_station(Some(station));
            open.set(false);
            // The keyboard goes on in what it opens.
            browser::focus_soon(flow::OPENED.to_owned());
        };
        view! {
            <button class="example" data-testid=format!("strategy-{}", station.name()) aria-pressed=pressed on:click=press>
                <span>{name.to_string()}</span>
                <span class="caption">{about.to_string()}</span>
            </button>
        }
    };
    view! {
        <Menu label=|| say().strategies().to_string() name=say().strategies().to_string() open testid="strategies">
            {all().map(one).into_iter().collect_view()}
        </Menu>
    }
}
