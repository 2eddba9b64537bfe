//! What a strategy is asked for, and how a link spells it: values with commas between them, those at the end left out where they are the
//! ordinary ones.

use std::fmt;

use logitscope_core::beam::EarlyStopping;
use logitscope_core::beam::options::{LARGEST_PENALTY, MOST_BEAMS, MOST_DIVERSE};
use logitscope_core::explore;
use logitscope_core::speculative::Rule;
use logitscope_core::speculative::figures::MOST_DRAFTED;

/// The most tokens that a strategy writes on the page.
pub const MOST_TOKENS: u32 = 200;

const DRAWN: &str = "drawn";
const STOCHASTIC: &str = "stochastic";
const DIVERSE: &str = "diverse";
const ADAPTS: &str = "adapts";

/// Which candidates of a beam search go on.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum BeamWay {
    /// The best ones.
    #[default]
    Best,
    /// Those that are drawn, by the chain and the seed of the page.
    Drawn,
    /// Those of texts that are drawn without replacement, by the chain and the seed of the page.
    Stochastic,
    /// The best ones of groups that avoid each other's tokens.
    Diverse {
        /// How many groups.
        groups: u32,
        /// δ, by which a token is lowered that another group took.
        strength: f64,
    },
}

/// A beam search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BeamChoices {
    /// How many texts grow side by side.
    pub width: u32,
    /// λ.
    pub length_penalty: f64,
    /// When it ends.
    pub early_stopping: EarlyStopping,
    /// The most tokens.
    pub max_tokens: u32,
    /// Which candidates go on.
    pub way: BeamWay,
}

impl Default for BeamChoices {
    fn default() -> Self {
        BeamChoices {
            width: 4,
            length_penalty: 1.0,
            early_stopping: EarlyStopping::Likely,
            max_tokens: 12,
            way: BeamWay::Best,
        }
    }
}

/// Who drafts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DraftBy {
    /// The small model that comes with the page.
    #[default]
    Model,
    /// The first layers of the model itself, so many of them.
    Layers(u32),
    /// The text itself: what followed its last tokens before.
    Lookup,
}

/// Speculative decoding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpeculateChoices {
    /// Who drafts.
    pub by: DraftBy,
    /// Which drafted tokens are kept.
    pub rule: Rule,
    /// γ: how many tokens are drafted a round.
    pub drafted: u32,
    /// Whether γ follows what is kept.
    pub adapts: bool,
    /// The most tokens.
    pub max_tokens: u32,
}

impl Default for SpeculateChoices {
    fn default() -> Self {
        SpeculateChoices {
            by: DraftBy::Model,
            rule: Rule::Ratio,
            drafted: 4,
            adapts: false,
            max_tokens: 24,
        }
    }
}

/// An exploration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExploreChoices {
    /// How many ways on from each branch are shown.
    pub tokens: u32,
    /// How many tokens the longest branch has.
    pub depth: u32,
}

impl Default for ExploreChoices {
    fn default() -> Self {
        ExploreChoices {
            tokens: 3,
            depth: 4,
        }
    }
}

/// Reads the values of a choice, one after another; a value that is not there is the ordinary one.
pub(super) struct Words<'a>(std::str::Split<'a, char>);

impl Words<'_> {
    pub(super) fn new(text: &str) -> Words<'_> {
        Words(text.split(','))
    }

    /// The next word by `read`; `ordinary` where there is none, `None` where it cannot be read.
    pub(super) fn next<T>(&mut self, ordinary: T, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        match self.0.next() {
            None | Some("") => Some(ordinary),
            Some(word) => read(word),
        }
    }

    pub(super) fn whole(&mut self, ordinary: u32, least: u32, most: u32) -> Option<u32> {
        let within = |n: &u32| (least..=most).contains(n);
        self.next(ordinary, |word| word.parse().ok().filter(within))
    }

    fn flag(&mut self, name: &str) -> Option<bool> {
        self.next(false, |word| (word == name).then_some(true))
    }

    /// `value`, if there are no more words.
    pub(super) fn end<T>(mut self, value: T) -> Option<T> {
        self.0.next().is_none().then_some(value)
    }
}

const STOPPINGS: [(EarlyStopping, &str); 3] = [
    (EarlyStopping::Likely, "likely"),
    (EarlyStopping::Always, "always"),
    (EarlyStopping::Never, "never"),
];

const RULES: [(Rule, &str); 3] = [
    (Rule::Ratio, "ratio"),
    (Rule::ExactMatch, "exact"),
    (Rule::Everything, "everything"),
];

pub(super) fn named<T: Copy>(all: &[(T, &str)], word: &str) -> Option<T> {
    let found = all.iter().find(|(_, name)| *name == word);
    found.map(|(value, _)| *value)
}

pub(super) fn name_of<T: PartialEq>(all: &[(T, &'static str)], value: T) -> &'static str {
    let found = all.iter().find(|(own, _)| *own == value);
    found.map_or("", |(_, name)| name)
}

impl BeamChoices {
    /// Reads `4,1,likely,12,drawn`; `None` if it is spelled in another way, or out of range.
    pub fn read(text: &str) -> Option<Self> {
        let usual = BeamChoices::default();
        let mut words = Words::new(text);
        let within = |x: &f64| x.abs() <= LARGEST_PENALTY;
        let choices = BeamChoices {
            width: words.whole(usual.width, 1, MOST_BEAMS)?,
            length_penalty: words.next(usual.length_penalty, |word| {
                word.parse().ok().filter(within)
            })?,
            early_stopping: words.next(usual.early_stopping, |word| named(&STOPPINGS, word))?,
            max_tokens: words.whole(usual.max_tokens, 1, MOST_TOKENS)?,
            way: words.next(usual.way, BeamWay::read)?,
        };
        let groups = match choices.way {
            BeamWay::Diverse { groups, .. } => groups,
            _ => 1,
        };
        words
            .end(choices)
            .filter(|all| all.width.is_multiple_of(groups))
    }
}

impl fmt::Display for BeamChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stopping = name_of(&STOPPINGS, self.early_stopping);
        let (width, penalty, most) = (self.width, self.length_penalty, self.max_tokens);
        write!(f, "{width},{penalty},{stopping},{most}")?;
        match self.way {
            BeamWay::Best => Ok(()),
            BeamWay::Drawn => write!(f, ",{DRAWN}"),
            BeamWay::Stochastic => write!(f, ",{STOCHASTIC}"),
            BeamWay::Diverse { groups, strength } => write!(f, ",{DIVERSE}{groups}~{strength}"),
        }
    }
}

impl BeamWay {
    /// Whether the dice of the page have a part in it.
    pub fn is_drawn(self) -> bool {
        matches!(self, BeamWay::Drawn | BeamWay::Stochastic)
    }

    /// Reads `drawn`, `stochastic`, or `diverse2~0.5`.
    fn read(word: &str) -> Option<Self> {
        match word {
            DRAWN => return Some(BeamWay::Drawn),
            STOCHASTIC => return Some(BeamWay::Stochastic),
            _ => {}
        }
        let (groups, strength) = word.strip_prefix(DIVERSE)?.split_once('~')?;
        let strength = strength.parse().ok()?;
        let within = (0.0..=MOST_DIVERSE).contains(&strength);
        let groups = groups.parse().ok().filter(|n| *n > 0 && within)?;
        Some(BeamWay::Diverse { groups, strength })
    }
}

impl DraftBy {
    /// Reads `model`, `lookup`, or `layers3`.
    fn read(word: &str) -> Option<Self> {
        match word {
            "model" => Some(DraftBy::Model),
            "lookup" => Some(DraftBy::Lookup),
            _ => {
                let n = word.strip_prefix("layers")?.parse().ok()?;
                (n > 0).then_some(DraftBy::Layers(n))
            }
        }
    }
}

impl fmt::Display for DraftBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DraftBy::Model => f.write_str("model"),
            DraftBy::Lookup => f.write_str("lookup"),
            DraftBy::Layers(n) => write!(f, "layers{n}"),
        }
    }
}

impl SpeculateChoices {
    /// Reads `model,ratio,4,24,adapts`; `None` if it is spelled in another way, or out of range.
    pub fn read(text: &str) -> Option<Self> {
        let usual = SpeculateChoices::default();
        let mut words = Words::new(text);
        let choices = SpeculateChoices {
            by: words.next(usual.by, DraftBy::read)?,
            rule: words.next(usual.rule, |word| named(&RULES, word))?,
            drafted: words.whole(usual.drafted, 0, MOST_DRAFTED)?,
            max_tokens: words.whole(usual.max_tokens, 1, MOST_TOKENS)?,
            adapts: words.flag(ADAPTS)?,
        };
        words.end(choices)
    }
}

impl fmt::Display for SpeculateChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = name_of(&RULES, self.rule);
        let (by, drafted, most) = (self.by, self.drafted, self.max_tokens);
        write!(f, "{by},{rule},{drafted},{most}")?;
        match self.adapts {
            true => write!(f, ",{ADAPTS}"),
            false => Ok(()),
        }
    }
}

impl ExploreChoices {
    /// Reads `3,4`; `None` if it is spelled in another way, or out of range.
    pub fn read(text: &str) -> Option<Self> {
        let usual = ExploreChoices::default();
        let mut words = Words::new(text);
        let choices = ExploreChoices {
            tokens: words.whole(usual.tokens, 1, explore::MOST.0)?,
            depth: words.whole(usual.depth, 1, explore::MOST.1)?,
        };
        words.end(choices)
    }
}

impl fmt::Display for ExploreChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.tokens, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_spelled() {
        let beams = BeamChoices {
            width: 8,
            length_penalty: -0.5,
            early_stopping: EarlyStopping::Never,
            max_tokens: 20,
            way: BeamWay::Drawn,
        };
        assert_eq!(beams.to_string(), "8,-0.5,never,20,drawn");
        let diverse = BeamChoices::read("4,1,likely,12,diverse2~0.5");
        let way = BeamWay::Diverse {
            groups: 2,
            strength: 0.5,
        };
        assert_eq!(diverse.map(|b| b.way), Some(way));
        let stochastic = BeamChoices::read("4,1,likely,12,stochastic").expect("it is spelled so");
        assert_eq!(stochastic.way, BeamWay::Stochastic);
        assert_eq!(stochastic.to_string(), "4,1,likely,12,stochastic");
        let speculate = SpeculateChoices {
            by: DraftBy::Layers(3),
            rule: Rule::Everything,
            drafted: 0,
            adapts: true,
            max_tokens: 7,
        };
        assert_eq!(speculate.to_string(), "layers3,everything,0,7,adapts");
        let explore = ExploreChoices {
            tokens: 5,
            depth: 2,
        };
        assert_eq!(BeamChoices::read(&beams.to_string()), Some(beams));
        assert_eq!(
            SpeculateChoices::read(&speculate.to_string()),
            Some(speculate)
        );
        assert_eq!(ExploreChoices::read(&explore.to_string()), Some(explore));
        assert_eq!(BeamChoices::read(""), Some(BeamChoices::default()));
        assert_eq!(BeamChoices::read("2").map(|b| b.width), Some(2));
        for bad in [
            "0",
            "65",
            "4,11",
            "4,NaN",
            "4,1,often",
            "4,1,likely,0",
            "4,1,likely,12,drawn,x",
            "4,1,likely,12,diverse3~1",
            "4,1,likely,12,diverse2~-1",
            "x",
        ] {
            assert_eq!(BeamChoices::read(bad), None, "{bad}");
        }
        for bad in [
            "nobody",
            "layers0",
            "layersx",
            "model,fair",
            "model,ratio,33",
            "model,ratio,4,24,never",
        ] {
            assert_eq!(SpeculateChoices::read(bad), None, "{bad}");
        }
        for bad in ["0", "51", "3,33", "3,4,5"] {
            assert_eq!(ExploreChoices::read(bad), None, "{bad}");
        }
    }
}
