//! The two plans of one forward pass.
//!
//! A model describes its forward pass once, in the verbs of [`Plan`]. Without taps each is one fused
//! verb of the backend. With taps each is taken apart so that every intermediate exists, and those
//! asked for are brought back. Parity tests run both.

use crate::backend::{Backend, Epilogue, KvPool, Linear, Norm, pad4};
use crate::batch::Batch;
use crate::interventions::{Knobs, LayerKnobs};
use crate::taps::{Tap, Taps};
use crate::{Config, ModelError};

/// Tensors that a forward pass writes, allocated once. `rows` is the most rows of one pass.
pub struct Workspace<B: Backend> {
    /// `[rows, d_model]`: the residual stream.
    pub resid: B::Tensor,
    /// `[rows, d_model]`: `ln1`, `ln2` or `ln_final`.
    pub normed: B::Tensor,
    /// `[rows, d_model]`.
    pub q: B::Tensor,
    /// `[rows, n_heads·n_ctx]`: `attn_scores`, then `pattern`.
    pub scores: B::Tensor,
    /// `[rows, d_model]`.
    pub z: B::Tensor,
    /// `[rows, d_mlp]`: `mlp_post`.
    pub mlp: B::Tensor,
    /// `[logit rows, d_vocab]`.
    pub logits: B::Tensor,
    /// `[rows, d_model]`: what a block adds to the residual stream (unfused plan only).
    pub update: B::Tensor,
    /// `[rows, d_mlp]`: `mlp_pre` (unfused plan only).
    pub mlp_pre: B::Tensor,
    /// `[rows, 3·d_model]`, each section padded to four columns (probes only).
    pub qkv: B::Tensor,
}

impl<B: Backend> Workspace<B> {
    /// Allocates the workspace for up to `rows` rows, and logits of up to `logit_rows` of them.
    pub fn new(b: &mut B, config: &Config, rows: u32, logit_rows: u32) -> Result<Self, ModelError> {
        let scores = config.n_heads * config.n_ctx;
        Ok(Workspace {
            resid: b.tensor("resid", rows, config.d_model)?,
            normed: b.tensor("normed", rows, config.d_model)?,
            q: b.tensor("q", rows, config.d_model)?,
            scores: b.tensor("scores", rows, scores)?,
            z: b.tensor("z", rows, config.d_model)?,
            mlp: b.tensor("mlp", rows, config.d_mlp)?,
            logits: b.tensor("logits", logit_rows, config.d_vocab)?,
            update: b.tensor("update", rows, config.d_model)?,
            mlp_pre: b.tensor("mlp_pre", rows, config.d_mlp)?,
            qkv: b.tensor("qkv", rows, 3 * pad4(config.d_model))?,
        })
    }
}

/// One intermediate on its way back: what the values of each row mean.
#[derive(Debug, Clone, Copy)]
struct Tapped {
    name: &'static str,
    layer: Option<u32>,
    /// `(n_heads, elements a head)`, or `None` for a flat row.
    heads: Option<(u32, HeadWidth)>,
    width: u32,
}

#[derive(Debug, Clone, Copy)]
enum HeadWidth {
    DHead,
    /// As many as the row's path is long, `n_ctx` apart.
    PathLen,
}

/// The verbs of a forward pass, fused or taken apart.
pub struct Plan<'a, B: Backend> {
    b: &'a mut B,
    config: &'a Config,
    ws: &'a Workspace<B>,
    taps: &'a Taps,
    /// What is switched off or scaled; needs the unfused plan.
    knobs: Option<&'a Knobs<B>>,
    layer: Option<u32>,
    /// Whether keys, values and the residual stream are stored at the rows' slots.
    store: bool,
    tapped: Vec<Tapped>,
}

impl<'a, B: Backend> Plan<'a, B> {
    /// A plan with these taps; without any, and without knobs, it is the fused one. With `store` false the rows' slots
    /// are only read: the rows were computed before, and looking inside must not change them.
    pub fn new(
        b: &'a mut B,
        config: &'a Config,
        ws: &'a Workspace<B>,
        taps: &'a Taps,
        knobs: Option<&'a Knobs<B>>,
        store: bool,
    ) -> Self {
        Plan {
            b,
            config,
            ws,
            taps,
            knobs,
            layer: None,
            store,
            tapped: Vec::new(),
        }
    }

    fn fused(&self) -> bool {
        self.taps.is_none() && self.knobs.is_none()
    }

    /// Scales `x`, which `which` names, if a knob of this layer says so.
    fn turn(
        &mut self,
        which: impl Fn(&LayerKnobs<B>) -> &Option<B::Tensor>,
        x: &B::Tensor,
    ) -> Result<(), ModelError> {
        let layer = self.layer.and_then(|l| self.knobs?.layer(l));
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
    pub fn name(&mut self, name: &'static str, tensor: &B::Tensor) -> Result<(), ModelError> {
        let width = if name.starts_with("mlp_p") {
            self.config.d_mlp
        } else {
            self.config.d_model
        };
        self.tap(name, tensor, None, width)
    }

    fn name_heads(&mut self, name: &'static str, tensor: &B::Tensor) -> Result<(), ModelError> {
        let (n, d) = (self.config.n_heads, self.config.d_model);
        self.tap(name, tensor, Some((n, HeadWidth::DHead)), d)
    }

    fn name_scores(&mut self, name: &'static str, tensor: &B::Tensor) -> Result<(), ModelError> {
        let (n, c) = (self.config.n_heads, self.config.n_ctx);
        self.tap(name, tensor, Some((n, HeadWidth::PathLen)), n * c)
    }

    fn tap(
        &mut self,
        name: &'static str,
        tensor: &B::Tensor,
        heads: Option<(u32, HeadWidth)>,
        width: u32,
    ) -> Result<(), ModelError> {
        if self.taps.wants(name, self.layer) {
            self.tapped.push(Tapped {
                name,
                layer: self.layer,
                heads,
                width,
            });
            self.b.tap(tensor)?;
        }
        Ok(())
    }

    /// Token and position embedding, into `out`: `embed`, `pos_embed`.
    pub fn embed(
        &mut self,
        wte: &B::Matrix,
        wpe: &B::Matrix,
        out: &B::Tensor,
    ) -> Result<(), ModelError> {
        if self.fused() {
            return self.b.embed(Some(wte), Some(wpe), out);
        }
        let update = &self.ws.update;
        self.b.embed(Some(wte), None, out)?;
        self.name("embed", out)?;
        self.b.embed(None, Some(wpe), update)?;
        self.name("pos_embed", update)?;
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

    /// Queries, keys and values: `q` to the workspace, `k` and `v` to the rows' slots.
    pub fn qkv(
        &mut self,
        x: &B::Tensor,
        linear: &Linear<B>,
        cache: &KvPool<B>,
        q: &B::Tensor,
    ) -> Result<(), ModelError> {
        self.b.qkv(x, linear, q, cache, self.store)?;
        self.name_heads("q", q)?;
        for (name, pool) in [("k", &cache.k), ("v", &cache.v)] {
            if self.taps.wants(name, self.layer) {
                let update = &self.ws.update;
                self.b.gather(pool, update)?;
                self.name_heads(name, update)?;
            }
        }
        Ok(())
    }

    /// Causal attention over the rows' paths: `attn_scores`, `pattern`, `z`.
    pub fn attend(
        &mut self,
        q: &B::Tensor,
        cache: &KvPool<B>,
        z: &B::Tensor,
    ) -> Result<(), ModelError> {
        let (config, scores) = (self.config, &self.ws.scores);
        if self.fused() {
            return self.b.attend(config, q, cache, scores, z);
        }
        self.b.attn_scores(config, q, &cache.k, scores)?;
        self.name_scores("attn_scores", scores)?;
        self.b.softmax(config, scores)?;
        self.name_scores("pattern", scores)?;
        self.b.attn_mix(config, scores, &cache.v, z)?;
        self.turn(|knobs| &knobs.z, z)?;
        self.name_heads("z", z)
    }

    /// `out = gelu(x·W + b)`: `mlp_pre`, `mlp_post`.
    pub fn linear_gelu(
        &mut self,
        x: &B::Tensor,
        linear: &Linear<B>,
        out: &B::Tensor,
    ) -> Result<(), ModelError> {
        if self.fused() {
            return self.b.linear(x, linear, Epilogue::Gelu, out);
        }
        let pre = &self.ws.mlp_pre;
        self.b.linear(x, linear, Epilogue::Store, pre)?;
        self.name("mlp_pre", pre)?;
        self.b.gelu(pre, out)?;
        self.name("mlp_post", out)
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
        match name {
            "attn_out" => self.turn(|knobs| &knobs.attn_out, update)?,
            _ => self.turn(|knobs| &knobs.mlp_out, update)?,
        }
        self.name(name, update)?;
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
        wte: &B::Matrix,
        logits: &B::Tensor,
    ) -> Result<(), ModelError> {
        self.b.unembed(x, wte, logits)
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
            let stride = crate::backend::pad4(tapped.width) as usize;
            for (r, row) in batch.rows.iter().enumerate() {
                let x = &values[r * stride..][..tapped.width as usize];
                let (shape, values) = match tapped.heads {
                    None => (vec![tapped.width], x.to_vec()),
                    Some((n, HeadWidth::DHead)) => (vec![n, config.d_head()], x.to_vec()),
                    Some((n, HeadWidth::PathLen)) => {
                        let heads = x.chunks_exact(config.n_ctx as usize);
                        let cut = heads.flat_map(|head| &head[..row.path_len as usize]);
                        (vec![n, row.path_len], cut.copied().collect())
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
