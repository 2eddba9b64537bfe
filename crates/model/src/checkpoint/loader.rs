//! Streams a checkpoint into a backend, tensor by tensor, in the order of the file.

use std::collections::{BTreeMap, HashMap};
use std::future::Future;

use logitscope_core::error::WeightsFault;
use logitscope_core::notice::LoadNotice;
use logitscope_core::{Precision, excerpt};

use crate::backend::{Backend, MatrixRole, MatrixSpec, pad4};
use crate::checkpoint::dtype::{FloatType, overflows_f16};
use crate::checkpoint::safetensors::{Header, TensorInfo};
use crate::checkpoint::stream::ByteStream;
use crate::checkpoint::weight_spec::{HostCopy, Order, Role, Section, WeightSpec};
use crate::families::assemble;
use crate::families::parts::{Parts, Uploaded};
use crate::host_weights::{HostWeights, length};
use crate::transformer::{Capacity, Transformer};
use crate::{Config, ModelError};

/// Rows of a transposed matrix that are written together, so that their cache lines are still there.
const ROWS_AT_ONCE: usize = 64;

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
    pub model: Transformer<B>,
    /// E.g. that a tensor was kept in f32.
    pub notices: Vec<LoadNotice>,
}

/// Reads `model.safetensors` from `stream` and builds the model on `backend`.
///
/// Every tensor is checked against `config` (name, shape, type, finite values) as it arrives; the
/// first that does not fit ends the load with its name. Tensors that make one weight wait for each other.
/// `progress` is awaited after each tensor, so that a page can draw.
pub async fn load_model<B: Backend, F: Future<Output = ()>>(
    mut backend: B,
    config: Config,
    options: LoadOptions,
    stream: &mut impl ByteStream,
    mut progress: impl FnMut(LoadProgress) -> F,
) -> Result<LoadedModel<B>, ModelError> {
    let header = Header::read(stream).await?;
    check_header(&header, &tensor_shapes(&config))?;
    let mut waiting = Waiting::new(config.weights());
    let mut upload = Upload {
        options,
        notices: Vec::new(),
        host: HostWeights::default(),
    };
    let mut uploaded = HashMap::new();
    let data: u64 = header.tensors.iter().map(|t| t.len_bytes as u64).sum();
    let mut done_bytes = header.file_bytes - data;
    for info in &header.tensors {
        let bytes = stream.take(info.len_bytes).await?;
        done_bytes += bytes.len() as u64;
        if bytes.len() < info.len_bytes {
            return Err(ModelError::Weights(WeightsFault::Truncated {
                expected: header.file_bytes,
                found: done_bytes,
            }));
        }
        if waiting.wants(&info.name)
            && let Some(weight) = waiting.take(RawTensor::new(info, bytes)?)
        {
            let loaded = upload.weight(&mut backend, &weight)?;
            uploaded.insert(weight.spec.name, loaded);
        }
        progress(LoadProgress {
            done_bytes,
            total_bytes: header.file_bytes,
        })
        .await;
    }
    if !stream.take(1).await?.is_empty() {
        return Err(ModelError::Weights(WeightsFault::TooLong {
            expected: header.file_bytes,
        }));
    }
    let network = assemble(&config, &mut backend, Parts(uploaded))?;
    let (named, used) = (config.n_positions, config.n_ctx);
    if used < named {
        upload
            .notices
            .push(LoadNotice::ShortContext { named, used });
    }
    let capacity = Capacity::for_config(&config);
    Ok(LoadedModel {
        model: Transformer::new(backend, config, network, upload.host, capacity)?,
        notices: upload.notices,
    })
}

/// The tensors of a checkpoint by name, with their shapes. Others (causal masks, a tied `lm_head`) are skipped.
pub fn tensor_shapes(config: &Config) -> BTreeMap<String, Vec<usize>> {
    let mut shapes = BTreeMap::new();
    for weight in config.weights() {
        for (name, shape) in weight.tensors() {
            shapes.insert(name.to_owned(), shape.to_vec());
        }
    }
    shapes
}

/// Every expected tensor must be there, with the right shape, before anything is uploaded.
fn check_header(
    header: &Header,
    expected: &BTreeMap<String, Vec<usize>>,
) -> Result<(), ModelError> {
    let found: HashMap<&str, &TensorInfo> = header
        .tensors
        .iter()
        .map(|t| (t.name.as_str(), t))
        .collect();
    for (name, shape) in expected {
        let missing = || ModelError::Weights(WeightsFault::Missing { name: name.clone() });
        let info = found.get(name.as_str()).ok_or_else(missing)?;
        if info.shape != *shape {
            return Err(ModelError::Weights(WeightsFault::Shape {
                name: name.clone(),
                found: info.shape.clone(),
                expected: shape.clone(),
            }));
        }
        if let Err(found) = &info.dtype {
            return Err(ModelError::Weights(WeightsFault::Type {
                name: name.clone(),
                found: found.clone(),
            }));
        }
    }
    Ok(())
}

/// The bytes of one tensor, checked to be finite numbers.
struct RawTensor {
    name: String,
    dtype: FloatType,
    bytes: Vec<u8>,
    overflows: bool,
}

impl RawTensor {
    fn new(info: &TensorInfo, bytes: Vec<u8>) -> Result<Self, ModelError> {
        let not_floats = |found| WeightsFault::Type {
            name: info.name.clone(),
            found,
        };
        let dtype = info.dtype.clone();
        let dtype = dtype.map_err(|found| ModelError::Weights(not_floats(found)))?;
        let mut overflows = false;
        let mut values = vec![0.0; 4096];
        for (i, chunk) in bytes.chunks(4096 * dtype.bytes()).enumerate() {
            let n = chunk.len() / dtype.bytes();
            dtype.decode(chunk, &mut values);
            if let Some(j) = values[..n].iter().position(|x| !x.is_finite()) {
                return Err(ModelError::Weights(WeightsFault::NotFinite {
                    name: info.name.clone(),
                    index: i * 4096 + j,
                    value: values[j],
                }));
            }
            overflows |= values[..n].iter().any(|&x| overflows_f16(x));
        }
        Ok(RawTensor {
            name: info.name.clone(),
            dtype,
            bytes,
            overflows,
        })
    }

    /// Decodes the elements from `at` on until `out` is full.
    fn decode(&self, at: usize, out: &mut [f32]) {
        let size = self.dtype.bytes();
        let bytes = &self.bytes[at * size..(at + out.len()) * size];
        self.dtype.decode(bytes, out);
    }
}

/// A weight and those of its tensors that have arrived.
struct RawWeight {
    spec: WeightSpec,
    tensors: Vec<RawTensor>,
}

impl RawWeight {
    /// The rows from `first` on until `out` is full, each of `pad4(cols)` elements.
    fn fill(&self, first: usize, out: &mut [f32]) {
        for section in &self.spec.sections {
            let own = |tensor: &&RawTensor| tensor.name == section.tensor;
            if let Some(tensor) = self.tensors.iter().find(own) {
                match section.order {
                    Order::AsComputed => self.fill_rows(section, tensor, first, out),
                    Order::Transposed => self.fill_columns(section, tensor, first, out),
                }
            }
        }
    }

    fn stride(&self) -> usize {
        self.spec.cols.next_multiple_of(4)
    }

    fn fill_rows(&self, section: &Section, tensor: &RawTensor, first: usize, out: &mut [f32]) {
        let width = section.shape.last().copied().unwrap_or(0);
        let mut values = vec![0.0; section.columns.len()];
        for (i, row) in out.chunks_exact_mut(self.stride()).enumerate() {
            tensor.decode((first + i) * width + section.columns.start, &mut values);
            let places = row[section.at..].iter_mut().step_by(section.step);
            places.zip(&values).for_each(|(x, value)| *x = *value);
        }
    }

    fn fill_columns(&self, section: &Section, tensor: &RawTensor, first: usize, out: &mut [f32]) {
        let stride = self.stride();
        let mut values = [0.0; ROWS_AT_ONCE];
        for (b, rows) in out.chunks_mut(ROWS_AT_ONCE * stride).enumerate() {
            let values = &mut values[..rows.len() / stride];
            for (j, column) in section.columns.clone().enumerate() {
                let at = column * self.spec.rows + first + b * ROWS_AT_ONCE;
                tensor.decode(at, values);
                let places = rows[section.at + j * section.step..].iter_mut();
                let places = places.step_by(stride).zip(&*values);
                places.for_each(|(x, value)| *x = *value);
            }
        }
    }
}

/// The weights whose tensors have not all arrived.
struct Waiting {
    weights: Vec<Option<RawWeight>>,
    /// The index of the weight that a tensor belongs to.
    by_tensor: HashMap<String, usize>,
}

impl Waiting {
    fn new(specs: Vec<WeightSpec>) -> Self {
        let mut by_tensor = HashMap::new();
        for (i, spec) in specs.iter().enumerate() {
            by_tensor.extend(spec.tensors().into_keys().map(|name| (name.to_owned(), i)));
        }
        let waiting = |spec| {
            Some(RawWeight {
                spec,
                tensors: Vec::new(),
            })
        };
        Waiting {
            weights: specs.into_iter().map(waiting).collect(),
            by_tensor,
        }
    }

    fn wants(&self, tensor: &str) -> bool {
        self.by_tensor.contains_key(tensor)
    }

    /// Adds a tensor; the weight that it makes whole.
    fn take(&mut self, tensor: RawTensor) -> Option<RawWeight> {
        let place = self.weights.get_mut(*self.by_tensor.get(&tensor.name)?)?;
        let weight = place.as_mut()?;
        weight.tensors.push(tensor);
        match weight.tensors.len() == weight.spec.tensors().len() {
            true => place.take(),
            false => None,
        }
    }
}

/// Brings weights to a backend, and keeps what is to be said or known of them.
struct Upload {
    options: LoadOptions,
    notices: Vec<LoadNotice>,
    host: HostWeights,
}

impl Upload {
    fn weight<B: Backend>(
        &mut self,
        backend: &mut B,
        weight: &RawWeight,
    ) -> Result<Uploaded<B>, ModelError> {
        match weight.spec.role {
            Role::Vector => self.vector(backend, weight),
            _ => self.matrix(backend, weight),
        }
    }

    fn vector<B: Backend>(
        &mut self,
        backend: &mut B,
        weight: &RawWeight,
    ) -> Result<Uploaded<B>, ModelError> {
        let mut values = vec![0.0; weight.stride()];
        weight.fill(0, &mut values);
        let own = values[..weight.spec.cols].to_vec();
        match weight.spec.host {
            Some(HostCopy::FinalGain) => self.host.gain = own,
            Some(HostCopy::FinalBias) => self.host.bias = own,
            _ => {}
        }
        let vector = backend.vector(&weight.spec.name, &values)?;
        Ok(Uploaded::Vector(vector))
    }

    fn matrix<B: Backend>(
        &mut self,
        backend: &mut B,
        weight: &RawWeight,
    ) -> Result<Uploaded<B>, ModelError> {
        let spec = &weight.spec;
        let mut precision = self.options.precision;
        let large = weight.tensors.iter().find(|tensor| tensor.overflows);
        if let (Precision::F16, Some(large)) = (precision, large) {
            precision = Precision::F32;
            self.notices.push(LoadNotice::KeptInF32 {
                tensor: excerpt(&large.name),
            });
        }
        let matrix = MatrixSpec {
            name: spec.name.clone(),
            rows: spec.rows as u32,
            cols: spec.cols as u32,
            precision,
            role: match spec.role.is_table() {
                true => MatrixRole::Table,
                false => MatrixRole::Weights,
            },
        };
        let stride = pad4(matrix.cols) as usize;
        let lengths: &mut [f32] = match spec.host {
            Some(HostCopy::EmbeddingLengths) => {
                self.host.lengths = vec![0.0; spec.rows];
                &mut self.host.lengths
            }
            _ => &mut [],
        };
        let mut fill = |first: u32, out: &mut [f32]| {
            weight.fill(first as usize, out);
            let known = lengths.iter_mut().skip(first as usize);
            for (known, row) in known.zip(out.chunks_exact(stride)) {
                *known = length(row);
            }
        };
        Ok(Uploaded::Matrix(backend.matrix(&matrix, &mut fill)?))
    }
}
