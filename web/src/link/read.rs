//! Links, read: forgivingly, naming what cannot be used.

use std::collections::BTreeSet;

use logitscope_core::chain::Chain;

use super::codec::pairs;
use super::{CONTROLS, Link, LinkToken, PARTS};

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
        link
    }

    fn take(&mut self, key: &str, value: String) -> Result<(), String> {
        let bad = |expected: &str| {
            format!(
                "The link says {key}={}; it must be {expected}.",
                short(&value)
            )
        };
        match key {
            "prompt" => self.prompt = Some(value),
            "chain" => {
                let chain = value.parse::<Chain>();
                self.chain = Some(chain.map_err(|e| format!("The chain of the link: {e}"))?);
            }
            "temperature" => {
                self.temperature = Some(number(&value, 100.0).ok_or(bad("a number from 0 to 100"))?)
            }
            "top_p" => self.top_p = Some(number(&value, 1.0).ok_or(bad("a number from 0 to 1"))?),
            "top_k" => {
                self.top_k = Some(
                    value
                        .parse()
                        .map_err(|_| bad("a whole number, 0 or more"))?,
                )
            }
            "seed" => {
                self.seed = Some(
                    value
                        .parse()
                        .map_err(|_| bad("a whole number below 4294967296"))?,
                )
            }
            "max_tokens" => {
                self.max_tokens = Some(
                    value
                        .parse()
                        .map_err(|_| bad("a whole number, 0 or more"))?,
                )
            }
            "stop" => self.stop.push(value),
            "model" => self.model = Some(value).filter(|v| !v.is_empty()),
            "speed" => self.speed = Some(number(&value, 1e6).ok_or(bad("a number, 0 or more"))?),
            "backend" => self.backend = Some(word(&value).ok_or(bad("auto, gpu or cpu"))?),
            "precision" => self.precision = Some(word(&value).ok_or(bad("f16 or f32"))?),
            "theme" => self.theme = Some(word(&value).ok_or(bad("auto, light or dark"))?),
            "off" => {
                let all = value.parse();
                self.off = Some(all.map_err(|_| {
                    bad("parts of the model, scaled by 0 to 10, e.g. L3H5,L4M~0.5")
                })?);
            }
            "inside" => self.inside = Some(word(&value).ok_or(bad(
                "attention, lens, shares, neurons, embeddings, vectors, knock_out, cache or speed",
            ))?),
            "under" => self.under = flag(&value).ok_or(bad("1 or 0"))?,
            "embed" => self.embed.embed = flag(&value).ok_or(bad("1 or 0"))?,
            "hide" => self.embed.hide = names(key, &value, PARTS, &mut self.problems),
            "lock" => self.embed.lock = names(key, &value, CONTROLS, &mut self.problems),
            "tokens" => {
                self.tokens = LinkToken::read_all(&value).ok_or(bad("token ids joined by dots"))?
            }
            _ if self.take_inside(key, &value)? => {}
            _ => {
                return Err(format!(
                    "The link names \"{}\", which this page does not know.",
                    short(key)
                ));
            }
        }
        Ok(())
    }
}

/// A number in 0..=`top`.
fn number(value: &str, top: f64) -> Option<f64> {
    value
        .trim()
        .parse()
        .ok()
        .filter(|x| (0.0..=top).contains(x))
}

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

fn names(key: &str, value: &str, known: &[&str], problems: &mut Vec<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for name in value.split(',').map(str::trim).filter(|n| !n.is_empty()) {
        if known.contains(&name) {
            found.insert(name.to_owned());
        } else {
            let known = known.join(", ");
            problems.push(format!(
                "The link says {key}={}; known names are {known}.",
                short(name)
            ));
        }
    }
    found
}

/// The first characters of `text`, for a message.
pub(super) fn short(text: &str) -> String {
    let mut out: String = text.chars().take(40).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{BackendChoice, Precision};
    use crate::state::Theme;
    use logitscope_core::{Settings, StopRules};

    #[test]
    fn a_link_of_the_documented_kind_is_read() {
        let link = Link::read(
            "#embed=1&prompt=2%2B2%3D&temperature=0.7&top_k=5&top_p=0.9&seed=7&max_tokens=12\
             &hide=header,%20footer&lock=prompt,seed&model=pocket&backend=cpu&precision=f32&theme=dark&stop=%0A",
        );
        assert_eq!(link.problems, [""; 0]);
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
                && link.embed.hide.contains("footer")
                && link.embed.lock.contains("seed")
        );
        assert_eq!(
            (link.backend, link.precision),
            (Some(BackendChoice::Cpu), Some(Precision::F32))
        );
        assert_eq!(
            (link.model.as_deref(), link.theme),
            (Some("pocket"), Some(Theme::Dark))
        );
    }

    #[test]
    fn every_bad_value_is_named_and_left_out() {
        for bad in [
            "temperature=hot",
            "temperature=-1",
            "temperature=NaN",
            "temperature=101",
            "chain=top_q~1",
            "chain=top_p~2",
            "top_k=1.5",
            "top_k=-1",
            "top_p=2",
            "seed=4294967296",
            "seed=",
            "max_tokens=x",
            "backend=tpu",
            "precision=f8",
            "theme=red",
            "off=L1",
            "inside=out",
            "under=maybe",
            "embed=maybe",
            "hide=nothing",
            "lock=nothing",
            "tokens=1.x",
            "tokens=1..2",
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
    fn a_factor_out_of_range_is_told_the_range() {
        let [problem] = &Link::read("off=L0M~11").problems[..] else {
            panic!("one problem")
        };
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
            link.problems.len() == 2 && link.problems.iter().all(|p| p.len() < 300),
            "{:?}",
            link.problems
        );
    }
}
