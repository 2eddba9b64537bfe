//! The spelling of a link: percent-encoding, pairs, and tokens.

use std::fmt;

use logitscope_core::Settings;
use logitscope_core::dice::MOST_ROLLS;
use logitscope_core::percent;

use crate::choices::{Earlier, LinkToken, NextDraw};

/// The key-value pairs of `part`, decoded, in order.
pub fn pairs(part: &str) -> impl Iterator<Item = (String, String)> {
    part.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(key), decode(value))
    })
}

/// Undoes percent-encoding; `+` is a space, as in a form. Otherwise as [`percent::decode`].
pub fn decode(text: &str) -> String {
    percent::decode(&text.replace('+', " "))
}

/// Percent-encodes everything but letters, digits and `-._~,`.
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b',' => {
                out.push(byte as char)
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Dice are spelled `r3` if they were rolled again three times, `u25` if the draw was set to 0.25 by hand, `r3u25` if both.
impl NextDraw {
    /// Reads `r3u25`; `None` if it is spelled in another way. Nothing stands for the first dice.
    pub fn read(text: &str) -> Option<Self> {
        let (text, by_hand) = match text.split_once('u') {
            // The digits after the point: a point ends a token.
            Some((text, digits))
                if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) =>
            {
                let u = format!("0.{digits}").parse().ok()?;
                (text, Some(u).filter(|u| (0.0..1.0).contains(u)))
            }
            Some(_) => return None,
            None => (text, None),
        };
        let roll = match text {
            "" => 0,
            text => text.strip_prefix('r')?.parse().ok()?,
        };
        (roll <= MOST_ROLLS).then_some(NextDraw { roll, by_hand })
    }
}

impl fmt::Display for NextDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.roll > 0 {
            write!(f, "r{}", self.roll)?;
        }
        // Without its 0 and its point.
        let Some(u) = self.by_hand else { return Ok(()) };
        write!(f, "u{}", u.to_string().trim_start_matches("0."))
    }
}

/// One generated token of a link is spelled `287`, with its dice behind it as [`NextDraw`] has them, and with `f` if it was forced.
impl LinkToken {
    /// Reads `287.11r3.5u25.50256f`; `None` if it is spelled in another way.
    pub fn read_all(text: &str) -> Option<Vec<Self>> {
        if text.is_empty() {
            return Some(Vec::new());
        }
        text.split('.').map(Self::read).collect()
    }

    fn read(text: &str) -> Option<Self> {
        let (text, forced) = match text.strip_suffix('f') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let (id, dice) = text.split_at(text.find(['r', 'u']).unwrap_or(text.len()));
        let NextDraw { roll, by_hand } = NextDraw::read(dice)?;
        Some(LinkToken {
            id: id.parse().ok()?,
            forced,
            roll,
            by_hand,
        })
    }

    /// Spells `tokens` as [`LinkToken::read_all`] reads them.
    pub fn write_all(tokens: &[Self]) -> String {
        let one = |t: &Self| {
            let (roll, by_hand) = (t.roll, t.by_hand);
            let forced = if t.forced { "f" } else { "" };
            format!("{}{}{forced}", t.id, NextDraw { roll, by_hand })
        };
        tokens.iter().map(one).collect::<Vec<_>>().join(".")
    }
}

/// Earlier settings are spelled `5:7:temperature~0.8,top_k~40`: for five tokens, with the seed 7, under this chain.
impl Earlier {
    /// Reads them; `None` if they are spelled in another way.
    pub fn read(text: &str) -> Option<Self> {
        let (tokens, text) = text.split_once(':')?;
        let (seed, chain) = text.split_once(':')?;
        let settings = Settings {
            chain: chain.parse().ok()?,
            seed: seed.parse().ok()?,
        };
        settings.check().ok()?;
        Some(Earlier {
            tokens: tokens.parse().ok()?,
            settings,
        })
    }
}

impl fmt::Display for Earlier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { chain, seed } = &self.settings;
        write!(f, "{}:{seed}:{chain}", self.tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_survives_encoding() {
        for text in [
            "",
            "a b+c&d=e#f%",
            "日本 🙂\n\t",
            "%zz",
            "100%",
            "\u{0}\u{fffd}",
        ] {
            assert_eq!(decode(&encode(text)), text);
        }
        assert_eq!(decode("a+b%20c%2Bd%e6%97%a5"), "a b c+d日");
        assert_eq!(decode("%ff%f"), "\u{fffd}%f");
        assert_eq!(decode("%é"), "%é");
    }

    #[test]
    fn tokens_keep_rolls_and_forced_choices() {
        let tokens = [
            (287, false, 0, None),
            (11, false, 3, None),
            (5, false, 0, Some(0.25)),
            (6, false, 1, Some(0.0)),
            (7, false, 0, Some(1e-9)),
            (8, false, 0, Some(0.1 + 0.2)),
            (50256, true, 1, None),
        ]
        .map(|(id, forced, roll, by_hand)| LinkToken {
            id,
            forced,
            roll,
            by_hand,
        });
        let text = LinkToken::write_all(&tokens);
        assert_eq!(
            text,
            "287.11r3.5u25.6r1u0.7u000000001.8u30000000000000004.50256r1f"
        );
        assert_eq!(LinkToken::read_all(&text).as_deref(), Some(&tokens[..]));
        assert_eq!(LinkToken::read_all(""), Some(Vec::new()));
        for bad in [
            "f",
            "1f2",
            "r1",
            "-1",
            "1r",
            "1r99999",
            "1 2",
            "4294967296",
            "1u",
            "1u-5",
            "1u1e9",
            "u5",
        ] {
            assert_eq!(LinkToken::read_all(bad), None, "{bad}");
        }
    }
}
