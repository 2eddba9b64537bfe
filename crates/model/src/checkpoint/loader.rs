//! Streams a checkpoint into a backend, tensor by tensor, in the order of the file.

use std::collections::{BTreeMap, HashMap};
use std::future::Future;

use logitscope_core::chain::Chain;
use logitscope_core::chat_format::ChatFormat;
use logitscope_core::checkpoint_files::WEIGHTS;
use logitscope_core::error::WeightsFault;
use logitscope_core::notice::LoadNotice;
use logitscope_core::{BlockFormat, MatrixFormat, Precision, excerpt};
use logitscope_loops::floats::round_f16;
use logitscope_loops::transpose::{scatter_f16, scatter_f32};

use crate::backend::{Along, Backend, Fill, MatrixRole, MatrixSpec, Planes, Stretch};
use crate::checkpoint::dtype::{FloatType, overflows_f16};
use crate::checkpoint::encoding::Encoding;
use crate::checkpoint::gguf::blocks::LARGEST_BLOCK;
use crate::checkpoint::header::{Header, TensorInfo};
use crate::checkpoint::plane::Plane;
use crate::checkpoint::safetensors;
use crate::checkpoint::stream::ByteStream;
use crate::checkpoint::unasked::unasked;
use crate::checkpoint::weight_spec::{HostCopy, Order, Role, Section, WeightSpec};
use crate::families::assemble;
use crate::families::parts::{Parts, Uploaded};
use crate::host_weights::{HostWeights, length};
use crate::transformer::{Capacity, Transformer};
use crate::{Config, ModelError};

/// Rows of a transposed matrix that are written together, so that their cache lines are still there; or a whole block of them.
const ROWS_AT_ONCE: usize = 64;
/// Most of them.
const MOST_ROWS_AT_ONCE: usize = LARGEST_BLOCK;
/// Columns of it that are decoded before they are written.
const COLUMNS_AT_ONCE: usize = 16;

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
    /// The sampler chain that its files ask for.
    pub chain: Option<Chain>,
    /// How a chat model wants to be spoken to.
    pub chat: Option<ChatFormat>,
}

/// A file of tensors whose header was read: its stream stands behind that.
pub struct TensorFile<S> {
    /// Its name in errors.
    pub name: String,
    /// What it holds.
    pub header: Header,
    /// Its data.
    pub stream: S,
}

/// The tensors of a checkpoint.
pub struct Tensors<S> {
    /// What is named where one is missing.
    pub name: String,
    /// The files that they are in, which are read one after the other.
    pub files: Vec<TensorFile<S>>,
    /// The weights to be made of them, with the names and the order that these files have.
    pub weights: Vec<WeightSpec>,
}

impl<S: ByteStream> Tensors<S> {
    /// Those of a stream of `model.safetensors`.
    pub async fn of_safetensors(mut stream: S, config: &Config) -> Result<Self, ModelError> {
        let header = safetensors::read_header(&mut stream, WEIGHTS).await?;
        let name = WEIGHTS.to_owned();
        Ok(Tensors {
            files: vec![TensorFile {
                name: name.clone(),
                header,
                stream,
            }],
            name,
            weights: config.weights(),
        })
    }
}

/// Reads `model.safetensors` from `stream` and builds the model on `backend`; see [`load_tensors`].
pub async fn load_model<B: Backend, F: Future<Output = ()>>(
    backend: B,
    config: Config,
    options: LoadOptions,
    stream: &mut impl ByteStream,
    progress: impl FnMut(LoadProgress) -> F,
) -> Result<LoadedModel<B>, ModelError> {
    let tensors = Tensors::of_safetensors(stream, &config).await?;
    load_tensors(backend, config, options, tensors, progress).await
}

/// Reads `tensors` and builds the model on `backend`.
///
/// Every tensor is checked against `config` (name, shape, type, finite values) as it arrives; the
/// first that does not fit ends the load with its name. Tensors that make one weight wait for each other.
/// `progress` is awaited after each tensor, so that a page can draw.
pub async fn load_tensors<S: ByteStream, B: Backend, F: Future<Output = ()>>(
    mut backend: B,
    config: Config,
    options: LoadOptions,
    tensors: Tensors<S>,
    mut progress: impl FnMut(LoadProgress) -> F,
) -> Result<LoadedModel<B>, ModelError> {
    let files = tensors.files.iter();
    let headers: Vec<_> = files.map(|f| (&*f.name, &*f.header.tensors)).collect();
    check_headers(&tensors.name, &headers, &tensors.weights, true)?;
    let names = headers.iter().flat_map(|(_, tensors)| *tensors);
    let unasked = unasked(names.map(|info| &*info.name), &tensors.weights);
    let mut waiting = Waiting::new(tensors.weights);
    let mut upload = Upload {
        options,
        notices: Vec::from_iter(unasked),
        kept_in_f16: 0,
        host: HostWeights::default(),
    };
    let mut uploaded = HashMap::new();
    let total_bytes = tensors.files.iter().map(|f| f.header.file_bytes).sum();
    let mut before = 0;
    for mut file in tensors.files {
        let Header {
            tensors,
            file_bytes,
            padding_bytes,
        } = &file.header;
        let data = |t: &TensorInfo| (t.gap_bytes + t.len_bytes) as u64;
        let mut at = file_bytes - tensors.iter().map(data).sum::<u64>();
        for info in tensors {
            let gap = file.stream.take(info.gap_bytes).await?;
            let bytes = file.stream.take(info.len_bytes).await?;
            at += (gap.len() + bytes.len()) as u64;
            if bytes.len() < info.len_bytes {
                return Err(ModelError::weights(
                    &file.name,
                    WeightsFault::Truncated {
                        expected: *file_bytes,
                        found: at,
                    },
                ));
            }
            let in_file = |fault| ModelError::weights(&file.name, fault);
            if waiting.wants(&info.name)
                && let Some(weight) = waiting.take(RawTensor::new(info, bytes).map_err(in_file)?)
            {
                let loaded = upload.weight(&mut backend, &weight, &file.name)?;
                uploaded.insert(weight.spec.name, loaded);
            }
            progress(LoadProgress {
                done_bytes: before + at,
                total_bytes,
            })
            .await;
        }
        if file.stream.take(padding_bytes + 1).await?.len() > *padding_bytes {
            let expected = *file_bytes;
            let fault = WeightsFault::TooLong { expected };
            return Err(ModelError::weights(&file.name, fault));
        }
        before += file_bytes;
    }
    let network = assemble(&config, &mut backend, Parts(uploaded))?;
    if upload.kept_in_f16 > 0 {
        let matrices = upload.kept_in_f16;
        upload.notices.push(LoadNotice::KeptInF16 { matrices });
    }
    let (named, used) = (config.longest(), config.n_ctx);
    if used < named {
        upload
            .notices
            .push(LoadNotice::ShortContext { named, used });
    }
    if let Some((first, kind)) = config.first_context().filter(|(first, _)| *first < used) {
        let kind = kind.into();
        upload.notices.push(LoadNotice::LongTexts { first, kind });
    }
    let capacity = Capacity::for_config(&config);
    Ok(LoadedModel {
        model: Transformer::new(backend, config, network, upload.host, capacity)?,
        notices: upload.notices,
        chain: None,
        chat: None,
    })
}

/// The tensors of a checkpoint by name, with their shapes. Others (causal masks, a tied `lm_head`) are skipped.
pub fn tensor_shapes(config: &Config) -> BTreeMap<String, Vec<usize>> {
    let weights = config.weights();
    let tensors = weights.iter().flat_map(WeightSpec::tensors);
    tensors
        .map(|(name, shape)| (name.to_owned(), shape.to_vec()))
        .collect()
}

/// Every expected tensor must be there, once and with the right shape, before anything is uploaded: in `files`, of each its name and its tensors. Where
/// these are not `all`, those that are missing may lie in others. `model` is named where one is missing.
pub(super) fn check_headers(
    model: &str,
    files: &[(&str, &[TensorInfo])],
    weights: &[WeightSpec],
    all: bool,
) -> Result<(), ModelError> {
    let mut found: HashMap<&str, (&str, &TensorInfo)> = HashMap::new();
    for (file, tensors) in files {
        for info in *tensors {
            if found.insert(&info.name, (file, info)).is_some() {
                let name = excerpt(&info.name);
                return Err(ModelError::weights(file, WeightsFault::Twice { name }));
            }
        }
    }
    for (name, expected) in weights.iter().flat_map(WeightSpec::tensors) {
        let Some((file, info)) = found.get(name) else {
            if !all {
                continue;
            }
            let name = name.to_owned();
            return Err(ModelError::weights(model, WeightsFault::Missing { name }));
        };
        if info.shape != expected {
            let fault = WeightsFault::Shape {
                name: name.to_owned(),
                found: info.shape.clone(),
                expected: expected.to_vec(),
            };
            return Err(ModelError::weights(file, fault));
        }
        if let Err(found) = &info.stored {
            let (name, found) = (name.to_owned(), found.clone());
            return Err(ModelError::weights(
                file,
                WeightsFault::Type { name, found },
            ));
        }
    }
    Ok(())
}

/// The bytes of one tensor, checked to be finite numbers.
struct RawTensor {
    name: String,
    stored: Encoding,
    bytes: Vec<u8>,
    overflows: bool,
    /// The blocks that keep its values exactly, if it is in blocks.
    format: Option<BlockFormat>,
}

impl RawTensor {
    fn new(info: &TensorInfo, bytes: Vec<u8>) -> Result<Self, WeightsFault> {
        let name = || info.name.clone();
        let not_floats = |found| WeightsFault::Type {
            name: name(),
            found,
        };
        let stored = info.stored.clone().map_err(not_floats)?;
        let largest = stored.largest(&bytes);
        if !largest.is_finite() {
            let (index, value) = stored.first_not_finite(&bytes).unwrap_or((0, largest));
            return Err(WeightsFault::NotFinite {
                name: name(),
                index,
                value,
            });
        }
        Ok(RawTensor {
            name: name(),
            stored,
            format: stored.format().filter(|_| !stored.is_beyond_format(&bytes)),
            overflows: overflows_f16(largest),
            bytes,
        })
    }

    /// Decodes the elements from `at` on until `out` is full.
    fn decode(&self, plane: Plane, at: usize, out: &mut [f32]) {
        self.stored.decode(&self.bytes, plane, at, out);
    }

    /// Elements of 16 bits as they are stored.
    fn bits(&self, at: usize, out: &mut [u16]) {
        // Which only copies.
        FloatType::F16.halves(&self.bytes[2 * at..], out);
    }

    /// The same as the bits of the nearest f16.
    fn halves(&self, at: usize, out: &mut [u16]) {
        match self.stored {
            Encoding::Float(float) => float.halves(&self.bytes[at * float.bytes()..], out),
            Encoding::Block(_) => {
                let mut values = vec![0.0; out.len()];
                self.decode(Plane::Values, at, &mut values);
                round_f16(&values, out);
            }
        }
    }
}

/// A weight and those of its tensors that have arrived.
struct RawWeight {
    spec: WeightSpec,
    tensors: Vec<RawTensor>,
}

impl RawWeight {
    /// The rows from `first` on until `out` is full, each of `pad4(cols)` elements.
    fn fill(&self, plane: Plane, first: usize, out: &mut [f32]) {
        let decode = |tensor: &RawTensor, at, own: &mut [f32]| tensor.decode(plane, at, own);
        self.fill_by(decode, first, out);
    }

    /// The same of what `decode` gives of a tensor's elements.
    fn fill_by<T: Element>(&self, decode: impl Decode<T>, first: usize, out: &mut [T]) {
        for section in &self.spec.sections {
            if let Some(tensor) = self.tensor(section) {
                match section.order {
                    Order::AsComputed => self.fill_rows(section, tensor, &decode, first, out),
                    Order::Transposed => self.fill_columns(section, tensor, &decode, first, out),
                }
            }
        }
    }

    /// The tensor of a transposed section, and where in it row `first` of one of the section's columns is.
    fn column(&self, section: usize, column: usize, first: u32) -> Option<(&RawTensor, usize)> {
        let section = self.spec.sections.get(section)?;
        let tensor = self.tensor(section)?;
        let column = section.columns.start + column * section.every;
        Some((tensor, column * self.spec.rows + first as usize))
    }

    /// The tensor that a section is part of.
    fn tensor(&self, section: &Section) -> Option<&RawTensor> {
        let own = |tensor: &&RawTensor| tensor.name == section.tensor;
        self.tensors.iter().find(own)
    }

    /// How it is kept where `asked` is asked for.
    fn format(&self, asked: Precision) -> MatrixFormat {
        self.spec.format_of(asked, self.stored_format())
    }

    /// The blocks that keep the values of its tensors exactly.
    fn stored_format(&self) -> Option<BlockFormat> {
        let formats = self.tensors.iter().map(|tensor| tensor.format);
        self.spec.stored_format(formats)
    }

    fn stride(&self) -> usize {
        self.spec.cols.next_multiple_of(4)
    }

    fn fill_rows<T: Element>(
        &self,
        section: &Section,
        tensor: &RawTensor,
        decode: &impl Decode<T>,
        first: usize,
        out: &mut [T],
    ) {
        let width = section.shape.last().copied().unwrap_or(0);
        let is_whole = section.step == 1 && section.every == 1;
        let mut values = vec![T::default(); section.columns.len()];
        for (i, row) in out.chunks_exact_mut(self.stride()).enumerate() {
            let at = (first + i) * width + section.columns.start;
            if is_whole {
                decode(tensor, at, &mut row[section.at..][..section.columns.len()]);
                continue;
            }
            decode(tensor, at, &mut values);
            let places = row[section.at..].iter_mut().step_by(section.step);
            let own = values.iter().step_by(section.every);
            places.zip(own).for_each(|(x, value)| *x = *value);
        }
    }

    fn fill_columns<T: Element>(
        &self,
        section: &Section,
        tensor: &RawTensor,
        decode: &impl Decode<T>,
        first: usize,
        out: &mut [T],
    ) {
        let stride = self.stride();
        let mut tile = [T::default(); COLUMNS_AT_ONCE * MOST_ROWS_AT_ONCE];
        let at_once = ROWS_AT_ONCE.max(tensor.stored.elements());
        for (b, rows) in out.chunks_mut(at_once * stride).enumerate() {
            let n = rows.len() / stride;
            let mut columns = section.columns.clone().step_by(section.every);
            let mut place = section.at;
            while columns.len() > 0 {
                let here = columns.len().min(COLUMNS_AT_ONCE);
                let tile = &mut tile[..here * n];
                for (values, column) in tile.chunks_exact_mut(n).zip(&mut columns) {
                    let at = column * self.spec.rows + first + b * at_once;
                    decode(tensor, at, values);
                }
                T::scatter(tile, n, &mut rows[place..], stride, section.step);
                place += here * section.step;
            }
        }
    }
}

/// What elements are decoded as.
trait Element: Copy + Default {
    /// Element r of column j of `columns`, `[n, rows]`, to `out[r · stride + j · step]`.
    fn scatter(columns: &[Self], rows: usize, out: &mut [Self], stride: usize, step: usize);
}

impl Element for f32 {
    fn scatter(columns: &[f32], rows: usize, out: &mut [f32], stride: usize, step: usize) {
        scatter_f32(columns, rows, out, stride, step);
    }
}

impl Element for u16 {
    fn scatter(columns: &[u16], rows: usize, out: &mut [u16], stride: usize, step: usize) {
        scatter_f16(columns, rows, out, stride, step);
    }
}

/// Decodes the elements of a tensor from one on until the slice is full.
trait Decode<T>: Fn(&RawTensor, usize, &mut [T]) {}

impl<T, F: Fn(&RawTensor, usize, &mut [T])> Decode<T> for F {}

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
    /// Matrices that stay in f16 where blocks were asked for.
    kept_in_f16: u32,
    host: HostWeights,
}

impl Upload {
    fn weight<B: Backend>(
        &mut self,
        backend: &mut B,
        weight: &RawWeight,
        file: &str,
    ) -> Result<Uploaded<B>, ModelError> {
        match weight.spec.role {
            Role::Vector => self.vector(backend, weight),
            Role::Divisors => divisors(weight).map_err(|fault| ModelError::weights(file, fault)),
            _ => self.matrix(backend, weight),
        }
    }

    fn vector<B: Backend>(
        &mut self,
        backend: &mut B,
        weight: &RawWeight,
    ) -> Result<Uploaded<B>, ModelError> {
        let mut values = vec![0.0; weight.stride()];
        weight.fill(Plane::Values, 0, &mut values);
        if weight.spec.above_one {
            let numbers = values.iter_mut().take(weight.spec.cols);
            numbers.for_each(|x| *x += 1.0);
        }
        let own = values[..weight.spec.cols].to_vec();
        match weight.spec.host {
            Some(HostCopy::FinalGain) => self.host.gain = own,
            Some(HostCopy::FinalBias) => self.host.bias = own,
            Some(HostCopy::UnembedBias) => self.host.unembed_bias = own,
            Some(HostCopy::AttentionGain(layer)) => {
                self.host.attention_gains.insert(layer, own);
            }
            Some(HostCopy::MlpGain(layer)) => {
                self.host.mlp_gains.insert(layer, own);
            }
            Some(HostCopy::EmbeddingLengths) | None => {}
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
        let mut format = weight.format(self.options.precision);
        if spec.role.is_multiplied()
            && self.options.precision.is_in_blocks()
            && !format.is_in_blocks()
        {
            self.kept_in_f16 += 1;
        }
        let large = weight.tensors.iter().find(|tensor| tensor.overflows);
        if let (MatrixFormat::F16, Some(large)) = (format, large) {
            format = MatrixFormat::F32;
            self.notices.push(LoadNotice::KeptInF32 {
                tensor: excerpt(&large.name),
            });
        }
        let matrix = MatrixSpec {
            name: spec.name.clone(),
            rows: spec.rows as u32,
            cols: spec.cols as u32,
            format,
            role: match spec.role.is_table() {
                true => MatrixRole::Table,
                false => MatrixRole::Weights,
            },
        };
        let mut rows = Rows {
            weight,
            along: matrix.role.along(),
            lengths: &mut [],
        };
        if spec.host == Some(HostCopy::EmbeddingLengths) {
            self.host.lengths = vec![0.0; spec.rows];
            rows.lengths = &mut self.host.lengths;
        }
        Ok(Uploaded::Matrix(backend.matrix(&matrix, &mut rows)?))
    }
}

/// The rows of a weight, and where the lengths of each are noted on the way.
struct Rows<'a> {
    weight: &'a RawWeight,
    along: Along,
    lengths: &'a mut [f32],
}

impl Rows<'_> {
    fn note_lengths(&mut self, first: u32, values: &[f32]) {
        let known = self.lengths.iter_mut().skip(first as usize);
        for (known, row) in known.zip(values.chunks_exact(self.weight.stride())) {
            *known = length(row);
        }
    }
}

impl Fill for Rows<'_> {
    fn values(&mut self, first: u32, out: &mut [f32]) {
        self.weight.fill(Plane::Values, first as usize, out);
        self.note_lengths(first, out);
    }

    fn halves(&mut self, first: u32, out: &mut [u16]) {
        if !self.lengths.is_empty() {
            let mut values = vec![0.0; out.len()];
            self.values(first, &mut values);
            return round_f16(&values, out);
        }
        self.weight.fill_by(RawTensor::halves, first as usize, out);
    }

    fn stretches(&self) -> Vec<Stretch> {
        let is_float = |tensor: &RawTensor| matches!(tensor.stored, Encoding::Float(_));
        let is_turned = |section: &Section| section.order == Order::Transposed;
        let sections = &self.weight.spec.sections;
        let in_columns = self.lengths.is_empty()
            && self.weight.tensors.iter().all(is_float)
            && sections.iter().all(is_turned);
        if !in_columns {
            return Vec::new();
        }
        let stretch = |section: &Section| Stretch {
            count: section.columns.len().div_ceil(section.every),
            at: section.at,
            step: section.step,
        };
        sections.iter().map(stretch).collect()
    }

    fn column_values(&mut self, stretch: usize, column: usize, first: u32, out: &mut [f32]) {
        if let Some((tensor, at)) = self.weight.column(stretch, column, first) {
            tensor.decode(Plane::Values, at, out);
        }
    }

    fn column_halves(&mut self, stretch: usize, column: usize, first: u32, out: &mut [u16]) {
        if let Some((tensor, at)) = self.weight.column(stretch, column, first) {
            tensor.halves(at, out);
        }
    }

    fn float_type(&self) -> Option<FloatType> {
        let type_of = |tensor: &RawTensor| match tensor.stored {
            Encoding::Float(float) if !tensor.overflows => Some(float),
            _ => None,
        };
        let mut types = self.weight.tensors.iter().map(type_of);
        let first = types.next()??;
        types.all(|own| own == Some(first)).then_some(first)
    }

    fn bits(&mut self, first: u32, out: &mut [u16]) {
        if !self.lengths.is_empty() {
            self.values(first, &mut vec![0.0; out.len()]);
        }
        self.weight.fill_by(RawTensor::bits, first as usize, out);
    }

    fn column_bits(&mut self, stretch: usize, column: usize, first: u32, out: &mut [u16]) {
        if let Some((tensor, at)) = self.weight.column(stretch, column, first) {
            tensor.bits(at, out);
        }
    }

    fn stored_blocks(&mut self, first: u32, rows: usize, format: BlockFormat) -> Option<Planes> {
        if self.weight.stored_format() != Some(format) {
            return None;
        }
        let stride = self.weight.stride();
        let plane = |plane| {
            let mut elements = vec![0.0; rows * stride];
            self.weight.fill(plane, first as usize, &mut elements);
            elements
        };
        let [numbers, scales] = [Plane::Numbers, Plane::Scales].map(plane);
        let offsets = match format.has_offset {
            true => plane(Plane::Offsets),
            false => Vec::new(),
        };
        if !self.lengths.is_empty() {
            self.note_lengths(first, &plane(Plane::Values));
        }
        let elements = [&numbers[..], &scales, &offsets];
        Some(Planes::of_elements(format, stride, self.along, elements))
    }
}

/// Numbers that the program itself needs, above 0.
fn divisors<B: Backend>(weight: &RawWeight) -> Result<Uploaded<B>, WeightsFault> {
    let mut values = vec![0.0; weight.stride()];
    weight.fill(Plane::Values, 0, &mut values);
    values.truncate(weight.spec.cols);
    match values.iter().position(|value| *value <= 0.0) {
        None => Ok(Uploaded::Divisors(values)),
        Some(index) => Err(WeightsFault::NotPositive {
            name: weight.spec.name.clone(),
            index,
            value: values[index],
        }),
    }
}
