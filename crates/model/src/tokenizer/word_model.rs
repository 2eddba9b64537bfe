//! What makes tokens of a word, as the library's pipeline asks for it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use tokenizers::models::bpe::{BPE, BpeTrainer};
use tokenizers::{Model, Result, Token};

use super::unigram::Unigram;

/// A way to make tokens of a word.
pub(super) enum WordModel {
    /// Neighbours are joined, the most frequent first.
    Bpe(BPE),
    /// The pieces with the highest sum of scores.
    Unigram(Unigram),
}

impl Model for WordModel {
    // Nothing is trained here, but the trait wants something that could be.
    type Trainer = BpeTrainer;

    fn tokenize(&self, word: &str) -> Result<Vec<Token>> {
        let token = |(id, place): (u32, std::ops::Range<usize>)| {
            Token::new(id, String::new(), (place.start, place.end))
        };
        match self {
            WordModel::Bpe(bpe) => bpe.tokenize(word),
            WordModel::Unigram(unigram) => Ok(unigram.cut(word).into_iter().map(token).collect()),
        }
    }

    fn token_to_id(&self, token: &str) -> Option<u32> {
        match self {
            WordModel::Bpe(bpe) => bpe.token_to_id(token),
            WordModel::Unigram(unigram) => unigram.find(token),
        }
    }

    fn get_vocab_size(&self) -> usize {
        match self {
            WordModel::Bpe(bpe) => bpe.get_vocab_size(),
            WordModel::Unigram(unigram) => unigram.len(),
        }
    }

    // The library decodes nothing here: texts are rebuilt from the bytes of the tokens.
    fn id_to_token(&self, _: u32) -> Option<String> {
        None
    }

    fn get_vocab(&self) -> HashMap<String, u32> {
        HashMap::new()
    }

    fn save(&self, _: &Path, _: Option<&str>) -> Result<Vec<PathBuf>> {
        Ok(Vec::new())
    }

    fn get_trainer(&self) -> BpeTrainer {
        BpeTrainer::default()
    }
}
