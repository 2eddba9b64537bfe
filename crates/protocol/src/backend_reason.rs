//! Why a model runs on the backend that it runs on, as data.

use logitscope_words::{Catalogue, megabytes};
use serde::{Deserialize, Serialize};

use crate::NoGpu;

/// Why this backend, if the visitor left the choice to us.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum BackendReason {
    /// There is no GPU.
    NoGpu(NoGpu),
    /// Both were measured.
    Measured(Estimate),
    /// A piece of the model's memory, which cannot be divided, is larger than the GPU takes at once.
    Piece {
        /// Its bytes.
        bytes: u64,
        /// Bytes of the largest that the GPU takes.
        most: u64,
    },
}

/// What a step should take, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// On the GPU.
    pub gpu_ms: f64,
    /// On the CPU.
    pub cpu_ms: f64,
    /// Whether the "GPU" is a program on the processor.
    pub software: bool,
    /// Whether the CPU is the better choice.
    pub cpu: bool,
}

impl BackendReason {
    /// The reason in the catalogue's language, as sentences.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            BackendReason::NoGpu(why) => say.cpu_instead(why.words(say)).to_string(),
            BackendReason::Measured(estimate) => estimate.words(say),
            BackendReason::Piece { bytes, most } => {
                let why = say.gpu_piece(megabytes(*bytes), megabytes(*most));
                say.cpu_instead(why.to_string()).to_string()
            }
        }
    }
}

impl Estimate {
    /// Why this backend, as a sentence.
    pub fn words(&self, say: &Catalogue) -> String {
        let (gpu, cpu) = (round(self.gpu_ms), round(self.cpu_ms));
        match (self.software, self.cpu) {
            (false, false) => say.measured(gpu, cpu),
            (true, false) => say.measured_software(gpu, cpu),
            (false, true) => say.measured_cpu(gpu, cpu),
            (true, true) => say.measured_software_cpu(gpu, cpu),
        }
        .to_string()
    }
}

fn round(ms: f64) -> String {
    match ms < 10.0 {
        true => format!("{ms:.1}"),
        false => format!("{ms:.0}"),
    }
}
