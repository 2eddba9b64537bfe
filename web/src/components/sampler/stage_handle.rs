//! One stage of the chain, to be read and changed, wherever its controls stand.

use leptos::prelude::*;
use logitscope_core::chain::{Param, Stage};

use crate::choices::Control;
use crate::components::sampler::stage_drag::{Key, keys};
use crate::state::App;

/// A stage by its name, as long as it is in the chain.
#[derive(Clone, Copy)]
pub struct StageHandle {
    app: App,
    key: Key,
}

impl StageHandle {
    /// The stage of this name.
    pub fn new(app: App, key: Key) -> Self {
        StageHandle { app, key }
    }

    /// Its place in the chain; tracked.
    pub fn place(self) -> Option<usize> {
        let own = |settings: &logitscope_core::Settings| {
            keys(&settings.chain)
                .iter()
                .position(|key| *key == self.key)
        };
        self.app.settings.with(own)
    }

    /// What it is now; tracked.
    pub fn stage(self) -> Option<Stage> {
        let at = self.place()?;
        self.app
            .settings
            .with(|s| s.chain.stages().get(at).cloned())
    }

    /// Changes it.
    pub fn change(self, f: impl FnOnce(&mut Stage)) {
        let mut settings = self.app.settings.get_untracked();
        let at = untrack(|| self.place());
        if let Some(stage) = at.and_then(|at| settings.chain.stages_mut().get_mut(at)) {
            f(stage);
            self.app.set_settings(settings);
        }
    }

    /// One of its numbers; tracked. What it is conventionally once the stage is gone.
    pub fn value(self, param: Param) -> f64 {
        let params = self.stage().map(|stage| stage.sampler.params());
        let own = params.and_then(|all| all.into_iter().find(|other| other.name == param.name));
        own.map_or(param.value, |own| own.value)
    }

    /// Changes one of its numbers. The number box shows what is out of range.
    pub fn set_value(self, param: Param, value: f64) {
        let Some(mut stage) = untrack(|| self.stage()) else {
            return;
        };
        if stage.sampler.set_param(param.name, value).is_ok() {
            self.change(|own| own.sampler = stage.sampler);
        }
    }

    /// Whether an embedding page made it read-only; tracked.
    pub fn locked(self) -> bool {
        let own = Control::named(self.key.0.name());
        self.app.locked(Control::Chain) || own.is_some_and(|own| self.app.locked(own))
    }
}
