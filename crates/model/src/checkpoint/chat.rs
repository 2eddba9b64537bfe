//! The chat template of a checkpoint.

use std::collections::BTreeMap;

use logitscope_core::chat_format::ChatFormat;
use serde::Deserialize;
use serde_json::Value;

use super::json;

/// The name of the template that counts where a file has several. Source: Transformers' `get_chat_template`.
const DEFAULT: &str = "default";

/// What `tokenizer_config.json` says of it. Source: Transformers' `PreTrainedTokenizerBase`.
#[derive(Default, Deserialize)]
struct File {
    chat_template: Option<Templates>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a text, or a list of objects with `name` and `template`"
)]
enum Templates {
    One(String),
    Several(Vec<Named>),
}

#[derive(Deserialize)]
struct Named {
    name: String,
    template: String,
}

/// The template of `chat_template.jinja`, or else of `tokenizer_config.json`; `None` where neither has one. `Err` says why what is there cannot be
/// read.
pub fn chat_format(
    config: Option<&[u8]>,
    template: Option<&[u8]>,
) -> Result<Option<ChatFormat>, String> {
    let File {
        chat_template,
        others,
    } = match config {
        Some(json) => json::read(json)?,
        None => File::default(),
    };
    let own = match template {
        Some(text) => Some(String::from_utf8(text.to_vec()).map_err(|error| error.to_string())?),
        None => None,
    };
    let template = own.or(match chat_template {
        Some(Templates::One(template)) => Some(template),
        Some(Templates::Several(mut all)) => {
            let usual = all.iter().position(|one| one.name == DEFAULT).unwrap_or(0);
            (!all.is_empty()).then(|| all.swap_remove(usual).template)
        }
        None => None,
    });
    let token = |(name, value): (String, Value)| {
        Some((name.ends_with("_token").then_some(name)?, text(&value)?))
    };
    Ok(template.map(|template| ChatFormat {
        template,
        tokens: others.into_iter().filter_map(token).collect(),
    }))
}

/// The text of a token: itself, or its content.
fn text(value: &Value) -> Option<String> {
    let text = value.as_str().or_else(|| value.get("content")?.as_str());
    text.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(config: &str, template: Option<&str>) -> Result<Option<ChatFormat>, String> {
        chat_format(Some(config.as_bytes()), template.map(str::as_bytes))
    }

    #[test]
    fn the_template_and_the_tokens_of_a_file() {
        let found = read(
            r#"{"chat_template": "{{ bos_token }}", "bos_token": "<s>", "eos_token": {"content": "</s>", "lstrip": false},
            "pad_token": null, "add_bos_token": true, "model_max_length": 1e30}"#,
            None,
        );
        let found = found.expect("a file").expect("a template");
        assert_eq!(found.template, "{{ bos_token }}");
        let tokens: Vec<_> = found
            .tokens
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        assert_eq!(tokens, [("bos_token", "<s>"), ("eos_token", "</s>")]);
    }

    #[test]
    fn of_several_the_default_counts_and_a_file_of_its_own_before_all() {
        let several = r#"{"chat_template": [{"name": "tool_use", "template": "a"}, {"name": "default", "template": "b"}]}"#;
        let template = |found: Result<Option<ChatFormat>, String>| {
            found.expect("a file").map(|found| found.template)
        };
        assert_eq!(template(read(several, None)).as_deref(), Some("b"));
        assert_eq!(template(read(several, Some("c"))).as_deref(), Some("c"));
        assert_eq!(
            template(read(
                r#"{"chat_template": [{"name": "rag", "template": "a"}]}"#,
                None
            ))
            .as_deref(),
            Some("a")
        );
        assert_eq!(
            template(chat_format(None, Some(b"d"))).as_deref(),
            Some("d")
        );
        for none in [
            "{}",
            r#"{"chat_template": null}"#,
            r#"{"chat_template": []}"#,
        ] {
            assert_eq!(template(read(none, None)), None);
        }
    }

    #[test]
    fn a_damaged_file_says_why() {
        for damaged in ["", "[]", r#"{"chat_template": 3}"#, "{"] {
            assert!(read(damaged, None).is_err(), "{damaged}");
        }
        assert!(chat_format(None, Some(&[0xff])).is_err());
        assert_eq!(chat_format(None, None), Ok(None));
    }
}
