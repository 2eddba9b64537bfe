//! The steps before the model: what normalises a text, and what cuts it into words.
//!
//! The library knows many more than the models use. Some of them panic, and some grow without bounds, so
//! only those listed here are built, with their lengths and their growth bounded.

use logitscope_core::error::TokenizerFault;
use logitscope_core::excerpt;
use serde_json::Value;
use tokenizers::normalizers::replace::ReplacePattern;
use tokenizers::normalizers::{Lowercase, Prepend, Replace, Strip};
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::pre_tokenizers::digits::Digits;
use tokenizers::pre_tokenizers::metaspace::{Metaspace, PrependScheme};
use tokenizers::pre_tokenizers::punctuation::Punctuation;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::pre_tokenizers::whitespace::WhitespaceSplit;
use tokenizers::{NormalizedString, PreTokenizedString, SplitDelimiterBehavior};

use super::charsmap;
use super::folding::{Fold, Folding};
use super::pattern::Pattern;
use super::refusal::{flag, refused};
use crate::ModelError;

/// Most steps of a kind. The models that this was read from have at most six.
const MOST_STEPS: usize = 16;
/// Sequences inside sequences.
const DEEPEST: usize = 4;
/// Longest text that a step puts in, in bytes. SentencePiece's "▁" has three.
const LONGEST_INSERT_BYTES: usize = 16;
/// How many times longer the normalised text may be, at most.
const MOST_GROWTH: usize = 12;
/// The same by steps that make longer only what texts hardly hold. With them, texts must be shorter.
const MOST_FOLDED: usize = 1024;
/// NFC makes three characters of some (U+1D160), NFD three bytes of one.
const NFC_GROWTH: usize = 3;
/// NFKC makes 33 bytes of the three of U+FDFA.
const NFKC_GROWTH: usize = 11;
/// "Ⱥ" has two bytes, "ⱥ" three.
const LOWERCASE_GROWTH: usize = 2;

/// How llm-jp says that something is put before the text. It matches nothing, so that it is no pattern to be replaced; what follows it there
/// are spaces, which its next step replaces.
const BEGINNING: &str = r"(?<!\n)^";

/// What normalises a text, in order.
pub(super) struct Normalizer {
    steps: Vec<NormalizerStep>,
    /// How many times longer a text can become.
    growth: usize,
}

enum NormalizerStep {
    Fold(Fold, Folding),
    Lowercase,
    Strip(Strip),
    Prepend(Prepend),
    Replace(Replace),
}

impl tokenizers::Normalizer for Normalizer {
    fn normalize(&self, text: &mut NormalizedString) -> tokenizers::Result<()> {
        self.steps.iter().try_for_each(|step| match step {
            NormalizerStep::Fold(fold, how) => fold(how, text),
            NormalizerStep::Lowercase => Lowercase.normalize(text),
            NormalizerStep::Strip(strip) => strip.normalize(text),
            NormalizerStep::Prepend(prepend) => prepend.normalize(text),
            NormalizerStep::Replace(replace) => replace.normalize(text),
        })
    }
}

impl Normalizer {
    /// Longest text that it is given, of those that have at most `most` bytes, so that what becomes of it stays in bounds.
    pub(super) fn longest_text(&self, most: usize) -> usize {
        most.min(most.saturating_mul(MOST_GROWTH) / self.growth)
    }

    /// Reads the `normalizer` of the file; `null` is none. Without `fold` no step may fold.
    pub(super) fn read(value: &Value, fold: Option<Fold>) -> Result<Self, ModelError> {
        let mut steps = Vec::new();
        let (mut growth, mut folded, mut prepends) = (1usize, 1usize, 0);
        let all = flatten(value, "normalizer", "normalizers")?;
        for (nth, &(kind, step)) in all.iter().enumerate() {
            let mut folds = |times: usize| folded = folded.saturating_mul(times);
            let folding = match kind {
                "NFC" => {
                    growth = growth.saturating_mul(NFC_GROWTH);
                    Some(Folding::Nfc)
                }
                "NFD" => {
                    folds(NFC_GROWTH);
                    Some(Folding::Nfd)
                }
                "NFKC" => {
                    folds(NFKC_GROWTH);
                    Some(Folding::Nfkc)
                }
                "NFKD" => {
                    folds(NFKC_GROWTH);
                    Some(Folding::Nfkd)
                }
                "Nmt" => Some(Folding::Nmt),
                "StripAccents" => Some(Folding::StripAccents),
                "Precompiled" => {
                    let (charsmap, longest) = charsmap::read(step)?;
                    folds(longest);
                    Some(Folding::Precompiled(Box::new(charsmap)))
                }
                _ => None,
            };
            if let (Some(folding), Some(fold)) = (folding, fold) {
                steps.push(NormalizerStep::Fold(fold, folding));
                continue;
            }
            steps.push(match kind {
                "Lowercase" => {
                    folds(LOWERCASE_GROWTH);
                    NormalizerStep::Lowercase
                }
                "Strip" => {
                    let side = |key| flag(step, key, None);
                    NormalizerStep::Strip(Strip::new(side("strip_left")?, side("strip_right")?))
                }
                "Prepend" => {
                    prepends += 1;
                    NormalizerStep::Prepend(Prepend::new(insert(step, "prepend")?.to_owned()))
                }
                "Replace" if is_beginning(step, all.get(nth + 1)) => {
                    prepends += 1;
                    NormalizerStep::Prepend(Prepend::new(insert(step, "content")?.to_owned()))
                }
                "Replace" => {
                    let content = insert(step, "content")?;
                    let (pattern, found_bytes) = match Pattern::read(&step["pattern"])? {
                        Pattern::Text(text) => (ReplacePattern::String(text.clone()), text.len()),
                        Pattern::Regex(regex) => (ReplacePattern::Regex(regex), 1),
                    };
                    growth = growth.saturating_mul(content.len().div_ceil(found_bytes));
                    NormalizerStep::Replace(Replace::new(pattern, content).or_else(unusable)?)
                }
                _ => {
                    let known = "NFC, NFD, NFKC, NFKD, Nmt, Lowercase, StripAccents, Strip, Precompiled, Prepend, Replace and Sequence";
                    return unknown("normalizer", kind, known);
                }
            });
        }
        for (growth, most) in [(growth, MOST_GROWTH), (folded, MOST_FOLDED)] {
            if growth > most || prepends > 1 {
                return refused(TokenizerFault::Growth {
                    growth,
                    prepends,
                    most,
                });
            }
        }
        let growth = growth * folded;
        Ok(Normalizer { steps, growth })
    }
}

/// Whether `step` puts its content before the text, and nothing else that `next` does not do.
fn is_beginning(step: &Value, next: Option<&(&str, &Value)>) -> bool {
    let regex = step["pattern"]["Regex"].as_str();
    let is_space = |text: &Value| text == " ";
    match regex.and_then(|regex| regex.strip_prefix(BEGINNING)) {
        Some("") => true,
        Some("| ") => next.is_some_and(|(kind, next)| {
            let pattern = &next["pattern"];
            let spaces = is_space(&pattern["Regex"]) || is_space(&pattern["String"]);
            *kind == "Replace" && spaces && next["content"] == step["content"]
        }),
        _ => false,
    }
}

/// What cuts a text into words, in order.
pub(super) struct PreTokenizer {
    steps: Vec<PreTokenizerStep>,
    byte_level: bool,
}

enum PreTokenizerStep {
    ByteLevel(ByteLevel),
    Digits(Digits),
    Metaspace(Metaspace),
    Punctuation(Punctuation),
    Split(Split),
    WhitespaceSplit,
}

impl tokenizers::PreTokenizer for PreTokenizer {
    fn pre_tokenize(&self, text: &mut PreTokenizedString) -> tokenizers::Result<()> {
        self.steps.iter().try_for_each(|step| match step {
            PreTokenizerStep::ByteLevel(step) => step.pre_tokenize(text),
            PreTokenizerStep::Digits(step) => step.pre_tokenize(text),
            PreTokenizerStep::Metaspace(step) => step.pre_tokenize(text),
            PreTokenizerStep::Punctuation(step) => step.pre_tokenize(text),
            PreTokenizerStep::Split(step) => step.pre_tokenize(text),
            PreTokenizerStep::WhitespaceSplit => WhitespaceSplit.pre_tokenize(text),
        })
    }
}

impl PreTokenizer {
    /// Whether it writes words in the byte-level alphabet.
    pub(super) fn is_byte_level(&self) -> bool {
        self.byte_level
    }

    /// Reads the `pre_tokenizer` of the file. It may be byte-level, once; `null` is none.
    pub(super) fn read(value: &Value) -> Result<Self, ModelError> {
        let mut steps = Vec::new();
        // Each step that writes before every word makes the words more and longer for the next.
        let (mut byte_levels, mut prefixes) = (0, 0);
        for (kind, step) in flatten(value, "pre_tokenizer", "pretokenizers")? {
            steps.push(match kind {
                "ByteLevel" => {
                    let prefix = flag(step, "add_prefix_space", None)?;
                    let regex = flag(step, "use_regex", Some(true))?;
                    byte_levels += 1;
                    prefixes += usize::from(prefix);
                    PreTokenizerStep::ByteLevel(ByteLevel::new(prefix, false, regex))
                }
                "Digits" => {
                    let individual = flag(step, "individual_digits", Some(false))?;
                    PreTokenizerStep::Digits(Digits::new(individual))
                }
                "Metaspace" => {
                    let metaspace = metaspace(step)?;
                    prefixes += usize::from(metaspace.get_prepend_scheme() != PrependScheme::Never);
                    PreTokenizerStep::Metaspace(metaspace)
                }
                "Punctuation" => PreTokenizerStep::Punctuation(Punctuation::new(behavior(step)?)),
                "Split" => {
                    let pattern = match Pattern::read(&step["pattern"])? {
                        Pattern::Text(text) => SplitPattern::String(text),
                        Pattern::Regex(regex) => SplitPattern::Regex(regex),
                    };
                    let invert = flag(step, "invert", Some(false))?;
                    let split = Split::new(pattern, behavior(step)?, invert).or_else(unusable)?;
                    PreTokenizerStep::Split(split)
                }
                "WhitespaceSplit" => PreTokenizerStep::WhitespaceSplit,
                _ => {
                    let known = "ByteLevel, Digits, Metaspace, Punctuation, Split, WhitespaceSplit and Sequence";
                    return unknown("pre_tokenizer", kind, known);
                }
            });
        }
        if byte_levels > 1 || prefixes > 1 {
            return refused(TokenizerFault::Twice {
                levels: byte_levels,
                spaces: prefixes,
            });
        }
        let byte_level = byte_levels > 0;
        Ok(PreTokenizer { steps, byte_level })
    }
}

/// The steps of `value`, sequences unfolded, each with its type. `list` is the key of a sequence's steps.
fn flatten<'a>(
    value: &'a Value,
    what: &str,
    list: &str,
) -> Result<Vec<(&'a str, &'a Value)>, ModelError> {
    let mut steps = Vec::new();
    // From the last to the first, so that the next one to look at is popped.
    let mut waiting = vec![(value, 0)];
    while let Some((value, depth)) = waiting.pop() {
        if value.is_null() && depth == 0 {
            continue;
        }
        let Some(kind) = value["type"].as_str() else {
            return refused(TokenizerFault::NoType {
                step: what.into(),
                found: excerpt(&value.to_string()),
            });
        };
        if kind != "Sequence" {
            steps.push((kind, value));
        } else {
            let Some(inner) = value[list].as_array().filter(|_| depth < DEEPEST) else {
                return refused(TokenizerFault::Sequence {
                    step: what.into(),
                    list: list.into(),
                    deepest: DEEPEST,
                });
            };
            waiting.extend(inner.iter().rev().map(|step| (step, depth + 1)));
        }
        if steps.len() + waiting.len() > MOST_STEPS {
            return refused(TokenizerFault::Steps {
                step: what.into(),
                most: MOST_STEPS,
            });
        }
    }
    Ok(steps)
}

/// The text that `step` puts in under `key`.
fn insert<'a>(step: &'a Value, key: &str) -> Result<&'a str, ModelError> {
    match step[key].as_str() {
        Some(text) if (1..=LONGEST_INSERT_BYTES).contains(&text.len()) => Ok(text),
        Some(text) => refused(TokenizerFault::InsertBytes {
            key: key.into(),
            bytes: text.len(),
            most: LONGEST_INSERT_BYTES,
        }),
        None => refused(TokenizerFault::NoInsert { key: key.into() }),
    }
}

/// `Metaspace`: a sign for every space, and before the text as its scheme says.
fn metaspace(step: &Value) -> Result<Metaspace, ModelError> {
    let sign = step["replacement"].as_str().unwrap_or("▁");
    let mut chars = sign.chars();
    let (Some(sign), None) = (chars.next(), chars.next()) else {
        return refused(TokenizerFault::Replacement);
    };
    let scheme = match step["prepend_scheme"].as_str() {
        // Older files say it so.
        _ if step["add_prefix_space"] == Value::Bool(false) => PrependScheme::Never,
        None | Some("always") => PrependScheme::Always,
        Some("first") => PrependScheme::First,
        Some("never") => PrependScheme::Never,
        Some(other) => {
            let other = excerpt(other);
            return refused(TokenizerFault::Scheme {
                found: excerpt(&other),
            });
        }
    };
    Ok(Metaspace::new(
        sign,
        scheme,
        flag(step, "split", Some(true))?,
    ))
}

/// What becomes of what a step finds.
fn behavior(step: &Value) -> Result<SplitDelimiterBehavior, ModelError> {
    match step["behavior"].as_str() {
        None | Some("Isolated") => Ok(SplitDelimiterBehavior::Isolated),
        Some("Removed") => Ok(SplitDelimiterBehavior::Removed),
        Some("MergedWithPrevious") => Ok(SplitDelimiterBehavior::MergedWithPrevious),
        Some("MergedWithNext") => Ok(SplitDelimiterBehavior::MergedWithNext),
        Some("Contiguous") => Ok(SplitDelimiterBehavior::Contiguous),
        Some(other) => refused(TokenizerFault::Behavior {
            found: excerpt(other),
        }),
    }
}

fn unknown<T>(what: &str, kind: &str, known: &str) -> Result<T, ModelError> {
    refused(TokenizerFault::Type {
        step: what.into(),
        found: excerpt(kind),
        known: known.into(),
    })
}

/// A pattern that the library refuses after all.
fn unusable<T>(error: tokenizers::Error) -> Result<T, ModelError> {
    refused(TokenizerFault::PatternUnusable {
        why: excerpt(&error.to_string()),
    })
}
