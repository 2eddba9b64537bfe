//! Loads a model: its files, the backend that suits it, its weights.

use bytemuck::cast_slice;
use logitscope_core::Precision;
use logitscope_core::chain::Chain;
use logitscope_core::chat_format::ChatFormat;
use logitscope_core::notice::LoadNotice;
use logitscope_gpu::context::is_software;
use logitscope_gpu::{Device, Gpu, GpuOptions};
use logitscope_model::lane::PLAIN;
use logitscope_model::{
    ByteStream, Checkpoint, Cpu, Lanes, LanguageModel, LoadOptions, LoadProgress, Measure,
    Tokenizer,
};
use logitscope_protocol::{
    BackendChoice, BackendReason, Doing, EngineError, LaneId, Load, Loaded, ModelId, NoGpu,
    Progress,
};
use logitscope_worker::Report;
use web_time::Instant;

use crate::choose_backend::Speeds;
use crate::files;
use crate::platform::Platform;

/// Weights from which on a model has helpers on the CPU: a token of a smaller one takes less time than they take to be woken so often.
const LARGE: u64 = 8_000_000;

/// A loaded model, and what the page is told of it.
pub(crate) struct Ready {
    pub lanes: Lanes,
    pub tokenizer: Tokenizer,
    pub loaded: Loaded,
}

/// A model on whichever backend, its notices, why it is on this one, and what was measured.
struct Opened {
    model: Box<dyn LanguageModel>,
    tokenizer: Tokenizer,
    notices: Vec<LoadNotice>,
    chain: Option<Chain>,
    chat: Option<ChatFormat>,
    why: Option<BackendReason>,
    measured: Option<String>,
}

/// Loads a model, as `id`, on `device` if the GPU computes it; that is opened, or opened again, where there is need.
pub(crate) async fn load(
    platform: &impl Platform,
    device: &mut Option<Device>,
    id: ModelId,
    how: Load,
    report: Report<'_>,
) -> Result<Ready, EngineError> {
    let start = Instant::now();
    report(Doing::Files.begun());
    let checkpoint = files::open(platform, &how.source).await?;
    let opened = open(platform, device, &how, checkpoint, report).await;
    if let (Err(_), Some(device)) = (&opened, &*device) {
        device.settle().await;
    }
    let opened = opened?;
    let tokenizer = opened.tokenizer;
    let lanes = Lanes::new(opened.model, how.name, how.precision);
    let loaded = Loaded {
        why: opened.why,
        notices: opened.notices,
        chain: opened.chain,
        chat: opened.chat,
        measured: opened.measured,
        load_ms: start.elapsed().as_secs_f64() * 1e3,
        server: None,
        ..describe(id, &lanes, &tokenizer)
    };
    Ok(Ready {
        lanes,
        tokenizer,
        loaded,
    })
}

/// What is to be told of a loaded model, but for how it was loaded.
pub fn describe(id: ModelId, lanes: &Lanes, tokenizer: &Tokenizer) -> Loaded {
    let vocab = tokenizer.vocab();
    let (bytes, ends) = vocab.parts();
    let backend = lanes.backend_info();
    Loaded {
        id,
        lane: LaneId {
            model: id,
            number: PLAIN,
        },
        model: lanes.model_info(),
        software: backend.kind == "gpu" && is_software(&backend.adapter),
        backend,
        why: None,
        measured: None,
        notices: Vec::new(),
        vocab_bytes: bytes.to_vec(),
        vocab_ends: cast_slice(ends).to_vec(),
        end_of_text: vocab.end_of_text(),
        other_ends: vocab.end_tokens().iter().skip(1).copied().collect(),
        chain: None,
        chat: None,
        beginning: tokenizer.beginning().clone(),
        weight_bytes: lanes.weight_bytes(),
        kv_bytes: lanes.kv_bytes(),
        load_ms: 0.0,
        server: None,
    }
}

/// Opens the backend asked for, or the faster one, and loads the weights into it.
async fn open<P: Platform>(
    platform: &P,
    device: &mut Option<Device>,
    how: &Load,
    checkpoint: Checkpoint<P::File>,
    report: Report<'_>,
) -> Result<Opened, EngineError> {
    if how.backend == BackendChoice::Cpu {
        return on_cpu(platform, checkpoint, how, report).await;
    }
    let no_gpu = match gpu(platform, device, how, report).await {
        Ok((gpu, speeds)) => {
            let estimate = speeds.estimate(&checkpoint.config, how.precision);
            let needs = checkpoint.memory_needs();
            let most = gpu.context().max_binding_bytes();
            let piece = needs.too_large_piece(most);
            let choose = how.backend == BackendChoice::Auto;
            let wants_cpu = estimate.cpu || piece.is_some();
            // Where the better one has no room, the other one computes.
            let takes_cpu = choose && wants_cpu && needs.check_room(how.precision).is_ok();
            let opened = if takes_cpu {
                drop(gpu);
                let cpu = cpu(platform, &checkpoint).await;
                weights(cpu, checkpoint, how, report).await?
            } else {
                weights(gpu, checkpoint, how, report).await?
            };
            let reason = match piece {
                Some(bytes) => BackendReason::Piece { bytes, most },
                None => BackendReason::Measured(estimate),
            };
            return Ok(Opened {
                why: (choose && wants_cpu == takes_cpu).then_some(reason),
                measured: speeds.to_text(),
                ..opened
            });
        }
        Err(no_gpu) => no_gpu,
    };
    if how.backend == BackendChoice::Gpu {
        return Err(EngineError::NoGpu(no_gpu));
    }
    let opened = on_cpu(platform, checkpoint, how, report).await?;
    Ok(Opened {
        why: Some(BackendReason::NoGpu(no_gpu)),
        ..opened
    })
}

/// A place for one more model on the GPU, with the kernels that are fastest on it; or why there is none.
async fn gpu(
    platform: &impl Platform,
    device: &mut Option<Device>,
    how: &Load,
    report: Report<'_>,
) -> Result<(Gpu, Speeds), NoGpu> {
    let usable = device.take().filter(|device| !device.context().is_lost());
    let device: &Device = match usable {
        Some(usable) => device.insert(usable),
        None => {
            let adapter_name = platform.adapter_name().await?;
            report(Doing::Gpu.begun());
            let options = GpuOptions {
                adapter_name,
                ..GpuOptions::default()
            };
            let opened = Device::open(&options).await?;
            device.insert(opened.ok_or(NoGpu::NoAdapter)?)
        }
    };
    let mut gpu = Gpu::on(device)?;
    report(Doing::Measuring.begun());
    let speeds = Speeds::measure(&mut gpu, how.precision, how.measured.as_deref()).await?;
    Ok((gpu, speeds))
}

/// Loads into the CPU backend, if there is room.
async fn on_cpu<P: Platform>(
    platform: &P,
    checkpoint: Checkpoint<P::File>,
    how: &Load,
    report: Report<'_>,
) -> Result<Opened, EngineError> {
    checkpoint.memory_needs().check_room(how.precision)?;
    let cpu = cpu(platform, &checkpoint).await;
    weights(cpu, checkpoint, how, report).await
}

/// The CPU backend, with helpers where a model is large enough for them.
async fn cpu<P: Platform>(platform: &P, checkpoint: &Checkpoint<P::File>) -> Cpu {
    let floats = checkpoint.memory_needs().plan(Precision::F32);
    match floats.weights / 4 >= LARGE {
        true => Cpu::with(platform.helpers().await),
        false => Cpu::new(),
    }
}

async fn weights<B: Measure>(
    backend: B,
    checkpoint: Checkpoint<impl ByteStream>,
    how: &Load,
    report: Report<'_>,
) -> Result<Opened, EngineError> {
    let plan = checkpoint.memory_needs().plan(how.precision);
    let progress = |LoadProgress {
                        done_bytes,
                        total_bytes,
                    }| {
        report(Progress {
            doing: Doing::Weights(plan),
            done: done_bytes,
            total: total_bytes,
        });
        async {}
    };
    let options = LoadOptions {
        precision: how.precision,
    };
    let (loaded, tokenizer) = checkpoint.load(backend, options, progress).await?;
    let mut model = loaded.model;
    let compiling = |done, total| {
        report(Progress {
            doing: Doing::Shaders,
            done,
            total,
        });
    };
    model.prepare(compiling).await?;
    Ok(Opened {
        model: Box::new(model),
        tokenizer,
        notices: loaded.notices,
        chain: loaded.chain,
        chat: loaded.chat,
        why: None,
        measured: None,
    })
}
