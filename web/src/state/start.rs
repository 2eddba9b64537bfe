//! How the page begins: the link and the remembered settings make the first state.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_core::{Settings, StopRules};

use super::{
    Activity, App, EmbedOptions, History, Inside, Level, Meters, Metric, Phase, StepView, step_view,
};
use crate::driver::{self, Driver, Job, LOGITS_BUDGET_BYTES};
use crate::link::Link;
use crate::settings_store::Remembered;
use crate::{address, api, browser, recorded};

/// The prompt of a page that was opened without one.
pub const DEFAULT_PROMPT: &str = "Once upon a time";

impl App {
    /// Makes the state, reads the link and the remembered settings, starts the engine and loads the
    /// model. Called once, by `app.rs`, inside the root component.
    pub fn start() -> Self {
        let link = address::read();
        let remembered = if link.embed.embed {
            Remembered::default()
        } else {
            Remembered::load()
        };
        let app = Self::new(&remembered);
        if !browser::is_secure() {
            let text = "This page was opened over an insecure connection, so the browser keeps WebGPU from it: \
                        the model runs on the CPU. Open the page by its https address, or on localhost.";
            app.notify(Level::Warning, text.into());
        }
        app.apply_choices(&link);
        app.paint_theme();
        app.prompt
            .set(link.prompt.clone().unwrap_or_else(|| DEFAULT_PROMPT.into()));
        spawn_local(driver::drive(app));
        let ready = app.open_model(&link);
        if link.model.is_none() && app.prompt.with_untracked(|p| p == DEFAULT_PROMPT) {
            spawn_local(recorded::show(app));
        }
        api::install(app, ready);
        Effect::new(move |_| {
            app.settings.track();
            app.revision.track();
            app.pinned.track();
            // While playing, every step would begin it anew.
            if app.activity.get() != Activity::Playing {
                app.retell();
            }
        });
        browser::on_scheme_change(move || app.inside.scheme.update(|n| *n += 1));
        Effect::new(move |_| {
            app.revision.track();
            app.selected.track();
            app.watched.track();
            app.phase.track();
            app.inside.layer.track();
            app.inside.near.track();
            app.inside.cell.track();
            app.inside.drawn.track();
            app.inside.interventions.track();
            app.inside.under.track();
            app.follow_lane();
            app.inside.budget_mib.track();
            if app.inside.view.get().is_some() {
                app.driver().wake();
            }
        });
        address::follow(app);
        app
    }

    /// Goes to the state of `link`, whatever is there now.
    pub(crate) fn open_link(self, link: &Link) {
        self.pause();
        self.select(None);
        self.apply_choices(link);
        self.paint_theme();
        let other_model = link.model.as_deref() != self.link_model().as_deref();
        if !other_model {
            self.keep_inside_within();
        }
        if let Some(prompt) = &link.prompt {
            self.edit_prompt(prompt.clone());
        }
        if other_model && link.model.is_some() {
            let _ = self.open_model(link);
            return;
        }
        let choices = (self.backend.get_untracked(), self.precision.get_untracked());
        if self.driver().choices().is_some_and(|old| old != choices) {
            self.run_job(Job::Reload(choices.0, choices.1));
        }
        if link.prompt.is_some() || !link.tokens.is_empty() {
            self.run_job(Job::Prompt(self.prompt.get_untracked()));
        }
        if !link.tokens.is_empty() {
            self.run_job(Job::Replay(link.tokens.clone()));
        }
        self.go_to_step(link);
    }

    /// Shows the step that `link` names, once its tokens are there.
    fn go_to_step(self, link: &Link) {
        if let Some(at) = link.at {
            self.run_job(Job::SelectAt(at));
        }
    }

    /// Loads the model of `link` and takes its steps; done when the first distribution is there.
    fn open_model(self, link: &Link) -> js_sys::Promise {
        let (name, source) = address::model(link.model.as_deref()).unwrap_or_else(|problem| {
            self.notify(Level::Warning, problem);
            address::bundled(address::DEFAULT_MODEL)
        });
        let loaded = self
            .driver()
            .submit(Job::Load(self.load_spec(name, source)));
        let replayed = (!link.tokens.is_empty())
            .then(|| self.driver().submit(Job::Replay(link.tokens.clone())));
        self.go_to_step(link);
        api::ready(self, loaded, replayed)
    }

    fn apply_choices(self, link: &Link) {
        for problem in &link.problems {
            self.notify(Level::Warning, problem.clone());
        }
        if let Some(choice) = link.backend {
            self.backend.set(choice);
        }
        if let Some(precision) = link.precision {
            self.precision.set(precision);
        }
        if let Some(speed) = link.speed {
            self.speed.set(speed);
        }
        if let Some(theme) = link.theme {
            self.theme.set(theme);
        }
        self.inside
            .interventions
            .set(link.off.clone().unwrap_or_default());
        self.look_under(link.under);
        self.show_head(link.layer.unwrap_or(0), link.head.unwrap_or(0));
        self.draw_attention(link.drawn.unwrap_or_default());
        self.look_inside(link.inside);
        self.embed.set(link.embed.clone());
        self.set_stop_rules(link.stop_rules(self.stop_rules.get_untracked()));
        self.set_settings(link.settings(self.settings.get_untracked()));
        self.history.set(History::default());
        self.do_not_remember();
    }

    fn new(remembered: &Remembered) -> Self {
        let driver = StoredValue::new_local(Rc::new(Driver::default()));
        let revision = RwSignal::new(0);
        let selected = RwSignal::new(None);
        let settings = RwSignal::new(remembered.settings.clone());
        let pinned = RwSignal::new(None::<Settings>);
        let compute = move |_: Option<&Option<Arc<StepView>>>| {
            revision.track();
            settings.track();
            let driver = driver.get_value();
            let run = driver.run.try_borrow().ok()?;
            let pinned = pinned.get();
            step_view(run.as_ref()?, selected.get(), pinned.as_ref()).map(Arc::new)
        };
        // Distributions are large: two steps are the same only if they are the same object.
        let changed =
            |old: Option<&Option<Arc<StepView>>>, new: Option<&Option<Arc<StepView>>>| match (
                old.and_then(Option::as_ref),
                new.and_then(Option::as_ref),
            ) {
                (Some(old), Some(new)) => !Arc::ptr_eq(old, new),
                (None, None) => old.is_none(),
                _ => true,
            };
        let rules = StopRules {
            max_tokens: remembered.max_tokens,
            ..StopRules::default()
        };
        App {
            phase: RwSignal::new(Phase::Starting),
            model: RwSignal::new(None),
            vocab: RwSignal::new(None),
            prompt: RwSignal::new(String::new()),
            pieces: RwSignal::new(Vec::new()),
            prompt_error: RwSignal::new(None),
            settings,
            history: RwSignal::default(),
            told: RwSignal::new_local(Rc::default()),
            pinned,
            told_pinned: RwSignal::new_local(Rc::default()),
            watched: RwSignal::new(Vec::new()),
            inside: Inside {
                view: RwSignal::new(None),
                layer: RwSignal::new(0),
                head: RwSignal::new(0),
                near: RwSignal::new(None),
                drawn: RwSignal::default(),
                cell: RwSignal::new(None),
                interventions: RwSignal::default(),
                under: RwSignal::new(false),
                rewritten: RwSignal::new(None),
                cache_off: RwSignal::new(false),
                budget_mib: RwSignal::new(remembered.inside_mib),
                kept_bytes: RwSignal::new(0),
                arrived: RwSignal::new(0),
                scheme: RwSignal::new(0),
            },
            metric: RwSignal::new(Metric::default()),
            stop_rules: RwSignal::new(rules),
            transcript: RwSignal::new(Vec::new()),
            selected,
            step: Memo::new_with_compare(compute, changed),
            activity: RwSignal::default(),
            speed: RwSignal::new(remembered.speed),
            notices: RwSignal::new(Vec::new()),
            meters: RwSignal::new(Meters {
                logits_budget_bytes: LOGITS_BUDGET_BYTES,
                ..Meters::default()
            }),
            stopped: RwSignal::new(None),
            embed: RwSignal::new(EmbedOptions::default()),
            progress: RwSignal::new(None),
            recorded: RwSignal::new(false),
            backend: RwSignal::new(remembered.backend),
            precision: RwSignal::new(remembered.precision),
            theme: RwSignal::new(remembered.theme),
            revision,
            driver,
        }
    }
}
