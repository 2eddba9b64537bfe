//! What the page keeps of the model's inside, within a budget.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use logitscope_core::attribution::{Attribution, Source};
use logitscope_core::heads::{self, HeadMeasures};
use logitscope_core::inspection::Matrix;
use logitscope_core::inspection::{CacheMap, DecodeCost};
use logitscope_core::inspection::{Neuron, Weighed};
use logitscope_core::lens::{LensCell, Standing};
use logitscope_core::{FullDistribution, Interventions, NodeId, TokenId};

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

impl Bytes for HeadRows {
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
    /// `[n_heads, d_head]`.
    pub query: Vec<f32>,
    /// `[n_heads, d_head]`.
    pub key: Vec<f32>,
}

impl Bytes for Projected {
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
    fn pattern(&self, head: u32) -> Vec<&[f32]> {
        self.rows.iter().map(|row| row.pattern(head)).collect()
    }

    /// The scores of a query with the keys of the tokens after it, q·k / √d_head, which the mask sets to −∞: the model has no use for
    /// them, so they are computed here, from its own queries and keys. Empty until these have arrived.
    pub fn masked_scores(&self, head: u32, query: usize) -> Vec<f32> {
        let Some(own) = self.projected.get(query) else {
            return Vec::new();
        };
        let q = part(&own.query, own.n_heads, head);
        let scale = 1.0 / (q.len().max(1) as f64).sqrt();
        let score = |later: &Arc<Projected>| {
            let k = part(&later.key, later.n_heads, head);
            let products = q.iter().zip(k).map(|(q, k)| f64::from(*q) * f64::from(*k));
            (products.sum::<f64>() * scale) as f32
        };
        self.projected[query + 1..].iter().map(score).collect()
    }

    /// What one head does with the text.
    pub fn measures(&self, head: u32) -> HeadMeasures {
        HeadMeasures::of(&self.tokens, &self.pattern(head))
    }

    /// Mean entropy of one head's pattern, in bits; `None` for a text of one token.
    pub fn entropy_bits(&self, head: u32) -> Option<f64> {
        heads::entropy_bits(&self.pattern(head))
    }
}

/// What the model would say at one position, after each of its blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct LensColumn {
    /// The tokens whose place each cell tells.
    pub watch: Vec<TokenId>,
    /// From depth 0 to the output.
    pub cells: Vec<LensCell>,
}

impl Bytes for LensColumn {
    fn bytes(&self) -> usize {
        let watched = self.watch.len() * std::mem::size_of::<Standing>();
        self.cells.len() * (std::mem::size_of::<LensCell>() + watched)
    }
}

/// One intermediate of one token.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector {
    /// Its name, as in TransformerLens.
    pub name: String,
    /// Its layer; `None` outside the blocks.
    pub layer: Option<u32>,
    /// `[d]`, or `[n_heads, d]`.
    pub shape: Vec<u32>,
    /// The values, row-major.
    pub values: Vec<f32>,
}

/// All intermediates of one token in one layer, and those outside the blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    /// The place of the token in the text.
    pub position: u32,
    /// In the order in which they are computed.
    pub all: Vec<Vector>,
}

impl Vectors {
    /// The intermediate called `name`.
    pub fn get(&self, name: &str) -> Option<&Vector> {
        self.all.iter().find(|vector| vector.name == name)
    }
}

impl Bytes for Vectors {
    fn bytes(&self) -> usize {
        self.all.iter().map(|v| 4 * v.values.len()).sum()
    }
}

/// What the parts of the model add to the logits of some tokens, at one step.
#[derive(Debug, Clone, PartialEq)]
pub struct Shares {
    /// The tokens that were asked for.
    pub watch: Vec<TokenId>,
    /// One entry a token.
    pub all: Vec<Attribution>,
}

impl Bytes for Shares {
    fn bytes(&self) -> usize {
        let parts = self.all.iter().map(|one| one.parts.len()).sum::<usize>();
        parts * std::mem::size_of::<(Source, f64)>()
    }
}

impl Bytes for Vec<Neuron> {
    fn bytes(&self) -> usize {
        let named = self.iter().map(|n| n.promoted.len() + n.suppressed.len());
        named.sum::<usize>() * std::mem::size_of::<Weighed>()
    }
}

impl Bytes for Vec<Weighed> {
    fn bytes(&self) -> usize {
        self.len() * std::mem::size_of::<Weighed>()
    }
}

/// A column of a matrix of weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// `[d_in]`.
    pub weights: Vec<f32>,
    /// What is added to its products.
    pub bias: f32,
}

impl Bytes for Column {
    fn bytes(&self) -> usize {
        4 * self.weights.len()
    }
}

/// Where a token of the text begins its way.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedded {
    /// Its row of the embedding, `[d_model]`.
    pub embed: Vec<f32>,
    /// Its position's row, `[d_model]`.
    pub position: Vec<f32>,
}

impl Bytes for Embedded {
    fn bytes(&self) -> usize {
        4 * (self.embed.len() + self.position.len())
    }
}

/// A step with parts of the model switched off or scaled.
#[derive(Debug)]
pub struct Altered {
    /// Which.
    pub interventions: Interventions,
    /// The logits, ranked.
    pub distribution: Arc<FullDistribution>,
}

impl PartialEq for Altered {
    fn eq(&self, other: &Self) -> bool {
        self.interventions == other.interventions
            && Arc::ptr_eq(&self.distribution, &other.distribution)
    }
}

impl Bytes for Altered {
    fn bytes(&self) -> usize {
        // Logits, the order, the way back, and probabilities.
        20 * self.distribution.len()
    }
}

/// How much room something takes.
pub(crate) trait Bytes {
    /// In bytes, roughly.
    fn bytes(&self) -> usize;
}

/// Things of one kind.
pub(crate) struct Shelf<K, V> {
    items: HashMap<K, Arc<V>>,
    bytes: usize,
}

impl<K, V> Default for Shelf<K, V> {
    fn default() -> Self {
        Shelf {
            items: HashMap::new(),
            bytes: 0,
        }
    }
}

impl<K: Eq + Hash, V: Bytes> Shelf<K, V> {
    /// What is kept under `key`.
    pub fn get(&self, key: &K) -> Option<&Arc<V>> {
        self.items.get(key)
    }

    /// Whether something is.
    pub fn has(&self, key: &K) -> bool {
        self.items.contains_key(key)
    }

    fn put(&mut self, key: K, value: V) {
        self.bytes += value.bytes();
        let old = self.items.insert(key, Arc::new(value));
        self.bytes -= old.map_or(0, |old| old.bytes());
    }
}

/// What was computed, by what it belongs to.
#[derive(Default)]
pub(crate) struct Kept {
    /// What is switched off or scaled in the model that it is of.
    pub lane: Interventions,
    /// By node and layer.
    pub attention: Shelf<(NodeId, u32), HeadRows>,
    /// By node and layer.
    pub projected: Shelf<(NodeId, u32), Projected>,
    pub lens: Shelf<NodeId, LensColumn>,
    /// By node and layer.
    pub vectors: Shelf<(NodeId, u32), Vectors>,
    pub shares: Shelf<NodeId, Shares>,
    /// By node and layer.
    pub neurons: Shelf<(NodeId, u32), Vec<Neuron>>,
    /// By layer, matrix and place in it.
    pub columns: Shelf<(u32, Matrix, u32), Column>,
    pub nearest: Shelf<TokenId, Vec<Weighed>>,
    pub places: Shelf<NodeId, Embedded>,
    /// What decoding a token costs at how many tokens of text.
    pub speed: Option<(usize, Arc<Speed>)>,
    /// The key-value cache, and the revision of the run that it was asked for at.
    pub cache: Option<(u64, Arc<CacheMap>)>,
    /// The step with parts of the model off or scaled.
    pub altered: Shelf<NodeId, Altered>,
}

/// Puts things on one of the shelves of a [`Kept`].
macro_rules! keep {
    ($name:ident, $shelf:ident, $key:ty, $value:ty) => {
        /// Keeps all of an answer.
        pub fn $name(&mut self, all: Vec<($key, $value)>, budget_bytes: usize) {
            self.make_room(
                all.iter().map(|(_, value)| value.bytes()).sum(),
                budget_bytes,
            );
            all.into_iter()
                .for_each(|(key, value)| self.$shelf.put(key, value));
        }
    };
}

impl Kept {
    keep!(keep_attention, attention, (NodeId, u32), HeadRows);
    keep!(keep_projected, projected, (NodeId, u32), Projected);
    keep!(keep_lens, lens, NodeId, LensColumn);
    keep!(keep_vectors, vectors, (NodeId, u32), Vectors);
    keep!(keep_shares, shares, NodeId, Shares);
    keep!(keep_neurons, neurons, (NodeId, u32), Vec<Neuron>);
    keep!(keep_columns, columns, (u32, Matrix, u32), Column);
    keep!(keep_nearest, nearest, TokenId, Vec<Weighed>);
    keep!(keep_places, places, NodeId, Embedded);
    keep!(keep_altered, altered, NodeId, Altered);

    /// Of how many layers the attention over `n` tokens fits into a budget.
    pub fn layers_that_fit(n_heads: u32, n: usize, budget_bytes: usize) -> usize {
        let bytes = 8 * n_heads as usize * n * (n + 1) / 2;
        budget_bytes / bytes.max(1)
    }

    /// Forgets what depends on what is switched off, for that is something else now.
    pub fn turn_to(&mut self, lane: Interventions) {
        let all = std::mem::take(self);
        *self = Kept {
            lane,
            nearest: all.nearest,
            places: all.places,
            speed: all.speed,
            altered: all.altered,
            ..Kept::default()
        };
    }

    /// All of it, in bytes.
    pub fn bytes(&self) -> usize {
        let layers =
            self.attention.bytes + self.projected.bytes + self.vectors.bytes + self.neurons.bytes;
        let steps = self.lens.bytes + self.shares.bytes + self.altered.bytes;
        let tables = self.columns.bytes + self.nearest.bytes + self.places.bytes;
        layers + steps + tables
    }

    /// Before anything of an answer is kept: what went in the middle of it would be asked for again.
    fn make_room(&mut self, bytes: usize, budget_bytes: usize) {
        if self.bytes() + bytes > budget_bytes {
            let lane = std::mem::take(&mut self.lane);
            *self = Kept {
                lane,
                ..Kept::default()
            };
        }
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
                query: query.to_vec(),
                key: key.to_vec(),
            })
        };
        let mut layer = LayerRows {
            tokens: vec![1, 2],
            rows: Vec::new(),
            projected: Vec::new(),
        };
        assert_eq!(layer.masked_scores(1, 0), [0.0; 0]);
        layer.projected = vec![
            projected([9.0, 9.0, 1.0, 2.0], [0.0; 4]),
            projected([0.0; 4], [5.0, 5.0, 3.0, -4.0]),
        ];
        // (1·3 − 2·4) / √2
        assert_eq!(layer.masked_scores(1, 0), [-3.535_534]);
        assert_eq!(layer.masked_scores(1, 1), [0.0; 0]);
    }

    #[test]
    fn beyond_the_budget_all_go_but_the_newest() {
        let rows = |node: u32, layer: u32, n: usize| {
            let rows = HeadRows {
                n_heads: 1,
                scores: Vec::new(),
                pattern: vec![0.0; n],
            };
            ((NodeId(node), layer), rows)
        };
        let mut kept = Kept::default();
        kept.keep_attention(vec![rows(1, 0, 8), rows(2, 0, 8)], 400);
        kept.keep_attention(vec![rows(2, 0, 4)], 400);
        assert_eq!(kept.bytes(), 4 * 12, "what is replaced counts once");
        // All of an answer, or nothing of it, goes.
        kept.keep_attention(vec![rows(1, 1, 8), rows(2, 1, 92)], 400);
        let has = |node: u32, layer: u32| kept.attention.has(&(NodeId(node), layer));
        assert_eq!((has(1, 0), has(1, 1), has(2, 1)), (false, true, true));
        assert_eq!(kept.bytes(), 400);
        let fit = |n: usize| Kept::layers_that_fit(12, n, 96 << 20);
        assert_eq!((fit(1024), fit(2048)), (1, 0));
    }
}
