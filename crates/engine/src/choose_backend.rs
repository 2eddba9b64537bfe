//! What was measured of this machine, and which backend that speaks for.

use logitscope_core::Precision;
use logitscope_gpu::context::is_software;
use logitscope_gpu::{Gpu, Tuning};
use logitscope_model::{Config, Cpu, ModelError};
use logitscope_protocol::Estimate;
use serde::{Deserialize, Serialize};

/// Changes with the kernels: what older ones were measured at says nothing about newer ones.
const VERSION: u32 = 2;
/// Milliseconds a step from which on leaving the GPU is worth it: nobody sees the difference below.
const SLOW_MS: f64 = 10.0;
/// How many times as fast the CPU must be, where the adapter is a program on the same processor.
const MUCH_FASTER: f64 = 1.5;
/// The same where it is not: there a slow measurement is more likely to have been disturbed.
const FAR_FASTER: f64 = 5.0;
/// Most bytes of weights in WebAssembly's 4 GiB of memory, which never shrinks.
const MOST_CPU_BYTES: u64 = 1 << 30;

/// The speed of an adapter and of the processor beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Speeds {
    version: u32,
    adapter: String,
    precision: String,
    tuning: Tuning,
    /// Gigabytes of weights in this precision a second.
    cpu_gbps: f64,
}

impl Speeds {
    /// Sets `gpu` up with the kernels that are fastest: by `known`, which an earlier call wrote, or by measuring.
    pub async fn measure(
        gpu: &mut Gpu,
        precision: Precision,
        known: Option<&str>,
    ) -> Result<Self, ModelError> {
        let adapter = gpu.context().name().to_owned();
        let known = Speeds::known(&adapter, precision, known);
        let tuning = gpu
            .tune(precision, known.as_ref().map(|k| k.tuning))
            .await?;
        let cpu_gbps = known.map_or_else(|| Cpu::measure_gbps(precision.into()), |k| k.cpu_gbps);
        Ok(Speeds {
            version: VERSION,
            adapter,
            precision: spelled(precision),
            tuning,
            cpu_gbps,
        })
    }

    /// What an earlier call wrote, if it was of this adapter and this precision.
    pub fn known(adapter: &str, precision: Precision, text: Option<&str>) -> Option<Self> {
        text.and_then(|text| serde_json::from_str::<Speeds>(text).ok())
            .filter(|k| k.version == VERSION && k.adapter == adapter)
            .filter(|k| k.precision == spelled(precision))
            .filter(|k| k.cpu_gbps.is_finite() && k.cpu_gbps > 0.0)
    }

    /// For [`Speeds::measure`] at another time.
    pub fn to_text(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }

    /// What a step of this model should take, and where.
    pub fn estimate(&self, config: &Config, precision: Precision) -> Estimate {
        let bytes = precision.bytes(config.n_multiplied());
        let gpu_ms = self.tuning.step_ms(bytes, config.n_dispatches());
        let cpu_ms = cpu_ms(config, precision, self.cpu_gbps);
        let software = is_software(&self.adapter);
        let margin = if software { MUCH_FASTER } else { FAR_FASTER };
        let worth_it = gpu_ms > SLOW_MS && gpu_ms > margin * cpu_ms;
        Estimate {
            gpu_ms,
            cpu_ms,
            software,
            cpu: worth_it && bytes <= MOST_CPU_BYTES,
        }
    }
}

/// What a step takes on the CPU at `gbps`, in milliseconds.
pub fn cpu_ms(config: &Config, precision: Precision, gbps: f64) -> f64 {
    precision.bytes(config.n_multiplied()) as f64 / (gbps * 1e6)
}

/// A precision as what was measured is kept with it.
fn spelled(precision: Precision) -> String {
    format!("{precision:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use logitscope_gpu::{Families, Family};

    fn speeds(matvec_gbps: f64, dispatch_us: f64) -> Speeds {
        Speeds {
            version: VERSION,
            adapter: "google swiftshader".into(),
            precision: "F16".into(),
            tuning: Tuning {
                families: Families::all(Family::Columns),
                matvec_gbps,
                product_gbps: matvec_gbps,
                dispatch_us,
            },
            cpu_gbps: 5.0,
        }
    }

    fn config(n_layers: u32, d_model: u32) -> Config {
        Config {
            family: logitscope_model::Family::Gpt2,
            blocks: Default::default(),
            tied: true,
            n_layers,
            n_heads: 4,
            n_kv_heads: 4,
            d_model,
            d_head: d_model / 4,
            d_mlp: 4 * d_model,
            d_vocab: 6144,
            n_positions: 256,
            n_ctx: 256,
            norm_eps: 1e-5,
            windows: Vec::new(),
            unturned: Vec::new(),
            rope_divisors: Default::default(),
            end_tokens: Vec::new(),
        }
    }

    #[test]
    fn a_slow_adapter_leaves_the_work_to_the_cpu() {
        let estimate = speeds(1.0, 14.0).estimate(&config(6, 256), Precision::F16);
        // 6·12·256² + 6,144·256 weights: 12.6 MB at 1 GB/s and 52 dispatches, against 5 GB/s.
        assert!((estimate.gpu_ms - 13.3).abs() < 0.1, "{estimate:?}");
        assert!((estimate.cpu_ms - 2.52).abs() < 0.05, "{estimate:?}");
        assert!(
            estimate.cpu
                && estimate
                    .words(&logitscope_words::english())
                    .contains("13 ms on the software adapter (this browser uses no graphics card) and 2.5 ms on the CPU, so")
        );
    }

    #[test]
    fn hardware_is_left_only_if_it_is_far_slower() {
        let mut speeds = speeds(1.0, 14.0);
        assert!(speeds.estimate(&config(12, 768), Precision::F16).cpu);
        speeds.adapter = "apple metal-3".into();
        // 180 ms against 36.
        assert!(speeds.estimate(&config(12, 768), Precision::F16).cpu);
        speeds.tuning.matvec_gbps = 1.2;
        assert!(!speeds.estimate(&config(12, 768), Precision::F16).cpu);
    }

    #[test]
    fn a_fast_adapter_computes_and_so_does_any_where_nobody_sees_the_difference() {
        assert!(
            !speeds(100.0, 10.0)
                .estimate(&config(12, 768), Precision::F16)
                .cpu
        );
        assert!(
            !speeds(1.0, 14.0)
                .estimate(&config(2, 128), Precision::F16)
                .cpu
        );
        assert!(
            !speeds(7.0, 14.0)
                .estimate(&config(12, 768), Precision::F16)
                .cpu,
            "f16 halves what it reads"
        );
        assert!(
            speeds(3.0, 14.0)
                .estimate(&config(12, 768), Precision::F32)
                .cpu
        );
        assert!(
            !speeds(1.0, 14.0)
                .estimate(&config(48, 1600), Precision::F16)
                .cpu,
            "too large for the CPU's memory"
        );
    }
}
