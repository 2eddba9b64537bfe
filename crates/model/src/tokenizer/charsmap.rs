//! SentencePiece's own normaliser, `Precompiled`: what some characters are replaced by, found in a trie.
//!
//! The library looks up places of the trie and of the replacements without asking whether they are there. So all that can be reached
//! is looked at first.
//!
//! Format: bytes of the trie as u32, its units as u32 in Darts' form of a double array, then the replacements as UTF-8, each up to a zero byte.

use std::collections::HashSet;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use logitscope_core::error::TokenizerFault;
use serde_json::Value;
use tokenizers::normalizers::Precompiled;

use super::refusal::refused;
use crate::ModelError;

/// Most units of the trie. SentencePiece's own ones have up to 60,000.
const MOST_UNITS: usize = 1 << 20;
/// Longest replacement, in bytes. U+FDFA becomes 33.
const LONGEST_BYTES: usize = 64;

/// Reads `precompiled_charsmap` of a step, with the most bytes that one of a text can become.
pub(super) fn read(step: &Value) -> Result<(Precompiled, usize), ModelError> {
    let key = "precompiled_charsmap";
    let Some(text) = step[key].as_str() else {
        return refused(TokenizerFault::NoInsert { key: key.into() });
    };
    let bytes = BASE64_STANDARD.decode(text).ok();
    let found = bytes.and_then(|bytes| {
        let longest = Charsmap::of(&bytes)?.longest()?;
        Some((Precompiled::from(&bytes).ok()?, longest))
    });
    found.map_or_else(|| refused(TokenizerFault::Charsmap), Ok)
}

struct Charsmap<'a> {
    trie: Vec<u32>,
    replacements: &'a str,
}

impl<'a> Charsmap<'a> {
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let (size, rest) = bytes.split_first_chunk::<4>()?;
        let (trie, replacements) =
            rest.split_at_checked(u32::from_le_bytes(*size) as usize / 4 * 4)?;
        let units = trie.as_chunks::<4>().0;
        Some(Charsmap {
            trie: units.iter().map(|unit| u32::from_le_bytes(*unit)).collect(),
            replacements: str::from_utf8(replacements).ok()?,
        })
    }

    /// The bytes of the longest replacement, at least one, if whatever a text has can be looked up.
    fn longest(&self) -> Option<usize> {
        let lengths = self.replacements.split('\0').map(str::len);
        let longest = lengths.max().filter(|longest| *longest <= LONGEST_BYTES)?;
        if self.trie.len() > MOST_UNITS {
            return None;
        }
        // The places from which a byte leads on: it changes the last eight bits of the place.
        let mut waiting = vec![offset(*self.trie.first()?)];
        let mut seen = HashSet::from([waiting[0]]);
        while let Some(from) = waiting.pop() {
            if from | 0xff >= self.trie.len() {
                return None;
            }
            for byte in 1..=0xff {
                let unit = self.trie[from ^ byte];
                if unit & 0x8000_00ff != byte as u32 {
                    continue;
                }
                let next = from ^ byte ^ offset(unit);
                if unit >> 8 & 1 == 1 {
                    let at = self.trie.get(next)? & 0x7fff_ffff;
                    self.replacements.get(at as usize..)?;
                }
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        Some(longest.max(1))
    }
}

/// How far a unit leads on.
fn offset(unit: u32) -> usize {
    ((unit >> 10) << ((unit & 1 << 9) >> 6)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tokenizers::{NormalizedString, Normalizer};

    /// A charsmap of these units and replacements.
    fn charsmap(units: &[u32], replacements: &[u8]) -> Vec<u8> {
        let size = (units.len() * 4) as u32;
        let mut bytes = size.to_le_bytes().to_vec();
        bytes.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
        bytes.extend(replacements);
        bytes
    }

    /// The units that replace "a" by what is at place `at`: one block of 256, then one for what follows.
    fn units(at: u32) -> Vec<u32> {
        let mut units = vec![0; 512];
        // From place 0 a byte leads to the place of its number; "a" leads on to place 256, where its value is.
        units[usize::from(b'a')] = u32::from(b'a') | 1 << 8 | (0x100 ^ 0x61) << 10;
        units[0x100] = at;
        units
    }

    fn read_bytes(bytes: &[u8]) -> Result<(Precompiled, usize), ModelError> {
        read(&json!({"precompiled_charsmap": BASE64_STANDARD.encode(bytes)}))
    }

    #[test]
    fn a_charsmap_replaces_and_says_how_long_a_text_can_become() {
        let (charsmap, longest) =
            read_bytes(&charsmap(&units(2), "b\0日本\0".as_bytes())).expect("a whole one");
        let mut text = NormalizedString::from("cab");
        charsmap.normalize(&mut text).expect("it never fails");
        assert_eq!((text.get(), longest), ("c日本b", 6));
    }

    #[test]
    fn charsmaps_that_lead_outside_are_refused() {
        let whole = units(0);
        let with = |place: usize, unit: u32| {
            let mut units = whole.clone();
            units[place] = unit;
            charsmap(&units, b"b\0")
        };
        for (bytes, why) in [
            (vec![], "nothing"),
            (vec![0, 0, 0], "no size"),
            (charsmap(&[], b""), "no trie"),
            (charsmap(&[0; 255], b"b\0"), "a block that ends early"),
            (
                charsmap(&whole, b"b\0")[..1000].to_vec(),
                "a trie that ends early",
            ),
            (with(0, 0xffff_fc00), "a way far outside"),
            (with(0, 1 << 20), "a way outside"),
            (with(0x61, 0x61 | 0x7ff << 10), "the same of a letter"),
            (with(0x100, 3), "a replacement behind the last"),
            (with(0x100, 0x7fff_ffff), "one far behind"),
            (
                charsmap(&units(1), "日\0".as_bytes()),
                "one within a character",
            ),
            (charsmap(&whole, b"\xff\0"), "no UTF-8"),
            (charsmap(&whole, &[b'b'; 65]), "a long one"),
            (charsmap(&vec![0; MOST_UNITS + 256], b"b\0"), "a large trie"),
        ] {
            let error = read_bytes(&bytes).map(|_| ()).expect_err(why);
            assert!(
                error.to_string().contains("precompiled_charsmap"),
                "{error}"
            );
        }
        for value in [json!(null), json!(7), json!("####"), json!("AAA")] {
            assert!(read(&json!({"precompiled_charsmap": value})).is_err());
        }
    }

    #[test]
    fn thousands_of_damaged_charsmaps_work_or_are_refused() {
        let golden = include_str!("../../../../tests/golden/tokenizer_unigram_hashes.json");
        let golden: Value = serde_json::from_str(golden).expect("valid JSON");
        let text = golden["charsmap"].as_str().expect("a text");
        let whole = BASE64_STANDARD.decode(text).expect("base64");
        let letters = "ﬁ ｶﾞ e\u{301} ① \u{fdfa} \t\u{7f}a\u{200b}日本 ａｂｃ";
        let mut seed = 7u32;
        let mut below = |n: usize| {
            // Numerical Recipes' generator.
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % n
        };
        let mut accepted = 0;
        const DAMAGED: usize = 2000;
        for _ in 0..DAMAGED {
            let mut bytes = whole.clone();
            for _ in 0..=below(3) {
                // A bit, so that some of the ways stay inside.
                bytes[below(whole.len())] ^= 1 << below(8);
            }
            if let Ok((charsmap, longest)) = read_bytes(&bytes) {
                accepted += 1;
                let mut text = NormalizedString::from(letters);
                charsmap.normalize(&mut text).expect("it never fails");
                assert!(text.get().len() <= letters.len() * longest);
            }
        }
        assert!(
            (DAMAGED / 20..DAMAGED * 19 / 20).contains(&accepted),
            "{accepted}"
        );
    }
}
