//! The languages of the catalogue, and how each writes numbers and plurals.

use crate::number::Separators;

/// A language that the catalogue speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// Simplified Chinese.
    Chinese,
    /// English turned around: whoever makes the page sees in it what no catalogue says, and what cannot be read from right to left.
    Mirrored,
}

/// Which form of a word follows a count, as [CLDR](https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html)
/// calls it. The others are of no language here, but for the `many` of millions in Spanish and French, which nothing on the page counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plural {
    /// As after 1.
    One,
    /// All others.
    Other,
}

impl Plural {
    /// The one that a catalogue's file calls so.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "one" => Plural::One,
            "other" => Plural::Other,
            _ => return None,
        })
    }
}

impl Language {
    /// All of them, those that are offered first.
    pub const ALL: [Language; 6] = [
        Language::English,
        Language::German,
        Language::Spanish,
        Language::French,
        Language::Chinese,
        Language::Mirrored,
    ];
    /// Those that a visitor may choose.
    pub const OFFERED: &[Language] = Language::ALL.split_at(5).0;

    /// The tags of these.
    pub const TAGS: &[&str] = &{
        let mut tags = [""; Language::OFFERED.len()];
        let mut at = 0;
        while at < tags.len() {
            tags[at] = Language::OFFERED[at].tag();
            at += 1;
        }
        tags
    };

    /// Its tag, as in BCP 47.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Spanish => "es",
            Language::French => "fr",
            Language::Chinese => "zh-Hans",
            Language::Mirrored => "ar-XB",
        }
    }

    /// Its own name.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
            Language::Spanish => "Español",
            Language::French => "Français",
            Language::Chinese => "简体中文",
            Language::Mirrored => "Mirrored",
        }
    }

    /// The language of a tag: the one of that name, else the one with the same language, whatever the region: `de-AT`, `zh-CN`, `zh`.
    /// Traditional Chinese is none of them.
    pub fn of(tag: &str) -> Option<Self> {
        let tag = tag.trim().replace('_', "-").to_ascii_lowercase();
        let exact = Language::ALL
            .into_iter()
            .find(|own| own.tag().to_ascii_lowercase() == tag);
        let traditional = ["hant", "-tw", "-hk", "-mo"]
            .iter()
            .any(|part| tag.contains(part));
        let language = tag.split('-').next().unwrap_or_default();
        exact.or(match language {
            "zh" if !traditional => Some(Language::Chinese),
            "en" => Some(Language::English),
            "de" => Some(Language::German),
            "es" => Some(Language::Spanish),
            "fr" => Some(Language::French),
            _ => None,
        })
    }

    /// The direction in which it is read, as HTML's `dir` says it.
    pub fn direction(self) -> &'static str {
        match self.is_right_to_left() {
            true => "rtl",
            false => "ltr",
        }
    }

    /// Whether it is read from right to left.
    pub fn is_right_to_left(self) -> bool {
        self == Language::Mirrored
    }

    /// The form of a word after `n`. Source: CLDR 47, cardinal plurals.
    pub fn plural(self, n: u64) -> Plural {
        match (self, n) {
            (Language::Chinese, _) => Plural::Other,
            (Language::French, 0) | (_, 1) => Plural::One,
            _ => Plural::Other,
        }
    }

    /// What separates the digits of its numbers.
    pub fn separators(self) -> Separators {
        let (group, decimal, fewest) = match self {
            Language::English | Language::Chinese | Language::Mirrored => (',', '.', 4),
            Language::German => ('.', ',', 4),
            // Four digits stay together in Spanish.
            Language::Spanish => ('.', ',', 5),
            Language::French => ('\u{202f}', ',', 4),
        };
        Separators {
            group,
            decimal,
            fewest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_finds_its_language_in_any_region() {
        use Language::*;
        for (tag, found) in [
            ("en", Some(English)),
            ("en-GB", Some(English)),
            ("de-AT", Some(German)),
            ("DE", Some(German)),
            ("es_419", Some(Spanish)),
            ("fr-CA", Some(French)),
            ("zh", Some(Chinese)),
            ("zh-CN", Some(Chinese)),
            ("zh-hans-SG", Some(Chinese)),
            ("zh-TW", None),
            ("zh-Hant", None),
            ("ar-XB", Some(Mirrored)),
            ("ar", None),
            ("english", None),
            ("", None),
            ("<b>", None),
        ] {
            assert_eq!(Language::of(tag), found, "{tag}");
        }
        for language in Language::ALL {
            assert_eq!(Language::of(language.tag()), Some(language));
        }
        assert!(!Language::OFFERED.contains(&Mirrored));
    }
}
