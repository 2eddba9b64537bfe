//! The CPU backend: every verb as the obvious loop.
//!
//! It is the reference twin of every shader, with the shader's names in the shader's order, and
//! the fallback where there is no WebGPU. Verbs run at once; nothing is recorded. The inner loops that
//! take the time are in `logitscope_loops`.
//!
//! Matrices are kept as the precision says, and sums are f32, so that both backends compute with the same numbers.

mod helpers;

use std::rc::Rc;

use bytemuck::allocation::try_zeroed_vec;
use logitscope_core::blocks::{Activation, capped};
use logitscope_core::error::{DeviceFault, Impossible};
use logitscope_core::inspection::{KernelTime, Timeline};
use logitscope_core::trace::BackendInfo;
use logitscope_core::{BLOCK, MatrixFormat};
use logitscope_loops::attention::{self, Heads, Slots};
use logitscope_loops::lanes::{self, axpy, exp_sum};
use logitscope_loops::planes::Along;
use web_time::Instant;

use crate::backend::{
    Backend, Epilogue, Fill, HeadNorm, KvPool, Linear, MatrixRole, MatrixSpec, Measure, Norm,
    PlanKey, Readback, Scoring, Unembedding, blocks_of, pad4,
};
use crate::batch::Batch;
use crate::{Config, ModelError};
pub use helpers::{Helpers, Shared};
pub use logitscope_loops::Columns;

/// A tensor `[rows, stride]`: an index into the backend's memory.
#[derive(Debug, Clone, Copy)]
pub struct CpuTensor {
    id: usize,
    stride: usize,
}

/// A weight matrix, in the order in which it is read.
#[derive(Debug)]
pub enum CpuMatrix {
    /// [`MatrixRole::Table`]: its rows are the columns here, for a product goes over all of them.
    Table(Shared),
    /// [`MatrixRole::Weights`].
    Weights(Shared),
}

impl CpuMatrix {
    /// Adds a row to `y`, of as many elements.
    fn add_row(&self, row: usize, y: &mut [f32]) {
        match self {
            CpuMatrix::Table(table) => table.add_column(row, y),
            CpuMatrix::Weights(weights) => weights.add_row(row, y),
        }
    }
}

fn wrong_role(what: &str) -> ModelError {
    ModelError::Device(DeviceFault::Mistake { what: what.into() })
}

/// What an RMS norm multiplies `x` with: 1 / √(mean(x²) + eps).
fn rms_scale(x: &[f32], eps: f32) -> f32 {
    let square = x.iter().map(|x| x * x).sum::<f32>() / x.len() as f32;
    1.0 / (square + eps).sqrt()
}

/// Takes the mean away from each number.
fn centre(x: &mut [f32]) {
    let mean = x.iter().sum::<f32>() / x.len() as f32;
    x.iter_mut().for_each(|x| *x -= mean);
}

fn heads(config: &Config, batch: &Batch) -> Heads {
    Heads {
        d_head: config.d_head as usize,
        n_heads: config.n_heads as usize,
        group: config.n_heads as usize / config.n_kv_heads as usize,
        stride: batch.max_len.max(1) as usize,
    }
}

/// The CPU backend.
#[derive(Debug, Default)]
pub struct Cpu {
    memory: Vec<Vec<f32>>,
    batch: Batch,
    taps: Vec<Vec<f32>>,
    /// The product that is worked on.
    sums: Vec<f32>,
    weight_bytes: u64,
    /// That of the matrix that came last.
    format: MatrixFormat,
    /// Others that multiply, too.
    helpers: Option<Rc<dyn Helpers>>,
}

impl Cpu {
    /// A backend with nothing in it.
    pub fn new() -> Self {
        Cpu::default()
    }

    /// The same, whose matrices are shared with `helpers` where there are any.
    pub fn with(helpers: Option<Rc<dyn Helpers>>) -> Self {
        Cpu {
            helpers,
            ..Cpu::default()
        }
    }

    /// Gigabytes of weights a second, kept in this format, that a product with one row reads here: the best of three, a few milliseconds.
    pub fn measure_gbps(format: MatrixFormat) -> f64 {
        const SIDE: usize = 2048;
        let w = Columns::new(SIDE, SIDE, format);
        let x = vec![1.0f32; SIDE];
        let mut sums = vec![0.0f32; SIDE];
        let mut best_s = f64::INFINITY;
        for _ in 0..3 {
            let start = Instant::now();
            w.add_product(&[&x], &mut sums, SIDE);
            // A browser's clock may be coarse: never zero.
            best_s = best_s.min(start.elapsed().as_secs_f64().max(1e-4));
        }
        // Used, so that it is computed.
        std::hint::black_box(&sums);
        w.bytes() as f64 / best_s / 1e9
    }

    /// Row `r` of `t`.
    fn row(&self, t: &CpuTensor, r: usize) -> &[f32] {
        &self.memory[t.id][r * t.stride..][..t.stride]
    }

    fn slots(&self, t: &CpuTensor) -> Slots<'_> {
        Slots {
            values: &self.memory[t.id],
            stride: t.stride,
        }
    }

    fn row_mut(&mut self, t: &CpuTensor, r: usize) -> &mut [f32] {
        &mut self.memory[t.id][r * t.stride..][..t.stride]
    }

    /// Keeps `values`, which row `r` had, at its slot.
    fn keep_row(&mut self, keep: Option<&CpuTensor>, r: usize, values: &[f32]) {
        if let Some(keep) = keep {
            let slot = self.batch.rows[r].slot as usize;
            self.row_mut(keep, slot).copy_from_slice(values);
        }
    }

    fn n_rows(&self) -> usize {
        self.batch.rows.len()
    }

    /// The slots that row `r` attends to.
    fn path(&self, r: usize) -> &[u32] {
        let row = self.batch.rows[r];
        &self.batch.paths[row.path_start as usize..][..row.path_len as usize]
    }

    /// `x·W + b` for every row into `sums`, `[rows, d_out]`, one row after the other.
    fn product(
        &self,
        x: &CpuTensor,
        linear: &Linear<Self>,
        sums: &mut Vec<f32>,
    ) -> Result<(), ModelError> {
        let CpuMatrix::Weights(w) = &linear.weight else {
            return Err(wrong_role("a table was multiplied from the left"));
        };
        sums.clear();
        match &linear.bias {
            Some(bias) => (0..self.n_rows()).for_each(|_| sums.extend_from_slice(bias)),
            None => sums.resize(self.n_rows() * w.cols(), 0.0),
        }
        let rows: Vec<&[f32]> = (0..self.n_rows()).map(|r| self.row(x, r)).collect();
        w.add_product(&rows, sums, w.cols());
        Ok(())
    }

    /// Computes [`product`](Self::product) in memory that is kept from one to the next, and gives each row of it to `take`.
    fn each_product(
        &mut self,
        x: &CpuTensor,
        linear: &Linear<Self>,
        mut take: impl FnMut(&mut Self, usize, &mut [f32]),
    ) -> Result<(), ModelError> {
        let mut sums = std::mem::take(&mut self.sums);
        let computed = self.product(x, linear, &mut sums);
        if computed.is_ok() {
            let d_out = sums.len() / self.n_rows().max(1);
            for (r, sum) in sums.chunks_exact_mut(d_out.max(1)).enumerate() {
                take(self, r, sum);
            }
        }
        self.sums = sums;
        computed
    }
}

impl Backend for Cpu {
    const RECORDS: bool = false;
    type Matrix = CpuMatrix;
    type Vector = Vec<f32>;
    type Tensor = CpuTensor;

    fn info(&self) -> BackendInfo {
        let place = if cfg!(target_arch = "wasm32") {
            "WebAssembly"
        } else {
            std::env::consts::ARCH
        };
        let adapter = match &self.helpers {
            Some(helpers) => format!("CPU ({place}, {} threads)", helpers.count() + 1),
            None => format!("CPU ({place})"),
        };
        BackendInfo {
            kind: "cpu".into(),
            adapter,
        }
    }

    fn weight_bytes(&self) -> u64 {
        self.weight_bytes
    }

    fn allocated_bytes(&self) -> u64 {
        let tensors: usize = self.memory.iter().map(Vec::len).sum();
        self.weight_bytes + 4 * tensors as u64
    }

    fn matrix(&mut self, spec: &MatrixSpec, fill: &mut dyn Fill) -> Result<CpuMatrix, ModelError> {
        /// Some at a time, so that a matrix is not in memory twice; whole blocks.
        const ROWS: usize = 2 * BLOCK;
        let (n, stride) = (spec.rows as usize, pad4(spec.cols) as usize);
        let along = spec.role.along();
        let (summed, cols) = match along {
            Along::Rows => (stride, n),
            Along::Columns => (n, stride),
        };
        let mut columns = Columns::new(summed, cols, spec.format);
        let mut values = vec![0.0; ROWS * stride];
        for first in (0..n).step_by(ROWS) {
            let rows = ROWS.min(n - first);
            if let MatrixFormat::Blocks(format) = columns.format() {
                let planes = blocks_of(fill, spec, first as u32, rows, format);
                columns.set_blocks(first, &planes);
                continue;
            }
            let values = &mut values[..rows * stride];
            values.fill(0.0);
            fill.values(first as u32, values);
            match along {
                Along::Rows => {
                    let rows = (first..).zip(values.chunks_exact(stride));
                    rows.for_each(|(r, row)| columns.set_column(r, row));
                }
                Along::Columns => columns.set_rows(first, values, stride),
            }
        }
        self.weight_bytes += columns.bytes();
        self.format = columns.format();
        let shared = Shared::new(columns, self.helpers.as_ref());
        Ok(match spec.role {
            MatrixRole::Table => CpuMatrix::Table(shared),
            MatrixRole::Weights => CpuMatrix::Weights(shared),
        })
    }

    fn vector(&mut self, _name: &str, values: &[f32]) -> Result<Vec<f32>, ModelError> {
        let mut padded = values.to_vec();
        padded.resize(pad4(values.len() as u32) as usize, 0.0);
        self.weight_bytes += 4 * padded.len() as u64;
        Ok(padded)
    }

    fn tensor(&mut self, _name: &str, rows: u32, cols: u32) -> Result<CpuTensor, ModelError> {
        let stride = pad4(cols) as usize;
        // Memory that the system does not give is an error here, not an abort.
        let memory = (rows as usize).checked_mul(stride).map(try_zeroed_vec);
        let Some(Ok(memory)) = memory else {
            let needed = 4 * u64::from(rows) * stride as u64;
            return Err(ModelError::NoRoom { needed, fits: None });
        };
        self.memory.push(memory);
        Ok(CpuTensor {
            id: self.memory.len() - 1,
            stride,
        })
    }

    fn write(&mut self, tensor: &CpuTensor, values: &[f32]) -> Result<(), ModelError> {
        let memory = &mut self.memory[tensor.id];
        let place = memory.get_mut(..values.len()).ok_or({
            ModelError::Impossible(Impossible::Values {
                values: values.len(),
            })
        })?;
        place.copy_from_slice(values);
        Ok(())
    }

    fn begin(&mut self, batch: &Batch) -> Result<(), ModelError> {
        self.batch.clone_from(batch);
        self.taps.clear();
        Ok(())
    }

    fn replay(&mut self, _key: PlanKey) -> bool {
        false
    }

    fn keep(&mut self, _key: PlanKey) {}

    async fn compiled(&mut self) -> Result<(), ModelError> {
        Ok(())
    }

    fn enter(&mut self, _layer: Option<u32>) {}

    fn embed(
        &mut self,
        wte: Option<&CpuMatrix>,
        wpe: Option<&CpuMatrix>,
        scale: f32,
        out: &CpuTensor,
    ) -> Result<(), ModelError> {
        for r in 0..self.n_rows() {
            let row = self.batch.rows[r];
            let y = self.row_mut(out, r);
            y.fill(0.0);
            if let Some(wte) = wte {
                wte.add_row(row.token as usize, y);
                y.iter_mut().for_each(|y| *y *= scale);
            }
            if let Some(wpe) = wpe {
                wpe.add_row(row.position as usize, y);
            }
        }
        Ok(())
    }

    fn norm(
        &mut self,
        config: &Config,
        x: &CpuTensor,
        norm: &Norm<Self>,
        out: &CpuTensor,
        keep: Option<&CpuTensor>,
    ) -> Result<(), ModelError> {
        let d = config.d_model as usize;
        for r in 0..self.n_rows() {
            let xs = self.row(x, r).to_vec();
            let mean = xs[..d].iter().sum::<f32>() / d as f32;
            let variance = xs[..d].iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / d as f32;
            let scale = 1.0 / (variance + config.norm_eps).sqrt();
            let y = self.row_mut(out, r);
            for c in 0..d {
                y[c] = (xs[c] - mean) * scale * norm.gain[c] + norm.bias[c];
            }
            self.keep_row(keep, r, &xs);
        }
        Ok(())
    }

    fn rms_norm(
        &mut self,
        config: &Config,
        x: &CpuTensor,
        gain: &Vec<f32>,
        out: &CpuTensor,
        keep: Option<&CpuTensor>,
    ) -> Result<(), ModelError> {
        let d = config.d_model as usize;
        for r in 0..self.n_rows() {
            let xs = self.row(x, r).to_vec();
            let scale = rms_scale(&xs[..d], config.norm_eps);
            let y = self.row_mut(out, r);
            for c in 0..d {
                y[c] = xs[c] * scale * gain[c];
            }
            self.keep_row(keep, r, &xs);
        }
        Ok(())
    }

    fn rms_norm_add(
        &mut self,
        config: &Config,
        x: &CpuTensor,
        gain: &Vec<f32>,
        out: &CpuTensor,
    ) -> Result<(), ModelError> {
        let d = config.d_model as usize;
        for r in 0..self.n_rows() {
            let xs = self.row(x, r).to_vec();
            let scale = rms_scale(&xs[..d], config.norm_eps);
            let y = self.row_mut(out, r);
            for c in 0..d {
                y[c] += xs[c] * scale * gain[c];
            }
        }
        Ok(())
    }

    fn qkv(
        &mut self,
        x: &CpuTensor,
        qkv: &Linear<Self>,
        q: &CpuTensor,
        cache: &KvPool<Self>,
        store: bool,
    ) -> Result<(), ModelError> {
        let d = q.stride;
        self.each_product(x, qkv, |own, r, sum| {
            own.row_mut(q, r).copy_from_slice(&sum[..d]);
            if store {
                let slot = own.batch.rows[r].slot as usize;
                own.row_mut(&cache.k, slot).copy_from_slice(&sum[d..2 * d]);
                own.row_mut(&cache.v, slot)
                    .copy_from_slice(&sum[2 * d..3 * d]);
            }
        })
    }

    fn qk_norm(
        &mut self,
        config: &Config,
        qkv: &CpuTensor,
        norms: &[HeadNorm<Self>; 2],
    ) -> Result<(), ModelError> {
        let (d_q, d_kv) = (config.d_q(), config.d_kv());
        let sections = [(0, d_q), (pad4(d_q), d_kv)];
        let widths = config.qk_norm_widths();
        for r in 0..self.n_rows() {
            let row = self.row_mut(qkv, r);
            for (((at, len), norm), width) in sections.into_iter().zip(norms).zip(widths) {
                for x in row[at as usize..][..len as usize].chunks_exact_mut(width as usize) {
                    if norm.bias.is_some() {
                        centre(x);
                    }
                    let scale = rms_scale(x, config.norm_eps);
                    for (x, gain) in x.iter_mut().zip(&norm.gain) {
                        *x = *x * scale * gain;
                    }
                    for (x, bias) in x.iter_mut().zip(norm.bias.iter().flatten()) {
                        *x += bias;
                    }
                }
            }
        }
        Ok(())
    }

    fn rotary(
        &mut self,
        config: &Config,
        qkv: &CpuTensor,
        table: &CpuTensor,
        q: &CpuTensor,
        cache: &KvPool<Self>,
        store: bool,
    ) -> Result<(), ModelError> {
        let (d_head, half) = (config.d_head as usize, config.d_turned() as usize / 2);
        let (d_q, d_kv) = (config.d_q() as usize, config.d_kv() as usize);
        for r in 0..self.n_rows() {
            let row = self.batch.rows[r];
            let turns = self.row(table, row.position as usize);
            let turned = |x: &[f32]| -> Vec<f32> {
                let mut y = x.to_vec();
                for (x, y) in x.chunks_exact(d_head).zip(y.chunks_exact_mut(d_head)) {
                    for j in 0..half {
                        let (cos, sin) = (turns[j], turns[half + j]);
                        y[j] = x[j] * cos - x[half + j] * sin;
                        y[half + j] = x[half + j] * cos + x[j] * sin;
                    }
                }
                y
            };
            let sections = self.row(qkv, r);
            let (k_at, v_at) = (q.stride, q.stride + cache.k.stride);
            let own_q = turned(&sections[..d_q]);
            let own_k = turned(&sections[k_at..][..d_kv]);
            let own_v = sections[v_at..][..d_kv].to_vec();
            self.row_mut(q, r)[..d_q].copy_from_slice(&own_q);
            if store {
                let slot = row.slot as usize;
                self.row_mut(&cache.k, slot)[..d_kv].copy_from_slice(&own_k);
                self.row_mut(&cache.v, slot)[..d_kv].copy_from_slice(&own_v);
            }
        }
        Ok(())
    }

    fn attend(
        &mut self,
        config: &Config,
        scoring: Scoring,
        q: &CpuTensor,
        cache: &KvPool<Self>,
        scratch: &CpuTensor,
        z: &CpuTensor,
    ) -> Result<(), ModelError> {
        self.attn_scores(config, scoring, q, &cache.k, scratch)?;
        self.softmax(config, scratch)?;
        self.attn_mix(config, scratch, &cache.v, z)
    }

    fn attn_scores(
        &mut self,
        config: &Config,
        scoring: Scoring,
        q: &CpuTensor,
        k: &CpuTensor,
        scores: &CpuTensor,
    ) -> Result<(), ModelError> {
        let heads = heads(config, &self.batch);
        let mut out = std::mem::take(&mut self.memory[scores.id]);
        for (r, out) in (0..self.n_rows()).zip(out.chunks_exact_mut(heads.scores())) {
            attention::scores(
                heads,
                scoring,
                self.row(q, r),
                self.slots(k),
                self.path(r),
                out,
            );
        }
        self.memory[scores.id] = out;
        Ok(())
    }

    fn softmax(&mut self, config: &Config, scores: &CpuTensor) -> Result<(), ModelError> {
        let heads = heads(config, &self.batch);
        for r in 0..self.n_rows() {
            let len = self.path(r).len();
            for h in 0..heads.n_heads {
                let at = r * heads.scores() + h * heads.stride;
                let p = &mut self.memory[scores.id][at..][..len];
                let max = p.iter().copied().fold(f32::MIN, f32::max);
                let total = exp_sum(p, max);
                for x in p.iter_mut() {
                    *x /= total;
                }
            }
        }
        Ok(())
    }

    fn attn_mix(
        &mut self,
        config: &Config,
        pattern: &CpuTensor,
        v: &CpuTensor,
        z: &CpuTensor,
    ) -> Result<(), ModelError> {
        let heads = heads(config, &self.batch);
        let mut out = std::mem::take(&mut self.memory[z.id]);
        let patterns = self.memory[pattern.id].chunks_exact(heads.scores());
        let rows = patterns.zip(out.chunks_exact_mut(z.stride));
        for (r, (pattern, z)) in (0..self.n_rows()).zip(rows) {
            attention::mix(heads, pattern, self.slots(v), self.path(r), z);
        }
        self.memory[z.id] = out;
        Ok(())
    }

    fn linear(
        &mut self,
        x: &CpuTensor,
        linear: &Linear<Self>,
        epilogue: Epilogue,
        out: &CpuTensor,
    ) -> Result<(), ModelError> {
        self.each_product(x, linear, |own, r, sum| {
            let y = own.row_mut(out, r);
            match epilogue {
                Epilogue::Add => axpy(1.0, sum, y),
                Epilogue::Store => y.copy_from_slice(sum),
                Epilogue::Activate(activation) => {
                    lanes::activate(activation, sum);
                    y.copy_from_slice(sum);
                }
            }
        })
    }

    fn linear_gated(
        &mut self,
        x: &CpuTensor,
        linear: &Linear<Self>,
        activation: Activation,
        _scratch: &CpuTensor,
        out: &CpuTensor,
    ) -> Result<(), ModelError> {
        self.each_product(x, linear, |own, r, sum| {
            lanes::gate(activation, sum, own.row_mut(out, r))
        })
    }

    fn gate(
        &mut self,
        activation: Activation,
        x: &CpuTensor,
        out: &CpuTensor,
    ) -> Result<(), ModelError> {
        for r in 0..self.n_rows() {
            let xs = self.row(x, r).to_vec();
            lanes::gate(activation, &xs, self.row_mut(out, r));
        }
        Ok(())
    }

    fn activate(
        &mut self,
        activation: Activation,
        x: &CpuTensor,
        out: &CpuTensor,
    ) -> Result<(), ModelError> {
        for r in 0..self.n_rows() {
            let xs = self.row(x, r).to_vec();
            let y = self.row_mut(out, r);
            y.copy_from_slice(&xs);
            lanes::activate(activation, y);
        }
        Ok(())
    }

    fn add(&mut self, a: &CpuTensor, out: &CpuTensor) -> Result<(), ModelError> {
        for r in 0..self.n_rows() {
            let xs = self.row(a, r).to_vec();
            axpy(1.0, &xs, self.row_mut(out, r));
        }
        Ok(())
    }

    fn scale(&mut self, factors: &CpuTensor, x: &CpuTensor) -> Result<(), ModelError> {
        let factors = self.row(factors, 0).to_vec();
        for r in 0..self.n_rows() {
            let pairs = self.row_mut(x, r).iter_mut().zip(&factors);
            pairs.for_each(|(x, factor)| *x *= factor);
        }
        Ok(())
    }

    fn gather(&mut self, pool: &CpuTensor, out: &CpuTensor) -> Result<(), ModelError> {
        for r in 0..self.n_rows() {
            let xs = self.row(pool, self.batch.rows[r].slot as usize).to_vec();
            self.row_mut(out, r).copy_from_slice(&xs);
        }
        Ok(())
    }

    fn scatter(&mut self, x: &CpuTensor, pool: &CpuTensor) -> Result<(), ModelError> {
        for r in 0..self.n_rows() {
            let xs = self.row(x, r).to_vec();
            self.keep_row(Some(pool), r, &xs);
        }
        Ok(())
    }

    fn unembed(
        &mut self,
        x: &CpuTensor,
        unembedding: &Unembedding<'_, Self>,
        logits: &CpuTensor,
    ) -> Result<(), ModelError> {
        let CpuMatrix::Table(table) = unembedding.table else {
            return Err(wrong_role("a matrix of weights was multiplied as a table"));
        };
        let mut out = std::mem::take(&mut self.memory[logits.id]);
        let rows = self.batch.logits_for.iter();
        let xs: Vec<&[f32]> = rows.map(|r| self.row(x, *r as usize)).collect();
        let sums = &mut out[..xs.len() * logits.stride];
        sums.fill(0.0);
        table.add_product(&xs, sums, logits.stride);
        if let Some(bias) = unembedding.bias {
            let rows = sums.chunks_exact_mut(logits.stride);
            rows.for_each(|row| axpy(1.0, bias, row));
        }
        if unembedding.cap.is_some() {
            let cap = unembedding.cap;
            sums.iter_mut().for_each(|x| *x = capped(*x, cap));
        }
        self.memory[logits.id] = out;
        Ok(())
    }

    fn tap(&mut self, tensor: &CpuTensor) -> Result<(), ModelError> {
        let n = self.n_rows() * tensor.stride;
        self.taps.push(self.memory[tensor.id][..n].to_vec());
        Ok(())
    }

    fn tap_scores(&mut self, config: &Config, scores: &CpuTensor) -> Result<(), ModelError> {
        let n = self.n_rows() * heads(config, &self.batch).scores();
        self.taps.push(self.memory[scores.id][..n].to_vec());
        Ok(())
    }

    async fn finish(&mut self, logits: Option<&CpuTensor>) -> Result<Readback, ModelError> {
        let taps = std::mem::take(&mut self.taps);
        let logits = logits.map(|t| {
            let n = self.batch.logits_for.len() * t.stride;
            self.memory[t.id][..n].to_vec()
        });
        Ok(Readback {
            logits: logits.unwrap_or_default(),
            taps,
        })
    }
}

impl Measure for Cpu {
    async fn profile(&mut self, _key: PlanKey) -> Result<Vec<KernelTime>, ModelError> {
        Ok(Vec::new())
    }

    async fn timeline(&mut self, _key: PlanKey) -> Result<Timeline, ModelError> {
        Ok(Timeline::default())
    }

    async fn bandwidth_gbps(&mut self) -> Result<f64, ModelError> {
        Ok(Cpu::measure_gbps(self.format))
    }
}
