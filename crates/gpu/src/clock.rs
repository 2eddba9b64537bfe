//! Times what is submitted, by the wall clock.

use logitscope_model::ModelError;
use web_time::Instant;

use crate::Gpu;
use crate::plan::Command;

/// A measurement repeats its commands until they take about this long: browsers look for finished work every few
/// milliseconds only.
const LONG_MS: f64 = 10.0;
/// How often the last, long measurement is repeated. The best counts: a browser that has just started disturbs them.
const ROUNDS: usize = 3;
/// Most repetitions in one submission.
const MOST: u32 = 16 << 10;

/// Knows how long an empty submission takes to come back, and takes it off.
pub(crate) struct Clock {
    empty_ms: f64,
}

impl Clock {
    /// Measures the empty submission on `gpu`.
    pub async fn new(gpu: &Gpu) -> Result<Self, ModelError> {
        run(gpu, &[], 1).await?;
        let mut empty_ms = f64::INFINITY;
        for _ in 0..3 {
            empty_ms = empty_ms.min(run(gpu, &[], 1).await?);
        }
        Ok(Clock { empty_ms })
    }

    /// Milliseconds of one run of `commands`: the best of some measurements of so many that they take a while, and no less than an empty submission,
    /// which in some browsers takes longer than many of a small kernel.
    pub async fn time(&self, gpu: &Gpu, commands: &[&Command]) -> Result<f64, ModelError> {
        run(gpu, commands, 1).await?; // compiles
        let long_ms = LONG_MS.max(self.empty_ms);
        let mut n = 1;
        loop {
            let mut ms = f64::INFINITY;
            for _ in 0..ROUNDS {
                ms = ms.min(run(gpu, commands, n).await?);
                if ms < long_ms && n < MOST {
                    break; // too short to be worth repeating
                }
            }
            // Without what comes on top of every submission. A browser's clock may be coarse: never zero.
            let ms = (ms - self.empty_ms).max(0.01);
            if ms >= long_ms || n == MOST {
                return Ok(ms / f64::from(n));
            }
            // As many as should do, but not all at once on the word of a short measurement.
            let enough = (long_ms / ms * 1.2).min(16.0) * f64::from(n);
            n = (enough.ceil() as u32).clamp(n + 1, MOST);
        }
    }
}

/// Milliseconds from the submission of `n` times `commands` to their end.
async fn run(gpu: &Gpu, commands: &[&Command], n: u32) -> Result<f64, ModelError> {
    let start = Instant::now();
    gpu.submit_many(commands, n);
    gpu.context().done().await?;
    gpu.context().check()?;
    Ok(start.elapsed().as_secs_f64() * 1e3)
}
