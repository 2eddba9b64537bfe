//! What a guided text is asked for.

use std::fmt;

use logitscope_core::guided::{MOST_CANDIDATES, MOST_SCALE};

use super::strategies::{MOST_TOKENS, Words, name_of, named};

/// By which score the next token is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GuideBy {
    /// Contrastive search.
    Search,
    /// Contrastive decoding.
    Decoding,
    /// Classifier-free guidance.
    #[default]
    Guidance,
    /// DoLa.
    Dola,
}

const RULES: [(GuideBy, &str); 4] = [
    (GuideBy::Guidance, "guidance"),
    (GuideBy::Search, "search"),
    (GuideBy::Decoding, "decoding"),
    (GuideBy::Dola, "dola"),
];

const WAYS: [(bool, &str); 2] = [(false, "best"), (true, "drawn")];

/// A guided text. Each rule has its own numbers; those of the others are kept beside them.
#[derive(Debug, Clone, PartialEq)]
pub struct GuideChoices {
    /// The score.
    pub by: GuideBy,
    /// The most tokens.
    pub max_tokens: u32,
    /// Whether tokens are drawn, by the chain and the seed of the page.
    pub drawn: bool,
    /// k of contrastive search.
    pub k: u32,
    /// α of contrastive search.
    pub alpha: f64,
    /// α of contrastive decoding and of DoLa: what share of the largest probability makes a token plausible.
    pub head: f64,
    /// g.
    pub scale: f64,
    /// The other prompt of guidance; empty for the last token of the text.
    pub against: String,
}

impl Default for GuideChoices {
    fn default() -> Self {
        GuideChoices {
            by: GuideBy::Guidance,
            max_tokens: 20,
            drawn: false,
            k: 4,
            alpha: 0.6,
            head: 0.1,
            scale: 1.5,
            against: String::new(),
        }
    }
}

impl GuideChoices {
    /// Reads `guidance,20,best,4,0.6,0.1,1.5`; `None` if it is spelled in another way, or out of range. The other prompt is not in it.
    pub fn read(text: &str) -> Option<Self> {
        let usual = GuideChoices::default();
        let mut words = Words::new(text);
        let within = |low: f64, high: f64| {
            move |word: &str| {
                let read = word.parse().ok();
                read.filter(|x: &f64| (low..=high).contains(x))
            }
        };
        let choices = GuideChoices {
            by: words.next(usual.by, |word| named(&RULES, word))?,
            max_tokens: words.whole(usual.max_tokens, 1, MOST_TOKENS)?,
            drawn: words.next(usual.drawn, |word| named(&WAYS, word))?,
            k: words.whole(usual.k, 1, MOST_CANDIDATES)?,
            alpha: words.next(usual.alpha, within(0.0, 1.0))?,
            head: words.next(usual.head, within(0.0, 1.0))?,
            scale: words.next(usual.scale, within(-MOST_SCALE, MOST_SCALE))?,
            against: usual.against,
        };
        words.end(choices)
    }
}

impl fmt::Display for GuideChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (by, way) = (name_of(&RULES, self.by), name_of(&WAYS, self.drawn));
        let GuideChoices {
            max_tokens,
            k,
            alpha,
            head,
            scale,
            ..
        } = self;
        write!(f, "{by},{max_tokens},{way},{k},{alpha},{head},{scale}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_spelled() {
        let choices = GuideChoices {
            by: GuideBy::Dola,
            drawn: true,
            scale: -0.5,
            ..GuideChoices::default()
        };
        assert_eq!(choices.to_string(), "dola,20,drawn,4,0.6,0.1,-0.5");
        assert_eq!(GuideChoices::read(&choices.to_string()), Some(choices));
        assert_eq!(GuideChoices::read(""), Some(GuideChoices::default()));
        let search = GuideChoices::read("search,9").map(|c| (c.by, c.max_tokens));
        assert_eq!(search, Some((GuideBy::Search, 9)));
        for bad in [
            "x",
            "search,0",
            "search,9,x",
            "search,9,best,0",
            "dola,9,best,4,2",
            "a,1,best,4,1,1,99",
        ] {
            assert_eq!(GuideChoices::read(bad), None, "{bad}");
        }
    }
}
