//! The models that the page offers, and what a model's name stands for.

use std::fmt;

use logitscope_protocol::{ModelSource, Repository, SCHEME, is_gguf};
use logitscope_recording::EXTENSION;

use crate::browser;
use crate::words::{Message, say};

/// The model that the page opens with.
pub const DEFAULT_MODEL: &str = "pocket";

/// What a link names the recorded run of its lesson.
pub const OF_LESSON: &str = "lesson";

/// The model that drafts for it.
pub const DRAFT_MODEL: &str = "pocket-draft";

/// A model that comes with the page.
#[derive(Debug, PartialEq, Eq)]
pub struct Bundled {
    /// Its folder in `models/`, and its name in links.
    pub name: &'static str,
}

/// All of them; the first is [`DEFAULT_MODEL`].
pub const BUNDLED: [Bundled; 2] = [
    Bundled {
        name: DEFAULT_MODEL,
    },
    Bundled { name: DRAFT_MODEL },
];

impl Bundled {
    /// What it is, in one sentence that follows its name.
    pub fn about(&self) -> Message {
        match self.name {
            DEFAULT_MODEL => say().about_pocket(),
            _ => say().about_pocket_draft(),
        }
    }

    /// The address of its card.
    pub fn card(&self) -> Option<String> {
        browser::absolute(&format!("models/{}/README.md", self.name))
    }
}

/// Why a name stands for no model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSuchModel {
    /// It is neither a name nor an address.
    Unknown(String),
    /// It is an address on another site.
    Elsewhere(String),
    /// It is no recorded run.
    NoRecording(String),
}

impl fmt::Display for NoSuchModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            NoSuchModel::Unknown(name) => say().model_unknown(name),
            NoSuchModel::Elsewhere(name) => say().model_elsewhere(name),
            NoSuchModel::NoRecording(name) => say().recorded_not_there(name),
        })
    }
}

/// The name and the files of the model that a link or a caller names: a bundled model's name, a repository of the hub after [`SCHEME`], or
/// the address of a folder or a `.gguf` file on the page's own site.
pub fn model(name: Option<&str>) -> Result<(String, ModelSource), NoSuchModel> {
    let name = name.unwrap_or(DEFAULT_MODEL);
    if listed(name) {
        return Ok(bundled(name));
    }
    if name.starts_with(SCHEME) {
        let repository = name.parse::<Repository>();
        let unknown = |_| NoSuchModel::Unknown(name.into());
        return repository.map(of_hub).map_err(unknown);
    }
    match browser::absolute(name) {
        None => Err(NoSuchModel::Unknown(name.into())),
        Some(base) if browser::same_origin(&base) => Ok(at(&base)),
        Some(_) => Err(NoSuchModel::Elsewhere(name.into())),
    }
}

/// Whether `name` is that of something in `models/`.
pub fn listed(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.chars().all(is_plain) && name.chars().any(|c| c != '.')
}

/// A model as a link names it: what [`model`] reads; `None` for files.
pub fn link_name(name: &str, source: &ModelSource) -> Option<String> {
    let base = match source {
        ModelSource::Url { base, .. } => base,
        ModelSource::Hub(repository) => return Some(format!("{SCHEME}{repository}")),
        ModelSource::Files { .. }
        | ModelSource::Shards { .. }
        | ModelSource::Gguf { .. }
        | ModelSource::Server(_) => return None,
    };
    let here = browser::absolute(&format!("models/{name}"));
    let bundled = here.is_some_and(|here| here == base.trim_end_matches('/'));
    Some(if bundled { name } else { base }.to_owned())
}

/// The absolute address of the recorded run that a link or a caller names: a file on the page's own site, or [`OF_LESSON`], that of the lesson
/// with this name.
pub fn recording(name: &str, lesson: Option<&str>) -> Result<String, NoSuchModel> {
    let unknown = || NoSuchModel::NoRecording(name.into());
    let named = match name {
        OF_LESSON => recording_of_lesson(lesson.ok_or_else(unknown)?),
        name => browser::absolute(name),
    };
    match named {
        None => Err(unknown()),
        Some(address) if browser::same_origin(&address) => Ok(address),
        Some(_) => Err(NoSuchModel::Elsewhere(name.into())),
    }
}

/// The address of the recorded run of a lesson that comes with the page.
pub fn recording_of_lesson(lesson: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let plain = lesson.chars().all(is_plain);
    let address = || browser::absolute(&format!("lessons/recorded/{lesson}.{EXTENSION}"));
    plain.then(address).flatten()
}

/// A recorded run as a link names it: what [`recording`] reads.
pub fn recording_name(address: &str, lesson: Option<&str>) -> String {
    let own = lesson.and_then(recording_of_lesson);
    let page = browser::absolute("./").unwrap_or_default();
    match own.as_deref() == Some(address) {
        true => OF_LESSON.to_owned(),
        false => address.strip_prefix(&page).unwrap_or(address).to_owned(),
    }
}

/// A model beside the page: one that comes with it, or what else its site has in `models/`.
pub fn bundled(name: &str) -> (String, ModelSource) {
    let (_, mut source) = at(&browser::absolute(&format!("models/{name}")).unwrap_or_default());
    if let ModelSource::Url { asks, .. } = &mut source {
        *asks = BUNDLED.iter().all(|bundled| bundled.name != name);
    }
    (name.to_owned(), source)
}

/// A model of the hub.
pub fn of_hub(repository: Repository) -> (String, ModelSource) {
    (repository.short().to_owned(), ModelSource::Hub(repository))
}

/// A model on a web server: in the folder or the `.gguf` file with this absolute address.
pub fn at(address: &str) -> (String, ModelSource) {
    let path = address.trim_end_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path).to_owned();
    let base = match is_gguf(path) {
        true => path.to_owned(),
        false => format!("{path}/"),
    };
    (name, ModelSource::Url { base, asks: true })
}

/// A model of the hub that the page names by itself.
#[derive(Debug, PartialEq, Eq)]
pub struct Published {
    /// Its repository.
    pub repository: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// Bytes of its weights, roughly: the hub says how many they are.
    pub about_bytes: u64,
    /// The sizes of its `config.json`: what it takes can be said before the hub is asked.
    pub config: &'static str,
}

/// Some models that many know, small ones first but for the one that everybody compares with.
pub const PUBLISHED: [Published; 7] = [
    Published {
        repository: "openai-community/gpt2",
        name: "GPT-2 small",
        about_bytes: 550_000_000,
        config: include_str!("../published/gpt2.json"),
    },
    Published {
        repository: "EleutherAI/pythia-70m",
        name: "Pythia 70M",
        about_bytes: 170_000_000,
        config: include_str!("../published/pythia-70m.json"),
    },
    // The smallest one to talk to.
    Published {
        repository: "HuggingFaceTB/SmolLM2-135M-Instruct",
        name: "SmolLM2 135M Instruct",
        about_bytes: 270_000_000,
        config: include_str!("../published/smollm2-135m.json"),
    },
    Published {
        repository: "HuggingFaceTB/SmolLM2-135M",
        name: "SmolLM2 135M",
        about_bytes: 270_000_000,
        config: include_str!("../published/smollm2-135m.json"),
    },
    Published {
        repository: "distilbert/distilgpt2",
        name: "DistilGPT-2",
        about_bytes: 350_000_000,
        config: include_str!("../published/distilgpt2.json"),
    },
    Published {
        repository: "Qwen/Qwen2.5-0.5B",
        name: "Qwen2.5 0.5B",
        about_bytes: 990_000_000,
        config: include_str!("../published/qwen2.5-0.5b.json"),
    },
    Published {
        repository: "Qwen/Qwen3-0.6B",
        name: "Qwen3 0.6B",
        about_bytes: 1_500_000_000,
        config: include_str!("../published/qwen3-0.6b.json"),
    },
];
