//! Grammars.

use std::sync::OnceLock;

use logitscope_core::Vocab;
use logitscope_grammar::{Grammar, Language, Parser, Vocabulary};

use super::Target;
use crate::parts::{is_a_line, text};

pub const GRAMMAR: Target = Target {
    name: "grammar",
    read,
    seeds: || {
        let of = |kind: u8, all: &[&str]| {
            all.iter()
                .map(move |text| [&[kind], text.as_bytes()].concat())
                .collect::<Vec<_>>()
        };
        [
            of(0, &["(yes|no)", r"[a-z]+(, [a-z]+){0,3}\.", r"\d{4}-\d\d-\d\d", "ab*c|(a|bc)+"]),
            of(
                1,
                &[
                    r#"{"type":"object","properties":{"name":{"type":"string","pattern":"^[a-z]+$"},"n":{"type":"integer","minimum":0,"multipleOf":5}},"required":["name"],"additionalProperties":false}"#,
                    r##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"array","items":{"anyOf":[{"const":1},{"enum":["a",null]}]},"minItems":1,"maxItems":3}}}"##,
                ],
            ),
            of(
                2,
                &[
                    "start: \"(\" start \")\" | \"a\"\n",
                    "start: item (\",\" item)*\nitem: WORD | NUMBER\nWORD: /[a-z]+/\nNUMBER: /[0-9]+/\n%ignore /[ ]+/\n",
                    "start: %json {\"type\": \"boolean\"}\n",
                ],
            ),
        ]
        .concat()
    },
    sources: &["crates/grammar/src"],
    heap_mib: 1024,
};

/// The first byte is the language.
fn read(data: &[u8]) {
    static VOCABULARY: OnceLock<Vocabulary> = OnceLock::new();
    let vocabulary = VOCABULARY.get_or_init(|| {
        let bytes = (0..=255u8).map(|byte| vec![byte]);
        let words = [" the", "ab", "{\"", "<end>"].map(|word| word.as_bytes().to_vec());
        Vocabulary::new(&Vocab::new(bytes.chain(words), Some(259)))
    });
    let Some((kind, rules)) = data.split_first() else {
        return;
    };
    let grammar = Grammar {
        language: Language::ALL[usize::from(*kind) % Language::ALL.len()],
        text: text(rules),
    };
    if grammar.is_idle() || grammar.text.len() > logitscope_core::chain::grammar::LONGEST_GRAMMAR {
        return;
    }
    let mut parser = match Parser::new(vocabulary, &grammar) {
        Ok(parser) => parser,
        Err(error) => return is_a_line(&error),
    };
    // Follows it, always with the first token that it allows.
    let mut generated = Vec::new();
    for _ in 0..8 {
        let next = match parser.mask(&generated) {
            Ok(mask) => (0..260).find(|token| mask.allows(*token)),
            Err(error) => return is_a_line(&error),
        };
        let Some(next) = next else { break };
        generated.push(next);
        if next == 259 {
            break;
        }
        if let Err(error) = parser.accepts(&generated) {
            return is_a_line(&error);
        }
    }
}
