//! Measures, once an adapter, which kernels are fastest on it and how fast they are.
//!
//! Adapters differ enormously: sums in shared memory suit hardware, and are twenty times slower than one
//! thread a column on a software adapter. Names say little, so each family runs once on weights of a
//! typical size, by the wall clock (browsers round GPU timestamps to about 0.1 ms).

use logitscope_model::backend::{Backend, Epilogue, Linear, MatrixSpec};
use logitscope_model::batch::{Batch, FlatRow};
use logitscope_model::{ModelError, Precision};
use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::Gpu;
use crate::family::{Families, Family};
use crate::plan::Command;

/// Rows and columns of the weights that families are measured on.
const SIDE: u32 = 512;
/// Rows of the batch that products are measured on.
const ROWS: usize = 16;
/// A measurement repeats its dispatch until it takes about this long.
const LONG_MS: f64 = 4.0;
/// A family that takes this many times as long as the best is not measured further.
const HOPELESS: f64 = 3.0;

/// What was measured on an adapter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// The fastest families.
    pub families: Families,
    /// Gigabytes of weights a second when one row is multiplied.
    pub matvec_gbps: f64,
    /// Gigabytes of weights a second when sixteen rows are multiplied; each weight counts once.
    pub product_gbps: f64,
    /// Microseconds that a dispatch with next to no work takes.
    pub dispatch_us: f64,
}

impl Tuning {
    /// The milliseconds that a step should take which reads `weight_bytes` in `dispatches`.
    pub fn step_ms(&self, weight_bytes: u64, dispatches: u32) -> f64 {
        weight_bytes as f64 / (self.matvec_gbps * 1e6)
            + f64::from(dispatches) * self.dispatch_us / 1e3
    }
}

/// Measures the families on `gpu`, for weights kept as `precision`, and leaves it with the fastest.
pub(crate) async fn tune(gpu: &mut Gpu, precision: Precision) -> Result<Tuning, ModelError> {
    let bench = Bench::new(gpu, precision)?;
    let mut offered = vec![Family::Columns, Family::Workgroup];
    if gpu.context().subgroup_size().is_some() {
        offered.push(Family::Subgroup);
    }
    let (matvec, matvec_ms) = bench.fastest(gpu, &offered, 1).await?;
    let (product, product_ms) = bench.fastest(gpu, &offered[..2], ROWS).await?;
    let families = Families { matvec, product };
    gpu.set_families(families);
    let dispatch_ms = bench.small(gpu).await?;
    let bytes = bench.linear.weight.bytes as f64;
    Ok(Tuning {
        families,
        matvec_gbps: bytes / matvec_ms / 1e6,
        product_gbps: bytes / product_ms / 1e6,
        dispatch_us: dispatch_ms * 1e3,
    })
}

/// Weights and rows to measure with.
struct Bench {
    linear: Linear<Gpu>,
    x: <Gpu as Backend>::Tensor,
    y: <Gpu as Backend>::Tensor,
}

impl Bench {
    fn new(gpu: &mut Gpu, precision: Precision) -> Result<Self, ModelError> {
        let spec = MatrixSpec {
            name: "measured weights".into(),
            rows: SIDE,
            cols: SIDE,
            precision,
        };
        let bias = vec![0.0; SIDE as usize];
        let linear = Linear {
            weight: gpu.matrix(&spec, &mut |_, _| {})?,
            bias: gpu.vector("measured bias", &bias)?,
        };
        Ok(Bench {
            linear,
            x: gpu.tensor("measured x", ROWS as u32, SIDE)?,
            y: gpu.tensor("measured y", ROWS as u32, SIDE)?,
        })
    }

    /// The fastest of the families for `rows` rows, and its milliseconds a product.
    async fn fastest(
        &self,
        gpu: &mut Gpu,
        offered: &[Family],
        rows: usize,
    ) -> Result<(Family, f64), ModelError> {
        let mut best = (Family::Columns, f64::INFINITY);
        for &family in offered {
            gpu.set_families(Families::all(family));
            gpu.begin(&rows_of_nothing(rows))?;
            gpu.linear(&self.x, &self.linear, Epilogue::Store, &self.y)?;
            let commands = gpu.take();
            let ms = time(gpu, &commands.iter().collect::<Vec<_>>(), best.1).await?;
            if ms < best.1 {
                best = (family, ms);
            }
        }
        Ok(best)
    }

    /// Milliseconds of a dispatch that adds up one row.
    async fn small(&self, gpu: &mut Gpu) -> Result<f64, ModelError> {
        gpu.begin(&rows_of_nothing(1))?;
        gpu.add(&self.x, &self.y)?;
        let commands = gpu.take();
        time(gpu, &commands.iter().collect::<Vec<_>>(), f64::INFINITY).await
    }
}

/// A batch of `n` rows, for measurements.
pub(crate) fn rows_of_nothing(n: usize) -> Batch {
    let row = FlatRow {
        token: 0,
        position: 0,
        slot: 0,
        path_start: 0,
        path_len: 1,
    };
    Batch {
        rows: vec![row; n],
        paths: vec![0],
        logits_for: Vec::new(),
        max_len: 1,
    }
}

/// Milliseconds of one run of `commands`: the better of two measurements of many. Gives up early, with
/// what it knows, on commands that take several times as long as `best`.
pub(crate) async fn time(gpu: &Gpu, commands: &[&Command], best: f64) -> Result<f64, ModelError> {
    run(gpu, commands, 1).await?; // compiles
    let once = run(gpu, commands, 1).await?;
    // Submitting and hearing back takes up to a millisecond by itself.
    if once - 1.0 > HOPELESS * best {
        return Ok(once);
    }
    let n = (LONG_MS / once).clamp(1.0, 16.0) as u32;
    let few = run(gpu, commands, n).await?;
    let n = (LONG_MS / few).clamp(1.0, 256.0) as u32;
    let first = run(gpu, commands, n).await?;
    Ok(first.min(run(gpu, commands, n).await?))
}

/// Milliseconds of one run of `commands`, when `n` run in one submission.
async fn run(gpu: &Gpu, commands: &[&Command], n: u32) -> Result<f64, ModelError> {
    let start = Instant::now();
    gpu.submit_many(commands, n);
    gpu.context().done().await?;
    gpu.context().check()?;
    // A browser's clock may be coarse: never zero.
    Ok((start.elapsed().as_secs_f64() * 1e3).max(0.01) / f64::from(n))
}
