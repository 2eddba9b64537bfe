//! One GPU, shared by the models that run on it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use logitscope_core::Precision;
use logitscope_model::ModelError;

use crate::context::{Context, GpuOptions};
use crate::family::Families;
use crate::kernels::Pipelines;
use crate::tuning::Tuning;

/// A GPU with all that does not belong to one model: the adapter's device and queue, compiled pipelines, and what was measured.
/// Cheap to clone. Once it is lost, so are all models on it.
#[derive(Clone)]
pub struct Device {
    pub(crate) context: Rc<Context>,
    pub(crate) pipelines: Rc<RefCell<Pipelines>>,
    tunings: Rc<RefCell<HashMap<Precision, Tuning>>>,
    allocated: Rc<Cell<u64>>,
    /// What the caller decided; see [`GpuOptions::families`].
    pub(crate) families: Option<Families>,
    /// Largest piece of a weight matrix, in bytes; see [`GpuOptions::max_part_bytes`].
    pub(crate) max_part_bytes: u64,
}

impl Device {
    /// Opens the adapter that the system prefers; `None` where there is no adapter.
    pub async fn open(options: &GpuOptions) -> Result<Option<Self>, ModelError> {
        let context = Context::new(options).await?;
        Ok(context.map(|context| {
            let most = context.max_binding_bytes();
            let device = Device {
                context: Rc::new(context),
                pipelines: Rc::default(),
                tunings: Rc::default(),
                allocated: Rc::default(),
                families: None,
                max_part_bytes: most,
            };
            device.with(options.families, options.max_part_bytes)
        }))
    }

    /// The same GPU, with its pipelines and what was measured, for models whose kernel families and largest pieces are decided
    /// otherwise; see [`GpuOptions`].
    pub fn with(&self, families: Option<Families>, max_part_bytes: Option<u64>) -> Self {
        let most = self.context.max_binding_bytes();
        Device {
            families,
            max_part_bytes: max_part_bytes.map_or(most, |asked| asked.min(most)),
            ..self.clone()
        }
    }

    /// The adapter and what is known about it.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Bytes of all buffers of the models on it: what was asked for and not given back.
    pub fn allocated_bytes(&self) -> u64 {
        self.allocated.get()
    }

    /// Waits until the device has done what it was given, and forgets what went wrong with it: after a failed load, so that no
    /// other model hears of its errors.
    pub async fn settle(&self) {
        // An error may arrive only with the next submission.
        self.context.queue.submit([]);
        // What is to be forgotten is no matter; a lost device says so to whoever asks next.
        let _ = self.context.done().await;
        let _ = self.context.check();
    }

    /// What was measured here for weights of this precision.
    pub(crate) fn tuning(&self, precision: Precision) -> Option<Tuning> {
        self.tunings.borrow().get(&precision).copied()
    }

    pub(crate) fn remember(&self, precision: Precision, tuning: Tuning) {
        self.tunings.borrow_mut().insert(precision, tuning);
    }
}

/// The buffers of one model. When it is dropped they are given back at once: in a browser memory that is only dropped stays
/// until the garbage is collected.
pub(crate) struct Account {
    /// Of the device.
    total: Rc<Cell<u64>>,
    buffers: Vec<wgpu::Buffer>,
    bytes: u64,
}

impl Account {
    pub fn new(device: &Device) -> Self {
        Account {
            total: Rc::clone(&device.allocated),
            buffers: Vec::new(),
            bytes: 0,
        }
    }

    /// Bytes of the buffers.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// From now on `buffer` is one of them.
    pub fn add(&mut self, buffer: &wgpu::Buffer) {
        self.buffers.push(buffer.clone());
        self.bytes += buffer.size();
        self.total.set(self.total.get() + buffer.size());
    }

    /// Gives one of them back.
    pub fn give_back(&mut self, buffer: &wgpu::Buffer) {
        if let Some(at) = self.buffers.iter().position(|own| own == buffer) {
            self.buffers.swap_remove(at).destroy();
            self.bytes -= buffer.size();
            self.total.set(self.total.get() - buffer.size());
        }
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.buffers.iter().for_each(wgpu::Buffer::destroy);
        self.total.set(self.total.get() - self.bytes);
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use logitscope_model::Backend;

    use super::*;
    use crate::Gpu;
    use crate::tune::rows_of_nothing;

    #[test]
    fn a_lost_device_takes_every_model_on_it_along() {
        let opened = pollster::block_on(Device::open(&GpuOptions::default()));
        let Some(device) = opened.expect("the adapter opens a device") else {
            println!("SKIPPED: no GPU adapter: sudo apt-get install mesa-vulkan-drivers");
            return;
        };
        let mut models = [(); 2].map(|()| Gpu::on(&device).expect("small buffers"));
        for gpu in &mut models {
            gpu.begin(&rows_of_nothing(1)).expect("the device is there");
        }
        assert!(!device.context().is_lost());
        device.context.device.destroy();
        pollster::block_on(device.settle());
        assert!(device.context().is_lost());
        for gpu in &mut models {
            let lost = gpu.begin(&rows_of_nothing(1));
            assert!(matches!(lost, Err(ModelError::DeviceLost(_))), "{lost:?}");
        }
        assert!(device.allocated_bytes() > 0);
        drop(models);
        assert_eq!(device.allocated_bytes(), 0);
    }
}
