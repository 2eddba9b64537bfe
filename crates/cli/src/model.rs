//! Opens a model folder as a session.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use logitscope_core::Precision;
use logitscope_gpu::{Gpu, GpuOptions};
use logitscope_model::checkpoint::stream::FileStream;
use logitscope_model::{
    Checkpoint, Cpu, Lanes, LanguageModel, LoadOptions, Measure, Session, Tokenizer,
};

use crate::CliError;

/// Which model, and what computes it.
#[derive(Args, Clone)]
pub struct ModelArgs {
    /// A folder with config.json, tokenizer.json and model.safetensors (Hugging Face layout, GPT-2 or Llama)
    #[arg(long, value_name = "DIR")]
    model: PathBuf,
    /// What computes; by default the GPU where there is one
    #[arg(long)]
    backend: Option<BackendArg>,
    /// How weights are kept while running
    #[arg(long, default_value = Precision::F16.name(), value_parser = precision_parser())]
    precision: Precision,
}

/// What computes.
#[derive(Clone, Copy, ValueEnum)]
pub enum BackendArg {
    Cpu,
    Gpu,
}

/// Reads the name of a precision.
pub fn precision_parser() -> impl TypedValueParser<Value = Precision> {
    PossibleValuesParser::new(Precision::ALL.map(Precision::name))
        .try_map(|name| Precision::named(&name).ok_or("no such precision"))
}

impl ModelArgs {
    /// The same for the model in another folder.
    pub fn of(&self, folder: &Path) -> Self {
        ModelArgs {
            model: folder.to_owned(),
            ..self.clone()
        }
    }

    /// What was given as the model: its name, where a server has it.
    pub fn name(&self) -> String {
        self.model.to_string_lossy().into_owned()
    }

    /// Loads the model. Notices go to standard error.
    pub async fn open(&self) -> Result<Session, CliError> {
        let precision = self.precision;
        let gpu = match self.backend {
            Some(BackendArg::Cpu) => None,
            _ => Gpu::new(&GpuOptions::default()).await?,
        };
        let (model, tokenizer) = match (gpu, self.backend) {
            (Some(mut gpu), _) => {
                gpu.tune(precision, None).await?;
                load_folder(&self.model, gpu, precision).await?
            }
            (None, Some(BackendArg::Gpu)) => return Err(CliError::NoGpu),
            (None, _) => load_folder(&self.model, Cpu::new(), precision).await?,
        };
        Ok(Session::new(
            Lanes::new(model, name_of(&self.model), precision),
            tokenizer,
        ))
    }
}

/// Loads the checkpoint in `folder` into `backend`. Notices go to standard error.
pub async fn load_folder<B: Measure>(
    folder: &Path,
    backend: B,
    precision: Precision,
) -> Result<(Box<dyn LanguageModel>, Tokenizer), CliError> {
    let tensors = FileStream::open(&folder.join("model.safetensors"))?;
    let (config, tokenizer) = (
        read(folder, "config.json")?,
        read(folder, "tokenizer.json")?,
    );
    let checkpoint = Checkpoint::new(&config, &tokenizer, tensors)?;
    let options = LoadOptions { precision };
    let (loaded, tokenizer) = checkpoint.load(backend, options, |_| async {}).await?;
    for notice in &loaded.notices {
        eprintln!("note: {}", notice.words(&logitscope_words::english()));
    }
    Ok((Box::new(loaded.model), tokenizer))
}

fn read(folder: &Path, name: &str) -> Result<Vec<u8>, CliError> {
    let path = folder.join(name);
    std::fs::read(&path).map_err(|e| CliError::file(&path, e))
}

fn name_of(folder: &Path) -> String {
    let name = folder
        .canonicalize()
        .ok()
        .and_then(|p| p.file_name().map(|n| n.to_owned()));
    name.map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_else(|| "model".into())
}
