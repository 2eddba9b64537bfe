//! Every verb on the GPU against its CPU twin, at sizes that are awkward: 1, odd, a multiple of the
//! workgroup and one more, the real vocabulary; and with values that make `exp` and `tanh` large.

use std::sync::Arc;

use logitscope_core::blocks::{Activation, Blocks, Positions};
use logitscope_core::{BlockFormat, MatrixFormat};
use logitscope_gpu::kernels::Kernel;
use logitscope_model::backend::{
    Backend, Epilogue, Fill, HeadNorm, KvPool, Linear, MatrixRole, MatrixSpec, Norm, Planes,
    Scoring, Stretch, Unembedding, pad4,
};
use logitscope_model::batch::Batch;
use logitscope_model::{Config, Cpu, Family, Row};
use logitscope_tests::checkpoint::{fnv1a, hash, unit};
use logitscope_tests::{Gpus, Tolerance, async_test, close, gpus, gpus_soon};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Values are up to 30 and sums have up to 3,072 terms.
const TOLERANCE: Tolerance = Tolerance {
    abs: 2e-4,
    rel: 2e-4,
};

/// `[rows, cols]` values in -scale..scale, named.
fn values(name: &str, rows: u32, cols: u32, scale: f32) -> Vec<f32> {
    let seed = fnv1a(name);
    (0..u64::from(rows * cols))
        .map(|i| scale * unit(hash(seed, i)))
        .collect()
}

/// A matrix as a file has it.
struct Stored {
    values: Vec<f32>,
    planes: Option<Planes>,
    stride: usize,
    /// Number of columns, where they lie one after the other: first a third of them, then every other one, then those between.
    columns: Option<usize>,
}

impl Fill for Stored {
    fn values(&mut self, first: u32, out: &mut [f32]) {
        let own = &self.values[first as usize * self.stride..];
        out.copy_from_slice(&own[..out.len()]);
    }

    fn stretches(&self) -> Vec<Stretch> {
        let Some(columns) = self.columns else {
            return Vec::new();
        };
        let third = columns / 3;
        let others = columns - third;
        [
            (third, 0, 1),
            (others.div_ceil(2), third, 2),
            (others / 2, third + 1, 2),
        ]
        .map(|(count, at, step)| Stretch { count, at, step })
        .to_vec()
    }

    fn column_values(&mut self, stretch: usize, column: usize, first: u32, out: &mut [f32]) {
        let Stretch { at, step, .. } = self.stretches()[stretch];
        let own = self.values[first as usize * self.stride + at + column * step..].iter();
        let elements = own.step_by(self.stride);
        out.iter_mut().zip(elements).for_each(|(x, own)| *x = *own);
    }

    fn stored_blocks(&mut self, first: u32, rows: usize, _format: BlockFormat) -> Option<Planes> {
        Some(self.planes.as_ref()?.part(first as usize, rows))
    }
}

/// `values` in blocks of which no two have the same scale, nor the same offset if they have any.
fn uneven(values: &[f32], stride: usize, role: MatrixRole, format: BlockFormat) -> Planes {
    let mut planes = Planes::quantised(values, stride, role.along(), format);
    for (block, scale) in planes.scales.iter_mut().enumerate() {
        *scale *= 1.0 + 0.5 * unit(hash(1, block as u64));
    }
    for (block, offset) in planes.offsets.iter_mut().enumerate() {
        *offset += 0.05 * unit(hash(2, block as u64));
    }
    planes
}

/// A backend under test with a batch of `n_rows` rows on one path, the last of which has seen all.
struct Bench<B: Backend> {
    b: B,
    config: Config,
    n_rows: u32,
}

impl<B: Backend> Bench<B> {
    fn matrix(
        &mut self,
        name: &str,
        (rows, cols): (u32, u32),
        format: MatrixFormat,
        role: MatrixRole,
    ) -> B::Matrix {
        // So that sums over the rows stay near 1.
        let values = values(name, rows, cols, 2.0 / (rows as f32).sqrt());
        let spec = MatrixSpec {
            name: name.into(),
            rows,
            cols,
            format,
            role,
        };
        let stride = pad4(cols) as usize;
        let mut stored = vec![0.0; rows as usize * stride];
        let own = values.chunks_exact(cols as usize);
        for (row, own) in stored.chunks_exact_mut(stride).zip(own) {
            row[..own.len()].copy_from_slice(own);
        }
        let mut rows = Stored {
            planes: match format {
                MatrixFormat::Blocks(format) => Some(uneven(&stored, stride, role, format)),
                _ => None,
            },
            values: stored,
            stride,
            columns: (role == MatrixRole::Weights).then_some(cols as usize),
        };
        self.b.matrix(&spec, &mut rows).expect("the matrix fits")
    }

    fn linear(&mut self, name: &str, rows: u32, cols: u32, format: MatrixFormat) -> Linear<B> {
        let bias = values(&format!("{name}.bias"), 1, cols, 1.0);
        let weight = self.matrix(name, (rows, cols), format, MatrixRole::Weights);
        Linear {
            weight,
            bias: Some(self.b.vector("bias", &padded(&bias)).expect("it fits")),
        }
    }

    /// A tensor `[n_rows, cols]` with values up to `scale`: rows of a table, looked up by position.
    fn tensor(&mut self, name: &str, cols: u32, scale: f32) -> B::Tensor {
        let (rows, stride) = (self.config.n_ctx, pad4(cols) as usize);
        let values = values(name, rows, cols, scale);
        let spec = MatrixSpec {
            name: name.into(),
            rows,
            cols,
            format: MatrixFormat::F32,
            role: MatrixRole::Table,
        };
        let mut fill = |first: u32, out: &mut [f32]| {
            for (i, row) in out.chunks_exact_mut(stride).enumerate() {
                let at = (first as usize + i) * cols as usize;
                row[..cols as usize].copy_from_slice(&values[at..at + cols as usize]);
            }
        };
        let table = self.b.matrix(&spec, &mut fill).expect("the table fits");
        let out = self.empty(cols);
        self.b
            .embed(None, Some(&table), 1.0, &out)
            .expect("a lookup");
        out
    }

    fn empty(&mut self, cols: u32) -> B::Tensor {
        self.b
            .tensor("out", self.n_rows.max(self.config.n_ctx), cols)
            .expect("it fits")
    }

    fn begin(&mut self) {
        let path: Arc<[u32]> = (0..self.config.n_ctx).rev().collect();
        let first = self.config.n_ctx - self.n_rows;
        let rows: Vec<Row> = (first..self.config.n_ctx)
            .map(|i| Row {
                token: (7 * i) % self.config.d_vocab,
                position: i,
                path: Arc::clone(&path),
                len: i + 1,
            })
            .collect();
        // Logits of the last and the first row, in that order.
        let logits_for = [rows.len() - 1, 0];
        let batch =
            Batch::new(&rows, &logits_for, &self.config, self.config.n_ctx).expect("possible rows");
        self.b.begin(&batch).expect("a small batch");
    }

    /// Runs the verbs of the config's family.
    async fn run(&mut self, format: MatrixFormat) -> Vec<(&'static str, Vec<f32>)> {
        match self.config.family {
            Family::Gpt2 => self.run_gpt2(format).await,
            _ => self.run_llama(format).await,
        }
    }

    /// Runs every verb once, but those that only Llamas need; everything that they wrote.
    async fn run_gpt2(&mut self, format: MatrixFormat) -> Vec<(&'static str, Vec<f32>)> {
        let Config {
            d_model,
            d_mlp,
            d_vocab,
            n_ctx,
            n_heads,
            ..
        } = self.config.clone();
        self.begin();
        let config = self.config.clone();
        let mut names = Vec::new();

        let x = self.tensor("x", d_model, 1.0);
        let wte = self.matrix("wte", (d_vocab, d_model), format, MatrixRole::Table);
        let wpe = self.matrix("wpe", (n_ctx, d_model), format, MatrixRole::Table);
        let out = self.empty(d_model);
        self.b
            .embed(Some(&wte), Some(&wpe), 1.0, &out)
            .expect("embed");
        self.tap("embed", &out, &mut names);
        self.b
            .embed(Some(&wte), Some(&wpe), 5.5, &out)
            .expect("embed");
        self.tap("embed, scaled", &out, &mut names);

        let gain = values("gain", 1, d_model, 1.0);
        let norm = Norm {
            gain: self.b.vector("gain", &padded(&gain)).expect("it fits"),
            bias: self.b.vector("bias", &padded(&gain)).expect("it fits"),
        };
        let (normed, kept, back) = (
            self.empty(d_model),
            self.empty(d_model),
            self.empty(d_model),
        );
        self.b
            .norm(&config, &x, &norm, &normed, Some(&kept))
            .expect("norm");
        self.tap("norm", &normed, &mut names);
        self.b.gather(&kept, &back).expect("gather");
        self.tap("norm keeps its input", &back, &mut names);

        // Attention over all slots: fill them first, as rows of one batch may be few.
        let d_qkv = 3 * pad4(d_model);
        let qkv = self.linear("qkv", d_model, d_qkv, format);
        let cache = KvPool {
            k: self.empty(d_model),
            v: self.empty(d_model),
        };
        let big = self.tensor("big", d_model, 4.0);
        let q = self.empty(d_model);
        self.b.qkv(&big, &qkv, &q, &cache, true).expect("qkv");
        self.tap("q", &q, &mut names);
        for (name, pool) in [("k", &cache.k), ("v", &cache.v)] {
            self.b.gather(pool, &back).expect("gather");
            self.tap(name, &back, &mut names);
        }
        let other = self.empty(d_model);
        self.b.qkv(&x, &qkv, &other, &cache, false).expect("qkv");
        self.b.gather(&cache.k, &back).expect("gather");
        self.tap("k, not stored again", &back, &mut names);

        let (scores, scratch) = (self.empty(n_heads * n_ctx), self.empty(n_heads * n_ctx));
        let z = self.empty(d_model);
        self.b
            .attend(&config, config.scoring(None), &q, &cache, &scratch, &z)
            .expect("attend");
        self.tap("attend", &z, &mut names);
        self.b
            .attn_scores(&config, config.scoring(None), &q, &cache.k, &scores)
            .expect("attn_scores");
        self.tap("attn_scores", &scores, &mut names);
        self.b.softmax(&config, &scores).expect("softmax");
        self.tap("softmax", &scores, &mut names);
        self.b
            .attn_mix(&config, &scores, &cache.v, &z)
            .expect("attn_mix");
        self.tap("attn_mix", &z, &mut names);

        let fc = self.linear("fc", d_model, d_mlp, format);
        let proj = self.linear("proj", d_mlp, d_model, format);
        let (pre, post) = (self.empty(d_mlp), self.empty(d_mlp));
        if n_ctx <= d_model {
            let rows = self.b.embed(None, Some(&fc.weight), 1.0, &pre);
            rows.expect("rows of a matrix");
            self.tap("lookup (matrix)", &pre, &mut names);
        }
        self.b
            .linear(&x, &fc, Epilogue::Store, &pre)
            .expect("linear");
        self.tap("linear", &pre, &mut names);
        let wide = self.tensor("wide", d_mlp, 30.0);
        for (name, activation) in ACTIVATIONS {
            self.b
                .linear(&x, &fc, Epilogue::Activate(activation), &post)
                .expect("linear activated");
            self.tap(name, &post, &mut names);
            self.b
                .activate(activation, &wide, &post)
                .expect("an activation");
            self.tap(name, &post, &mut names);
        }
        let resid = self.tensor("resid", d_model, 1.0);
        self.b
            .linear(&pre, &proj, Epilogue::Add, &resid)
            .expect("linear add");
        self.tap("linear add", &resid, &mut names);
        self.b.add(&x, &resid).expect("add");
        self.tap("add", &resid, &mut names);

        let factors = self.b.tensor("factors", 1, d_model).expect("it fits");
        let numbers = padded(&values("factors", 1, d_model, 2.0));
        self.b.write(&factors, &numbers).expect("it fits");
        self.b.scale(&factors, &resid).expect("scale");
        self.tap("scale", &resid, &mut names);
        let too_many = vec![0.0; 4 + numbers.len()];
        assert!(self.b.write(&factors, &too_many).is_err(), "no room");

        self.b.scatter(&resid, &kept).expect("scatter");
        self.b.gather(&kept, &back).expect("gather");
        self.tap("scatter", &back, &mut names);

        let bias = values("bias of the head", 1, d_vocab, 1.0);
        let bias = self.b.vector("bias", &padded(&bias)).expect("it fits");
        let logits = self.b.tensor("logits", 2, d_vocab).expect("it fits");
        let mut unembedding = Unembedding::plain(&wte);
        self.b.unembed(&x, &unembedding, &logits).expect("unembed");
        let readback = self.b.finish(Some(&logits)).await.expect("it runs");
        let mut all: Vec<_> = names.into_iter().zip(readback.taps).collect();
        all.push(("unembed", readback.logits));
        // So low that it is felt, and far below what tanh can take.
        for (name, bias, cap) in [
            ("unembed with a bias", Some(&bias), None),
            ("unembed, bounded", None, Some(0.7)),
            ("unembed with a bias, bounded hard", Some(&bias), Some(1e-2)),
        ] {
            (unembedding.bias, unembedding.cap) = (bias, cap);
            self.begin();
            self.b.unembed(&x, &unembedding, &logits).expect("unembed");
            let readback = self.b.finish(Some(&logits)).await.expect("it runs");
            all.push((name, readback.logits));
        }
        all
    }

    fn tap(&mut self, name: &'static str, tensor: &B::Tensor, names: &mut Vec<&'static str>) {
        self.b.tap(tensor).expect("tap");
        names.push(name);
    }

    /// Runs every verb that only Llamas need, and attention with shared keys and values; everything that they wrote.
    async fn run_llama(&mut self, format: MatrixFormat) -> Vec<(&'static str, Vec<f32>)> {
        self.begin();
        let config = self.config.clone();
        let (d_model, d_mlp, d_head) = (config.d_model, config.d_mlp, config.d_head);
        let (n_ctx, scores) = (config.n_ctx, config.n_heads * config.n_ctx);
        let mut names = Vec::new();

        let x = self.tensor("x", d_model, 1.0);
        let gain = values("gain", 1, d_model, 1.0);
        let gain = self.b.vector("gain", &padded(&gain)).expect("it fits");
        let (normed, kept) = (self.empty(d_model), self.empty(d_model));
        let back = self.empty(d_model);
        self.b
            .rms_norm(&config, &x, &gain, &normed, Some(&kept))
            .expect("rms_norm");
        self.tap("rms_norm", &normed, &mut names);
        self.b.gather(&kept, &back).expect("gather");
        self.tap("rms_norm keeps its input", &back, &mut names);
        self.b
            .rms_norm(&config, &normed, &gain, &back, None)
            .expect("rms_norm");
        self.tap("rms_norm keeps nothing", &back, &mut names);

        let sum = self.tensor("sum", d_model, 1.0);
        self.b
            .rms_norm_add(&config, &x, &gain, &sum)
            .expect("rms_norm_add");
        self.tap("rms_norm_add", &sum, &mut names);

        let table = self.b.tensor("table", n_ctx, d_head).expect("it fits");
        let turns = values("turns", n_ctx, pad4(d_head), 1.0);
        self.b.write(&table, &turns).expect("it fits");
        let qkv = self.tensor("qkv", config.d_qkv(), 3.0);
        let (q, kv) = (self.empty(config.d_q()), self.empty(config.d_kv()));
        let cache = KvPool {
            k: self.empty(config.d_kv()),
            v: self.empty(config.d_kv()),
        };
        self.b
            .rotary(&config, &qkv, &table, &q, &cache, true)
            .expect("rotary");
        self.tap("rot_q", &q, &mut names);
        for (name, pool) in [("rot_k", &cache.k), ("v", &cache.v)] {
            self.b.gather(pool, &kv).expect("gather");
            self.tap(name, &kv, &mut names);
        }
        let other = self.tensor("other", config.d_qkv(), 3.0);
        let mut joint = config.clone();
        joint.blocks.qk_norm_joint = true;
        let (head, all) = ([d_head; 2], [config.d_q(), config.d_kv()]);
        for (name, config, widths, biased) in [
            ("qk_norm", &config, head, false),
            ("qk_norm of all heads", &joint, all, false),
            ("qk_norm with a bias", &config, head, true),
        ] {
            let mut vector = |of: &str, width| {
                let values = values(&format!("{name}, {of}"), 1, width, 1.0);
                self.b.vector(of, &padded(&values)).expect("it fits")
            };
            let [q, k] = widths;
            let norms = [["gain of q", "bias of q"], ["gain of k", "bias of k"]];
            let norms = [(q, norms[0]), (k, norms[1])].map(|(width, [gain, bias])| HeadNorm {
                gain: vector(gain, width),
                bias: biased.then(|| vector(bias, width)),
            });
            self.b.qk_norm(config, &other, &norms).expect("qk_norm");
            self.tap(name, &other, &mut names);
        }
        let unused = self.empty(config.d_q());
        self.b
            .rotary(&config, &other, &table, &unused, &cache, false)
            .expect("rotary");
        self.tap("rot_q of another", &unused, &mut names);
        self.b.gather(&cache.k, &kv).expect("gather");
        self.tap("rot_k, not stored again", &kv, &mut names);
        let mut partly = config.clone();
        if let Positions::Rotary { turned, .. } = &mut partly.blocks.positions {
            *turned = Some(2 * d_head.div_ceil(4));
        }
        let table = self.b.tensor("table", n_ctx, partly.d_turned());
        let table = table.expect("it fits");
        let turns = values("turns", n_ctx, pad4(partly.d_turned()), 1.0);
        self.b.write(&table, &turns).expect("it fits");
        self.b
            .rotary(&partly, &other, &table, &unused, &cache, false)
            .expect("rotary");
        self.tap("rot_q, turned in part", &unused, &mut names);

        let (pattern, scratch) = (self.empty(scores), self.empty(scores));
        let z = self.empty(config.d_q());
        self.b
            .attend(&config, config.scoring(None), &q, &cache, &scratch, &z)
            .expect("attend");
        self.tap("attend in groups", &z, &mut names);
        self.b
            .attn_scores(&config, config.scoring(None), &q, &cache.k, &pattern)
            .expect("attn_scores");
        self.tap("attn_scores in groups", &pattern, &mut names);
        for (name, cap) in [
            ("attn_scores, bounded", 2.0),
            ("attn_scores, bounded hard", 1e-3),
        ] {
            let scoring = Scoring {
                cap: Some(cap),
                ..config.scoring(None)
            };
            self.b
                .attn_scores(&config, scoring, &q, &cache.k, &pattern)
                .expect("attn_scores");
            self.tap(name, &pattern, &mut names);
        }
        self.b
            .attn_scores(&config, config.scoring(None), &q, &cache.k, &pattern)
            .expect("attn_scores");
        self.b.softmax(&config, &pattern).expect("softmax");
        self.b
            .attn_mix(&config, &pattern, &cache.v, &z)
            .expect("attn_mix");
        self.tap("attn_mix in groups", &z, &mut names);

        let width = 2 * pad4(d_mlp);
        let (pre, post) = (self.empty(width), self.empty(d_mlp));
        let mut gate_up = self.linear("gate_up", d_model, width, format);
        for (name, activation) in ACTIVATIONS {
            self.b
                .linear_gated(&x, &gate_up, activation, &pre, &post)
                .expect("linear gated");
            self.tap(name, &post, &mut names);
        }
        gate_up.bias = None;
        self.b
            .linear_gated(&x, &gate_up, Activation::Silu, &pre, &post)
            .expect("linear gated");
        self.tap("linear gated, no bias", &post, &mut names);
        self.b
            .linear(&x, &gate_up, Epilogue::Store, &pre)
            .expect("linear");
        self.tap("linear, no bias", &pre, &mut names);
        let wide = self.tensor("wide", width, 100.0);
        for (name, activation) in ACTIVATIONS {
            self.b.gate(activation, &wide, &post).expect("gate");
            self.tap(name, &post, &mut names);
        }

        let readback = self.b.finish(None).await.expect("it runs");
        names.into_iter().zip(readback.taps).collect()
    }
}

const ACTIVATIONS: [(&str, Activation); 4] = [
    ("gelu by tanh", Activation::GeluTanh),
    ("gelu", Activation::Gelu),
    ("silu", Activation::Silu),
    ("relu", Activation::Relu),
];

fn padded(x: &[f32]) -> Vec<f32> {
    let mut x = x.to_vec();
    x.resize(pad4(x.len() as u32) as usize, 0.0);
    x
}

/// `(n_rows, n_heads, d_head, d_mlp, d_vocab, n_ctx)`
type Sizes = (u32, u32, u32, u32, u32, u32);

fn config_of((n_rows, n_heads, d_head, d_mlp, d_vocab, n_ctx): Sizes) -> Config {
    Config {
        family: Family::Gpt2,
        blocks: Blocks::default(),
        n_layers: 1,
        n_heads,
        n_kv_heads: n_heads,
        d_model: n_heads * d_head,
        d_head,
        d_mlp,
        d_vocab,
        n_positions: n_ctx,
        n_ctx,
        norm_eps: 1e-5,
        windows: vec![(n_rows % 2 == 0).then_some(n_ctx.div_ceil(2))],
        unturned: Vec::new(),
        rope_divisors: Default::default(),
        end_tokens: Vec::new(),
        tied: true,
    }
}

async fn check(sizes: Sizes, all: Gpus) {
    against_twins(config_of(sizes), sizes.0, all, FLOATS).await;
}

/// `(n_rows, n_heads, n_kv_heads, d_head, d_model, d_mlp, n_ctx)`
type LlamaSizes = (u32, u32, u32, u32, u32, u32, u32);

fn llama_of(sizes: LlamaSizes) -> Config {
    let (n_rows, n_heads, n_kv_heads, d_head, d_model, d_mlp, n_ctx) = sizes;
    Config {
        family: Family::Llama,
        blocks: Blocks {
            positions: Positions::rotary(10_000.0),
            ..Blocks::default()
        },
        n_layers: 1,
        n_heads,
        n_kv_heads,
        d_model,
        d_head,
        d_mlp,
        d_vocab: 5,
        n_positions: n_ctx,
        n_ctx,
        norm_eps: 1e-6,
        windows: vec![(n_rows % 2 == 0).then_some(n_ctx.div_ceil(2))],
        unturned: Vec::new(),
        rope_divisors: Default::default(),
        end_tokens: Vec::new(),
        tied: true,
    }
}

async fn check_llama(sizes: LlamaSizes, all: Gpus) {
    against_twins(llama_of(sizes), sizes.0, all, FLOATS).await;
}

const FLOATS: [MatrixFormat; 2] = [MatrixFormat::F16, MatrixFormat::F32];

/// The verbs of the config's family, on every kind of GPU kernel and on the CPU.
async fn against_twins(
    config: Config,
    n_rows: u32,
    all: Gpus,
    formats: impl IntoIterator<Item = MatrixFormat>,
) {
    for format in formats {
        let mut cpu = Bench {
            b: Cpu::new(),
            config: config.clone(),
            n_rows,
        };
        let want = cpu.run(format).await;
        let mut all = all.clone();
        while let Some((what, b)) = all.next().await {
            let mut gpu = Bench {
                b,
                config: config.clone(),
                n_rows,
            };
            for ((name, got), (_, want)) in gpu.run(format).await.iter().zip(&want) {
                let what = format!("{name}, {format:?}, {n_rows} rows, {config:?}, {what}");
                close(&what, got, want, TOLERANCE);
            }
        }
    }
}

async_test! {
    async fn verbs_of_llama_agree_with_their_twins() {
        check_llama((1, 1, 1, 2, 1, 1, 1), gpus_soon(256)).await;
        check_llama((1, 6, 2, 10, 13, 17, 9), gpus(2048)).await;
        check_llama((5, 3, 1, 6, 20, 37, 11), gpus(2048)).await;
        check_llama((64, 8, 4, 16, 64, 131, 64), gpus_soon(8192)).await;
    }
}

async_test! {
    async fn verbs_of_one_row_agree_with_their_twins() {
        check((1, 1, 1, 1, 1, 1), gpus_soon(256)).await;
        check((1, 3, 5, 17, 67, 9), gpus_soon(1024)).await;
        // One more than a workgroup.
        check((1, 4, 16, 256, 257, 65), gpus(8192)).await;
    }
}

async_test! {
    async fn verbs_of_several_rows_agree_with_their_twins() {
        check((2, 2, 1, 3, 5, 4), gpus_soon(256)).await;
        check((5, 3, 5, 17, 67, 9), gpus(1024)).await;
        check((64, 5, 13, 131, 64, 64), gpus_soon(4096)).await;
    }
}

async_test! {
    async fn verbs_with_weights_in_blocks_agree_with_their_twins() {
        let of_any_model = [BlockFormat::EIGHT, BlockFormat::FOUR];
        let all = BlockFormat::ALL;
        // In one part, and in many.
        for (sizes, on, formats) in [
            ((1, 2, 16, 96, 67, 9), gpus_soon(1 << 20), &of_any_model[..]),
            ((1, 4, 16, 256, 257, 64), gpus_soon(8192), &of_any_model),
            ((19, 2, 32, 160, 66, 23), gpus(16_384), &all),
        ] {
            let formats = formats.iter().copied().map(MatrixFormat::Blocks);
            against_twins(config_of(sizes), sizes.0, on, formats).await;
        }
        for (sizes, on, formats) in [
            ((1, 4, 2, 16, 64, 96, 9), gpus(8192), &all[..]),
            ((5, 3, 1, 32, 96, 160, 11), gpus_soon(1 << 20), &of_any_model),
        ] {
            let formats = formats.iter().copied().map(MatrixFormat::Blocks);
            against_twins(llama_of(sizes), sizes.0, on, formats).await;
        }
    }
}

async_test! {
    async fn verbs_at_the_sizes_of_gpt2_agree_with_their_twins() {
        check((3, 12, 64, 3072, 50_257, 8), gpus_soon(16 << 20)).await;
    }
}

async_test! {
    async fn every_shader_compiles_without_a_word_from_the_compiler() {
        let Some(gpu) = logitscope_tests::gpu(logitscope_gpu::Family::Columns, None).await else { return };
        let subgroups = gpu.context().subgroup_size().is_some();
        for kernel in Kernel::all().into_iter().filter(|k| subgroups || !k.needs_subgroups()) {
            let messages = gpu.context().compile(kernel).await;
            assert!(messages.is_empty(), "{kernel:?}: {messages:?}");
        }
    }
}
