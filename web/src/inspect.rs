//! The views of the model's inside, one file each: its records, what it lacks, what it asks the engine for, and how the
//! answer is kept. Plain data: no signals, no browser.
//!
//! A view is added by a file here, its line in [`missing`], and a component that draws its records.

pub mod ablation;
pub mod attention;
pub mod attribution;
pub mod decode_time;
pub mod embeddings;
pub mod flow;
mod focus;
pub mod head_out;
pub mod kv_cache;
pub mod lens;
pub mod neurons;
pub mod repeats;
mod store;
mod taps;
pub mod vectors;

use logitscope_core::{CoreError, Interventions};
use logitscope_protocol::{Answer, Command};

pub use focus::{Cell, Focus};
pub use store::{Record, Store};

use crate::choices::InsideView;
use crate::later::bundled;

/// A question to the engine, and what is done with its answer.
pub struct Request {
    /// The question.
    pub command: Command,
    /// What is switched off or scaled in the model that is asked.
    pub lane: Interventions,
    /// Whether the model that is asked is asked only this once.
    pub once: bool,
    /// Puts the answer into the store, within a budget in bytes.
    pub keep: Keep,
}

/// See [`Request::keep`].
pub type Keep = Box<dyn FnOnce(&mut Store, Answer, usize) -> Result<(), Unusable>>;

/// Why an answer cannot be kept.
#[derive(Debug, Clone, PartialEq)]
pub enum Unusable {
    /// It answers something else than was asked.
    OtherAnswer,
    /// Its numbers are not what they should be.
    Numbers(CoreError),
}

impl From<CoreError> for Unusable {
    fn from(error: CoreError) -> Self {
        Unusable::Numbers(error)
    }
}

impl Request {
    /// A question to the model that the views show.
    fn new(
        focus: &Focus,
        command: Command,
        keep: impl FnOnce(&mut Store, Answer, usize) -> Result<(), Unusable> + 'static,
    ) -> Self {
        Request {
            command,
            lane: focus.lane.clone(),
            once: false,
            keep: Box::new(keep),
        }
    }

    /// The same question to the model with other parts switched off or scaled.
    fn of(self, lane: Interventions) -> Self {
        Request { lane, ..self }
    }

    /// The same question to such a model that nobody else asks: what it keeps goes.
    fn once_of(self, lane: Interventions) -> Self {
        Request {
            lane,
            once: true,
            ..self
        }
    }
}

/// What an open view, or an answer that is open, still lacks, the visible first; `None` if they have all.
pub type OfView = fn(Option<InsideView>, &Focus, &Store) -> Option<Request>;

bundled!(stations,
    /// What asks for an open view, and for an open answer.
    pub of_view, of_view_part: OfView = missing);

/// What the model with parts off makes of the step, with which the flow compares it; not of a step that is gone at once.
pub fn changed(focus: &Focus, store: &Store) -> Option<Request> {
    match focus.flow.is_some() && !focus.playing {
        true => ablation::missing(focus, store),
        false => None,
    }
}

fn missing(view: Option<InsideView>, focus: &Focus, store: &Store) -> Option<Request> {
    let of_view = || match view? {
        InsideView::Attention => {
            attention::missing(focus, store).or_else(|| head_out::missing(focus, store))
        }
        InsideView::Lens => lens::missing(focus, store),
        InsideView::Shares => attribution::missing(focus, store),
        InsideView::Neurons => neurons::missing(focus, store),
        InsideView::Embeddings => embeddings::missing(focus, store),
        InsideView::Vectors => vectors::missing(focus, store),
        InsideView::Ablation => ablation::missing(focus, store),
        InsideView::Cache => kv_cache::missing(focus, store),
        InsideView::DecodeTime => decode_time::missing(focus, store),
    };
    of_view().or_else(|| repeats::missing(focus, store))
}
