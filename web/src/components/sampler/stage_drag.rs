//! Stages on their way to another place in the chain, and what names them meanwhile.

use leptos::prelude::*;
use logitscope_core::chain::{Chain, Kind};

use crate::browser;
use crate::components::sampler::sampler_words;
use crate::state::App;

/// How often the cards scroll on under one that is held near their edge, in milliseconds.
const SCROLL_MS: f64 = 30.0;

/// Names a stage as long as it is in the chain: the sampler and which one of its kind.
pub type Key = (Kind, usize);

/// The name of a stage in the document.
pub fn spelled((kind, nth): Key) -> String {
    format!("{}-{nth}", kind.name())
}

/// A stage on its way to another place, by mouse, pen or finger.
#[derive(Clone, Copy)]
pub struct Drag {
    /// The stage.
    pub what: RwSignal<Option<Key>>,
    /// The stage whose place it would take.
    pub over: RwSignal<Option<Key>>,
    /// Where the pointer is, in CSS pixels of the window.
    place: StoredValue<(f64, f64)>,
}

impl Drag {
    /// Nothing is on its way.
    pub fn none() -> Self {
        Drag {
            what: RwSignal::new(None),
            over: RwSignal::new(None),
            place: StoredValue::new((-1.0, -1.0)),
        }
    }

    /// It is now over this place of the window; near an edge of what scrolls, that scrolls.
    pub fn at(self, app: App, x: f64, y: f64) {
        self.place.set_value((x, y));
        browser::scroll_near_edge(x, y);
        self.look(app, x, y);
    }

    /// It is picked up, and what scrolls goes on scrolling while it is held near an edge.
    pub fn begin(self, app: App, key: Key) {
        self.what.set(Some(key));
        self.go_on(app);
    }

    fn go_on(self, app: App) {
        browser::after(SCROLL_MS, move || {
            if self.what.try_get_untracked().flatten().is_none() {
                return;
            }
            let (x, y) = self.place.get_value();
            if browser::scroll_near_edge(x, y) {
                self.look(app, x, y);
            }
            self.go_on(app);
        });
    }

    fn look(self, app: App, x: f64, y: f64) {
        let name = browser::attribute_at(x, y, "data-stage");
        let keys = app.settings.with_untracked(|s| keys(&s.chain));
        let over = keys
            .into_iter()
            .find(|key| name.as_ref() == Some(&spelled(*key)));
        self.over
            .set(over.filter(|key| self.what.get_untracked() != Some(*key)));
    }

    /// It is let go.
    pub fn end(self, app: App) {
        let (what, over) = (self.what.get_untracked(), self.over.get_untracked());
        self.what.set(None);
        self.over.set(None);
        let keys = app.settings.with_untracked(|s| keys(&s.chain));
        let place = |key: Option<Key>| keys.iter().position(|k| Some(*k) == key);
        if let Some((from, to)) = place(what).zip(place(over)) {
            app.rebuild_chain(|chain| chain.shift(from, to));
        }
    }
}

/// Its name for the browser suite: the sampler, and a number from the second of its kind on.
pub fn id((kind, nth): Key) -> String {
    match nth {
        0 => kind.name().to_owned(),
        n => format!("{}-{}", kind.name(), n + 1),
    }
}

/// Its name on the page.
pub fn title((kind, nth): Key) -> String {
    let label = sampler_words::words(kind).label;
    match nth {
        0 => label.to_owned(),
        n => format!("{label} {}", n + 1),
    }
}

/// Where a stage goes when it moves by one: over the next that acts as it does, or rests as it does. `None` at an end.
pub fn next_place(chain: &Chain, key: Key, later: bool) -> Option<(usize, usize)> {
    let from = keys(chain).iter().position(|other| *other == key)?;
    let stages = chain.stages();
    let alike = |at: &usize| stages[*at].on == stages[from].on;
    let to = match later {
        true => (from + 1..stages.len()).find(alike),
        false => (0..from).rev().find(alike),
    };
    Some((from, to?))
}

/// Moves a stage by one place.
pub fn move_by(app: App, key: Key, later: bool) {
    let places = app
        .settings
        .with_untracked(|s| next_place(&s.chain, key, later));
    if let Some((from, to)) = places {
        app.rebuild_chain(|chain| chain.shift(from, to));
    }
}

/// The keys of a chain's stages, in order.
pub fn keys(chain: &Chain) -> Vec<Key> {
    let stages = chain.stages();
    let kind = |at: usize| stages[at].sampler.kind();
    let nth = |at: usize| (0..at).filter(|&other| kind(other) == kind(at)).count();
    (0..stages.len()).map(|at| (kind(at), nth(at))).collect()
}

/// The keys of the stages that act, in order.
pub fn acting_keys(chain: &Chain) -> Vec<Key> {
    let stages = keys(chain).into_iter().zip(chain.stages());
    stages
        .filter(|(_, stage)| stage.on)
        .map(|(key, _)| key)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_of_one_kind_have_keys_of_their_own() {
        let chain: Chain = "top_k~5,temperature~1,-top_k~9"
            .parse()
            .expect("well spelled");
        assert_eq!(
            keys(&chain),
            [(Kind::TopK, 0), (Kind::Temperature, 0), (Kind::TopK, 1)]
        );
    }

    #[test]
    fn a_stage_moves_over_those_that_act_as_it_does() {
        let chain: Chain = "top_k~5,-min_p~0.1,temperature~1,-top_p~0.5"
            .parse()
            .expect("well spelled");
        let next = |kind, later| next_place(&chain, (kind, 0), later);
        assert_eq!(next(Kind::TopK, true), Some((0, 2)));
        assert_eq!(next(Kind::Temperature, true), None);
        assert_eq!(next(Kind::TopP, false), Some((3, 1)));
        assert_eq!(next(Kind::Typical, true), None);
    }
}
