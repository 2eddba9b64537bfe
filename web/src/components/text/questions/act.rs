//! What a visitor can press under an answer.

use leptos::prelude::*;

use crate::choices::{InsideView, PagePart, Station};
use crate::components::kit::focus;
use crate::state::App;
use crate::words::Message;

/// Where an answer is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A station of the picture.
    Station(Station),
    /// A view of the inside.
    View(InsideView),
}

impl Place {
    /// Goes there.
    pub fn open(self, app: App) {
        match self {
            Place::Station(station) => app.open_station(Some(station)),
            Place::View(view) => app.look_inside(Some(view)),
        }
    }

    /// Whether an embedding page left it out.
    fn is_hidden(self, app: App) -> bool {
        app.hidden(match self {
            Place::Station(Station::Sampler) => PagePart::Sampler,
            Place::Station(Station::Dice) => PagePart::Dice,
            Place::Station(_) => PagePart::Step,
            Place::View(_) => PagePart::Inside,
        })
    }
}

/// Closes the menu, goes where an answer is seen, and takes the focus there.
#[component]
pub fn GoThere(
    /// Whether the menu is open.
    menu: RwSignal<bool>,
    /// Where.
    place: Place,
    /// What the button says.
    words: Message,
    /// What is done before.
    #[prop(optional, into)]
    first: Option<Callback<()>>,
) -> impl IntoView {
    let app = expect_context::<App>();
    let press = move |_| {
        if let Some(first) = first {
            first.run(());
        }
        place.open(app);
        // The button goes with the menu: the focus has to be elsewhere by then.
        menu.set(false);
        focus::station();
    };
    let words = words.to_string();
    move || {
        (!place.is_hidden(app)).then(|| {
            view! { <button class="button small" data-testid="answer-go" on:click=press>{words.clone()}</button> }
        })
    }
}
