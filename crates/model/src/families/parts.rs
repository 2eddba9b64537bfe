//! The weights that wait for their place in a model.

use std::collections::HashMap;

use logitscope_core::blocks::{Blocks, NormKind};
use logitscope_core::error::WeightsFault;

use crate::ModelError;
use crate::backend::{Backend, HeadNorm, Linear, Norm};

/// A weight on its backend.
pub(crate) enum Uploaded<B: Backend> {
    /// A table or a matrix.
    Matrix(B::Matrix),
    /// A vector.
    Vector(B::Vector),
    /// What frequencies are divided by; the program itself needs them.
    Divisors(Vec<f32>),
}

/// Uploaded weights, by name.
pub(crate) struct Parts<B: Backend>(pub HashMap<String, Uploaded<B>>);

impl<B: Backend> Parts<B> {
    /// The matrix or table `name`.
    pub fn matrix(&mut self, name: &str) -> Result<B::Matrix, ModelError> {
        match self.0.remove(name) {
            Some(Uploaded::Matrix(matrix)) => Ok(matrix),
            _ => missing(name),
        }
    }

    /// The vector `name`.
    pub fn vector(&mut self, name: &str) -> Result<B::Vector, ModelError> {
        match self.0.remove(name) {
            Some(Uploaded::Vector(vector)) => Ok(vector),
            _ => missing(name),
        }
    }

    /// The divisors `name`.
    pub fn divisors(&mut self, name: &str) -> Result<Vec<f32>, ModelError> {
        match self.0.remove(name) {
            Some(Uploaded::Divisors(divisors)) => Ok(divisors),
            _ => missing(name),
        }
    }

    /// A layer norm: `name.weight` and `name.bias`.
    pub fn norm(&mut self, name: &str) -> Result<Norm<B>, ModelError> {
        Ok(Norm {
            gain: self.vector(&format!("{name}.weight"))?,
            bias: self.vector(&format!("{name}.bias"))?,
        })
    }

    /// The norms of queries and of keys, if they have some: `weight` of each of `names`, and `bias` of layer norms.
    pub fn qk_norms(
        &mut self,
        blocks: &Blocks,
        names: [String; 2],
    ) -> Result<Option<[HeadNorm<B>; 2]>, ModelError> {
        let mut of_heads = |name: &str| -> Result<_, ModelError> {
            let biased = blocks.norm == NormKind::Layer;
            let bias = biased.then(|| self.vector(&format!("{name}.bias")));
            Ok(HeadNorm {
                gain: self.vector(&format!("{name}.weight"))?,
                bias: bias.transpose()?,
            })
        };
        Ok(match blocks.qk_norm {
            true => Some([of_heads(&names[0])?, of_heads(&names[1])?]),
            false => None,
        })
    }

    /// A linear layer: `name.weight`, and `name.bias` if `biased`.
    pub fn linear(&mut self, name: &str, biased: bool) -> Result<Linear<B>, ModelError> {
        let bias = biased.then(|| self.vector(&format!("{name}.bias")));
        Ok(Linear {
            weight: self.matrix(&format!("{name}.weight"))?,
            bias: bias.transpose()?,
        })
    }
}

/// What a family asks for without having named it: the loader would have missed it.
fn missing<T>(name: &str) -> Result<T, ModelError> {
    let fault = WeightsFault::Missing { name: name.into() };
    Err(ModelError::weights("model", fault))
}
