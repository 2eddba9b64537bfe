//! What a model, or what is to become one, refuses.

use crate::{Catalogue, excerpt, megabytes};
use serde::{Deserialize, Serialize};

use super::{
    ConfigFault, CoreError, DeviceFault, Impossible, ReadFault, TokenizerFault, WeightsFault,
};

/// An error of reading a checkpoint or of running a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ModelError {
    /// `config.json` is not that of a model that can be computed.
    Config(ConfigFault),
    /// `tokenizer.json` cannot be used.
    Tokenizer(TokenizerFault),
    /// A file of tensors is damaged, or not of this model.
    Weights {
        /// Its name.
        file: String,
        /// What is wrong with it.
        fault: Box<WeightsFault>,
    },
    /// The tokenizer knows ids that the model has no embedding for.
    VocabLargerThanEmbedding {
        /// The highest id of the tokenizer.
        highest: u32,
        /// Rows of the embedding.
        d_vocab: u32,
    },
    /// The model was asked for what it cannot compute.
    Impossible(Impossible),
    /// More positions are in use than the cache can hold.
    CacheFull {
        /// Positions needed at once.
        needed: usize,
        /// Positions that there are.
        n_slots: usize,
    },
    /// A lane that was never opened, or is closed.
    NoLane(u32),
    /// The model's own lane was to be closed.
    PlainLane(u32),
    /// Reading a file or a stream failed.
    Read {
        /// Which file.
        what: String,
        /// Why.
        fault: ReadFault,
    },
    /// The device that computes is gone, in the driver's own words; `None` if it says nothing any more. It can be started again.
    DeviceLost(Option<String>),
    /// The device refuses.
    Device(DeviceFault),
    /// The CPU backend does not get the memory that the model needs.
    NoRoom {
        /// Bytes that it needs.
        needed: u64,
        /// The most exact smaller precision with which it would fit, and the bytes that it needs then.
        fits: Option<(String, u64)>,
    },
    /// A piece of the model's memory is larger than the GPU takes at once.
    NoPiece {
        /// Its bytes.
        bytes: u64,
        /// The most that the GPU takes.
        most: u64,
        /// The most exact precision with which it would fit on the CPU, and the bytes that it needs there.
        on_cpu: Option<(String, u64)>,
    },
    /// An error of the run or the sampler.
    Core(CoreError),
}

impl From<CoreError> for ModelError {
    fn from(error: CoreError) -> Self {
        ModelError::Core(error)
    }
}

impl ModelError {
    /// An error of the file of tensors that is called `file`.
    pub fn weights(file: &str, fault: WeightsFault) -> Self {
        ModelError::Weights {
            file: excerpt(file),
            fault: Box::new(fault),
        }
    }

    /// The error in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            ModelError::Config(fault) => say.config(fault.words(say)),
            ModelError::Tokenizer(fault) => say.tokenizer(fault.words(say)),
            ModelError::Weights { file, fault } => return fault.words(file, say),
            ModelError::VocabLargerThanEmbedding { highest, d_vocab } => {
                say.vocab_larger_than_embedding(highest.to_string(), d_vocab.to_string())
            }
            ModelError::Impossible(what) => say.impossible(what.words(say)),
            ModelError::CacheFull { needed, n_slots } => {
                say.cache_full(*needed as u64, *n_slots as u64)
            }
            ModelError::NoLane(lane) => say.no_lane(lane.to_string()),
            ModelError::PlainLane(lane) => say.plain_lane(lane.to_string()),
            ModelError::Read { what, fault } => say.read(what, fault.words(say)),
            ModelError::DeviceLost(Some(why)) => say.device_lost(why),
            ModelError::DeviceLost(None) => say.device_lost(say.device_silent().to_string()),
            ModelError::Device(fault) => say.device(fault.words(say)),
            ModelError::NoRoom { needed, fits: None } => say.no_room(megabytes(*needed)),
            ModelError::NoRoom {
                needed,
                fits: Some((precision, bytes)),
            } => say.no_room_now(megabytes(*needed), precision, megabytes(*bytes)),
            ModelError::NoPiece {
                bytes,
                most,
                on_cpu,
            } => {
                let (bytes, most) = (megabytes(*bytes), megabytes(*most));
                match on_cpu {
                    None => say.no_piece(bytes, most),
                    Some((precision, needed)) => {
                        say.no_piece_cpu(bytes, most, precision, megabytes(*needed))
                    }
                }
            }
            ModelError::Core(error) => return error.words(say),
        }
        .to_string()
    }
}
