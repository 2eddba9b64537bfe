//! What the tests share: checkpoints made of a hash, golden data, backends, and how to skip.

pub mod checkpoint;
pub mod compare;
pub mod golden;

pub use checkpoint::HashCheckpoint;
pub use compare::{Tolerance, close};
pub use golden::Golden;

use logitscope_gpu::{Gpu, GpuOptions, Variant};

/// Says that a test does not run here, and why. The line is collected by `cargo xtask test`.
pub fn skip(reason: &str) {
    #[cfg(target_arch = "wasm32")]
    wasm_bindgen_test::console_log!("SKIPPED: {reason}");
    #[cfg(not(target_arch = "wasm32"))]
    println!("SKIPPED: {reason}");
}

/// A backend on the GPU; `None` and a skip where there is no adapter.
pub async fn gpu(variant: Variant, max_part_bytes: Option<u64>) -> Option<Gpu> {
    let options = GpuOptions {
        variant: Some(variant),
        max_part_bytes,
        adapter_name: None,
    };
    let gpu = Gpu::new(&options)
        .await
        .expect("the adapter opens a device");
    if gpu.is_none() {
        skip("no GPU adapter: sudo apt-get install mesa-vulkan-drivers");
    }
    gpu
}

/// Both kernel families, with whole matrices and with matrices in parts of `max_part_bytes`.
pub async fn gpus(max_part_bytes: u64) -> Vec<(String, Gpu)> {
    let mut gpus = Vec::new();
    for variant in [Variant::Software, Variant::Hardware] {
        for part in [None, Some(max_part_bytes)] {
            let Some(gpu) = gpu(variant, part).await else {
                return gpus;
            };
            gpus.push((format!("{variant:?}, parts of {part:?} bytes"), gpu));
        }
    }
    gpus
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
