//! A set of tokens in which many are looked up.

use crate::TokenId;

/// A bit for each id up to the greatest.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks {
    bits: Vec<u64>,
}

impl Marks {
    pub(super) fn holds(&self, token: TokenId) -> bool {
        let bits = self.bits.get(token as usize / 64);
        bits.is_some_and(|bits| bits >> (token % 64) & 1 == 1)
    }
}

impl FromIterator<TokenId> for Marks {
    fn from_iter<I: IntoIterator<Item = TokenId>>(tokens: I) -> Self {
        let mut bits = Vec::new();
        for token in tokens {
            let place = token as usize / 64;
            if place >= bits.len() {
                bits.resize(place + 1, 0);
            }
            bits[place] |= 1 << (token % 64);
        }
        Marks { bits }
    }
}
