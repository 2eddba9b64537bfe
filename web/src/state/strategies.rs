//! The strategies that are under way, and where they are.

use std::any::Any;
use std::collections::BTreeMap;

use leptos::prelude::*;
use logitscope_core::TokenId;
use logitscope_core::records::Models;
use logitscope_core::strategy::Role;
use logitscope_core::trace::ModelInfo;

use super::{App, Job, Level, Replay};
use crate::choices::{
    Asked, BeamChoices, CompareChoices, ContextChoices, CostChoices, DraftBy, ExploreChoices,
    GuideBy, GuideChoices, LinkToken, SpeculateChoices, Station,
};
use crate::models::{self, DRAFT_MODEL};
use crate::strategies::{Kind, Pace, Recorded, Work};
use logitscope_protocol::ModelSource;

/// The signals of the strategies.
#[derive(Clone, Copy)]
pub struct Strategies {
    /// What a beam search is asked for.
    pub beams: RwSignal<BeamChoices>,
    /// What speculative decoding is asked for.
    pub speculate: RwSignal<SpeculateChoices>,
    /// How far the tree looks ahead.
    pub explore: RwSignal<ExploreChoices>,
    /// What a guided text is asked for.
    pub guide: RwSignal<GuideChoices>,
    /// What the text on screen is compared with.
    pub compare: RwSignal<CompareChoices>,
    /// How large the context is.
    pub context: RwSignal<ContextChoices>,
    /// What tokens cost.
    pub cost: RwSignal<CostChoices>,
    /// What they were asked for when the history last looked.
    pub(super) noted: StoredValue<Asked>,
    /// Prompts of other lanes as tokens.
    prompts: RwSignal<Prompts>,
    /// Where each is.
    pub(crate) pace: RwSignal<[Pace; Kind::COUNT]>,
    /// Counts what came of them.
    pub(crate) arrived: RwSignal<u64>,
    /// Why each could not begin or go on.
    pub(crate) failed: RwSignal<[Option<String>; Kind::COUNT]>,
}

impl Default for Strategies {
    fn default() -> Self {
        Strategies {
            beams: RwSignal::default(),
            speculate: RwSignal::default(),
            explore: RwSignal::default(),
            guide: RwSignal::default(),
            compare: RwSignal::default(),
            context: RwSignal::default(),
            cost: RwSignal::default(),
            noted: StoredValue::default(),
            prompts: RwSignal::default(),
            pace: RwSignal::default(),
            arrived: RwSignal::new(0),
            failed: RwSignal::default(),
        }
    }
}

impl Strategies {
    /// Follows what is asked for, and where each strategy is.
    pub(crate) fn track(self) {
        let _ = self.asked();
        self.pace.track();
    }

    /// What is asked for; tracked.
    pub(crate) fn asked(self) -> Asked {
        Asked {
            beams: self.beams.get(),
            speculate: self.speculate.get(),
            explore: self.explore.get(),
            guide: self.guide.get(),
            compare: self.compare.get(),
            context: self.context.get(),
            cost: self.cost.get(),
        }
    }

    /// Asks for this. It is no change to take back.
    pub(crate) fn ask(self, asked: Asked) {
        let old = untrack(|| self.asked());
        self.noted.set_value(asked.clone());
        /// What stays as it is begins nothing anew.
        fn change<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, old: T, new: T) {
            if old != new {
                signal.set(new);
            }
        }
        change(self.beams, old.beams, asked.beams);
        change(self.speculate, old.speculate, asked.speculate);
        change(self.explore, old.explore, asked.explore);
        change(self.guide, old.guide, asked.guide);
        change(self.compare, old.compare, asked.compare);
        change(self.context, old.context, asked.context);
        change(self.cost, old.cost, asked.cost);
    }
}

/// Texts as tokens, by the load of the model and the text; `None` while the source is asked.
type Prompts = BTreeMap<(u32, String), Option<Result<Vec<TokenId>, String>>>;

/// The strategies themselves, by [`Kind`].
pub(crate) type Works = [Option<Box<dyn Work>>; Kind::COUNT];

/// The strategies that have begun.
#[derive(Clone, Copy)]
pub(crate) struct Begun<'a>(&'a Works);

impl<'a> Begun<'a> {
    /// The one of `kind`, which is a `W`; `None` while there is none.
    pub(crate) fn get<W: Work>(self, kind: Kind) -> Option<&'a W> {
        let work: &dyn Any = self.0[kind as usize].as_deref()?;
        work.downcast_ref()
    }
}

impl App {
    /// Begins a strategy anew, at the step that the one before it was at; `Err` says why there can be none.
    pub(crate) fn begin_work(self, kind: Kind, work: Result<Box<dyn Work>, String>) {
        let (work, failed) = match work {
            Ok(work) => (Some(work), None),
            Err(why) => (None, Some(why)),
        };
        self.session().works.borrow_mut()[kind as usize] = work;
        self.strategies
            .failed
            .update(|all| all[kind as usize] = failed);
        self.work_changed();
    }

    /// The tokens of a text for the model of that load, or why it has none; tracked. Where they are not known the source is asked.
    pub(crate) fn tokens_of(self, model: u32, text: &str) -> Option<Result<Vec<TokenId>, String>> {
        let key = (model, text.to_owned());
        let prompts = self.strategies.prompts;
        if let Some(known) = prompts.with(|all| all.get(&key).cloned()) {
            return known;
        }
        prompts.update_untracked(|all| {
            all.insert(key, None);
        });
        self.session().queue.wake();
        None
    }

    /// A text whose tokens are wanted, with the load of the model.
    pub(crate) fn wanted_prompt(self) -> Option<(u32, String)> {
        self.strategies.prompts.with_untracked(|all| {
            let mut open = all.iter().filter(|(_, known)| known.is_none());
            open.next().map(|(key, _)| key.clone())
        })
    }

    /// Takes the tokens of such a text.
    pub(crate) fn know_prompt(self, key: (u32, String), tokens: Result<Vec<TokenId>, String>) {
        self.strategies.prompts.update(|all| {
            all.insert(key, Some(tokens));
        });
    }

    /// Tells the views that something came of a strategy, and the driver to look what is due.
    pub(crate) fn work_changed(self) {
        self.strategies.arrived.update(|n| *n += 1);
        self.session().queue.wake();
    }

    /// Tells that a strategy got what it asked for: what it had failed with is over.
    pub(crate) fn work_went_on(self, kind: Kind) {
        if untrack(|| self.work_failed(kind)).is_some() {
            self.strategies
                .failed
                .update(|all| all[kind as usize] = None);
        }
        self.work_changed();
    }

    /// What `f` reads of a strategy; tracked. `None` while there is none.
    pub(crate) fn read_work<W: Work, T>(self, kind: Kind, f: impl FnOnce(&W) -> T) -> Option<T> {
        self.read_works(|begun| begun.get(kind).map(f))
    }

    /// What `f` reads of all strategies; tracked.
    pub(crate) fn read_works<T>(self, f: impl FnOnce(Begun<'_>) -> T) -> T {
        self.strategies.arrived.track();
        let session = self.session();
        let works = session.works.borrow();
        f(Begun(&works))
    }

    /// Changes a strategy.
    pub(crate) fn change_work<W: Work>(self, kind: Kind, f: impl FnOnce(&mut W)) {
        if let Some(work) = self.session().works.borrow_mut()[kind as usize].as_deref_mut() {
            let work: &mut dyn Any = work;
            if let Some(work) = work.downcast_mut() {
                f(work);
            }
        }
        self.work_changed();
    }

    /// Where a strategy is; tracked.
    pub(crate) fn pace(self, kind: Kind) -> Pace {
        self.strategies.pace.with(|all| all[kind as usize])
    }

    /// Goes to a step of a strategy, and has it play from there or stand.
    pub(crate) fn set_pace(self, kind: Kind, pace: Pace) {
        let changed = untrack(|| self.pace(kind)) != pace;
        if changed {
            self.strategies.pace.update(|all| all[kind as usize] = pace);
        }
        self.session().queue.wake();
    }

    /// Has every strategy at this step, standing.
    pub(crate) fn stand_at(self, step: usize) {
        for kind in Station::STRATEGIES.into_iter().filter_map(Kind::stepped) {
            self.set_pace(
                kind,
                Pace {
                    at: step,
                    ..Pace::default()
                },
            );
        }
    }

    /// What came of a strategy so far, as JSON; `None` where it has not begun, or has no record.
    pub(crate) fn record_of(self, kind: Kind) -> Option<Result<String, String>> {
        let model = self.model.get_untracked()?.model.clone();
        let of = Recorded {
            models: Models {
                draft: self.draft_of(kind, &model),
                model,
            },
            lanes: self.strategies.compare.with_untracked(|c| c.lanes.clone()),
            plain_ms: untrack(|| self.plain_ms()),
        };
        let session = self.session();
        let works = session.works.borrow();
        works[kind as usize].as_deref()?.record(of)
    }

    /// The name of the model that drafts; tracked.
    pub(crate) fn draft_name(self) -> String {
        let name = self.draft_choice.with(|(_, name)| name.clone());
        name.unwrap_or_else(|| DRAFT_MODEL.to_owned())
    }

    /// Another model drafts from now on; strategies that it has a part in begin anew.
    pub(crate) fn set_draft(self, name: String, source: ModelSource) {
        let same = models::link_name(&name, &source)
            .is_some_and(|new| new == self.link_draft().unwrap_or(DRAFT_MODEL.to_owned()));
        if same && untrack(|| self.draft_name()) == name {
            return;
        }
        *self.session().draft_spec.borrow_mut() = Some((name.clone(), source));
        self.draft_model.set(None);
        self.draft_choice.update(|(n, own)| {
            *n += 1;
            *own = Some(name);
        });
        self.session().queue.wake();
    }

    /// The draft as a link names it: a bundled model's name, or an address; `None` for the bundled draft, and for files.
    pub(crate) fn link_draft(self) -> Option<String> {
        let session = self.session();
        let spec = session.draft_spec.borrow();
        let (name, source) = spec.as_ref()?;
        models::link_name(name, source).filter(|name| name != DRAFT_MODEL)
    }

    /// The model that has a part in a strategy beside the one of the run.
    fn draft_of(self, kind: Kind, model: &ModelInfo) -> Option<ModelInfo> {
        let asked = untrack(|| self.strategies.asked());
        let draft = || {
            let draft = self.draft_model.get_untracked();
            draft.map(|draft| draft.model.clone())
        };
        match (kind, asked.speculate.by) {
            (Kind::Speculate, DraftBy::Layers(n_layers)) => Some(ModelInfo {
                n_layers,
                ..model.clone()
            }),
            (Kind::Speculate, DraftBy::Model) => draft(),
            (Kind::Guide, _) if asked.guide.by == GuideBy::Decoding => draft(),
            (Kind::Compare, _) if asked.compare.lanes.iter().any(|l| l.of == Role::Draft) => {
                draft()
            }
            _ => None,
        }
    }

    /// Why a strategy could not begin or go on; tracked.
    pub(crate) fn work_failed(self, kind: Kind) -> Option<String> {
        self.strategies
            .failed
            .with(|all| all[kind as usize].clone())
    }

    /// Ends a strategy that cannot go on: what came of it stays.
    pub(crate) fn fail_work(self, kind: Kind, why: String) {
        let at = untrack(|| self.pace(kind)).at;
        let steps = self.session().works.borrow()[kind as usize]
            .as_deref()
            .map_or(0, Work::steps);
        let pace = Pace {
            at: at.min(steps),
            playing: false,
        };
        self.strategies.pace.update(|all| all[kind as usize] = pace);
        self.notify(Level::Warning, why.clone());
        self.strategies
            .failed
            .update(|all| all[kind as usize] = Some(why));
    }

    /// Writes `tokens` behind the step on screen, as forced ones: what a strategy found becomes the text.
    pub(crate) fn adopt(self, tokens: Vec<TokenId>) {
        if let Some(node) = self.selected.get_untracked() {
            self.select(None);
            self.run_job(Job::GoTo(node));
        }
        let forced = |id| LinkToken {
            forced: true,
            ..LinkToken::plain(id)
        };
        self.run_job(Job::Replay(Replay {
            tokens: tokens.into_iter().map(forced).collect(),
            ..Replay::default()
        }));
    }
}
