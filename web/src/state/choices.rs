//! What a visitor can choose: settings, speed, colours, model, backend.

use leptos::prelude::*;
use leptos::task::spawn_local;
use logitscope_core::chain::{Chain, Grammar, Sampler, Stage};
use logitscope_core::{CoreError, Precision, Settings, StopRules, TokenId};
use logitscope_protocol::{BackendChoice, Endpoint, ModelSource};

use super::{
    App, ChainBy, Event, Failure, Files, History, Job, Level, LoadSpec, Metric, Phase, Setup,
};
use crate::browser;
use crate::choices::{Asked, Control, Language, Theme, first_settings};
use crate::remembered::{self, Remembered};
use crate::words::say;

/// How long a slider must rest before its value is remembered, in milliseconds.
const REMEMBER_REST_MS: f64 = 400.0;

impl App {
    /// Changes the sampler's settings. Values out of range are refused with a notice.
    pub fn set_settings(self, settings: Settings) {
        if let Err(error) = self.try_settings(settings) {
            self.notify(Level::Error, error.to_string());
        }
    }

    /// Changes the sampler's settings, or says what is out of range.
    pub fn try_settings(self, settings: Settings) -> Result<(), CoreError> {
        let old = self.setup();
        self.set_up(Setup { settings, ..old })
    }

    /// Sets the sampler as it was before anybody chose: with the model's own chain, if it has one.
    pub fn reset_settings(self) {
        self.set_settings(Settings {
            chain: self.default_chain(),
            ..first_settings()
        });
    }

    /// Has a server list so many tokens of a step, all for `None`, and remembers that.
    pub fn set_list_length(self, n: Option<u32>) {
        self.list_length.set(n);
        if self.remembers() {
            remembered::remember_list_length(n);
        }
        self.longer_lists.set(None);
        self.session().queue.wake();
    }

    /// Switches off what names a grammar that cannot be used, now and in what is pinned.
    pub(crate) fn switch_grammar_off(self, grammar: &Grammar) {
        let off = |settings: &mut Settings| {
            for stage in settings.chain.stages_mut() {
                let names =
                    matches!(&stage.sampler, Sampler::Grammar { grammar: own } if own == grammar);
                stage.on &= !names;
            }
        };
        let Setup {
            mut settings,
            mut pinned,
            asked,
        } = self.setup();
        off(&mut settings);
        pinned.iter_mut().for_each(off);
        // What was in range stays in range.
        let _ = self.set_up(Setup {
            settings,
            pinned,
            asked,
        });
    }

    /// Asks the strategies for this: a change that can be taken back.
    pub(crate) fn change_asked(self, asked: Asked) {
        let old = self.setup();
        // Its settings are in range.
        let _ = self.set_up(Setup { asked, ..old });
    }

    /// Notes what strategies are asked for now as a change that can be taken back; tracked.
    pub(crate) fn follow_asked(self) {
        let asked = self.strategies.asked();
        let old = untrack(|| self.setup());
        if old.asked == asked {
            return;
        }
        self.strategies.noted.set_value(asked.clone());
        let new = Setup {
            asked,
            ..old.clone()
        };
        self.history
            .update(|history| history.note(&old, &new, browser::now_ms()));
    }

    /// The chain where nobody chose one: that of the model's generation config, or the page's.
    pub(crate) fn default_chain(self) -> Chain {
        let of_model = self
            .model
            .with_untracked(|model| model.as_ref()?.chain.clone());
        of_model.unwrap_or_else(|| first_settings().chain)
    }

    /// Gives the sampler another chain that nobody chose: a change that can be taken back. It is not remembered.
    pub(crate) fn give_default_chain(self, chain: Chain) -> Result<(), CoreError> {
        let old = self.setup();
        let settings = Settings {
            chain,
            ..old.settings
        };
        self.change_to(Setup { settings, ..old })?;
        self.session().chain_by.set(ChainBy::Default);
        Ok(())
    }

    /// Sees whether somebody chose the chain of a state that was opened, now that its model is there.
    pub(crate) fn settle_chain(self) {
        let session = self.session();
        if session.chain_by.get() == ChainBy::Opening {
            let is_default = session.settings().chain == self.default_chain();
            session.chain_by.set(ChainBy::of(is_default));
        }
    }

    /// Changes the sampler's settings, what is pinned and what strategies are asked for, as one change.
    pub(super) fn set_up(self, new: Setup) -> Result<(), CoreError> {
        if self.change_to(new)? {
            self.remember();
        }
        Ok(())
    }

    /// The same, without remembering it; whether the settings changed.
    fn change_to(self, new: Setup) -> Result<bool, CoreError> {
        new.settings.check()?;
        let old = self.setup();
        if old == new {
            return Ok(false);
        }
        if old.pinned != new.pinned {
            self.pinned.set(new.pinned.clone());
        }
        if old.asked != new.asked {
            self.strategies.ask(new.asked.clone());
        }
        if old.settings != new.settings {
            let session = self.session();
            session.set_settings(new.settings.clone())?;
            if old.settings.chain != new.settings.chain {
                let is_default = new.settings.chain == self.default_chain();
                session.chain_by.set(ChainBy::of(is_default));
            }
            let changed = Event::SettingsChanged(&new.settings, &session.stop_rules());
            session.events.emit(changed);
        }
        self.history
            .update(|history| history.note(&old, &new, browser::now_ms()));
        let changes = old.settings != new.settings;
        if changes {
            self.chosen.notify();
        }
        // A grammar that is new needs its masks.
        self.session().queue.wake();
        Ok(changes)
    }

    /// What a change would change.
    pub(super) fn setup(self) -> Setup {
        Setup {
            settings: self.session().settings(),
            pinned: self.pinned.get_untracked(),
            asked: self.strategies.noted.get_value(),
        }
    }

    /// Changes what stages the chain has, or their order.
    pub fn rebuild_chain(self, change: impl FnOnce(&mut Chain)) {
        let mut settings = self.settings.get_untracked();
        change(&mut settings.chain);
        self.set_settings(settings);
    }

    /// Adds a token to those that are never chosen, or takes it off.
    pub fn ban(self, token: TokenId, banned: bool) {
        self.rebuild_chain(|chain| {
            let mut missing = banned;
            for stage in chain.stages_mut().iter_mut().filter(|stage| stage.on) {
                if let Sampler::Banned { tokens } = &mut stage.sampler {
                    tokens.retain(|other| *other != token);
                    if std::mem::take(&mut missing) {
                        tokens.push(token);
                    }
                }
            }
            if !banned {
                let empty = |s: &Stage| matches!(&s.sampler, Sampler::Banned { tokens } if tokens.is_empty());
                chain.stages_mut().retain(|stage| !empty(stage));
            }
            // A list that is switched off stays as it is.
            if missing {
                chain.add(Sampler::Banned {
                    tokens: vec![token],
                });
            }
        });
    }

    /// Whether a token is never chosen.
    pub fn is_banned(self, token: TokenId) -> bool {
        self.settings.with(|s| {
            s.chain.acting().any(
                |sampler| matches!(sampler, Sampler::Banned { tokens } if tokens.contains(&token)),
            )
        })
    }

    /// Takes the last change of the sampler's settings, or of what a strategy is asked for, back.
    pub fn undo_settings(self) {
        self.turn_to(History::back);
    }

    /// Makes a change again that was taken back.
    pub fn redo_settings(self) {
        self.turn_to(History::forth);
    }

    fn turn_to(self, turn: impl FnOnce(&mut History, &Setup) -> Option<Setup>) {
        let mut history = self.history.get_untracked();
        if let Some(setup) = turn(&mut history, &self.setup()) {
            // It was in range before.
            let _ = self.set_up(setup);
            self.history.set(history);
        }
    }

    /// Whether an embedding page made part of the sampler's settings read-only.
    pub fn settings_locked(self) -> bool {
        self.chain_locked() || self.locked(Control::Seed)
    }

    /// Pins the settings of now, to compare later ones with; `false` takes them off.
    pub fn pin(self, pin: bool) {
        let old = self.setup();
        let pinned = pin.then(|| old.settings.clone());
        let _ = self.set_up(Setup { pinned, ..old });
    }

    /// The pinned settings become those of now, and the other way round.
    pub fn swap_pinned(self) {
        let old = self.setup();
        if let Some(pinned) = old.pinned {
            let _ = self.set_up(Setup {
                settings: pinned,
                pinned: Some(old.settings),
                asked: old.asked,
            });
        }
    }

    /// Whether an embedding page made the chain, or what every chain has, read-only.
    pub fn chain_locked(self) -> bool {
        [
            Control::Chain,
            Control::Temperature,
            Control::TopK,
            Control::TopP,
        ]
        .into_iter()
        .any(|control| self.locked(control))
    }

    /// Changes what colours the text.
    pub fn colour_by(self, metric: Metric) {
        self.metric.set(metric);
    }

    /// Changes what ends a run.
    pub fn set_stop_rules(self, rules: StopRules) {
        if self.stop_rules.with_untracked(|old| *old == rules) {
            return;
        }
        let session = self.session();
        session.set_stop_rules(rules.clone());
        let changed = Event::SettingsChanged(&session.settings(), &rules);
        session.events.emit(changed);
        self.chosen.notify();
        self.remember();
    }

    /// Changes the most tokens a second while playing; 0 is as fast as possible.
    pub fn set_speed(self, tokens_per_second: f64) {
        if tokens_per_second.is_finite() && tokens_per_second >= 0.0 {
            self.speed.set(tokens_per_second);
            self.remember();
        }
    }

    /// The visitor has tried something: no hint what to try first from now on.
    pub fn has_now_tried(self) {
        self.has_tried.set(true);
        self.remember();
    }

    /// Changes the colours of the page.
    pub fn set_theme(self, theme: Theme) {
        self.theme.set(theme);
        self.paint_theme();
        self.remember();
    }

    /// Tells the style sheet which colours to use: `data-theme` on the root element.
    pub(crate) fn paint_theme(self) {
        let Some(root) = browser::document().and_then(|d| d.document_element()) else {
            return;
        };
        // The attribute is all there is to it; a page without it has the system's colours.
        let _ = match self.theme.get_untracked() {
            Theme::Auto => root.remove_attribute("data-theme"),
            Theme::Light => root.set_attribute("data-theme", "light"),
            Theme::Dark => root.set_attribute("data-theme", "dark"),
        };
    }

    /// Has the page speak another language: it is loaded again, and comes back to where it was.
    pub fn set_language(self, language: Language) {
        match remembered::remember_language(language) {
            true => browser::reload(),
            // Where nothing is remembered the address says it.
            false => browser::name_in_address(&format!("lang={}", language.tag())),
        }
    }

    /// Loads another model and goes on with the text. If it fails, the model before it stays.
    pub fn load_model(self, name: String, source: ModelSource) {
        self.forget_failures();
        self.run_job(Job::ChangeModel(self.load_spec(name, source)));
    }

    /// Connects to a model on a server and goes on with the text there. If that fails, the model before it stays; `Err` says why in words.
    pub async fn connect(self, endpoint: Endpoint) -> Result<(), String> {
        if !untrack(|| self.may_connect()) {
            return Err(say().server_off().to_string());
        }
        let name = endpoint.model.clone();
        let name = name.unwrap_or_else(|| endpoint.address.clone());
        let spec = self.load_spec(name, ModelSource::Server(endpoint));
        match self.change_model(spec).await {
            Err(failure) if failure != Failure::Cancelled => Err(failure.sentence()),
            _ => Ok(()),
        }
    }

    /// Changes the model and goes on with the text. If that fails, the model before it stays.
    pub(super) async fn change_model(self, spec: LoadSpec) -> Result<(), Failure> {
        self.forget_failures();
        match self.session().queue.submit(Job::ChangeModel(spec)).await {
            Ok(Err(Failure::Superseded)) | Err(_) | Ok(Ok(_)) => Ok(()),
            Ok(Err(failure)) => Err(failure),
        }
    }

    /// Whether the page may connect to servers: in an embed only where the page around it switched them on; tracked.
    pub fn may_connect(self) -> bool {
        self.embed.with(|e| !e.embed || e.endpoints)
    }

    /// The address of the server that the model runs on, if it runs on one; tracked.
    pub fn server_address(self) -> Option<String> {
        self.model
            .with(|m| Some(m.as_ref()?.server.as_ref()?.address.clone()))
    }

    /// What to load, with the visitor's backend and precision.
    pub(crate) fn load_spec(self, name: String, source: ModelSource) -> LoadSpec {
        self.spec(name, Files::Checkpoint(source))
    }

    /// The same for the recorded run at `address`.
    pub(crate) fn spec_of_recording(self, address: String) -> LoadSpec {
        let name = address.rsplit('/').next().unwrap_or_default().to_owned();
        self.spec(name, Files::RecordingAt(address))
    }

    /// The same for whatever it is.
    pub(crate) fn spec(self, name: String, files: Files) -> LoadSpec {
        let (backend, precision) = (self.backend.get_untracked(), self.precision.get_untracked());
        LoadSpec {
            name,
            files,
            backend,
            precision,
        }
    }

    /// Gives up the load that is going on; the model before it is loaded again.
    pub fn cancel_load(self) {
        if self
            .phase
            .with_untracked(|phase| matches!(phase, Phase::Loading(_)))
        {
            let give_up = self.session().give_up_load.take();
            if let Some(give_up) = give_up {
                give_up();
            }
        }
    }

    /// Computes with another backend from now on; the run goes on.
    pub fn set_backend(self, choice: BackendChoice) {
        self.backend.set(choice);
        self.remember();
        self.run_job(Job::Reload(choice, self.precision.get_untracked()));
    }

    /// Keeps weights in another precision from now on; the run goes on.
    pub fn set_precision(self, precision: Precision) {
        self.precision.set(precision);
        self.remember();
        self.run_job(Job::Reload(self.backend.get_untracked(), precision));
    }

    /// Whether anything is remembered for the next visit: an embed opens as its link says, and leaves nothing.
    pub fn remembers(self) -> bool {
        self.embed.with_untracked(|e| !e.embed)
    }

    /// Remembers the settings after a moment.
    pub(crate) fn remember(self) {
        if !self.remembers() {
            return;
        }
        let change = self.do_not_remember();
        browser::after(REMEMBER_REST_MS, move || {
            if self.session().setting_changes.get() == change {
                let remembered = self.remembered();
                spawn_local(async move { remembered.save().await });
            }
        });
    }

    /// Leaves what is remembered as it is: a link changes this page, not the visitor's settings. The number of this change.
    pub(crate) fn do_not_remember(self) -> u32 {
        let session = self.session();
        let change = session.setting_changes.get().wrapping_add(1);
        session.setting_changes.set(change);
        change
    }

    fn remembered(self) -> Remembered {
        let mut settings = self.settings.get_untracked();
        if self.session().chain_by.get() == ChainBy::Default {
            // The chain of a model is not the visitor's.
            settings.chain = first_settings().chain;
        }
        Remembered {
            settings,
            max_tokens: self.stop_rules.with_untracked(|r| r.max_tokens),
            speed: self.speed.get_untracked(),
            backend: self.backend.get_untracked(),
            precision: self.precision.get_untracked(),
            theme: self.theme.get_untracked(),
            inside_mib: self.inside.budget_mib.get_untracked(),
            has_tried: self.has_tried.get_untracked(),
        }
    }
}
