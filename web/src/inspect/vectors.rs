//! Every intermediate of a layer, and the weights that a cell is made with.

use logitscope_core::NodeId;
use logitscope_core::blocks::Blocks;
use logitscope_core::inspection::Matrix;
use logitscope_protocol::{Answer, Command, TapArray, floats};

use super::taps::values;
use super::{Cell, Focus, Record, Request, Store, Unusable};

/// The intermediates of the step on screen in its layer, then the weights of the cell whose terms are shown, then the last
/// layer, whose end the final norm takes.
pub(super) fn missing(focus: &Focus, store: &Store) -> Option<Request> {
    let (node, position) = focus.step()?;
    let Some(vectors) = store.get::<Vectors>(&(node, focus.layer)) else {
        return Some(intermediates(focus, focus.layer, position));
    };
    let last = focus.model.n_layers.checked_sub(1)?;
    let stream = !store.has::<Vectors>(&(node, last));
    let column = column(focus, vectors, store);
    column.or_else(|| stream.then(|| intermediates(focus, last, position)))
}

fn intermediates(focus: &Focus, layer: u32, position: usize) -> Request {
    let (node, blocks) = (focus.path[position], focus.model.blocks_of(layer));
    let command = Command::Inspect {
        tokens: focus.up_to(position),
        from: position as u32,
        layers: vec![layer],
        names: Vec::new(),
    };
    Request::new(focus, command, move |store, answer, budget| {
        let Answer::Taps(taps) = answer else {
            return Err(Unusable::OtherAnswer);
        };
        let vector = |tap: &TapArray| Vector {
            name: tap.name.clone(),
            layer: tap.layer,
            shape: tap.shape.clone(),
            values: values(tap),
        };
        let vectors = Vectors {
            blocks,
            position: position as u32,
            all: taps.iter().map(vector).collect(),
        };
        store.keep(vec![((node, layer), vectors)], budget);
        Ok(())
    })
}

/// The weights of the cell whose terms are shown, if they are not there yet.
fn column(focus: &Focus, vectors: &Vectors, store: &Store) -> Option<Request> {
    let Cell { name, at } = focus.cell.as_ref()?;
    let Product { matrix, .. } = Product::of(name, &vectors.blocks)?;
    // The cell may be one of another model.
    vectors.get(name)?.values.get(*at)?;
    let (layer, column) = (focus.layer, *at as u32);
    if store.has::<Column>(&(layer, matrix, column)) {
        return None;
    }
    let command = Command::Column {
        layer,
        matrix,
        column,
    };
    Some(Request::new(
        focus,
        command,
        move |store, answer, budget| {
            let Answer::Column { weights, bias } = answer else {
                return Err(Unusable::OtherAnswer);
            };
            let weights = floats(&weights);
            let key = (layer, matrix, column);
            store.keep(vec![(key, Column { weights, bias })], budget);
            Ok(())
        },
    ))
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
    /// What the blocks of their model are made of.
    pub blocks: Blocks,
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

impl Record for Vectors {
    type Key = (NodeId, u32);

    fn bytes(&self) -> usize {
        self.all.iter().map(|v| 4 * v.values.len()).sum()
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

impl Record for Column {
    type Key = (u32, Matrix, u32);

    fn bytes(&self) -> usize {
        4 * self.weights.len()
    }
}

/// How an intermediate comes from another one and a matrix of weights.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Product {
    /// The intermediate that is multiplied.
    pub input: &'static str,
    /// With which matrix.
    pub matrix: Matrix,
    /// What that is called.
    pub symbol: &'static str,
}

impl Product {
    /// What the intermediate `name` is a product of, in such blocks; `None` if it is none.
    pub fn of(name: &str, blocks: &Blocks) -> Option<Product> {
        let behind = blocks.has_norms_behind();
        let (attention, mlp) = (blocks.read_by_attention(), blocks.read_by_mlp());
        let (input, matrix, symbol) = match name {
            "q" => (attention, Matrix::Query, "W_Q"),
            "k" => (attention, Matrix::Key, "W_K"),
            "v" => (attention, Matrix::Value, "W_V"),
            "attn_proj" => ("z", Matrix::AttentionOut, "W_O"),
            "attn_out" if !behind => ("z", Matrix::AttentionOut, "W_O"),
            "mlp_pre" if blocks.gated_mlp => (mlp, Matrix::MlpGate, "W_gate"),
            "mlp_pre" => (mlp, Matrix::MlpIn, "W_in"),
            "mlp_pre_linear" => (mlp, Matrix::MlpIn, "W_in"),
            "mlp_proj" => ("mlp_post", Matrix::MlpOut, "W_out"),
            "mlp_out" if !behind => ("mlp_post", Matrix::MlpOut, "W_out"),
            _ => return None,
        };
        Some(Product {
            input,
            matrix,
            symbol,
        })
    }

    /// It as a formula, in such blocks.
    pub fn formula(&self, blocks: &Blocks) -> String {
        let Product { input, symbol, .. } = self;
        let biased = match self.matrix {
            Matrix::Query | Matrix::Key | Matrix::Value => blocks.attention_bias,
            Matrix::AttentionOut => blocks.has_out_bias(),
            Matrix::MlpGate | Matrix::MlpIn | Matrix::MlpOut => blocks.mlp_bias,
        };
        match (biased, symbol.strip_prefix('W')) {
            (true, Some(of)) => format!("{input} · {symbol} + b{of}"),
            _ => format!("{input} · {symbol}"),
        }
    }
}
