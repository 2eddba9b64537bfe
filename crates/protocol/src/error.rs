//! Why a request failed, as data.

use logitscope_core::error::{DeviceFault, EndpointFault, HubFault, ModelError};
use logitscope_words::Catalogue;
use serde::{Deserialize, Serialize};

use crate::{LaneId, ModelId};

/// What kind of failure, for the page to act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The files, the prompt or the request are not usable. What was loaded before still is.
    Input,
    /// The GPU device is gone: start the engine again and go on.
    DeviceLost,
    /// There is no WebGPU adapter, and one was asked for.
    NoGpu,
    /// The engine itself failed: start it again.
    Crashed,
}

/// Why a request failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum EngineError {
    /// The model, or what was to become one, refuses.
    Model(ModelError),
    /// There is no WebGPU adapter, and one was asked for.
    NoGpu(NoGpu),
    /// No such model is loaded.
    NoModel(ModelId),
    /// No such lane is open.
    NoLane(LaneId),
    /// The request is of another version of the messages.
    Version {
        /// The page's; `None` if it does not say.
        page: Option<u32>,
        /// The engine's.
        engine: u32,
    },
    /// The request cannot be read.
    Request {
        /// What the reader says of it.
        why: String,
    },
    /// The engine stopped.
    Crashed(Crash),
    /// The engine failed several times in a row.
    AgainAndAgain(Box<EngineError>),
    /// The request cannot be sent.
    NotSent {
        /// What the writer says of it.
        why: String,
    },
    /// A request before there is a model.
    NothingLoaded,
    /// Something else came than was asked for.
    WrongAnswer(Asked),
    /// A recording does not have this.
    NotRecorded,
    /// A server does not give this.
    Endpoint(EndpointFault),
    /// A model does not come from the hub, or is not stored.
    Hub(HubFault),
}

/// Why there is no GPU.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum NoGpu {
    /// The page was not loaded over https or from localhost.
    NotSecure,
    /// The browser has no WebGPU.
    Unsupported,
    /// The browser has WebGPU, but found no GPU for it.
    NoAdapter,
    /// There is one, and it refuses.
    Refused(Refusal),
}

/// Why a GPU that there is cannot be used: what a [`ModelError`] can be then, and written as it is. (This comes with every loaded model; with a
/// [`ModelError`] in it, the page would have to be able to read all errors before there is one.)
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Refusal {
    /// It is gone, in the driver's own words; `None` if it says nothing any more.
    DeviceLost(Option<String>),
    /// It does not do what it was asked for.
    Device(DeviceFault),
}

/// Why the engine stopped.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub enum Crash {
    /// It was stopped.
    #[default]
    Stopped,
    /// The visitor gave up loading.
    GivenUp,
    /// It failed, and is started again.
    Restarted,
    /// The page does not say where its program is.
    NoPlace,
    /// Its program could not be loaded.
    NotLoaded,
    /// Its answer cannot be read.
    Unreadable {
        /// What the reader says of it.
        why: String,
    },
    /// It speaks another version of the messages.
    OtherVersion,
    /// In the browser's own words.
    Said(String),
}

/// What a wrong answer came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asked {
    /// Loading a model.
    Load,
    /// Opening a lane.
    OpenLane,
}

impl EngineError {
    /// What kind of failure it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            EngineError::Model(ModelError::DeviceLost(_)) => ErrorKind::DeviceLost,
            EngineError::NoGpu(_) => ErrorKind::NoGpu,
            EngineError::Crashed(_) => ErrorKind::Crashed,
            EngineError::AgainAndAgain(error) => error.kind(),
            _ => ErrorKind::Input,
        }
    }

    /// The error in the catalogue's language.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            EngineError::Model(error) => return error.words(say),
            EngineError::NoGpu(why) => return why.words(say),
            EngineError::NoModel(model) => say.engine_no_model(model.0.to_string()),
            EngineError::NoLane(lane) => {
                say.engine_no_lane(lane.number.to_string(), lane.model.0.to_string())
            }
            EngineError::Version {
                page: Some(page),
                engine,
            } => say.engine_page_version(page.to_string(), engine.to_string()),
            EngineError::Version { page: None, engine } => {
                say.engine_page_version_unknown(engine.to_string())
            }
            EngineError::Request { why } => say.engine_request(why),
            EngineError::Crashed(crash) => say.engine_stopped(crash.words(say)),
            EngineError::AgainAndAgain(error) => say.engine_again_and_again(error.words(say)),
            EngineError::NotSent { why } => say.engine_not_sent(why),
            EngineError::NothingLoaded => say.engine_nothing_loaded(),
            EngineError::WrongAnswer(Asked::Load) => say.engine_wrong_answer_load(),
            EngineError::WrongAnswer(Asked::OpenLane) => say.engine_wrong_answer_lane(),
            EngineError::NotRecorded => say.not_recorded(),
            EngineError::Endpoint(fault) => return fault.words(say),
            EngineError::Hub(fault) => return fault.words(say),
        }
        .to_string()
    }
}

impl NoGpu {
    /// What happened, as a full sentence.
    pub fn words(&self, say: &Catalogue) -> String {
        match self {
            NoGpu::NotSecure => say.no_gpu_not_secure(),
            NoGpu::Unsupported => say.no_gpu_unsupported(),
            NoGpu::NoAdapter => say.no_gpu_no_adapter(),
            NoGpu::Refused(why) => return why.words(say),
        }
        .to_string()
    }
}

impl Refusal {
    fn words(&self, say: &Catalogue) -> String {
        match self {
            Refusal::DeviceLost(Some(why)) => say.device_lost(why),
            Refusal::DeviceLost(None) => say.device_lost(say.device_silent().to_string()),
            Refusal::Device(fault) => say.device(fault.words(say)),
        }
        .to_string()
    }
}

impl Crash {
    fn words(&self, say: &Catalogue) -> String {
        match self {
            Crash::Stopped => say.engine_was_stopped(),
            Crash::GivenUp => say.engine_given_up(),
            Crash::Restarted => say.engine_restarted(),
            Crash::NoPlace => say.engine_no_place(),
            Crash::NotLoaded => say.engine_not_loaded(),
            Crash::Unreadable { why } => say.engine_unreadable(why),
            Crash::OtherVersion => say.engine_other_version(),
            Crash::Said(why) => return why.clone(),
        }
        .to_string()
    }
}

impl From<ModelError> for NoGpu {
    /// Why a device that there is cannot be used.
    fn from(error: ModelError) -> Self {
        NoGpu::Refused(match error {
            ModelError::DeviceLost(why) => Refusal::DeviceLost(why),
            ModelError::Device(fault) => Refusal::Device(fault),
            // Its words would bring those of all errors with them.
            _ => Refusal::Device(DeviceFault::Mistake {
                what: "Opening the GPU failed for a reason that only a model can have".into(),
            }),
        })
    }
}

impl From<EndpointFault> for EngineError {
    fn from(fault: EndpointFault) -> Self {
        EngineError::Endpoint(fault)
    }
}

impl From<HubFault> for EngineError {
    fn from(fault: HubFault) -> Self {
        EngineError::Hub(fault)
    }
}

impl From<ModelError> for EngineError {
    fn from(error: ModelError) -> Self {
        EngineError::Model(error)
    }
}

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words(&logitscope_words::english()))
    }
}

impl std::error::Error for EngineError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(it: &impl Serialize) -> String {
        serde_json::to_string(it).expect("plain data")
    }

    #[test]
    fn a_refusal_is_written_and_said_as_the_error_of_a_model_is() {
        let say = logitscope_words::english();
        let refused = DeviceFault::NotOpened {
            why: "no memory".into(),
        };
        for error in [
            ModelError::DeviceLost(None),
            ModelError::DeviceLost(Some("unplugged".into())),
            ModelError::Device(refused),
        ] {
            let NoGpu::Refused(refusal) = NoGpu::from(error.clone()) else {
                panic!("{error:?}");
            };
            assert_eq!(json(&refusal), json(&error));
            assert_eq!(refusal.words(&say), error.words(&say));
        }
    }
}
