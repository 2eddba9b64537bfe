//! GPT-2 (Radford et al. 2019): config, weights, block, model.
//!
//! Written once, in the verbs of [`Plan`]; runs on every backend, fused or taken apart.

use logitscope_core::inspection::KernelTime;
use logitscope_core::inspection::Slot;
use logitscope_core::inspection::Timeline;
use std::sync::Arc;

use logitscope_core::Interventions;

use crate::backend::{Backend, KvPool, Linear, Norm, PlanKey};
use crate::batch::{Batch, Row};
use crate::interventions::Knobs;
use crate::plan::{Plan, TapLayout, Workspace};
use crate::probe::Facts;
use crate::taps::{Tap, Taps};
use crate::{Config, ModelError};

/// The plan that decodes one token.
const DECODE: PlanKey = PlanKey {
    single_row: true,
    logits: true,
};

/// The weights of one transformer block.
pub struct Block<B: Backend> {
    /// Norm before attention.
    pub ln1: Norm<B>,
    /// `c_attn`: queries, keys and values in one matrix, each section padded to four columns.
    pub qkv: Linear<B>,
    /// `attn.c_proj`.
    pub attn_proj: Linear<B>,
    /// Norm before the MLP.
    pub ln2: Norm<B>,
    /// `mlp.c_fc`.
    pub mlp_fc: Linear<B>,
    /// `mlp.c_proj`.
    pub mlp_proj: Linear<B>,
}

/// All weights. The head is tied to the token embedding.
pub struct Weights<B: Backend> {
    /// Token embedding and unembedding, `[d_vocab, d_model]`.
    pub wte: B::Matrix,
    /// Position embedding, `[n_ctx, d_model]`.
    pub wpe: B::Matrix,
    /// The blocks, first to last.
    pub blocks: Vec<Block<B>>,
    /// The final norm.
    pub ln_final: Norm<B>,
    /// What of them is also kept in the program's own memory.
    pub facts: Facts,
}

/// Logits and intermediates of one forward pass.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Output {
    /// One vector `[d_vocab]` for each row named in `logits_for`, in that order.
    pub logits: Vec<Vec<f32>>,
    /// The intermediates asked for.
    pub taps: Vec<Tap>,
}

/// Sizes of the memory that a model allocates beside its weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capacity {
    /// Slots of the key-value cache.
    pub n_slots: u32,
    /// Most rows computed in one submission; a longer prompt is cut.
    pub max_rows: u32,
    /// Most rows whose logits are computed in one submission.
    pub max_logit_rows: u32,
}

impl Capacity {
    /// Two contexts' worth of slots where that is small, so that branches keep their cache.
    pub fn for_config(config: &Config) -> Self {
        let slot_bytes = 12 * u64::from(config.d_model) * u64::from(config.n_layers);
        let twice = 2 * config.n_ctx;
        let small = u64::from(twice) * slot_bytes <= 128 << 20;
        Capacity {
            n_slots: if small { twice } else { config.n_ctx },
            max_rows: config.n_ctx.min(64),
            max_logit_rows: config.n_ctx.min(16),
        }
    }
}

/// A GPT-2 model on a backend.
pub struct Gpt2<B: Backend> {
    b: B,
    config: Config,
    weights: Weights<B>,
    capacity: Capacity,
    ws: Workspace<B>,
    /// Keys and values of each layer.
    cache: Vec<KvPool<B>>,
    /// The residual stream before each block and after the last, each a pool `[n_slots, d_model]`.
    kept: Vec<B::Tensor>,
    /// What is switched off or scaled, if anything is.
    knobs: Option<Knobs<B>>,
    /// Tensors of earlier knobs.
    spare: Vec<B::Tensor>,
}

impl<B: Backend> Gpt2<B> {
    /// Puts a model together from its weights, and allocates its memory.
    pub fn new(
        mut b: B,
        config: Config,
        weights: Weights<B>,
        capacity: Capacity,
    ) -> Result<Self, ModelError> {
        let ws = Workspace::new(&mut b, &config, capacity.max_rows, capacity.max_logit_rows)?;
        let mut pool = |name: String| b.tensor(&name, capacity.n_slots, config.d_model);
        let mut cache = Vec::new();
        let mut kept = Vec::new();
        for l in 0..config.n_layers {
            cache.push(KvPool {
                k: pool(format!("k.{l}"))?,
                v: pool(format!("v.{l}"))?,
            });
        }
        for l in 0..=config.n_layers {
            kept.push(pool(format!("kept.{l}"))?);
        }
        Ok(Gpt2 {
            b,
            config,
            weights,
            capacity,
            ws,
            cache,
            kept,
            knobs: None,
            spare: Vec::new(),
        })
    }

    /// The model's sizes.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The sizes of its memory.
    pub fn capacity(&self) -> Capacity {
        self.capacity
    }

    /// What is known of the weights without asking the backend.
    pub fn facts(&self) -> &Facts {
        &self.weights.facts
    }

    /// Switches parts off, or scales them, in every forward pass from now on; `Interventions::default()` leaves none. What was kept at
    /// slots stays as it was computed.
    pub fn intervene(&mut self, interventions: &Interventions) -> Result<(), ModelError> {
        if let Some(knobs) = self.knobs.take() {
            self.spare.extend(knobs.into_tensors());
        }
        if !interventions.is_empty() {
            let Gpt2 {
                b, config, spare, ..
            } = self;
            self.knobs = Some(Knobs::new(b, config, interventions, spare)?);
        }
        Ok(())
    }

    /// What a probe needs.
    pub(crate) fn parts(&mut self) -> (&mut B, &Config, &Weights<B>, &Workspace<B>) {
        (&mut self.b, &self.config, &self.weights, &self.ws)
    }

    /// The backend it runs on.
    pub fn backend(&self) -> &B {
        &self.b
    }

    /// Describes every plan of [`Gpt2::forward`] to the backend ahead of time, so that the first token does not wait for a
    /// compiler. `progress` hears how many of how many plans are ready. Nothing is computed.
    pub async fn prepare(&mut self, progress: impl Fn(u64, u64)) -> Result<(), ModelError> {
        if !B::RECORDS {
            return Ok(());
        }
        let plans = [(1, true), (2, true), (2, false), (1, false)];
        let slots: Arc<[Slot]> = [0, 1].into();
        for (i, (n_rows, logits)) in plans.into_iter().enumerate() {
            progress(i as u64, plans.len() as u64);
            let row = |r: u32| Row {
                token: 0,
                position: 0,
                path: Arc::clone(&slots),
                len: (r + 1).min(self.config.n_ctx),
            };
            let rows: Vec<Row> = (0..n_rows).map(row).collect();
            let wanted: &[usize] = if logits { &[0] } else { &[] };
            let n_slots = self.capacity.n_slots.max(2);
            let batch = Batch::new(&rows, wanted, &self.config, n_slots)?;
            self.b.begin(&batch)?;
            self.describe(&batch, &Taps::none())?;
            self.b.compiled().await?;
        }
        Ok(())
    }

    /// Has the backend compile what looking inside needs, so that the first look does not wait for it. Nothing is computed.
    pub async fn prepare_inside(&mut self) -> Result<(), ModelError> {
        if !B::RECORDS {
            return Ok(());
        }
        let taps = Taps::all();
        for n_rows in [2, 1] {
            let batch = Batch::blank(std::iter::repeat_n(0, n_rows), 0);
            self.b.begin(&batch)?;
            let Gpt2 {
                b,
                config,
                weights,
                ws,
                cache,
                kept,
                ..
            } = self;
            let mut p = Plan::new(b, config, ws, &taps, None, false);
            p.embed(&weights.wte, &weights.wpe, &ws.resid)?;
            // All blocks have the same shapes.
            if let Some(block) = weights.blocks.first() {
                p.enter(Some(0));
                p.gather(&kept[0], &ws.resid)?;
                block.forward(&mut p, 0, ws, &cache[0], &kept[0])?;
            }
            p.end();
            self.b.compiled().await?;
        }
        Ok(())
    }

    /// Times the kernels that decode one token, at the length of the last path; see [`Backend::profile`].
    pub async fn profile(&mut self) -> Result<Vec<KernelTime>, ModelError> {
        self.b.profile(DECODE).await
    }

    /// Times every dispatch that decodes one token, if the last batch was one that did; see [`Backend::timeline`].
    pub async fn timeline(&mut self) -> Result<Timeline, ModelError> {
        self.b.timeline(DECODE).await
    }

    /// See [`Backend::bandwidth_gbps`].
    pub async fn bandwidth_gbps(&mut self) -> Result<f64, ModelError> {
        self.b.bandwidth_gbps().await
    }

    /// Runs the transformer over `rows` and keeps keys, values and the residual stream at their slots.
    /// Logits come back only for the rows named in `logits_for`, `[logits_for.len()][d_vocab]`.
    ///
    /// A row may attend to slots of earlier rows of the same call. More rows than fit in one
    /// submission are cut into several. With taps the unfused plan runs.
    pub async fn forward(
        &mut self,
        rows: &[Row],
        logits_for: &[usize],
        taps: &Taps,
    ) -> Result<Output, ModelError> {
        self.in_chunks(rows, logits_for, |model, batch| model.describe(batch, taps))
            .await
    }

    /// Recomputes intermediates of `rows` by the unfused plan, from the residual stream, keys and
    /// values kept at their slots, for the layers that `taps` wants only. Stores nothing.
    pub async fn inspect(&mut self, rows: &[Row], taps: &Taps) -> Result<Vec<Tap>, ModelError> {
        let plan = |model: &mut Self, _: &Batch| {
            let Gpt2 {
                b,
                config,
                weights,
                ws,
                cache,
                kept,
                knobs,
                ..
            } = model;
            let mut p = Plan::new(b, config, ws, taps, knobs.as_ref(), false);
            if taps.wants("embed", None) || taps.wants("pos_embed", None) {
                p.embed(&weights.wte, &weights.wpe, &ws.resid)?;
            }
            for (l, block) in weights.blocks.iter().enumerate() {
                if taps.wants_layer(l as u32) {
                    p.gather(&kept[l], &ws.resid)?;
                    block.forward(&mut p, l, ws, &cache[l], &kept[l])?;
                }
            }
            p.enter(None);
            if taps.wants("ln_final", None) {
                p.gather(&kept[config.n_layers as usize], &ws.resid)?;
                p.norm(&ws.resid, &weights.ln_final, None, &ws.normed)?;
                p.name("ln_final", &ws.normed)?;
            }
            Ok(p.end())
        };
        let output = self.in_chunks(rows, &[], plan).await?;
        Ok(output.taps)
    }

    /// The logits of `rows` if the model ended after `depth` of its blocks, 0..=`n_layers`, from the residual stream kept at their
    /// slots, `[rows.len()][d_vocab]`. After the last block they are the model's own.
    pub async fn readout(&mut self, rows: &[Row], depth: u32) -> Result<Vec<Vec<f32>>, ModelError> {
        let n_layers = self.config.n_layers;
        if depth > n_layers {
            return Err(ModelError::Row(format!(
                "depth {depth}: the model has {n_layers} blocks"
            )));
        }
        let plan = |model: &mut Self, _: &Batch| {
            let Gpt2 {
                b,
                config,
                weights,
                ws,
                kept,
                ..
            } = model;
            let taps = Taps::none();
            let mut p = Plan::new(b, config, ws, &taps, None, false);
            p.gather(&kept[depth as usize], &ws.resid)?;
            p.norm(&ws.resid, &weights.ln_final, None, &ws.normed)?;
            p.unembed(&ws.normed, &weights.wte, &ws.logits)?;
            Ok(p.end())
        };
        let all: Vec<usize> = (0..rows.len()).collect();
        let output = self.in_chunks(rows, &all, plan).await?;
        Ok(output.logits)
    }

    /// Runs what `plan` describes over `rows`, a submission for each chunk of them.
    async fn in_chunks(
        &mut self,
        rows: &[Row],
        logits_for: &[usize],
        plan: impl Fn(&mut Self, &Batch) -> Result<TapLayout, ModelError>,
    ) -> Result<Output, ModelError> {
        let mut output = Output::default();
        for (first, rows, wanted) in self.chunks(rows, logits_for) {
            let batch = Batch::new(rows, &wanted, &self.config, self.capacity.n_slots)?;
            self.b.begin(&batch)?;
            let layout = plan(self, &batch)?;
            self.finish(first, &batch, &layout, &mut output).await?;
        }
        Ok(output)
    }

    /// Cuts `rows` so that each part fits in one submission: `(first row, rows, logits_for)`.
    fn chunks<'r>(
        &self,
        rows: &'r [Row],
        logits_for: &[usize],
    ) -> Vec<(usize, &'r [Row], Vec<usize>)> {
        let mut chunks = Vec::new();
        let mut first = 0;
        while first < rows.len() {
            let most = rows.len().min(first + self.capacity.max_rows as usize);
            let wanted = logits_for.iter().filter(|&&r| (first..most).contains(&r));
            let wanted: Vec<usize> = wanted.copied().collect();
            // End before the row whose logits would be one too many.
            let end = wanted
                .get(self.capacity.max_logit_rows as usize)
                .copied()
                .unwrap_or(most);
            let wanted = wanted
                .into_iter()
                .filter(|&r| r < end)
                .map(|r| r - first)
                .collect();
            chunks.push((first, &rows[first..end], wanted));
            first = end;
        }
        chunks
    }

    /// Describes the forward pass of `batch` to the backend, unless it has kept the same plan.
    fn describe(&mut self, batch: &Batch, taps: &Taps) -> Result<TapLayout, ModelError> {
        let Gpt2 {
            b,
            config,
            weights,
            ws,
            cache,
            kept,
            knobs,
            ..
        } = self;
        let logits = !batch.logits_for.is_empty();
        let key = PlanKey {
            single_row: batch.rows.len() == 1,
            logits,
        };
        let plain = taps.is_none() && knobs.is_none();
        if plain && b.replay(key) {
            return Ok(TapLayout::default());
        }
        let mut p = Plan::new(b, config, ws, taps, knobs.as_ref(), true);
        p.embed(&weights.wte, &weights.wpe, &ws.resid)?;
        for (l, block) in weights.blocks.iter().enumerate() {
            block.forward(&mut p, l, ws, &cache[l], &kept[l])?;
        }
        p.enter(None);
        let kept_last = Some(&kept[config.n_layers as usize]);
        p.norm(&ws.resid, &weights.ln_final, kept_last, &ws.normed)?;
        p.name("ln_final", &ws.normed)?;
        if logits {
            p.unembed(&ws.normed, &weights.wte, &ws.logits)?;
        }
        let layout = p.end();
        if plain {
            self.b.keep(key);
        }
        Ok(layout)
    }

    async fn finish(
        &mut self,
        first: usize,
        batch: &Batch,
        layout: &TapLayout,
        output: &mut Output,
    ) -> Result<(), ModelError> {
        let logits = (!batch.logits_for.is_empty()).then_some(&self.ws.logits);
        let readback = self.b.finish(logits).await?;
        let d_vocab = self.config.d_vocab;
        let stride = crate::backend::pad4(d_vocab) as usize;
        let rows = readback.logits.chunks_exact(stride);
        output
            .logits
            .extend(rows.map(|row| row[..d_vocab as usize].to_vec()));
        let taps = layout.cut(&readback.taps, batch, &self.config);
        output.taps.extend(taps.into_iter().map(|tap| Tap {
            row: tap.row + first,
            ..tap
        }));
        Ok(())
    }
}

impl<B: Backend> Block<B> {
    /// One block: the residual stream in `ws.resid` goes from `resid_pre` to `resid_post`.
    fn forward(
        &self,
        p: &mut Plan<'_, B>,
        layer: usize,
        ws: &Workspace<B>,
        cache: &KvPool<B>,
        kept: &B::Tensor,
    ) -> Result<(), ModelError> {
        p.enter(Some(layer as u32));
        p.name("resid_pre", &ws.resid)?;
        p.norm(&ws.resid, &self.ln1, Some(kept), &ws.normed)?;
        p.name("ln1", &ws.normed)?;
        p.qkv(&ws.normed, &self.qkv, cache, &ws.q)?;
        p.attend(&ws.q, cache, &ws.z)?;
        p.linear_add("attn_out", &ws.z, &self.attn_proj, &ws.resid)?;
        p.name("resid_mid", &ws.resid)?;
        p.norm(&ws.resid, &self.ln2, None, &ws.normed)?;
        p.name("ln2", &ws.normed)?;
        p.linear_gelu(&ws.normed, &self.mlp_fc, &ws.mlp)?;
        p.linear_add("mlp_out", &ws.mlp, &self.mlp_proj, &ws.resid)?;
        p.name("resid_post", &ws.resid)
    }
}
