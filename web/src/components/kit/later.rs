//! A part of the page that is loaded later: when the page has rested for a moment after its first picture, or as soon as it is
//! asked for.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;
pub(crate) use crate::later::bundled;
use crate::later::{Fetch, Lost, Part};
use crate::state::App;
use crate::words::say;

/// How long the page rests after its first picture before it fetches what it may need, in milliseconds.
const REST_MS: f64 = 700.0;
/// And how long it waits for a picture, which a model that cannot be loaded never has.
const PATIENCE_MS: f64 = 5_000.0;

/// How far a part is.
#[derive(Debug, Clone, Copy)]
enum Way<P> {
    /// Not asked for.
    Away,
    /// Being fetched.
    Coming,
    /// It did not come.
    Lost,
    /// It is there.
    There(P),
}

/// A part of the page that is loaded later.
#[derive(Debug)]
pub struct Later<P: 'static> {
    way: RwSignal<Way<P>>,
    fetch: Fetch<P>,
}

impl<P> Clone for Later<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Later<P> {}

impl<P: Copy + Send + Sync + 'static> Later<P> {
    /// A part that `fetch` fetches, when it is drawn.
    pub fn asked_for(fetch: Fetch<P>) -> Self {
        let way = match fetch() {
            Part::There(part) => Way::There(part),
            Part::Away(_) => Way::Away,
        };
        Later {
            way: RwSignal::new(way),
            fetch,
        }
    }

    /// A part that `fetch` fetches: when the page rests, or when it is drawn.
    pub fn new(app: App, fetch: Fetch<P>) -> Self {
        let part = Self::asked_for(fetch);
        if part.is_away() {
            let seen = Memo::new(move |_| app.step.with(Option::is_some));
            Effect::new(move |_| {
                let rest = if seen.get() { REST_MS } else { PATIENCE_MS };
                browser::after(rest, move || part.want_first());
            });
        }
        part
    }

    /// Fetches it, unless it is there or on its way.
    pub fn want(self) {
        let away = |way: &Way<P>| matches!(way, Way::Away | Way::Lost);
        if !self.way.try_with_untracked(away).unwrap_or(false) {
            return;
        }
        self.way.set(Way::Coming);
        spawn_local(async move {
            let came = (self.fetch)().here().await;
            // What asked for it may be gone.
            let _ = self.way.try_set(match came {
                Ok(part) => Way::There(part),
                Err(Lost) => Way::Lost,
            });
        });
    }

    /// The part, if it is there; asks for it if it is not.
    pub fn get(self) -> Option<P> {
        self.want_first();
        match self.way.get() {
            Way::There(part) => Some(part),
            _ => None,
        }
    }

    /// What `draw` makes of the part once it is there; until then that it comes, or that it did not and can be asked for again.
    pub fn view(self, draw: impl Fn(P) -> AnyView + Send + 'static) -> AnyView {
        self.want_first();
        self.view_at_rest(draw)
    }

    /// The same for what is out of sight at first: it asks for nothing.
    pub fn view_at_rest(self, draw: impl Fn(P) -> AnyView + Send + 'static) -> AnyView {
        let again = Callback::new(move |()| self.want());
        let shown = move || match self.way.get() {
            Way::There(part) => draw(part),
            way => view! { <Waiting lost=matches!(way, Way::Lost) again /> }.into_any(),
        };
        shown.into_any()
    }

    /// Fetches it, unless that was tried before.
    fn want_first(self) {
        if self.is_away() {
            self.want();
        }
    }

    fn is_away(self) -> bool {
        let away = |way: &Way<P>| matches!(way, Way::Away);
        self.way.try_with_untracked(away).unwrap_or(false)
    }
}

/// A part that is on its way, or lost.
#[component]
fn Waiting(
    /// Whether it did not come.
    lost: bool,
    /// Asks for it again.
    again: Callback<()>,
) -> AnyView {
    match lost {
        false => view! { <p class="muted waiting" data-testid="part-coming">{say().part_coming().to_string()}</p> }.into_any(),
        true => view! {
            <p class="waiting" role="alert" data-testid="part-lost">
                {say().part_lost().to_string()} " "
                <button class="button small" data-testid="part-again" on:click=move |_| again.run(())>{say().part_again().to_string()}</button>
            </p>
        }
        .into_any(),
    }
}
