//! Attention: what each head of each layer attends to.

use std::sync::Arc;

use logitscope_core::blocks::capped;
use logitscope_core::heads::{self, HeadMeasures, Measure};
use logitscope_core::{NodeId, TokenId};
use logitscope_protocol::{Answer, Command, TapArray};
use logitscope_recording::ATTENTION;

use super::taps::{pairs, values};
use super::{Focus, Record, Request, Store, Unusable};
use crate::choices::Drawn;

/// Attention and queries of the layer on screen first, then attention of the other layers that fit.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    let (n_layers, d_model) = (focus.model.n_layers, focus.model.d_model as usize);
    let n = focus.path.len();
    // A long text has room for the layer on screen and for some of the others.
    let fit = |bytes| layers_that_fit(focus.model.n_heads, n, bytes);
    let rest = focus.budget_bytes.saturating_sub(8 * d_model * n);
    let before_mask = focus.drawn == Drawn::Scores && fit(rest) > 0;
    let fit = fit(if before_mask {
        rest
    } else {
        focus.budget_bytes
    });
    let shown = focus.layer.min(n_layers.saturating_sub(1));
    let layers = std::iter::once(shown).chain((0..n_layers).filter(|l| *l != shown));
    let rows = |layer: u32| {
        let missing = |node: &NodeId| !store.has::<HeadRows>(&(*node, layer));
        let from = focus.path.iter().position(missing)?;
        Some(head_rows(focus, layer, from))
    };
    let unmasked = || {
        let missing = |node: &NodeId| !store.has::<Projected>(&(*node, shown));
        let from = focus.path.iter().position(missing)?;
        before_mask.then(|| projected(focus, shown, from))
    };
    let mut layers = layers.take(fit);
    let first = layers.next().and_then(rows);
    first.or_else(unmasked).or_else(|| layers.find_map(rows))
}

/// Of how many layers the attention over `n` tokens fits into a budget.
pub fn layers_that_fit(n_heads: u32, n: usize, budget_bytes: usize) -> usize {
    let bytes = 8 * n_heads as usize * n * (n + 1) / 2;
    budget_bytes / bytes.max(1)
}

/// Asks for two intermediates of a layer from a place of the text on; `join` makes a record of each pair.
fn inspect<V: Record<Key = (NodeId, u32)>>(
    focus: &Focus,
    layer: u32,
    from: usize,
    names: [&'static str; 2],
    join: fn(&TapArray, &TapArray) -> V,
) -> Request {
    let path = focus.path.clone();
    let command = Command::Inspect {
        tokens: focus.tokens.clone(),
        from: from as u32,
        layers: vec![layer],
        names: names.map(String::from).to_vec(),
    };
    Request::new(focus, command, move |store, answer, budget| {
        let Answer::Taps(taps) = answer else {
            return Err(Unusable::OtherAnswer);
        };
        let record = |(first, second): (&TapArray, &TapArray)| {
            let node = *path.get(first.position as usize)?;
            Some(((node, layer), join(first, second)))
        };
        let all = pairs(&taps, names[0], names[1]).filter_map(record);
        store.keep(all.collect(), budget);
        Ok(())
    })
}

fn head_rows(focus: &Focus, layer: u32, from: usize) -> Request {
    inspect(focus, layer, from, ATTENTION, |scores, pattern| HeadRows {
        n_heads: scores.shape.first().copied().unwrap_or(0),
        scores: values(scores),
        pattern: values(pattern),
    })
}

fn projected(focus: &Focus, layer: u32, from: usize) -> Request {
    let names = match focus.model.blocks.is_rotary() {
        true => ["rot_q", "rot_k"],
        false => ["q", "k"],
    };
    inspect(focus, layer, from, names, |q, k| Projected {
        n_heads: q.shape.first().copied().unwrap_or(0),
        n_kv_heads: k.shape.first().copied().unwrap_or(0),
        query: values(q),
        key: values(k),
    })
}

/// Attention of one query in one layer, all heads.
#[derive(Debug, PartialEq)]
pub struct HeadRows {
    /// How many heads.
    pub n_heads: u32,
    /// `[n_heads, position + 1]`: scaled dot products of the query with the keys up to its own.
    pub scores: Vec<f32>,
    /// `[n_heads, position + 1]`: their softmax.
    pub pattern: Vec<f32>,
}

impl Record for HeadRows {
    type Key = (NodeId, u32);

    fn bytes(&self) -> usize {
        4 * (self.scores.len() + self.pattern.len())
    }
}

impl HeadRows {
    /// The scores of one head, `[position + 1]`.
    pub fn scores(&self, head: u32) -> &[f32] {
        part(&self.scores, self.n_heads, head)
    }

    /// The pattern of one head, `[position + 1]`.
    pub fn pattern(&self, head: u32) -> &[f32] {
        part(&self.pattern, self.n_heads, head)
    }
}

fn part(values: &[f32], n_heads: u32, head: u32) -> &[f32] {
    let len = values.len() / n_heads.max(1) as usize;
    values
        .get(head as usize * len..(head as usize + 1) * len)
        .unwrap_or_default()
}

/// The query and the key of one token in one layer, all heads.
#[derive(Debug, PartialEq)]
pub struct Projected {
    /// How many heads.
    pub n_heads: u32,
    /// How many heads of keys: each serves as many heads of queries as the next.
    pub n_kv_heads: u32,
    /// `[n_heads, d_head]`.
    pub query: Vec<f32>,
    /// `[n_heads, d_head]`.
    pub key: Vec<f32>,
}

impl Record for Projected {
    type Key = (NodeId, u32);

    fn bytes(&self) -> usize {
        4 * (self.query.len() + self.key.len())
    }
}

/// Attention of one layer over the text.
#[derive(Debug, Clone)]
pub struct LayerRows {
    /// The tokens of the text, as far as there are rows.
    pub tokens: Vec<TokenId>,
    /// One entry a query.
    pub rows: Vec<Arc<HeadRows>>,
    /// One entry a token, as far as they were asked for: see [`LayerRows::masked_scores`].
    pub projected: Vec<Arc<Projected>>,
}

impl PartialEq for LayerRows {
    fn eq(&self, other: &Self) -> bool {
        fn same<T>(a: &[Arc<T>], b: &[Arc<T>]) -> bool {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b))
        }
        self.tokens == other.tokens
            && same(&self.rows, &other.rows)
            && same(&self.projected, &other.projected)
    }
}

impl LayerRows {
    /// What has arrived of `layer` over `text`; with `unmasked`, also what the scores before the mask are made of.
    pub fn read(text: &[(NodeId, TokenId)], layer: u32, unmasked: bool, store: &Store) -> Self {
        let mut found = LayerRows {
            tokens: Vec::new(),
            rows: Vec::new(),
            projected: Vec::new(),
        };
        for (node, token) in text {
            let Some(rows) = store.get::<HeadRows>(&(*node, layer)) else {
                break;
            };
            found.tokens.push(*token);
            found.rows.push(Arc::clone(rows));
            let projected = store.get::<Projected>(&(*node, layer)).cloned();
            found.projected.extend(projected.filter(|_| unmasked));
        }
        found
    }

    fn pattern(&self, head: u32) -> Vec<&[f32]> {
        self.rows.iter().map(|row| row.pattern(head)).collect()
    }

    /// The scores of a query with the keys of the tokens after it, q·k / divisor, bounded if there is a cap, which the mask sets to −∞: the model
    /// has no use for them, so they are computed here, from its own queries and keys. Empty until these have arrived.
    pub fn masked_scores(
        &self,
        head: u32,
        query: usize,
        divisor: f32,
        cap: Option<f32>,
    ) -> Vec<f32> {
        let Some(own) = self.projected.get(query) else {
            return Vec::new();
        };
        let q = part(&own.query, own.n_heads, head);
        let score = |later: &Arc<Projected>| {
            let group = (later.n_heads / later.n_kv_heads.max(1)).max(1);
            let k = part(&later.key, later.n_kv_heads, head / group);
            capped(heads::score(q, k, divisor), cap)
        };
        self.projected[query + 1..].iter().map(score).collect()
    }

    /// What one head does with the text.
    pub fn measures(&self, head: u32) -> HeadMeasures {
        HeadMeasures::of(&self.tokens, &self.pattern(head))
    }

    /// How much of its attention one head gives to the token that looks.
    pub fn on_itself(&self, head: u32) -> Option<Measure> {
        HeadMeasures::on_itself(&self.pattern(head))
    }

    /// Mean entropy of one head's pattern, in bits; `None` for a text of one token.
    pub fn entropy_bits(&self, head: u32) -> Option<f64> {
        heads::entropy_bits(&self.pattern(head))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_head_has_its_part_of_a_row() {
        let rows = HeadRows {
            n_heads: 2,
            scores: vec![1.0, 2.0, 3.0, 4.0],
            pattern: vec![0.25, 0.75, 1.0, 0.0],
        };
        assert_eq!(
            (rows.scores(1), rows.pattern(0)),
            (&[3.0, 4.0][..], &[0.25, 0.75][..])
        );
        assert_eq!(rows.pattern(2), [0.0; 0]);
    }

    #[test]
    fn what_is_masked_has_a_score_all_the_same() {
        let projected = |query: [f32; 4], key: [f32; 4]| {
            Arc::new(Projected {
                n_heads: 2,
                n_kv_heads: 2,
                query: query.to_vec(),
                key: key.to_vec(),
            })
        };
        let mut layer = LayerRows {
            tokens: vec![1, 2],
            rows: Vec::new(),
            projected: Vec::new(),
        };
        assert_eq!(layer.masked_scores(1, 0, 2.0, None), [0.0; 0]);
        layer.projected = vec![
            projected([9.0, 9.0, 1.0, 2.0], [0.0; 4]),
            projected([0.0; 4], [5.0, 5.0, 3.0, -4.0]),
        ];
        // (1·3 − 2·4) / 2
        assert_eq!(layer.masked_scores(1, 0, 2.0, None), [-2.5]);
        let bounded = layer.masked_scores(1, 0, 2.0, Some(2.0));
        assert_eq!(bounded, [2.0 * (-1.25f32).tanh()]);
        assert_eq!(layer.masked_scores(1, 1, 2.0, None), [0.0; 0]);
    }
}
