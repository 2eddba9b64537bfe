//! `tokenizer.json`, checked. The library takes much of it on trust, and panics where that is misplaced; so it is given
//! only what passed here, piece by piece, and never the file.
//!
//! Not read: of `post_processor` all but the tokens that it begins a text with; `decoder`, because text is rebuilt from the bytes of the
//! tokens; `truncation` and `padding`, which Transformers does not apply on its own either.

use std::collections::{HashMap, HashSet};

use logitscope_core::error::TokenizerFault;
use logitscope_core::{TokenId, excerpt};
use serde_json::Value;
use tokenizers::models::bpe::{BPE, BpeBuilder, Merges, Vocab};
use tokenizers::{AddedToken, NormalizedString, Normalizer as _};

use super::folding::Fold;
use super::refusal::{flag, refused};
use super::steps::{Normalizer, PreTokenizer};
use super::unigram::{LONGEST_PIECE_BYTES, Unigram};
use super::word_model::WordModel;
use crate::ModelError;

/// Largest file, in bytes: twice Gemma's, which has a vocabulary of 262,144.
const LARGEST_FILE_BYTES: usize = 64 << 20;
/// Gemma 3's, the largest known, has about two million: one for each of 262,144 tokens, three for each of 514,906 merges.
const MOST_VALUES: usize = 4_000_000;
/// Longest token, in bytes of the file's notation.
const LONGEST_TOKEN_BYTES: usize = 4096;
/// Longest added token, in bytes. Each is searched for in the text from every place on.
const LONGEST_ADDED_BYTES: usize = 256;
/// The same once it is normalised.
const MOST_GROWN_BYTES: usize = 1 << 16;
/// Most tokens that a text begins with. Models have one.
const MOST_BEGINNING: usize = 4;
/// Most added tokens. Gemma has 6,000.
const MOST_ADDED: usize = 1 << 14;

/// A tokenizer in parts that the library can be given.
pub(super) struct File {
    /// The text of every token, and what it stands for, by id.
    pub(super) tokens: HashMap<TokenId, Token>,
    /// What normalises a text.
    pub(super) normalizer: Normalizer,
    /// What cuts it into words.
    pub(super) pre_tokenizer: PreTokenizer,
    /// What makes tokens of a word.
    pub(super) words: WordModel,
    /// The added tokens with their ids, in the order of the file.
    pub(super) added: Vec<(TokenId, AddedToken)>,
    /// The tokens that a text begins with.
    pub(super) beginning: Vec<TokenId>,
    /// How tokens are spelled.
    pub(super) spelling: Spelling,
}

/// How a file spells the bytes of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// In GPT-2's byte-level alphabet.
    Bytes,
    /// As SentencePiece does: "▁" for a space, everything else for itself.
    Pieces,
    /// The same with `<0x0A>` for a byte.
    PiecesAndBytes,
}

/// A token as the file spells it.
pub(super) struct Token {
    pub(super) text: String,
    /// Added tokens are plain text; the others are in the byte-level alphabet, where the file has that.
    pub(super) added: bool,
}

impl Token {
    /// The bytes that it stands for.
    pub(super) fn bytes(&self, spelling: Spelling) -> Result<Vec<u8>, ModelError> {
        match spelling {
            Spelling::Bytes if self.added => return Ok(self.text.clone().into_bytes()),
            Spelling::Bytes => {}
            Spelling::Pieces | Spelling::PiecesAndBytes => {
                let is_byte = spelling == Spelling::PiecesAndBytes && !self.added;
                let byte = byte_of_piece(&self.text).filter(|_| is_byte);
                let text = || self.text.replace(SPACE, " ").into_bytes();
                return Ok(byte.map_or_else(text, |byte| vec![byte]));
            }
        }
        let bytes: Option<Vec<u8>> = self.text.chars().map(byte_of_char).collect();
        bytes.ok_or_else(|| {
            ModelError::Tokenizer(TokenizerFault::Alphabet {
                token: excerpt(&self.text),
            })
        })
    }
}

/// About how many values a JSON text has: commas and brackets outside of its texts. Each takes up to two hundred bytes once it is read.
fn n_values(json: &[u8]) -> usize {
    let (mut n, mut in_text, mut is_escaped) = (0, false, false);
    for byte in json {
        match (in_text, byte) {
            (true, _) if is_escaped => is_escaped = false,
            (true, b'\\') => is_escaped = true,
            (_, b'"') => in_text = !in_text,
            (false, b',' | b'[' | b'{') => n += 1,
            _ => {}
        }
    }
    n
}

impl File {
    /// Reads the file for a model whose embedding has `d_vocab` rows. Without `fold` no step of it may fold.
    pub(super) fn read(json: &[u8], d_vocab: u32, fold: Option<Fold>) -> Result<Self, ModelError> {
        if json.len() > LARGEST_FILE_BYTES {
            return refused(TokenizerFault::TooLarge {
                bytes: json.len(),
                most: LARGEST_FILE_BYTES,
            });
        }
        if n_values(json) > MOST_VALUES {
            return refused(TokenizerFault::Values { most: MOST_VALUES });
        }
        let unreadable = |e: serde_json::Error| {
            refused(TokenizerFault::Unreadable {
                why: excerpt(&e.to_string()),
            })
        };
        let file: Value = serde_json::from_slice(json).or_else(unreadable)?;
        let version = &file["version"];
        if !version.is_null() && version.as_str() != Some("1.0") {
            return refused(TokenizerFault::Version {
                found: excerpt(&version.to_string()),
            });
        }
        let model = &file["model"];
        let is_unigram = match model["type"].as_str() {
            None | Some("BPE") => false,
            Some("Unigram") => true,
            Some(_) => {
                let found = excerpt(&model["type"].to_string());
                return refused(TokenizerFault::Model { found });
            }
        };
        let pre_tokenizer = PreTokenizer::read(&file["pre_tokenizer"])?;
        let normalizer = Normalizer::read(&file["normalizer"], fold)?;
        let spelling = spelling(model, is_unigram, &pre_tokenizer)?;
        let (vocab, words) = match is_unigram {
            true => {
                let pieces = read_pieces(model)?;
                let unigram = Unigram::read(model, &pieces)?;
                let texts = pieces.into_iter().map(|(text, _)| text);
                (texts.zip(0..).collect(), WordModel::Unigram(unigram))
            }
            false => {
                let vocab = read_vocab(model)?;
                if spelling == Spelling::PiecesAndBytes {
                    every_byte_has_a_token(&vocab)?;
                }
                let bpe = read_bpe(model, &vocab)?;
                (vocab, WordModel::Bpe(bpe))
            }
        };
        let added = read_added(&file["added_tokens"], &normalizer)?;
        let tokens = by_id(&vocab, &added, d_vocab)?;
        Ok(File {
            tokens,
            normalizer,
            pre_tokenizer,
            words,
            added,
            beginning: beginning(&file["post_processor"], d_vocab)?,
            spelling,
        })
    }
}

/// What SentencePiece writes for a space.
const SPACE: char = '▁';

/// How the tokens are spelled: as pieces where the words are not byte-level. BPE then has to fall back to bytes; Unigram has a token for
/// what is unknown.
fn spelling(
    model: &Value,
    is_unigram: bool,
    pre_tokenizer: &PreTokenizer,
) -> Result<Spelling, ModelError> {
    if pre_tokenizer.is_byte_level() {
        return Ok(Spelling::Bytes);
    }
    match flag(model, "byte_fallback", Some(false))? {
        true => Ok(Spelling::PiecesAndBytes),
        false if is_unigram => Ok(Spelling::Pieces),
        false => refused(TokenizerFault::NotByteLevel),
    }
}

/// So that no text is lost.
fn every_byte_has_a_token(vocab: &[(&str, TokenId)]) -> Result<(), ModelError> {
    let found: HashSet<u8> = vocab.iter().filter_map(|(t, _)| byte_of_piece(t)).collect();
    match (0..=u8::MAX).find(|byte| !found.contains(byte)) {
        None => Ok(()),
        Some(byte) => refused(TokenizerFault::NoByte {
            token: format!("<0x{byte:02X}>"),
        }),
    }
}

/// The byte that a token like `<0x0A>` is.
fn byte_of_piece(text: &str) -> Option<u8> {
    let digits = text.strip_prefix("<0x")?.strip_suffix('>')?;
    let is_hex = |b: u8| matches!(b, b'0'..=b'9' | b'A'..=b'F');
    let plain = digits.len() == 2 && digits.bytes().all(is_hex);
    u8::from_str_radix(digits, 16).ok().filter(|_| plain)
}

/// The tokens that a template puts before a text.
fn beginning(post_processor: &Value, d_vocab: u32) -> Result<Vec<TokenId>, ModelError> {
    let several = post_processor["processors"].as_array();
    let one = || std::slice::from_ref(post_processor);
    let steps = several.map_or_else(one, Vec::as_slice);
    let template = steps.iter().find(|s| s["type"] == "TemplateProcessing");
    let Some(template) = template else {
        return Ok(Vec::new());
    };
    let parts = template["single"].as_array().into_iter().flatten();
    let before = parts.map_while(|part| part["SpecialToken"]["id"].as_str());
    let ids = before.flat_map(|name| template["special_tokens"][name]["ids"].as_array());
    let mut tokens = Vec::new();
    for id in ids.flatten().take(MOST_BEGINNING) {
        let id = id.as_u64().and_then(|id| TokenId::try_from(id).ok());
        match id.unwrap_or(TokenId::MAX) {
            id if id < d_vocab => tokens.push(id),
            highest => return Err(ModelError::VocabLargerThanEmbedding { highest, d_vocab }),
        }
    }
    Ok(tokens)
}

/// The vocabulary: texts and ids, in the order of the texts.
fn read_vocab(model: &Value) -> Result<Vec<(&str, TokenId)>, ModelError> {
    let Some(vocab) = model["vocab"].as_object() else {
        return refused(TokenizerFault::NoVocabulary);
    };
    if vocab.is_empty() {
        return refused(TokenizerFault::EmptyVocabulary);
    }
    let entry = |(text, id)| Ok((text, read_id(text, id, LONGEST_TOKEN_BYTES)?));
    let entries = vocab.iter().map(|(text, id)| (text.as_str(), id));
    entries.map(entry).collect()
}

/// The pieces of Unigram with their scores, in the order of their ids. A score fits into f32, as SentencePiece has them, so that no sum of
/// them becomes infinite.
fn read_pieces(model: &Value) -> Result<Vec<(&str, f64)>, ModelError> {
    let Some(vocab) = model["vocab"].as_array() else {
        return refused(TokenizerFault::NoVocabulary);
    };
    if vocab.is_empty() {
        return refused(TokenizerFault::EmptyVocabulary);
    }
    vocab.iter().map(read_piece).collect()
}

fn read_piece(entry: &Value) -> Result<(&str, f64), ModelError> {
    let pair = entry.as_array().filter(|pair| pair.len() == 2);
    let pair = pair.and_then(|pair| Some((pair[0].as_str()?, pair[1].as_f64()?)));
    match pair.filter(|(_, score)| score.abs() <= f64::from(f32::MAX)) {
        Some((text, score)) => Ok((bounded(text, LONGEST_PIECE_BYTES)?, score)),
        None => refused(TokenizerFault::Piece {
            entry: excerpt(&entry.to_string()),
        }),
    }
}

/// `text`, which is not empty and has at most `longest` bytes.
fn bounded(text: &str, longest: usize) -> Result<&str, ModelError> {
    match text.len() {
        bytes if bytes == 0 || bytes > longest => refused(TokenizerFault::TokenBytes {
            bytes,
            most: longest,
        }),
        _ => Ok(text),
    }
}

/// The id of the token `text`, which has at most `longest` bytes. Ids beyond u32 become its largest, which no
/// vocabulary reaches.
fn read_id(text: &str, id: &Value, longest: usize) -> Result<TokenId, ModelError> {
    bounded(text, longest)?;
    match id.as_u64() {
        Some(id) => Ok(id.try_into().unwrap_or(TokenId::MAX)),
        None => refused(TokenizerFault::NoId {
            token: excerpt(text),
        }),
    }
}

/// The added tokens, whose strips cannot overlap.
fn read_added(
    value: &Value,
    normalizer: &Normalizer,
) -> Result<Vec<(TokenId, AddedToken)>, ModelError> {
    let none = Vec::new();
    let added = value.as_array().unwrap_or(&none);
    if added.len() > MOST_ADDED {
        return refused(TokenizerFault::Added {
            count: added.len(),
            most: MOST_ADDED,
        });
    }
    let token = |value: &Value| {
        let text = value["content"].as_str().unwrap_or_default();
        let id = read_id(text, &value["id"], LONGEST_ADDED_BYTES)?;
        let special = flag(value, "special", Some(false))?;
        let token = AddedToken::from(text, special)
            .single_word(flag(value, "single_word", Some(false))?)
            .lstrip(flag(value, "lstrip", Some(false))?)
            .rstrip(flag(value, "rstrip", Some(false))?)
            .normalized(flag(value, "normalized", Some(!special))?);
        Ok::<_, ModelError>((id, token))
    };
    let added: Vec<_> = added.iter().map(token).collect::<Result<_, _>>()?;
    // The library cuts the text at a negative length where a token begins in the space that another one took.
    let strips = added.iter().any(|(_, token)| token.rstrip);
    for (_, token) in &added {
        let mut text = NormalizedString::from(token.content.as_str());
        if token.normalized {
            let normalized = normalizer.normalize(&mut text);
            normalized.or_else(|e| unusable(&e))?;
        }
        // That is what is searched for in the text.
        bounded(text.get(), MOST_GROWN_BYTES)?;
        if strips && text.get().starts_with(char::is_whitespace) {
            return refused(TokenizerFault::AddedSpace {
                token: excerpt(&token.content),
            });
        }
    }
    Ok(added)
}

/// All tokens by id. Every id is below `d_vocab` and has one text.
fn by_id(
    vocab: &[(&str, TokenId)],
    added: &[(TokenId, AddedToken)],
    d_vocab: u32,
) -> Result<HashMap<TokenId, Token>, ModelError> {
    let mut tokens: HashMap<TokenId, Token> = HashMap::with_capacity(vocab.len());
    let entries = vocab.iter().map(|&(text, id)| (text, id, false));
    let added = added
        .iter()
        .map(|(id, token)| (token.content.as_str(), *id, true));
    for (text, id, added) in entries.chain(added) {
        if id >= d_vocab {
            let highest = id;
            return Err(ModelError::VocabLargerThanEmbedding { highest, d_vocab });
        }
        let token = Token {
            text: text.to_owned(),
            added,
        };
        match tokens.insert(id, token) {
            // An added token may repeat its entry in the vocabulary.
            Some(other) if !added || other.text != text => {
                return refused(TokenizerFault::SameId {
                    one: excerpt(&other.text),
                    other: excerpt(text),
                    id,
                });
            }
            _ => {}
        }
    }
    Ok(tokens)
}

/// The model with its merges and options.
fn read_bpe(model: &Value, vocab: &[(&str, TokenId)]) -> Result<BPE, ModelError> {
    for key in ["continuing_subword_prefix", "end_of_word_suffix"] {
        if model[key].as_str().is_some_and(|s| !s.is_empty()) {
            return refused(TokenizerFault::Set { key: key.into() });
        }
    }
    if model["dropout"].as_f64().is_some_and(|p| p != 0.0) {
        return refused(TokenizerFault::Dropout);
    }
    let merges = read_merges(model, vocab)?;
    let vocab: Vocab = vocab
        .iter()
        .map(|&(text, id)| (text.to_owned(), id))
        .collect();
    let mut builder = BpeBuilder::new()
        // The library's cache outlives the tokenizer (tokenizers 0.23.2: it belongs to the thread), a megabyte and more of each.
        .cache_capacity(0)
        .vocab_and_merges(vocab, merges)
        .fuse_unk(flag(model, "fuse_unk", Some(false))?)
        .byte_fallback(flag(model, "byte_fallback", Some(false))?)
        .ignore_merges(flag(model, "ignore_merges", Some(false))?);
    if let Some(unk) = model["unk_token"].as_str() {
        builder = builder.unk_token(unk.to_owned());
    }
    builder.build().or_else(|e| unusable(&e))
}

/// What the library refuses.
pub(super) fn unusable<T>(error: &tokenizers::Error) -> Result<T, ModelError> {
    refused(TokenizerFault::Unusable {
        why: excerpt(&error.to_string()),
    })
}

/// The merges. Both halves of each, and what they join to, are tokens.
fn read_merges(model: &Value, vocab: &[(&str, TokenId)]) -> Result<Merges, ModelError> {
    let Some(merges) = model["merges"].as_array() else {
        return refused(TokenizerFault::NoMerges);
    };
    let tokens: HashSet<&str> = vocab.iter().map(|&(text, _)| text).collect();
    let pair = |merge: &Value| {
        let pair = match merge {
            Value::String(s) => s.split_once(' '),
            Value::Array(a) if a.len() == 2 => a[0].as_str().zip(a[1].as_str()),
            _ => None,
        };
        let Some((left, right)) = pair else {
            return refused(TokenizerFault::Merge {
                merge: excerpt(&merge.to_string()),
            });
        };
        let joined = format!("{left}{right}");
        match [left, right, joined.as_str()]
            .iter()
            .find(|&t| !tokens.contains(t))
        {
            None => Ok((left.to_owned(), right.to_owned())),
            Some(token) => refused(TokenizerFault::MergeToken {
                merge: excerpt(&merge.to_string()),
                token: excerpt(token),
            }),
        }
    };
    merges.iter().map(pair).collect()
}

/// The byte that a character of GPT-2's byte-level alphabet stands for: printable Latin-1 characters
/// stand for themselves, the 68 other bytes for U+0100 and up, in order.
fn byte_of_char(c: char) -> Option<u8> {
    let printable = |b: u8| matches!(b, 0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff);
    match u32::from(c) {
        code @ 0..=0xff => Some(code as u8).filter(|&b| printable(b)),
        code => (0..=0xffu8)
            .filter(|&b| !printable(b))
            .nth((code - 0x100) as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_byte_alphabet_has_256_letters_and_knows_the_space() {
        let letters: HashSet<u8> = (0..0x200)
            .filter_map(char::from_u32)
            .filter_map(byte_of_char)
            .collect();
        assert_eq!(letters.len(), 256);
        assert_eq!(byte_of_char('Ġ'), Some(b' '));
        assert_eq!(byte_of_char('Ċ'), Some(b'\n'));
        assert_eq!(byte_of_char('日'), None);
    }

    #[test]
    fn a_piece_is_a_byte_only_in_its_own_notation() {
        assert_eq!(byte_of_piece("<0x0A>"), Some(b'\n'));
        for text in [
            "<0x0a>", "<0xA>", "<0x+1>", "<0x0A", "0x0A", "<0x>", "<0xé>",
        ] {
            assert_eq!(byte_of_piece(text), None, "{text}");
        }
    }
}
