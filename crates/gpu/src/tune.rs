//! Measures, once an adapter, which kernels are fastest on it and how fast they are.
//!
//! Adapters differ enormously: sums in shared memory suit hardware, and are many times slower than one
//! thread a column on a software adapter. Names say little, so each family runs once on weights of a
//! typical size, by the wall clock (browsers round GPU timestamps to about 0.1 ms). Only an adapter that is
//! known to be a program on the processor is spared the others: compiling them alone would take it a second.

use logitscope_core::Precision;
use logitscope_model::ModelError;
use logitscope_model::backend::{Backend, Epilogue, Linear, MatrixRole, MatrixSpec};
use logitscope_model::batch::Batch;

use crate::Gpu;
use crate::clock::Clock;
use crate::context::is_software;
use crate::family::{Families, Family};
use crate::tuning::Tuning;

/// Rows and columns of the weights that families are measured on. On hardware, smaller ones would measure how long a dispatch takes.
const SIDE: u32 = 2048;
/// The same on the processor, which would take seconds for the others.
const SIDE_IN_SOFTWARE: u32 = 512;
/// Rows of the batch that products are measured on.
const ROWS: usize = 16;
/// Sixteen rows take this many times as long as one, where that is not measured. (2.5 to 6 wherever it was.)
const SIXTEEN_ROWS: f64 = 4.0;

impl Gpu {
    /// Takes the families that suit this adapter, for weights that will be kept as `precision`: what `known` says was
    /// measured before (if it can be true here), what was measured for another model on this device, or else a measurement
    /// now. Comes before anything is loaded.
    pub async fn tune(
        &mut self,
        precision: Precision,
        known: Option<Tuning>,
    ) -> Result<Tuning, ModelError> {
        let subgroups = self.device.context.subgroup_size().is_some();
        let known = known.filter(|known| known.is_usable(subgroups));
        let tuning = match known.or_else(|| self.device.tuning(precision)) {
            Some(tuning) => tuning,
            // On memory of its own, which is given back afterwards.
            None => tune(&mut Gpu::on(&self.device)?, precision).await?,
        };
        self.device.remember(precision, tuning);
        self.set_families(tuning.families);
        self.tuning = Some(tuning);
        Ok(tuning)
    }
}

/// Measures the families on `gpu`, for weights kept as `precision`, and leaves it with the fastest.
pub(crate) async fn tune(gpu: &mut Gpu, precision: Precision) -> Result<Tuning, ModelError> {
    let mut offered = vec![Family::Columns];
    if !is_software(gpu.context().name()) {
        offered.push(Family::Workgroup);
        offered.extend(gpu.context().subgroup_size().map(|_| Family::Subgroup));
    }
    measure(gpu, precision, &offered).await
}

/// The same for the families in `offered`, of which [`Family::Columns`] is one.
pub async fn measure(
    gpu: &mut Gpu,
    precision: Precision,
    offered: &[Family],
) -> Result<Tuning, ModelError> {
    let bench = Bench::new(gpu, precision).await?;
    let (matvec, matvec_ms) = bench.fastest(gpu, offered, 1).await?;
    let several: Vec<Family> = offered
        .iter()
        .copied()
        .filter(|family| *family != Family::Subgroup)
        .collect();
    let (product, product_ms) = if several.len() > 1 {
        bench.fastest(gpu, &several, ROWS).await?
    } else {
        (Family::Columns, SIXTEEN_ROWS * matvec_ms)
    };
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
    clock: Clock,
    linear: Linear<Gpu>,
    x: <Gpu as Backend>::Tensor,
    y: <Gpu as Backend>::Tensor,
}

impl Bench {
    async fn new(gpu: &mut Gpu, precision: Precision) -> Result<Self, ModelError> {
        let side = match is_software(gpu.context().name()) {
            true => SIDE_IN_SOFTWARE,
            false => SIDE,
        };
        let spec = MatrixSpec {
            name: "measured weights".into(),
            rows: side,
            cols: side,
            format: precision.into(),
            role: MatrixRole::Weights,
        };
        let bias = vec![0.0; side as usize];
        let linear = Linear {
            weight: gpu.matrix(&spec, &mut |_: u32, _: &mut [f32]| {})?,
            bias: Some(gpu.vector("measured bias", &bias)?),
        };
        Ok(Bench {
            clock: Clock::new(gpu).await?,
            linear,
            x: gpu.tensor("measured x", ROWS as u32, side)?,
            y: gpu.tensor("measured y", ROWS as u32, side)?,
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
            let ms = self
                .clock
                .time(gpu, &commands.iter().collect::<Vec<_>>())
                .await?;
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
        self.clock
            .time(gpu, &commands.iter().collect::<Vec<_>>())
            .await
    }
}

/// A batch of `n` rows, for measurements.
pub(crate) fn rows_of_nothing(n: usize) -> Batch {
    Batch::blank(std::iter::repeat_n(0, n), 0)
}
