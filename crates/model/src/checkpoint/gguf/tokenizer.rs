//! What a `.gguf` file says of its tokens, as the `tokenizer.json` that [`crate::Tokenizer`] reads: so every check there holds here, too.

use std::collections::HashSet;

use logitscope_core::error::GgufFault;
use logitscope_core::excerpt;
use serde_json::{Map, Value, json};

use super::architecture::Architecture;
use super::metadata::Metadata;
use super::pieces;
use super::pre::{self, Pre};

pub(super) const TOKENS: &str = "tokenizer.ggml.tokens";
const TYPES: &str = "tokenizer.ggml.token_type";
const SCORES: &str = "tokenizer.ggml.scores";

/// What a token is, by the numbers of `token_type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Normal,
    Unknown,
    Control,
    UserDefined,
    Unused,
    Byte,
}

impl Kind {
    fn numbered(number: i64) -> Option<Self> {
        Some(match number {
            1 => Kind::Normal,
            2 => Kind::Unknown,
            3 => Kind::Control,
            4 => Kind::UserDefined,
            5 => Kind::Unused,
            6 => Kind::Byte,
            _ => return None,
        })
    }
}

/// The vocabulary.
struct Words<'m> {
    metadata: &'m Metadata,
    tokens: &'m [String],
    /// By their ids.
    kinds: Vec<Kind>,
}

/// The `tokenizer.json`, for a model whose embedding has `d_vocab` rows.
pub(super) fn tokenizer_json(
    architecture: Architecture,
    metadata: &Metadata,
    d_vocab: u32,
) -> Result<String, GgufFault> {
    let model = model(metadata)?;
    let words = Words::of(metadata, d_vocab)?;
    let file = match model {
        Model::Bytes => words.byte_level(pre(architecture, metadata)?)?,
        Model::Pieces => words.pieces(architecture)?,
    };
    Ok(file.to_string())
}

/// Refuses a tokenizer of a kind that is not read; for that none of its tokens need be there.
pub(super) fn check(architecture: Architecture, metadata: &Metadata) -> Result<(), GgufFault> {
    match model(metadata)? {
        Model::Bytes => pre(architecture, metadata).map(|_| ()),
        Model::Pieces => Ok(()),
    }
}

/// How a tokenizer makes tokens.
enum Model {
    /// BPE over bytes.
    Bytes,
    /// SentencePiece's BPE.
    Pieces,
}

fn model(metadata: &Metadata) -> Result<Model, GgufFault> {
    let key = "tokenizer.ggml.model";
    match metadata.text(key)? {
        Some("gpt2") => Ok(Model::Bytes),
        Some("llama") => Ok(Model::Pieces),
        Some(found) => Err(GgufFault::TokenizerModel {
            found: excerpt(found),
        }),
        None => Err(GgufFault::KeyMissing { key: key.into() }),
    }
}

/// How a tokenizer over bytes cuts a text before.
fn pre(architecture: Architecture, metadata: &Metadata) -> Result<Pre, GgufFault> {
    let name = metadata.text("tokenizer.ggml.pre")?;
    let name = name.unwrap_or(architecture.usual_pre());
    Pre::named(name).ok_or_else(|| GgufFault::Pre {
        found: excerpt(name),
        known: pre::KNOWN.map(|(name, _)| name).join(", "),
    })
}

impl<'m> Words<'m> {
    fn of(metadata: &'m Metadata, d_vocab: u32) -> Result<Self, GgufFault> {
        let missing = || GgufFault::KeyMissing { key: TOKENS.into() };
        let tokens = metadata.texts(TOKENS)?.ok_or_else(missing)?;
        if tokens.len() > d_vocab as usize {
            return Err(GgufFault::Vocabulary {
                tokens: tokens.len() as u64,
                rows: d_vocab,
            });
        }
        let kinds = match metadata.integers(TYPES)? {
            None => vec![Kind::Normal; tokens.len()],
            Some(types) => {
                per_token(TYPES, types.len(), tokens)?;
                let kind = |number: &i64| {
                    Kind::numbered(*number).ok_or_else(|| GgufFault::Value {
                        key: TYPES.into(),
                        value: number.to_string(),
                    })
                };
                types.iter().map(kind).collect::<Result<_, _>>()?
            }
        };
        let words = Words {
            metadata,
            tokens,
            kinds,
        };
        let mut seen = HashSet::new();
        let twice = words.used().find(|(_, text, _)| !seen.insert(*text));
        match twice {
            None => Ok(words),
            Some((_, twice, _)) => Err(GgufFault::TokenTwice {
                token: excerpt(twice),
            }),
        }
    }

    /// The tokens with their ids and kinds, but for those that only fill rows of the embedding.
    fn used(&self) -> impl Iterator<Item = (usize, &'m str, Kind)> {
        let all = self.tokens.iter().zip(&self.kinds).enumerate();
        all.map(|(id, (text, kind))| (id, text.as_str(), *kind))
            .filter(|(_, _, kind)| *kind != Kind::Unused)
    }

    /// BPE over bytes.
    fn byte_level(&self, pre: Pre) -> Result<Value, GgufFault> {
        let key = "tokenizer.ggml.merges";
        let missing = || GgufFault::KeyMissing { key: key.into() };
        let merges = self.metadata.texts(key)?.ok_or_else(missing)?;
        let spaced = self.flag("tokenizer.ggml.add_space_prefix", false)?;
        let special = |kind| matches!(kind, Kind::Control | Kind::Unknown);
        Ok(json!({
            "version": "1.0",
            "added_tokens": self.added(special, |_| false),
            "normalizer": pre.normalizer(),
            "pre_tokenizer": pre.pre_tokenizer(spaced),
            "post_processor": self.post_processor(pre.begins())?,
            "model": {
                "type": "BPE",
                "vocab": self.vocab(),
                "merges": merges,
                "ignore_merges": pre.ignores_merges(),
            },
        }))
    }

    /// SentencePiece's BPE with a token for every byte.
    fn pieces(&self, architecture: Architecture) -> Result<Value, GgufFault> {
        let missing = || GgufFault::KeyMissing { key: SCORES.into() };
        let scores = self.metadata.floats(SCORES)?.ok_or_else(missing)?;
        per_token(SCORES, scores.len(), self.tokens)?;
        // Those that only become what they are whole have no merges.
        let normal = self.used().filter(|(_, _, kind)| *kind == Kind::Normal);
        let pieces: Vec<_> = normal.map(|(id, text, _)| (text, scores[id])).collect();
        let merges = pieces::merges(&pieces)?;
        let spaces = json!({"type": "Replace", "pattern": {"String": " "}, "content": "▁"});
        let mut steps = vec![spaces];
        if self.flag("tokenizer.ggml.add_space_prefix", true)? {
            steps.insert(0, json!({"type": "Prepend", "prepend": "▁"}));
        }
        let unknown = self.used().find(|(_, _, kind)| *kind == Kind::Unknown);
        let special = |kind| matches!(kind, Kind::Control | Kind::Unknown);
        // No key says this of Phi-3's tokens.
        let strips = architecture == Architecture::Phi3;
        let strip = |text: &str| strips && !["<unk>", "<s>", "<|endoftext|>"].contains(&text);
        Ok(json!({
            "version": "1.0",
            "added_tokens": self.added(special, strip),
            "normalizer": {"type": "Sequence", "normalizers": steps},
            "pre_tokenizer": null,
            "post_processor": self.post_processor(true)?,
            "model": {
                "type": "BPE",
                "unk_token": unknown.map(|(_, text, _)| text),
                "fuse_unk": true,
                "byte_fallback": true,
                "vocab": self.vocab(),
                "merges": merges,
            },
        }))
    }

    fn vocab(&self) -> Value {
        let entry = |(id, text, _): (usize, &str, _)| (text.to_owned(), Value::from(id));
        Value::Object(self.used().map(entry).collect::<Map<_, _>>())
    }

    /// The tokens that a text is searched for first; those that `strip` take the spaces behind them.
    fn added(&self, special: impl Fn(Kind) -> bool, strip: impl Fn(&str) -> bool) -> Vec<Value> {
        let added = self.used().filter(|(_, text, kind)| {
            !text.is_empty() && (special(*kind) || *kind == Kind::UserDefined)
        });
        let entry = |(id, text, kind): (usize, &str, Kind)| {
            json!({"id": id, "content": text, "special": special(kind), "normalized": false,
                "single_word": false, "lstrip": false, "rstrip": strip(text)})
        };
        added.map(entry).collect()
    }

    /// What a text begins with; `usual` is whether it does where the file says nothing.
    fn post_processor(&self, usual: bool) -> Result<Value, GgufFault> {
        let key = "tokenizer.ggml.bos_token_id";
        let begins = self.flag("tokenizer.ggml.add_bos_token", usual)?;
        let Some(id) = self.metadata.integer(key)?.filter(|_| begins) else {
            return Ok(Value::Null);
        };
        let Some(text) = self.tokens.get(usize::try_from(id).unwrap_or(usize::MAX)) else {
            return Err(GgufFault::Value {
                key: key.into(),
                value: id.to_string(),
            });
        };
        Ok(json!({
            "type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": text, "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
            "special_tokens": {text: {"id": text, "ids": [id], "tokens": [text]}},
        }))
    }

    fn flag(&self, key: &str, usual: bool) -> Result<bool, GgufFault> {
        Ok(self.metadata.flag(key)?.unwrap_or(usual))
    }
}

/// A list with an entry for each token has as many.
fn per_token(key: &str, found: usize, tokens: &[String]) -> Result<(), GgufFault> {
    match found == tokens.len() {
        true => Ok(()),
        false => Err(GgufFault::PerToken {
            key: key.into(),
            found: found as u64,
            tokens: tokens.len() as u64,
        }),
    }
}
