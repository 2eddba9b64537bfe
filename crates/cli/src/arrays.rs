//! The arrays that lie beside a trace, as `.safetensors`; docs/trace.md describes the keys.

use std::collections::BTreeMap;
use std::path::Path;

use logitscope_model::Tap;
use safetensors::tensor::{Dtype, TensorView};

use crate::CliError;

/// Named arrays, f32.
#[derive(Default)]
pub struct Arrays {
    arrays: BTreeMap<String, (Vec<usize>, Vec<f32>)>,
}

impl Arrays {
    /// The logits after the token at `position`, `[d_vocab]`.
    pub fn add_logits(&mut self, position: u32, logits: &[f32]) {
        self.arrays.insert(format!("logits.{position}"), (vec![logits.len()], logits.to_vec()));
    }

    /// An intermediate; its row is its position.
    pub fn add_tap(&mut self, tap: Tap) {
        let key = match tap.layer {
            Some(layer) => format!("{}.{layer}.{}", tap.name, tap.row),
            None => format!("{}.{}", tap.name, tap.row),
        };
        let shape = tap.shape.iter().map(|&n| n as usize).collect();
        self.arrays.insert(key, (shape, tap.values));
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.arrays.is_empty()
    }

    /// Writes the file.
    pub fn write(&self, path: &Path) -> Result<(), CliError> {
        let mut views = Vec::new();
        for (key, (shape, values)) in &self.arrays {
            let view = TensorView::new(Dtype::F32, shape.clone(), bytemuck::cast_slice(values));
            views.push((key.as_str(), view.map_err(|e| CliError::file(path, e))?));
        }
        safetensors::serialize_to_file(views, None, path).map_err(|e| CliError::file(path, e))
    }
}
