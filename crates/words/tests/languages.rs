//! Every language says all that English says, with the same values, and counts as its speakers do.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;
use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use logitscope_words::{Language, Plural};
use unic_langid::LanguageIdentifier;

/// What a message has beside its words.
#[derive(Debug, Default, PartialEq)]
struct Message {
    variables: Vec<String>,
    /// The variants of each choice.
    choices: Vec<Vec<String>>,
    words: String,
}

fn locales() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("locales")
}

/// The messages of a language by key, with the file that each stands in.
fn messages(language: Language) -> BTreeMap<String, (String, Message)> {
    let mut all = BTreeMap::new();
    let folder = locales().join(language.tag());
    let files = fs::read_dir(&folder).unwrap_or_else(|e| unreachable!("{}: {e}", folder.display()));
    for file in files {
        let path = file.expect("a file").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let resource =
            parser::parse(text.as_str()).unwrap_or_else(|(_, e)| unreachable!("{name}: {e:?}"));
        for entry in resource.body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let mut found = Message::default();
            if let Some(pattern) = &message.value {
                look(pattern, &mut found);
            }
            found.variables.sort();
            found.variables.dedup();
            let twice = all.insert(message.id.name.to_owned(), (name.clone(), found));
            assert!(
                twice.is_none(),
                "{name}: {} is there twice",
                message.id.name
            );
        }
    }
    all
}

fn look(pattern: &Pattern<&str>, found: &mut Message) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => found.words.push_str(value),
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(InlineExpression::VariableReference { id }) => {
                    found.variables.push(id.name.to_owned());
                }
                Expression::Select { selector, variants } => {
                    if let InlineExpression::VariableReference { id } = selector {
                        found.variables.push(id.name.to_owned());
                    }
                    let key = |key: &VariantKey<&str>| match key {
                        VariantKey::Identifier { name } => (*name).to_owned(),
                        VariantKey::NumberLiteral { value } => (*value).to_owned(),
                    };
                    found
                        .choices
                        .push(variants.iter().map(|v| key(&v.key)).collect());
                    for variant in variants {
                        look(&variant.value, found);
                    }
                }
                Expression::Inline(_) => {}
            },
        }
    }
}

/// The languages that have files: those that are written by hand.
fn translated() -> impl Iterator<Item = Language> {
    let offered = Language::OFFERED.iter().copied();
    offered.filter(|language| *language != Language::English)
}

#[test]
fn every_language_says_all_that_english_says() {
    let english = messages(Language::English);
    let mut faults = Vec::new();
    for language in translated() {
        let own = messages(language);
        let tag = language.tag();
        for (key, (file, message)) in &english {
            let Some((own_file, translated)) = own.get(key) else {
                faults.push(format!("{tag}/{file}: {key} is missing"));
                continue;
            };
            if own_file != file {
                faults.push(format!("{tag}/{own_file}: {key} belongs to {file}"));
            }
            if translated.variables != message.variables {
                let (own, wanted) = (&translated.variables, &message.variables);
                faults.push(format!(
                    "{tag}/{file}: {key} has the values {own:?}, English has {wanted:?}"
                ));
            }
        }
        for (key, (file, _)) in &own {
            if !english.contains_key(key) {
                faults.push(format!("{tag}/{file}: English has no {key}"));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn no_language_is_english_under_another_name() {
    let english = messages(Language::English);
    for language in translated() {
        let own = messages(language);
        let long = |(_, (_, message)): &(&String, &(String, Message))| {
            message.words.split(' ').count() > 4
        };
        let all: Vec<_> = english.iter().filter(long).collect();
        let same = all.iter().filter(|(key, (_, message))| {
            own.get(*key).is_some_and(|(_, m)| m.words == message.words)
        });
        let same: Vec<&String> = same.map(|(key, _)| *key).collect();
        assert!(same.len() * 100 < all.len(), "{}: {same:?}", language.tag());
    }
}

#[test]
fn a_visitor_is_spoken_to_in_one_way() {
    let others: [(Language, &[&str]); 3] = [
        (Language::German, &["en Sie ", "en Sie,", "bevor Sie "]),
        (Language::French, &[" tu ", " ton ", " tes "]),
        (Language::Spanish, &[" usted", " ustedes"]),
    ];
    for (language, ways) in others {
        for (key, (file, message)) in messages(language) {
            let way = ways.iter().find(|way| message.words.contains(**way));
            assert_eq!(way, None, "{}/{file}: {key}", language.tag());
        }
    }
}

#[test]
fn a_choice_has_the_plurals_of_its_language() {
    for language in translated() {
        for (key, (file, message)) in messages(language) {
            for choice in &message.choices {
                for name in choice {
                    let known =
                        ["one", "other"].contains(&name.as_str()) || name.parse::<u64>().is_ok();
                    assert!(known, "{}/{file}: {key} has {name}", language.tag());
                }
            }
        }
    }
}

#[test]
fn plurals_are_those_of_unicode() {
    for language in Language::OFFERED {
        // Scripts and regions count alike.
        let tag = language.tag().split('-').next().unwrap_or_default();
        let tag: LanguageIdentifier = tag.parse().expect("a tag");
        let rules = PluralRules::create(tag, PluralRuleType::CARDINAL).expect("rules");
        for n in (0..2000_u64).chain([10_000, 999_999]) {
            let expected = match rules.select(n) {
                Ok(PluralCategory::ONE) => Plural::One,
                Ok(PluralCategory::OTHER) => Plural::Other,
                other => unreachable!("{other:?}"),
            };
            assert_eq!(language.plural(n), expected, "{}: {n}", language.tag());
        }
    }
}
