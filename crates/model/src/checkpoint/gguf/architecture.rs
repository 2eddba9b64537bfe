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
    Gpt2,
    GptNeoX,
}

impl Architecture {
    const ALL: [Self; 6] = [
        Architecture::Llama,
        Architecture::Qwen2,
        Architecture::Qwen3,
        Architecture::SmolLm3,
        Architecture::Gpt2,
        Architecture::GptNeoX,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Architecture::Llama => "llama",
            Architecture::Qwen2 => "qwen2",
            Architecture::Qwen3 => "qwen3",
            Architecture::SmolLm3 => "smollm3",
            Architecture::Gpt2 => "gpt2",
            Architecture::GptNeoX => "gptneox",
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
            Architecture::Gpt2 => "gpt-2",
            Architecture::GptNeoX => "olmo",
            _ => "default",
        }
    }

    /// Whether its blocks are built like GPT-2's: layer norms, no gate.
    pub fn is_plain(self) -> bool {
        matches!(self, Architecture::Gpt2 | Architecture::GptNeoX)
    }
}
