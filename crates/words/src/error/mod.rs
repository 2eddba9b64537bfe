//! Every way in which Logitscope refuses, as data: a variant and its values. They cross to the page as they are and become words
//! there, in its language; [`std::fmt::Display`] gives the English ones.

mod config;
mod device;
mod endpoint;
mod generation;
mod gguf;
mod grammar;
mod hub;
mod lesson;
mod model;
mod recording;
mod request;
mod run;
mod tokenizer;
mod trace;
mod weights;

pub use config::ConfigFault;
pub use device::{DeviceFault, ReadFault};
pub use endpoint::EndpointFault;
pub use generation::{GenerationFault, OutOfRange};
pub use gguf::GgufFault;
pub use grammar::{GrammarError, GrammarLimit};
pub use hub::HubFault;
pub use lesson::{LessonError, LessonFault};
pub use model::ModelError;
pub use recording::RecordingFault;
pub use request::Impossible;
pub use run::{CoreError, Expected};
pub use tokenizer::{RegexFault, TokenizerFault};
pub use trace::{StepFault, TraceFault};
pub use weights::WeightsFault;

/// Gives an error its English words as `Display`.
macro_rules! english {
    ($($error:ty),*) => { $(
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.words(&crate::english()))
            }
        }
        impl std::error::Error for $error {}
    )* };
}

english!(
    CoreError,
    EndpointFault,
    GrammarError,
    HubFault,
    LessonError,
    ModelError,
    RecordingFault
);
