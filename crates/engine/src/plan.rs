//! What a model would take, before anything of it is here: memory by its sizes, time by what was measured of this device.

use logitscope_core::{MemoryPlan, Precision};
use logitscope_model::memory_plan::{MemoryNeeds, most_exact};
use logitscope_model::{Config, Cpu, ModelError};
use logitscope_protocol::{BackendChoice, Misfit, Plan, PlanFor, Sizes};

use crate::choose_backend::{Speeds, cpu_ms};
use crate::platform::Platform;

/// All the memory that a program in WebAssembly can have, in bytes.
const WASM_BYTES: u64 = 4 << 30;

/// What was measured of the CPU, by precision: gigabytes of weights a second.
#[derive(Debug, Default)]
pub(crate) struct CpuSpeeds(Vec<(Precision, f64)>);

impl CpuSpeeds {
    /// Measures it where that was not done.
    fn gbps(&mut self, precision: Precision) -> f64 {
        let known = self.0.iter().find(|(own, _)| *own == precision);
        if let Some((_, gbps)) = known {
            return *gbps;
        }
        let gbps = Cpu::measure_gbps(precision.into());
        self.0.push((precision, gbps));
        gbps
    }
}

/// A GPU.
pub(crate) struct Gpu<'a> {
    /// The name of its adapter.
    pub name: &'a str,
    /// The largest piece of memory that it takes, in bytes.
    pub most: u64,
}

/// What is known of this device.
pub(crate) struct Here<'a> {
    /// The GPU, if one was opened.
    pub gpu: Option<Gpu<'a>>,
    /// Whether a model was loaded: only then a GPU that is not there does not exist.
    pub is_known: bool,
    /// Bytes of the models on the CPU backend. The new one is loaded beside them.
    pub held_on_cpu: u64,
    /// What was measured of the CPU.
    pub cpu: &'a mut CpuSpeeds,
}

/// What computes.
enum Place {
    Cpu,
    Gpu {
        /// The largest piece of memory that it takes, in bytes.
        most: u64,
    },
    Unknown,
}

/// What a model of these sizes asks for, if they say it; an error if it cannot be computed at all.
pub(crate) async fn needs(
    platform: &impl Platform,
    sizes: &Sizes,
) -> Result<Option<MemoryNeeds>, ModelError> {
    Ok(match sizes {
        Sizes::Config(json) => Some(MemoryNeeds::of(&Config::from_json(json)?)),
        Sizes::Gguf { file, header } => Some(platform.gguf_needs(file, header).await?),
        Sizes::Weights { .. } | Sizes::Unknown => None,
    })
}

/// What the model of `asked`, which `needs` so much if that is known, would take here.
pub(crate) fn plan(asked: &PlanFor, needs: Option<&MemoryNeeds>, here: Here<'_>) -> Plan {
    let sizes = |precision| match needs {
        Some(needs) => needs.plan(precision),
        None => MemoryPlan {
            weights: weights(&asked.sizes, precision),
            ..MemoryPlan::default()
        },
    };
    let needed = |precision| match needs {
        Some(needs) => needs.to_load(precision),
        None => sizes(precision).total(),
    };
    let precision = asked.precision;
    let most = WASM_BYTES.saturating_sub(here.held_on_cpu);
    let is_room = |bytes| bytes <= most;
    let kept = needs.map_or(precision, |needs| needs.kept(precision));
    let (place, step_ms) = place(asked, needs, kept, here, is_room(needed(precision)));
    let on_cpu = || {
        let own = most_exact(precision, |own| is_room(needed(own)))?;
        Some((own, sizes(own).total()))
    };
    let misfit = match place {
        Place::Cpu if !is_room(needed(precision)) => Some(Misfit::Memory {
            needed: needed(precision),
            most,
            fits: on_cpu(),
        }),
        // Pieces are of numbers that no precision makes smaller. On the CPU nothing has to be in one.
        Place::Gpu { most } => {
            let bytes = needs.and_then(|needs| needs.too_large_piece(most));
            bytes.map(|bytes| Misfit::Piece {
                bytes,
                most,
                on_cpu: on_cpu(),
            })
        }
        Place::Cpu | Place::Unknown => None,
    };
    Plan {
        precision,
        memory: sizes(precision),
        step_ms,
        misfit,
    }
}

/// Where the model would be computed, as [`crate::load`] decides it, and the milliseconds of a step there with what is `kept`, if that was measured.
fn place(
    asked: &PlanFor,
    needs: Option<&MemoryNeeds>,
    kept: Precision,
    here: Here<'_>,
    is_room: bool,
) -> (Place, Option<f64>) {
    let (config, precision) = (needs.map(MemoryNeeds::config), asked.precision);
    let choose = asked.backend == BackendChoice::Auto;
    let piece = |gpu: &Gpu<'_>| needs?.too_large_piece(gpu.most);
    let is_out = match &here.gpu {
        Some(gpu) => piece(gpu).is_some() && is_room,
        None => here.is_known,
    };
    if asked.backend == BackendChoice::Cpu || choose && is_out {
        let ms = config.map(|config| cpu_ms(config, kept, here.cpu.gbps(kept)));
        return (Place::Cpu, ms);
    }
    let Some(Gpu { name, most }) = here.gpu else {
        return (Place::Unknown, None);
    };
    let speeds = Speeds::known(name, precision, asked.measured.as_deref());
    let estimate = speeds
        .zip(config)
        .map(|(own, config)| own.estimate(config, precision));
    // What was measured of other numbers than it is computed with says nothing of its time.
    let told = |ms: f64| (kept == precision).then_some(ms);
    match estimate {
        Some(own) if own.cpu && is_room && choose => (Place::Cpu, told(own.cpu_ms)),
        own => (Place::Gpu { most }, own.and_then(|own| told(own.gpu_ms))),
    }
}

/// Bytes of the weights of a `.gguf` file of which nothing but their number is known. Blocks stay what they are unless fewer bits are asked for.
fn weights(sizes: &Sizes, precision: Precision) -> u64 {
    match sizes {
        Sizes::Weights { count, kept } => {
            let kept = kept.filter(|kept| kept.numbers <= precision.bits());
            let bits = kept.map_or(precision.bits() as f64, |kept| kept.bits);
            (*count as f64 * bits / 8.0) as u64
        }
        Sizes::Config(_) | Sizes::Gguf { .. } | Sizes::Unknown => 0,
    }
}

#[cfg(test)]
mod tests {
    use logitscope_protocol::InBlocks;

    use super::*;

    fn on_cpu(sizes: Sizes, precision: Precision, held_on_cpu: u64) -> Result<Plan, ModelError> {
        planned(sizes, precision, BackendChoice::Cpu, None, held_on_cpu)
    }

    /// On a GPU that takes pieces of up to `most` bytes.
    fn on_gpu(sizes: Sizes, precision: Precision, most: u64) -> Plan {
        let gpu = Some(Gpu { name: "one", most });
        planned(sizes, precision, BackendChoice::Gpu, gpu, 0).expect("a plan")
    }

    fn planned(
        sizes: Sizes,
        precision: Precision,
        backend: BackendChoice,
        gpu: Option<Gpu<'_>>,
        held_on_cpu: u64,
    ) -> Result<Plan, ModelError> {
        let asked = PlanFor {
            sizes,
            backend,
            precision,
            measured: None,
        };
        let here = Here {
            gpu,
            is_known: true,
            held_on_cpu,
            cpu: &mut CpuSpeeds::default(),
        };
        let needs = match &asked.sizes {
            Sizes::Config(json) => Some(MemoryNeeds::of(&Config::from_json(json)?)),
            _ => None,
        };
        Ok(plan(&asked, needs.as_ref(), here))
    }

    /// A model like Llama's with so many layers of 4,096.
    fn large(layers: u32) -> Sizes {
        Sizes::Config(format!(
            r#"{{"model_type":"llama","num_hidden_layers":{layers},"num_attention_heads":32,"num_key_value_heads":8,"hidden_size":4096,
            "intermediate_size":14336,"vocab_size":32000,"max_position_embeddings":512}}"#
        ))
    }

    #[test]
    fn what_does_not_fit_the_cpu_is_told_with_the_most_exact_precision_that_does() {
        let plan = on_cpu(large(10), Precision::F16, 0).expect("a plan");
        // 10 layers of 218 million weights and two tables of 131 million: 4.9 GB.
        let total = plan.memory.total() as f64;
        assert!((4.8e9..5.2e9).contains(&total), "{total}");
        let Some(Misfit::Memory { needed, most, fits }) = plan.misfit else {
            unreachable!("{plan:?}");
        };
        assert!(needed > plan.memory.total() && most == 4 << 30);
        let (precision, bytes) = fits.expect("fewer bits fit");
        assert_eq!(precision, Precision::Q8);
        assert!(bytes < most, "{bytes}");
        // Fewer still where another model is there, and none of a model that is far too large.
        let beside = on_cpu(large(10), Precision::F16, 1 << 30).expect("a plan");
        let fits = |plan: Plan| match plan.misfit {
            Some(Misfit::Memory { fits, .. }) => fits.map(|(precision, _)| precision),
            other => unreachable!("{other:?}"),
        };
        assert_eq!(fits(beside), Some(Precision::Q4));
        assert_eq!(
            fits(on_cpu(large(80), Precision::F16, 0).expect("a plan")),
            None
        );
    }

    #[test]
    fn a_model_with_a_piece_too_large_for_the_gpu_is_planned_for_the_cpu_where_nobody_chose() {
        let gpu = || {
            Some(Gpu {
                name: "one",
                most: 1 << 20,
            })
        };
        let auto = |layers, precision| {
            planned(large(layers), precision, BackendChoice::Auto, gpu(), 0).expect("a plan")
        };
        let there = auto(1, Precision::F16);
        assert_eq!(there.misfit, None);
        assert!(there.step_ms.is_some(), "the CPU's");
        // Without room it stays the GPU's, which says what would have it.
        let Some(Misfit::Piece { on_cpu, .. }) = auto(10, Precision::F16).misfit else {
            unreachable!("there is no room for it on the CPU")
        };
        assert_eq!(on_cpu.map(|(own, _)| own), Some(Precision::Q8));
    }

    #[test]
    fn a_piece_that_is_too_large_for_the_gpu_is_told_with_what_fits_the_cpu() {
        assert_eq!(on_gpu(large(10), Precision::F16, 1 << 30).misfit, None);
        for (layers, precision, fits) in [
            (1, Precision::F32, Some(Precision::F32)),
            (10, Precision::F16, Some(Precision::Q8)),
            (80, Precision::F16, None),
        ] {
            let Some(Misfit::Piece {
                bytes,
                most,
                on_cpu,
            }) = on_gpu(large(layers), precision, 1 << 20).misfit
            else {
                unreachable!("{layers}");
            };
            assert!(bytes > most && most == 1 << 20);
            assert_eq!(on_cpu.map(|(own, _)| own), fits, "{layers}");
            // It is what the plan for the CPU says.
            let Some((own, memory)) = on_cpu else {
                let plan = on_cpu_with(layers, Precision::Q4);
                assert!(plan.misfit.is_some());
                continue;
            };
            let plan = on_cpu_with(layers, own);
            assert_eq!((plan.misfit, plan.memory.total()), (None, memory));
        }
    }

    fn on_cpu_with(layers: u32, precision: Precision) -> Plan {
        on_cpu(large(layers), precision, 0).expect("a plan")
    }

    #[test]
    fn what_fits_has_a_time_by_what_was_measured() {
        let plan = on_cpu(large(1), Precision::Q8, 0).expect("a plan");
        assert_eq!(plan.misfit, None);
        assert!(plan.tokens_per_s().is_some_and(|n| n > 0.0), "{plan:?}");
    }

    #[test]
    fn nothing_is_said_of_a_device_that_nobody_has_opened() {
        let asked = PlanFor {
            sizes: Sizes::Unknown,
            backend: BackendChoice::Auto,
            precision: Precision::F32,
            measured: None,
        };
        let here = Here {
            gpu: None,
            is_known: false,
            held_on_cpu: 0,
            cpu: &mut CpuSpeeds::default(),
        };
        let Sizes::Config(json) = large(80) else {
            unreachable!()
        };
        let needs = MemoryNeeds::of(&Config::from_json(&json).expect("a usable config"));
        let plan = plan(&asked, Some(&needs), here);
        assert_eq!((plan.step_ms, plan.misfit), (None, None));
    }

    #[test]
    fn a_model_that_cannot_be_computed_is_an_error_and_a_file_of_blocks_stays_in_them() {
        let other = Sizes::Config(r#"{"model_type":"mamba"}"#.into());
        assert!(matches!(
            on_cpu(other, Precision::F16, 0),
            Err(ModelError::Config(_))
        ));
        let bytes = |kept, precision| {
            let sizes = Sizes::Weights {
                count: 1_000_000,
                kept,
            };
            on_cpu(sizes, precision, 0).expect("a plan").memory.weights
        };
        assert_eq!(bytes(None, Precision::F16), 2_000_000);
        let eight = Some(InBlocks {
            numbers: 8,
            bits: 9.0,
        });
        assert_eq!(bytes(eight, Precision::F16), 1_125_000);
        assert_eq!(bytes(eight, Precision::Q8), 1_125_000);
        assert_eq!(bytes(eight, Precision::Q4), 625_000);
        let four = Some(InBlocks {
            numbers: 4,
            bits: 6.0,
        });
        assert_eq!(bytes(four, Precision::Q4), 750_000);
    }
}
