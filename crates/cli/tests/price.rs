//! What fewer bits cost, as the command says it.

mod command;

use command::{MODEL, logitscope, out};

const TEXT: &str = "The old house stood at the end of the road.";

/// What the command prints for these options, or says is wrong.
fn price(options: &[&str]) -> Result<String, String> {
    let args = [
        "price",
        "--model",
        MODEL,
        "--backend",
        "cpu",
        "--text",
        TEXT,
    ];
    let output = logitscope(&[&args, options].concat());
    let said = if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(output.stderr)
    };
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    said.map(text).map_err(text)
}

#[test]
fn fewer_bits_have_a_price_and_the_same_bits_are_no_question() {
    let file = out("price.json");
    let path = file.display().to_string();
    let said = price(&["--precision", "q4", "--out", &path]).expect("two precisions");
    let last = said.lines().last().expect("a sum");
    assert!(last.starts_with("q4 against f16: 0."), "{last}");
    assert!(!last.starts_with("q4 against f16: 0.000000"), "{last}");
    let json = std::fs::read_to_string(&file).expect("it was written");
    let record: serde_json::Value = serde_json::from_str(&json).expect("valid JSON");
    let kept = |which: &str| record[which]["precision"].as_str().map(str::to_owned);
    assert_eq!(
        [kept("exact"), kept("smaller")],
        [Some("f16".into()), Some("q4".into())]
    );
    for same in [&[][..], &["--precision", "q8", "--against", "q8"]] {
        let error = price(same).expect_err("nothing to compare");
        assert!(error.contains("choose another with --precision"), "{error}");
    }
}
