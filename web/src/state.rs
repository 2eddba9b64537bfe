//! What the page shows and what a visitor can do: signals to read, methods to call.
//!
//! Views get it once with `expect_context::<App>()`; it is `Copy`. They read signals and call
//! methods, and never write a signal themselves. State holds data and queues jobs; who takes them,
//! one after another, is above it.

mod ablation;
mod actions;
mod asked;
mod branches;
mod bring;
mod chat;
mod choices;
mod downloads;
mod driven;
mod events;
mod failure;
mod heads;
mod history;
mod inside;
mod job;
mod metric;
mod offer;
mod other_order;
mod path;
mod playing;
mod price;
mod publish;
mod read;
mod replay;
mod session;
mod since;
mod strategies;
mod types;
mod watch;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::what_if::Reevaluated;
use logitscope_core::{NodeId, Precision, Settings, StopReason, StopRules, TokenId, Vocab};
use logitscope_protocol::{BackendChoice, Loaded, Progress};

pub use ablation::AblatedRun;
pub(crate) use asked::AskedUntilNow;
pub use branches::{Branch, Parting, partings};
pub(crate) use chat::ChatText;
pub use chat::{Chat, Render, Speaker, Turn};
pub use downloads::{Coming, Downloads, Question, Way, hub_address};
pub use driven::{Drive, Place};
pub use events::{Event, Events, Listener};
pub use failure::Failure;
pub use history::{History, Setup};
pub use inside::Inside;
pub(crate) use job::Reply;
pub use job::{Done, Files, Job, LoadSpec, Outcome, Replay};
pub use metric::{MOST_BITS, MOST_NATS, Metric, Totals, Unit};
pub use offer::Offer;
pub use other_order::{OtherOrder, other_order};
pub(crate) use playing::Play;
pub use price::{MOST_PRICED, Measured};
pub use read::{entries, step_view};
pub use session::{LOGITS_BUDGET_BYTES, Session};
pub use since::Since;
pub(crate) use strategies::Begun;
pub use strategies::Strategies;
pub use types::*;
pub use watch::Seen;

use crate::choices::{
    Control, EmbedOptions, GameChoices, Kept, LessonPlace, PagePart, Station, Theme,
};
use crate::inspect::flow::Room;
use crate::remembered::Remembered;

/// The element that holds the text.
pub const TRANSCRIPT_ID: &str = "transcript-text";

/// The state of the page.
#[derive(Clone, Copy)]
pub struct App {
    /// Whether there is a model to run.
    pub phase: RwSignal<Phase>,
    /// The running model; `None` until the first one is loaded.
    pub model: RwSignal<Option<Arc<Loaded>>>,
    /// Its vocabulary.
    pub vocab: RwSignal<Option<Arc<Vocab>>>,
    /// The text that the visitor last gave, by typing or otherwise: the prompt of the run, unless it is a draft.
    pub prompt: RwSignal<String>,
    /// The prompt of the run.
    pub(crate) ran: RwSignal<String>,
    /// Whether `prompt` is not what runs: it waits to be run, or it was refused. The run on screen is the one before it.
    pub draft: Memo<bool>,
    /// The token of the text under the pointer.
    pub pointed: RwSignal<Option<NodeId>>,
    /// The prompt's tokens; they follow `prompt` after a moment.
    pub pieces: RwSignal<Vec<Piece>>,
    /// Why the text in the prompt box cannot be run. The run before it stays on screen.
    pub prompt_error: RwSignal<Option<String>>,
    /// The sampler's settings.
    pub settings: Memo<Settings>,
    /// What they were before.
    pub(crate) history: RwSignal<History>,
    /// What the settings of now make of the steps of the text, by the step's node; empty where all were taken under them.
    pub told: RwSignal<Rc<HashMap<NodeId, Reevaluated>>, LocalStorage>,
    /// Settings to compare those of now with.
    pub pinned: RwSignal<Option<Settings>>,
    /// What the pinned settings make of the steps of the text, by the step's node; empty where none are pinned.
    pub told_pinned: RwSignal<Rc<HashMap<NodeId, Reevaluated>>, LocalStorage>,
    /// Tokens that are followed over the text.
    pub watched: RwSignal<Vec<TokenId>>,
    /// The model's inside.
    pub inside: Inside,
    /// The strategies.
    pub strategies: Strategies,
    /// The conversation with a chat model.
    pub chat: Chat,
    /// What fewer bits cost; `None` while the dialog is closed, or nothing was asked yet.
    pub price: RwSignal<Option<Measured>>,
    /// The model that drafts; `None` until it is first needed.
    pub draft_model: RwSignal<Option<Arc<Loaded>>>,
    /// How often one was chosen, and the name of that; without a name it is the bundled one.
    pub(crate) draft_choice: RwSignal<(u32, Option<String>)>,
    /// The station that is open.
    pub open: RwSignal<Option<Station>>,
    /// Whether the picture of the step is on screen.
    pub flow_visible: RwSignal<bool>,
    /// How many rows that has room for.
    pub flow_room: RwSignal<Room>,
    /// What ends a run.
    pub stop_rules: Memo<StopRules>,
    /// The text so far, prompt included.
    pub transcript: RwSignal<Vec<Entry>>,
    /// The context node whose distribution is on screen; `None` follows the cursor.
    pub selected: RwSignal<Option<NodeId>>,
    /// What is on screen; `None` while its logits are being computed.
    pub step: Memo<Option<Arc<StepView>>>,
    /// What colours the text.
    pub metric: RwSignal<Metric>,
    /// What the engine is doing.
    pub activity: RwSignal<Activity>,
    /// Most tokens a second while playing; 0 is as fast as possible.
    pub speed: RwSignal<f64>,
    /// Messages, oldest first.
    pub notices: RwSignal<Vec<Notice>>,
    /// Measurements.
    pub meters: RwSignal<Meters>,
    /// Why the run stands still at the cursor, if it does.
    pub stopped: RwSignal<Option<StopReason>>,
    /// The step of a lesson that is shown.
    pub lesson: RwSignal<Option<LessonPlace>>,
    /// Whether that step still has to bring the page to its state.
    pub lesson_begins: RwSignal<bool>,
    /// The texts that were written since that step was opened.
    pub texts_since: RwSignal<Since>,
    /// Whether what the model makes of the text is hidden: something is to be guessed first.
    pub veiled: RwSignal<bool>,
    /// The text of a lesson of the visitor's own.
    pub own_lesson: RwSignal<Option<String>>,
    /// Whether a lesson is being written.
    pub writes_lesson: RwSignal<bool>,
    /// The prediction game.
    pub game: RwSignal<Option<GameChoices>>,
    /// Whether the text is hidden, too.
    pub(crate) text_masked: RwSignal<bool>,
    /// The part of the page that the lesson points at.
    pub mark: RwSignal<Option<String>>,
    /// A state that the page was asked to go to.
    pub wanted: RwSignal<Option<Wanted>>,
    /// What an embedding page switched off.
    pub embed: RwSignal<EmbedOptions>,
    /// How far a long evaluation is.
    pub progress: RwSignal<Option<Progress>>,
    /// Whether what is on screen was recorded with the bundled model, and waits for the live run.
    pub recorded: RwSignal<bool>,
    /// Whether a recorded run answers in the place of a model.
    pub replays: RwSignal<bool>,
    /// How many tokens of a step a server is asked to list; `None` for all.
    pub list_length: RwSignal<Option<u32>>,
    /// The step for which more were asked in vain.
    pub longer_lists: RwSignal<Option<NodeId>>,
    /// The JSON of an answer that was dropped or picked, until it is shown.
    pub opened_answer: RwSignal<Option<String>>,
    /// The address of a server that a link names; nothing is asked there before the visitor connects.
    pub server_named: RwSignal<Option<String>>,
    /// Models that come from the hub.
    pub downloads: Downloads,
    /// Whether another text is being begun: until it is, what is on screen is not what was asked for.
    pub beginning: RwSignal<bool>,
    /// How far a recording of the run is, while one is made.
    pub saving: RwSignal<Option<Saving>>,
    /// Which backend the visitor asked for.
    pub backend: RwSignal<BackendChoice>,
    /// Which precision the visitor asked for.
    pub precision: RwSignal<Precision>,
    /// The colours of the page.
    pub theme: RwSignal<Theme>,
    /// Whether the visitor knows what to try first.
    pub has_tried: RwSignal<bool>,
    /// Counts changes of the tree, the records and the logits: what `step` follows.
    pub(crate) revision: RwSignal<u64>,
    /// Tells of changes of the settings and the stop rules.
    pub(crate) chosen: Trigger,
    /// The run and what belongs to it.
    session: StoredValue<Rc<Session>, LocalStorage>,
}

impl App {
    /// The state of a page that has just been opened. Nothing is on its way yet.
    pub fn new(remembered: &Remembered) -> Self {
        let rules = StopRules {
            max_tokens: remembered.max_tokens,
            ..StopRules::default()
        };
        let session = Session::new(remembered.settings.clone(), rules);
        let session = StoredValue::new_local(Rc::new(session));
        let chosen = Trigger::new();
        let revision = RwSignal::new(0);
        let selected = RwSignal::new(None);
        let settings = Memo::new(move |_| {
            chosen.track();
            session.get_value().settings()
        });
        let stop_rules = Memo::new(move |_| {
            chosen.track();
            session.get_value().stop_rules()
        });
        let pinned = RwSignal::new(None::<Settings>);
        let (prompt, ran) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
        let longer_lists = RwSignal::new(None);
        let compute = move |_: Option<&Option<Arc<StepView>>>| {
            revision.track();
            settings.track();
            let (selected, pinned) = (selected.get(), pinned.get());
            let session = session.get_value();
            let run = session.run()?;
            let view = step_view(&run, selected, pinned.as_ref())?;
            // What a longer list will decide is on its way.
            let more = run.listed(view.context) < Some(session.most_listed.get());
            let coming = more && longer_lists.get() != Some(view.context);
            (view.remedy.is_none() || !coming).then(|| Arc::new(view))
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
        App {
            phase: RwSignal::new(Phase::Starting),
            model: RwSignal::new(None),
            vocab: RwSignal::new(None),
            prompt,
            ran,
            draft: Memo::new(move |_| prompt.with(|prompt| ran.with(|ran| prompt != ran))),
            pointed: RwSignal::new(None),
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
                head_awaits: RwSignal::new(false),
                near: RwSignal::new(None),
                drawn: RwSignal::default(),
                cell: RwSignal::new(None),
                interventions: RwSignal::default(),
                under: RwSignal::new(false),
                ablated_run: RwSignal::new(None),
                cache_off: RwSignal::new(false),
                repeat: RwSignal::new(None),
                budget_mib: RwSignal::new(remembered.inside_mib),
                kept_bytes: RwSignal::new(0),
                arrived: RwSignal::new(0),
                scheme: RwSignal::new(0),
                flow_failed: RwSignal::new(None),
            },
            strategies: Strategies::default(),
            chat: Chat::default(),
            price: RwSignal::new(None),
            draft_model: RwSignal::new(None),
            draft_choice: RwSignal::default(),
            open: RwSignal::new(None),
            flow_visible: RwSignal::new(false),
            flow_room: RwSignal::default(),
            metric: RwSignal::new(Metric::default()),
            stop_rules,
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
            lesson: RwSignal::new(None),
            lesson_begins: RwSignal::new(false),
            texts_since: RwSignal::default(),
            veiled: RwSignal::new(false),
            own_lesson: RwSignal::new(None),
            writes_lesson: RwSignal::new(false),
            game: RwSignal::new(None),
            text_masked: RwSignal::new(false),
            mark: RwSignal::new(None),
            wanted: RwSignal::new(None),
            embed: RwSignal::new(EmbedOptions::default()),
            progress: RwSignal::new(None),
            recorded: RwSignal::new(false),
            replays: RwSignal::new(false),
            list_length: RwSignal::new(None),
            longer_lists,
            opened_answer: RwSignal::new(None),
            server_named: RwSignal::new(None),
            downloads: Downloads::default(),
            beginning: RwSignal::new(false),
            saving: RwSignal::new(None),
            backend: RwSignal::new(remembered.backend),
            precision: RwSignal::new(remembered.precision),
            theme: RwSignal::new(remembered.theme),
            has_tried: RwSignal::new(remembered.has_tried),
            revision,
            chosen,
            session,
        }
    }

    /// Whether an embedding page asked to leave out `part`.
    pub fn hidden(self, part: PagePart) -> bool {
        self.embed.with(|e| e.hides(part))
    }

    /// Whether a lesson names `kept` for what it shows.
    pub fn keeps(self, kept: Kept) -> bool {
        self.embed.with(|e| e.show.contains(&kept))
    }

    /// Whether an embedding page made `control` read-only, or it would show what is to be guessed.
    pub fn locked(self, control: Control) -> bool {
        let shows = match control {
            Control::Step | Control::Play | Control::RollAgain | Control::Force => {
                self.veiled.get()
            }
            // The text of a game is there as a whole.
            Control::Rewind | Control::Restart => self.game.with(Option::is_some),
            _ => false,
        };
        shows || self.embed.with(|e| e.locks(control))
    }

    /// Whether a step can be taken: there is a model, a prompt that runs, and room in the context.
    pub fn can_step(self) -> bool {
        let ready = self.model.with(Option::is_some) && self.phase.with(|p| *p == Phase::Ready);
        ready && !self.is_full() && !self.draft.get() && self.transcript.with(|t| !t.is_empty())
    }

    /// Whether the context has no room for another token.
    pub fn is_full(self) -> bool {
        self.stopped.with(|s| *s == Some(StopReason::ContextFull))
    }

    /// The text of token `id`, with bytes that are no whole character as `⟨E6⟩`.
    pub fn token_text(self, id: TokenId) -> String {
        self.vocab
            .with(|v| v.as_ref().map(|v| v.show(id)).unwrap_or_default())
    }

    /// The bytes of token `id`.
    pub fn token_bytes(self, id: TokenId) -> Vec<u8> {
        self.vocab
            .with(|v| v.as_ref().map(|v| v.bytes(id).to_vec()).unwrap_or_default())
    }
}
