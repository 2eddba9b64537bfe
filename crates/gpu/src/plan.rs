//! A recorded plan: dispatches with all that they bind, sized by the batch when they run.

use crate::kernels::Kernel;
use crate::memory::GpuTensor;

/// Most workgroups along one axis of a grid (WebGPU's default limit).
const WIDEST: u32 = 65_535;

/// The sizes of the current batch.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    pub rows: u32,
    pub logits: u32,
    pub max_len: u32,
}

/// How many threads or workgroups a dispatch needs along one axis, in terms of the batch.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Extent {
    /// A fixed number.
    Fixed(u32),
    /// The rows, so many at a time.
    Rows(u32),
    /// The rows whose logits are wanted.
    LogitRows,
    /// The longest path, so many at a time.
    PathLen(u32),
}

impl Extent {
    /// One thread each, `group_size` to a workgroup.
    pub fn threads(n: u32, group_size: u32) -> Self {
        Extent::Fixed(n.div_ceil(group_size))
    }

    fn workgroups(self, batch: &Counts) -> u32 {
        match self {
            Extent::Fixed(n) => n,
            Extent::Rows(at_once) => batch.rows.div_ceil(at_once),
            Extent::LogitRows => batch.logits,
            Extent::PathLen(at_once) => batch.max_len.div_ceil(at_once),
        }
    }
}

/// `n` workgroups in a row; beyond the widest grid they go on along z, where the shader looks for them.
pub(crate) fn wide(n: u32, y: Extent) -> [Extent; 3] {
    [
        Extent::Fixed(n.min(WIDEST)),
        y,
        Extent::Fixed(n.div_ceil(WIDEST)),
    ]
}

/// One dispatch.
pub(crate) struct Dispatch {
    pub kernel: Kernel,
    pub pipeline: wgpu::ComputePipeline,
    pub bind_group: wgpu::BindGroup,
    /// Workgroups.
    pub grid: [Extent; 3],
    /// Bytes of weights that it reads; for a row, also a measure of its work.
    pub weight_bytes: u64,
    /// The block that it belongs to.
    pub layer: Option<u32>,
}

impl Dispatch {
    /// Encodes it for a batch of these sizes.
    pub fn encode(&self, pass: &mut wgpu::ComputePass<'_>, counts: &Counts) {
        let [x, y, z] = self.grid.map(|extent| extent.workgroups(counts));
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bind_group, &[]);
        pass.dispatch_workgroups(x, y, z);
    }
}

/// What is copied into the readback: a tensor's first elements, as many as its rows have.
pub(crate) struct Tap {
    /// The tensor's.
    pub buffer: wgpu::Buffer,
    /// Elements a row; or, if `by_path`, as many for each token of the longest path.
    width: u32,
    by_path: bool,
}

impl Tap {
    /// Rows of as many elements as the tensor has.
    pub fn rows(tensor: &GpuTensor) -> Self {
        Tap {
            buffer: tensor.buffer.clone(),
            width: tensor.stride,
            by_path: false,
        }
    }

    /// Rows of `[n_heads, max_len]`.
    pub fn scores(tensor: &GpuTensor, n_heads: u32) -> Self {
        Tap {
            buffer: tensor.buffer.clone(),
            width: n_heads,
            by_path: true,
        }
    }

    /// Bytes for a batch of these sizes.
    pub fn bytes(&self, counts: &Counts) -> u64 {
        let each = if self.by_path { counts.max_len } else { 1 };
        4 * u64::from(counts.rows) * u64::from(self.width) * u64::from(each)
    }
}

/// One step of a plan.
pub(crate) enum Command {
    /// Run a kernel.
    Dispatch(Dispatch),
    /// Copy the rows of a tensor into the readback.
    Tap(Tap),
}

impl Command {
    /// Bytes of weights that it reads.
    pub fn weight_bytes(&self) -> u64 {
        match self {
            Command::Dispatch(dispatch) => dispatch.weight_bytes,
            Command::Tap(_) => 0,
        }
    }
}

/// Cuts `commands` into runs of at most about `most_bytes` of weights; a single command may exceed it.
pub(crate) fn cut(commands: &[Command], most_bytes: u64) -> Vec<&[Command]> {
    let mut parts = Vec::new();
    let (mut first, mut bytes) = (0, 0u64);
    for (i, command) in commands.iter().enumerate() {
        let own = command.weight_bytes();
        if bytes > 0 && bytes + own > most_bytes {
            parts.push(&commands[first..i]);
            (first, bytes) = (i, 0);
        }
        bytes += own;
    }
    parts.push(&commands[first..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_wider_than_the_limit_goes_on_along_z() {
        let counts = Counts::default();
        for n in [1, 65_535, 65_536, 300_000] {
            let [x, _, z] = wide(n, Extent::LogitRows).map(|extent| extent.workgroups(&counts));
            assert!(
                x <= WIDEST && x * z >= n && x * (z - 1) < n,
                "{n}: {x} × {z}"
            );
        }
    }
}
