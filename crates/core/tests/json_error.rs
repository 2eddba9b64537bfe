//! What is said of a damaged chain in JSON.

use logitscope_core::chain::Chain;
use logitscope_core::excerpt::json_error;

#[test]
fn what_json_says_is_cut_and_what_is_wrong_with_it_is_not() {
    let long = "q, expected ".repeat(100_000);
    for (json, words) in [
        (format!(r#"[{{"sampler": "{long}"}}]"#), "`top_k`"),
        (format!(r#"[{{"sampler": "top_k", "{long}": 1}}]"#), "`k`"),
        (
            format!(r#"[{{"sampler": "top_k", "k": "{long}"}}]"#),
            "expected u32",
        ),
    ] {
        let error = serde_json::from_str::<Chain>(&json).expect_err("damaged");
        let said = json_error(&error);
        assert!(said.len() < 1000 && said.contains(words), "{said}");
    }
    let short = serde_json::from_str::<Chain>(r#"[{"sampler": "top_q"}]"#);
    let short = short.expect_err("there is none");
    assert_eq!(json_error(&short), short.to_string());
}
