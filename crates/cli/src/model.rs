//! Opens a model folder as a session.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use logitscope_core::Precision;
use logitscope_core::chat_format::ChatFormat;
use logitscope_core::checkpoint_files::{
    CHAT_TEMPLATE, CONFIG, GENERATION, INDEX, TOKENIZER, TOKENIZER_CONFIG, WEIGHTS, most_bytes,
};
use logitscope_core::error::ReadFault;
use logitscope_core::gguf_part::GgufPart;
use logitscope_gpu::{Gpu, GpuOptions};
use logitscope_model::checkpoint::stream::FileStream;
use logitscope_model::memory_plan::MemoryNeeds;
use logitscope_model::{
    Checkpoint, Cpu, Index, Lanes, LanguageModel, LoadOptions, Measure, ModelError, Session,
    Tokenizer,
};
use logitscope_protocol::BackendReason;
use logitscope_words::english;

use crate::CliError;

/// Which model, and what computes it.
#[derive(Args, Clone)]
pub struct ModelArgs {
    /// A folder with config.json, tokenizer.json and model.safetensors (Hugging Face layout; the weights may be in several files), or a .gguf
    /// file
    #[arg(long, value_name = "MODEL")]
    model: PathBuf,
    /// What computes; by default the GPU, where there is one and no piece of the model is too large for it
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
    /// Loads a second model, e.g. a draft, from a folder or file; it must have the tokens of the first.
    pub async fn open_beside(
        &self,
        model: Option<&Path>,
        first: &Session,
    ) -> Result<Option<Session>, CliError> {
        let Some(model) = model else {
            return Ok(None);
        };
        let second = self.of(model).open().await?;
        match second.run().vocab().parts() == first.run().vocab().parts() {
            true => Ok(Some(second)),
            false => Err(CliError::OtherTokens {
                draft: model.display().to_string(),
            }),
        }
    }

    /// The same for the model in another folder or file.
    fn of(&self, model: &Path) -> Self {
        ModelArgs {
            model: model.to_owned(),
            ..self.clone()
        }
    }

    /// The same, kept in another precision.
    pub fn kept_as(&self, precision: Precision) -> Self {
        ModelArgs {
            precision,
            ..self.clone()
        }
    }

    /// How weights are kept.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// What was given as the model: its name, where a server has it.
    pub fn name(&self) -> String {
        self.model.to_string_lossy().into_owned()
    }

    /// Loads the model. Notices go to standard error.
    pub async fn open(&self) -> Result<Session, CliError> {
        self.open_to_talk().await.map(|(session, _)| session)
    }

    /// The same, with how a chat model wants to be spoken to.
    pub async fn open_to_talk(&self) -> Result<(Session, Option<ChatFormat>), CliError> {
        let precision = self.precision;
        let checkpoint = checkpoint(&self.model).await?;
        let gpu = match self.backend {
            Some(BackendArg::Cpu) => None,
            _ => Gpu::new(&GpuOptions::default()).await?,
        };
        let too_large = match (&gpu, self.backend) {
            (Some(gpu), None) => reason_for_cpu(gpu, &checkpoint.memory_needs(), precision),
            _ => None,
        };
        let Opened {
            model,
            tokenizer,
            chat,
        } = match (gpu, self.backend, too_large) {
            (Some(gpu), _, Some(reason)) => {
                drop(gpu);
                note(&reason.words(&english()));
                load(checkpoint, Cpu::new(), precision).await?
            }
            (Some(mut gpu), ..) => {
                gpu.tune(precision, None).await?;
                load(checkpoint, gpu, precision).await?
            }
            (None, Some(BackendArg::Gpu), _) => return Err(CliError::NoGpu),
            (None, ..) => load(checkpoint, Cpu::new(), precision).await?,
        };
        let lanes = Lanes::new(model, name_of(&self.model), precision);
        Ok((Session::new(lanes, tokenizer), chat))
    }
}

/// Why the CPU computes where nobody chose: a piece of the model is too large for `gpu`, and the CPU has room for it all.
fn reason_for_cpu(gpu: &Gpu, needs: &MemoryNeeds, precision: Precision) -> Option<BackendReason> {
    let most = gpu.context().max_binding_bytes();
    let bytes = needs.too_large_piece(most)?;
    needs.check_room(precision).ok()?;
    Some(BackendReason::Piece { bytes, most })
}

/// A checkpoint that was loaded.
pub struct Opened {
    /// The model.
    pub model: Box<dyn LanguageModel>,
    /// How text becomes tokens.
    pub tokenizer: Tokenizer,
    /// How a chat model wants to be spoken to.
    pub chat: Option<ChatFormat>,
}

/// Opens the checkpoint at `path`, a folder or a `.gguf` file.
pub async fn checkpoint(path: &Path) -> Result<Checkpoint<FileStream>, CliError> {
    if path.is_file() {
        return Ok(Checkpoint::gguf_parts(parts(path)?).await?);
    }
    let checkpoint = in_folder(path)?;
    let extra = |name| match path.join(name).is_file() {
        true => read(path, name).map(Some),
        false => Ok(None),
    };
    let (config, template) = (extra(TOKENIZER_CONFIG)?, extra(CHAT_TEMPLATE)?);
    let checkpoint = checkpoint.spoken_to(config.as_deref(), template.as_deref());
    Ok(match extra(GENERATION)? {
        Some(generation) => checkpoint.sampled(&generation),
        None => checkpoint,
    })
}

/// Loads its weights into `backend`. Notices go to standard error.
pub async fn load<B: Measure>(
    checkpoint: Checkpoint<FileStream>,
    backend: B,
    precision: Precision,
) -> Result<Opened, CliError> {
    let options = LoadOptions { precision };
    let (loaded, tokenizer) = checkpoint.load(backend, options, |_| async {}).await?;
    for notice in &loaded.notices {
        note(&notice.words(&english()));
    }
    Ok(Opened {
        model: Box::new(loaded.model),
        tokenizer,
        chat: loaded.chat,
    })
}

fn note(words: &str) {
    eprintln!("note: {words}");
}

/// Opens a folder in Hugging Face's layout. The index counts only where the weights are not in one file.
fn in_folder(folder: &Path) -> Result<Checkpoint<FileStream>, CliError> {
    let weights = folder.join(WEIGHTS);
    let is_sharded = !weights.is_file() && folder.join(INDEX).is_file();
    let mut missing = vec![CONFIG, TOKENIZER];
    missing.extend((!is_sharded).then_some(WEIGHTS));
    missing.retain(|name| !folder.join(name).exists());
    if !missing.is_empty() {
        let name = folder.display().to_string();
        return Err(match folder.exists() {
            true => CliError::Lacks {
                folder: name,
                missing,
            },
            false => CliError::Nowhere(name),
        });
    }
    if !is_sharded {
        let tensors = FileStream::open(&weights)?;
        let (config, tokenizer) = small_files(folder)?;
        return Ok(Checkpoint::new(&config, &tokenizer, tensors)?);
    }
    let index = Index::parse(&read(folder, INDEX)?)?;
    let open = |name: &String| match folder.join(name) {
        path if path.is_file() => FileStream::open(&path),
        _ => Err(Index::missing(name)),
    };
    let shards = index.shards().iter().map(open).collect::<Result<_, _>>()?;
    let (config, tokenizer) = small_files(folder)?;
    Ok(Checkpoint::sharded(&config, &tokenizer, index, shards)?)
}

/// `config.json` and `tokenizer.json`.
fn small_files(folder: &Path) -> Result<(Vec<u8>, Vec<u8>), CliError> {
    Ok((read(folder, CONFIG)?, read(folder, TOKENIZER)?))
}

fn read(folder: &Path, name: &str) -> Result<Vec<u8>, CliError> {
    let path = folder.join(name);
    let most = most_bytes(name);
    let mut bytes = Vec::new();
    let file = std::fs::File::open(&path).map_err(|e| CliError::file(&path, e))?;
    file.take(most as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| CliError::file(&path, e))?;
    match bytes.len() > most {
        true => Err(CliError::Model(ModelError::Read {
            what: name.into(),
            fault: ReadFault::TooLarge { most },
        })),
        false => Ok(bytes),
    }
}

/// The name of a folder, or of a file without its ending.
fn name_of(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_default();
    let name = match path.is_file() {
        true => whole.file_stem(),
        false => whole.file_name(),
    };
    name.map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_else(|| "model".into())
}

/// The `.gguf` file at `path`, or, if that is a part of one, all its parts beside it.
fn parts(path: &Path) -> Result<Vec<(String, FileStream)>, CliError> {
    let name = file_name(path);
    let open = |name: String| {
        let stream = FileStream::open(&path.with_file_name(&name));
        stream.map(|stream| (name, stream))
    };
    let names = match GgufPart::of(&name) {
        Some(part) => part.names(),
        None => vec![name],
    };
    let parts: Result<_, ModelError> = names.into_iter().map(open).collect();
    Ok(parts?)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
