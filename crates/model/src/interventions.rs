//! Interventions as a backend needs them: factors of what the parts of each block write.

use logitscope_core::error::Impossible;
use logitscope_core::{Interventions, Part};

use crate::backend::{Backend, pad4};
use crate::{Config, ModelError};

/// The factors of one block; `None` where all are 1.
pub struct BlockFactors<B: Backend> {
    /// Of `z`, `[1, d_q]`: a factor a head.
    pub z: Option<B::Tensor>,
    /// Of `attn_out`, `[1, d_model]`.
    pub attn_out: Option<B::Tensor>,
    /// Of `mlp_out`, `[1, d_model]`.
    pub mlp_out: Option<B::Tensor>,
}

/// The factors of every block.
pub struct Factors<B: Backend> {
    layers: Vec<BlockFactors<B>>,
}

impl<B: Backend> Factors<B> {
    /// Uploads `interventions`; parts that the model does not have are an error. `spare` are tensors of earlier factors,
    /// used before new ones are allocated.
    pub fn new(
        b: &mut B,
        config: &Config,
        interventions: &Interventions,
        spare: &mut Vec<B::Tensor>,
    ) -> Result<Self, ModelError> {
        let own = interventions.within(config.n_layers, config.n_heads);
        if let Some((part, _)) = interventions.without(&own).iter().next() {
            return Err(ModelError::Impossible(Impossible::Part {
                part: part.to_string(),
                n_layers: config.n_layers,
                n_heads: config.n_heads,
            }));
        }
        let mut layers = Vec::new();
        for layer in 0..config.n_layers {
            let d_head = config.d_head;
            let head = |c: u32| {
                own.factor(Part::Head {
                    layer,
                    head: c / d_head,
                })
            };
            let mut factors = |width: u32, factor: &dyn Fn(u32) -> f32| -> Result<_, ModelError> {
                let mut factors: Vec<f32> = (0..width).map(factor).collect();
                if factors.iter().all(|f| *f == 1.0) {
                    return Ok(None);
                }
                factors.resize(pad4(width) as usize, 0.0);
                let tensor = match spare.pop() {
                    Some(tensor) => tensor,
                    None => b.tensor("factors", 1, config.d_model.max(config.d_q()))?,
                };
                b.write(&tensor, &factors)?;
                Ok(Some(tensor))
            };
            layers.push(BlockFactors {
                z: factors(config.d_q(), &head)?,
                attn_out: factors(config.d_model, &|_| own.factor(Part::Attention { layer }))?,
                mlp_out: factors(config.d_model, &|_| own.factor(Part::Mlp { layer }))?,
            });
        }
        Ok(Factors { layers })
    }

    /// Those of one block.
    pub fn layer(&self, layer: u32) -> Option<&BlockFactors<B>> {
        self.layers.get(layer as usize)
    }

    /// Gives the tensors back.
    pub fn into_tensors(self) -> impl Iterator<Item = B::Tensor> {
        let tensors = |layer: BlockFactors<B>| [layer.z, layer.attn_out, layer.mlp_out];
        self.layers.into_iter().flat_map(tensors).flatten()
    }
}
