//! One model's plans and memory on a device.

use std::collections::HashMap;
use std::rc::Rc;

use logitscope_model::ModelError;
use logitscope_model::backend::PlanKey;

use crate::context::{Context, GpuOptions};
use crate::device::{Account, Device};
use crate::family::{Families, Family};
use crate::memory::{GpuTensor, storage};
use crate::plan::{Command, Counts};
use crate::readback::Staging;
use crate::tuning::Tuning;

/// Most rows of one batch.
pub(crate) const MOST_ROWS: usize = 1024;
/// Most slots in all paths of one batch.
pub(crate) const MOST_PATH_SLOTS: usize = 1 << 18;

/// The wgpu backend: the plans and the memory of one model on a device.
pub struct Gpu {
    pub(crate) device: Device,
    pub(crate) families: Families,
    /// What was measured, if it was.
    pub(crate) tuning: Option<Tuning>,
    /// All buffers below and those of the model.
    pub(crate) account: Account,
    pub(crate) staging: Staging,
    /// `Step`, 16 bytes, uniform.
    pub(crate) step: wgpu::Buffer,
    /// `[MOST_ROWS]` of `Row`.
    pub(crate) rows: wgpu::Buffer,
    /// `[MOST_PATH_SLOTS]`.
    pub(crate) paths: wgpu::Buffer,
    /// `[MOST_ROWS]`.
    pub(crate) logits_for: wgpu::Buffer,
    /// Bound where a shader has a tensor that this dispatch does not use.
    pub(crate) nothing: GpuTensor,
    pub(crate) counts: Counts,
    pub(crate) current: Vec<Command>,
    /// The block that is being recorded.
    pub(crate) layer: Option<u32>,
    pub(crate) replaying: Option<Rc<[Command]>>,
    pub(crate) plans: HashMap<PlanKey, Rc<[Command]>>,
    pub(crate) weight_bytes: u64,
}

impl Gpu {
    /// A backend on a device of its own, on the adapter that the system prefers; `None` where there is no adapter.
    pub async fn new(options: &GpuOptions) -> Result<Option<Self>, ModelError> {
        let device = Device::open(options).await?;
        device.map(|device| Gpu::on(&device)).transpose()
    }

    /// A backend for one more model on `device`.
    pub fn on(device: &Device) -> Result<Self, ModelError> {
        let context = &device.context;
        let step = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("step"),
            size: 16,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let input = |name: &str, words: usize| {
            context.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(name),
                size: 4 * words as u64,
                usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let rows = input("rows", 5 * MOST_ROWS);
        let paths = input("paths", MOST_PATH_SLOTS);
        let logits_for = input("logits_for", MOST_ROWS);
        let nothing = GpuTensor {
            buffer: storage(context, "nothing", 16)?,
            stride: 4,
        };
        let mut account = Account::new(device);
        for buffer in [&step, &rows, &paths, &logits_for, &nothing.buffer] {
            account.add(buffer);
        }
        Ok(Gpu {
            device: device.clone(),
            families: device.families.unwrap_or(Families::all(Family::Columns)),
            tuning: None,
            account,
            staging: Staging::default(),
            step,
            rows,
            paths,
            logits_for,
            nothing,
            counts: Counts::default(),
            current: Vec::new(),
            layer: None,
            replaying: None,
            plans: HashMap::new(),
            weight_bytes: 0,
        })
    }

    /// The device that it shares with other models.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The adapter and what is known about it.
    pub fn context(&self) -> &Context {
        self.device.context()
    }

    /// The kernel families in use.
    pub fn families(&self) -> Families {
        self.families
    }

    pub(crate) fn set_families(&mut self, families: Families) {
        self.families = families;
    }

    /// What was recorded since [`Backend::begin`].
    pub(crate) fn take(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.current)
    }
}
