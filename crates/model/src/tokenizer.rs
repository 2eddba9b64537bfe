//! The tokenizer: text to token ids, by the `tokenizers` crate behind a door of our own.
//!
//! Only byte-level BPE is accepted (GPT-2's kind): there every token is a string of bytes, so text
//! is rebuilt from ids by concatenation, without the tokenizer. The file is checked before the
//! library sees it, because some damaged files make it panic.

use std::collections::{HashMap, HashSet};

use logitscope_core::{TokenId, Vocab};
use serde_json::Value;
use tokenizers::Tokenizer as Library;

use crate::ModelError;

/// Longest text that is tokenized, in bytes. Far beyond any context.
pub const LONGEST_TEXT_BYTES: usize = 1 << 20;
/// Longest token, in bytes of the file's notation.
const LONGEST_TOKEN_BYTES: usize = 4096;

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

/// A byte-level BPE tokenizer.
pub struct Tokenizer {
    library: Library,
    vocab: Vocab,
}

impl Tokenizer {
    /// Reads `tokenizer.json` for a model whose embedding has `d_vocab` rows.
    ///
    /// `end_of_text` is the id that the config names, if it names one; else the added token
    /// `<|endoftext|>` is used. Rows of the embedding without a token get no bytes.
    pub fn from_json(
        json: &[u8],
        d_vocab: u32,
        end_of_text: Option<TokenId>,
    ) -> Result<Self, ModelError> {
        let bad = |detail: String| ModelError::Tokenizer(detail);
        let file: Value =
            serde_json::from_slice(json).map_err(|e| bad(format!("not readable ({e}).")))?;
        let tokens = check(&file, d_vocab)?;
        let library = Library::from_bytes(json).map_err(|e| bad(format!("not usable ({e}).")))?;
        let mut bytes = vec![Vec::new(); d_vocab as usize];
        for (id, token) in &tokens {
            bytes[*id as usize] = token.bytes()?;
        }
        let named =
            |(id, t): (&TokenId, &Token)| (t.added && t.text == "<|endoftext|>").then_some(*id);
        let end_of_text = end_of_text
            .filter(|&id| id < d_vocab)
            .or_else(|| tokens.iter().find_map(named));
        Ok(Tokenizer {
            library,
            vocab: Vocab::new(bytes, end_of_text),
        })
    }

    /// The bytes of every token.
    pub fn vocab(&self) -> &Vocab {
        &self.vocab
    }

    /// Splits `text` into tokens. No token is added. Texts over [`LONGEST_TEXT_BYTES`] are refused.
    pub fn encode(&self, text: &str) -> Result<Vec<Piece>, ModelError> {
        if text.len() > LONGEST_TEXT_BYTES {
            return Err(ModelError::Tokenizer(format!(
                "the text has {} bytes; at most {LONGEST_TEXT_BYTES} are tokenized. Shorten it.",
                text.len()
            )));
        }
        let encoding = self
            .library
            .encode(text, false)
            .map_err(|e| ModelError::Tokenizer(format!("this text cannot be tokenized ({e}).")))?;
        let mut start = 0;
        let pieces = encoding.get_ids().iter().map(|&token| {
            let end = start + self.vocab.bytes(token).len() as u32;
            let piece = Piece { token, start, end };
            start = end;
            piece
        });
        Ok(pieces.collect())
    }
}

/// A token as the file spells it.
struct Token {
    text: String,
    /// Added tokens are plain text; the others are in the byte-level alphabet.
    added: bool,
}

impl Token {
    fn bytes(&self) -> Result<Vec<u8>, ModelError> {
        if self.added {
            return Ok(self.text.clone().into_bytes());
        }
        let byte = |c| {
            byte_of_char(c).ok_or_else(|| {
                ModelError::Tokenizer(format!(
                    "token {:?} is not in the byte-level alphabet; this page reads byte-level BPE only.",
                    self.text
                ))
            })
        };
        self.text.chars().map(byte).collect()
    }
}

/// Checks what the library takes on trust. Gives the tokens by id.
fn check(file: &Value, d_vocab: u32) -> Result<HashMap<TokenId, Token>, ModelError> {
    let bad = |detail: String| Err(ModelError::Tokenizer(detail));
    let model = &file["model"];
    if model["type"].as_str().is_some_and(|t| t != "BPE") {
        return bad(format!(
            "its model is {}; this page reads byte-level BPE only.",
            model["type"]
        ));
    }
    if !mentions(&file["pre_tokenizer"], "ByteLevel") && !mentions(&file["decoder"], "ByteLevel") {
        return bad("it is not byte-level; this page reads byte-level BPE only.".into());
    }
    for key in ["continuing_subword_prefix", "end_of_word_suffix"] {
        if model[key].as_str().is_some_and(|s| !s.is_empty()) {
            return bad(format!("{key} is set, which byte-level BPE does not use."));
        }
    }
    let Some(vocab) = model["vocab"].as_object() else {
        return bad("its vocabulary is missing.".into());
    };
    if vocab.is_empty() {
        return bad("its vocabulary is empty.".into());
    }
    let mut tokens: HashMap<TokenId, Token> = HashMap::with_capacity(vocab.len());
    let entries = vocab.iter().map(|(text, id)| (text.as_str(), id, false));
    let no_added = Vec::new();
    let added = file["added_tokens"].as_array().unwrap_or(&no_added);
    let added = added
        .iter()
        .map(|t| (t["content"].as_str().unwrap_or_default(), &t["id"], true));
    for (text, id, added) in entries.chain(added) {
        if text.is_empty() || text.len() > LONGEST_TOKEN_BYTES {
            return bad(format!(
                "a token has {} bytes (1 to {LONGEST_TOKEN_BYTES} are allowed).",
                text.len()
            ));
        }
        let Some(id) = id.as_u64() else {
            return bad(format!("token {text:?} has no id."));
        };
        if id >= u64::from(d_vocab) {
            let highest = id.min(u64::from(u32::MAX)) as u32;
            return Err(ModelError::VocabLargerThanEmbedding { highest, d_vocab });
        }
        let token = Token {
            text: text.to_owned(),
            added,
        };
        match tokens.insert(id as TokenId, token) {
            // An added token may repeat its entry in the vocabulary.
            Some(other) if !added || other.text != text => {
                return bad(format!(
                    "tokens {:?} and {text:?} have the same id {id}.",
                    other.text
                ));
            }
            _ => {}
        }
    }
    check_merges(model, &vocab.keys().map(String::as_str).collect())?;
    Ok(tokens)
}

/// Both halves of every merge, and what they join to, must be tokens.
fn check_merges(model: &Value, vocab: &HashSet<&str>) -> Result<(), ModelError> {
    let bad = |detail: String| Err(ModelError::Tokenizer(detail));
    let Some(merges) = model["merges"].as_array() else {
        return bad("its merges are missing.".into());
    };
    for merge in merges {
        let pair = match merge {
            Value::String(s) => s.split_once(' '),
            Value::Array(a) if a.len() == 2 => a[0].as_str().zip(a[1].as_str()),
            _ => None,
        };
        let Some((left, right)) = pair else {
            return bad(format!("merge {merge} is not a pair of tokens."));
        };
        let joined = format!("{left}{right}");
        for token in [left, right, joined.as_str()] {
            if !vocab.contains(token) {
                return bad(format!(
                    "merge {merge} needs token {token:?}, which is not in the vocabulary."
                ));
            }
        }
    }
    Ok(())
}

/// Whether `value` or anything inside it has `"type": kind`.
fn mentions(value: &Value, kind: &str) -> bool {
    match value {
        Value::Object(map) => {
            map.get("type").and_then(Value::as_str) == Some(kind)
                || map.values().any(|v| mentions(v, kind))
        }
        Value::Array(items) => items.iter().any(|v| mentions(v, kind)),
        _ => false,
    }
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
}
