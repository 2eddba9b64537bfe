//! What the page shows and what a visitor can do: signals to read, methods to call.
//!
//! Views get it once with `expect_context::<App>()`; it is `Copy`. They read signals and call
//! methods, and never write a signal themselves. Whatever needs the engine is done by
//! [`crate::driver`], one thing after another.

mod actions;
mod choices;
mod columns;
mod history;
mod inside;
mod kept;
mod knock_out;
mod metric;
mod path;
mod read;
mod share;
mod start;
mod types;
mod watch;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::what_if::Reevaluated;
use logitscope_core::{NodeId, Settings, StopReason, StopRules, TokenId, Vocab};

pub use columns::{Cell, Product};
pub use history::History;
pub use inside::{BUDGET_MIB, BUDGETS_MIB, Drawn, Inside, InsideView};
pub(crate) use kept::Kept;
pub use kept::{
    Altered, Column, Embedded, HeadRows, LayerRows, LensColumn, Projected, Shares, Vector, Vectors,
};
pub use knock_out::Rewritten;
pub(crate) use knock_out::comparable;
pub use metric::{MOST_BITS, MOST_NATS, Metric, Rated, Totals, Unit};
pub use path::LensPlace;
pub use read::{entries, step_view};
pub use types::*;
pub use watch::Seen;

use crate::driver::Driver;
use logitscope_core::Precision;
use logitscope_protocol::{BackendChoice, Loaded, Progress};

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
    /// The text in the prompt box.
    pub prompt: RwSignal<String>,
    /// The prompt's tokens; they follow `prompt` after a moment.
    pub pieces: RwSignal<Vec<Piece>>,
    /// Why the text in the prompt box cannot be run. The run before it stays on screen.
    pub prompt_error: RwSignal<Option<String>>,
    /// The sampler's settings.
    pub settings: RwSignal<Settings>,
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
    /// What ends a run.
    pub stop_rules: RwSignal<StopRules>,
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
    /// What an embedding page switched off.
    pub embed: RwSignal<EmbedOptions>,
    /// How far a long evaluation is.
    pub progress: RwSignal<Option<Progress>>,
    /// Whether what is on screen was recorded with the bundled model, and waits for the live run.
    pub recorded: RwSignal<bool>,
    /// Which backend the visitor asked for.
    pub backend: RwSignal<BackendChoice>,
    /// Which precision the visitor asked for.
    pub precision: RwSignal<Precision>,
    /// The colours of the page.
    pub theme: RwSignal<Theme>,
    /// Counts changes of the tree, the records and the logits: what `step` follows.
    pub(crate) revision: RwSignal<u64>,
    /// Who does the work.
    pub(crate) driver: StoredValue<Rc<Driver>, LocalStorage>,
}

impl App {
    /// Whether an embedding page asked to leave out `part` (a name in `link::PARTS`).
    pub fn hidden(self, part: &str) -> bool {
        self.embed.with(|e| e.hide.contains(part))
    }

    /// Whether an embedding page made `control` read-only (a name in `link::CONTROLS`).
    pub fn locked(self, control: &str) -> bool {
        self.embed.with(|e| e.lock.contains(control))
    }

    /// Whether a step can be taken: there is a model, a prompt, and room in the context.
    pub fn can_step(self) -> bool {
        let full = self.stopped.with(|s| *s == Some(StopReason::ContextFull));
        let ready = self.model.with(Option::is_some) && self.phase.with(|p| *p == Phase::Ready);
        ready && !full && self.transcript.with(|t| !t.is_empty())
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

    /// [`App::token_text`] for callers that follow no signal.
    pub(crate) fn token_text_untracked(self, id: TokenId) -> String {
        self.vocab
            .with_untracked(|v| v.as_ref().map(|v| v.show(id)).unwrap_or_default())
    }
}
