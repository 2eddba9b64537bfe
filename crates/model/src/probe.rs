//! Questions to single parts of a model: rows of its tables, what a head or a neuron writes, what a vector says as logits.

use logitscope_core::error::Impossible;
use logitscope_core::inspection::Matrix;

use crate::backend::{Backend, Epilogue, Linear, Unembedding, pad4};
use crate::batch::Batch;
use crate::families::network::{Network, Table};
use crate::plan::{View, Workspace};
use crate::transformer::Transformer;
use crate::{Config, ModelError};

/// A question to one part of a model. The answer is vectors.
#[derive(Debug, Clone, PartialEq)]
pub enum Probe {
    /// The rows of these tokens in a table, `[n][d_model]`: as stored, rounded to f16 if they are.
    Rows(Table, Vec<u32>),
    /// What the heads of a layer write, given `z`, `[n_heads, d_head]`: `[n_heads + 1][d_model]`, the bias of the output projection last.
    Heads {
        /// 0-based.
        layer: u32,
        /// The mixed values of all heads.
        z: Vec<f32>,
    },
    /// What single neurons write, given each with its activation: `[n + 1][d_model]`, the bias of the MLP's output last.
    Neurons {
        /// 0-based.
        layer: u32,
        /// The neurons with their activations.
        active: Vec<(u32, f32)>,
    },
    /// A column of a matrix: `[d_in]` weights, then `[1]`, its bias. As stored, rounded to f16 if they are.
    Column {
        /// 0-based.
        layer: u32,
        /// Which matrix.
        matrix: Matrix,
        /// 0-based; of [`Matrix::Query`] and its like in the order of the heads, `head · d_head + i`.
        column: u32,
    },
    /// The products of these vectors, `[d_model]`, with every row of a table, and no more: `[n][d_vocab]`.
    Products(Table, Vec<Vec<f32>>),
}

/// The rows of `matrix`.
fn d_in(matrix: Matrix, config: &Config) -> u32 {
    match matrix {
        Matrix::AttentionOut => config.d_q(),
        Matrix::MlpOut => config.d_mlp,
        _ => config.d_model,
    }
}

/// The linear layer of block `layer` that `matrix` is a part of.
fn linear_of<'m, B: Backend>(
    network: &'m dyn Network<B>,
    config: &Config,
    layer: u32,
    matrix: Matrix,
) -> Result<&'m Linear<B>, ModelError> {
    let linear = network.linear(layer as usize, matrix);
    let n_layers = config.n_layers;
    linear.ok_or(ModelError::Impossible(Impossible::Layer {
        layer,
        n_layers,
    }))
}

/// Where a product with `matrix` has its input and its output.
fn operands<B: Backend>(matrix: Matrix, ws: &Workspace<B>) -> (&B::Tensor, &B::Tensor) {
    match matrix {
        Matrix::Query | Matrix::Key | Matrix::Value => (&ws.normed, &ws.qkv),
        Matrix::AttentionOut => (&ws.z, &ws.update),
        Matrix::MlpIn | Matrix::MlpGate => (&ws.normed, &ws.mlp_pre),
        Matrix::MlpOut => (&ws.mlp, &ws.update),
    }
}

impl<B: Backend> Transformer<B> {
    /// Answers a question to a part of the model. Nothing that is kept changes.
    pub async fn probe(&mut self, probe: &Probe) -> Result<Vec<Vec<f32>>, ModelError> {
        match probe {
            Probe::Rows(table, tokens) => self.rows(*table, tokens).await,
            Probe::Heads { layer, z } => {
                let d_head = self.config().d_head as usize;
                let n_heads = self.config().n_heads as usize;
                let one_head = |head: usize| {
                    let mut row = vec![0.0; n_heads * d_head];
                    let own = head * d_head..(head + 1) * d_head;
                    if let (Some(to), Some(from)) = (row.get_mut(own.clone()), z.get(own)) {
                        to.copy_from_slice(from);
                    }
                    row
                };
                // The row after the last head is all zero: it gives the bias.
                let rows: Vec<Vec<f32>> = (0..=n_heads).map(one_head).collect();
                self.written(*layer, Matrix::AttentionOut, rows).await
            }
            Probe::Neurons { layer, active } => {
                let d_mlp = self.config().d_mlp;
                if let Some(&(neuron, _)) = active.iter().find(|(n, _)| *n >= d_mlp) {
                    return Err(ModelError::Impossible(Impossible::Neuron { neuron, d_mlp }));
                }
                let one_neuron = |&(neuron, activation): &(u32, f32)| {
                    let mut row = vec![0.0; d_mlp as usize];
                    row[neuron as usize] = activation;
                    row
                };
                let mut rows: Vec<Vec<f32>> = active.iter().map(one_neuron).collect();
                rows.push(vec![0.0; d_mlp as usize]);
                self.written(*layer, Matrix::MlpOut, rows).await
            }
            Probe::Column {
                layer,
                matrix,
                column,
            } => self.column(*layer, *matrix, *column).await,
            Probe::Products(table, vectors) => self.table_products(*table, vectors).await,
        }
    }

    async fn rows(&mut self, table: Table, tokens: &[u32]) -> Result<Vec<Vec<f32>>, ModelError> {
        let d_vocab = self.config().d_vocab;
        if let Some(&token) = tokens.iter().find(|t| **t >= d_vocab) {
            return Err(ModelError::Impossible(Impossible::Token { token, d_vocab }));
        }
        let mut all = Vec::new();
        for tokens in tokens.chunks(self.capacity().max_rows as usize) {
            let batch = Batch::blank(tokens.iter().copied(), 0);
            let (b, config, network, ws) = self.parts();
            b.begin(&batch)?;
            b.embed(Some(network.table(table)), None, 1.0, &ws.resid)?;
            b.tap(&ws.resid)?;
            all.extend(rows_of(
                b.finish(None).await?.taps,
                config.d_model,
                tokens.len(),
            ));
        }
        Ok(all)
    }

    /// What a layer's attention or MLP writes for each of `rows`, without its bias; the bias itself in the place of the last one.
    async fn written(
        &mut self,
        layer: u32,
        matrix: Matrix,
        rows: Vec<Vec<f32>>,
    ) -> Result<Vec<Vec<f32>>, ModelError> {
        let mut all: Vec<Vec<f32>> = Vec::new();
        for rows in rows.chunks(self.capacity().max_rows as usize) {
            all.extend(self.products(layer, matrix, rows).await?);
        }
        if let Some(bias) = all.pop() {
            for row in &mut all {
                row.iter_mut().zip(&bias).for_each(|(x, b)| *x -= b);
            }
            all.push(bias);
        }
        Ok(all)
    }

    /// One column, of the rows of the matrix; and its bias, which is what the product of a row of zeros gives.
    async fn column(
        &mut self,
        layer: u32,
        matrix: Matrix,
        column: u32,
    ) -> Result<Vec<Vec<f32>>, ModelError> {
        let (view, d_in) = (self.view(matrix)?, d_in(matrix, self.config()));
        let d_out = view.width;
        if column >= d_out {
            return Err(ModelError::Impossible(Impossible::Column { column, d_out }));
        }
        let at = (view.from + view.step * column) as usize;
        let at_once = self.capacity().max_rows;
        let mut cells = Vec::new();
        for first in (0..d_in).step_by(at_once as usize) {
            let rows = first..(first + at_once).min(d_in);
            let (b, config, network, ws) = self.parts();
            let linear = linear_of(network, config, layer, matrix)?;
            let (_, out) = operands(matrix, ws);
            b.begin(&Batch::blank(rows.clone(), 0))?;
            b.embed(Some(&linear.weight), None, 1.0, out)?;
            b.tap(out)?;
            let values = b.finish(None).await?.taps.pop().unwrap_or_default();
            let rows = values.chunks_exact(view.stride as usize).take(rows.len());
            cells.extend(rows.map(|row| row[at]));
        }
        let zeros = vec![0.0; d_in as usize];
        let bias = self.products(layer, matrix, &[zeros]).await?;
        let bias = bias.first().map(|row| row[column as usize]);
        Ok(vec![cells, vec![bias.unwrap_or_default()]])
    }

    /// `x·W + b` for each of `rows`, `[d_in]`, at most as many as fit: `[n][d_out]`.
    async fn products(
        &mut self,
        layer: u32,
        matrix: Matrix,
        rows: &[Vec<f32>],
    ) -> Result<Vec<Vec<f32>>, ModelError> {
        let view = self.view(matrix)?;
        let batch = Batch::blank(rows.iter().map(|_| 0), 0);
        let (b, config, network, ws) = self.parts();
        let linear = linear_of(network, config, layer, matrix)?;
        let (x, out) = operands(matrix, ws);
        b.begin(&batch)?;
        b.write(x, &padded(rows))?;
        b.linear(x, linear, Epilogue::Store, out)?;
        b.tap(out)?;
        let values = b.finish(None).await?.taps.pop().unwrap_or_default();
        let all = values.chunks_exact(view.stride as usize).take(rows.len());
        Ok(all.map(|row| view.cut(row)).collect())
    }

    /// Which columns of a product `matrix` gives.
    fn view(&self, matrix: Matrix) -> Result<View, ModelError> {
        View::of(matrix, self.config()).ok_or_else(|| {
            ModelError::Impossible(Impossible::Matrix {
                name: format!("{matrix:?}"),
            })
        })
    }

    async fn table_products(
        &mut self,
        table: Table,
        vectors: &[Vec<f32>],
    ) -> Result<Vec<Vec<f32>>, ModelError> {
        let at_once = self.capacity().max_logit_rows as usize;
        let mut all = Vec::new();
        for vectors in vectors.chunks(at_once) {
            let batch = Batch::blank(vectors.iter().map(|_| 0), vectors.len());
            let (b, config, network, ws) = self.parts();
            b.begin(&batch)?;
            b.write(&ws.normed, &padded(vectors))?;
            let table = Unembedding::plain(network.table(table));
            b.unembed(&ws.normed, &table, &ws.logits)?;
            let logits = b.finish(Some(&ws.logits)).await?.logits;
            all.extend(rows_of(vec![logits], config.d_vocab, vectors.len()));
        }
        Ok(all)
    }
}

/// The rows one after the other, each padded to a multiple of four.
fn padded(rows: &[Vec<f32>]) -> Vec<f32> {
    let mut all = Vec::new();
    for row in rows {
        all.extend(row);
        all.resize(all.len().next_multiple_of(4), 0.0);
    }
    all
}

/// The rows of one array of a readback, without padding.
fn rows_of(arrays: Vec<Vec<f32>>, width: u32, n: usize) -> Vec<Vec<f32>> {
    let values = arrays.into_iter().next().unwrap_or_default();
    let rows = values.chunks_exact(pad4(width) as usize);
    rows.take(n)
        .map(|row| row[..width as usize].to_vec())
        .collect()
}
