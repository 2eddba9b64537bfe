//! The tokenizer: text to token ids, by the `tokenizers` crate behind a door of our own.
//!
//! Every token is a string of bytes, so that text is rebuilt from ids by concatenation, without the tokenizer. BPE is accepted
//! byte-level (GPT-2's kind), and SentencePiece's with a token for every byte (Llama 2's kind); Unigram (T5's kind) with such tokens and without, where
//! what it does not know becomes `<unk>`. The library never sees the file, because some files make it panic or run for minutes: it is built from the
//! parts that passed our checks.

mod charsmap;
mod file;
pub mod folding;
mod pattern;
mod places;
mod refusal;
mod steps;
mod unigram;
mod unknown;
mod word_model;

use std::ops::Range;

use logitscope_core::error::TokenizerFault;
use logitscope_core::left_out::unplaced;
use logitscope_core::{Beginning, TokenId, Vocab, excerpt};
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::{AddedToken, TokenizerImpl};

use crate::ModelError;
use file::{File, Token, unusable};
use folding::{Fold, fold};
use refusal::refused;
use steps::{Normalizer, PreTokenizer};
use word_model::WordModel;

/// The library's pipeline. Its last two steps are never set: no token is added, and it does not decode.
type Library = TokenizerImpl<WordModel, Normalizer, PreTokenizer, ByteLevel, ByteLevel>;

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

/// A BPE or Unigram tokenizer.
pub struct Tokenizer {
    library: Library,
    vocab: Vocab,
    beginning: Beginning,
    /// In bytes.
    longest_text: usize,
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
        Tokenizer::folding(json, d_vocab, end_tokens, Some(fold))
    }

    /// The same with what folds characters, where there is need of that: see [`folding::may_fold`].
    pub fn folding(
        json: &[u8],
        d_vocab: u32,
        end_tokens: &[TokenId],
        fold: Option<Fold>,
    ) -> Result<Self, ModelError> {
        let file = File::read(json, d_vocab, fold)?;
        let longest_text = file.normalizer.longest_text(LONGEST_TEXT_BYTES);
        let mut library = Library::new(file.words);
        library.with_pre_tokenizer(Some(file.pre_tokenizer));
        library
            .with_normalizer(Some(file.normalizer))
            .and_then(|library| library.add_tokens(file.added.iter().map(|(_, t)| t.clone())))
            .or_else(|e| unusable(&e))?;
        check_added(&library, &file.added)?;
        let tokens = file.tokens;
        let mut bytes = vec![Vec::new(); d_vocab as usize];
        for (id, token) in &tokens {
            bytes[*id as usize] = token.bytes(file.spelling)?;
        }
        let named =
            |(id, t): (&TokenId, &Token)| (t.added && t.text == "<|endoftext|>").then_some(*id);
        let vocab = Vocab::new(bytes, tokens.iter().find_map(named));
        // A word behind a space shows whether another is put before it. One that is unknown says nothing.
        let word = ids(&library, " a").unwrap_or_default();
        let beginning = Beginning {
            tokens: file.beginning,
            spaced: vocab.decode(&word).starts_with(b"  "),
        };
        let mut tokenizer = Tokenizer {
            library,
            vocab,
            beginning,
            longest_text,
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
    /// them itself; no other is added. Texts over [`LONGEST_TEXT_BYTES`] are refused, and shorter ones that a normaliser could make very long.
    pub fn encode(&self, text: &str) -> Result<Vec<Piece>, ModelError> {
        let (shown, words) = self.beginning.split(&self.vocab, text);
        self.pieces(&self.beginning, text, shown, words)
    }

    /// Splits a text that a chat template made: what it says is all that the model reads, and no token is put before it. As Transformers'
    /// `apply_chat_template`, which encodes with `add_special_tokens=False`.
    pub fn encode_chat(&self, text: &str) -> Result<Vec<Piece>, ModelError> {
        let beginning = Beginning {
            tokens: Vec::new(),
            ..self.beginning
        };
        self.pieces(&beginning, text, 0, text)
    }

    /// The characters of `text`, each once, that none of its `pieces` stands for, because the vocabulary has none for them.
    pub fn left_out(&self, text: &str, pieces: &[Piece]) -> Vec<char> {
        let mut unplaced = unplaced(text, pieces.iter().map(|piece| piece.start..piece.end));
        unplaced.retain(|c| self.is_unknown(*c));
        unplaced
    }

    /// Whether a character alone makes no token.
    fn is_unknown(&self, c: char) -> bool {
        let alone = ids(&self.library, c.encode_utf8(&mut [0; 4]));
        alone.is_ok_and(|ids| ids.is_empty())
    }

    /// The tokens of `beginning`, of which `text` shows so many bytes, and those of `words`, with which it ends.
    fn pieces(
        &self,
        beginning: &Beginning,
        text: &str,
        shown: usize,
        words: &str,
    ) -> Result<Vec<Piece>, ModelError> {
        if text.len() > self.longest_text {
            return refused(TokenizerFault::TextTooLong {
                bytes: text.len(),
                most: self.longest_text,
            });
        }
        let behind = |own| {
            let mut places = beginning.places(&self.vocab, text, shown, &[]);
            places.extend::<Vec<_>>(own);
            places
        };
        let places = match self.library.get_model() {
            WordModel::Bpe(_) => {
                let ids = ids(&self.library, words)?;
                let known = unknown::places(&self.vocab, text, words, &ids, |c| self.is_unknown(c));
                match known {
                    Some(known) => behind(known),
                    None => beginning.places(&self.vocab, text, shown, &ids),
                }
            }
            WordModel::Unigram(_) => {
                let encoding = self.library.encode(words, false).or_else(|e| untold(&e))?;
                let offsets = encoding.get_offsets().iter().copied();
                let found: Vec<_> = encoding.get_ids().iter().copied().zip(offsets).collect();
                behind(places::places(&self.vocab, text, shown, words, &found))
            }
        };
        let piece = |(token, at): (TokenId, Range<u32>)| Piece {
            token,
            start: at.start,
            end: at.end,
        };
        Ok(places.into_iter().map(piece).collect())
    }
}

fn ids(library: &Library, text: &str) -> Result<Vec<TokenId>, ModelError> {
    let encoding = library.encode_fast(text, false).or_else(|e| untold(&e))?;
    Ok(encoding.get_ids().to_vec())
}

/// A text that the library does not tokenize.
fn untold<T>(error: &tokenizers::Error) -> Result<T, ModelError> {
    refused(TokenizerFault::Text {
        why: excerpt(&error.to_string()),
    })
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use tokenizers::{NormalizedString, Normalizer as _, PreTokenizedString, PreTokenizer as _};
    use tokenizers::{OffsetReferential, OffsetType};

    use super::*;
    use crate::checkpoint::gguf::pre::KNOWN;

    #[derive(Deserialize)]
    struct Golden {
        strings: usize,
        each: usize,
        names: BTreeMap<String, Name>,
    }

    #[derive(Deserialize)]
    struct Name {
        words: Vec<String>,
    }

    #[derive(Deserialize)]
    struct Strings {
        strings: Vec<String>,
    }

    /// The strings of `tests/golden/tokenizer_strings.py`, and pairs of the short ones: `n` in all.
    fn strings(n: usize) -> Vec<String> {
        let json = include_str!("../../../tests/golden/tokenizer_strings.json");
        let Strings { mut strings } = serde_json::from_str(json).expect("valid JSON");
        let short = strings.iter().filter(|s| s.len() <= 200).cloned();
        let short: Vec<String> = short.collect();
        for i in 0..n - strings.len() {
            let between = ["", " ", "\n", "—"][i % 4];
            let second = &short[(i * 104_729 + i / short.len()) % short.len()];
            strings.push(format!(
                "{}{between}{second}",
                short[i * 7919 % short.len()]
            ));
        }
        strings
    }

    fn fnv1a(text: &str) -> u64 {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    #[test]
    fn each_name_of_a_gguf_file_cuts_words_as_the_published_tokenizer_does() {
        let golden = include_str!("../../../tests/golden/pre_names.json");
        let golden: Golden = serde_json::from_str(golden).expect("valid JSON");
        assert_eq!(golden.names.len(), KNOWN.len());
        let strings = strings(golden.strings);
        for (name, pre) in KNOWN {
            let normalizer = Normalizer::read(&pre.normalizer(), Some(fold)).expect("known");
            let words = PreTokenizer::read(&pre.pre_tokenizer(false)).expect("known");
            let line = |string: &String| {
                let mut text = NormalizedString::from(string.as_str());
                normalizer.normalize(&mut text).expect("it never fails");
                let mut text = PreTokenizedString::from(text);
                words.pre_tokenize(&mut text).expect("it never fails");
                let words = text.get_splits(OffsetReferential::Normalized, OffsetType::None);
                let words: Vec<&str> = words.into_iter().map(|(word, ..)| word).collect();
                words.join(" ") + "\n"
            };
            let lines: Vec<String> = strings.iter().map(line).collect();
            let want = &golden.names[name].words;
            assert_eq!(want.len(), lines.len().div_ceil(golden.each));
            for (nth, (lines, want)) in lines.chunks(golden.each).zip(want).enumerate() {
                let got = format!("{:016x}", fnv1a(&lines.concat()));
                assert_eq!(&got, want, "{name}, strings {} and on", nth * golden.each);
            }
        }
    }
}
