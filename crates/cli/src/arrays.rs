//! The arrays that lie beside a trace, as `.safetensors`; docs/trace.md describes the keys.

use std::collections::BTreeMap;
use std::path::Path;

use logitscope_core::Vocab;
use logitscope_model::Tap;
use safetensors::tensor::{Dtype, TensorView};

use crate::CliError;

/// Named arrays.
#[derive(Default)]
pub struct Arrays {
    arrays: BTreeMap<String, Array>,
}

struct Array {
    dtype: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl Arrays {
    /// The logits after the token at `position`, `[d_vocab]`.
    pub fn add_logits(&mut self, position: u32, logits: &[f32]) {
        self.add(
            format!("logits.{position}"),
            Dtype::F32,
            vec![logits.len()],
            logits,
        );
    }

    /// The bytes of every token, so that the trace can be shown without the model.
    pub fn add_vocab(&mut self, vocab: &Vocab) {
        let (bytes, ends) = vocab.parts();
        self.add("vocab.bytes".into(), Dtype::U8, vec![bytes.len()], bytes);
        self.add("vocab.ends".into(), Dtype::U32, vec![ends.len()], ends);
    }

    /// An intermediate; its row is its position.
    pub fn add_tap(&mut self, tap: Tap) {
        let key = match tap.layer {
            Some(layer) => format!("{}.{layer}.{}", tap.name, tap.row),
            None => format!("{}.{}", tap.name, tap.row),
        };
        let shape = tap.shape.iter().map(|&n| n as usize).collect();
        self.add(key, Dtype::F32, shape, &tap.values);
    }

    fn add<T: bytemuck::NoUninit>(
        &mut self,
        key: String,
        dtype: Dtype,
        shape: Vec<usize>,
        values: &[T],
    ) {
        let bytes = bytemuck::cast_slice(values).to_vec();
        self.arrays.insert(
            key,
            Array {
                dtype,
                shape,
                bytes,
            },
        );
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.arrays.is_empty()
    }

    /// Writes the file.
    pub fn write(&self, path: &Path) -> Result<(), CliError> {
        let mut views = Vec::new();
        for (
            key,
            Array {
                dtype,
                shape,
                bytes,
            },
        ) in &self.arrays
        {
            let view = TensorView::new(*dtype, shape.clone(), bytes);
            views.push((key.as_str(), view.map_err(|e| CliError::file(path, e))?));
        }
        // The file is made under a name of its own, which only its owner may read: it gets the rights of any other file.
        let rights =
            std::fs::File::create(path).and_then(|file| Ok(file.metadata()?.permissions()));
        let rights = rights.map_err(|e| CliError::file(path, e))?;
        safetensors::serialize_to_file(views, None, path).map_err(|e| CliError::file(path, e))?;
        std::fs::set_permissions(path, rights).map_err(|e| CliError::file(path, e))
    }
}
