//! The adapter, the device and what is known about them.

use std::sync::{Arc, Mutex};

use futures_channel::oneshot;
use logitscope_core::error::DeviceFault;
use logitscope_model::ModelError;

use crate::family::Families;
use crate::kernels::Kernel;

/// What the caller may decide instead of the adapter.
#[derive(Debug, Clone, Default)]
pub struct GpuOptions {
    /// Kernel families; `None` takes those without barriers, until [`crate::Gpu::tune`] has measured.
    pub families: Option<Families>,
    /// Largest piece of a weight matrix, in bytes; `None` is the adapter's binding limit. Larger
    /// matrices are split by rows.
    pub max_part_bytes: Option<u64>,
    /// The adapter's name, where the caller knows a better one than wgpu (browsers hide it).
    pub adapter_name: Option<String>,
}

/// A wgpu device, its queue, and what went wrong on it.
pub struct Context {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    name: String,
    /// Lanes of a subgroup, where the adapter has subgroups and they are all of one size.
    subgroup_size: Option<u32>,
    /// Whether the adapter's clock can be read.
    has_clock: bool,
    /// Whether the browser has to be asked again and again for what is done.
    #[cfg(target_arch = "wasm32")]
    is_nudged: bool,
    max_binding_bytes: u64,
    /// The first error that no call reported.
    error: Arc<Mutex<Option<String>>>,
    /// Why the device is gone, once it is.
    lost: Arc<Mutex<Option<String>>>,
}

impl Context {
    /// Asks for an adapter and a device. `None` where there is no adapter at all.
    pub async fn new(options: &GpuOptions) -> Result<Option<Self>, ModelError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let request = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let Ok(adapter) = instance.request_adapter(&request).await else {
            return Ok(None);
        };
        let info = adapter.get_info();
        let limits = adapter.limits();
        let subgroups = adapter.features() & wgpu::Features::SUBGROUP;
        let clock = adapter.features() & wgpu::Features::TIMESTAMP_QUERY;
        let one_size = info.subgroup_min_size == info.subgroup_max_size;
        let subgroup_size = (!subgroups.is_empty() && one_size).then_some(info.subgroup_min_size);
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("logitscope"),
            required_features: subgroups | clock,
            required_limits: limits.clone(),
            ..Default::default()
        };
        let (device, queue) = adapter
            .request_device(&descriptor)
            .await
            .map_err(|e| ModelError::Device(DeviceFault::NotOpened { why: e.to_string() }))?;

        let error = Arc::new(Mutex::new(None));
        let sink = Arc::clone(&error);
        device.on_uncaptured_error(Arc::new(move |e: wgpu::Error| note(&sink, e.to_string())));
        let lost = Arc::new(Mutex::new(None));
        let sink = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            note(&sink, format!("{reason:?}: {message}"));
        });

        let name = options
            .adapter_name
            .clone()
            .filter(|n| !n.is_empty())
            .unwrap_or(info.name);
        let most = limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size);
        Ok(Some(Context {
            device,
            queue,
            name: if name.is_empty() {
                "unnamed adapter".into()
            } else {
                name
            },
            subgroup_size,
            has_clock: !clock.is_empty(),
            #[cfg(target_arch = "wasm32")]
            is_nudged: crate::nudge::looks_rarely(),
            max_binding_bytes: most,
            error,
            lost,
        }))
    }

    /// The adapter's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Lanes of a subgroup, where the adapter has subgroups and they are all of one size.
    pub fn subgroup_size(&self) -> Option<u32> {
        self.subgroup_size
    }

    /// Whether the adapter's clock can be read.
    pub fn has_clock(&self) -> bool {
        self.has_clock
    }

    /// Largest binding, in bytes.
    pub fn max_binding_bytes(&self) -> u64 {
        self.max_binding_bytes
    }

    /// Fails if the device is gone, or has reported an error since the last call.
    pub fn check(&self) -> Result<(), ModelError> {
        if let Some(why) = self.lost.lock().ok().and_then(|lost| lost.clone()) {
            return Err(ModelError::DeviceLost(Some(why)));
        }
        match self.error.lock().ok().and_then(|mut error| error.take()) {
            Some(error) => Err(ModelError::Device(DeviceFault::Said(error))),
            None => Ok(()),
        }
    }

    /// Whether the device is gone.
    pub fn is_lost(&self) -> bool {
        self.lost.lock().is_ok_and(|lost| lost.is_some())
    }

    /// Compiles `kernel` by itself; what the compiler has to say, with line and column.
    pub async fn compile(&self, kernel: Kernel) -> Vec<String> {
        let module = self
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(kernel.label()),
                source: wgpu::ShaderSource::Wgsl(kernel.source().into()),
            });
        let messages = module.get_compilation_info().await.messages;
        let place = |m: &wgpu::CompilationMessage| match m.location {
            Some(at) => format!("{}:{} {}", at.line_number, at.line_position, m.message),
            None => m.message.clone(),
        };
        messages.iter().map(place).collect()
    }

    /// A future that ends when everything submitted so far is done.
    pub(crate) fn done(&self) -> impl Future<Output = Result<(), ModelError>> + use<> {
        let (sender, receiver) = oneshot::channel();
        self.queue.on_submitted_work_done(move || {
            // The receiver is gone only if the whole request was dropped.
            let _ = sender.send(());
        });
        let answer = self.answer(receiver);
        async move { answer.await.ok_or(ModelError::DeviceLost(None)) }
    }

    /// A future of what the device sends to `receiver` once what was submitted is done; `None` if it is gone.
    pub(crate) fn answer<T>(
        &self,
        receiver: oneshot::Receiver<T>,
    ) -> impl Future<Output = Option<T>> + use<T> {
        #[cfg(not(target_arch = "wasm32"))]
        let device = self.device.clone();
        #[cfg(target_arch = "wasm32")]
        let nudged = self.is_nudged.then(|| self.queue.clone());
        async move {
            #[cfg(not(target_arch = "wasm32"))]
            device.poll(wgpu::PollType::wait_indefinitely()).ok()?;
            #[cfg(target_arch = "wasm32")]
            if let Some(queue) = nudged {
                return crate::nudge::nudged(&queue, receiver).await.ok();
            }
            receiver.await.ok()
        }
    }

    /// Why a map failed: the device is gone, or what it reported.
    pub(crate) fn map_failed(&self) -> ModelError {
        self.check().err().unwrap_or(ModelError::DeviceLost(None))
    }
}

/// Keeps the first message.
fn note(sink: &Mutex<Option<String>>, message: String) {
    if let Ok(mut slot) = sink.lock() {
        slot.get_or_insert(message);
    }
}

/// Whether an adapter of this name computes on the processor.
pub fn is_software(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [
        "swiftshader",
        "llvmpipe",
        "lavapipe",
        "softpipe",
        "microsoft basic render",
    ]
    .iter()
    .any(|software| name.contains(software))
}
