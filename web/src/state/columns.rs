//! Cells that are products: which cell's terms are on screen, and what they are made of.

use std::sync::Arc;

use leptos::prelude::*;
use logitscope_core::inspection::Matrix;

use super::App;
use super::kept::Column;

/// A cell of an intermediate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The intermediate's name.
    pub name: String,
    /// The place in it, row-major.
    pub at: usize,
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
    /// What the intermediate `name` is a product of; `None` if it is none.
    pub fn of(name: &str) -> Option<Product> {
        let (input, matrix, symbol) = match name {
            "q" => ("ln1", Matrix::Query, "W_Q"),
            "k" => ("ln1", Matrix::Key, "W_K"),
            "v" => ("ln1", Matrix::Value, "W_V"),
            "attn_out" => ("z", Matrix::AttentionOut, "W_O"),
            "mlp_pre" => ("ln2", Matrix::MlpIn, "W_in"),
            "mlp_out" => ("mlp_post", Matrix::MlpOut, "W_out"),
            _ => return None,
        };
        Some(Product {
            input,
            matrix,
            symbol,
        })
    }
}

impl App {
    /// Shows the terms of a cell, or of none.
    pub fn show_terms(self, cell: Option<Cell>) {
        self.inside.cell.set(cell);
    }

    /// The weights that the cell whose terms are shown is made with, in the layer on screen, once they have arrived.
    pub fn column(self, product: Product, column: u32) -> Option<Arc<Column>> {
        self.inside.arrived.track();
        let layer = self.inside.layer.get();
        let driver = self.driver();
        let kept = driver.kept.borrow();
        kept.columns.get(&(layer, product.matrix, column)).cloned()
    }
}
