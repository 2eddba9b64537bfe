//! What the grammars of a strategy's sampler allow behind its texts: asked for before the logits that they act on.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Ask, Sampling};
use crate::TokenId;
use crate::chain::grammar::Masks;
use crate::chain::{Grammar, Mask};

/// By what was generated.
type ByText = HashMap<Vec<TokenId>, Vec<(Grammar, Arc<Mask>)>>;

/// What is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    /// How many tokens of a text were not generated: no grammar holds for them.
    prompt_len: Option<usize>,
    /// Shared by copies of a sampler, which are many.
    masks: Arc<ByText>,
}

impl Known {
    fn generated<'a>(&self, text: &'a [TokenId]) -> &'a [TokenId] {
        &text[self.prompt_len.unwrap_or_default().min(text.len())..]
    }

    /// The masks behind `text`.
    pub(super) fn behind(&self, text: &[TokenId]) -> &Masks {
        let found = self.masks.get(self.generated(text));
        found.map(Vec::as_slice).unwrap_or_default()
    }

    fn lacks(&self, text: &[TokenId], grammar: &Grammar) -> bool {
        self.behind(text).iter().all(|(own, _)| own != grammar)
    }
}

impl Sampling {
    /// The same for texts of which the first `tokens` were not generated, unless it knows already where what is generated begins: a grammar holds
    /// from there on.
    pub fn generating_from(mut self, tokens: usize) -> Self {
        self.known.prompt_len.get_or_insert(tokens);
        self
    }

    /// What a grammar of the chain is to say behind these texts before their logits can be used; `None` if all is known.
    pub fn missing_masks(&self, texts: &[Vec<TokenId>]) -> Option<Ask> {
        let mut missing = self.chain.grammars().map(|grammar| {
            let lacking = texts.iter().filter(|text| self.known.lacks(text, grammar));
            let generated: Vec<_> = lacking
                .map(|text| self.known.generated(text).to_vec())
                .collect();
            (grammar.clone(), generated)
        });
        let (grammar, generated) = missing.find(|(_, generated)| !generated.is_empty())?;
        Some(Ask::Masks { grammar, generated })
    }

    /// Takes what it was missing behind these texts, a row of 1 and 0 for each; false if it missed nothing.
    pub fn accept_masks(&mut self, texts: &[Vec<TokenId>], rows: &[Vec<f32>]) -> bool {
        let Some(Ask::Masks { grammar, generated }) = self.missing_masks(texts) else {
            return false;
        };
        let masks = Arc::make_mut(&mut self.known.masks);
        for (text, row) in generated.into_iter().zip(rows) {
            let bits = |word: &[f32]| {
                let set = (0..).zip(word).filter(|(_, allowed)| **allowed > 0.0);
                set.fold(0, |bits, (at, _)| bits | 1_u32 << at)
            };
            let mask = Mask::new(row.chunks(32).map(bits).collect(), row.len());
            let known = masks.entry(text).or_default();
            known.push((grammar.clone(), Arc::new(mask)));
        }
        true
    }

    /// Whether the grammars are known to allow `token` behind `text`.
    pub fn allows(&self, text: &[TokenId], token: TokenId) -> bool {
        let allows = |grammar: &Grammar| {
            let mut masks = self.known.behind(text).iter();
            masks.any(|(own, mask)| own == grammar && mask.allows(token))
        };
        self.chain.grammars().all(allows)
    }
}
