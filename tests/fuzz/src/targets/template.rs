//! Chat templates.

use std::collections::BTreeMap;

use logitscope_template::{Chat, ChatTemplate, Message, Moment};
use serde_json::json;

use super::Target;
use crate::parts::{is_a_line, joined, text, two};
use crate::repository;

pub const TEMPLATE: Target = Target {
    name: "template",
    read: template,
    seeds: || {
        let golden = repository::json("tests/golden/templates.json");
        let snippets = golden["snippets"].as_array().cloned().unwrap_or_default();
        let short = snippets
            .iter()
            .filter_map(|one| Some(one[0].as_str()?.as_bytes().to_vec()));
        let whole = repository::files("tests/golden/templates", ".jinja");
        short
            .chain(whole)
            .map(|source| joined(&[&source, b"Tell me a joke."]))
            .collect()
    },
    sources: &["crates/template/src"],
    heap_mib: 512,
};

const NOW: Moment = Moment {
    year: 2026,
    month: 3,
    day: 7,
    hour: 14,
    minute: 5,
    second: 9,
};

/// A template, and what is said behind it.
fn template(data: &[u8]) {
    let (source, words) = two(data);
    let template = match ChatTemplate::new(&text(source)) {
        Ok(template) => template,
        Err(error) => return is_a_line(&error),
    };
    let message = |role: &str, content: String| Message {
        role: role.into(),
        content,
    };
    let messages = [
        message("system", "You are terse.".into()),
        message("user", text(words)),
        message("assistant", "Yes.".into()),
        message("user", "And now?".into()),
    ];
    let tokens: BTreeMap<_, _> = [("bos_token", "<s>"), ("eos_token", "</s>")]
        .map(|(name, text)| (name.into(), text.into()))
        .into();
    let variables = json!({"enable_thinking": true, "tools": [{"name": "f", "n": [1, 2.5, null]}]});
    let chat = Chat {
        messages: &messages,
        add_generation_prompt: true,
        special_tokens: &tokens,
        variables: variables.as_object().expect("an object"),
        now: NOW,
    };
    if let Err(error) = template.render(&chat) {
        is_a_line(&error);
    }
}
