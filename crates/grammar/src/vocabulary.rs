//! A vocabulary as the parser takes it.

use std::sync::Arc;

use llguidance::toktrie::{ApproximateTokEnv, TokEnv, TokRxInfo, TokTrie};
use logitscope_core::{TokenId, Vocab};

/// Marks a token that is no text: without it the token that ends a text would be allowed wherever its name is.
const NO_TEXT: u8 = 0xff;

/// The bytes of every token, as a tree.
#[derive(Clone)]
pub struct Vocabulary {
    pub(crate) env: TokEnv,
    pub(crate) d_vocab: usize,
    /// The token that ends a text. A model that has none gets one behind its last, which no mask ever shows.
    pub(crate) end: TokenId,
}

impl Vocabulary {
    /// The tokens of `vocab`. Tokens without bytes are never allowed.
    pub fn new(vocab: &Vocab) -> Self {
        let d_vocab = vocab.len();
        let end = vocab.end_of_text().unwrap_or(d_vocab as TokenId);
        let mut words: Vec<Vec<u8>> = (0..d_vocab as TokenId)
            .map(|id| vocab.bytes(id).to_vec())
            .collect();
        words.resize(words.len().max(end as usize + 1), Vec::new());
        let mut marked = vec![NO_TEXT];
        marked.extend_from_slice(b"<end>");
        words[end as usize] = marked;
        let trie = TokTrie::from(&TokRxInfo::new(words.len() as u32, end), &words);
        Vocabulary {
            // Every token that is in the language, not only the one that a tokenizer would choose.
            env: Arc::new(ApproximateTokEnv::new(trie)),
            d_vocab,
            end,
        }
    }
}
