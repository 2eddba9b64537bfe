//! What the context is asked for: how large, what happens when it is full, and what tokens cost.

use std::fmt;

use logitscope_core::context::WhenFull;
use logitscope_core::context::cost::{LARGEST_PRICE, Prices};

use super::strategies::{MOST_TOKENS, Words};

/// A text in a context that may be smaller than it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContextChoices {
    /// What happens when it is full.
    pub when_full: WhenFull,
    /// The context, in tokens.
    pub n_ctx: u32,
    /// How many tokens are forgotten at once.
    pub drop: u32,
    /// The most tokens.
    pub max_tokens: u32,
}

impl Default for ContextChoices {
    fn default() -> Self {
        ContextChoices {
            when_full: WhenFull::Slide,
            n_ctx: 16,
            drop: 4,
            max_tokens: 40,
        }
    }
}

/// The largest context that can be asked for; a model may have less.
const LARGEST: u32 = 1 << 20;
const STOP: &str = "stop";
const SLIDE: &str = "slide";
const MIDDLE: &str = "middle";

impl ContextChoices {
    /// Reads `slide,16,4,40`, `stop,…` or `middle4,…`; `None` if it is spelled in another way, or out of range.
    pub fn read(text: &str) -> Option<Self> {
        let usual = ContextChoices::default();
        let mut words = Words::new(text);
        let choices = ContextChoices {
            when_full: words.next(usual.when_full, when_full)?,
            n_ctx: words.whole(usual.n_ctx, 2, LARGEST)?,
            drop: words.whole(usual.drop, 1, LARGEST)?,
            max_tokens: words.whole(usual.max_tokens, 1, MOST_TOKENS)?,
        };
        words.end(choices)
    }
}

fn when_full(word: &str) -> Option<WhenFull> {
    match word {
        STOP => Some(WhenFull::Stop),
        SLIDE => Some(WhenFull::Slide),
        _ => {
            let first: u32 = word.strip_prefix(MIDDLE)?.parse().ok()?;
            (first <= LARGEST).then_some(WhenFull::DropMiddle(first))
        }
    }
}

impl fmt::Display for ContextChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.when_full {
            WhenFull::Stop => f.write_str(STOP)?,
            WhenFull::Slide => f.write_str(SLIDE)?,
            WhenFull::DropMiddle(first) => write!(f, "{MIDDLE}{first}")?,
        }
        write!(f, ",{},{},{}", self.n_ctx, self.drop, self.max_tokens)
    }
}

/// What a visitor pays for tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CostChoices {
    /// A million of them.
    pub prices: Prices,
    /// How often the run is asked for.
    pub runs: u64,
}

impl Default for CostChoices {
    fn default() -> Self {
        CostChoices {
            prices: Prices::default(),
            runs: 1_000,
        }
    }
}

/// The most runs that are reckoned.
pub const MOST_RUNS: u64 = 1_000_000_000;

impl CostChoices {
    /// Reads `1,0.1,4,1000`; `None` if it is spelled in another way, or out of range.
    pub fn read(text: &str) -> Option<Self> {
        let usual = CostChoices::default();
        let mut words = Words::new(text);
        let mut price = |usual| words.next(usual, CostChoices::price);
        let prices = Prices {
            input: price(usual.prices.input)?,
            cached: price(usual.prices.cached)?,
            output: price(usual.prices.output)?,
        };
        let runs = words.next(usual.runs, CostChoices::times)?;
        words.end(CostChoices { prices, runs })
    }

    /// Reads a price.
    pub fn price(text: &str) -> Option<f64> {
        let within = |x: &f64| (0.0..=LARGEST_PRICE).contains(x);
        text.trim().parse().ok().filter(within)
    }

    /// Reads a number of runs.
    pub fn times(text: &str) -> Option<u64> {
        let within = |n: &u64| (1..=MOST_RUNS).contains(n);
        text.trim().parse().ok().filter(within)
    }
}

impl fmt::Display for CostChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Prices {
            input,
            cached,
            output,
        } = self.prices;
        write!(f, "{input},{cached},{output},{}", self.runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_spelled() {
        let middle = ContextChoices {
            when_full: WhenFull::DropMiddle(4),
            n_ctx: 20,
            drop: 3,
            max_tokens: 9,
        };
        assert_eq!(middle.to_string(), "middle4,20,3,9");
        assert_eq!(ContextChoices::read("middle4,20,3,9"), Some(middle));
        assert_eq!(ContextChoices::read(""), Some(ContextChoices::default()));
        let stop = ContextChoices::read("stop").map(|c| c.when_full);
        assert_eq!(stop, Some(WhenFull::Stop));
        for bad in ["x", "slide,1", "slide,8,0", "middle", "slide,8,1,9,9"] {
            assert_eq!(ContextChoices::read(bad), None, "{bad}");
        }
        let cost = CostChoices {
            runs: 7,
            ..CostChoices::default()
        };
        assert_eq!(cost.to_string(), "1,0.1,4,7");
        assert_eq!(CostChoices::read("1,0.1,4,7"), Some(cost));
        for bad in ["-1", "NaN", "1,1,1e7", "1,1,1,0", "1,1,1,1,1"] {
            assert_eq!(CostChoices::read(bad), None, "{bad}");
        }
    }
}
