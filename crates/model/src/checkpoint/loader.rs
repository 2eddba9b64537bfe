//! Streams a checkpoint into a backend, tensor by tensor, in the order of the file.

use logitscope_core::Precision;
use std::collections::{BTreeMap, HashMap};
use std::future::Future;

use crate::backend::{Backend, Linear, MatrixRole, MatrixSpec, Norm, pad4};
use crate::checkpoint::dtype::{FloatType, overflows_f16};
use crate::checkpoint::safetensors::{Header, TensorInfo};
use crate::checkpoint::stream::ByteStream;
use crate::probe::{Facts, length};
use crate::transformer::{Block, Capacity, Gpt2, Weights};
use crate::{Config, ModelError};

/// How to load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadOptions {
    /// How to keep matrices.
    pub precision: Precision,
}

/// How much is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadProgress {
    /// Bytes read.
    pub done_bytes: u64,
    /// Bytes of the whole file.
    pub total_bytes: u64,
}

/// A loaded model, and what the visitor should know about it.
pub struct LoadedModel<B: Backend> {
    /// The model.
    pub model: Gpt2<B>,
    /// E.g. that a tensor was kept in f32.
    pub notices: Vec<String>,
}

/// What a tensor of a GPT-2 checkpoint is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// An embedding `[rows, cols]`.
    Table,
    /// A matrix `[rows, cols]`.
    Matrix,
    /// `c_attn.weight`: three sections of columns.
    Qkv,
    /// A vector.
    Vector,
    /// `c_attn.bias`: three sections.
    QkvBias,
}

enum Uploaded<B: Backend> {
    Matrix(B::Matrix),
    Vector(B::Vector),
}

/// Reads `model.safetensors` from `stream` and builds the model on `backend`.
///
/// Every tensor is checked against `config` (name, shape, type, finite values) as it arrives; the
/// first that does not fit ends the load with its name. `progress` is awaited after each tensor, so
/// that a page can draw.
pub async fn load_gpt2<B: Backend, F: Future<Output = ()>>(
    mut backend: B,
    config: Config,
    options: LoadOptions,
    stream: &mut impl ByteStream,
    mut progress: impl FnMut(LoadProgress) -> F,
) -> Result<LoadedModel<B>, ModelError> {
    let header = Header::read(stream).await?;
    let expected = expected_tensors(&config);
    check_header(&header, &expected)?;
    let mut notices = Vec::new();
    let mut uploaded = HashMap::new();
    let mut facts = Facts::default();
    let data: u64 = header.tensors.iter().map(|t| t.len_bytes as u64).sum();
    let mut done_bytes = header.file_bytes - data;
    for info in &header.tensors {
        let bytes = stream.take(info.len_bytes).await?;
        done_bytes += bytes.len() as u64;
        if bytes.len() < info.len_bytes {
            return Err(ModelError::Truncated {
                expected: header.file_bytes,
                found: done_bytes,
            });
        }
        if let Some((_, role)) = expected.get(info.name.as_str()) {
            let tensor = RawTensor::new(info, &bytes)?;
            let loaded = tensor.upload(&mut backend, *role, options, &mut notices, &mut facts)?;
            uploaded.insert(info.name.clone(), loaded);
        }
        progress(LoadProgress {
            done_bytes,
            total_bytes: header.file_bytes,
        })
        .await;
    }
    if !stream.take(1).await?.is_empty() {
        return Err(ModelError::TooLong {
            expected: header.file_bytes,
        });
    }
    let weights = Parts(uploaded).assemble(&config, facts)?;
    let capacity = Capacity::for_config(&config);
    Ok(LoadedModel {
        model: Gpt2::new(backend, config, weights, capacity)?,
        notices,
    })
}

/// The tensors of a GPT-2 checkpoint, with shape and role. Others (causal masks, a tied `lm_head`)
/// are skipped.
fn expected_tensors(config: &Config) -> HashMap<String, (Vec<usize>, Role)> {
    let [d, m] = [config.d_model, config.d_mlp].map(|n| n as usize);
    let mut all = HashMap::from([
        (
            "wte.weight".to_owned(),
            (vec![config.d_vocab as usize, d], Role::Table),
        ),
        (
            "wpe.weight".to_owned(),
            (vec![config.n_ctx as usize, d], Role::Table),
        ),
        ("ln_f.weight".to_owned(), (vec![d], Role::Vector)),
        ("ln_f.bias".to_owned(), (vec![d], Role::Vector)),
    ]);
    for l in 0..config.n_layers {
        for (name, shape, role) in [
            ("ln_1.weight", vec![d], Role::Vector),
            ("ln_1.bias", vec![d], Role::Vector),
            ("attn.c_attn.weight", vec![d, 3 * d], Role::Qkv),
            ("attn.c_attn.bias", vec![3 * d], Role::QkvBias),
            ("attn.c_proj.weight", vec![d, d], Role::Matrix),
            ("attn.c_proj.bias", vec![d], Role::Vector),
            ("ln_2.weight", vec![d], Role::Vector),
            ("ln_2.bias", vec![d], Role::Vector),
            ("mlp.c_fc.weight", vec![d, m], Role::Matrix),
            ("mlp.c_fc.bias", vec![m], Role::Vector),
            ("mlp.c_proj.weight", vec![m, d], Role::Matrix),
            ("mlp.c_proj.bias", vec![d], Role::Vector),
        ] {
            all.insert(format!("h.{l}.{name}"), (shape, role));
        }
    }
    all
}

/// The tensors of a GPT-2 checkpoint by name, with their shapes.
pub fn tensor_shapes(config: &Config) -> BTreeMap<String, Vec<usize>> {
    let expected = expected_tensors(config).into_iter();
    expected.map(|(name, (shape, _))| (name, shape)).collect()
}

/// Every expected tensor must be there, with the right shape, before anything is uploaded.
fn check_header(
    header: &Header,
    expected: &HashMap<String, (Vec<usize>, Role)>,
) -> Result<(), ModelError> {
    let found: HashMap<&str, &TensorInfo> = header
        .tensors
        .iter()
        .map(|t| (t.name.as_str(), t))
        .collect();
    let mut names: Vec<_> = expected.iter().collect();
    names.sort_by_key(|(name, _)| *name);
    for (name, (shape, _)) in names {
        let info = found
            .get(name.as_str())
            .ok_or_else(|| ModelError::TensorMissing { name: name.clone() })?;
        if info.shape != *shape {
            return Err(ModelError::TensorShape {
                name: name.clone(),
                found: info.shape.clone(),
                expected: shape.clone(),
            });
        }
        if let Err(found) = &info.dtype {
            return Err(ModelError::TensorType {
                name: name.clone(),
                found: found.clone(),
            });
        }
    }
    Ok(())
}

/// The bytes of one tensor, checked to be finite numbers.
struct RawTensor<'a> {
    info: &'a TensorInfo,
    dtype: FloatType,
    bytes: &'a [u8],
    overflows: bool,
}

impl<'a> RawTensor<'a> {
    fn new(info: &'a TensorInfo, bytes: &'a [u8]) -> Result<Self, ModelError> {
        let dtype = info.dtype.clone().map_err(|found| ModelError::TensorType {
            name: info.name.clone(),
            found,
        })?;
        let mut overflows = false;
        let mut values = vec![0.0; 4096];
        for (i, chunk) in bytes.chunks(4096 * dtype.bytes()).enumerate() {
            let n = chunk.len() / dtype.bytes();
            dtype.decode(chunk, &mut values);
            if let Some(j) = values[..n].iter().position(|x| !x.is_finite()) {
                return Err(ModelError::NotFinite {
                    name: info.name.clone(),
                    index: i * 4096 + j,
                    value: values[j],
                });
            }
            overflows |= values[..n].iter().any(|&x| overflows_f16(x));
        }
        Ok(RawTensor {
            info,
            dtype,
            bytes,
            overflows,
        })
    }

    fn upload<B: Backend>(
        &self,
        backend: &mut B,
        role: Role,
        options: LoadOptions,
        notices: &mut Vec<String>,
        facts: &mut Facts,
    ) -> Result<Uploaded<B>, ModelError> {
        let name = self.info.name.clone();
        let sections = if matches!(role, Role::Qkv | Role::QkvBias) {
            3
        } else {
            1
        };
        if matches!(role, Role::Vector | Role::QkvBias) {
            let mut values = vec![0.0; self.padded_cols(sections)];
            self.decode_row(0, sections, &mut values);
            let own = self.info.shape.first().copied().unwrap_or(0);
            match name.as_str() {
                "ln_f.weight" => facts.gain = values[..own].to_vec(),
                "ln_f.bias" => facts.bias = values[..own].to_vec(),
                _ => {}
            }
            return Ok(Uploaded::Vector(backend.vector(&name, &values)?));
        }
        let mut precision = options.precision;
        if precision == Precision::F16 && self.overflows {
            precision = Precision::F32;
            notices.push(format!(
                "{name} has values beyond the range of f16; it is kept in f32."
            ));
        }
        let cols = self.padded_cols(sections);
        let plain = self.info.shape.last().copied().unwrap_or(0);
        let cols_given = if sections == 1 { plain } else { cols };
        let rows = self.info.shape[0] as u32;
        let spec = MatrixSpec {
            name,
            rows,
            cols: cols_given as u32,
            precision,
            role: match role {
                Role::Table => MatrixRole::Table,
                _ => MatrixRole::Weights,
            },
        };
        let lengths: &mut [f32] = match self.info.name.as_str() {
            "wte.weight" => {
                facts.lengths = vec![0.0; rows as usize];
                &mut facts.lengths
            }
            _ => &mut [],
        };
        let mut fill = |first: u32, out: &mut [f32]| {
            for (i, row) in out.chunks_exact_mut(cols).enumerate() {
                let at = first as usize + i;
                self.decode_row(at, sections, row);
                if let Some(known) = lengths.get_mut(at) {
                    *known = length(row);
                }
            }
        };
        Ok(Uploaded::Matrix(backend.matrix(&spec, &mut fill)?))
    }

    /// Elements of a row with each of its `sections` padded to a multiple of four.
    fn padded_cols(&self, sections: usize) -> usize {
        let cols = self.info.shape.last().copied().unwrap_or(0);
        sections * pad4((cols / sections) as u32) as usize
    }

    fn decode_row(&self, row: usize, sections: usize, out: &mut [f32]) {
        let cols = self.info.shape.last().copied().unwrap_or(0);
        let width = cols / sections;
        let padded = pad4(width as u32) as usize;
        let size = self.dtype.bytes();
        for s in 0..sections {
            let at = (row * cols + s * width) * size;
            let bytes = &self.bytes[at..at + width * size];
            self.dtype.decode(bytes, &mut out[s * padded..][..width]);
        }
    }
}

/// The weights that wait for their place in the model, by name.
struct Parts<B: Backend>(HashMap<String, Uploaded<B>>);

impl<B: Backend> Parts<B> {
    fn matrix(&mut self, name: String) -> Result<B::Matrix, ModelError> {
        match self.0.remove(&name) {
            Some(Uploaded::Matrix(matrix)) => Ok(matrix),
            _ => Err(ModelError::TensorMissing { name }),
        }
    }

    fn vector(&mut self, name: String) -> Result<B::Vector, ModelError> {
        match self.0.remove(&name) {
            Some(Uploaded::Vector(vector)) => Ok(vector),
            _ => Err(ModelError::TensorMissing { name }),
        }
    }

    fn norm(&mut self, name: &str) -> Result<Norm<B>, ModelError> {
        Ok(Norm {
            gain: self.vector(format!("{name}.weight"))?,
            bias: self.vector(format!("{name}.bias"))?,
        })
    }

    fn linear(&mut self, name: &str) -> Result<Linear<B>, ModelError> {
        Ok(Linear {
            weight: self.matrix(format!("{name}.weight"))?,
            bias: self.vector(format!("{name}.bias"))?,
        })
    }

    fn block(&mut self, layer: u32) -> Result<Block<B>, ModelError> {
        let name = |part: &str| format!("h.{layer}.{part}");
        Ok(Block {
            ln1: self.norm(&name("ln_1"))?,
            qkv: self.linear(&name("attn.c_attn"))?,
            attn_proj: self.linear(&name("attn.c_proj"))?,
            ln2: self.norm(&name("ln_2"))?,
            mlp_fc: self.linear(&name("mlp.c_fc"))?,
            mlp_proj: self.linear(&name("mlp.c_proj"))?,
        })
    }

    fn assemble(mut self, config: &Config, facts: Facts) -> Result<Weights<B>, ModelError> {
        Ok(Weights {
            wte: self.matrix("wte.weight".into())?,
            wpe: self.matrix("wpe.weight".into())?,
            blocks: (0..config.n_layers)
                .map(|layer| self.block(layer))
                .collect::<Result<_, _>>()?,
            ln_final: self.norm("ln_f")?,
            facts,
        })
    }
}
