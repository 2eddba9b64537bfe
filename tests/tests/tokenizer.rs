//! The tokenizer against the Python package, on 2,698 strings and on 7,400 pairs of them; and without one, where it knows what must hold.

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
    let strings = strings();
    let golden: Ids = serde_json::from_str(ids).expect("valid JSON");
    assert!(strings.len() >= 2000 && golden.ids.len() == strings.len());
    assert_eq!(
        fingerprint(json),
        golden.vocab_fnv1a64,
        "the golden ids are another tokenizer's: run tests/golden/make_golden.py"
    );
    for (text, want) in strings.iter().zip(&golden.ids) {
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

/// Pairs of the short ones of the strings, with something between; `tokenizer_strings.py` makes the same.
fn pairs(strings: &[String], n: usize) -> Vec<String> {
    const LONGEST: usize = 200;
    const BETWEEN: [&str; 4] = ["", " ", "\n", "—"];
    let short: Vec<&String> = strings.iter().filter(|s| s.len() <= LONGEST).collect();
    let pair = |i: usize| {
        let between = BETWEEN[i % BETWEEN.len()];
        let second = short[(i * 104_729 + i / short.len()) % short.len()];
        format!("{}{between}{second}", short[i * 7919 % short.len()])
    };
    (0..n).map(pair).collect()
}

fn strings() -> Vec<String> {
    let strings: Strings =
        serde_json::from_str(include_str!("../golden/tokenizer_strings.json")).expect("valid JSON");
    strings.strings
}

fn check_joined(tokenizer: &Tokenizer, name: &str, beginning: &[u32]) {
    let golden: Joined =
        serde_json::from_str(include_str!("../golden/tokenizer_joined.json")).expect("valid JSON");
    let pairs = pairs(&strings(), golden.pairs);
    let line = |i: usize| -> String {
        let pieces = tokenizer.encode(&pairs[i]).expect("a short text");
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

/// What the Python package gives by Unigram tokenizers, used in several ways.
#[derive(Deserialize)]
struct Unigram {
    strings: usize,
    each: usize,
    each_places: usize,
    charsmap: String,
    ways: BTreeMap<String, Way>,
}

#[derive(Deserialize)]
struct Way {
    file: String,
    normalizer: serde_json::Value,
    pre_tokenizer: serde_json::Value,
    ids: Vec<String>,
    places: Vec<String>,
}

impl Unigram {
    fn golden() -> Self {
        serde_json::from_str(include_str!("../golden/tokenizer_unigram_hashes.json"))
            .expect("valid JSON")
    }

    /// The `tokenizer.json` of a way.
    fn file(&self, way: &Way) -> String {
        let json = match way.file.as_str() {
            "tokenizer_unigram" => include_str!("../golden/tokenizer_unigram.json"),
            _ => include_str!("../golden/tokenizer_unigram_bytes.json"),
        };
        let mut file: serde_json::Value = serde_json::from_str(json).expect("valid JSON");
        file["normalizer"] = way.normalizer.clone();
        file["pre_tokenizer"] = way.pre_tokenizer.clone();
        file.to_string()
            .replace("\"charsmap\"", &format!("{:?}", self.charsmap))
    }

    fn tokenizer(&self, name: &str) -> Tokenizer {
        let file = self.file(&self.ways[name]);
        Tokenizer::from_json(file.as_bytes(), 1200, &[]).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
}

/// Fails unless the lines have these hashes, one for `each` of them.
fn check_lines(name: &str, lines: &[String], hashes: &[String], each: usize) {
    assert_eq!(hashes.len(), lines.len().div_ceil(each), "{name}");
    for (nth, (lines, want)) in lines.chunks(each).zip(hashes).enumerate() {
        let lines = lines.concat();
        let got = format!("{:016x}", fnv1a(&lines));
        assert_eq!(
            &got,
            want,
            "{name}, strings {} and on: {lines:.2000}",
            nth * each
        );
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn unigram_tokenizers_agree_with_the_python_package() {
    let golden = Unigram::golden();
    let mut texts = strings();
    texts.extend(pairs(&texts, golden.strings - texts.len()));
    assert!(texts.len() > 10_000 && golden.ways.len() == 10);
    for (name, way) in &golden.ways {
        let tokenizer = golden.tokenizer(name);
        let begun = tokenizer.beginning().tokens.len();
        assert_eq!(begun, usize::from(way.file.ends_with("bytes")), "{name}");
        let encoded = texts
            .iter()
            .map(|text| tokenizer.encode(text).expect("a short text"));
        let encoded: Vec<_> = encoded
            .map(|pieces| pieces.get(begun..).unwrap_or_default().to_vec())
            .collect();
        let ids = encoded.iter().map(|pieces| {
            let line: String = pieces.iter().map(|p| format!("{} ", p.token)).collect();
            line + "\n"
        });
        check_lines(name, &ids.collect::<Vec<_>>(), &way.ids, golden.each);
        let places = encoded.iter().map(|pieces| {
            let place = pieces.iter().map(|p| format!("{}-{} ", p.start, p.end));
            place.chain(["\n".to_owned()]).collect()
        });
        if !way.places.is_empty() {
            check_lines(
                name,
                &places.collect::<Vec<_>>(),
                &way.places,
                golden.each_places,
            );
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn unigram_with_bytes_loses_nothing_and_without_shows_what_it_does_not_know() {
    let golden = Unigram::golden();
    for name in ["bytes", "bytes_bare", "llm_jp", "plain"] {
        let tokenizer = golden.tokenizer(name);
        let vocab = tokenizer.vocab();
        let unknown = vocab.find(b"<unk>").expect("a token for it");
        let mut lost = 0;
        for text in strings() {
            let pieces = tokenizer.encode(&text).expect("a short text");
            let ids: Vec<u32> = pieces.iter().map(|p| p.token).collect();
            if ids.contains(&unknown) {
                lost += 1;
                assert!(name == "plain" || text.contains("<unk>"), "{name} {text:?}");
                continue;
            }
            let begun = vocab.text(&tokenizer.beginning().tokens);
            let shown = vocab.text(&ids);
            let spaced = match name {
                "bytes_bare" => false,
                "llm_jp" => true,
                // Metaspace puts none before another.
                _ => !text.starts_with([' ', '▁']),
            };
            let want = format!(
                "{}{}",
                if spaced { " " } else { "" },
                text.replace('▁', " ")
            );
            let special = ["<s>", "</s>", "<pad>"]
                .iter()
                .any(|token| text.contains(token));
            if !text.is_empty() && !special {
                assert_eq!(shown, format!("{begun}{want}"), "{name} {text:?}");
            }
            // What is shown is cut into the same tokens again.
            let again = tokenizer.encode(&shown).expect("a short text");
            let again: Vec<u32> = again.iter().map(|p| p.token).collect();
            if !text.contains(['▁', '<']) {
                assert_eq!(again, ids, "{name} {shown:?}");
            }
            // The pieces are the text, one after another.
            let mut at = 0;
            for piece in &pieces {
                assert_eq!(piece.start, at, "{name} {text:?}: {pieces:?}");
                at = piece.end;
                let own = &text.as_bytes()[piece.start as usize..at as usize];
                let own = String::from_utf8_lossy(own).replace('▁', " ");
                let bytes = String::from_utf8_lossy(vocab.bytes(piece.token));
                let put = bytes.strip_prefix(' ').is_some_and(|rest| rest == own);
                let begins = piece.start == 0 && (put || piece.token < 3);
                let whole = bytes == own || begins || special;
                assert!(whole, "{name} {text:?}: {bytes:?} for {own:?}");
            }
            assert_eq!(at as usize, text.len(), "{name} {text:?}");
        }
        assert_eq!(lost > 100, name == "plain", "{name}: {lost}");
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn unigrams_vocabulary_has_the_bytes_of_every_token() {
    let golden = Unigram::golden();
    let tokenizer = golden.tokenizer("bytes");
    let vocab = tokenizer.vocab();
    assert_eq!(vocab.bytes(0), b"<unk>");
    assert_eq!(vocab.bytes(1), b"<s>");
    // "<0x00>" is the fourth.
    for byte in 0..=255u8 {
        assert_eq!(vocab.bytes(3 + u32::from(byte)), [byte]);
    }
    let file: serde_json::Value =
        serde_json::from_str(&golden.file(&golden.ways["bytes"])).expect("valid JSON");
    let pieces = file["model"]["vocab"].as_array().expect("pieces");
    assert!(pieces.len() > 1000);
    for (id, piece) in (0..).zip(pieces).skip(3 + 256) {
        let text = piece[0].as_str().expect("a text").replace('▁', " ");
        assert_eq!(vocab.bytes(id), text.as_bytes());
    }
    // Rows of the embedding that no token has.
    assert_eq!((vocab.len(), vocab.bytes(1199)), (1200, &b""[..]));
    // Without bytes to fall back to, what is spelled like one is plain text.
    let mut plain: serde_json::Value =
        serde_json::from_str(&golden.file(&golden.ways["plain"])).expect("valid JSON");
    let pieces = plain["model"]["vocab"].as_array_mut().expect("pieces");
    let space = pieces.iter_mut().find(|piece| piece[0] == "▁");
    space.expect("a piece of its own")[0] = "<0x41>".into();
    let plain = plain.to_string();
    let plain = Tokenizer::from_json(plain.as_bytes(), 1200, &[]).expect("it loads");
    assert!(plain.vocab().find(b"<0x41>").is_some());
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

/// What Transformers makes of conversations: tokenizer, template, the template's text and its tokens.
#[derive(Deserialize)]
struct Chats {
    chats: Vec<(String, String, String, Vec<u32>)>,
}

#[wasm_bindgen_test(unsupported = test)]
fn of_a_conversation_the_template_alone_says_what_the_model_reads() {
    let golden: Chats =
        serde_json::from_str(include_str!("../golden/chats.json")).expect("valid JSON");
    let (mut begun, mut bare) = (0, 0);
    for (name, template, text, want) in &golden.chats {
        let json: &[u8] = match name.as_str() {
            "tokenizer_pieces" => include_bytes!("../golden/tokenizer_pieces.json"),
            _ => include_bytes!("../golden/tokenizer_pieces_split.json"),
        };
        let tokenizer = Tokenizer::from_json(json, 1200, &[2]).expect("it loads");
        let pieces = tokenizer.encode_chat(text).expect("a short text");
        let got: Vec<u32> = pieces.iter().map(|p| p.token).collect();
        assert_eq!(&got, want, "{name}, {template}");
        let begins = want.starts_with(&tokenizer.beginning().tokens);
        *(if begins { &mut begun } else { &mut bare }) += 1;
        let last = pieces.last().expect("some").end as usize;
        assert_eq!(last, text.len(), "{name}, {template}");
    }
    assert!(begun >= 4 && bare >= 4, "{begun} begun, {bare} bare");
}
