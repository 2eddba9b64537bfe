//! A grammar that the generated text has to follow, and what it leaves of the vocabulary at a step. Who has a parser works out the
//! [`Mask`]s (the `grammar` crate); the chain only applies them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::TokenId;

/// The most bytes of a grammar.
pub const LONGEST_GRAMMAR: usize = 8 << 10;

/// How a grammar is written.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// A regular expression, over the whole text.
    #[default]
    Regex,
    /// A JSON Schema.
    JsonSchema,
    /// Rules and terminals in the manner of Lark.
    Lark,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::Regex, Language::JsonSchema, Language::Lark];

    /// Its name in links and options.
    pub const fn name(self) -> &'static str {
        match self {
            Language::Regex => "regex",
            Language::JsonSchema => "json_schema",
            Language::Lark => "lark",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Language {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let found = Language::ALL.into_iter().find(|own| own.name() == name);
        found.ok_or(())
    }
}

/// A grammar. Without a text it lets everything pass.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Grammar {
    /// How it is written.
    pub language: Language,
    /// The regular expression, the schema, or the rules; at most [`LONGEST_GRAMMAR`] bytes.
    pub text: String,
}

impl Grammar {
    /// Whether it lets everything pass.
    pub fn is_idle(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The tokens that a grammar allows at a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mask {
    /// A bit for each token, the first one in the lowest bit of the first word.
    words: Vec<u32>,
    d_vocab: usize,
}

impl Mask {
    /// From a bit for each of `d_vocab` tokens, lowest first. Bits beyond them do not count, and those that are missing are 0.
    pub fn new(mut words: Vec<u32>, d_vocab: usize) -> Self {
        words.resize(d_vocab.div_ceil(32), 0);
        if let Some(last) = words.last_mut().filter(|_| !d_vocab.is_multiple_of(32)) {
            *last &= (1 << (d_vocab % 32)) - 1;
        }
        Mask { words, d_vocab }
    }

    /// Whether it allows `token`.
    pub fn allows(&self, token: TokenId) -> bool {
        let word = self.words.get(token as usize / 32);
        word.is_some_and(|word| word >> (token % 32) & 1 == 1)
    }

    /// 1 for a token that it allows, else 0, `[d_vocab]`: how a strategy is told.
    pub fn row(&self) -> Vec<f32> {
        let bit = |token| f32::from(u8::from(self.allows(token)));
        (0..self.d_vocab as TokenId).map(bit).collect()
    }

    /// How many tokens it allows.
    pub fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// The tokens that it does not allow.
    pub fn forbidden(&self) -> impl Iterator<Item = TokenId> + '_ {
        (0..self.d_vocab as TokenId).filter(|token| !self.allows(*token))
    }
}

/// What is known of the masks of a step, each with its grammar.
pub type Masks = [(Grammar, Arc<Mask>)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_has_a_bit_for_each_token_and_no_more() {
        let mask = Mask::new(vec![0b101, u32::MAX], 34);
        let allowed: Vec<_> = (0..40).filter(|token| mask.allows(*token)).collect();
        assert_eq!(allowed, [0, 2, 32, 33]);
        assert_eq!((mask.count(), mask.forbidden().count()), (4, 30));
        assert_eq!(Mask::new(vec![], 3).count(), 0);
        assert_eq!(Mask::new(vec![u32::MAX; 9], 64).count(), 64);
    }
}
