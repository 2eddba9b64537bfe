//! The architectures of `.gguf` files that are read.

use logitscope_core::error::GgufFault;
use logitscope_core::excerpt;

use super::metadata::Metadata;

/// The key that names it.
const KEY: &str = "general.architecture";

/// An architecture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Architecture {
    /// Llama, Mistral, SmolLM 1 and 2, TinyLlama.
    Llama,
    Qwen2,
    Qwen3,
    SmolLm3,
    Gemma,
    Gemma2,
    /// The text part of Gemma 3; pictures have a file of their own.
    Gemma3,
    /// Phi-3 and 4.
    Phi3,
    Olmo2,
    Gpt2,
    GptNeoX,
    /// Phi-1, 1.5 and 2.
    Phi2,
}

impl Architecture {
    const ALL: [Self; 12] = [
        Architecture::Llama,
        Architecture::Qwen2,
        Architecture::Qwen3,
        Architecture::SmolLm3,
        Architecture::Gemma,
        Architecture::Gemma2,
        Architecture::Gemma3,
        Architecture::Phi3,
        Architecture::Olmo2,
        Architecture::Gpt2,
        Architecture::GptNeoX,
        Architecture::Phi2,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Architecture::Llama => "llama",
            Architecture::Qwen2 => "qwen2",
            Architecture::Qwen3 => "qwen3",
            Architecture::SmolLm3 => "smollm3",
            Architecture::Gemma => "gemma",
            Architecture::Gemma2 => "gemma2",
            Architecture::Gemma3 => "gemma3",
            Architecture::Phi3 => "phi3",
            Architecture::Olmo2 => "olmo2",
            Architecture::Gpt2 => "gpt2",
            Architecture::GptNeoX => "gptneox",
            Architecture::Phi2 => "phi2",
        }
    }

    /// That of a file.
    pub fn of(metadata: &Metadata) -> Result<Self, GgufFault> {
        let Some(found) = metadata.text(KEY)? else {
            return Err(GgufFault::KeyMissing { key: KEY.into() });
        };
        let own = Self::ALL.into_iter().find(|one| one.name() == found);
        own.ok_or_else(|| GgufFault::Architecture {
            found: excerpt(found),
            known: Self::ALL.map(Self::name).join(", "),
        })
    }

    /// Whether the two components of a head that turn together are neighbours in its queries and keys, and not half a head apart.
    pub fn has_pairs(self) -> bool {
        matches!(self, Architecture::Llama | Architecture::SmolLm3)
    }

    /// How texts are cut into words where a file does not say it, as those before 2024 do not: as its models are trained, or llama.cpp's own way
    /// where they differ.
    pub fn usual_pre(self) -> &'static str {
        match self {
            Architecture::Gpt2 | Architecture::Phi2 => "gpt-2",
            Architecture::GptNeoX => "olmo",
            _ => "default",
        }
    }
}
