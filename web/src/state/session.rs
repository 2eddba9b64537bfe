//! The run and what belongs to it: data that the driver works on and the views read. No work is done here.

use std::cell::{Cell, Ref, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use leptos::prelude::*;
use logitscope_core::{CoreError, NodeId, Run, Settings, StepRecord, StopRules, TokenId};
use logitscope_protocol::{ModelSource, Score};

use super::asked::AskedUntilNow;
use super::chat::ChatText;
use super::job::{LoadSpec, Queue};
use super::playing::Play;
use super::strategies::Works;
use super::{App, ChainBy, Events, Failure};
use crate::choices::first_settings;
use crate::inspect::Store;

/// Bytes of logits that the page keeps before the oldest go: 320 MiB, 278 steps of GPT-2's 50,257 tokens.
pub const LOGITS_BUDGET_BYTES: usize = 320 << 20;

/// The run, or what the first one begins with. So the settings and the stop rules have one owner at any time.
enum Current {
    Waiting {
        settings: Settings,
        stop_rules: StopRules,
    },
    Running(Box<Run>),
}

/// The choices that were kept and the steps of models before, of a run that may come back.
type OldNodes = (HashSet<NodeId>, HashMap<NodeId, StepRecord>);

/// Everything of the page that no signal holds.
pub struct Session {
    current: RefCell<Current>,
    /// Who gave the settings their chain.
    pub(crate) chain_by: Cell<ChainBy>,
    /// How the model rates the tokens of prompts.
    pub(crate) scores: RefCell<HashMap<NodeId, Score>>,
    /// The tokens that the dice chose, elsewhere or under another model, and would not choose here: they are in the run as forced ones.
    pub(crate) kept_choices: RefCell<HashSet<NodeId>>,
    /// The steps that were taken with a model before this one and were not taken again yet.
    pub(crate) foreign_steps: RefCell<HashMap<NodeId, StepRecord>>,
    /// The strategies under way.
    pub(crate) works: RefCell<Works>,
    /// What was computed of the model's inside.
    pub(crate) kept: RefCell<Store>,
    /// The run that continues the prompt with parts of the model off, while it goes on.
    pub(crate) fork: RefCell<Option<Run>>,
    /// Who listens.
    pub(crate) events: Events,
    /// What there is to do.
    pub(crate) queue: Queue,
    /// What the engine was asked.
    pub(crate) asked: RefCell<AskedUntilNow>,
    /// What is loaded.
    pub(crate) spec: RefCell<Option<LoadSpec>>,
    /// The model that drafts, if the visitor chose one: its name and where it is.
    pub(crate) draft_spec: RefCell<Option<(String, ModelSource)>>,
    /// What is playing.
    pub(crate) playing: RefCell<Option<Play>>,
    /// Evaluations under way.
    pub(crate) evaluating: Cell<u32>,
    /// What gives up the load that is going on.
    pub(crate) give_up_load: RefCell<Option<Box<dyn FnOnce()>>>,
    /// The most tokens of a step that the server lists on which the model runs; 0 if it runs here.
    pub(crate) most_listed: Cell<usize>,
    /// A text of the prompt box that a chat template made.
    pub(crate) chat_text: RefCell<Option<ChatText>>,
    /// Counts changes of the prompt box, so that the latest one wins.
    pub(crate) prompt_edits: Cell<u32>,
    /// Counts notices, to name them.
    pub(crate) last_notice: Cell<u32>,
    /// Counts changes of the settings, so that only the last of many is remembered.
    pub(crate) setting_changes: Cell<u32>,
}

impl Session {
    /// No run yet; the first one begins with these.
    pub(crate) fn new(settings: Settings, stop_rules: StopRules) -> Self {
        let is_default = settings.chain == first_settings().chain;
        Session {
            chain_by: Cell::new(ChainBy::of(is_default)),
            current: RefCell::new(Current::Waiting {
                settings,
                stop_rules,
            }),
            scores: RefCell::default(),
            kept_choices: RefCell::default(),
            foreign_steps: RefCell::default(),
            works: RefCell::default(),
            kept: RefCell::default(),
            fork: RefCell::default(),
            events: Events::default(),
            queue: Queue::default(),
            asked: RefCell::default(),
            spec: RefCell::default(),
            draft_spec: RefCell::default(),
            playing: RefCell::default(),
            evaluating: Cell::default(),
            give_up_load: RefCell::default(),
            most_listed: Cell::default(),
            chat_text: RefCell::default(),
            prompt_edits: Cell::default(),
            last_notice: Cell::default(),
            setting_changes: Cell::default(),
        }
    }

    /// Forgets what is known of the run's nodes: another run numbers its own.
    pub(crate) fn forget_nodes(&self) {
        self.pass_nodes(false);
    }

    /// Makes what is known of the run's nodes that of another model's run, which has the `same` nodes or others; gives back what it was.
    pub(crate) fn pass_nodes(&self, same: bool) -> OldNodes {
        self.scores.borrow_mut().clear();
        let mut kept = self.kept_choices.borrow_mut();
        let mut foreign = self.foreign_steps.borrow_mut();
        let old = (kept.clone(), foreign.clone());
        match self.run().filter(|_| same) {
            Some(run) => {
                let steps = run.tree().nodes().filter_map(|(id, _)| run.record(id));
                foreign.extend(steps.map(|step| (step.node, step.clone())));
            }
            None => {
                kept.clear();
                foreign.clear();
            }
        }
        old
    }

    /// Has again what [`Session::pass_nodes`] gave back.
    pub(crate) fn restore_nodes(&self, (kept, foreign): OldNodes) {
        *self.kept_choices.borrow_mut() = kept;
        *self.foreign_steps.borrow_mut() = foreign;
    }

    /// The run; `None` before there is one, and while it is being changed.
    pub(crate) fn run(&self) -> Option<Ref<'_, Run>> {
        let current = self.current.try_borrow().ok()?;
        Ref::filter_map(current, |current| match current {
            Current::Running(run) => Some(&**run),
            Current::Waiting { .. } => None,
        })
        .ok()
    }

    /// Calls `f` with the run, to change it.
    pub(crate) fn with_run<T>(
        &self,
        f: impl FnOnce(&mut Run) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match &mut *self.current.borrow_mut() {
            Current::Running(run) => f(run),
            Current::Waiting { .. } => Err(Failure::NoModel),
        }
    }

    /// Makes `run` the run; gives back the one before it.
    pub(crate) fn replace_run(&self, run: Run) -> Option<Run> {
        match self.current.replace(Current::Running(Box::new(run))) {
            Current::Running(run) => Some(*run),
            Current::Waiting { .. } => None,
        }
    }

    /// The settings of the sampler.
    pub(crate) fn settings(&self) -> Settings {
        match &*self.current.borrow() {
            Current::Waiting { settings, .. } => settings.clone(),
            Current::Running(run) => run.settings().clone(),
        }
    }

    /// What ends a run.
    pub(crate) fn stop_rules(&self) -> StopRules {
        match &*self.current.borrow() {
            Current::Waiting { stop_rules, .. } => stop_rules.clone(),
            Current::Running(run) => run.stop_rules().clone(),
        }
    }

    /// Changes the settings; refuses those out of range.
    pub(super) fn set_settings(&self, new: Settings) -> Result<(), CoreError> {
        match &mut *self.current.borrow_mut() {
            Current::Waiting { settings, .. } => {
                new.check()?;
                *settings = new;
                Ok(())
            }
            Current::Running(run) => run.set_settings(new),
        }
    }

    /// Changes what ends a run.
    pub(super) fn set_stop_rules(&self, new: StopRules) {
        match &mut *self.current.borrow_mut() {
            Current::Waiting { stop_rules, .. } => *stop_rules = new,
            Current::Running(run) => run.set_stop_rules(new),
        }
    }
}

impl App {
    /// The run and what belongs to it.
    pub(crate) fn session(self) -> Rc<Session> {
        self.session.get_value()
    }

    /// What `f` reads of the run; tracked. `None` while there is no run.
    pub(crate) fn read<T>(self, f: impl FnOnce(&Run) -> T) -> Option<T> {
        self.revision.track();
        self.session().run().map(|run| f(&run))
    }

    /// What `f` reads of the run and of the text on screen: that of the run, or of another branch if one of its steps is on
    /// screen. Tracked.
    pub(crate) fn read_shown<T>(self, f: impl FnOnce(&Run, Vec<NodeId>) -> T) -> Option<T> {
        let selected = self.selected.get();
        self.read(|run| {
            let path = run.path();
            let path = match selected {
                Some(node) if !path.contains(&node) => run.tree().path(node),
                _ => path,
            };
            f(run, path)
        })
    }

    /// What `f` reads of what is kept of the model's inside; tracked.
    pub(crate) fn read_kept<T>(self, f: impl FnOnce(&Store) -> T) -> T {
        self.inside.arrived.track();
        f(&self.session().kept.borrow())
    }

    /// Calls `f` with the run, to change it. Nothing is published.
    pub(crate) fn with_run<T>(
        self,
        f: impl FnOnce(&mut Run) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.session().with_run(f)
    }

    /// Makes `run` the run, with its settings and stop rules; gives back the one before it.
    pub(crate) fn replace_run(self, run: Run) -> Option<Run> {
        let before = self.session().replace_run(run);
        self.chosen.notify();
        before
    }

    /// The text of token `id`, as [`App::token_text`], for callers that follow no signal.
    pub(crate) fn token_text_untracked(self, id: TokenId) -> String {
        untrack(|| self.token_text(id))
    }
}
