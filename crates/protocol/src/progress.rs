//! How far a request is, as data.

use logitscope_core::MemoryPlan;
use logitscope_words::Catalogue;
use serde::{Deserialize, Serialize};

/// How far a request is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// What is being done.
    pub doing: Doing,
    /// How much is done, in its unit.
    pub done: u64,
    /// How much there is; 0 if unknown.
    pub total: u64,
}

/// What takes its time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Doing {
    /// The engine's program is loaded.
    StartingEngine,
    /// A model is asked for.
    StartingModel {
        /// Its name.
        name: String,
    },
    /// The small files of a checkpoint are read.
    Files,
    /// The GPU is opened.
    Gpu,
    /// Kernels and the CPU are measured.
    Measuring,
    /// The weights are read, in bytes of their files.
    Weights(MemoryPlan),
    /// Shaders are compiled, in plans.
    Shaders,
    /// The hub is asked what a model is made of.
    Listing,
    /// What is already here of a file is checked.
    Checking {
        /// Its name.
        file: String,
    },
    /// Files come from the hub, in bytes of all of them.
    Downloading {
        /// The name of the one that comes.
        file: String,
    },
    /// The hub does not answer; it is asked again in a moment.
    Waiting {
        /// In how many seconds.
        seconds: u32,
    },
    /// A server writes an answer.
    Writing {
        /// The data of the events that came since the last time, JSON each.
        events: Vec<String>,
    },
}

impl Doing {
    /// The start of it, of which nothing is known yet.
    pub fn begun(self) -> Progress {
        Progress {
            doing: self,
            done: 0,
            total: 0,
        }
    }

    /// It in the catalogue's language, without a full stop.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            Doing::StartingEngine => say.doing_starting_engine(),
            Doing::StartingModel { name } => say.doing_starting_model(name),
            Doing::Files => say.doing_files(),
            Doing::Gpu => say.doing_gpu(),
            Doing::Measuring => say.doing_measuring(),
            Doing::Weights(_) => say.doing_weights(),
            Doing::Shaders => say.doing_shaders(),
            Doing::Listing => say.doing_listing(),
            Doing::Checking { file } => say.doing_checking(file),
            Doing::Downloading { file } => say.doing_downloading(file),
            Doing::Waiting { seconds } => say.doing_waiting(seconds.to_string()),
            Doing::Writing { .. } => say.doing_writing(),
        }
        .to_string()
    }
}
