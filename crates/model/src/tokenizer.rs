//! The tokenizer: text to token ids, by the `tokenizers` crate behind a door of our own.
//!
//! BPE is accepted where every token is a string of bytes, so that text is rebuilt from ids by concatenation, without the tokenizer:
//! byte-level (GPT-2's kind), and SentencePiece's with a token for every byte (Llama 2's kind). The library never sees the file, because some files
//! make it panic or run for minutes: it is built from the parts that passed our checks.

mod file;
mod pattern;
mod refusal;
mod steps;

use std::ops::Range;

use logitscope_core::error::TokenizerFault;
use logitscope_core::{Beginning, TokenId, Vocab, excerpt};
use tokenizers::models::bpe::BPE;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::{AddedToken, TokenizerImpl};

use crate::ModelError;
use file::{File, Token};
use refusal::refused;
use steps::{Normalizer, PreTokenizer};

/// The library's pipeline. Its last two steps are never set: no token is added, and it does not decode.
type Library = TokenizerImpl<BPE, Normalizer, PreTokenizer, ByteLevel, ByteLevel>;

/// Longest text that is tokenized, in bytes. Far beyond any context.
pub const LONGEST_TEXT_BYTES: usize = 1 << 20;

/// One token of a text, and the bytes of the text that it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The token.
    pub token: TokenId,
    /// First byte of the text.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A BPE tokenizer.
pub struct Tokenizer {
    library: Library,
    vocab: Vocab,
    beginning: Beginning,
}

impl Tokenizer {
    /// Reads `tokenizer.json` for a model whose embedding has `d_vocab` rows.
    ///
    /// `end_tokens` are those that the config names; if it names none in the vocabulary, the added token
    /// `<|endoftext|>` is used. Rows of the embedding without a token get no bytes.
    pub fn from_json(
        json: &[u8],
        d_vocab: u32,
        end_tokens: &[TokenId],
    ) -> Result<Self, ModelError> {
        let file = File::read(json, d_vocab)?;
        let mut library = Library::new(file.bpe);
        library.with_pre_tokenizer(Some(file.pre_tokenizer));
        library
            .with_normalizer(Some(file.normalizer))
            .and_then(|library| library.add_tokens(file.added.iter().map(|(_, t)| t.clone())))
            .or_else(|e| {
                refused(TokenizerFault::Unusable {
                    why: excerpt(&e.to_string()),
                })
            })?;
        check_added(&library, &file.added)?;
        let tokens = file.tokens;
        let mut bytes = vec![Vec::new(); d_vocab as usize];
        for (id, token) in &tokens {
            bytes[*id as usize] = token.bytes(file.spelling)?;
        }
        let named =
            |(id, t): (&TokenId, &Token)| (t.added && t.text == "<|endoftext|>").then_some(*id);
        let vocab = Vocab::new(bytes, tokens.iter().find_map(named));
        // A word without a space shows whether one is put before it. One that is unknown says nothing.
        let word = ids(&library, "a").unwrap_or_default();
        let spaced = word.first().map(|token| vocab.bytes(*token));
        let beginning = Beginning {
            tokens: file.beginning,
            spaced: spaced.is_some_and(|bytes| bytes.starts_with(b" ")),
        };
        let mut tokenizer = Tokenizer {
            library,
            vocab,
            beginning,
        };
        tokenizer.end_with(end_tokens);
        Ok(tokenizer)
    }

    /// The bytes of every token.
    pub fn vocab(&self) -> &Vocab {
        &self.vocab
    }

    /// Has other tokens end a text, if the vocabulary has one of them.
    pub fn end_with(&mut self, end_tokens: &[TokenId]) {
        if end_tokens
            .iter()
            .any(|id| (*id as usize) < self.vocab.len())
        {
            self.vocab.set_end_tokens(end_tokens);
        }
    }

    /// What a text begins with.
    pub fn beginning(&self) -> &Beginning {
        &self.beginning
    }

    /// Splits `text` into tokens. Before those of a text that is not empty are the ones that the file begins a text with, unless it shows
    /// them itself; no other is added. Texts over [`LONGEST_TEXT_BYTES`] are refused.
    pub fn encode(&self, text: &str) -> Result<Vec<Piece>, ModelError> {
        if text.len() > LONGEST_TEXT_BYTES {
            return refused(TokenizerFault::TextTooLong {
                bytes: text.len(),
                most: LONGEST_TEXT_BYTES,
            });
        }
        let (shown, words) = self.beginning.split(&self.vocab, text);
        let ids = ids(&self.library, words)?;
        let places = self.beginning.places(&self.vocab, text, shown, &ids);
        let piece = |(token, at): (TokenId, Range<u32>)| Piece {
            token,
            start: at.start,
            end: at.end,
        };
        Ok(places.into_iter().map(piece).collect())
    }
}

fn ids(library: &Library, text: &str) -> Result<Vec<TokenId>, ModelError> {
    let encoding = library.encode_fast(text, false).or_else(|e| {
        let why = excerpt(&e.to_string());
        refused(TokenizerFault::Text { why })
    })?;
    Ok(encoding.get_ids().to_vec())
}

/// The library numbers added tokens itself; the ids of the file must be the same.
fn check_added(library: &Library, added: &[(TokenId, AddedToken)]) -> Result<(), ModelError> {
    for (id, token) in added {
        if let Some(given) = library.token_to_id(&token.content)
            && given != *id
        {
            return refused(TokenizerFault::AddedId {
                token: excerpt(&token.content),
                id: *id,
                given,
            });
        }
    }
    Ok(())
}
