//! Models that also see pictures, of which the text part is a family of its own: Gemma 3 (Gemma Team 2025, arXiv:2503.19786), Llava (Liu et al. 2023,
//! arXiv:2310.03744), Idefics3 and SmolVLM (Laurençon et al. 2024, arXiv:2408.12637; Marafioti et al. 2025, arXiv:2504.05299). A text without
//! pictures is to them what it is to that family.

use logitscope_core::error::ConfigFault;
use serde_json::{Map, Value};

use super::fields::bad;
use crate::ModelError;

/// Whether the unembedding is the embedding, in the files.
const TIED: &str = "tie_word_embeddings";

/// Such a model.
struct Whole {
    model_type: &'static str,
    /// The family of the text part where the file does not say it.
    family: Option<&'static str>,
    /// Whether the unembedding is the embedding where the file does not say it.
    tied: bool,
    /// Whether it is, too, where the text part says so.
    tied_by_part: bool,
    /// Sizes that are usual, and that some files leave out.
    sizes: &'static [(&'static str, u64)],
}

const WHOLES: [Whole; 4] = [
    Whole {
        model_type: "gemma3",
        family: Some("gemma3_text"),
        tied: true,
        tied_by_part: false,
        sizes: &[
            ("vocab_size", 262_208),
            ("hidden_size", 2304),
            ("intermediate_size", 9216),
            ("num_hidden_layers", 26),
            ("num_attention_heads", 8),
        ],
    },
    Whole {
        model_type: "llava",
        family: None,
        tied: false,
        tied_by_part: true,
        sizes: &[],
    },
    Whole {
        model_type: "idefics3",
        family: None,
        tied: false,
        tied_by_part: false,
        sizes: &[],
    },
    Whole {
        model_type: "smolvlm",
        family: None,
        tied: false,
        tied_by_part: false,
        sizes: &[],
    },
];

/// The family and the `config.json` of the text part of a model called `model_type`, whose own is `config`; `None` where it is no such model.
pub(super) fn text_part(
    model_type: &str,
    config: &Map<String, Value>,
) -> Result<Option<(String, String)>, ModelError> {
    let whole = WHOLES.iter().find(|whole| whole.model_type == model_type);
    let Some(whole) = whole else {
        return Ok(None);
    };
    let missing = |key: &str| bad(ConfigFault::Missing { key: key.into() });
    let text = config.get("text_config").and_then(Value::as_object);
    let mut text = text.ok_or_else(|| missing("text_config"))?.clone();
    let family = text.get("model_type").and_then(Value::as_str);
    let family = family.or(whole.family);
    let family = family.ok_or_else(|| missing("text_config.model_type"))?;
    let family = family.to_owned();
    for (key, size) in whole.sizes {
        text.entry(*key).or_insert((*size).into());
    }
    // The head is the whole model's, and so is what ends a text.
    let by_part = text.get(TIED) == Some(&Value::Bool(true));
    let tied = match config.get(TIED) {
        None | Some(Value::Null) => Value::Bool(whole.tied || whole.tied_by_part && by_part),
        Some(Value::Bool(false)) => Value::Bool(whole.tied_by_part && by_part),
        // What is no boolean is refused with the text part.
        Some(other) => other.clone(),
    };
    text.insert(TIED.into(), tied);
    if let Some(end) = config.get("eos_token_id").filter(|end| !end.is_null()) {
        text.entry("eos_token_id").or_insert(end.clone());
    }
    Ok(Some((family, Value::Object(text).to_string())))
}

#[cfg(test)]
mod tests {
    use crate::Config;

    const SIZES: &str = r#""num_hidden_layers":1,"num_attention_heads":4,"hidden_size":8,"intermediate_size":7,"vocab_size":5"#;

    fn error(json: &str) -> String {
        let config = Config::from_json(json);
        config.expect_err(json).to_string()
    }

    #[test]
    fn what_the_whole_says_of_head_and_end_counts() {
        for (whole, beside, inside, tied) in [
            ("smolvlm", "", "", false),
            ("smolvlm", "", r#","tie_word_embeddings":true"#, false),
            ("idefics3", r#","tie_word_embeddings":true"#, "", true),
            ("llava", "", r#","tie_word_embeddings":true"#, true),
            ("gemma3", r#","tie_word_embeddings":false"#, "", false),
        ] {
            let family = if whole == "gemma3" {
                "gemma3_text"
            } else {
                "llama"
            };
            let json = format!(
                r#"{{"model_type":"{whole}","eos_token_id":[3,4]{beside},"text_config":{{"model_type":"{family}",{SIZES}{inside}}}}}"#
            );
            let config = Config::from_json(&json).expect("a usable config");
            assert_eq!(config.family.name(), family);
            assert_eq!(
                (config.tied, &config.end_tokens[..]),
                (tied, &[3, 4][..]),
                "{json}"
            );
        }
    }

    #[test]
    fn a_part_that_is_missing_or_of_another_kind_is_refused_by_name() {
        assert!(error(r#"{"model_type":"gemma3"}"#).contains("text_config"));
        assert!(
            error(r#"{"model_type":"llava","text_config":{}}"#).contains("text_config.model_type")
        );
        // No model within a model.
        for inner in ["mamba", "llava", "gemma3"] {
            let json = format!(
                r#"{{"model_type":"llava","text_config":{{"model_type":"{inner}",{SIZES}}}}}"#
            );
            assert!(error(&json).contains(inner));
        }
    }
}
