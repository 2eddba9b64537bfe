//! What is measured of a plan kernel by kernel, and the bandwidth to compare it with.

use logitscope_core::inspection::KernelTime;
use logitscope_model::ModelError;
use logitscope_model::backend::Backend;

use crate::Gpu;
use crate::clock::Clock;
use crate::kernels::Kernel;
use crate::plan::{Command, Extent, wide};
use crate::tune::rows_of_nothing;

impl Gpu {
    /// Gigabytes a second, read and written, of a copy of `bytes` (a multiple of 16, at most one binding) within the
    /// adapter's memory: the better of two measurements of many.
    pub async fn copy_gbps(&self, bytes: u64) -> Result<f64, ModelError> {
        // On memory of its own, which is given back afterwards.
        let mut gpu = Gpu::on(&self.device)?;
        gpu.set_families(self.families);
        let n = bytes / 4;
        let x = gpu.tensor("copied from", 1, n as u32)?;
        let y = gpu.tensor("copied to", 1, n as u32)?;
        gpu.begin(&rows_of_nothing(1))?;
        let n4 = (n / 4) as u32;
        let grid = wide(n4.div_ceil(gpu.families.group_size()), Extent::Fixed(1));
        let constants = [("N4", f64::from(n4))];
        gpu.dispatch(Kernel::Copy, &constants, &[&x.buffer, &y.buffer], grid, 0);
        let commands = gpu.take();
        let commands: Vec<&Command> = commands.iter().collect();
        let ms = Clock::new(&gpu).await?.time(&gpu, &commands).await?;
        Ok(2.0 * bytes as f64 / ms / 1e6)
    }
}

/// Milliseconds of the dispatches of each kernel of `plan`, and of all of them, the first.
pub(crate) async fn profile(gpu: &Gpu, plan: &[Command]) -> Result<Vec<KernelTime>, ModelError> {
    let clock = Clock::new(gpu).await?;
    let mut times: Vec<KernelTime> = Vec::new();
    let all: Vec<&Command> = plan.iter().collect();
    times.push(KernelTime {
        kernel: "the whole pass".into(),
        dispatches: all.len() as u32,
        ms: clock.time(gpu, &all).await?,
        weight_bytes: all.iter().map(|c| c.weight_bytes()).sum(),
    });
    for label in labels(plan) {
        let own = |c: &&Command| matches!(c, Command::Dispatch(d) if d.kernel.label() == label);
        let dispatches: Vec<&Command> = plan.iter().filter(own).collect();
        times.push(KernelTime {
            kernel: label.to_owned(),
            dispatches: dispatches.len() as u32,
            ms: clock.time(gpu, &dispatches).await?,
            weight_bytes: dispatches.iter().map(|c| c.weight_bytes()).sum(),
        });
    }
    // Kernels out of their order have spoiled the keys and values of the last batch: compute them again.
    gpu.submit_many(&all, 1);
    gpu.device.context.done().await?;
    Ok(times)
}

/// The kernels of a plan, in the order of their first dispatch.
fn labels(plan: &[Command]) -> Vec<&'static str> {
    let mut labels = Vec::new();
    for command in plan {
        if let Command::Dispatch(dispatch) = command {
            let label = dispatch.kernel.label();
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
    }
    labels
}
