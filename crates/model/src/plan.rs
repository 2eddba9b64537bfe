//! The two plans of one forward pass.
//!
//! A model describes its forward pass once, in the verbs of [`Plan`]. Without taps each is one fused
//! verb of the backend. With taps each is taken apart so that every intermediate exists, and those
//! asked for are brought back. Parity tests run both.

use logitscope_core::inspection::Matrix;

use crate::backend::{
    Backend, Epilogue, HeadNorm, KvPool, Linear, Norm, Scoring, Unembedding, pad4,
};
use crate::batch::Batch;
use crate::interventions::{BlockFactors, Factors};
use crate::taps::{Tap, Taps};
use crate::{Config, ModelError};

/// Tensors that a forward pass writes, allocated once. `rows` is the most rows of one pass.
pub struct Workspace<B: Backend> {
    /// `[rows, d_model]`: the residual stream.
    pub resid: B::Tensor,
    /// `[rows, d_model]`: `ln1`, `ln2` or `ln_final`.
    pub normed: B::Tensor,
    /// `[rows, d_q]`.
    pub q: B::Tensor,
    /// `[rows, n_heads·n_ctx]`, of which a pass has `[rows, n_heads, max_len]`: `attn_scores`, then `pattern`.
    pub scores: B::Tensor,
    /// `[rows, d_q]`.
    pub z: B::Tensor,
    /// `[rows, d_mlp]`: `mlp_post`.
    pub mlp: B::Tensor,
    /// `[logit rows, d_vocab]`.
    pub logits: B::Tensor,
    /// `[rows, d_model]`: what attention or the MLP writes, where it does not go into the residual stream at once.
    pub update: B::Tensor,
    /// `[rows, d_kv]`: keys or values of the rows (unfused plan only).
    pub kv: B::Tensor,
    /// `[rows, d_mlp_pre]`: `mlp_pre`, and in turn with it `mlp_pre_linear` where the MLP is gated.
    pub mlp_pre: B::Tensor,
    /// `[rows, d_qkv]`: queries, keys and values, each section padded to four columns.
    pub qkv: B::Tensor,
}

/// Name, rows and columns of each tensor of a [`Workspace`], in the order of its fields.
pub(crate) fn shapes(
    config: &Config,
    rows: u32,
    logit_rows: u32,
) -> [(&'static str, u32, u32); 11] {
    [
        ("resid", rows, config.d_model),
        ("normed", rows, config.d_model),
        ("q", rows, config.d_q()),
        ("scores", rows, config.n_heads * config.n_ctx),
        ("z", rows, config.d_q()),
        ("mlp", rows, config.d_mlp),
        ("logits", logit_rows, config.d_vocab),
        ("update", rows, config.d_model),
        ("kv", rows, config.d_kv()),
        ("mlp_pre", rows, config.d_mlp_pre()),
        ("qkv", rows, config.d_qkv()),
    ]
}

impl<B: Backend> Workspace<B> {
    /// Allocates the workspace for up to `rows` rows, and logits of up to `logit_rows` of them.
    pub fn new(b: &mut B, config: &Config, rows: u32, logit_rows: u32) -> Result<Self, ModelError> {
        let made = shapes(config, rows, logit_rows)
            .into_iter()
            .map(|(name, rows, cols)| b.tensor(name, rows, cols))
            .collect::<Result<Vec<_>, _>>()?;
        let mut made = made.into_iter();
        let mut next = || made.next().expect("a tensor for each shape");
        Ok(Workspace {
            resid: next(),
            normed: next(),
            q: next(),
            scores: next(),
            z: next(),
            mlp: next(),
            logits: next(),
            update: next(),
            kv: next(),
            mlp_pre: next(),
            qkv: next(),
        })
    }
}

/// How wide a flat row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// `d_model`.
    Model,
    /// `d_mlp`.
    Mlp,
}

/// Which columns of a row: `width` of them, `step` apart from `from` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Elements of the whole row.
    pub stride: u32,
    /// The first column.
    pub from: u32,
    /// Columns from one to the next.
    pub step: u32,
    /// How many.
    pub width: u32,
}

impl View {
    /// All columns of a row of `width`, without its padding.
    pub fn whole(width: u32) -> Self {
        View {
            stride: pad4(width),
            from: 0,
            step: 1,
            width,
        }
    }

    /// What `matrix` gives, in a row of the product that it is a part of; `None` where a model has no such matrix.
    pub fn of(matrix: Matrix, config: &Config) -> Option<Self> {
        let (d_q, d_kv) = (config.d_q(), config.d_kv());
        let section = |from: u32, width: u32| View {
            stride: config.d_qkv(),
            from,
            step: 1,
            width,
        };
        let in_turn = |from: u32| View {
            stride: config.d_mlp_pre(),
            from,
            step: 2,
            width: config.d_mlp,
        };
        match (matrix, config.blocks.gated_mlp) {
            (Matrix::Query, _) => Some(section(0, d_q)),
            (Matrix::Key, _) => Some(section(pad4(d_q), d_kv)),
            (Matrix::Value, _) => Some(section(pad4(d_q) + pad4(d_kv), d_kv)),
            (Matrix::AttentionOut | Matrix::MlpOut, _) => Some(View::whole(config.d_model)),
            (Matrix::MlpGate, true) => Some(in_turn(0)),
            (Matrix::MlpIn, true) => Some(in_turn(1)),
            (Matrix::MlpIn, false) => Some(View::whole(config.d_mlp)),
            (Matrix::MlpGate, false) => None,
        }
    }

    /// These columns of `row`.
    pub fn cut(&self, row: &[f32]) -> Vec<f32> {
        let columns = row.iter().skip(self.from as usize);
        let columns = columns.step_by(self.step as usize);
        columns.take(self.width as usize).copied().collect()
    }
}

/// What the values of a row are.
#[derive(Debug, Clone, Copy)]
enum Shape {
    /// `[d]`.
    Flat,
    /// `[n, d_head]`.
    Heads(u32),
    /// `[n_heads, len]`: as many as the row's path is long, `max_len` of the batch apart.
    Scores,
}

/// One intermediate on its way back: what the values of each row mean.
#[derive(Debug, Clone, Copy)]
struct Tapped {
    name: &'static str,
    layer: Option<u32>,
    shape: Shape,
    view: View,
}

/// The verbs of a forward pass, fused or taken apart.
pub struct Plan<'a, B: Backend> {
    b: &'a mut B,
    config: &'a Config,
    ws: &'a Workspace<B>,
    taps: &'a Taps,
    /// What is switched off or scaled; needs the unfused plan.
    factors: Option<&'a Factors<B>>,
    layer: Option<u32>,
    /// Whether keys, values and the residual stream are stored at the rows' slots.
    store: bool,
    tapped: Vec<Tapped>,
}

impl<'a, B: Backend> Plan<'a, B> {
    /// A plan with these taps; without any, and without factors, it is the fused one. With `store` false the rows' slots
    /// are only read: the rows were computed before, and looking inside must not change them.
    pub fn new(
        b: &'a mut B,
        config: &'a Config,
        ws: &'a Workspace<B>,
        taps: &'a Taps,
        factors: Option<&'a Factors<B>>,
        store: bool,
    ) -> Self {
        Plan {
            b,
            config,
            ws,
            taps,
            factors,
            layer: None,
            store,
            tapped: Vec::new(),
        }
    }

    fn fused(&self) -> bool {
        self.taps.is_none() && self.factors.is_none()
    }

    /// Scales `x`, which `which` names, if a factor of this layer says so.
    fn turn(
        &mut self,
        which: impl Fn(&BlockFactors<B>) -> &Option<B::Tensor>,
        x: &B::Tensor,
    ) -> Result<(), ModelError> {
        let layer = self.layer.and_then(|l| self.factors?.layer(l));
        match layer.map(which) {
            Some(Some(factors)) => self.b.scale(factors, x),
            _ => Ok(()),
        }
    }

    /// Enters block `layer`, or leaves the blocks.
    pub fn enter(&mut self, layer: Option<u32>) {
        self.layer = layer;
        self.b.enter(layer);
    }

    /// Names what `tensor` holds now, and brings it back if it is asked for.
    pub fn name(
        &mut self,
        name: &'static str,
        width: Width,
        tensor: &B::Tensor,
    ) -> Result<(), ModelError> {
        let width = match width {
            Width::Model => self.config.d_model,
            Width::Mlp => self.config.d_mlp,
        };
        self.tap(name, tensor, Shape::Flat, View::whole(width))
    }

    fn name_heads(
        &mut self,
        name: &'static str,
        n_heads: u32,
        tensor: &B::Tensor,
    ) -> Result<(), ModelError> {
        let view = View::whole(n_heads * self.config.d_head);
        self.tap(name, tensor, Shape::Heads(n_heads), view)
    }

    fn name_scores(&mut self, name: &'static str, tensor: &B::Tensor) -> Result<(), ModelError> {
        let view = View::whole(self.config.n_heads);
        self.tap(name, tensor, Shape::Scores, view)
    }

    fn tap(
        &mut self,
        name: &'static str,
        tensor: &B::Tensor,
        shape: Shape,
        view: View,
    ) -> Result<(), ModelError> {
        if self.taps.wants(name, self.layer) {
            self.tapped.push(Tapped {
                name,
                layer: self.layer,
                shape,
                view,
            });
            match shape {
                Shape::Scores => self.b.tap_scores(self.config, tensor)?,
                Shape::Flat | Shape::Heads(_) => self.b.tap(tensor)?,
            }
        }
        Ok(())
    }

    /// Names the part of `tensor` that `matrix` gives: `shape` of it.
    fn name_part(
        &mut self,
        name: &'static str,
        matrix: Matrix,
        shape: Shape,
        tensor: &B::Tensor,
    ) -> Result<(), ModelError> {
        match View::of(matrix, self.config) {
            Some(view) => self.tap(name, tensor, shape, view),
            None => Ok(()),
        }
    }

    /// Token embedding, into `out`, times its factor if there is one: `embed`.
    pub fn embed(&mut self, table: &B::Matrix, out: &B::Tensor) -> Result<(), ModelError> {
        let scale = self.config.blocks.embed_scale.unwrap_or(1.0);
        self.b.embed(Some(table), None, scale, out)?;
        self.name("embed", Width::Model, out)
    }

    /// Token and position embedding, into `out`: `embed`, `pos_embed`.
    pub fn embed_with_positions(
        &mut self,
        wte: &B::Matrix,
        wpe: &B::Matrix,
        out: &B::Tensor,
    ) -> Result<(), ModelError> {
        if self.fused() {
            return self.b.embed(Some(wte), Some(wpe), 1.0, out);
        }
        let update = &self.ws.update;
        self.b.embed(Some(wte), None, 1.0, out)?;
        self.name("embed", Width::Model, out)?;
        self.b.embed(None, Some(wpe), 1.0, update)?;
        self.name("pos_embed", Width::Model, update)?;
        self.b.add(update, out)
    }

    /// A layer norm. If `keep` is given, its input is kept there at the rows' slots.
    pub fn norm(
        &mut self,
        x: &B::Tensor,
        norm: &Norm<B>,
        keep: Option<&B::Tensor>,
        out: &B::Tensor,
    ) -> Result<(), ModelError> {
        let keep = keep.filter(|_| self.store);
        self.b.norm(self.config, x, norm, out, keep)
    }

    /// An RMS norm. If `keep` is given, its input is kept there at the rows' slots.
    pub fn rms_norm(
        &mut self,
        x: &B::Tensor,
        gain: &B::Vector,
        keep: Option<&B::Tensor>,
        out: &B::Tensor,
    ) -> Result<(), ModelError> {
        let keep = keep.filter(|_| self.store);
        self.b.rms_norm(self.config, x, gain, out, keep)
    }

    /// Keeps `x` in `pool` at the rows' slots.
    pub fn keep(&mut self, x: &B::Tensor, pool: &B::Tensor) -> Result<(), ModelError> {
        match self.store {
            true => self.b.scatter(x, pool),
            false => Ok(()),
        }
    }

    /// Queries, keys and values: `q` to the workspace, `k` and `v` to the rows' slots.
    pub fn qkv(
        &mut self,
        x: &B::Tensor,
        linear: &Linear<B>,
        cache: &KvPool<B>,
        q: &B::Tensor,
    ) -> Result<(), ModelError> {
        self.b.qkv(x, linear, q, cache, self.store)?;
        self.name_heads("q", self.config.n_heads, q)?;
        self.name_kept("k", &cache.k)?;
        self.name_kept("v", &cache.v)
    }

    /// Names the keys or values that are kept at the rows' slots.
    fn name_kept(&mut self, name: &'static str, pool: &B::Tensor) -> Result<(), ModelError> {
        if self.taps.wants(name, self.layer) {
            let kv = &self.ws.kv;
            self.b.gather(pool, kv)?;
            self.name_heads(name, self.config.n_kv_heads, kv)?;
        }
        Ok(())
    }

    /// Queries, keys and values with rotary positions, by the cosines and sines of `table`: `q`, `k`, `v`, `rot_q`, `rot_k`; and `q_norm`,
    /// `k_norm` where queries and keys are normalised before they turn. Turned queries go to the workspace, turned keys and values to the rows' slots.
    pub fn qkv_rotary(
        &mut self,
        x: &B::Tensor,
        linear: &Linear<B>,
        norms: Option<&[HeadNorm<B>; 2]>,
        table: &B::Tensor,
        cache: &KvPool<B>,
        q: &B::Tensor,
    ) -> Result<(), ModelError> {
        let (config, qkv) = (self.config, &self.ws.qkv);
        let (heads, kv_heads) = (
            Shape::Heads(config.n_heads),
            Shape::Heads(config.n_kv_heads),
        );
        self.b.linear(x, linear, Epilogue::Store, qkv)?;
        self.name_part("q", Matrix::Query, heads, qkv)?;
        self.name_part("k", Matrix::Key, kv_heads, qkv)?;
        self.name_part("v", Matrix::Value, kv_heads, qkv)?;
        if let Some(norms) = norms {
            self.b.qk_norm(config, qkv, norms)?;
            self.name_part("q_norm", Matrix::Query, heads, qkv)?;
            self.name_part("k_norm", Matrix::Key, kv_heads, qkv)?;
        }
        self.b.rotary(config, qkv, table, q, cache, self.store)?;
        self.name_heads("rot_q", config.n_heads, q)?;
        self.name_kept("rot_k", &cache.k)
    }

    /// Causal attention over the rows' paths: `attn_scores`, `pattern`, `z`.
    pub fn attend(
        &mut self,
        q: &B::Tensor,
        cache: &KvPool<B>,
        z: &B::Tensor,
    ) -> Result<(), ModelError> {
        let (config, scores) = (self.config, &self.ws.scores);
        let scoring = config.scoring(self.layer);
        if self.fused() {
            return self.b.attend(config, scoring, q, cache, scores, z);
        }
        self.b.attn_scores(config, scoring, q, &cache.k, scores)?;
        self.name_scores("attn_scores", scores)?;
        self.b.softmax(config, scores)?;
        self.name_scores("pattern", scores)?;
        self.b.attn_mix(config, scores, &cache.v, z)?;
        self.turn(|factors| &factors.z, z)?;
        self.name_heads("z", config.n_heads, z)
    }

    /// `out = activation(x·W + b)`: `mlp_pre`, `mlp_post`.
    pub fn linear_activated(
        &mut self,
        x: &B::Tensor,
        linear: &Linear<B>,
        out: &B::Tensor,
    ) -> Result<(), ModelError> {
        let activation = self.config.blocks.activation();
        if self.fused() {
            return self
                .b
                .linear(x, linear, Epilogue::Activate(activation), out);
        }
        let pre = &self.ws.mlp_pre;
        self.b.linear(x, linear, Epilogue::Store, pre)?;
        self.name("mlp_pre", Width::Mlp, pre)?;
        self.b.activate(activation, pre, out)?;
        self.name("mlp_post", Width::Mlp, out)
    }

    /// `out = activation(x·W_gate + b_gate) · (x·W_in + b_in)`, from one product whose columns take turns: `mlp_pre`, `mlp_pre_linear`,
    /// `mlp_post`.
    pub fn linear_gated(
        &mut self,
        x: &B::Tensor,
        linear: &Linear<B>,
        out: &B::Tensor,
    ) -> Result<(), ModelError> {
        let pre = &self.ws.mlp_pre;
        let activation = self.config.blocks.activation();
        if self.fused() {
            return self.b.linear_gated(x, linear, activation, pre, out);
        }
        self.b.linear(x, linear, Epilogue::Store, pre)?;
        self.name_part("mlp_pre", Matrix::MlpGate, Shape::Flat, pre)?;
        self.name_part("mlp_pre_linear", Matrix::MlpIn, Shape::Flat, pre)?;
        self.b.gate(activation, pre, out)?;
        self.name("mlp_post", Width::Mlp, out)
    }

    /// `resid = resid + x·W + b`. What is added is called `name`.
    pub fn linear_add(
        &mut self,
        name: &'static str,
        x: &B::Tensor,
        linear: &Linear<B>,
        resid: &B::Tensor,
    ) -> Result<(), ModelError> {
        if self.fused() {
            return self.b.linear(x, linear, Epilogue::Add, resid);
        }
        let update = &self.ws.update;
        self.b.linear(x, linear, Epilogue::Store, update)?;
        self.add_update(name, update, resid)
    }

    /// `resid = resid + norm(x·W + b)`, an RMS norm by `gain`. The product and what is added have these names.
    pub fn linear_normed_add(
        &mut self,
        [raw, name]: [&'static str; 2],
        x: &B::Tensor,
        linear: &Linear<B>,
        gain: &B::Vector,
        resid: &B::Tensor,
    ) -> Result<(), ModelError> {
        let (config, ws) = (self.config, self.ws);
        self.b.linear(x, linear, Epilogue::Store, &ws.update)?;
        if self.fused() {
            return self.b.rms_norm_add(config, &ws.update, gain, resid);
        }
        self.name(raw, Width::Model, &ws.update)?;
        self.b
            .rms_norm(config, &ws.update, gain, &ws.normed, None)?;
        self.add_update(name, &ws.normed, resid)
    }

    /// `resid = resid + update`, which is called `name`, as far as it is switched on.
    fn add_update(
        &mut self,
        name: &'static str,
        update: &B::Tensor,
        resid: &B::Tensor,
    ) -> Result<(), ModelError> {
        match name {
            "attn_out" => self.turn(|factors| &factors.attn_out, update)?,
            _ => self.turn(|factors| &factors.mlp_out, update)?,
        }
        self.name(name, Width::Model, update)?;
        self.b.add(update, resid)
    }

    /// `out = pool` at the rows' slots.
    pub fn gather(&mut self, pool: &B::Tensor, out: &B::Tensor) -> Result<(), ModelError> {
        self.b.gather(pool, out)
    }

    /// Logits of the rows that the batch names.
    pub fn unembed(
        &mut self,
        x: &B::Tensor,
        table: &B::Matrix,
        bias: Option<&B::Vector>,
        logits: &B::Tensor,
    ) -> Result<(), ModelError> {
        let cap = self.config.blocks.readout.cap;
        let unembedding = Unembedding { table, bias, cap };
        self.b.unembed(x, &unembedding, logits)
    }

    /// Ends the description; gives what is needed to make sense of the readback.
    pub fn end(self) -> TapLayout {
        TapLayout {
            tapped: self.tapped,
        }
    }
}

/// Which tensor of a readback is which intermediate.
#[derive(Debug, Default)]
pub struct TapLayout {
    tapped: Vec<Tapped>,
}

impl TapLayout {
    /// Cuts the tensors of a readback into intermediates, one a row, without padding.
    pub fn cut(&self, values: &[Vec<f32>], batch: &Batch, config: &Config) -> Vec<Tap> {
        let mut taps = Vec::new();
        for (tapped, values) in self.tapped.iter().zip(values) {
            let len = batch.max_len as usize;
            let stride = match tapped.shape {
                Shape::Scores => config.n_heads as usize * len,
                Shape::Flat | Shape::Heads(_) => tapped.view.stride as usize,
            };
            for (r, row) in batch.rows.iter().enumerate() {
                let x = &values[r * stride..][..stride];
                let (shape, values) = match tapped.shape {
                    Shape::Flat => (vec![tapped.view.width], tapped.view.cut(x)),
                    Shape::Heads(n) => (vec![n, config.d_head], tapped.view.cut(x)),
                    Shape::Scores => {
                        let heads = x.chunks_exact(len);
                        let cut = heads.flat_map(|head| &head[..row.path_len as usize]);
                        // What was masked is meant to be −∞.
                        let values = cut.map(|x| match *x <= Scoring::MASKED {
                            true => f32::NEG_INFINITY,
                            false => *x,
                        });
                        let values = values.collect();
                        (vec![config.n_heads, row.path_len], values)
                    }
                };
                taps.push(Tap {
                    name: tapped.name,
                    layer: tapped.layer,
                    row: r,
                    shape,
                    values,
                });
            }
        }
        taps
    }
}
