//! The verbs a model is written in. A backend is a place where they run.
//!
//! Every verb works on the rows of the current [`Batch`]. On a device the verbs are *recorded*;
//! [`Backend::finish`] runs what was recorded and brings results back. A recorded plan can be kept
//! and replayed for another batch with nothing created.
//!
//! Shapes: `rows` is the number of rows of the batch. Tensors are f32, row-major, and their rows are
//! padded to a multiple of four elements; padding is zero. A *pool* is a tensor with one row a slot.

use std::future::Future;

use logitscope_core::blocks::Activation;
use logitscope_core::inspection::{KernelTime, Timeline};
use logitscope_core::trace::BackendInfo;
use logitscope_core::{BlockFormat, MatrixFormat};
use logitscope_loops::floats::round_f16;
pub use logitscope_loops::planes::{Along, Planes};

use crate::batch::Batch;
use crate::{Config, ModelError};

pub use crate::checkpoint::dtype::FloatType;
pub use crate::padding::pad4;
pub use logitscope_core::scoring::Scoring;

/// What a weight matrix is for; a backend may lay it out accordingly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatrixRole {
    /// Its rows are looked up, and multiplied one by one: embedding and unembedding.
    Table,
    /// It is multiplied from the left, `x·W`.
    Weights,
}

impl MatrixRole {
    /// Along what products sum, and blocks lie.
    pub fn along(self) -> Along {
        match self {
            MatrixRole::Table => Along::Rows,
            MatrixRole::Weights => Along::Columns,
        }
    }
}

/// A weight matrix to be uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixSpec {
    /// For labels and messages.
    pub name: String,
    /// Number of rows.
    pub rows: u32,
    /// Elements a row, without padding.
    pub cols: u32,
    /// How to keep it.
    pub format: MatrixFormat,
    /// What it is for.
    pub role: MatrixRole,
}

/// Columns of a matrix that lie in a file one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// How many.
    pub count: usize,
    /// Where the first of them is in the matrix.
    pub at: usize,
    /// How far apart they are there.
    pub step: usize,
}

/// Gives rows of a matrix; a function of the first row and the values will do.
pub trait Fill {
    /// Writes rows from `first` on, each of `pad4(cols)` elements, until `out` is full. Padding arrives zeroed.
    fn values(&mut self, first: u32, out: &mut [f32]);

    /// The same as the bits of the nearest f16, ties to even. No value may be so large that there is none.
    fn halves(&mut self, first: u32, out: &mut [u16]) {
        let mut values = vec![0.0; out.len()];
        self.values(first, &mut values);
        round_f16(&values, out);
    }

    /// The stretches that it consists of, if it is stored column by column. Then the following may be asked for instead of rows.
    fn stretches(&self) -> Vec<Stretch> {
        Vec::new()
    }

    /// Elements of a column of a stretch, from row `first` on, until `out` is full.
    fn column_values(&mut self, _stretch: usize, _column: usize, _first: u32, _out: &mut [f32]) {}

    /// The same as the bits of the nearest f16.
    fn column_halves(&mut self, stretch: usize, column: usize, first: u32, out: &mut [u16]) {
        let mut values = vec![0.0; out.len()];
        self.column_values(stretch, column, first, &mut values);
        round_f16(&values, out);
    }

    /// The type of all elements as they are stored, if it is one and none is too large for f16. Of one of 16 bits the following may be asked for.
    fn float_type(&self) -> Option<FloatType> {
        None
    }

    /// The bits of rows from `first` on, as they are stored, each row of `pad4(cols)` elements. Padding arrives zeroed.
    fn bits(&mut self, _first: u32, _out: &mut [u16]) {}

    /// The same of a column of a stretch.
    fn column_bits(&mut self, _stretch: usize, _column: usize, _first: u32, _out: &mut [u16]) {}

    /// `rows` rows from `first` on, where they are stored in blocks that `format` keeps exactly.
    fn stored_blocks(&mut self, _first: u32, _rows: usize, _format: BlockFormat) -> Option<Planes> {
        None
    }
}

/// `rows` rows from `first` on of a matrix that is kept in blocks of `format`; they are brought into them where they are not stored so.
pub fn blocks_of(
    fill: &mut dyn Fill,
    spec: &MatrixSpec,
    first: u32,
    rows: usize,
    format: BlockFormat,
) -> Planes {
    let stored = fill.stored_blocks(first, rows, format);
    stored.unwrap_or_else(|| {
        let stride = pad4(spec.cols) as usize;
        let mut values = vec![0.0; rows * stride];
        fill.values(first, &mut values);
        Planes::quantised(&values, stride, spec.role.along(), format)
    })
}

impl<F: FnMut(u32, &mut [f32])> Fill for F {
    fn values(&mut self, first: u32, out: &mut [f32]) {
        self(first, out);
    }
}

/// What a linear layer does with `x·W + b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Epilogue {
    /// `out = x·W + b`.
    Store,
    /// `out = activation(x·W + b)`.
    Activate(Activation),
    /// `out = out + x·W + b`: the residual add, in place.
    Add,
}

/// The weights and the bias of a linear layer.
#[derive(Debug)]
pub struct Linear<B: Backend> {
    /// `[d_in, d_out]`.
    pub weight: B::Matrix,
    /// `[d_out]`; `None` where there is none.
    pub bias: Option<B::Vector>,
}

/// The gain and the bias of a layer norm.
#[derive(Debug)]
pub struct Norm<B: Backend> {
    /// `[d_model]`.
    pub gain: B::Vector,
    /// `[d_model]`.
    pub bias: B::Vector,
}

/// The norm of the heads of queries, or of keys; all of its vectors are as long as what is normalised together.
#[derive(Debug)]
pub struct HeadNorm<B: Backend> {
    /// γ.
    pub gain: B::Vector,
    /// β of a layer norm; `None` of an RMS norm.
    pub bias: Option<B::Vector>,
}

/// What makes logits of the final norm's output.
#[derive(Debug)]
pub struct Unembedding<'a, B: Backend> {
    /// `[d_vocab, d_model]`.
    pub table: &'a B::Matrix,
    /// `[d_vocab]`, added to the products; `None` where there is none.
    pub bias: Option<&'a B::Vector>,
    /// What bounds the logits then: cap · tanh(logit / cap).
    pub cap: Option<f32>,
}

impl<'a, B: Backend> Unembedding<'a, B> {
    /// Products with a table, and nothing else.
    pub fn plain(table: &'a B::Matrix) -> Self {
        Unembedding {
            table,
            bias: None,
            cap: None,
        }
    }
}

/// Keys and values of one layer, each a pool `[n_slots, d_kv]`.
#[derive(Debug)]
pub struct KvPool<B: Backend> {
    /// Keys.
    pub k: B::Tensor,
    /// Values.
    pub v: B::Tensor,
}

/// Which kept plan to replay. The number of rows is not part of it: it only sets how many threads run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlanKey {
    /// One row (decoding) or several (prefill): they use different kernels.
    pub single_row: bool,
    /// Whether logits are computed.
    pub logits: bool,
}

/// What [`Backend::finish`] brings back.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Readback {
    /// `[n_logits, pad4(d_vocab)]`; empty if none were asked for.
    pub logits: Vec<f32>,
    /// The tensors named by [`Backend::tap`], in that order, each `[rows, pad4(cols)]`.
    pub taps: Vec<Vec<f32>>,
}

/// A place where a model runs.
pub trait Backend: Sized + 'static {
    /// Whether verbs are recorded and kept as plans; else they run at once.
    const RECORDS: bool;

    /// A weight matrix.
    type Matrix;
    /// A weight vector, f32.
    type Vector;
    /// A tensor of the workspace, or a pool.
    type Tensor;

    /// What computes, for the visitor.
    fn info(&self) -> BackendInfo;

    /// Bytes of weights kept so far.
    fn weight_bytes(&self) -> u64;

    /// Bytes of everything allocated so far: weights, tensors, and what the backend itself needs to run.
    fn allocated_bytes(&self) -> u64;

    /// The most bytes that a tensor may have; `None` where only memory limits it.
    fn most_bytes(&self) -> Option<u64> {
        None
    }

    /// Uploads a weight matrix, asking `fill` for its rows from first to last, some at a time.
    fn matrix(
        &mut self,
        spec: &MatrixSpec,
        fill: &mut dyn Fill,
    ) -> Result<Self::Matrix, ModelError>;

    /// Uploads a weight vector.
    fn vector(&mut self, name: &str, values: &[f32]) -> Result<Self::Vector, ModelError>;

    /// Allocates a zeroed tensor `[rows, cols]`.
    fn tensor(&mut self, name: &str, rows: u32, cols: u32) -> Result<Self::Tensor, ModelError>;

    /// Writes the first rows of a tensor, each padded to a multiple of four. Whatever is recorded before the next
    /// [`Backend::finish`] sees the new values.
    fn write(&mut self, tensor: &Self::Tensor, values: &[f32]) -> Result<(), ModelError>;

    /// Begins a forward pass over `batch`.
    fn begin(&mut self, batch: &Batch) -> Result<(), ModelError>;

    /// Takes up the plan kept under `key`, if there is one; then no verbs are needed.
    fn replay(&mut self, key: PlanKey) -> bool;

    /// Keeps the verbs since [`Backend::begin`] as the plan `key`.
    fn keep(&mut self, key: PlanKey);

    /// Waits until what the kept plans need is compiled.
    fn compiled(&mut self) -> impl Future<Output = Result<(), ModelError>>;

    /// What is recorded from now on belongs to a block, or to none.
    fn enter(&mut self, layer: Option<u32>);

    /// `out[r] = scale · wte[token[r]] + wpe[position[r]]`; either table may be left out.
    ///
    /// `wte`: `[d_vocab, d_model]`, `wpe`: `[n_positions, d_model]`, `out`: `[rows, d_model]`. Rows of any other matrix are read in the
    /// same way, into an `out` of its width.
    fn embed(
        &mut self,
        wte: Option<&Self::Matrix>,
        wpe: Option<&Self::Matrix>,
        scale: f32,
        out: &Self::Tensor,
    ) -> Result<(), ModelError>;

    /// `out[r] = (x[r] − mean) / √(variance + eps) · gain + bias`, over the d_model elements of the row (Ba et al. 2016,
    /// arXiv:1607.06450). If `keep` is given, `x[r]` is also stored there at the row's slot.
    ///
    /// `x`, `out`: `[rows, d_model]`, `keep`: `[n_slots, d_model]`.
    fn norm(
        &mut self,
        config: &Config,
        x: &Self::Tensor,
        norm: &Norm<Self>,
        out: &Self::Tensor,
        keep: Option<&Self::Tensor>,
    ) -> Result<(), ModelError>;

    /// `out[r] = x[r] / √(mean(x[r]²) + eps) · gain`, over the d_model elements of the row (Zhang & Sennrich 2019,
    /// arXiv:1910.07467). If `keep` is given, `x[r]` is also stored there at the row's slot.
    ///
    /// `x`, `out`: `[rows, d_model]`, `gain`: `[d_model]`, `keep`: `[n_slots, d_model]`.
    fn rms_norm(
        &mut self,
        config: &Config,
        x: &Self::Tensor,
        gain: &Self::Vector,
        out: &Self::Tensor,
        keep: Option<&Self::Tensor>,
    ) -> Result<(), ModelError>;

    /// `out[r] = out[r] + x[r] / √(mean(x[r]²) + eps) · gain`, as [`Backend::rms_norm`].
    fn rms_norm_add(
        &mut self,
        config: &Config,
        x: &Self::Tensor,
        gain: &Self::Vector,
        out: &Self::Tensor,
    ) -> Result<(), ModelError>;

    /// Queries, keys and values of one layer whose heads have keys and values of their own: `q[r]` to `q`, keys and values to the
    /// row's slot of `cache`. With `store` false only `q` is computed: the slots hold keys and values already.
    ///
    /// `x`: `[rows, d_model]`, `qkv`: `[d_model, 3·pad4(d_model)]`, `q`: `[rows, d_model]`.
    fn qkv(
        &mut self,
        x: &Self::Tensor,
        qkv: &Linear<Self>,
        q: &Self::Tensor,
        cache: &KvPool<Self>,
        store: bool,
    ) -> Result<(), ModelError>;

    /// Norms of the heads of queries and keys, each by itself, in place (Henry et al. 2020, arXiv:2010.04245); or of all heads together
    /// where the config says so. Of both or of neither there is a bias.
    ///
    /// `qkv`: `[rows, d_qkv]`, its three sections padded to four columns, `norms`: of queries and of keys, `[d_head]` each, or `[d_q]` and
    /// `[d_kv]`.
    fn qk_norm(
        &mut self,
        config: &Config,
        qkv: &Self::Tensor,
        norms: &[HeadNorm<Self>; 2],
    ) -> Result<(), ModelError>;

    /// Rotary positions (Su et al. 2021, arXiv:2104.09864): of the first d_turned elements of each head of q and k, j and j + d_turned/2 are
    /// turned together by the angle whose cosine and sine are j-th in the first and the second half of `table[position[r]]`. q goes to
    /// `q`, k and v, which is not turned, to the row's slot of `cache`, unless `store` is false.
    ///
    /// `qkv`: `[rows, d_qkv]`, its three sections padded to four columns, `table`: `[n_ctx, d_turned]`, `q`: `[rows, d_q]`.
    fn rotary(
        &mut self,
        config: &Config,
        qkv: &Self::Tensor,
        table: &Self::Tensor,
        q: &Self::Tensor,
        cache: &KvPool<Self>,
        store: bool,
    ) -> Result<(), ModelError>;

    /// Causal attention of every row over the slots of its path, all heads at once:
    /// `z = softmax(scale · q·kᵀ)·v`. `scratch` is as large as the scores. Neighbouring heads share keys and values
    /// where there are fewer heads of those.
    ///
    /// `q`, `z`: `[rows, d_q]`, `scratch`: `[rows, n_heads·n_ctx]`.
    fn attend(
        &mut self,
        config: &Config,
        scoring: Scoring,
        q: &Self::Tensor,
        cache: &KvPool<Self>,
        scratch: &Self::Tensor,
        z: &Self::Tensor,
    ) -> Result<(), ModelError>;

    /// `scores[r, h, t] = scale · q[r, h]·k[path[r][t], g]` for t below the row's path length, g being the group of h, bounded if there is a
    /// cap; what lies before the window is masked.
    ///
    /// `scores`: `[rows, n_heads, max_len]`, max_len being the batch's longest path, in a tensor of `[rows, n_heads·n_ctx]`.
    fn attn_scores(
        &mut self,
        config: &Config,
        scoring: Scoring,
        q: &Self::Tensor,
        k: &Self::Tensor,
        scores: &Self::Tensor,
    ) -> Result<(), ModelError>;

    /// `scores[r, h, :] = softmax(scores[r, h, :])` over the row's path length, in place.
    fn softmax(&mut self, config: &Config, scores: &Self::Tensor) -> Result<(), ModelError>;

    /// `z[r, h] = Σ_t pattern[r, h, t] · v[path[r][t], g]`, g being the group of h.
    fn attn_mix(
        &mut self,
        config: &Config,
        pattern: &Self::Tensor,
        v: &Self::Tensor,
        z: &Self::Tensor,
    ) -> Result<(), ModelError>;

    /// A linear layer with its epilogue. `x`: `[rows, d_in]`, `out`: `[rows, d_out]`.
    fn linear(
        &mut self,
        x: &Self::Tensor,
        linear: &Linear<Self>,
        epilogue: Epilogue,
        out: &Self::Tensor,
    ) -> Result<(), ModelError>;

    /// The gated entrance of an MLP: `out[r, j] = activation(y[2j]) · y[2j + 1]` with `y = x[r]·W + b` (Shazeer 2020, arXiv:2002.05202).
    /// `scratch` may be used for `y`.
    ///
    /// `x`: `[rows, d_in]`, `linear`: `[d_in, 2·pad4(d_mlp)]`, `scratch`: `[rows, 2·pad4(d_mlp)]`, `out`: `[rows, d_mlp]`.
    fn linear_gated(
        &mut self,
        x: &Self::Tensor,
        linear: &Linear<Self>,
        activation: Activation,
        scratch: &Self::Tensor,
        out: &Self::Tensor,
    ) -> Result<(), ModelError>;

    /// `out[r, j] = activation(x[r, 2j]) · x[r, 2j + 1]`. `x`: `[rows, 2·pad4(d)]`, `out`: `[rows, d]`.
    fn gate(
        &mut self,
        activation: Activation,
        x: &Self::Tensor,
        out: &Self::Tensor,
    ) -> Result<(), ModelError>;

    /// `out = activation(x)`. Both `[rows, d]`.
    fn activate(
        &mut self,
        activation: Activation,
        x: &Self::Tensor,
        out: &Self::Tensor,
    ) -> Result<(), ModelError>;

    /// `out = out + a`. Both `[rows, d]`.
    fn add(&mut self, a: &Self::Tensor, out: &Self::Tensor) -> Result<(), ModelError>;

    /// `x[r] = x[r] ⊙ factors[0]`. `factors`: `[1, d]`, `x`: `[rows, d]`.
    fn scale(&mut self, factors: &Self::Tensor, x: &Self::Tensor) -> Result<(), ModelError>;

    /// `out[r] = pool[slot[r]]`.
    fn gather(&mut self, pool: &Self::Tensor, out: &Self::Tensor) -> Result<(), ModelError>;

    /// `pool[slot[r]] = x[r]`.
    fn scatter(&mut self, x: &Self::Tensor, pool: &Self::Tensor) -> Result<(), ModelError>;

    /// `logits[j] = table · x[logits_for[j]] + bias`, bounded if there is a cap. `x`: `[rows, d_model]`, `logits`: `[n_logits, d_vocab]`.
    fn unembed(
        &mut self,
        x: &Self::Tensor,
        unembedding: &Unembedding<'_, Self>,
        logits: &Self::Tensor,
    ) -> Result<(), ModelError>;

    /// Brings `tensor` back, as it is at this point of the plan.
    fn tap(&mut self, tensor: &Self::Tensor) -> Result<(), ModelError>;

    /// The same of scores or a pattern: `[rows, n_heads, max_len]`.
    fn tap_scores(&mut self, config: &Config, scores: &Self::Tensor) -> Result<(), ModelError>;

    /// Runs the plan and waits for it. `logits` is brought back if the batch asks for logits.
    fn finish(
        &mut self,
        logits: Option<&Self::Tensor>,
    ) -> impl Future<Output = Result<Readback, ModelError>>;
}

/// What a backend can measure of itself.
pub trait Measure: Backend {
    /// Times the kept plan `key`, by the wall clock, at the sizes of the last batch: first the whole pass, then each kernel
    /// by itself. Empty where nothing is recorded. What is kept at slots is afterwards what it was.
    fn profile(
        &mut self,
        key: PlanKey,
    ) -> impl Future<Output = Result<Vec<KernelTime>, ModelError>>;

    /// Times every dispatch of the kept plan `key` by the adapter's own clock, at the sizes of the last batch. What is kept at slots is
    /// afterwards what it was.
    fn timeline(&mut self, key: PlanKey) -> impl Future<Output = Result<Timeline, ModelError>>;

    /// Gigabytes a second of memory here, by measurement: on a GPU those that a copy reads and writes together, on the CPU those of the
    /// weights that a large product reads.
    fn bandwidth_gbps(&mut self) -> impl Future<Output = Result<f64, ModelError>>;
}
