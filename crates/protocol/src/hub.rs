//! Models on the Hugging Face hub, and those of them that the browser keeps.

use serde::{Deserialize, Serialize};

use crate::{Repository, Secret};

/// What is asked of the store.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HubTask {
    /// What is stored; answered by [`crate::Answer::Stored`]. Nobody is asked.
    Stored,
    /// Asks the hub what a model is made of, and for its sizes; answered by [`crate::Answer::Found`]. Nothing is stored.
    Look(Download),
    /// Asks the hub for what is missing of a model, and stores it; answered by [`crate::Answer::Stored`] with that model alone.
    Download(Download),
    /// The files of a stored model; answered by [`crate::Answer::Files`]. Nobody is asked.
    Open(Repository),
    /// Takes what is stored of a model away; answered by [`crate::Answer::Done`].
    Delete(Repository),
    /// Gives up what is asked of the hub or brought from it; answered by [`crate::Answer::Done`]. What came stays.
    Stop,
}

/// A model that is to be downloaded.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Download {
    /// The hub's address, e.g. `https://huggingface.co`.
    pub hub: String,
    /// Which model.
    pub repository: Repository,
    /// What the hub wants to hear before it gives a gated one.
    pub token: Option<Secret>,
}

/// What is stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    /// The models, by their names.
    pub models: Vec<StoredModel>,
    /// Bytes that this site may still store, as the browser reckons; `None` where it does not say.
    pub free: Option<u64>,
    /// Whether they are there after the page; where the browser keeps no files, they are in memory.
    pub lasts: bool,
}

/// A model in the browser's store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredModel {
    /// Its repository at the commit that was downloaded.
    pub repository: Repository,
    /// Bytes that are here.
    pub bytes: u64,
    /// Bytes of the whole model.
    pub total: u64,
    /// Whether it is here whole, and its hashes were right.
    pub whole: bool,
}

/// What the hub has of a model that was asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// One model.
    Model(FoundModel),
    /// Several `.gguf` files, and the name does not say which.
    Choice(Vec<OfferedFile>),
}

/// A model on the hub, before it is downloaded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundModel {
    /// Its repository at the commit that will be downloaded.
    pub repository: Repository,
    /// Bytes of all its files.
    pub total: u64,
    /// What is known of its sizes.
    pub sizes: Sizes,
    /// Whether it will be there after the page.
    pub lasts: bool,
}

/// What is known of a model's sizes before its weights are read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sizes {
    /// Its `config.json`.
    Config(String),
    /// Of a `.gguf` file: its header.
    Gguf {
        /// The file's name; of one in parts that of the first, whose header it is.
        file: String,
        /// What stands before the data, in which lists and texts of over 1,024 entries or bytes that describe the tokenizer or the file are their
        /// length alone, a u64.
        header: Vec<u8>,
    },
    /// Of a `.gguf` file whose header did not come: its weights, counted roughly by its bytes and the quantisation in its name.
    Weights {
        /// How many.
        count: u64,
        /// The blocks that they stay in, if they are in blocks.
        kept: Option<InBlocks>,
    },
    /// Nothing.
    Unknown,
}

/// How weights that a file has in blocks are kept; see `BlockFormat`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct InBlocks {
    /// Bits of most numbers: where fewer are asked for, weights do not stay in their blocks.
    pub numbers: u64,
    /// Bits of a weight, scales and offsets included, on average.
    pub bits: f64,
}

/// A `.gguf` file that a repository offers, whole or in parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OfferedFile {
    /// The repository at its commit, with this file.
    pub repository: Repository,
    /// Bytes of all its parts.
    pub bytes: u64,
    /// The quantisation in its name, if that is one that cannot be read.
    pub unread: Option<String>,
}
