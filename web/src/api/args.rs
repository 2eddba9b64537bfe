//! The arguments of the API's commands, by name. Unknown names and wrong types are refused.

use logitscope_core::{Settings, StopRules};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// No arguments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// `setPrompt`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Prompt {
    pub text: String,
}

/// `run`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    #[serde(rename = "maxTokens", alias = "max_tokens")]
    pub max_tokens: Option<u32>,
    pub speed: Option<f64>,
}

/// `rewind`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rewind {
    pub n: u32,
}

/// `force`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Force {
    pub token_id: u32,
}

/// `branch`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Branch {
    pub node_id: u32,
    pub token_id: u32,
}

/// `goTo`, `select` and `logits`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Node {
    pub node_id: Option<u32>,
}

/// `setSettings`: what is named changes, the rest stays.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewSettings {
    pub temperature: Option<f64>,
    #[serde(alias = "topK")]
    pub top_k: Option<u32>,
    #[serde(alias = "topP")]
    pub top_p: Option<f64>,
    pub seed: Option<u32>,
    #[serde(alias = "maxTokens")]
    pub max_tokens: Option<u32>,
    pub stop: Option<Vec<String>>,
    pub speed: Option<f64>,
}

impl NewSettings {
    pub fn settings(&self, old: Settings) -> Settings {
        Settings {
            temperature: self.temperature.unwrap_or(old.temperature),
            top_k: self.top_k.unwrap_or(old.top_k),
            top_p: self.top_p.unwrap_or(old.top_p),
            seed: self.seed.unwrap_or(old.seed),
        }
    }

    pub fn stop_rules(&self, old: StopRules) -> StopRules {
        StopRules {
            max_tokens: self.max_tokens.unwrap_or(old.max_tokens),
            sequences: self.stop.clone().unwrap_or(old.sequences),
        }
    }
}

/// Reads the arguments of `command`.
pub(super) fn read<T: DeserializeOwned>(command: &str, args: JsValue) -> Result<T, String> {
    let args = if args.is_undefined() || args.is_null() { js_sys::Object::new().into() } else { args };
    if !args.is_object() {
        return Err(format!("{command}: the arguments must be an object with named values."));
    }
    serde_wasm_bindgen::from_value(args).map_err(|e| format!("{command}: {}.", crate::browser::words(&e.into())))
}
