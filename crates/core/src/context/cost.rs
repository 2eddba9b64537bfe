//! What tokens cost where they are sold.

use serde::{Deserialize, Serialize};

/// Prices of a million tokens, in any currency.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Prices {
    /// Of the prompt.
    pub input: f64,
    /// Of a prompt that the server still has from a request before.
    pub cached: f64,
    /// Of generated tokens.
    pub output: f64,
}

/// The largest price that can be said.
pub const LARGEST_PRICE: f64 = 1e6;

impl Default for Prices {
    /// An example, of no provider: input at 1, a tenth of that from the cache, output at 4.
    fn default() -> Self {
        Prices {
            input: 1.0,
            cached: 0.1,
            output: 4.0,
        }
    }
}

/// Tokens by what they cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Prompt tokens that are computed.
    pub input: u64,
    /// Prompt tokens that are in the cache.
    pub cached: u64,
    /// Generated tokens.
    pub output: u64,
}

impl Usage {
    /// `runs` requests with the same prompt and as many generated tokens each; with `caches` all but the first one find the prompt in the server's
    /// cache.
    pub fn of(prompt: u64, output: u64, runs: u64, caches: bool) -> Self {
        let fresh = if caches { runs.min(1) } else { runs };
        Usage {
            input: prompt * fresh,
            cached: prompt * (runs - fresh),
            output: output * runs,
        }
    }

    /// What each kind costs, in the currency of `prices`: input, cached input, output.
    pub fn costs(&self, prices: &Prices) -> [f64; 3] {
        let each = |tokens: u64, price: f64| tokens as f64 * price / 1e6;
        [
            each(self.input, prices.input),
            each(self.cached, prices.cached),
            each(self.output, prices.output),
        ]
    }
}
