//! The verbs as dispatches: recorded once, replayed for every token.

use std::collections::HashMap;
use std::rc::Rc;

use logitscope_core::trace::BackendInfo;
use logitscope_model::backend::{
    Backend, Epilogue, FillRows, KvPool, Linear, MatrixSpec, Norm, PlanKey, Readback, pad4,
};
use logitscope_model::batch::Batch;
use logitscope_model::{Config, ModelError, Precision};

use crate::context::{Context, GpuOptions, Variant};
use crate::kernels::{Constant, Kernel, Pipelines};
use crate::memory::{GpuMatrix, GpuTensor, storage};
use crate::readback::Staging;

/// Most rows of one batch.
const MOST_ROWS: usize = 1024;
/// Most slots in all paths of one batch.
const MOST_PATH_SLOTS: usize = 1 << 18;

/// How many threads a dispatch needs along one axis, in terms of the batch.
#[derive(Debug, Clone, Copy)]
enum Extent {
    /// A fixed number.
    Fixed(u32),
    /// The rows.
    Rows,
    /// The rows, four at a time.
    RowTiles,
    /// The rows whose logits are wanted.
    LogitRows,
    /// The longest path.
    PathLen,
}

impl Extent {
    fn threads(self, batch: &Counts) -> u32 {
        match self {
            Extent::Fixed(n) => n,
            Extent::Rows => batch.rows,
            Extent::RowTiles => batch.rows.div_ceil(4),
            Extent::LogitRows => batch.logits,
            Extent::PathLen => batch.max_len,
        }
    }
}

/// The sizes of the current batch.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    rows: u32,
    logits: u32,
    max_len: u32,
}

/// One dispatch: threads along x are grouped by `group_size`, y and z count workgroups.
struct Dispatch {
    pipeline: wgpu::ComputePipeline,
    bind_group: wgpu::BindGroup,
    grid: [Extent; 3],
    group_size: u32,
}

enum Command {
    Dispatch(Dispatch),
    /// Copy the rows of a tensor into the readback.
    Tap(GpuTensor),
}

/// The wgpu backend.
pub struct Gpu {
    context: Context,
    pipelines: Pipelines,
    staging: Staging,
    /// `Step`, 16 bytes, uniform.
    step: wgpu::Buffer,
    /// `[MOST_ROWS]` of `Row`.
    rows: wgpu::Buffer,
    /// `[MOST_PATH_SLOTS]`.
    paths: wgpu::Buffer,
    /// `[MOST_ROWS]`.
    logits_for: wgpu::Buffer,
    /// Bound where a shader has a tensor that this dispatch does not use.
    nothing: GpuTensor,
    counts: Counts,
    current: Vec<Command>,
    replaying: Option<Rc<[Command]>>,
    plans: HashMap<PlanKey, Rc<[Command]>>,
    weight_bytes: u64,
}

impl Gpu {
    /// A backend on the adapter that the system prefers; `None` where there is no adapter.
    pub async fn new(options: &GpuOptions) -> Result<Option<Self>, ModelError> {
        let Some(context) = Context::new(options).await? else {
            return Ok(None);
        };
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
            buffer: storage(&context, "nothing", 16)?,
            stride: 4,
        };
        Ok(Some(Gpu {
            context,
            pipelines: Pipelines::default(),
            staging: Staging::default(),
            step,
            rows,
            paths,
            logits_for,
            nothing,
            counts: Counts::default(),
            current: Vec::new(),
            replaying: None,
            plans: HashMap::new(),
            weight_bytes: 0,
        }))
    }

    /// The device.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Threads a workgroup. A software adapter spreads workgroups over cores, hardware fills a subgroup.
    fn group_size(&self) -> u32 {
        match self.context.variant() {
            Variant::Software => 8,
            Variant::Hardware => 64,
        }
    }

    /// Records a dispatch; binding 0 is the step, the others are `buffers` from 1 on.
    fn dispatch(
        &mut self,
        kernel: Kernel,
        constants: &[Constant],
        group_size: u32,
        buffers: &[&wgpu::Buffer],
        grid: [Extent; 3],
    ) {
        let mut constants = constants.to_vec();
        if kernel != Kernel::NormShared {
            constants.push(("WG", f64::from(group_size)));
        }
        let device = &self.context.device;
        let pipeline = self.pipelines.get(device, kernel, &constants);
        let bound = std::iter::once(&self.step).chain(buffers.iter().copied());
        let entries: Vec<_> = bound
            .enumerate()
            .map(|(i, buffer)| wgpu::BindGroupEntry {
                binding: i as u32,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let bind_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(kernel.label()),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        self.current.push(Command::Dispatch(Dispatch {
            pipeline,
            bind_group,
            grid,
            group_size,
        }));
    }

    /// Records one product a part of the matrix: the first adds the bias, `gelu` follows the last.
    fn product(
        &mut self,
        kernels: fn(bool, Precision) -> Kernel,
        x: &GpuTensor,
        linear: &Linear<Self>,
        constants: &[Constant],
        (accumulate, gelu): (bool, Option<bool>),
        outputs: &[&wgpu::Buffer],
    ) {
        let w = &linear.weight;
        let kernel = kernels(self.counts.rows == 1, w.precision);
        let rows = if self.counts.rows == 1 {
            Extent::Rows
        } else {
            Extent::RowTiles
        };
        let n4 = w.stride / 4;
        for (i, part) in w.parts.iter().enumerate() {
            let mut constants = constants.to_vec();
            constants.extend([
                ("K4", f64::from(part.rows.div_ceil(4))),
                ("N4", f64::from(n4)),
                ("X4", f64::from(x.stride / 4)),
                ("FIRST4", f64::from(part.first / 4)),
                ("BIAS", flag(i == 0)),
                ("ACCUMULATE", flag(accumulate || i > 0)),
            ]);
            if let Some(gelu) = gelu {
                constants.push(("GELU", flag(gelu && i + 1 == w.parts.len())));
            }
            let mut buffers = vec![&part.buffer, &linear.bias.buffer, &x.buffer];
            buffers.extend(outputs);
            let grid = [Extent::Fixed(n4), rows, Extent::Fixed(1)];
            self.dispatch(kernel, &constants, self.group_size(), &buffers, grid);
        }
    }

    /// Records an operation on four columns of one row a thread.
    fn columns(&mut self, kernel: Kernel, stride: u32, buffers: &[&wgpu::Buffer]) {
        let constants = [("D4", f64::from(stride / 4))];
        let grid = [Extent::Fixed(stride / 4), Extent::Rows, Extent::Fixed(1)];
        self.dispatch(kernel, &constants, self.group_size(), buffers, grid);
    }

    fn attn_constants(config: &Config) -> Vec<Constant> {
        vec![
            ("N_HEADS", f64::from(config.n_heads)),
            ("N_CTX", f64::from(config.n_ctx)),
            ("STRIDE", f64::from(pad4(config.n_heads * config.n_ctx))),
            ("D_HEAD", f64::from(config.d_head())),
            ("D", f64::from(pad4(config.d_model))),
        ]
    }

    fn mix(
        &mut self,
        config: &Config,
        pattern: &GpuTensor,
        v: &GpuTensor,
        z: &GpuTensor,
        softmax: bool,
    ) {
        let mut constants = Self::attn_constants(config);
        constants.push(("SOFTMAX", flag(softmax)));
        let (rows, paths) = (self.rows.clone(), self.paths.clone());
        let buffers = [&rows, &paths, &pattern.buffer, &v.buffer, &z.buffer];
        let grid = [
            Extent::Fixed(config.d_model),
            Extent::Rows,
            Extent::Fixed(1),
        ];
        self.dispatch(
            Kernel::AttnMix,
            &constants,
            self.group_size(),
            &buffers,
            grid,
        );
    }

    /// Encodes `commands` into one pass (split where a tap copies), with taps from `offset` on.
    fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        commands: &[Command],
        staging: Option<&wgpu::Buffer>,
        mut offset: u64,
    ) {
        let mut pass = None;
        for command in commands {
            match command {
                Command::Dispatch(d) => {
                    let pass = pass.get_or_insert_with(|| {
                        encoder
                            .begin_compute_pass(&wgpu::ComputePassDescriptor::default())
                            .forget_lifetime()
                    });
                    let [x, y, z] = d.grid.map(|extent| extent.threads(&self.counts));
                    pass.set_pipeline(&d.pipeline);
                    pass.set_bind_group(0, &d.bind_group, &[]);
                    pass.dispatch_workgroups(x.div_ceil(d.group_size), y, z);
                }
                Command::Tap(tensor) => {
                    pass = None;
                    let bytes = self.tap_bytes(tensor);
                    if let Some(staging) = staging {
                        encoder.copy_buffer_to_buffer(&tensor.buffer, 0, staging, offset, bytes);
                    }
                    offset += bytes;
                }
            }
        }
    }

    fn tap_bytes(&self, tensor: &GpuTensor) -> u64 {
        4 * u64::from(self.counts.rows) * u64::from(tensor.stride)
    }
}

fn flag(on: bool) -> f64 {
    f64::from(u8::from(on))
}

impl Backend for Gpu {
    type Matrix = GpuMatrix;
    type Vector = GpuTensor;
    type Tensor = GpuTensor;

    fn info(&self) -> BackendInfo {
        BackendInfo {
            kind: "gpu".into(),
            adapter: self.context.name().into(),
        }
    }

    fn weight_bytes(&self) -> u64 {
        self.weight_bytes
    }

    fn matrix(
        &mut self,
        spec: &MatrixSpec,
        fill: &mut FillRows<'_>,
    ) -> Result<GpuMatrix, ModelError> {
        let matrix = GpuMatrix::new(&self.context, spec, fill)?;
        self.context.check()?;
        self.weight_bytes += matrix.bytes;
        Ok(matrix)
    }

    fn vector(&mut self, name: &str, values: &[f32]) -> Result<GpuTensor, ModelError> {
        let vector = GpuTensor::vector(&self.context, name, values)?;
        self.weight_bytes += 4 * u64::from(vector.stride);
        Ok(vector)
    }

    fn tensor(&mut self, name: &str, rows: u32, cols: u32) -> Result<GpuTensor, ModelError> {
        GpuTensor::new(&self.context, name, rows, cols)
    }

    fn begin(&mut self, batch: &Batch) -> Result<(), ModelError> {
        self.context.check()?;
        let too_many = batch.rows.len() > MOST_ROWS || batch.paths.len() > MOST_PATH_SLOTS;
        if too_many || batch.logits_for.len() > MOST_ROWS {
            return Err(ModelError::Row(format!(
                "{} rows are too many at once",
                batch.rows.len()
            )));
        }
        self.counts = Counts {
            rows: batch.rows.len() as u32,
            logits: batch.logits_for.len() as u32,
            max_len: batch.max_len,
        };
        self.current.clear();
        self.replaying = None;
        let queue = &self.context.queue;
        let step = [self.counts.rows, self.counts.logits, self.counts.max_len, 0];
        queue.write_buffer(&self.step, 0, bytemuck::cast_slice(&step));
        let rows = batch
            .rows
            .iter()
            .flat_map(|r| [r.token, r.position, r.slot, r.path_start, r.path_len]);
        let rows: Vec<u32> = rows.collect();
        queue.write_buffer(&self.rows, 0, bytemuck::cast_slice(&rows));
        queue.write_buffer(&self.paths, 0, bytemuck::cast_slice(&batch.paths));
        queue.write_buffer(&self.logits_for, 0, bytemuck::cast_slice(&batch.logits_for));
        Ok(())
    }

    fn replay(&mut self, key: PlanKey) -> bool {
        self.replaying = self.plans.get(&key).cloned();
        self.replaying.is_some()
    }

    fn keep(&mut self, key: PlanKey) {
        let plan: Rc<[Command]> = std::mem::take(&mut self.current).into();
        self.replaying = Some(Rc::clone(&plan));
        self.plans.insert(key, plan);
    }

    fn embed(
        &mut self,
        wte: Option<&GpuMatrix>,
        wpe: Option<&GpuMatrix>,
        out: &GpuTensor,
    ) -> Result<(), ModelError> {
        let rows = self.rows.clone();
        for (table, by_position) in [(wte, false), (wpe, true)] {
            let Some(table) = table else { continue };
            for part in &table.parts {
                let constants = [
                    ("D4", f64::from(table.stride / 4)),
                    ("FIRST", f64::from(part.first)),
                    ("ROWS", f64::from(part.rows)),
                    ("BY_POSITION", flag(by_position)),
                    ("ACCUMULATE", flag(by_position && wte.is_some())),
                ];
                let buffers = [&rows, &part.buffer, &out.buffer];
                let grid = [
                    Extent::Fixed(table.stride / 4),
                    Extent::Rows,
                    Extent::Fixed(1),
                ];
                let kernel = Kernel::Lookup(table.precision);
                self.dispatch(kernel, &constants, self.group_size(), &buffers, grid);
            }
        }
        Ok(())
    }

    fn norm(
        &mut self,
        config: &Config,
        x: &GpuTensor,
        norm: &Norm<Self>,
        out: &GpuTensor,
        keep: Option<&GpuTensor>,
    ) -> Result<(), ModelError> {
        let constants = [
            ("D", f64::from(config.d_model)),
            ("D4", f64::from(x.stride / 4)),
            ("EPS", f64::from(config.layer_norm_eps)),
            ("KEEP", flag(keep.is_some())),
        ];
        let (rows, nothing) = (self.rows.clone(), self.nothing.clone());
        let keep = keep.unwrap_or(&nothing);
        let (gain, bias) = (&norm.gain.buffer, &norm.bias.buffer);
        let buffers = [&rows, &x.buffer, gain, bias, &out.buffer, &keep.buffer];
        // One workgroup a row: the grid counts workgroups.
        let grid = [Extent::Rows, Extent::Fixed(1), Extent::Fixed(1)];
        let (kernel, lanes) = match self.context.variant() {
            Variant::Software => (Kernel::Norm, 4),
            Variant::Hardware => (Kernel::NormShared, 64),
        };
        self.dispatch(kernel, &constants, lanes, &buffers, grid);
        if let Some(Command::Dispatch(d)) = self.current.last_mut() {
            d.group_size = 1;
        }
        Ok(())
    }

    fn qkv(
        &mut self,
        x: &GpuTensor,
        qkv: &Linear<Self>,
        q: &GpuTensor,
        cache: &KvPool<Self>,
        store: bool,
    ) -> Result<(), ModelError> {
        let kernels = |single_row, precision| match single_row {
            true => Kernel::QkvRow(precision),
            false => Kernel::QkvTile(precision),
        };
        let rows = self.rows.clone();
        let outputs = [&rows, &q.buffer, &cache.k.buffer, &cache.v.buffer];
        self.product(
            kernels,
            x,
            qkv,
            &[("STORE", flag(store))],
            (false, None),
            &outputs,
        );
        Ok(())
    }

    fn attend(
        &mut self,
        config: &Config,
        q: &GpuTensor,
        cache: &KvPool<Self>,
        scratch: &GpuTensor,
        z: &GpuTensor,
    ) -> Result<(), ModelError> {
        self.attn_scores(config, q, &cache.k, scratch)?;
        self.mix(config, scratch, &cache.v, z, true);
        Ok(())
    }

    fn attn_scores(
        &mut self,
        config: &Config,
        q: &GpuTensor,
        k: &GpuTensor,
        scores: &GpuTensor,
    ) -> Result<(), ModelError> {
        let mut constants = Self::attn_constants(config);
        constants.push(("SCALE", f64::from(config.attn_scale)));
        let (rows, paths) = (self.rows.clone(), self.paths.clone());
        let buffers = [&rows, &paths, &q.buffer, &k.buffer, &scores.buffer];
        let grid = [Extent::PathLen, Extent::Fixed(config.n_heads), Extent::Rows];
        self.dispatch(
            Kernel::AttnScores,
            &constants,
            self.group_size(),
            &buffers,
            grid,
        );
        Ok(())
    }

    fn softmax(&mut self, config: &Config, scores: &GpuTensor) -> Result<(), ModelError> {
        let constants = &Self::attn_constants(config)[..3];
        let rows = self.rows.clone();
        let grid = [
            Extent::Fixed(config.n_heads),
            Extent::Rows,
            Extent::Fixed(1),
        ];
        self.dispatch(
            Kernel::Softmax,
            constants,
            self.group_size(),
            &[&rows, &scores.buffer],
            grid,
        );
        Ok(())
    }

    fn attn_mix(
        &mut self,
        config: &Config,
        pattern: &GpuTensor,
        v: &GpuTensor,
        z: &GpuTensor,
    ) -> Result<(), ModelError> {
        self.mix(config, pattern, v, z, false);
        Ok(())
    }

    fn linear(
        &mut self,
        x: &GpuTensor,
        linear: &Linear<Self>,
        epilogue: Epilogue,
        out: &GpuTensor,
    ) -> Result<(), ModelError> {
        let kernels = |single_row, precision| match single_row {
            true => Kernel::LinearRow(precision),
            false => Kernel::LinearTile(precision),
        };
        let end = (epilogue == Epilogue::Add, Some(epilogue == Epilogue::Gelu));
        self.product(kernels, x, linear, &[], end, &[&out.buffer]);
        Ok(())
    }

    fn gelu(&mut self, x: &GpuTensor, out: &GpuTensor) -> Result<(), ModelError> {
        self.columns(Kernel::Gelu, x.stride, &[&x.buffer, &out.buffer]);
        Ok(())
    }

    fn add(&mut self, a: &GpuTensor, out: &GpuTensor) -> Result<(), ModelError> {
        self.columns(Kernel::Add, a.stride, &[&a.buffer, &out.buffer]);
        Ok(())
    }

    fn gather(&mut self, pool: &GpuTensor, out: &GpuTensor) -> Result<(), ModelError> {
        let rows = self.rows.clone();
        self.columns(
            Kernel::Gather,
            pool.stride,
            &[&rows, &pool.buffer, &out.buffer],
        );
        Ok(())
    }

    fn unembed(
        &mut self,
        x: &GpuTensor,
        wte: &GpuMatrix,
        logits: &GpuTensor,
    ) -> Result<(), ModelError> {
        let logits_for = self.logits_for.clone();
        for part in &wte.parts {
            let constants = [
                ("D4", f64::from(wte.stride / 4)),
                ("FIRST", f64::from(part.first)),
                ("ROWS", f64::from(part.rows)),
                ("STRIDE", f64::from(logits.stride)),
            ];
            let buffers = [&logits_for, &part.buffer, &x.buffer, &logits.buffer];
            let grid = [
                Extent::Fixed(part.rows),
                Extent::LogitRows,
                Extent::Fixed(1),
            ];
            let kernel = Kernel::Unembed(wte.precision);
            self.dispatch(kernel, &constants, self.group_size(), &buffers, grid);
        }
        Ok(())
    }

    fn tap(&mut self, tensor: &GpuTensor) -> Result<(), ModelError> {
        self.current.push(Command::Tap(tensor.clone()));
        Ok(())
    }

    async fn finish(&mut self, logits: Option<&GpuTensor>) -> Result<Readback, ModelError> {
        let commands = match self.replaying.take() {
            Some(plan) => plan,
            None => std::mem::take(&mut self.current).into(),
        };
        let taps: Vec<u64> = commands
            .iter()
            .filter_map(|c| {
                if let Command::Tap(t) = c {
                    Some(self.tap_bytes(t))
                } else {
                    None
                }
            })
            .collect();
        let logits_bytes = logits.map_or(0, |t| {
            4 * u64::from(self.counts.logits) * u64::from(t.stride)
        });
        let total = logits_bytes + taps.iter().sum::<u64>();
        let staging = (total > 0).then(|| self.staging.with_room(&self.context, total));
        let mut encoder = self
            .context
            .device
            .create_command_encoder(&Default::default());
        self.encode(&mut encoder, &commands, staging.as_ref(), logits_bytes);
        if let (Some(tensor), Some(staging)) = (logits, &staging) {
            encoder.copy_buffer_to_buffer(&tensor.buffer, 0, staging, 0, logits_bytes);
        }
        self.context.queue.submit([encoder.finish()]);
        if staging.is_none() {
            self.context.check()?;
            return Ok(Readback::default());
        }
        let mut values = self.staging.read(&self.context, total).await?;
        self.context.check()?;
        let mut rest = values.split_off(logits_bytes as usize / 4);
        let mut cut = Vec::with_capacity(taps.len());
        for bytes in taps {
            let later = rest.split_off(bytes as usize / 4);
            cut.push(std::mem::replace(&mut rest, later));
        }
        Ok(Readback {
            logits: values,
            taps: cut,
        })
    }
}
