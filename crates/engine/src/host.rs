//! Keeps models and their lanes, and does what the page asks. On an error everything that was loaded before stays usable.

use std::collections::BTreeMap;

use logitscope_core::Interventions;
use logitscope_core::error::HubFault;
use logitscope_gpu::Device;
use logitscope_model::{Lanes, ModelError, Tokenizer};
use logitscope_protocol::{
    Answer, Command, EngineError, LaneId, LaneMemory, Load, Memory, ModelId, ModelMemory, Plan,
    PlanFor, Task,
};
use logitscope_worker::Report;

use crate::load::{Ready, load};
use crate::plan::{CpuSpeeds, Gpu, Here, needs, plan};
use crate::platform::Platform;
use crate::run::run;

/// The loaded models.
pub struct Host<P> {
    platform: P,
    /// What the models on the GPU share, once there was one.
    device: Option<Device>,
    models: BTreeMap<ModelId, Model>,
    /// The highest id so far: none is given twice.
    last: u32,
    /// What was measured of the CPU for plans.
    cpu: CpuSpeeds,
}

/// One of them.
struct Model {
    lanes: Lanes,
    tokenizer: Tokenizer,
    inside: Inside,
}

/// What is ready for looking inside a model.
#[derive(Default, PartialEq)]
enum Inside {
    /// Nothing: the first logits come first.
    #[default]
    Untouched,
    /// Nothing yet, and it is time.
    Cold,
    /// Everything.
    Ready,
}

impl<P: Platform> Host<P> {
    /// A host without a model.
    pub fn new(platform: P) -> Self {
        Host {
            platform,
            device: None,
            models: BTreeMap::new(),
            last: 0,
            cpu: CpuSpeeds::default(),
        }
    }

    /// Does `task`.
    pub async fn answer(&mut self, task: Task, report: Report<'_>) -> Result<Answer, EngineError> {
        match task {
            Task::Load(how) => self.load(*how, report).await,
            Task::Unload { model } => {
                self.model(model)?;
                self.models.remove(&model);
                Ok(Answer::Done)
            }
            Task::OpenLane {
                model,
                interventions,
            } => self.open_lane(model, interventions),
            Task::CloseLane { lane } => {
                let lanes = &mut self.model(lane.model)?.lanes;
                let closed = lanes.close(lane.number);
                closed.map_err(|error| lane_error(lane, error))?;
                Ok(Answer::Done)
            }
            // What servers write is not the engine's.
            Task::Prepare { .. } | Task::Write(_) => Err(EngineError::NothingLoaded),
            Task::Hub(_) => Err(HubFault::Elsewhere.into()),
            Task::Plan(asked) => {
                let unfit = |error: serde_json::Error| EngineError::NotSent {
                    why: error.to_string(),
                };
                let asked = serde_json::from_str(&asked).map_err(unfit)?;
                let plan = self.plan(&asked).await?;
                serde_json::to_string(&plan)
                    .map(Answer::Plan)
                    .map_err(unfit)
            }
            Task::Memory => Ok(Answer::Memory(self.memory())),
            Task::Run { lane, command } => self.run(lane, command).await,
        }
    }

    /// Uses a moment in which nothing is asked: once a model's first logits are out, it is made ready for looking inside.
    pub async fn idle(&mut self) {
        for model in self.models.values_mut() {
            if model.inside == Inside::Cold {
                model.inside = Inside::Ready;
                // If it fails, the first look says so.
                let _ = model.lanes.prepare_inside().await;
            }
        }
    }

    async fn load(&mut self, how: Load, report: Report<'_>) -> Result<Answer, EngineError> {
        let replaces = how.replaces;
        if let Some(old) = replaces {
            self.model(old)?;
        }
        let id = ModelId(self.last + 1);
        let loading = load(&self.platform, &mut self.device, id, how, report);
        let Ready {
            lanes,
            tokenizer,
            loaded,
        } = loading.await?;
        self.last = id.0;
        if let Some(old) = replaces {
            self.models.remove(&old);
        }
        let model = Model {
            lanes,
            tokenizer,
            inside: Inside::default(),
        };
        self.models.insert(id, model);
        Ok(Answer::Loaded(Box::new(loaded)))
    }

    fn open_lane(
        &mut self,
        model: ModelId,
        interventions: Interventions,
    ) -> Result<Answer, EngineError> {
        let opened = self.model(model)?.lanes.open(interventions);
        let number = opened?;
        Ok(Answer::Opened(LaneId { model, number }))
    }

    async fn run(&mut self, lane: LaneId, command: Command) -> Result<Answer, EngineError> {
        let model = self.model(lane.model)?;
        let evaluates = matches!(command, Command::Evaluate { .. });
        let own = model.lanes.lane(lane.number);
        let mut own = own.map_err(|error| lane_error(lane, error))?;
        let answer = run(&mut own, &model.tokenizer, command).await;
        if evaluates && answer.is_ok() && model.inside == Inside::Untouched {
            model.inside = Inside::Cold;
        }
        Ok(answer?)
    }

    /// What a model would take beside those that are loaded.
    async fn plan(&mut self, asked: &PlanFor) -> Result<Plan, ModelError> {
        let needs = needs(&self.platform, &asked.sizes).await?;
        let memory = self.memory();
        let on_cpu = memory.models.iter().filter(|m| m.backend.kind == "cpu");
        let held = on_cpu.map(|m| m.weight_bytes + m.kv_bytes + m.workspace_bytes);
        let gpu = self.device.as_ref().map(|device| Gpu {
            name: device.context().name(),
            most: device.context().max_binding_bytes(),
        });
        let here = Here {
            gpu,
            is_known: !self.models.is_empty(),
            held_on_cpu: held.sum(),
            cpu: &mut self.cpu,
        };
        Ok(plan(asked, needs.as_ref(), here))
    }

    fn memory(&self) -> Memory {
        let one = |(&id, model): (&ModelId, &Model)| {
            let lanes = &model.lanes;
            let lane = |(number, interventions, slots): (u32, &Interventions, u32)| LaneMemory {
                lane: LaneId { model: id, number },
                interventions: interventions.clone(),
                slots,
            };
            ModelMemory {
                model: id,
                name: lanes.name().to_owned(),
                backend: lanes.backend_info(),
                weight_bytes: lanes.weight_bytes(),
                kv_bytes: lanes.kv_bytes(),
                workspace_bytes: lanes.workspace_bytes(),
                n_slots: lanes.n_slots(),
                lanes: lanes.all().map(lane).collect(),
            }
        };
        Memory {
            models: self.models.iter().map(one).collect(),
            gpu_bytes: self.device.as_ref().map_or(0, Device::allocated_bytes),
        }
    }

    fn model(&mut self, id: ModelId) -> Result<&mut Model, EngineError> {
        self.models.get_mut(&id).ok_or(EngineError::NoModel(id))
    }
}

impl<P: Platform + 'static> logitscope_worker::Host for Host<P> {
    async fn answer(&mut self, task: Task, report: Report<'_>) -> Result<Answer, EngineError> {
        Host::answer(self, task, report).await
    }

    async fn idle(&mut self) {
        Host::idle(self).await;
    }
}

/// An error about the lane itself, in the page's name for it.
fn lane_error(lane: LaneId, error: ModelError) -> EngineError {
    match error {
        ModelError::NoLane(_) => EngineError::NoLane(lane),
        other => other.into(),
    }
}
