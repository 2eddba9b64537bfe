//! The models that come with the page.

use leptos::prelude::*;

use crate::address::DEFAULT_MODEL;
use crate::browser;
use crate::state::App;

/// A model that comes with the page.
#[derive(Debug, PartialEq, Eq)]
pub struct Bundled {
    /// Its folder in `models/`, and its name in links.
    pub name: &'static str,
    /// What it is, in one sentence that follows its name.
    pub about: &'static str,
}

/// All of them; the first is [`DEFAULT_MODEL`].
pub const BUNDLED: [Bundled; 2] = [
    Bundled {
        name: DEFAULT_MODEL,
        about: "is a small model trained by this project: it writes plain English and knows a little world; load GPT-2 for more.",
    },
    Bundled {
        name: "pocket-draft",
        about: "is a tiny model that imitates pocket: compare the two, and see what size buys.",
    },
];

impl Bundled {
    /// The address of its card.
    pub fn card(&self) -> Option<String> {
        browser::absolute(&format!("models/{}/README.md", self.name))
    }
}

/// The bundled model that is loaded, or whose recorded steps are shown; tracked.
pub fn current(app: App) -> Option<&'static Bundled> {
    let loaded = app.model.with(Option::is_some);
    let name = if loaded {
        app.link_model()?
    } else if app.recorded.get() {
        DEFAULT_MODEL.to_owned()
    } else {
        return None;
    };
    BUNDLED.iter().find(|bundled| bundled.name == name)
}
