//! What the parts of a model say about a step: shares of a logit, active neurons, near tokens.

use logitscope_core::attribution::{Attribution, FinalNorm, Source, share};
use logitscope_core::blocks::{NormKind, capped};
use logitscope_core::error::Impossible;
use logitscope_core::inspection::{Matrix, Neuron, Weighed};
use logitscope_core::{Part, TokenId, sorted};

use crate::ModelError;
use crate::families::network::Table;
use crate::host_weights::HostWeights;
use crate::lane::Lane;
use crate::probe::Probe;
use crate::taps::{Tap, Taps};

/// How many tokens are named that a neuron promotes, and as many that it suppresses.
const NAMED: usize = 5;

impl Lane<'_> {
    /// What each part of the model adds to the logits of `watch` after the last token of `tokens`, as far as it is switched on. The
    /// parts of each add up to its logit.
    pub async fn attribute(
        &mut self,
        tokens: &[TokenId],
        watch: &[TokenId],
    ) -> Result<Vec<Attribution>, ModelError> {
        let names = ["embed", "pos_embed", "z", "attn_proj", "mlp_out"];
        let last = LastRow::of(self, tokens, &names, None).await?;
        let norm = last.norm(self)?;
        let rows = Probe::Rows(Table::Unembedding, watch.to_vec());
        let unembed = self.model().probe(&rows).await?;
        let biases = self.model().host_weights().unembed_bias.clone();
        let blocks = self.config().blocks;
        let readout = blocks.readout;
        let mut written = vec![(Source::Embed, last.values("embed", None)?.to_vec())];
        if !blocks.is_rotary() {
            written.push((Source::Position, last.values("pos_embed", None)?.to_vec()));
        }
        for layer in 0..self.config().n_layers {
            let z = last.values("z", Some(layer))?.to_vec();
            let mut heads = self.model().probe(&Probe::Heads { layer, z }).await?;
            if let Some(norm) = last.norm_behind(self, "attn_proj", layer)? {
                heads.iter_mut().for_each(|x| *x = norm.of_part(x));
            }
            scale(&mut heads, self.factor(Part::Attention { layer }));
            let n_heads = self.config().n_heads;
            for (head, vector) in (0..).zip(heads) {
                if head < n_heads {
                    written.push((Source::Head { layer, head }, vector));
                } else if blocks.has_out_bias() {
                    written.push((Source::AttentionBias { layer }, vector));
                }
            }
            let mlp = last.values("mlp_out", Some(layer))?.to_vec();
            written.push((Source::Mlp { layer }, mlp));
        }
        let one = |(token, unembed): (&TokenId, &Vec<f32>)| {
            let direction = norm.direction(unembed);
            let parts = written.iter();
            let mut parts: Vec<(Source, f64)> = parts
                .map(|(source, vector)| (*source, share(vector, &direction)))
                .collect();
            if !norm.bias.is_empty() {
                parts.push((Source::FinalBias, norm.bias_share(unembed)));
            }
            if let Some(bias) = biases.get(*token as usize) {
                parts.push((Source::UnembedBias, f64::from(*bias)));
            }
            if let Some(cap) = readout.cap {
                let before: f64 = parts.iter().map(|(_, share)| share).sum();
                let after = f64::from(capped(before as f32, Some(cap)));
                parts.push((Source::Cap, after - before));
            }
            Attribution {
                token: *token,
                parts,
            }
        };
        Ok(watch.iter().zip(&unembed).map(one).collect())
    }

    /// The `count` neurons of a layer that are the most active after the last token of `tokens`, by magnitude, with what each adds to the
    /// logits, before they are bounded if they are, through the norm of what the MLP writes if there is one, the final norm and the
    /// unembedding, as the step scales both.
    pub async fn neurons(
        &mut self,
        tokens: &[TokenId],
        layer: u32,
        count: usize,
    ) -> Result<Vec<Neuron>, ModelError> {
        let last = LastRow::of(self, tokens, &["mlp_post", "mlp_proj"], Some(layer)).await?;
        let norm = last.norm(self)?;
        let activations = last.values("mlp_post", Some(layer))?;
        let mut order: Vec<u32> = (0..activations.len() as u32).collect();
        let size = |n: &u32| activations[*n as usize].abs();
        sorted::sort_by(&mut order, |a, b| size(b).total_cmp(&size(a)));
        order.truncate(count);
        let active: Vec<(u32, f32)> = order
            .iter()
            .map(|n| (*n, activations[*n as usize]))
            .collect();
        let mut written = self
            .model()
            .probe(&Probe::Neurons {
                layer,
                active: active.clone(),
            })
            .await?;
        // The bias belongs to no neuron.
        written.pop();
        if let Some(norm) = last.norm_behind(self, "mlp_proj", layer)? {
            written.iter_mut().for_each(|x| *x = norm.of_part(x));
        }
        scale(&mut written, self.factor(Part::Mlp { layer }));
        let seen = written.iter().map(|w| norm.of_part(w)).collect();
        let seen = Probe::Products(Table::Unembedding, seen);
        let logits = self.model().probe(&seen).await?;
        let one = |(&(neuron, activation), logits): (&(u32, f32), &Vec<f32>)| Neuron {
            neuron,
            activation,
            promoted: extremes(logits, NAMED, |a, b| b.total_cmp(a)),
            suppressed: extremes(logits, NAMED, |a, b| a.total_cmp(b)),
        };
        Ok(active.iter().zip(&logits).map(one).collect())
    }

    /// A column of a matrix of a block: its weights, `[d_in]`, and its bias. What it writes into the residual stream counts as far as
    /// that is switched on, unless it is normalised in between.
    pub async fn column(
        &mut self,
        layer: u32,
        matrix: Matrix,
        column: u32,
    ) -> Result<(Vec<f32>, f32), ModelError> {
        let probe = Probe::Column {
            layer,
            matrix,
            column,
        };
        let mut found = self.model().probe(&probe).await?;
        let written = !self.config().blocks.has_norms_behind();
        scale(
            &mut found,
            match matrix {
                Matrix::AttentionOut if written => self.factor(Part::Attention { layer }),
                Matrix::MlpOut if written => self.factor(Part::Mlp { layer }),
                _ => 1.0,
            },
        );
        let bias = found.pop().and_then(|bias| bias.first().copied());
        Ok((found.pop().unwrap_or_default(), bias.unwrap_or_default()))
    }

    /// The `count` tokens whose rows of the embedding point most nearly in the direction of that of `token`, by cosine, without itself.
    pub async fn nearest(
        &mut self,
        token: TokenId,
        count: usize,
    ) -> Result<Vec<Weighed>, ModelError> {
        let own = Probe::Rows(Table::Embedding, vec![token]);
        let own = self.model().probe(&own).await?;
        let products = Probe::Products(Table::Embedding, own);
        let products = self.model().probe(&products).await?;
        let lengths = &self.model().host_weights().lengths;
        let length = |token: usize| lengths.get(token).copied().unwrap_or(0.0);
        let own = length(token as usize);
        let cosine = |(other, product): (usize, &f32)| match own * length(other) {
            _ if other == token as usize => f32::NEG_INFINITY,
            0.0 => 0.0,
            both => product / both,
        };
        let products = products.first().map(Vec::as_slice).unwrap_or_default();
        let cosines: Vec<f32> = products.iter().enumerate().map(cosine).collect();
        let count = count.min(cosines.len().saturating_sub(1));
        Ok(extremes(&cosines, count, |a, b| b.total_cmp(a)))
    }
}

fn scale(vectors: &mut [Vec<f32>], factor: f32) {
    if factor != 1.0 {
        vectors.iter_mut().flatten().for_each(|x| *x *= factor);
    }
}

/// The first `count` tokens in the order of their values, ties by id.
fn extremes(
    values: &[f32],
    count: usize,
    order: fn(&f32, &f32) -> std::cmp::Ordering,
) -> Vec<Weighed> {
    let mut tokens: Vec<usize> = (0..values.len()).collect();
    let count = count.min(tokens.len());
    let by = |a: &usize, b: &usize| order(&values[*a], &values[*b]).then(a.cmp(b));
    if count < tokens.len() {
        tokens.select_nth_unstable_by(count, by);
        tokens.truncate(count);
    }
    sorted::sort_by(&mut tokens, by);
    let weighed = |token: usize| Weighed {
        token: token as TokenId,
        value: values[token],
    };
    tokens.into_iter().map(weighed).collect()
}

/// Intermediates of the last token of a text.
struct LastRow {
    taps: Vec<Tap>,
    last_layer: u32,
}

impl LastRow {
    /// The intermediates called `names`, of one layer or of all, and the residual stream at the end.
    async fn of(
        lane: &mut Lane<'_>,
        tokens: &[TokenId],
        names: &[&str],
        layer: Option<u32>,
    ) -> Result<Self, ModelError> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let layers: Vec<u32> = layer.into_iter().collect();
        let from = tokens.len().saturating_sub(1);
        let last_layer = lane.config().n_layers.saturating_sub(1);
        let mut taps = lane
            .inspect(tokens, from, &Taps::new(&names, &layers))
            .await?;
        let end = Taps::new(&["resid_post".into()], &[last_layer]);
        taps.extend(lane.inspect(tokens, from, &end).await?);
        Ok(LastRow { taps, last_layer })
    }

    fn values(&self, name: &str, layer: Option<u32>) -> Result<&[f32], ModelError> {
        let is = |tap: &&Tap| tap.name == name && tap.layer == layer;
        let tap = self.taps.iter().find(is);
        tap.map(|tap| tap.values.as_slice())
            .ok_or_else(|| ModelError::Impossible(Impossible::Nothing { name: name.into() }))
    }

    /// The norm of what attention or the MLP writes in `layer`, as it acts at this position; `None` where that is added as it is. `name` is
    /// what enters it.
    fn norm_behind(
        &self,
        lane: &mut Lane<'_>,
        name: &str,
        layer: u32,
    ) -> Result<Option<FinalNorm>, ModelError> {
        let eps = lane.config().norm_eps;
        let host = lane.model().host_weights();
        let gains = match name {
            "attn_proj" => &host.attention_gains,
            _ => &host.mlp_gains,
        };
        let Some(gain) = gains.get(&layer) else {
            return Ok(None);
        };
        let written = self.values(name, Some(layer))?;
        Ok(Some(FinalNorm::rms(gain, eps, written)))
    }

    /// The final norm as it acts at this position.
    fn norm(&self, lane: &mut Lane<'_>) -> Result<FinalNorm, ModelError> {
        let (eps, kind) = (lane.config().norm_eps, lane.config().blocks.norm);
        let resid = self.values("resid_post", Some(self.last_layer))?;
        let HostWeights { gain, bias, .. } = lane.model().host_weights();
        Ok(match kind {
            NormKind::Layer => FinalNorm::at(gain, bias, eps, resid),
            NormKind::Rms => FinalNorm::rms(gain, eps, resid),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_come_in_order_and_ties_by_id() {
        let values = [1.0, 3.0, -2.0, 3.0, 0.0];
        let tokens = |found: Vec<Weighed>| found.iter().map(|w| w.token).collect::<Vec<_>>();
        assert_eq!(
            tokens(extremes(&values, 3, |a, b| b.total_cmp(a))),
            [1, 3, 0]
        );
        assert_eq!(tokens(extremes(&values, 1, |a, b| a.total_cmp(b))), [2]);
        assert_eq!(extremes(&values, 9, |a, b| b.total_cmp(a)).len(), 5);
    }
}
