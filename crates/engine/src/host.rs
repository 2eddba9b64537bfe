//! Answers commands. On an error the model that was loaded before stays usable.

use bytemuck::cast_slice;
use logitscope_core::{Interventions, Precision};
use logitscope_gpu::context::is_software;
use logitscope_gpu::{Gpu, GpuOptions};
use logitscope_model::{
    Checkpoint, Cpu, Lane, LanguageModel, LoadOptions, LoadProgress, Measure, ModelError, Tokenizer,
};
use logitscope_protocol::{
    Answer, BackendChoice, Command, EngineError, ErrorKind, Loaded, ModelSource, Progress,
    TokenPiece,
};
use web_time::Instant;

use crate::adapter;
use crate::choose_backend::Speeds;
use crate::files::{self, JsStream};

/// The loaded model, if there is one.
#[derive(Default)]
pub struct Host {
    loaded: Option<(Lane, Tokenizer)>,
    inside: Inside,
    /// What is switched off or scaled while the request at hand is worked on.
    interventions: Interventions,
}

/// What is ready for looking inside the model.
#[derive(Default, PartialEq)]
enum Inside {
    /// Nothing: the first logits come first.
    #[default]
    Untouched,
    /// Nothing yet, and it is time.
    Cold,
    /// Everything.
    Ready,
}

/// How to hear of progress.
pub type Report<'a> = &'a dyn Fn(Progress);

/// A model on whichever backend with its tokenizer, its notices, why it is on this one, and what was measured.
struct Opened {
    model: Box<dyn LanguageModel>,
    tokenizer: Tokenizer,
    notices: Vec<String>,
    why: Option<String>,
    measured: Option<String>,
}

impl Host {
    /// Works on `command`, with parts of the model switched off or scaled.
    pub async fn answer(
        &mut self,
        command: Command,
        interventions: Interventions,
        report: Report<'_>,
    ) -> Result<Answer, EngineError> {
        self.interventions = interventions;
        match command {
            Command::Load {
                name,
                source,
                backend,
                precision,
                measured,
            } => {
                let how = How {
                    backend,
                    precision,
                    measured,
                };
                self.load(name, &source, &how, report).await
            }
            Command::Tokenize { text } => self.tokenize(&text),
            Command::Evaluate { tokens, fresh } => {
                let (lane, _) = self.model()?;
                if fresh {
                    lane.forget(&tokens).map_err(engine_error)?;
                }
                let (logits, timings) = lane.evaluate(&tokens).await.map_err(engine_error)?;
                if self.inside == Inside::Untouched {
                    self.inside = Inside::Cold;
                }
                Ok(Answer::Logits {
                    bytes: cast_slice(&logits).to_vec(),
                    timings,
                })
            }
            Command::Score { tokens } => self.score(&tokens).await,
            Command::Inspect {
                tokens,
                from,
                layers,
                names,
            } => self.inspect(&tokens, from, &layers, &names).await,
            Command::Lens {
                tokens,
                from,
                count,
                watch,
            } => self.lens(&tokens, from, count, &watch).await,
            Command::Attribute { tokens, watch } => {
                let (lane, _) = self.model()?;
                let found = lane.attribute(&tokens, &watch).await;
                found.map(Answer::Attributions).map_err(engine_error)
            }
            Command::Neurons {
                tokens,
                layer,
                count,
            } => {
                let (lane, _) = self.model()?;
                let found = lane.neurons(&tokens, layer, count as usize).await;
                found.map(Answer::Neurons).map_err(engine_error)
            }
            Command::Column {
                layer,
                matrix,
                column,
            } => {
                let (lane, _) = self.model()?;
                let found = lane.column(layer, matrix, column).await;
                let (weights, bias) = found.map_err(engine_error)?;
                let weights = cast_slice(&weights).to_vec();
                Ok(Answer::Column { weights, bias })
            }
            Command::Nearest { token, count } => {
                let (lane, _) = self.model()?;
                let found = lane.nearest(token, count as usize).await;
                found.map(Answer::Nearest).map_err(engine_error)
            }
            Command::Speed { tokens } => {
                let (lane, _) = self.model()?;
                let found = lane.speed(&tokens).await;
                found.map(Answer::Speed).map_err(engine_error)
            }
            Command::Cache => Ok(Answer::Cache(self.model()?.0.cache())),
            Command::Profile => {
                let (lane, _) = self.model()?;
                lane.profile()
                    .await
                    .map(Answer::Kernels)
                    .map_err(engine_error)
            }
        }
    }

    /// Uses a moment in which nothing is asked: once the first logits are out, everything is made ready for looking inside.
    pub async fn idle(&mut self) {
        if self.inside == Inside::Cold
            && let Some((lane, _)) = &mut self.loaded
        {
            self.inside = Inside::Ready;
            // If it fails, the first look says so.
            let _ = lane.prepare_inside().await;
        }
    }

    /// The model, as the request at hand wants it.
    pub(crate) fn model(&mut self) -> Result<&mut (Lane, Tokenizer), EngineError> {
        let loaded = self.loaded.as_mut().ok_or_else(|| EngineError {
            kind: ErrorKind::Input,
            message: "No model is loaded yet.".into(),
        })?;
        let (lane, _) = &mut *loaded;
        lane.intervene(&self.interventions).map_err(engine_error)?;
        Ok(loaded)
    }

    async fn load(
        &mut self,
        name: String,
        source: &ModelSource,
        how: &How,
        report: Report<'_>,
    ) -> Result<Answer, EngineError> {
        let start = Instant::now();
        report(Progress {
            what: "Reading the model's files".into(),
            done: 0,
            total: 0,
            unit: String::new(),
        });
        let checkpoint = files::open(source).await.map_err(engine_error)?;
        let opened = open(how, checkpoint, report).await?;
        let tokenizer = opened.tokenizer;
        let lane = Lane::new(opened.model, name, how.precision);
        let vocab = tokenizer.vocab();
        let (bytes, ends) = vocab.parts();
        let backend = lane.backend_info();
        let loaded = Loaded {
            model: lane.model_info(),
            software: backend.kind == "gpu" && is_software(&backend.adapter),
            backend,
            why: opened.why,
            notices: opened.notices,
            measured: opened.measured,
            vocab_bytes: bytes.to_vec(),
            vocab_ends: cast_slice(ends).to_vec(),
            end_of_text: vocab.end_of_text(),
            weight_bytes: lane.weight_bytes(),
            kv_bytes: lane.kv_bytes(),
            load_ms: start.elapsed().as_secs_f64() * 1e3,
        };
        self.loaded = Some((lane, tokenizer));
        self.inside = Inside::Untouched;
        Ok(Answer::Loaded(Box::new(loaded)))
    }

    fn tokenize(&mut self, text: &str) -> Result<Answer, EngineError> {
        let (_, tokenizer) = self.model()?;
        let pieces = tokenizer.encode(text).map_err(engine_error)?;
        let pieces = pieces.iter().map(|p| TokenPiece {
            token: p.token,
            start: p.start,
            end: p.end,
        });
        Ok(Answer::Tokens(pieces.collect()))
    }
}

/// What to load it for.
struct How {
    backend: BackendChoice,
    precision: Precision,
    /// What an earlier load measured.
    measured: Option<String>,
}

/// Opens the backend asked for, or the faster one, and loads the weights into it.
async fn open(
    how: &How,
    checkpoint: Checkpoint<JsStream>,
    report: Report<'_>,
) -> Result<Opened, EngineError> {
    let precision = how.precision;
    if how.backend == BackendChoice::Cpu {
        return weights(Cpu::new(), checkpoint, precision, report).await;
    }
    let no_gpu = match gpu(how, report).await {
        Ok((gpu, speeds)) => {
            let estimate = speeds.estimate(&checkpoint.config, precision);
            let choose = how.backend == BackendChoice::Auto;
            let opened = if choose && estimate.cpu {
                drop(gpu);
                weights(Cpu::new(), checkpoint, precision, report).await?
            } else {
                weights(gpu, checkpoint, precision, report).await?
            };
            return Ok(Opened {
                why: choose.then(|| estimate.words()),
                measured: speeds.to_text(),
                ..opened
            });
        }
        Err(no_gpu) => no_gpu,
    };
    if how.backend == BackendChoice::Gpu {
        return Err(EngineError {
            kind: ErrorKind::NoGpu,
            message: no_gpu,
        });
    }
    let opened = weights(Cpu::new(), checkpoint, precision, report).await?;
    Ok(Opened {
        why: Some(format!("{no_gpu} The model runs on the CPU instead.")),
        ..opened
    })
}

/// Opens the GPU with the kernels that are fastest on it; or why there is none.
async fn gpu(how: &How, report: Report<'_>) -> Result<(Gpu, Speeds), String> {
    let name = adapter::name()
        .await
        .map_err(|none| none.words().to_owned())?;
    let doing = |what: &str| {
        report(Progress {
            what: what.into(),
            done: 0,
            total: 0,
            unit: String::new(),
        });
    };
    doing("Opening the GPU");
    let options = GpuOptions {
        adapter_name: Some(name),
        ..GpuOptions::default()
    };
    let opened = Gpu::new(&options)
        .await
        .map_err(|error| error.to_string())?;
    let mut gpu = opened.ok_or_else(|| adapter::NoAdapter::NoGpu.words().to_owned())?;
    doing("Measuring what is fastest here");
    let speeds = Speeds::measure(&mut gpu, how.precision, how.measured.as_deref())
        .await
        .map_err(|error| error.to_string())?;
    Ok((gpu, speeds))
}

async fn weights<B: Measure>(
    backend: B,
    checkpoint: Checkpoint<JsStream>,
    precision: Precision,
    report: Report<'_>,
) -> Result<Opened, EngineError> {
    let progress = |LoadProgress {
                        done_bytes,
                        total_bytes,
                    }| {
        report(Progress {
            what: "Loading weights".into(),
            done: done_bytes,
            total: total_bytes,
            unit: "bytes".into(),
        });
        async {}
    };
    let options = LoadOptions { precision };
    let loaded = checkpoint.load(backend, options, progress).await;
    let (loaded, tokenizer) = loaded.map_err(engine_error)?;
    let mut model = loaded.model;
    let compiling = |done, total| {
        report(Progress {
            what: "Compiling shaders".into(),
            done,
            total,
            unit: "plans".into(),
        });
    };
    model.prepare(compiling).await.map_err(engine_error)?;
    Ok(Opened {
        model: Box::new(model),
        tokenizer,
        notices: loaded.notices,
        why: None,
        measured: None,
    })
}

pub(crate) fn engine_error(error: ModelError) -> EngineError {
    let kind = match error {
        ModelError::DeviceLost(_) => ErrorKind::DeviceLost,
        _ => ErrorKind::Input,
    };
    EngineError {
        kind,
        message: error.to_string(),
    }
}
