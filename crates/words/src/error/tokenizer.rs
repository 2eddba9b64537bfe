//! What is wrong with a `tokenizer.json`.

use crate::Catalogue;
use serde::{Deserialize, Serialize};

/// What is wrong with a `tokenizer.json`. Keys, types and texts are those of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum TokenizerFault {
    /// It is no JSON.
    Unreadable {
        /// What the reader says of it.
        why: String,
    },
    /// The library refuses the model.
    Unusable {
        /// What it says.
        why: String,
    },
    /// The file is larger than any tokenizer.
    TooLarge {
        /// Its bytes.
        bytes: usize,
        /// The most that are read.
        most: usize,
    },
    /// It has more values than any tokenizer.
    Values {
        /// The most that are read.
        most: usize,
    },
    /// A version that is not read.
    Version {
        /// Its version.
        found: String,
    },
    /// Another kind of tokenizer than BPE and Unigram.
    Model {
        /// Its type.
        found: String,
    },
    /// An entry of Unigram's vocabulary that is no piece with a score.
    Piece {
        /// The entry.
        entry: String,
    },
    /// The token for what is unknown is none of the vocabulary.
    UnknownId {
        /// What is in the place of its id.
        found: String,
    },
    /// SentencePiece's normaliser cannot be read.
    Charsmap,
    /// Nothing in it makes the words byte-level.
    NotByteLevel,
    /// A byte has no token of its own.
    NoByte {
        /// The token that it would have.
        token: String,
    },
    /// A token has a character that stands for no byte.
    Alphabet {
        /// The token.
        token: String,
    },
    /// There is no vocabulary.
    NoVocabulary,
    /// There is no token in the vocabulary.
    EmptyVocabulary,
    /// A token is empty, or longer than any token is.
    TokenBytes {
        /// Its bytes.
        bytes: usize,
        /// The most that it may have.
        most: usize,
    },
    /// A token without an id.
    NoId {
        /// The token.
        token: String,
    },
    /// Two tokens of one id.
    SameId {
        /// The one.
        one: String,
        /// The other.
        other: String,
        /// Their id.
        id: u32,
    },
    /// More added tokens than any tokenizer has.
    Added {
        /// How many.
        count: usize,
        /// The most that are read.
        most: usize,
    },
    /// Two added tokens that take the same space.
    AddedSpace {
        /// The one that begins with it.
        token: String,
    },
    /// An added token with an id that the library would not give it.
    AddedId {
        /// The token.
        token: String,
        /// Its id.
        id: u32,
        /// The id in its place.
        given: u32,
    },
    /// A text that is too long to be tokenized at once.
    TextTooLong {
        /// Its bytes.
        bytes: usize,
        /// The most that are tokenized.
        most: usize,
    },
    /// A text that the library cannot tokenize.
    Text {
        /// What it says.
        why: String,
    },
    /// A key that byte-level BPE has no use for.
    Set {
        /// The key.
        key: String,
    },
    /// Merges are left out at random.
    Dropout,
    /// There are no merges.
    NoMerges,
    /// A merge is not a pair.
    Merge {
        /// The merge.
        merge: String,
    },
    /// A merge of, or into, something that is no token.
    MergeToken {
        /// The merge.
        merge: String,
        /// What is no token.
        token: String,
    },
    /// A key is missing.
    Missing {
        /// The key.
        key: String,
    },
    /// A key is neither true nor false.
    Flag {
        /// The key.
        key: String,
        /// Its value.
        found: String,
    },
    /// The normalizers make a text too long.
    Growth {
        /// How many times as long it can become.
        growth: usize,
        /// How many times something is put before it.
        prepends: usize,
        /// How many times as long it may become.
        most: usize,
    },
    /// A word is made byte-level, or prefixed, more than once.
    Twice {
        /// How many times byte-level.
        levels: usize,
        /// How many times prefixed.
        spaces: usize,
    },
    /// A step without a type.
    NoType {
        /// `normalizer` or `pre_tokenizer`.
        step: String,
        /// The step.
        found: String,
    },
    /// A sequence without its steps, or within too many others.
    Sequence {
        /// `normalizer` or `pre_tokenizer`.
        step: String,
        /// The key of its steps.
        list: String,
        /// The most levels.
        deepest: usize,
    },
    /// More steps than any tokenizer has.
    Steps {
        /// `normalizer` or `pre_tokenizer`.
        step: String,
        /// The most that are read.
        most: usize,
    },
    /// A type of step that is not known.
    Type {
        /// `normalizer` or `pre_tokenizer`.
        step: String,
        /// Its type.
        found: String,
        /// The types that are known.
        known: String,
    },
    /// A step puts in nothing, or more than any does.
    InsertBytes {
        /// The key of what it puts in.
        key: String,
        /// Its bytes.
        bytes: usize,
        /// The most that it may have.
        most: usize,
    },
    /// A step does not say what it puts in.
    NoInsert {
        /// The key that is missing.
        key: String,
    },
    /// The sign for a space is not one character.
    Replacement,
    /// A rule of where the sign for a space comes that is not known.
    Scheme {
        /// The rule.
        found: String,
    },
    /// A rule of what becomes of what was found that is not known.
    Behavior {
        /// The rule.
        found: String,
    },
    /// A pattern is empty, or longer than any is.
    PatternBytes {
        /// Its bytes.
        bytes: usize,
        /// The most that it may have.
        most: usize,
    },
    /// A pattern of an unknown kind.
    PatternKind {
        /// The pattern.
        found: String,
    },
    /// The library refuses a pattern.
    PatternUnusable {
        /// What it says.
        why: String,
    },
    /// A regular expression that may run for minutes.
    Regex {
        /// The expression.
        regex: String,
        /// What is not simple about it.
        why: RegexFault,
    },
}

/// Why a regular expression is not simple enough to be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RegexFault {
    /// It is too long.
    Long,
    /// It matches the empty text.
    Empty,
    /// Something follows what may repeat without end.
    GoesOn,
    /// It has a group.
    Group,
    /// A sign stands where it means nothing.
    Sign,
    /// An escape that is not known.
    Escape,
    /// A class of no characters.
    EmptyClass,
    /// A class that does not end.
    OpenClass,
    /// A class within a class.
    NestedClass,
    /// Classes that are added or subtracted.
    Arithmetic,
    /// A repetition of another form.
    Repetition,
}

impl TokenizerFault {
    pub(super) fn words(&self, say: &Catalogue) -> String {
        use TokenizerFault as Fault;
        match self {
            Fault::Unreadable { why } => say.tokenizer_unreadable(why),
            Fault::Unusable { why } => say.tokenizer_unusable(why),
            Fault::TooLarge { bytes, most } => say.tokenizer_too_large(*bytes as u64, *most as u64),
            Fault::Values { most } => say.tokenizer_values(*most as u64),
            Fault::Version { found } => say.tokenizer_version(found),
            Fault::Model { found } => say.tokenizer_model(found),
            Fault::Piece { entry } => say.tokenizer_piece(entry),
            Fault::UnknownId { found } => say.tokenizer_unknown_id(found),
            Fault::Charsmap => say.tokenizer_charsmap(),
            Fault::NoByte { token } => say.tokenizer_no_byte(token),
            Fault::NotByteLevel => say.tokenizer_not_byte_level(),
            Fault::Alphabet { token } => say.tokenizer_alphabet(token),
            Fault::NoVocabulary => say.tokenizer_no_vocabulary(),
            Fault::EmptyVocabulary => say.tokenizer_empty_vocabulary(),
            Fault::TokenBytes { bytes, most } => {
                say.tokenizer_token_bytes(*bytes as u64, *most as u64)
            }
            Fault::NoId { token } => say.tokenizer_no_id(token),
            Fault::SameId { one, other, id } => say.tokenizer_same_id(one, other, id.to_string()),
            Fault::Added { count, most } => say.tokenizer_added(*count as u64, *most as u64),
            Fault::AddedSpace { token } => say.tokenizer_added_space(token),
            Fault::AddedId { token, id, given } => {
                say.tokenizer_added_id(token, id.to_string(), given.to_string())
            }
            Fault::TextTooLong { bytes, most } => {
                say.tokenizer_text_too_long(bytes.to_string(), most.to_string())
            }
            Fault::Text { why } => say.tokenizer_text(why),
            Fault::Set { key } => say.tokenizer_set(key),
            Fault::Dropout => say.tokenizer_dropout(),
            Fault::NoMerges => say.tokenizer_no_merges(),
            Fault::Merge { merge } => say.tokenizer_merge(merge),
            Fault::MergeToken { merge, token } => say.tokenizer_merge_token(merge, token),
            Fault::Missing { key } => say.tokenizer_missing(key),
            Fault::Flag { key, found } => say.tokenizer_flag(key, found),
            Fault::Growth {
                growth,
                prepends,
                most,
            } => say.tokenizer_growth(*growth as u64, *prepends as u64, *most as u64),
            Fault::Twice { levels, spaces } => say.tokenizer_twice(*levels as u64, *spaces as u64),
            Fault::NoType { step, found } => say.tokenizer_no_type(step, found),
            Fault::Sequence {
                step,
                list,
                deepest,
            } => say.tokenizer_sequence(step, list, *deepest as u64),
            Fault::Steps { step, most } => say.tokenizer_steps(step, *most as u64),
            Fault::Type { step, found, known } => say.tokenizer_type(step, found, known),
            Fault::InsertBytes { key, bytes, most } => {
                say.tokenizer_insert_bytes(key, *bytes as u64, *most as u64)
            }
            Fault::NoInsert { key } => say.tokenizer_no_insert(key),
            Fault::Replacement => say.tokenizer_replacement(),
            Fault::Scheme { found } => say.tokenizer_scheme(found),
            Fault::Behavior { found } => say.tokenizer_behavior(found),
            Fault::PatternBytes { bytes, most } => {
                say.tokenizer_pattern_bytes(*bytes as u64, *most as u64)
            }
            Fault::PatternKind { found } => say.tokenizer_pattern_kind(found),
            Fault::PatternUnusable { why } => say.tokenizer_pattern_unusable(why),
            Fault::Regex { regex, why } => say.tokenizer_regex(regex, why.words(say)),
        }
        .to_string()
    }
}

impl RegexFault {
    /// What the expression does, in the catalogue's language.
    pub fn words(self, say: &Catalogue) -> String {
        match self {
            RegexFault::Long => say.regex_long(),
            RegexFault::Empty => say.regex_empty(),
            RegexFault::GoesOn => say.regex_goes_on(),
            RegexFault::Group => say.regex_group(),
            RegexFault::Sign => say.regex_sign(),
            RegexFault::Escape => say.regex_escape(),
            RegexFault::EmptyClass => say.regex_empty_class(),
            RegexFault::OpenClass => say.regex_open_class(),
            RegexFault::NestedClass => say.regex_nested_class(),
            RegexFault::Arithmetic => say.regex_arithmetic(),
            RegexFault::Repetition => say.regex_repetition(),
        }
        .to_string()
    }
}
