//! What a tokenizer took is there again when it is dropped. A program of its own: nothing else moves its memory.

#![cfg(target_os = "linux")]

use std::fs;

use logitscope_model::Tokenizer;

/// Bytes of memory that this program has in use.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/statm").expect("Linux says it");
    let pages = status.split(' ').nth(1).and_then(|n| n.parse().ok());
    4096 * pages.unwrap_or(0)
}

/// The library's cache of words would stay behind, a megabyte of each tokenizer here, as long as the thread lives.
#[test]
fn tokenizers_that_are_dropped_leave_nothing_behind() {
    let json = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../web/models/pocket/tokenizer.json"
    );
    let json = fs::read(json).expect("the page's tokenizer");
    let words: String = (0..3000u32)
        .map(|i| format!("{} ", i * 7919 % 100_000))
        .collect();
    let read = || {
        let tokenizer = Tokenizer::from_json(&json, 8192, &[]).expect("a tokenizer");
        let n = tokenizer.encode(&words).expect("its tokens").len();
        assert!(n > 3000, "{n} tokens");
    };
    (0..10).for_each(|_| read());
    let before = resident();
    (0..30).for_each(|_| read());
    let grown = resident().saturating_sub(before);
    assert!(grown < 10 << 20, "{grown} bytes more");
}
