//! Models that whoever runs this site has put beside the page, and named in `models/models.json`.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;
use crate::models::{BUNDLED, listed};
use crate::state::App;

/// Most of them.
const MOST: usize = 100;

/// Their names, once the list has come.
#[derive(Clone, Copy)]
pub struct SiteModels(RwSignal<Vec<String>>);

impl SiteModels {
    /// Asks for the list.
    pub fn fetch() -> Self {
        let names = RwSignal::new(Vec::new());
        spawn_local(async move {
            let list = browser::fetch("models/models.json").await;
            let found = browser::strings(&list.unwrap_or_default());
            let is_other = |name: &String| BUNDLED.iter().all(|own| own.name != name);
            let found = found
                .into_iter()
                .filter(|name| is_other(name) && listed(name));
            // The menu may have been closed meanwhile.
            let _ = names.try_set(found.take(MOST).collect());
        });
        SiteModels(names)
    }

    /// Whether one of them runs; tracked.
    pub fn is_current(self, app: App) -> bool {
        app.model.track();
        app.link_model()
            .is_some_and(|own| self.0.with(|names| names.contains(&own)))
    }

    /// An option for each.
    pub fn options(self, app: App) -> impl IntoView {
        let option = move |name: String| {
            let (own, shown) = (name.clone(), name.clone());
            let is_current = move || {
                app.phase.track();
                app.link_model().as_ref() == Some(&own)
            };
            view! { <option value=name prop:selected=is_current>{shown}</option> }
        };
        move || self.0.get().into_iter().map(option).collect_view()
    }
}
