//! Times every dispatch of a plan by the adapter's own clock.

use logitscope_core::inspection::DispatchTime;
use logitscope_core::inspection::Timeline;
use logitscope_model::ModelError;

use crate::Gpu;
use crate::plan::{Command, Dispatch};

/// A measurement takes the best of so many runs.
const ROUNDS: usize = 2;
/// A clock whose shortest reading is longer than this, in microseconds, is coarse (Chrome rounds to 100).
const COARSE_US: f64 = 20.0;
/// Where the clock is coarse each dispatch is repeated, so often that a run takes about this long, at most [`MOST_REPEATS`] times.
const LONG_US: f64 = 150_000.0;
const MOST_REPEATS: u32 = 64;
/// Most timestamps of a query set (WebGPU's limit).
const MOST_QUERIES: usize = 4096;

/// The times of `plan`; none where the adapter's clock cannot be read.
pub(crate) async fn timeline(gpu: &mut Gpu, plan: &[Command]) -> Result<Timeline, ModelError> {
    fn dispatch(command: &Command) -> Option<&Dispatch> {
        match command {
            Command::Dispatch(dispatch) => Some(dispatch),
            Command::Tap(_) => None,
        }
    }
    let dispatches: Vec<&Dispatch> = plan.iter().filter_map(dispatch).collect();
    if !gpu.device.context.has_clock()
        || 2 * dispatches.len() > MOST_QUERIES
        || dispatches.is_empty()
    {
        return Ok(Timeline::default());
    }
    let mut repeats = 1;
    let mut best = run(gpu, &dispatches, repeats).await?;
    if is_coarse(&best) {
        let total_us = best.iter().sum::<f64>().max(1.0);
        repeats = ((LONG_US / total_us).ceil() as u32).clamp(2, MOST_REPEATS);
        best = run(gpu, &dispatches, repeats).await?;
    }
    for _ in 1..ROUNDS {
        let again = run(gpu, &dispatches, repeats).await?;
        best.iter_mut()
            .zip(again)
            .for_each(|(best, us)| *best = best.min(us));
    }
    // Dispatches that were repeated have added to the residual stream more than once: compute the last batch again.
    gpu.submit_many(&plan.iter().collect::<Vec<_>>(), 1);
    gpu.device.context.done().await?;
    let time = |(dispatch, us): (&&Dispatch, f64)| DispatchTime {
        kernel: dispatch.kernel.label().into(),
        layer: dispatch.layer,
        us: us / f64::from(repeats),
        weight_bytes: dispatch.weight_bytes,
    };
    Ok(Timeline {
        dispatches: dispatches.iter().zip(best).map(time).collect(),
        repeats,
    })
}

/// Whether the shortest reading is a long one: a rounded clock says 0 or its own step.
fn is_coarse(us: &[f64]) -> bool {
    let shortest = us
        .iter()
        .copied()
        .filter(|us| *us > 0.0)
        .fold(f64::INFINITY, f64::min);
    us.contains(&0.0) || shortest > COARSE_US
}

/// Microseconds of each dispatch, `repeats` times in a pass of its own.
async fn run(
    gpu: &mut Gpu,
    dispatches: &[&Dispatch],
    repeats: u32,
) -> Result<Vec<f64>, ModelError> {
    let count = 2 * dispatches.len() as u32;
    let bytes = 8 * u64::from(count);
    let device = &gpu.device.context.device;
    let queries = device.create_query_set(&wgpu::QuerySetDescriptor {
        label: Some("timeline"),
        ty: wgpu::QueryType::Timestamp,
        count,
    });
    let resolved = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("timeline"),
        size: bytes,
        usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.encoder();
    for (i, dispatch) in (0..).zip(dispatches) {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some(dispatch.kernel.label()),
            timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                query_set: &queries,
                beginning_of_pass_write_index: Some(2 * i),
                end_of_pass_write_index: Some(2 * i + 1),
            }),
        });
        for _ in 0..repeats {
            dispatch.encode(&mut pass, &gpu.counts);
        }
    }
    encoder.resolve_query_set(&queries, 0..count, &resolved, 0);
    let staging = gpu
        .staging
        .with_room(&gpu.device.context, &mut gpu.account, bytes);
    encoder.copy_buffer_to_buffer(&resolved, 0, &staging, 0, bytes);
    gpu.device.context.queue.submit([encoder.finish()]);
    let words = gpu.staging.read(&gpu.device.context, bytes).await;
    resolved.destroy();
    queries.destroy();
    let words = words?;
    gpu.device.context.check()?;
    let ticks = words.as_chunks::<2>().0.iter();
    let ticks: Vec<u64> = ticks
        .map(|[low, high]| u64::from(low.to_bits()) | u64::from(high.to_bits()) << 32)
        .collect();
    let period_us = f64::from(gpu.device.context.queue.get_timestamp_period()) / 1e3;
    let spans = ticks.as_chunks::<2>().0.iter();
    Ok(spans
        .map(|[from, to]| to.saturating_sub(*from) as f64 * period_us)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_says_nothing_or_only_much_is_coarse() {
        assert!(is_coarse(&[0.0, 100.0]) && is_coarse(&[100.0, 200.0]));
        assert!(!is_coarse(&[3.1, 100.0]));
    }
}
