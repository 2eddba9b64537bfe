//! Opens a model folder as a session.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use logitscope_gpu::{Gpu, GpuOptions};
use logitscope_model::stream::FileStream;
use logitscope_model::{
    Backend, Config, Cpu, Lane, LanguageModel, LoadOptions, Precision, Session, Tokenizer,
    load_gpt2,
};

use crate::CliError;

/// Which model, and what computes it.
#[derive(Args)]
pub struct ModelArgs {
    /// A folder with config.json, tokenizer.json and model.safetensors (Hugging Face layout, GPT-2)
    #[arg(long, value_name = "DIR")]
    model: PathBuf,
    /// What computes; by default the GPU where there is one
    #[arg(long)]
    backend: Option<BackendArg>,
    /// How weights are kept while running
    #[arg(long, default_value = "f16")]
    precision: PrecisionArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum BackendArg {
    Cpu,
    Gpu,
}

#[derive(Clone, Copy, ValueEnum)]
enum PrecisionArg {
    F16,
    F32,
}

impl ModelArgs {
    /// Loads the model. Notices go to standard error.
    pub async fn open(&self) -> Result<Session, CliError> {
        let read = |name: &str| {
            let path = self.model.join(name);
            std::fs::read(&path).map_err(|e| CliError::file(&path, e))
        };
        let config = String::from_utf8_lossy(&read("config.json")?).into_owned();
        let config = Config::from_json(&config)?;
        let tokenizer =
            Tokenizer::from_json(&read("tokenizer.json")?, config.d_vocab, config.end_of_text)?;
        let precision = match self.precision {
            PrecisionArg::F16 => Precision::F16,
            PrecisionArg::F32 => Precision::F32,
        };
        let gpu = match self.backend {
            Some(BackendArg::Cpu) => None,
            _ => Gpu::new(&GpuOptions::default()).await?,
        };
        let model: Box<dyn LanguageModel> = match (gpu, self.backend) {
            (Some(gpu), _) => self.load(gpu, config, precision).await?,
            (None, Some(BackendArg::Gpu)) => return Err(CliError::NoGpu),
            (None, _) => self.load(Cpu::new(), config, precision).await?,
        };
        Ok(Session::new(
            Lane::new(model, name_of(&self.model), precision),
            tokenizer,
        ))
    }

    async fn load<B: Backend + 'static>(
        &self,
        backend: B,
        config: Config,
        precision: Precision,
    ) -> Result<Box<dyn LanguageModel>, CliError> {
        let mut stream = FileStream::open(&self.model.join("model.safetensors"))?;
        let options = LoadOptions { precision };
        let loaded = load_gpt2(backend, config, options, &mut stream, |_| async {}).await?;
        for notice in &loaded.notices {
            eprintln!("note: {notice}");
        }
        Ok(Box::new(loaded.model))
    }
}

fn name_of(folder: &Path) -> String {
    let name = folder
        .canonicalize()
        .ok()
        .and_then(|p| p.file_name().map(|n| n.to_owned()));
    name.map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_else(|| "model".into())
}
