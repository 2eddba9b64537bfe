//! Recording: what a verb becomes, dispatch by dispatch.

use logitscope_core::blocks::Activation;
use logitscope_model::Config;
use logitscope_model::backend::{Epilogue, Linear, pad4};

use crate::Gpu;
use crate::kernels::{Constant, HeadWidth, Kernel, Product};
use crate::memory::{GpuTensor, Part};
use crate::plan::{Command, Dispatch, Extent};

/// The binding of the scales of weights in blocks.
const SCALES: u32 = 8;
/// Lanes of the barrier-free norms.
const NORM_LANES: u32 = 4;

/// What becomes of a product's sums.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Finish {
    /// `linear.wgsl`.
    Linear(Epilogue),
    /// `qkv.wgsl`; `store`: whether keys and values go to their slots.
    Qkv { store: bool },
    /// `linear_gated.wgsl`, for a matrix in one part.
    Gated(Activation),
}

impl Gpu {
    /// Records a dispatch; binding 0 is the step, the others are `buffers` from 1 on.
    pub(crate) fn dispatch(
        &mut self,
        kernel: Kernel,
        constants: &[Constant],
        buffers: &[&wgpu::Buffer],
        grid: [Extent; 3],
        weight_bytes: u64,
    ) {
        let bound = (1..).zip(buffers.iter().copied()).collect();
        self.dispatch_bound(kernel, constants, bound, grid, weight_bytes);
    }

    /// Records a dispatch that reads weights: bindings 1 and, for their scales, [`SCALES`]; the others are `buffers` from 2 on.
    pub(crate) fn dispatch_weights(
        &mut self,
        kernel: Kernel,
        constants: &[Constant],
        part: &Part,
        buffers: &[&wgpu::Buffer],
        grid: [Extent; 3],
    ) {
        let mut bound = vec![(1, &part.buffer)];
        bound.extend((2..).zip(buffers.iter().copied()));
        bound.extend(part.scales.iter().map(|scales| (SCALES, scales)));
        // A lookup reads a row of them.
        let bytes = match kernel {
            Kernel::Lookup(_) => 0,
            _ => part.bytes(),
        };
        self.dispatch_bound(kernel, constants, bound, grid, bytes);
    }

    fn dispatch_bound(
        &mut self,
        kernel: Kernel,
        constants: &[Constant],
        bound: Vec<(u32, &wgpu::Buffer)>,
        grid: [Extent; 3],
        weight_bytes: u64,
    ) {
        let mut constants = constants.to_vec();
        if kernel.fixed_group().is_none() {
            constants.push(("WG", f64::from(self.group_of(kernel))));
        }
        let device = &self.device.context.device;
        let shared = &self.device.pipelines;
        let pipeline = shared.borrow_mut().get(device, kernel, &constants);
        let bound = std::iter::once((0, &self.step)).chain(bound);
        let entries: Vec<_> = bound
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(kernel.label()),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        self.current.push(Command::Dispatch(Dispatch {
            kernel,
            pipeline,
            bind_group,
            grid,
            weight_bytes,
            layer: self.layer,
        }));
    }

    /// Threads of a workgroup of `kernel`.
    pub(crate) fn group_of(&self, kernel: Kernel) -> u32 {
        let subgroup = self.device.context.subgroup_size().unwrap_or(0);
        match kernel.fixed_group() {
            Some(fixed) => fixed,
            None if kernel.needs_subgroups() => subgroup,
            None if matches!(kernel, Kernel::Norm | Kernel::RmsNorm) => NORM_LANES,
            None => self.families.group_size(),
        }
    }

    /// Records one product a part of the matrix: the first adds the bias, what `finish` says follows the last.
    pub(crate) fn product(
        &mut self,
        kernel: Kernel,
        x: &GpuTensor,
        linear: &Linear<Self>,
        finish: Finish,
        outputs: &[&wgpu::Buffer],
    ) {
        let w = &linear.weight;
        let n4 = w.stride / 4;
        let nothing = self.nothing.clone();
        let group = self.group_of(kernel);
        let (columns, rows) = match self.families.product(self.counts.rows == 1) {
            Product::Row => {
                let threads = n4.div_ceil(kernel.groups_a_thread());
                (Extent::threads(threads, group), Extent::Rows(1))
            }
            Product::Split => (Extent::threads(n4, 4), Extent::Rows(1)),
            Product::Subgroup => (Extent::threads(n4, group / 4), Extent::Rows(1)),
            Product::Tile => (Extent::threads(n4, group), Extent::Rows(8)),
            Product::Block => (Extent::threads(n4, 8), Extent::Rows(16)),
        };
        for (i, part) in w.parts.iter().enumerate() {
            let last = i + 1 == w.parts.len();
            let mut constants = vec![
                ("K4", f64::from(part.rows.div_ceil(4))),
                ("N4", f64::from(n4)),
                ("X4", f64::from(x.stride / 4)),
                ("FIRST4", f64::from(part.first / 4)),
                ("BIAS", flag(i == 0 && linear.bias.is_some())),
            ];
            match finish {
                Finish::Linear(epilogue) => {
                    let activation = match epilogue {
                        Epilogue::Activate(activation) if last => number(activation),
                        _ => 0.0,
                    };
                    constants.extend([
                        ("ACCUMULATE", flag(epilogue == Epilogue::Add || i > 0)),
                        ("ACTIVATION", activation),
                    ]);
                }
                Finish::Qkv { store } => {
                    constants.extend([("ACCUMULATE", flag(i > 0)), ("STORE", flag(store))]);
                }
                Finish::Gated(activation) => constants.push(("ACTIVATION", number(activation))),
            }
            let bias = linear.bias.as_ref().unwrap_or(&nothing);
            let mut buffers = vec![&bias.buffer, &x.buffer];
            buffers.extend(outputs);
            let grid = [columns, rows, Extent::Fixed(1)];
            self.dispatch_weights(kernel, &constants, part, &buffers, grid);
        }
    }

    /// Records a layer norm of the rows of `x` by `gain` and `bias` into `out`; its input goes to `keep`, if given.
    pub(crate) fn norm_rows(
        &mut self,
        config: &Config,
        [x, gain, bias, out]: [&GpuTensor; 4],
        keep: Option<&GpuTensor>,
    ) {
        let kernel = match self.families.shared() {
            true => Kernel::NormShared,
            false => Kernel::Norm,
        };
        self.any_norm(kernel, config, [x, gain, out], (keep, Some(bias)), &[]);
    }

    /// Records an RMS norm of the rows of `x` by `gain` into `out`, or added to it; its input goes to `keep`, if given.
    pub(crate) fn rms_norm_rows(
        &mut self,
        config: &Config,
        operands: [&GpuTensor; 3],
        keep: Option<&GpuTensor>,
        add: bool,
    ) {
        let kernel = match self.families.shared() {
            true => Kernel::RmsNormShared,
            false => Kernel::RmsNorm,
        };
        self.any_norm(
            kernel,
            config,
            operands,
            (keep, None),
            &[("ADD", flag(add))],
        );
    }

    fn any_norm(
        &mut self,
        kernel: Kernel,
        config: &Config,
        [x, gain, out]: [&GpuTensor; 3],
        (keep, bias): (Option<&GpuTensor>, Option<&GpuTensor>),
        more: &[Constant],
    ) {
        let constants = [
            ("D", f64::from(config.d_model)),
            ("D4", f64::from(x.stride / 4)),
            ("EPS", f64::from(config.norm_eps)),
            ("KEEP", flag(keep.is_some())),
        ];
        let constants = [&constants[..], more].concat();
        let (rows, nothing) = (self.rows.clone(), self.nothing.clone());
        let keep = keep.unwrap_or(&nothing);
        let mut buffers = vec![&rows, &x.buffer, &gain.buffer, &out.buffer, &keep.buffer];
        buffers.extend(bias.map(|bias| &bias.buffer));
        // One workgroup a row.
        let grid = [Extent::Rows(1), Extent::Fixed(1), Extent::Fixed(1)];
        self.dispatch(kernel, &constants, &buffers, grid, 0);
    }

    /// Records an operation on four columns of one row a thread.
    pub(crate) fn columns(&mut self, kernel: Kernel, stride: u32, buffers: &[&wgpu::Buffer]) {
        self.columns_with(&[], kernel, stride, buffers);
    }

    /// Records an activation, or a gate, of each row of `x`.
    pub(crate) fn activated(
        &mut self,
        kernel: Kernel,
        activation: Activation,
        x: &GpuTensor,
        out: &GpuTensor,
    ) {
        let constants = [("ACTIVATION", number(activation))];
        let buffers = [&x.buffer, &out.buffer];
        self.columns_with(&constants, kernel, x.stride, &buffers);
    }

    fn columns_with(
        &mut self,
        more: &[Constant],
        kernel: Kernel,
        stride: u32,
        buffers: &[&wgpu::Buffer],
    ) {
        let constants = [&[("D4", f64::from(stride / 4))], more].concat();
        let columns = Extent::threads(stride / 4, self.families.group_size());
        let grid = [columns, Extent::Rows(1), Extent::Fixed(1)];
        self.dispatch(kernel, &constants, buffers, grid, 0);
    }

    pub(crate) fn attn_constants(config: &Config) -> Vec<Constant> {
        vec![
            ("N_HEADS", f64::from(config.n_heads)),
            ("D_HEAD", f64::from(config.d_head)),
            ("D", f64::from(pad4(config.d_q()))),
            ("KV", f64::from(pad4(config.d_kv()))),
            ("GROUP", f64::from(config.n_heads / config.n_kv_heads)),
        ]
    }

    /// The mix of values by each thread for itself; `softmax` if `pattern` still holds scores.
    pub(crate) fn mix(
        &mut self,
        config: &Config,
        pattern: &GpuTensor,
        v: &GpuTensor,
        z: &GpuTensor,
        softmax: bool,
    ) {
        let (lanes, width) = head_width(config);
        let mut constants = Self::attn_constants(config);
        constants.push(("SOFTMAX", flag(softmax)));
        let (rows, paths) = (self.rows.clone(), self.paths.clone());
        let buffers = [&rows, &paths, &pattern.buffer, &v.buffer, &z.buffer];
        let columns = Extent::threads(config.d_q() / width, self.families.group_size());
        let grid = [columns, Extent::Rows(1), Extent::Fixed(1)];
        self.dispatch(Kernel::AttnMix(lanes), &constants, &buffers, grid, 0);
    }

    /// Softmax and mix by a workgroup a head.
    pub(crate) fn mix_shared(
        &mut self,
        config: &Config,
        scores: &GpuTensor,
        v: &GpuTensor,
        z: &GpuTensor,
    ) {
        let (lanes, _) = head_width(config);
        let constants = Self::attn_constants(config);
        let (rows, paths) = (self.rows.clone(), self.paths.clone());
        let buffers = [&rows, &paths, &scores.buffer, &v.buffer, &z.buffer];
        let grid = [
            Extent::Fixed(config.n_heads),
            Extent::Rows(1),
            Extent::Fixed(1),
        ];
        self.dispatch(Kernel::AttnMixShared(lanes), &constants, &buffers, grid, 0);
    }
}

/// How many columns of a head a thread takes at once.
pub(crate) fn head_width(config: &Config) -> (HeadWidth, u32) {
    if config.d_head.is_multiple_of(4) {
        (HeadWidth::Four, 4)
    } else {
        (HeadWidth::One, 1)
    }
}

/// What `activation.wgsl` calls it.
fn number(activation: Activation) -> f64 {
    match activation {
        Activation::GeluTanh => 1.0,
        Activation::Gelu => 2.0,
        Activation::Silu => 3.0,
        Activation::Relu => 4.0,
    }
}

/// A boolean constant.
pub(crate) fn flag(on: bool) -> f64 {
    f64::from(u8::from(on))
}
