//! `tokenizer.json`, and texts for tokenizers that were read.

use std::sync::OnceLock;

use logitscope_model::Tokenizer;

use super::Target;
use crate::parts::{is_a_line, joined, text, two};
use crate::repository;

pub const TOKENIZER: Target = Target {
    name: "tokenizer",
    read: tokenizer,
    seeds: tokenizer_seeds,
    sources: &["crates/model/src/tokenizer"],
    heap_mib: 512,
};

pub const ENCODE: Target = Target {
    name: "encode",
    read: encode,
    seeds: || {
        let strings = repository::json("tests/golden/tokenizer_strings.json");
        let all = strings["strings"].as_array().cloned().unwrap_or_default();
        all.iter()
            .filter_map(|text| Some(text.as_str()?.as_bytes().to_vec()))
            .collect()
    },
    sources: &[],
    heap_mib: 512,
};

/// Rows of the embedding that a case's tokenizer is for.
const ROWS: u32 = 2048;

/// The tokenizers of the repository: bytes, pieces, Unigram without and with bytes.
const FILES: [&str; 4] = [
    "web/models/pocket/tokenizer.json",
    "tests/golden/tokenizer_pieces.json",
    "tests/golden/tokenizer_unigram.json",
    "tests/golden/tokenizer_unigram_bytes.json",
];
/// That of them which gives every text back as it is.
const EXACT: usize = 0;

/// A file, and a text behind it.
fn tokenizer(data: &[u8]) {
    let (json, words) = two(data);
    match Tokenizer::from_json(json, ROWS, &[]) {
        Ok(tokenizer) => checked(&tokenizer, &text(words)),
        Err(error) => is_a_line(&error),
    }
}

/// The pieces of a text lie in it, one behind the other.
fn checked(tokenizer: &Tokenizer, text: &str) {
    let pieces = match tokenizer.encode(text) {
        Ok(pieces) => pieces,
        Err(error) => return is_a_line(&error),
    };
    let mut before = 0;
    for piece in pieces {
        assert!(
            (piece.token as usize) < tokenizer.vocab().len(),
            "{piece:?}"
        );
        let fits = before <= piece.end && piece.start <= piece.end;
        assert!(
            fits && piece.end as usize <= text.len(),
            "{piece:?} after {before}"
        );
        before = piece.start;
    }
}

fn encode(data: &[u8]) {
    static READ: OnceLock<Vec<Tokenizer>> = OnceLock::new();
    let all = READ.get_or_init(|| {
        let read = |path: &&str| Tokenizer::from_json(&repository::file(path), 8192, &[]);
        FILES
            .iter()
            .map(|path| read(path).expect("a tokenizer"))
            .collect()
    });
    let text = text(data);
    for (nth, tokenizer) in all.iter().enumerate() {
        checked(tokenizer, &text);
        if nth == EXACT
            && let Ok(pieces) = tokenizer.encode(&text)
        {
            let ids: Vec<_> = pieces.iter().map(|piece| piece.token).collect();
            assert_eq!(tokenizer.vocab().decode(&ids), text.as_bytes());
        }
    }
}

fn tokenizer_seeds() -> Vec<Vec<u8>> {
    let words = "Once upon a time — <s> 12\u{e9}".as_bytes();
    let small = FILES[1..].iter().map(|path| repository::file(path));
    let joined_words = small.map(|file| joined(&[&file, words]));
    joined_words
        .chain([joined(&[&shortened(), words])])
        .collect()
}

/// The page's own tokenizer with few of its words: the fuzzer is quick with a small one.
fn shortened() -> Vec<u8> {
    let mut file = repository::json(FILES[EXACT]);
    let model = &mut file["model"];
    if let Some(vocab) = model["vocab"].as_object_mut() {
        vocab.retain(|_, id| id.as_u64().is_some_and(|id| id < 300));
    }
    let known = model["vocab"].as_object().cloned().unwrap_or_default();
    if let Some(merges) = model["merges"].as_array_mut() {
        merges.retain(|merge| {
            let parts: Option<Vec<&str>> = match merge.as_str() {
                Some(text) => Some(text.split(' ').collect()),
                None => merge
                    .as_array()
                    .map(|two| two.iter().filter_map(|part| part.as_str()).collect()),
            };
            parts.is_some_and(|parts| known.contains_key(&parts.concat()))
        });
    }
    if let Some(added) = file["added_tokens"].as_array_mut() {
        added.retain(|token| token["id"].as_u64().is_some_and(|id| id < 300));
    }
    file.to_string().into_bytes()
}
