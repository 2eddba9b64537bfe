//! The tokenizer against the Python package, on 2,698 strings and on 7,400 pairs of them.

use std::collections::BTreeMap;

use logitscope_model::Tokenizer;
use logitscope_tests::checkpoint::fnv1a;
use serde::Deserialize;
use wasm_bindgen_test::wasm_bindgen_test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[derive(Deserialize)]
struct Strings {
    strings: Vec<String>,
}

#[derive(Deserialize)]
struct Ids {
    vocab_fnv1a64: String,
    ids: Vec<Vec<u32>>,
}

/// FNV-1a of all tokens as the file spells them, by id, each followed by a line feed: whether the
/// golden ids belong to this tokenizer. `tests/golden/README.md` defines it.
fn fingerprint(json: &[u8]) -> String {
    let file: serde_json::Value = serde_json::from_slice(json).expect("valid JSON");
    let vocab = file["model"]["vocab"].as_object().expect("a vocabulary");
    let mut tokens: BTreeMap<u64, &str> = vocab
        .iter()
        .map(|(text, id)| (id.as_u64().expect("an id"), text.as_str()))
        .collect();
    for token in file["added_tokens"].as_array().expect("added tokens") {
        let text = token["content"].as_str().expect("its text");
        tokens.insert(token["id"].as_u64().expect("an id"), text);
    }
    let lines: String = tokens.values().map(|text| format!("{text}\n")).collect();
    format!("{:016x}", fnv1a(&lines))
}

fn check(tokenizer: &Tokenizer, json: &[u8], ids: &str) {
    check_with(tokenizer, json, ids, &[], |text| text.to_owned());
}

/// The same of a tokenizer that begins each text with `beginning`, and for which a text is what `read` makes of it.
fn check_with(
    tokenizer: &Tokenizer,
    json: &[u8],
    ids: &str,
    beginning: &[u32],
    read: impl Fn(&str) -> String,
) {
    let strings: Strings =
        serde_json::from_str(include_str!("../golden/tokenizer_strings.json")).expect("valid JSON");
    let golden: Ids = serde_json::from_str(ids).expect("valid JSON");
    assert!(strings.strings.len() >= 2000 && golden.ids.len() == strings.strings.len());
    assert_eq!(
        fingerprint(json),
        golden.vocab_fnv1a64,
        "the golden ids are another tokenizer's: run tests/golden/make_golden.py"
    );
    for (text, want) in strings.strings.iter().zip(&golden.ids) {
        let pieces = tokenizer.encode(text).expect("a short text");
        let begun = if want.is_empty() { 0 } else { beginning.len() };
        let got: Vec<u32> = pieces.iter().map(|p| p.token).collect();
        assert_eq!(&got[..begun], &beginning[..begun], "{text:?}");
        assert_eq!(&got[begun..], want, "{text:?}");
        // Text is rebuilt from ids alone, and every piece knows its bytes of the text.
        let rebuilt = tokenizer.vocab().decode(want);
        assert_eq!(String::from_utf8_lossy(&rebuilt), read(text), "{text:?}");
        // What is shown of it is cut into the same tokens: a link and the text box hold that.
        if !text.contains(['▁', '<']) {
            let shown = tokenizer.vocab().text(&got);
            let again = tokenizer.encode(&shown).expect("a short text");
            let again: Vec<u32> = again.iter().map(|p| p.token).collect();
            assert_eq!(again, got, "{shown:?}");
        }
        // A "▁" of the text itself is shorter as a space.
        let spaced = rebuilt.len() == text.len() + 1;
        let lengths = spaced || rebuilt.len() == text.len();
        for (nth, piece) in pieces[begun..].iter().enumerate() {
            let bytes = tokenizer.vocab().bytes(piece.token);
            let own = text
                .as_bytes()
                .get(piece.start as usize..piece.end as usize);
            let own = String::from_utf8_lossy(own.expect("a part of the text")).replace('▁', " ");
            if !lengths {
                assert!(text.contains('▁') || text.contains("<unk>"), "{text:?}");
                continue;
            }
            let skipped = usize::from(nth == 0 && spaced);
            assert_eq!(String::from_utf8_lossy(&bytes[skipped..]), own, "{text:?}");
        }
    }
}

/// What the Python package gives for pairs of strings.
#[derive(Deserialize)]
struct Joined {
    pairs: usize,
    each: usize,
    hashes: BTreeMap<String, Vec<String>>,
}

/// Pairs of the short ones of the strings, with something between; `make_joined.py` makes the same.
fn check_joined(tokenizer: &Tokenizer, name: &str, beginning: &[u32]) {
    const LONGEST: usize = 200;
    const BETWEEN: [&str; 4] = ["", " ", "\n", "—"];
    let strings: Strings =
        serde_json::from_str(include_str!("../golden/tokenizer_strings.json")).expect("valid JSON");
    let golden: Joined =
        serde_json::from_str(include_str!("../golden/tokenizer_joined.json")).expect("valid JSON");
    let short = strings.strings.into_iter().filter(|s| s.len() <= LONGEST);
    let short: Vec<String> = short.collect();
    let n = short.len();
    let pair = |i: usize| {
        let between = BETWEEN[i % BETWEEN.len()];
        let second = &short[(i * 104_729 + i / n) % n];
        format!("{}{between}{second}", short[i * 7919 % n])
    };
    let line = |i: usize| -> String {
        let pieces = tokenizer.encode(&pair(i)).expect("a short text");
        let ids = pieces.iter().map(|piece| piece.token);
        let own = ids.skip(beginning.len()).map(|id| format!("{id} "));
        own.chain(["\n".to_owned()]).collect()
    };
    let hashes = &golden.hashes[name];
    assert_eq!(hashes.len() * golden.each, golden.pairs);
    for (nth, want) in hashes.iter().enumerate() {
        let first = nth * golden.each;
        let lines: String = (first..first + golden.each).map(line).collect();
        let got = format!("{:016x}", fnv1a(&lines));
        assert_eq!(&got, want, "{name}, pairs {first} and on: {lines}");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn the_bundled_tokenizer_agrees_with_the_python_package() {
    let json = include_bytes!("../../web/models/pocket/tokenizer.json");
    let tokenizer = Tokenizer::from_json(json, 6144, &[]).expect("our own tokenizer");
    check(
        &tokenizer,
        json,
        include_str!("../golden/tokenizer_pocket_ids.json"),
    );
    check_joined(&tokenizer, "pocket", &[]);
}

#[wasm_bindgen_test(unsupported = test)]
fn tokenizers_of_sentencepiece_agree_with_the_python_package() {
    let json = include_bytes!("../golden/tokenizer_pieces.json");
    let tokenizer = Tokenizer::from_json(json, 1200, &[2]).expect("Llama 2's kind");
    let ids = include_str!("../golden/tokenizer_pieces_ids.json");
    check_with(&tokenizer, json, ids, &[1], |text| match text {
        "" => String::new(),
        // Behind a special token, too, the library puts a space.
        text => format!(" {}", text.replace('▁', " ")).replace("<unk><pad>", "<unk> <pad>"),
    });
    check_joined(&tokenizer, "pieces", &[1]);
    let json = include_bytes!("../golden/tokenizer_pieces_split.json");
    let tokenizer = Tokenizer::from_json(json, 1200, &[2]).expect("Gemma's kind");
    let ids = include_str!("../golden/tokenizer_pieces_split_ids.json");
    check_with(&tokenizer, json, ids, &[1], |text| text.replace('▁', " "));
    check_joined(&tokenizer, "pieces_split", &[1]);
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn gpt2s_tokenizer_agrees_with_the_python_package_and_the_table_of_facts() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../shared/data/gpt2-tokenizer/tokenizer.json"
    );
    let Ok(json) = std::fs::read(path) else {
        return logitscope_tests::skip(
            "the GPT-2 tokenizer data is not part of the repository; put tokenizer.json of GPT-2 into shared/data/gpt2-tokenizer beside it",
        );
    };
    let tokenizer = Tokenizer::from_json(&json, 50_257, &[50_256]).expect("GPT-2's tokenizer");
    check(
        &tokenizer,
        &json,
        include_str!("../golden/tokenizer_gpt2_ids.json"),
    );
    check_joined(&tokenizer, "gpt2", &[]);
    assert_eq!(tokenizer.vocab().end_of_text(), Some(50_256));
    let table: [(&str, &[u32]); 8] = [
        (
            "The Eiffel Tower is located in",
            &[464, 412, 733, 417, 8765, 318, 5140, 287],
        ),
        ("The capital of France is", &[464, 3139, 286, 4881, 318]),
        ("The quick brown fox", &[464, 2068, 7586, 21831]),
        ("I'm learning AI", &[40, 1101, 4673, 9552]),
        ("Hello, world!", &[15496, 11, 995, 0]),
        ("Once upon a time", &[7454, 2402, 257, 640]),
        ("日本", &[33768, 98, 17312, 105]),
        ("🙂", &[8582, 25081]),
    ];
    for (text, want) in table {
        let got: Vec<u32> = tokenizer
            .encode(text)
            .expect("short")
            .iter()
            .map(|p| p.token)
            .collect();
        assert_eq!(got, want, "{text:?}");
    }
}
