//! Walking a path in one lane: logits after its end or along it, and intermediates.

use std::ops::Range;
use std::sync::Arc;

use logitscope_core::error::Impossible;
use logitscope_core::inspection::{KernelTime, Slot};
use logitscope_core::trace::BackendInfo;
use logitscope_core::{NodeId, Part, Timings, TokenId};
use web_time::Instant;

use super::pool::Owner;
use super::{Lanes, LanguageModel};
use crate::batch::Row;
use crate::taps::{Tap, Taps};
use crate::transformer::Output;
use crate::{Config, ModelError};

/// One lane of a model, at work.
pub struct Lane<'m> {
    pub(super) lanes: &'m mut Lanes,
    pub(super) number: u32,
}

impl Lane<'_> {
    /// The model.
    pub(crate) fn model(&mut self) -> &mut dyn LanguageModel {
        self.lanes.model.as_mut()
    }

    /// By what a part is multiplied in this lane; 1 where nothing is switched off or scaled.
    pub(crate) fn factor(&self, part: Part) -> f32 {
        let own = self.lanes.open.get(&self.number);
        own.map_or(1.0, |interventions| interventions.factor(part))
    }

    /// The model's sizes.
    pub fn config(&self) -> &Config {
        self.lanes.config()
    }

    /// What computes.
    pub fn backend_info(&self) -> BackendInfo {
        self.lanes.backend_info()
    }

    /// Computes what is missing along `tokens` (the whole path, from its first token) and gives the
    /// logits after its last token, `[d_vocab]`.
    pub async fn evaluate(
        &mut self,
        tokens: &[TokenId],
    ) -> Result<(Vec<f32>, Timings), ModelError> {
        let start = Instant::now();
        let (path, rows) = self.prepare(tokens)?;
        let logits = if rows.is_empty() {
            // Keys and values are there; so is the last residual stream.
            let last = self.rows_of(tokens, &path, path.len() - 1..path.len());
            let n_layers = self.config().n_layers;
            self.lanes.model.readout(&last, n_layers).await?.pop()
        } else {
            let last = [rows.len() - 1];
            let result = self.lanes.model.forward(&rows, &last, &Taps::none()).await;
            self.computed(&path, rows.len(), result)?.logits.pop()
        };
        let nothing = || {
            ModelError::Impossible(Impossible::Nothing {
                name: "logits".into(),
            })
        };
        let logits = logits.ok_or_else(nothing)?;
        let forward_ms = start.elapsed().as_secs_f64() * 1e3;
        Ok((
            logits,
            Timings {
                forward_ms,
                rows: rows.len() as u32,
            },
        ))
    }

    /// Computes what is missing along several paths, each from its first token, in one forward pass: what they share is computed once. The
    /// logits after the last token of each, `[texts][d_vocab]`.
    ///
    /// Paths that do not all have slots at the same time are computed some after the others, which may take each other's slots.
    pub async fn evaluate_all(
        &mut self,
        texts: &[Vec<TokenId>],
    ) -> Result<(Vec<Vec<f32>>, Timings), ModelError> {
        let start = Instant::now();
        let paths = texts.iter().map(|tokens| self.path_of(tokens));
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        let (mut logits, mut rows) = (Vec::with_capacity(texts.len()), 0);
        // The first ones last.
        let mut waiting = vec![(texts, paths.as_slice())];
        while let Some((texts, paths)) = waiting.pop() {
            match self.evaluate_together(texts, paths).await {
                Ok((found, computed)) => {
                    logits.extend(found);
                    rows += computed;
                }
                Err(ModelError::CacheFull { .. }) if texts.len() > 1 => {
                    let half = texts.len() / 2;
                    waiting.push((&texts[half..], &paths[half..]));
                    waiting.push((&texts[..half], &paths[..half]));
                }
                Err(error) => return Err(error),
            }
        }
        let timings = Timings {
            forward_ms: start.elapsed().as_secs_f64() * 1e3,
            rows,
        };
        Ok((logits, timings))
    }

    /// The same for texts that have a slot for every distinct node at the same time, and how many rows that took.
    async fn evaluate_together(
        &mut self,
        texts: &[Vec<TokenId>],
        paths: &[Vec<NodeId>],
    ) -> Result<(Vec<Vec<f32>>, u32), ModelError> {
        let owned = paths
            .iter()
            .map(|path| (self.owner(path.len()), path.as_slice()));
        let owned: Vec<(Owner, &[NodeId])> = owned.collect();
        let known = self.lanes.pool.walk_all(&owned)?;
        let mut rows = Vec::new();
        let mut last = Vec::new();
        for ((tokens, path), known) in texts.iter().zip(paths).zip(&known) {
            rows.extend(self.rows_of(tokens, path, *known..path.len()));
            last.extend(self.rows_of(tokens, path, path.len() - 1..path.len()));
        }
        if !rows.is_empty() {
            let result = self.lanes.model.forward(&rows, &[], &Taps::none()).await;
            if let Err(error) = result {
                for ((owner, path), known) in owned.into_iter().zip(&known) {
                    self.lanes.pool.release(owner, &path[*known..]);
                }
                return Err(error);
            }
        }
        let n_layers = self.config().n_layers;
        let logits = self.lanes.model.readout(&last, n_layers).await?;
        Ok((logits, rows.len() as u32))
    }

    /// The logits after each token of `tokens`, one vector `[d_vocab]` at a time, through `each`.
    pub async fn logits_along(
        &mut self,
        tokens: &[TokenId],
        each: impl FnMut(usize, Vec<f32>),
    ) -> Result<(), ModelError> {
        let n_layers = self.config().n_layers;
        self.logits_at(tokens, 0..tokens.len(), n_layers, each)
            .await
    }

    /// The logits after the tokens at `positions` of `tokens` if the model ended after `depth` of its blocks, 0..=`n_layers`: the
    /// logit lens. One vector `[d_vocab]` at a time, with its position, through `each`. Each is that of the text which ends there, also where
    /// longer ones turn their positions in another way.
    pub async fn logits_at(
        &mut self,
        tokens: &[TokenId],
        positions: Range<usize>,
        depth: u32,
        mut each: impl FnMut(usize, Vec<f32>),
    ) -> Result<(), ModelError> {
        let step = self.lanes.model.capacity().max_logit_rows as usize;
        let end = positions.end.min(tokens.len());
        for part in self.parts(tokens, positions.start..end)? {
            let tokens = self.text_of(tokens, &part);
            let path = self.ensure(tokens).await?;
            for first in part.clone().step_by(step) {
                let rows = self.rows_of(tokens, &path, first..part.end.min(first + step));
                let found = self.lanes.model.readout(&rows, depth).await?;
                for (i, logits) in found.into_iter().enumerate() {
                    each(first + i, logits);
                }
            }
        }
        Ok(())
    }

    /// Parts of the `positions` of `tokens` at which the texts that end there reach equally far.
    fn parts(
        &self,
        tokens: &[TokenId],
        positions: Range<usize>,
    ) -> Result<Vec<Range<usize>>, ModelError> {
        if tokens.is_empty() {
            return Err(logitscope_core::CoreError::EmptyPrompt.into());
        }
        let config = self.config();
        let mut parts: Vec<Range<usize>> = Vec::new();
        for at in positions {
            let alike = |part: &&mut Range<usize>| config.reach(part.end) == config.reach(at + 1);
            match parts.last_mut().filter(alike) {
                Some(part) => part.end = at + 1,
                None => parts.push(at..at + 1),
            }
        }
        Ok(parts)
    }

    /// The text that a part of the positions of `tokens` is computed in: all of it, unless its positions turn in another way.
    fn text_of<'t>(&self, tokens: &'t [TokenId], part: &Range<usize>) -> &'t [TokenId] {
        let reach = |n_tokens: usize| self.config().reach(n_tokens);
        match reach(part.end) == reach(tokens.len()) {
            true => tokens,
            false => &tokens[..part.end],
        }
    }

    /// Intermediates of the tokens of `tokens` from position `from` on, recomputed by the unfused plan
    /// from what was kept. A tap's `row` is its position, and its values are those of the text which ends there.
    pub async fn inspect(
        &mut self,
        tokens: &[TokenId],
        from: usize,
        taps: &Taps,
    ) -> Result<Vec<Tap>, ModelError> {
        let mut all = Vec::new();
        for part in self.parts(tokens, from..tokens.len())? {
            let tokens = self.text_of(tokens, &part);
            let path = self.ensure(tokens).await?;
            let rows = self.rows_of(tokens, &path, part.clone());
            let found = self.lanes.model.inspect(&rows, taps).await?;
            all.extend(found.into_iter().map(|tap| Tap {
                row: tap.row + part.start,
                ..tap
            }));
        }
        Ok(all)
    }

    /// Times the kernels that decode one token; see [`crate::Backend::profile`].
    pub async fn profile(&mut self) -> Result<Vec<KernelTime>, ModelError> {
        let times = self.lanes.model.profile().await;
        self.lanes.forget_measured();
        times
    }

    /// Computes what is missing along `tokens`; the nodes of the path.
    pub(super) async fn ensure(&mut self, tokens: &[TokenId]) -> Result<Vec<NodeId>, ModelError> {
        let (path, rows) = self.prepare(tokens)?;
        if !rows.is_empty() {
            let result = self.lanes.model.forward(&rows, &[], &Taps::none()).await;
            self.computed(&path, rows.len(), result)?;
        }
        Ok(path)
    }

    /// Who computes the tokens of a text of `n_tokens`.
    pub(super) fn owner(&self, n_tokens: usize) -> Owner {
        Owner {
            lane: self.number,
            reach: self.config().reach(n_tokens),
        }
    }

    /// Gives every token of the path a slot; the rows that are still to be computed.
    fn prepare(&mut self, tokens: &[TokenId]) -> Result<(Vec<NodeId>, Vec<Row>), ModelError> {
        let path = self.path_of(tokens)?;
        let known = self.lanes.pool.walk(self.owner(path.len()), &path)?;
        let rows = self.rows_of(tokens, &path, known..path.len());
        Ok((path, rows))
    }

    /// The nodes of a path that is given by its tokens.
    fn path_of(&mut self, tokens: &[TokenId]) -> Result<Vec<NodeId>, ModelError> {
        let n_ctx = self.config().n_ctx;
        if tokens.is_empty() {
            return Err(logitscope_core::CoreError::EmptyPrompt.into());
        }
        if tokens.len() > n_ctx as usize {
            return Err(logitscope_core::CoreError::PromptTooLong {
                tokens: tokens.len(),
                n_ctx,
            }
            .into());
        }
        let tree = &mut self.lanes.tree;
        let last = tree.extend(None, tokens)?;
        Ok(last.map(|id| tree.path(id)).unwrap_or_default())
    }

    /// Passes a forward pass on; if it failed, the slots of its last `n` nodes hold nothing.
    fn computed(
        &mut self,
        path: &[NodeId],
        n: usize,
        result: Result<Output, ModelError>,
    ) -> Result<Output, ModelError> {
        if result.is_err() {
            let owner = self.owner(path.len());
            self.lanes.pool.release(owner, &path[path.len() - n..]);
        }
        result
    }

    /// The rows of the positions `range` of a path whose nodes all have slots.
    fn rows_of(&self, tokens: &[TokenId], path: &[NodeId], range: Range<usize>) -> Vec<Row> {
        let owner = self.owner(path.len());
        let slot = |id: &NodeId| self.lanes.pool.slot(owner, *id);
        let slots: Arc<[Slot]> = path.iter().filter_map(slot).collect();
        range
            .map(|i| Row {
                token: tokens[i],
                position: i as u32,
                path: Arc::clone(&slots),
                len: i as u32 + 1,
            })
            .collect()
    }
}
