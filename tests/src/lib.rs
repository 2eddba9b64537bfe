//! What the tests share: checkpoints made of a hash, golden data, backends, and how to skip.

pub mod checkpoint;
pub mod compare;
pub mod gguf;
pub mod golden;
pub mod house;
pub mod literals;
pub mod patience;

pub use checkpoint::HashCheckpoint;
pub use compare::{Tolerance, close};
pub use golden::Golden;

use logitscope_core::Precision;
use logitscope_gpu::{Device, Families, Family, Gpu, GpuOptions};
use logitscope_model::{Backend, LoadOptions, Transformer, load_model};

/// Says that a test does not run here, and why. The line is collected by `cargo xtask test`.
pub fn skip(reason: &str) {
    #[cfg(target_arch = "wasm32")]
    wasm_bindgen_test::console_log!("SKIPPED: {reason}");
    #[cfg(not(target_arch = "wasm32"))]
    println!("SKIPPED: {reason}");
}

/// A backend on the GPU; `None` and a skip where there is no adapter.
pub async fn gpu(family: Family, max_part_bytes: Option<u64>) -> Option<Gpu> {
    let device = device().await;
    if device.is_none() {
        skip("no GPU adapter: sudo apt-get install mesa-vulkan-drivers");
    }
    let device = device?.with(Some(Families::all(family)), max_part_bytes);
    Some(Gpu::on(&device).expect("small buffers"))
}

#[cfg(not(target_arch = "wasm32"))]
use opened as device;

async fn opened() -> Option<Device> {
    let opened = Device::open(&GpuOptions::default()).await;
    opened.expect("the adapter opens a device")
}

/// The device of all tests of a file, with nothing left of what went wrong before: a browser takes minutes to compile their shaders, once.
#[cfg(target_arch = "wasm32")]
async fn device() -> Option<Device> {
    use std::cell::RefCell;
    thread_local!(static DEVICE: RefCell<Option<Device>> = const { RefCell::new(None) });
    let known = DEVICE.with_borrow(Option::clone);
    if let Some(device) = known.filter(|device| !device.context().is_lost()) {
        device.settle().await;
        return Some(device);
    }
    let device = opened().await;
    DEVICE.set(device.clone());
    device
}

/// Every kernel family that the adapter offers, with whole matrices and with matrices in parts of `max_part_bytes`. In a browser, which takes
/// minutes to compile their shaders, each family comes once, the first with whole matrices and the other with parts, which run the same shaders.
pub fn gpus(max_part_bytes: u64) -> Gpus {
    let in_parts = |family| family != Family::Columns;
    Gpus::new(max_part_bytes, |family, parts| {
        cfg!(not(target_arch = "wasm32")) || parts == in_parts(family)
    })
}

/// The same, but in a browser only the kernels whose lanes do not wait for each other, with whole matrices. It compiles these in a tenth of the time. The
/// others are checked there at one size of each kind, and natively at every size.
pub fn gpus_soon(max_part_bytes: u64) -> Gpus {
    Gpus::new(max_part_bytes, |family, parts| {
        cfg!(not(target_arch = "wasm32")) || (family == Family::Columns && !parts)
    })
}

/// Backends on the GPU, each made when it is asked for: a graphics card's driver opens only so many devices at once.
#[derive(Clone)]
pub struct Gpus {
    waiting: std::vec::IntoIter<(Family, Option<u64>)>,
}

impl Gpus {
    fn new(max_part_bytes: u64, is_wanted: impl Fn(Family, bool) -> bool) -> Self {
        let families = [Family::Columns, Family::Workgroup, Family::Subgroup];
        let parts = [None, Some(max_part_bytes)];
        let all = families.into_iter().flat_map(|f| parts.map(|p| (f, p)));
        let wanted: Vec<_> = all.filter(|(f, p)| is_wanted(*f, p.is_some())).collect();
        Gpus {
            waiting: wanted.into_iter(),
        }
    }

    /// The next one, and what it is; `None` after the last, and after a skip.
    pub async fn next(&mut self) -> Option<(String, Gpu)> {
        let (family, part) = self.waiting.next()?;
        let Some(gpu) = gpu(family, part).await else {
            self.waiting = Vec::new().into_iter();
            return None;
        };
        if family == Family::Subgroup && gpu.context().subgroup_size().is_none() {
            // wgpu 30 offers them natively only, so in a browser there is nothing to miss.
            if cfg!(not(target_arch = "wasm32")) {
                skip("this adapter has no subgroups, or of several sizes");
            }
            self.waiting = Vec::new().into_iter();
            return None;
        }
        Some((format!("{family:?}, parts of {part:?} bytes"), gpu))
    }
}

/// An async test, native and in the browser.
#[macro_export]
macro_rules! async_test {
    ($(#[$meta:meta])* async fn $name:ident() $body:block) => {
        $(#[$meta])*
        #[cfg(not(target_arch = "wasm32"))]
        #[test]
        fn $name() {
            pollster::block_on(async $body);
        }

        $(#[$meta])*
        #[cfg(target_arch = "wasm32")]
        #[wasm_bindgen_test::wasm_bindgen_test]
        async fn $name() $body
    };
}

/// The model of a golden file in f32, with its weights from the hash, on `backend`.
pub async fn f32_model<B: Backend>(backend: B, golden: &Golden) -> Transformer<B> {
    let (tensors, family) = (golden.tensors.clone(), golden.config.family);
    let stored = checkpoint::Stored::F32;
    let mut stream = HashCheckpoint::of(tensors, family, stored, false);
    let options = LoadOptions {
        precision: Precision::F32,
    };
    let config = golden.config.clone();
    let loaded = load_model(backend, config, options, &mut stream, |_| async {});
    loaded.await.expect("a valid checkpoint").model
}
