//! The machine that every family shares: memory, chunks of rows, plans that are kept and replayed, looking inside, reading out.
//!
//! What it computes in between is the family's [`Network`].

use std::sync::Arc;

use logitscope_core::Interventions;
use logitscope_core::error::Impossible;
use logitscope_core::inspection::{KernelTime, Slot, Timeline};

use crate::backend::{Backend, KvPool, Measure, PlanKey, pad4};
use crate::batch::{Batch, Row};
use crate::config::{MOST_ROWS, Reach};
use crate::families::network::{Kept, Network, Table};
use crate::host_weights::HostWeights;
use crate::interventions::Factors;
use crate::plan::{Plan, TapLayout, Workspace};
use crate::taps::{Tap, Taps};
use crate::{Config, ModelError};

/// The plan that decodes one token.
const DECODE: PlanKey = PlanKey {
    single_row: true,
    logits: true,
};

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
        let slot_bytes =
            4 * u64::from(2 * config.d_kv() + config.d_model) * u64::from(config.n_layers);
        let twice = 2 * config.n_ctx;
        let small = u64::from(twice) * slot_bytes <= 128 << 20;
        Capacity {
            n_slots: if small { twice } else { config.n_ctx },
            max_rows: config.n_ctx.min(MOST_ROWS),
            max_logit_rows: config.n_ctx.min(16),
        }
    }
}

/// A model on a backend.
pub struct Transformer<B: Backend> {
    b: B,
    config: Config,
    network: Box<dyn Network<B>>,
    host: HostWeights,
    capacity: Capacity,
    ws: Workspace<B>,
    /// Keys and values of each layer.
    cache: Vec<KvPool<B>>,
    /// The residual stream before each block and after the last, each a pool `[n_slots, d_model]`.
    kept: Vec<B::Tensor>,
    /// How far the texts reach that its positions turn for.
    reach: Reach,
    /// What is switched off or scaled, if anything is.
    factors: Option<Factors<B>>,
    /// Tensors of earlier factors.
    spare: Vec<B::Tensor>,
}

impl<B: Backend> Transformer<B> {
    /// Puts a model together, and allocates its memory.
    pub fn new(
        mut b: B,
        config: Config,
        network: Box<dyn Network<B>>,
        host: HostWeights,
        capacity: Capacity,
    ) -> Result<Self, ModelError> {
        let ws = Workspace::new(&mut b, &config, capacity.max_rows, capacity.max_logit_rows)?;
        let mut pool = |name: String, width| b.tensor(&name, capacity.n_slots, width);
        let mut cache = Vec::new();
        let mut kept = Vec::new();
        for l in 0..config.n_layers {
            cache.push(KvPool {
                k: pool(format!("k.{l}"), config.d_kv())?,
                v: pool(format!("v.{l}"), config.d_kv())?,
            });
        }
        for l in 0..=config.n_layers {
            kept.push(pool(format!("kept.{l}"), config.d_model)?);
        }
        Ok(Transformer {
            b,
            config,
            network,
            host,
            capacity,
            ws,
            cache,
            kept,
            reach: Reach::Within,
            factors: None,
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
    pub fn host_weights(&self) -> &HostWeights {
        &self.host
    }

    /// Switches parts off, or scales them, in every forward pass from now on; `Interventions::default()` leaves none. What was kept at
    /// slots stays as it was computed.
    pub fn intervene(&mut self, interventions: &Interventions) -> Result<(), ModelError> {
        if let Some(factors) = self.factors.take() {
            self.spare.extend(factors.into_tensors());
        }
        if !interventions.is_empty() {
            let Transformer {
                b, config, spare, ..
            } = self;
            self.factors = Some(Factors::new(b, config, interventions, spare)?);
        }
        Ok(())
    }

    /// What a probe needs.
    pub(crate) fn parts(&mut self) -> (&mut B, &Config, &dyn Network<B>, &Workspace<B>) {
        (&mut self.b, &self.config, self.network.as_ref(), &self.ws)
    }

    /// The backend it runs on.
    pub fn backend(&self) -> &B {
        &self.b
    }

    /// Describes every plan of [`Transformer::forward`] to the backend ahead of time, so that the first token does not wait for a
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
            let mut pass = self.pass(&taps, false);
            pass.embed()?;
            // All blocks have the same shapes.
            pass.block_from_kept(0)?;
            pass.p.end();
            self.b.compiled().await?;
        }
        Ok(())
    }

    /// Runs the transformer over `rows` and keeps keys, values and the residual stream at their slots.
    /// Logits come back only for the rows named in `logits_for`, `[logits_for.len()][d_vocab]`.
    ///
    /// A row may attend to slots of earlier rows of the same call. More rows than fit in one
    /// submission are cut into several. With taps the unfused plan runs. Positions turn as in a text
    /// of all the slots of a row's path.
    pub async fn forward(
        &mut self,
        rows: &[Row],
        logits_for: &[usize],
        taps: &Taps,
    ) -> Result<Output, ModelError> {
        let plan = |model: &mut Self, batch: &Batch| model.describe(batch, taps);
        self.in_chunks(rows, logits_for, true, plan).await
    }

    /// Recomputes intermediates of `rows` by the unfused plan, from the residual stream, keys and
    /// values kept at their slots, for the layers that `taps` wants only. Stores nothing.
    pub async fn inspect(&mut self, rows: &[Row], taps: &Taps) -> Result<Vec<Tap>, ModelError> {
        let plan = |model: &mut Self, _: &Batch| {
            let n_layers = model.config.n_layers;
            let mut pass = model.pass(taps, false);
            if taps.wants("embed", None) || taps.wants("pos_embed", None) {
                pass.embed()?;
            }
            for l in (0..n_layers).filter(|l| taps.wants_layer(*l)) {
                pass.block_from_kept(l)?;
            }
            pass.p.enter(None);
            if taps.wants("ln_final", None) {
                pass.norm_from_kept(n_layers)?;
            }
            Ok(pass.p.end())
        };
        let output = self.in_chunks(rows, &[], true, plan).await?;
        Ok(output.taps)
    }

    /// The logits of `rows` if the model ended after `depth` of its blocks, 0..=`n_layers`, from the residual stream kept at their
    /// slots, `[rows.len()][d_vocab]`. After the last block they are the model's own.
    pub async fn readout(&mut self, rows: &[Row], depth: u32) -> Result<Vec<Vec<f32>>, ModelError> {
        let n_layers = self.config.n_layers;
        if depth > n_layers {
            return Err(ModelError::Impossible(Impossible::Depth {
                depth,
                n_layers,
            }));
        }
        let plan = |model: &mut Self, _: &Batch| {
            let taps = Taps::none();
            let mut pass = model.pass(&taps, false);
            pass.norm_from_kept(depth)?;
            pass.unembed()?;
            Ok(pass.p.end())
        };
        let all: Vec<usize> = (0..rows.len()).collect();
        let output = self.in_chunks(rows, &all, false, plan).await?;
        Ok(output.logits)
    }

    /// Runs what `plan` describes over `rows`, a submission for each chunk of them. `turns`: whether positions turn in it.
    async fn in_chunks(
        &mut self,
        rows: &[Row],
        logits_for: &[usize],
        turns: bool,
        plan: impl Fn(&mut Self, &Batch) -> Result<TapLayout, ModelError>,
    ) -> Result<Output, ModelError> {
        let mut output = Output::default();
        for (first, rows, wanted) in chunks(rows, logits_for, &self.config, &self.capacity) {
            if turns {
                self.turn_for(rows)?;
            }
            let batch = Batch::new(rows, &wanted, &self.config, self.capacity.n_slots)?;
            self.b.begin(&batch)?;
            let layout = plan(self, &batch)?;
            self.finish(first, &batch, &layout, &mut output).await?;
        }
        Ok(output)
    }

    /// Has positions turn as in the text of `rows`, which all reach equally far.
    fn turn_for(&mut self, rows: &[Row]) -> Result<(), ModelError> {
        let reach = rows.first().map(|row| self.config.reach(row.path.len()));
        match reach {
            Some(reach) if reach != self.reach => {
                self.network.turn(&mut self.b, reach)?;
                self.reach = reach;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Describes the forward pass of `batch` to the backend, unless it has kept the same plan.
    fn describe(&mut self, batch: &Batch, taps: &Taps) -> Result<TapLayout, ModelError> {
        let logits = !batch.logits_for.is_empty();
        let key = PlanKey {
            single_row: batch.rows.len() == 1,
            logits,
        };
        let plain = taps.is_none() && self.factors.is_none();
        if plain && self.b.replay(key) {
            return Ok(TapLayout::default());
        }
        let n_layers = self.config.n_layers;
        let mut pass = self.pass(taps, true);
        pass.embed()?;
        for l in 0..n_layers {
            pass.block(l)?;
        }
        pass.p.enter(None);
        pass.final_norm()?;
        if logits {
            pass.unembed()?;
        }
        let layout = pass.p.end();
        if plain {
            self.b.keep(key);
        }
        Ok(layout)
    }

    /// Begins to describe a forward pass. With `store` the rows' slots keep what it computes.
    fn pass<'a>(&'a mut self, taps: &'a Taps, store: bool) -> Pass<'a, B> {
        let (config, ws, factors) = (&self.config, &self.ws, self.factors.as_ref());
        Pass {
            p: Plan::new(&mut self.b, config, ws, taps, factors, store),
            network: self.network.as_ref(),
            ws,
            cache: &self.cache,
            kept: &self.kept,
        }
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
        let stride = pad4(d_vocab) as usize;
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

impl<B: Measure> Transformer<B> {
    /// Times the kernels that decode one token, at the length of the last path; see [`Measure::profile`].
    pub async fn profile(&mut self) -> Result<Vec<KernelTime>, ModelError> {
        self.b.profile(DECODE).await
    }

    /// Times every dispatch that decodes one token, if the last batch was one that did; see [`Measure::timeline`].
    pub async fn timeline(&mut self) -> Result<Timeline, ModelError> {
        self.b.timeline(DECODE).await
    }

    /// See [`Measure::bandwidth_gbps`].
    pub async fn bandwidth_gbps(&mut self) -> Result<f64, ModelError> {
        self.b.bandwidth_gbps().await
    }
}

/// Cuts `rows` so that each part fits in one submission, and its texts reach equally far: `(first row, rows, logits_for)`.
fn chunks<'r>(
    rows: &'r [Row],
    logits_for: &[usize],
    config: &Config,
    capacity: &Capacity,
) -> Vec<(usize, &'r [Row], Vec<usize>)> {
    let reach = |row: &Row| config.reach(row.path.len());
    let mut chunks = Vec::new();
    let mut first = 0;
    while first < rows.len() {
        let own = reach(&rows[first]);
        let alike = rows[first..].iter().take_while(|row| reach(row) == own);
        let most = first + alike.take(capacity.max_rows as usize).count();
        let wanted = logits_for.iter().filter(|&&r| (first..most).contains(&r));
        let wanted: Vec<usize> = wanted.copied().collect();
        // End before the row whose logits would be one too many.
        let end = wanted
            .get(capacity.max_logit_rows as usize)
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

/// A forward pass that is being described, with what the family needs for it.
struct Pass<'a, B: Backend> {
    p: Plan<'a, B>,
    network: &'a dyn Network<B>,
    ws: &'a Workspace<B>,
    /// See [`Transformer`].
    cache: &'a [KvPool<B>],
    kept: &'a [B::Tensor],
}

impl<B: Backend> Pass<'_, B> {
    fn embed(&mut self) -> Result<(), ModelError> {
        self.network.embed(&mut self.p, self.ws)
    }

    /// Block `layer`, of the residual stream in the workspace.
    fn block(&mut self, layer: u32) -> Result<(), ModelError> {
        self.p.enter(Some(layer));
        self.block_here(layer)
    }

    /// Block `layer`, of the residual stream that was kept before it.
    fn block_from_kept(&mut self, layer: u32) -> Result<(), ModelError> {
        self.p.enter(Some(layer));
        self.p.gather(&self.kept[layer as usize], &self.ws.resid)?;
        self.block_here(layer)
    }

    fn block_here(&mut self, layer: u32) -> Result<(), ModelError> {
        let layer = layer as usize;
        let kept = Kept {
            cache: &self.cache[layer],
            resid_pre: &self.kept[layer],
        };
        self.network.block(&mut self.p, layer, self.ws, kept)
    }

    /// The norm after the last block; its input is kept.
    fn final_norm(&mut self) -> Result<(), ModelError> {
        let keep = self.kept.last();
        self.network.final_norm(&mut self.p, self.ws, keep)
    }

    /// The same norm of the residual stream that was kept after `depth` blocks.
    fn norm_from_kept(&mut self, depth: u32) -> Result<(), ModelError> {
        self.p.gather(&self.kept[depth as usize], &self.ws.resid)?;
        self.network.final_norm(&mut self.p, self.ws, None)
    }

    fn unembed(&mut self) -> Result<(), ModelError> {
        let table = self.network.table(Table::Unembedding);
        let (bias, ws) = (self.network.unembed_bias(), self.ws);
        self.p.unembed(&ws.normed, table, bias, &ws.logits)
    }
}
