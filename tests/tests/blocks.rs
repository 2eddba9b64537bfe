//! A device brings floats into the same blocks as the processor does, bit for bit: from every float type, by rows and by columns, in 8 and 4 bits;
//! blocks of many sizes, blocks that were made with a scale of their own, ties, numbers below f16's normal ones, and nothing but zeros.

use std::sync::Arc;

use half::{bf16, f16};
use logitscope_core::{BLOCK, BlockFormat, MatrixFormat, Precision};
use logitscope_gpu::{Family, Gpu};
use logitscope_model::backend::{
    Backend, Fill, FloatType, MatrixRole, MatrixSpec, Planes, Stretch, pad4,
};
use logitscope_model::batch::Batch;
use logitscope_model::{Config, Cpu, Lanes, LoadOptions, Measure, Row, load_model};
use logitscope_tests::checkpoint::{Stored as InFile, fnv1a, hash, unit};
use logitscope_tests::{Golden, HashCheckpoint, Tolerance, async_test, close, gpu};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// How many rows matrices have at most.
const MOST_ROWS: u32 = 96;

/// Sums in another order.
const TOLERANCE: Tolerance = Tolerance {
    abs: 5e-5,
    rel: 5e-5,
};

/// A matrix as a file has it.
#[derive(Clone)]
struct Stored {
    float: FloatType,
    values: Vec<f32>,
    stride: usize,
    /// Whether its columns lie one after the other: first every other one, then those between.
    by_columns: Option<usize>,
    /// Whether it says how its elements are stored.
    is_told: bool,
}

impl Stored {
    fn bits_of(&self, value: f32) -> u16 {
        match self.float {
            FloatType::Bf16 => bf16::from_f32(value).to_bits(),
            _ => f16::from_f32(value).to_bits(),
        }
    }
}

impl Fill for Stored {
    fn values(&mut self, first: u32, out: &mut [f32]) {
        let own = &self.values[first as usize * self.stride..];
        out.copy_from_slice(&own[..out.len()]);
    }

    fn stretches(&self) -> Vec<Stretch> {
        let Some(columns) = self.by_columns else {
            return Vec::new();
        };
        [(columns.div_ceil(2), 0, 2), (columns / 2, 1, 2)]
            .map(|(count, at, step)| Stretch { count, at, step })
            .to_vec()
    }

    fn column_values(&mut self, stretch: usize, column: usize, first: u32, out: &mut [f32]) {
        let at = first as usize * self.stride + stretch + 2 * column;
        let elements = self.values[at..].iter().step_by(self.stride);
        out.iter_mut().zip(elements).for_each(|(x, own)| *x = *own);
    }

    fn float_type(&self) -> Option<FloatType> {
        self.is_told.then_some(self.float)
    }

    fn bits(&mut self, first: u32, out: &mut [u16]) {
        let own = self.values[first as usize * self.stride..].iter();
        out.iter_mut()
            .zip(own)
            .for_each(|(x, own)| *x = self.bits_of(*own));
    }

    fn column_bits(&mut self, stretch: usize, column: usize, first: u32, out: &mut [u16]) {
        let mut values = vec![0.0; out.len()];
        self.column_values(stretch, column, first, &mut values);
        out.iter_mut()
            .zip(values)
            .for_each(|(x, own)| *x = self.bits_of(own));
    }
}

/// Element `i` of block `block`.
fn element(block: u64, i: u64, float: FloatType) -> f32 {
    let u = unit(hash(fnv1a("block"), 64 * block + i));
    let size = 10f32.powi((block % 9) as i32 - 6);
    let value = match block % 5 {
        // Made with a scale, whose largest number is ±1 to ±8; some of them with others half way between two.
        0 | 1 => {
            let most = (block / 5 % 8 + 1) as f32;
            let scale = f16::from_f32(size * (1.0 + (block % 3) as f32)).to_f32();
            let sign = if block.is_multiple_of(2) { 1.0 } else { -1.0 };
            let part = if block.is_multiple_of(5) { 1.0 } else { 2.0 };
            let number = (u * most * part).round() / part;
            let number = if i == block % 32 {
                -most
            } else {
                number.clamp(-most, most.min(7.0))
            };
            sign * scale * number
        }
        2 if block.is_multiple_of(4) => 0.0,
        // Smaller than f16's normal ones.
        3 if block.is_multiple_of(4) => u * 3e-5,
        _ => u * size,
    };
    match float {
        FloatType::F32 => value,
        FloatType::F16 => f16::from_f32(value).to_f32(),
        FloatType::Bf16 => bf16::from_f32(value).to_f32(),
    }
}

fn stored(
    (rows, cols): (u32, u32),
    role: MatrixRole,
    float: FloatType,
    by_columns: bool,
) -> Stored {
    let stride = pad4(cols) as usize;
    let mut values = vec![0.0; rows as usize * stride];
    for (r, row) in values.chunks_exact_mut(stride).enumerate() {
        for (c, x) in row.iter_mut().take(cols as usize).enumerate() {
            let (block, i) = match role {
                MatrixRole::Weights => (r / BLOCK * cols as usize + c, r % BLOCK),
                MatrixRole::Table => (r * (cols as usize).div_ceil(BLOCK) + c / BLOCK, c % BLOCK),
            };
            *x = element(block as u64, i as u64, float);
        }
    }
    Stored {
        float,
        values,
        stride,
        by_columns: by_columns.then_some(cols as usize),
        is_told: true,
    }
}

/// The rows of a matrix, as products have them.
async fn rows_of(gpu: &mut Gpu, config: &Config, spec: &MatrixSpec, mut fill: Stored) -> Vec<f32> {
    let matrix = gpu.matrix(spec, &mut fill).expect("it fits");
    let path: Arc<[u32]> = (0..spec.rows).collect();
    let row = |i: u32| Row {
        token: i,
        position: i,
        path: Arc::clone(&path),
        len: i + 1,
    };
    let rows: Vec<Row> = (0..spec.rows).map(row).collect();
    let batch = Batch::new(&rows, &[0], config, config.n_ctx).expect("possible rows");
    gpu.begin(&batch).expect("a small batch");
    let out = gpu.tensor("out", spec.rows, spec.cols).expect("it fits");
    gpu.embed(Some(&matrix), None, 1.0, &out).expect("a lookup");
    gpu.tap(&out).expect("a tap");
    let mut found = gpu.finish(None).await.expect("it runs");
    found.taps.remove(0)
}

async_test! {
    async fn floats_become_the_same_blocks_on_a_device() {
        let base = Golden::load("odd-f32.safetensors").config;
        // In parts of so many bytes, which end within a piece; whole.
        for part in [Some(2048), None] {
            let Some(mut gpu) = gpu(Family::Workgroup, part).await else { return };
            for (rows, cols, role, by_columns) in [
                (96, 21, MatrixRole::Weights, true),
                (64, 40, MatrixRole::Weights, false),
                (37, 64, MatrixRole::Table, false),
            ] {
                let config = Config { d_model: cols, d_vocab: rows, n_ctx: MOST_ROWS, n_positions: MOST_ROWS, ..base.clone() };
                for float in [FloatType::F32, FloatType::F16, FloatType::Bf16] {
                    for format in [BlockFormat::EIGHT, BlockFormat::FOUR] {
                        let what = format!("{rows} × {cols}, {role:?}, {float:?}, {:?}", format.numbers);
                        let spec = MatrixSpec { name: what.clone(), rows, cols, format: MatrixFormat::Blocks(format), role };
                        let on_device = stored((rows, cols), role, float, by_columns);
                        let here = Stored { is_told: false, ..on_device.clone() };
                        let kept = Planes::quantised(&padded(&here, role), here.stride, role.along(), format).values();
                        let found = rows_of(&mut gpu, &config, &spec, on_device).await;
                        let twin = rows_of(&mut gpu, &config, &spec, here.clone()).await;
                        let bits = |all: &[f32]| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                        let differs = bits(&found).iter().zip(bits(&twin)).position(|(a, b)| *a != b);
                        assert_eq!(differs, None, "{what}: {:?}", differs.map(|at| (found[at], twin[at])));
                        // What is compared is not nothing.
                        let off: f32 = found.iter().zip(&kept).map(|(x, own)| (x - own).abs()).sum();
                        let all: f32 = kept.iter().map(|x| x.abs()).sum();
                        assert!(all > 1.0 && off < 1e-5 * all, "{what}: off by {off} of {all}");
                    }
                }
            }
        }
    }
}

/// The scores after a text of the hashed model of `config`, stored so, on `backend`.
async fn scores<B: Measure>(
    backend: B,
    config: &Config,
    stored: InFile,
    precision: Precision,
) -> Vec<f32> {
    let mut stream = HashCheckpoint::new(config, stored, false);
    let options = LoadOptions { precision };
    let loaded = load_model(backend, config.clone(), options, &mut stream, |_| async {});
    let model = loaded.await.expect("a valid checkpoint").model;
    let mut lanes = Lanes::new(Box::new(model), "blocks".into(), precision);
    let mut lane = lanes.plain().expect("it is always open");
    lane.evaluate(&[3, 1, 4, 1, 5, 9, 2, 6])
        .await
        .expect("a short text")
        .0
}

async_test! {
    async fn models_that_a_device_quantises_have_the_scores_of_the_processor() {
        // A browser takes seconds to compile a model's shaders: there, files as most are, in parts.
        let in_browser = cfg!(target_arch = "wasm32");
        // Rows, and columns of which some take turns; no matrix is kept in f16 because its rows are no whole blocks.
        let gpt2 = Golden::load("wide-f32.safetensors").config;
        let llama = Golden::load("llama-two-f32.safetensors").config;
        let llama = Config { d_model: 64, d_mlp: 96, n_heads: 4, n_kv_heads: 2, d_head: 16, ..llama };
        for config in [gpt2, llama] {
            for stored in [InFile::F32, InFile::F16, InFile::Bf16] {
                for precision in [Precision::Q8, Precision::Q4] {
                    let what = format!("{:?}, {stored:?}, {}", config.family, precision.name());
                    let here = scores(Cpu::new(), &config, stored, precision).await;
                    let full = scores(Cpu::new(), &config, stored, Precision::F32).await;
                    assert!(here.iter().zip(&full).any(|(a, b)| (a - b).abs() > 1e-3), "{what}: in blocks");
                    if in_browser && stored != InFile::Bf16 {
                        continue;
                    }
                    let parts: &[_] = if in_browser { &[Some(8192)] } else { &[None, Some(8192)] };
                    for part in parts.iter().copied() {
                        let Some(gpu) = gpu(Family::Workgroup, part).await else { return };
                        let found = scores(gpu, &config, stored, precision).await;
                        close(&what, &found, &here, TOLERANCE);
                    }
                }
            }
        }
    }
}

/// The values in whole blocks.
fn padded(of: &Stored, role: MatrixRole) -> Vec<f32> {
    let mut values = of.values.clone();
    if role == MatrixRole::Table {
        values.resize(values.len().next_multiple_of(BLOCK * of.stride), 0.0);
    }
    values
}
