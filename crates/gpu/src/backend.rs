//! The verbs as dispatches: recorded once, replayed for every token.

use std::rc::Rc;

use logitscope_core::blocks::Activation;
use logitscope_core::error::Impossible;
use logitscope_core::inspection::{KernelTime, Timeline};
use logitscope_core::trace::BackendInfo;
use logitscope_model::backend::{
    Backend, Epilogue, Fill, HeadNorm, KvPool, Linear, MatrixSpec, Measure, Norm, PlanKey,
    Readback, Scoring, Unembedding, pad4,
};
use logitscope_model::batch::Batch;
use logitscope_model::{Config, ModelError};

use crate::gpu::{Gpu, MOST_PATH_SLOTS, MOST_ROWS};
use crate::kernels::{Kernel, Unembed};
use crate::memory::{GpuMatrix, GpuTensor, Part};
use crate::plan::{Command, Counts, Extent, Tap, wide};
use crate::profile::profile;
use crate::record::{Finish, flag, head_width};
use crate::timeline::timeline;

/// Bytes that are copied to measure the bandwidth: more than a cache holds.
const COPIED_BYTES: u64 = 64 << 20;

impl Backend for Gpu {
    const RECORDS: bool = true;
    type Matrix = GpuMatrix;
    type Vector = GpuTensor;
    type Tensor = GpuTensor;

    fn info(&self) -> BackendInfo {
        BackendInfo {
            kind: "gpu".into(),
            adapter: self.device.context.name().into(),
        }
    }

    fn weight_bytes(&self) -> u64 {
        self.weight_bytes
    }

    fn most_bytes(&self) -> Option<u64> {
        Some(self.device.context.max_binding_bytes())
    }

    fn allocated_bytes(&self) -> u64 {
        self.account.bytes()
    }

    fn matrix(&mut self, spec: &MatrixSpec, fill: &mut dyn Fill) -> Result<GpuMatrix, ModelError> {
        // A software adapter is no faster at it than the processor that it is.
        let pipelines = self.families.shared().then_some(&*self.device.pipelines);
        let most = self.device.max_part_bytes;
        let matrix = GpuMatrix::new(&self.device.context, spec, fill, most, pipelines)?;
        let buffers = matrix.parts.iter().flat_map(Part::buffers);
        buffers.for_each(|buffer| self.account.add(buffer));
        self.weight_bytes += matrix.bytes;
        self.device.context.check()?;
        Ok(matrix)
    }

    fn vector(&mut self, name: &str, values: &[f32]) -> Result<GpuTensor, ModelError> {
        let vector = GpuTensor::vector(&self.device.context, name, values)?;
        self.account.add(&vector.buffer);
        self.weight_bytes += 4 * u64::from(vector.stride);
        Ok(vector)
    }

    fn tensor(&mut self, name: &str, rows: u32, cols: u32) -> Result<GpuTensor, ModelError> {
        let tensor = GpuTensor::new(&self.device.context, name, rows, cols)?;
        self.account.add(&tensor.buffer);
        Ok(tensor)
    }

    fn write(&mut self, tensor: &GpuTensor, values: &[f32]) -> Result<(), ModelError> {
        let bytes = bytemuck::cast_slice(values);
        if bytes.len() as u64 > tensor.buffer.size() {
            return Err(ModelError::Impossible(Impossible::Values {
                values: values.len(),
            }));
        }
        self.device
            .context
            .queue
            .write_buffer(&tensor.buffer, 0, bytes);
        Ok(())
    }

    fn begin(&mut self, batch: &Batch) -> Result<(), ModelError> {
        self.device.context.check()?;
        let too_many = batch.rows.len() > MOST_ROWS || batch.paths.len() > MOST_PATH_SLOTS;
        if too_many || batch.logits_for.len() > MOST_ROWS {
            return Err(ModelError::Impossible(Impossible::Rows {
                rows: batch.rows.len(),
            }));
        }
        self.counts = Counts {
            rows: batch.rows.len() as u32,
            logits: batch.logits_for.len() as u32,
            max_len: batch.max_len,
        };
        self.current.clear();
        self.layer = None;
        self.replaying = None;
        let queue = &self.device.context.queue;
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

    async fn compiled(&mut self) -> Result<(), ModelError> {
        // wgpu 30 has no asynchronous creation of pipelines. The browser compiles in its own process, one after the
        // other with what is submitted: so an empty submission comes back when they are there.
        self.device.context.queue.submit([]);
        self.device.context.done().await?;
        self.device.context.check()
    }

    fn enter(&mut self, layer: Option<u32>) {
        self.layer = layer;
    }

    fn embed(
        &mut self,
        wte: Option<&GpuMatrix>,
        wpe: Option<&GpuMatrix>,
        scale: f32,
        out: &GpuTensor,
    ) -> Result<(), ModelError> {
        let rows = self.rows.clone();
        for (table, by_position, scale) in [(wte, false, scale), (wpe, true, 1.0)] {
            let Some(table) = table else { continue };
            for part in &table.parts {
                let constants = [
                    ("N4", f64::from(table.stride / 4)),
                    ("FIRST", f64::from(part.first)),
                    ("ROWS", f64::from(part.rows)),
                    ("BY_POSITION", flag(by_position)),
                    ("ACCUMULATE", flag(by_position && wte.is_some())),
                    ("SCALE", f64::from(scale)),
                ];
                let buffers = [&rows, &out.buffer];
                let columns = Extent::threads(table.stride / 4, self.families.group_size());
                let grid = [columns, Extent::Rows(1), Extent::Fixed(1)];
                let kernel = Kernel::Lookup(table.format);
                self.dispatch_weights(kernel, &constants, part, &buffers, grid);
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
        self.norm_rows(config, [x, &norm.gain, &norm.bias, out], keep);
        Ok(())
    }

    fn rms_norm(
        &mut self,
        config: &Config,
        x: &GpuTensor,
        gain: &GpuTensor,
        out: &GpuTensor,
        keep: Option<&GpuTensor>,
    ) -> Result<(), ModelError> {
        self.rms_norm_rows(config, [x, gain, out], keep, false);
        Ok(())
    }

    fn rms_norm_add(
        &mut self,
        config: &Config,
        x: &GpuTensor,
        gain: &GpuTensor,
        out: &GpuTensor,
    ) -> Result<(), ModelError> {
        self.rms_norm_rows(config, [x, gain, out], None, true);
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
        let product = self.families.product(self.counts.rows == 1);
        let kernel = Kernel::Qkv(product, qkv.weight.format);
        let rows = self.rows.clone();
        let outputs = [&rows, &q.buffer, &cache.k.buffer, &cache.v.buffer];
        self.product(kernel, x, qkv, Finish::Qkv { store }, &outputs);
        Ok(())
    }

    fn qk_norm(
        &mut self,
        config: &Config,
        qkv: &GpuTensor,
        norms: &[HeadNorm<Self>; 2],
    ) -> Result<(), ModelError> {
        let [q_width, k_width] = config.qk_norm_widths();
        let (q_heads, k_heads) = (config.d_q() / q_width, config.d_kv() / k_width);
        let constants = [
            ("Q_HEADS", f64::from(q_heads)),
            ("K_HEADS", f64::from(k_heads)),
            ("Q_WIDTH", f64::from(q_width)),
            ("K_WIDTH", f64::from(k_width)),
            ("K_AT", f64::from(pad4(config.d_q()))),
            ("STRIDE", f64::from(qkv.stride)),
            ("EPS", f64::from(config.norm_eps)),
            ("CENTRED", flag(norms[0].bias.is_some())),
        ];
        let n = q_heads + k_heads;
        let (kernel, groups) = match self.families.shared() {
            true => (Kernel::QkNormShared, Extent::Fixed(n)),
            false => (
                Kernel::QkNorm,
                Extent::threads(n, self.families.group_size()),
            ),
        };
        // An RMS norm has no bias and reads none.
        let [q_bias, k_bias] = norms
            .each_ref()
            .map(|norm| norm.bias.as_ref().unwrap_or(&norm.gain));
        let [q_gain, k_gain] = norms.each_ref().map(|norm| &norm.gain);
        let buffers = [q_gain, k_gain, q_bias, k_bias, qkv].map(|tensor| &tensor.buffer);
        let grid = [groups, Extent::Rows(1), Extent::Fixed(1)];
        self.dispatch(kernel, &constants, &buffers, grid, 0);
        Ok(())
    }

    fn rotary(
        &mut self,
        config: &Config,
        qkv: &GpuTensor,
        table: &GpuTensor,
        q: &GpuTensor,
        cache: &KvPool<Self>,
        store: bool,
    ) -> Result<(), ModelError> {
        let constants = [
            ("D_HEAD", f64::from(config.d_head)),
            ("R", f64::from(config.d_turned())),
            ("Q", f64::from(config.d_q())),
            ("KV", f64::from(config.d_kv())),
            ("D_Q", f64::from(pad4(config.d_q()))),
            ("D_KV", f64::from(pad4(config.d_kv()))),
            ("TURN", f64::from(table.stride)),
            ("STORE", flag(store)),
        ];
        let (rows, k, v) = (self.rows.clone(), &cache.k.buffer, &cache.v.buffer);
        let buffers = [&rows, &qkv.buffer, &table.buffer, &q.buffer, k, v];
        let columns = Extent::threads(config.d_q(), self.families.group_size());
        let grid = [columns, Extent::Rows(1), Extent::Fixed(1)];
        self.dispatch(Kernel::Rotary, &constants, &buffers, grid, 0);
        Ok(())
    }

    fn attend(
        &mut self,
        config: &Config,
        scoring: Scoring,
        q: &GpuTensor,
        cache: &KvPool<Self>,
        scratch: &GpuTensor,
        z: &GpuTensor,
    ) -> Result<(), ModelError> {
        self.attn_scores(config, scoring, q, &cache.k, scratch)?;
        if self.families.shared() {
            self.mix_shared(config, scratch, &cache.v, z);
        } else {
            self.mix(config, scratch, &cache.v, z, true);
        }
        Ok(())
    }

    fn attn_scores(
        &mut self,
        config: &Config,
        scoring: Scoring,
        q: &GpuTensor,
        k: &GpuTensor,
        scores: &GpuTensor,
    ) -> Result<(), ModelError> {
        let mut constants = Self::attn_constants(config);
        constants.extend([
            ("SCALE", f64::from(scoring.scale)),
            ("WINDOW", f64::from(scoring.window)),
            ("CAP", f64::from(scoring.cap.unwrap_or(0.0))),
        ]);
        let (rows, paths) = (self.rows.clone(), self.paths.clone());
        let buffers = [&rows, &paths, &q.buffer, &k.buffer, &scores.buffer];
        let positions = Extent::PathLen(self.families.group_size());
        let grid = [positions, Extent::Fixed(config.n_heads), Extent::Rows(1)];
        let kernel = Kernel::AttnScores(head_width(config).0);
        self.dispatch(kernel, &constants, &buffers, grid, 0);
        Ok(())
    }

    fn softmax(&mut self, config: &Config, scores: &GpuTensor) -> Result<(), ModelError> {
        let constants = [("N_HEADS", f64::from(config.n_heads))];
        let rows = self.rows.clone();
        let heads = Extent::threads(config.n_heads, self.families.group_size());
        let grid = [heads, Extent::Rows(1), Extent::Fixed(1)];
        let buffers = [&rows, &scores.buffer];
        self.dispatch(Kernel::Softmax, &constants, &buffers, grid, 0);
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
        let product = self.families.product(self.counts.rows == 1);
        let kernel = Kernel::Linear(product, linear.weight.format);
        self.product(kernel, x, linear, Finish::Linear(epilogue), &[&out.buffer]);
        Ok(())
    }

    fn linear_gated(
        &mut self,
        x: &GpuTensor,
        linear: &Linear<Self>,
        activation: Activation,
        scratch: &GpuTensor,
        out: &GpuTensor,
    ) -> Result<(), ModelError> {
        if linear.weight.parts.len() > 1 {
            // The sums of the parts have to meet before they are gated.
            self.linear(x, linear, Epilogue::Store, scratch)?;
            return self.gate(activation, scratch, out);
        }
        let product = self.families.product(self.counts.rows == 1);
        let kernel = Kernel::LinearGated(product, linear.weight.format);
        self.product(kernel, x, linear, Finish::Gated(activation), &[&out.buffer]);
        Ok(())
    }

    fn gate(
        &mut self,
        activation: Activation,
        x: &GpuTensor,
        out: &GpuTensor,
    ) -> Result<(), ModelError> {
        self.activated(Kernel::Gate, activation, x, out);
        Ok(())
    }

    fn activate(
        &mut self,
        activation: Activation,
        x: &GpuTensor,
        out: &GpuTensor,
    ) -> Result<(), ModelError> {
        self.activated(Kernel::Activate, activation, x, out);
        Ok(())
    }

    fn add(&mut self, a: &GpuTensor, out: &GpuTensor) -> Result<(), ModelError> {
        self.columns(Kernel::Add, a.stride, &[&a.buffer, &out.buffer]);
        Ok(())
    }

    fn scale(&mut self, factors: &GpuTensor, x: &GpuTensor) -> Result<(), ModelError> {
        self.columns(Kernel::Scale, x.stride, &[&factors.buffer, &x.buffer]);
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

    fn scatter(&mut self, x: &GpuTensor, pool: &GpuTensor) -> Result<(), ModelError> {
        let rows = self.rows.clone();
        let buffers = [&rows, &x.buffer, &pool.buffer];
        self.columns(Kernel::Scatter, x.stride, &buffers);
        Ok(())
    }

    fn unembed(
        &mut self,
        x: &GpuTensor,
        unembedding: &Unembedding<'_, Self>,
        logits: &GpuTensor,
    ) -> Result<(), ModelError> {
        let Unembedding { table, bias, cap } = unembedding;
        let (logits_for, nothing) = (self.logits_for.clone(), self.nothing.clone());
        let bias_buffer = &bias.unwrap_or(&nothing).buffer;
        let variant = self.families.unembed();
        let kernel = Kernel::Unembed(variant, table.format);
        for part in &table.parts {
            let n4 = part.rows.div_ceil(4);
            let constants = [
                ("D4", f64::from(table.stride / 4)),
                ("FIRST4", f64::from(part.first / 4)),
                ("N4", f64::from(n4)),
                ("STRIDE4", f64::from(logits.stride / 4)),
                ("BIAS", flag(bias.is_some())),
                ("CAP", f64::from(cap.unwrap_or(0.0))),
            ];
            let buffers = [&logits_for, &x.buffer, bias_buffer, &logits.buffer];
            let grid = match variant {
                Unembed::Row => {
                    let threads = n4.div_ceil(kernel.groups_a_thread());
                    [
                        Extent::threads(threads, self.group_of(kernel)),
                        Extent::LogitRows,
                        Extent::Fixed(1),
                    ]
                }
                Unembed::Split | Unembed::Subgroup => wide(n4, Extent::LogitRows),
            };
            self.dispatch_weights(kernel, &constants, part, &buffers, grid);
        }
        Ok(())
    }

    fn tap(&mut self, tensor: &GpuTensor) -> Result<(), ModelError> {
        self.current.push(Command::Tap(Tap::rows(tensor)));
        Ok(())
    }

    fn tap_scores(&mut self, config: &Config, scores: &GpuTensor) -> Result<(), ModelError> {
        let tap = Tap::scores(scores, config.n_heads);
        self.current.push(Command::Tap(tap));
        Ok(())
    }

    async fn finish(&mut self, logits: Option<&GpuTensor>) -> Result<Readback, ModelError> {
        let commands = match self.replaying.take() {
            Some(plan) => plan,
            None => std::mem::take(&mut self.current).into(),
        };
        self.submit(&commands, logits).await
    }
}

impl Measure for Gpu {
    async fn profile(&mut self, key: PlanKey) -> Result<Vec<KernelTime>, ModelError> {
        match self.plans.get(&key).cloned() {
            Some(plan) => profile(self, &plan).await,
            None => Ok(Vec::new()),
        }
    }

    async fn timeline(&mut self, key: PlanKey) -> Result<Timeline, ModelError> {
        match self.plans.get(&key).cloned() {
            Some(plan) => timeline(self, &plan).await,
            None => Ok(Timeline::default()),
        }
    }

    async fn bandwidth_gbps(&mut self) -> Result<f64, ModelError> {
        let most = self.device.context.max_binding_bytes() / 16 * 16;
        self.copy_gbps(most.min(COPIED_BYTES)).await
    }
}
