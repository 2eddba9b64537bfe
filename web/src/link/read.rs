//! Links, read: forgivingly, naming what cannot be used.

use std::collections::BTreeSet;

use logitscope_core::chain::Chain;

use super::Link;
use super::codec::pairs;
use super::problem::{Expected, Problem};
use crate::choices::{
    Control, Earlier, Kept, Language, LessonPlace, LinkToken, NextDraw, PagePart, Station,
};

impl Link {
    /// Reads the `#` part (or the `?` part) of an address, with or without its first character.
    ///
    /// A part without any `=` is an anchor of the page, not a state: it gives an empty link.
    pub fn read(part: &str) -> Self {
        let part = part.trim_start_matches(['#', '?']);
        let mut link = Link::default();
        if !part.contains('=') {
            return link;
        }
        for (key, value) in pairs(part) {
            if let Err(problem) = link.take(&key, value) {
                link.problems.push(problem);
            }
        }
        // In a lesson the steps are the lesson's.
        if let Some(lesson) = &mut link.lesson {
            lesson.step = link.step.take().unwrap_or(1).max(1);
        }
        link
    }

    fn take(&mut self, key: &str, value: String) -> Result<(), Problem> {
        let bad = |expected| unusable(key, &value, expected);
        let one_of = |words| bad(Expected::OneOf(words));
        match key {
            "lesson" => {
                let name = Some(value).filter(|name| !name.is_empty());
                self.lesson = name.map(|name| LessonPlace { name, step: 1 });
            }
            "own" => self.own_lesson = Some(value).filter(|text| !text.is_empty()),
            "game" => {
                let game = value.parse();
                self.game = Some(game.map_err(|()| bad(Expected::Like("5-15")))?);
            }
            "prompt" => self.prompt = Some(value),
            "chat" => self.chat = flag(&value).ok_or(one_of(&["1", "0"]))?,
            "chain" => self.chain = self.read_chain(&value),
            "temperature" => self.temperature = self.number(key, &value, &TEMPERATURE)?,
            "top_p" => self.top_p = self.number(key, &value, &TOP_P)?,
            "top_k" => self.top_k = self.whole(key, &value, &COUNT)?,
            "seed" => self.seed = self.whole(key, &value, &SEED)?,
            "max_tokens" => self.max_tokens = self.whole(key, &value, &COUNT)?,
            "stop" => self.stop.push(value),
            "model" => self.model = Some(value).filter(|v| !v.is_empty()),
            "endpoint" => self.endpoint = Some(value).filter(|v| !v.is_empty()),
            "endpoints" => self.embed.endpoints = flag(&value).ok_or(one_of(&["1", "0"]))?,
            "recorded" => self.recorded = Some(value).filter(|v| !v.is_empty()),
            "speed" => self.speed = self.number(key, &value, &SPEED)?,
            "backend" => self.backend = Some(word(&value).ok_or(one_of(&["auto", "gpu", "cpu"]))?),
            "precision" => {
                self.precision = Some(word(&value).ok_or(one_of(&["f16", "f32", "q8", "q4"]))?)
            }
            "lang" => {
                let language = Language::of(&value).ok_or(one_of(Language::TAGS))?;
                self.language = Some(language);
            }
            "theme" => self.theme = Some(word(&value).ok_or(one_of(&["auto", "light", "dark"]))?),
            "off" => {
                let all = value.parse();
                self.off = Some(all.map_err(|_| bad(Expected::Parts))?);
            }
            "open" => {
                let station = Station::named(&value);
                self.open = Some(station.ok_or(one_of(STATIONS))?);
            }
            "inside" => self.inside = Some(word(&value).ok_or(one_of(INSIDE_VIEWS))?),
            "under" => self.under = flag(&value).ok_or(one_of(&["1", "0"]))?,
            "embed" => self.embed.embed = flag(&value).ok_or(one_of(&["1", "0"]))?,
            "show" => {
                self.embed.show = names(key, &value, Kept::ALL, Kept::name, &mut self.problems)
            }
            "hide" => {
                self.embed.hide = names(
                    key,
                    &value,
                    PagePart::ALL,
                    PagePart::name,
                    &mut self.problems,
                )
            }
            "lock" => {
                self.embed.lock =
                    names(key, &value, Control::ALL, Control::name, &mut self.problems)
            }
            "tokens" => self.tokens = LinkToken::read_all(&value).ok_or(bad(Expected::Tokens))?,
            "earlier" => {
                let earlier = Earlier::read(&value).ok_or(bad(Expected::Earlier))?;
                self.earlier.push(earlier);
            }
            "next" => self.next = Some(NextDraw::read(&value).ok_or(bad(Expected::Dice))?),
            _ if self.take_inside(key, &value)? => {}
            _ if self.take_strategy(key, &value)? => {}
            _ => {
                return Err(Problem::Unknown { key: short(key) });
            }
        }
        Ok(())
    }

    /// The stages of `text` that can be read; `None` if it has stages and none of them can.
    fn read_chain(&mut self, text: &str) -> Option<Chain> {
        let (chain, wrong) = Chain::read(text);
        let said = wrong
            .iter()
            .take(MOST_PROBLEMS)
            .cloned()
            .map(Problem::Chain);
        self.problems.extend(said);
        let unsaid = wrong.len().saturating_sub(MOST_PROBLEMS);
        if unsaid > 0 {
            self.problems.push(Problem::MoreOfTheChain(unsaid));
        }
        Some(chain).filter(|chain| wrong.is_empty() || !chain.stages().is_empty())
    }

    /// The number that `value` says, or the nearest one in `range` with a problem. What is no number is an error.
    fn number(&mut self, key: &str, value: &str, range: &Range) -> Result<Option<f64>, Problem> {
        let said: Option<f64> = value.trim().parse().ok();
        let Some(said) = said.filter(|x| x.is_finite()) else {
            return Err(unusable(key, value, range.expected));
        };
        let round = if range.whole { said.round() } else { said };
        // Not −0, which would be shown so.
        let used = round.clamp(0.0, range.top) + 0.0;
        if used != said {
            self.problems.push(Problem::Nearest {
                key: key.into(),
                value: short(value),
                expected: range.expected,
                used,
            });
        }
        Ok(Some(used))
    }

    /// The same for a whole number.
    fn whole(&mut self, key: &str, value: &str, range: &Range) -> Result<Option<u32>, Problem> {
        // In range, so nothing is lost.
        let used = self.number(key, value, range)?;
        Ok(used.map(|x| x as u32))
    }
}

/// Numbers from 0 on.
struct Range {
    top: f64,
    whole: bool,
    /// What it must be.
    expected: Expected,
}

const STATIONS: &[&str] = &[
    "tokens",
    "embed",
    "layers",
    "logits",
    "softmax",
    "sampler",
    "dice",
    "machine",
    "tree",
    "beams",
    "speculative",
    "guided",
    "compare",
    "context",
];
const INSIDE_VIEWS: &[&str] = &[
    "attention",
    "lens",
    "shares",
    "neurons",
    "embeddings",
    "vectors",
    "knock_out",
    "cache",
    "speed",
];
/// The most problems of one chain that are named.
const MOST_PROBLEMS: usize = 4;
const TEMPERATURE: Range = Range {
    top: 100.0,
    whole: false,
    expected: Expected::UpTo(100.0),
};
const TOP_P: Range = Range {
    top: 1.0,
    whole: false,
    expected: Expected::UpTo(1.0),
};
const SPEED: Range = Range {
    top: 1e6,
    whole: false,
    expected: Expected::UpTo(1e6),
};
const COUNT: Range = Range {
    top: u32::MAX as f64,
    whole: true,
    expected: Expected::Whole,
};
const SEED: Range = Range {
    expected: Expected::WholeBelow(4_294_967_296.0),
    ..COUNT
};

fn flag(value: &str) -> Option<bool> {
    match value {
        "1" | "true" => Some(true),
        "0" | "false" | "" => Some(false),
        _ => None,
    }
}

/// One of an enum's names, as serde spells them.
pub(super) fn word<T: serde::de::DeserializeOwned>(value: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(value.to_owned())).ok()
}

fn names<T: Copy + Ord>(
    key: &str,
    value: &str,
    known: &[T],
    name_of: fn(T) -> &'static str,
    problems: &mut Vec<Problem>,
) -> BTreeSet<T> {
    let mut found = BTreeSet::new();
    for name in value.split(',').map(str::trim).filter(|n| !n.is_empty()) {
        if let Some(one) = known.iter().find(|one| name_of(**one) == name) {
            found.insert(*one);
        } else {
            problems.push(Problem::Name {
                key: key.into(),
                value: short(name),
                known: known.iter().map(|one| name_of(*one)).collect(),
            });
        }
    }
    found
}

/// A value that is left out.
pub(super) fn unusable(key: &str, value: &str, expected: Expected) -> Problem {
    Problem::Value {
        key: key.into(),
        value: short(value),
        expected,
    }
}

/// The first characters of `text`, for a message.
fn short(text: &str) -> String {
    let mut out: String = text.chars().take(40).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Theme;
    use logitscope_core::Precision;
    use logitscope_core::{Settings, StopRules};
    use logitscope_protocol::BackendChoice;

    #[test]
    fn a_link_of_the_documented_kind_is_read() {
        let link = Link::read(
            "#embed=1&prompt=2%2B2%3D&temperature=0.7&top_k=5&top_p=0.9&seed=7&max_tokens=12\
             &hide=header,%20footer&lock=prompt,seed&show=dice,%20top_k&model=pocket&backend=cpu&precision=f32&theme=dark&lang=de-AT&stop=%0A",
        );
        assert_eq!(link.problems, []);
        assert_eq!(link.prompt.as_deref(), Some("2+2="));
        let settings = link.settings(Settings::default());
        assert_eq!(settings, Settings::basic(0.7, 5, 0.9, 7));
        let rules = link.stop_rules(StopRules::default());
        assert_eq!(
            (rules.max_tokens, rules.sequences),
            (12, vec!["\n".to_owned()])
        );
        assert!(
            link.embed.embed
                && link.embed.hide.contains(&PagePart::Footer)
                && link.embed.lock.contains(&Control::Seed)
                && link.embed.show == [Kept::Dice, Kept::TopK].into()
        );
        assert_eq!(
            (link.backend, link.precision),
            (Some(BackendChoice::Cpu), Some(Precision::F32))
        );
        assert_eq!(
            (link.model.as_deref(), link.theme, link.language),
            (Some("pocket"), Some(Theme::Dark), Some(Language::German))
        );
    }

    #[test]
    fn every_bad_value_is_named_and_left_out() {
        for bad in [
            "temperature=hot",
            "temperature=NaN",
            "temperature=-inf",
            "top_p=1e999",
            "chain=top_q~1",
            "top_k=x",
            "seed=",
            "max_tokens=x",
            "backend=tpu",
            "precision=f8",
            "theme=red",
            "lang=xx",
            "game=5",
            "game=9-3",
            "off=L1",
            "inside=out",
            "under=maybe",
            "embed=maybe",
            "hide=nothing",
            "show=nothing",
            "show=header",
            "lock=nothing",
            "tokens=1.x",
            "tokens=1..2",
            "earlier=1",
            "earlier=1:2:top_q~1",
            "earlier=x:2:top_k~1",
            "next=7",
            "next=r99999",
            "next=u2e9",
            "temprature=1",
            "speed=inf",
        ] {
            let link = Link::read(bad);
            assert_eq!(link.problems.len(), 1, "{bad}");
            assert_eq!(
                Link {
                    problems: Vec::new(),
                    ..link
                },
                Link::default(),
                "{bad}"
            );
        }
    }

    #[test]
    fn a_number_out_of_range_gives_way_to_the_nearest_and_is_named() {
        for (text, used, words) in [
            (
                "temperature=-1",
                "temperature=0",
                "must be a number from 0 to 100; 0 is used.",
            ),
            ("temperature=101", "temperature=100", "; 100 is used."),
            ("top_p=2", "top_p=1", "from 0 to 1; 1 is used."),
            ("top_k=1.5", "top_k=2", "; 2 is used."),
            (
                "top_k=-1",
                "top_k=0",
                "a whole number, 0 or more; 0 is used.",
            ),
            (
                "seed=4294967296",
                "seed=4294967295",
                "; 4294967295 is used.",
            ),
            (
                "max_tokens=1e300",
                "max_tokens=4294967295",
                "; 4294967295 is used.",
            ),
            ("speed=-3", "speed=0", "; 0 is used."),
            (
                "chain=top_p~2,min_p~0.1",
                "chain=top_p~1,min_p~0.1",
                "The chain of the link: top_p = 2 is out of range",
            ),
            (
                "chain=top_q~1,min_p~0.1",
                "chain=min_p~0.1",
                "The chain of the link: There is no sampler \"top_q\"",
            ),
        ] {
            let mut link = Link::read(text);
            assert_eq!(link.problems.len(), 1, "{text}");
            let problem = link.problems.remove(0).to_string();
            assert!(problem.contains(words), "{text}: {problem}");
            assert_eq!(link, Link::read(used), "{text}");
        }
    }

    #[test]
    fn a_number_in_range_is_taken_as_it_is() {
        for text in [
            "temperature=0",
            "top_p=1",
            "top_k=0",
            "seed=4294967295",
            "speed=1e6",
            "chain=",
        ] {
            let link = Link::read(text);
            assert!(link.problems.is_empty() && !link.is_empty(), "{text}");
        }
    }

    #[test]
    fn a_factor_out_of_range_is_told_the_range() {
        let [problem] = &Link::read("off=L0M~11").problems[..] else {
            panic!("one problem")
        };
        let problem = problem.to_string();
        assert!(
            problem.contains("L0M~11") && problem.contains("0 to 10"),
            "{problem}"
        );
    }

    #[test]
    fn an_anchor_of_the_page_is_no_state() {
        for anchor in ["", "#", "#main", "?"] {
            assert!(Link::read(anchor).is_empty(), "{anchor}");
        }
    }

    #[test]
    fn hostile_values_neither_panic_nor_flood_the_message() {
        let link = Link::read(&format!(
            "#{}=1&prompt=%&tokens={}",
            "é".repeat(9000),
            "9".repeat(9000)
        ));
        assert_eq!(link.prompt.as_deref(), Some("%"));
        assert!(
            link.problems.len() == 2 && link.problems.iter().all(|p| p.to_string().len() < 300),
            "{:?}",
            link.problems
        );
        let chain = Link::read(&format!("#chain={}", "top_p~9,".repeat(9000)));
        assert_eq!(chain.chain.map(|c| c.stages().len()), Some(64));
        assert_eq!(chain.problems.len(), MOST_PROBLEMS + 1);
    }
}
