//! Arrays as files: `.npy` for one, `.safetensors` for many, with the keys of the trace's arrays file.

use ::safetensors::SafeTensorError;
use ::safetensors::tensor::{Dtype, TensorView};

use crate::inspect::vectors::{Vector, Vectors};

/// One array as NumPy reads it: format version 1.0, little endian, row-major.
///
/// Source: NumPy Enhancement Proposal 1, *A Simple File Format for NumPy Arrays*.
pub fn npy(vector: &Vector) -> Vec<u8> {
    let shape: String = vector.shape.iter().map(|n| format!("{n},")).collect();
    let mut header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}");
    // Magic, version, length and header fill whole blocks of 64 bytes; a line break ends them.
    let unpadded = 10 + header.len() + 1;
    header.push_str(&" ".repeat(unpadded.next_multiple_of(64) - unpadded));
    header.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((header.len() as u16).to_le_bytes());
    file.extend(header.as_bytes());
    file.extend(vector.values.iter().flat_map(|x| x.to_le_bytes()));
    file
}

/// All arrays of a token in a layer: `{name}.{layer}.{position}`, or `{name}.{position}` outside the blocks.
pub fn safetensors(vectors: &Vectors) -> Result<Vec<u8>, SafeTensorError> {
    let bytes: Vec<Vec<u8>> = vectors
        .all
        .iter()
        .map(|v| v.values.iter().flat_map(|x| x.to_le_bytes()).collect())
        .collect();
    let mut views = Vec::new();
    for (vector, bytes) in vectors.all.iter().zip(&bytes) {
        let shape = vector.shape.iter().map(|n| *n as usize).collect();
        let view = TensorView::new(Dtype::F32, shape, bytes)?;
        views.push((key(vector, vectors.position), view));
    }
    ::safetensors::serialize(views, None)
}

/// The key of an array in the file.
pub fn key(vector: &Vector, position: u32) -> String {
    match vector.layer {
        Some(layer) => format!("{}.{layer}.{position}", vector.name),
        None => format!("{}.{position}", vector.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::safetensors::SafeTensors;

    fn vector() -> Vector {
        Vector {
            name: "z".into(),
            layer: Some(3),
            shape: vec![2, 3],
            values: vec![1.0, 2.0, 3.0, 4.0, 5.0, -0.5],
        }
    }

    #[test]
    fn an_npy_file_has_a_padded_header_and_then_the_values() {
        let file = npy(&vector());
        assert_eq!(&file[..10], b"\x93NUMPY\x01\x00\x76\x00");
        let header = std::str::from_utf8(&file[10..128]).expect("ASCII");
        assert!(header.starts_with("{'descr': '<f4', 'fortran_order': False, 'shape': (2,3,), }"));
        assert!(header.ends_with(" \n"));
        assert_eq!(
            (file.len(), &file[148..]),
            (128 + 24, &(-0.5f32).to_le_bytes()[..])
        );
    }

    #[test]
    fn the_arrays_of_a_token_have_the_keys_of_a_trace() {
        let outer = Vector {
            name: "embed".into(),
            layer: None,
            shape: vec![1],
            values: vec![7.0],
        };
        let vectors = Vectors {
            blocks: Default::default(),
            position: 9,
            all: vec![vector(), outer],
        };
        let file = safetensors(&vectors).expect("it can be written");
        let read = SafeTensors::deserialize(&file).expect("it can be read");
        assert_eq!(read.tensor("z.3.9").expect("it is there").shape(), [2, 3]);
        assert_eq!(
            read.tensor("embed.9").expect("it is there").data(),
            7.0f32.to_le_bytes()
        );
    }
}
