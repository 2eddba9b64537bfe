//! What is typed, or stands in a link or a flag: one line each.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use logitscope_core::chain::export::Target as Program;
use logitscope_core::chain::{Chain, Preset};
use logitscope_core::compare::spelling::LaneSpec;
use logitscope_core::{CoreError, Interventions, Part, Settings, StopRules};
use logitscope_endpoint::Address;
use logitscope_protocol::Repository;
use serde_json::to_string;

use super::Target;
use crate::parts::{is_a_line, text};

pub const SPELLINGS: Target = Target {
    name: "spellings",
    read: spellings,
    seeds: || {
        let presets = Preset::ALL.iter().map(|preset| preset.chain().to_string());
        let others = [
            "temperature~0.7,top_k~40,-min_p~0.05,dry~0.8~1.75~2~0~%0A~.,logit_bias~5~-1,grammar~regex~(yes|no)",
            "L0H1,L1A:0.5,L2M:-1",
            "draft,beam~4,prompt~Once%20upon",
            "hf:owner/name@main",
            "hf:owner/name:file-Q8_0.gguf@main",
            "hf:owner/name:folder/in/it/@main",
            "https://huggingface.co/owner/name/resolve/main/folder/file.gguf",
            "https://huggingface.co/owner/name/blob/main/file-00002-of-00003.gguf",
            "https://huggingface.co/owner/name/tree/main",
            "https://[::1]:8080/llm/v1/chat/completions",
        ];
        presets
            .chain(others.map(String::from))
            .map(String::into_bytes)
            .collect()
    },
    sources: &[
        "crates/core/src/chain",
        "crates/core/src/compare",
        "crates/endpoint/src",
    ],
    heap_mib: 64,
};

pub const SETTINGS: Target = Target {
    name: "settings",
    read: settings,
    seeds: || {
        let of = |preset: &Preset| Settings {
            chain: preset.chain(),
            seed: 7,
        };
        let written = Preset::ALL
            .iter()
            .map(|preset| to_string(&of(preset)).expect("plain data"));
        let others = [
            r#"{"temperature":0.7,"top_k":5,"top_p":0.9,"seed":3}"#,
            r#"{"max_tokens":5,"sequences":["\n"]}"#,
        ];
        written
            .chain(others.map(String::from))
            .map(String::into_bytes)
            .collect()
    },
    sources: &["crates/core/src/chain"],
    heap_mib: 64,
};

/// What is read has a spelling that is read as the same.
fn again<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let spelled = value.to_string();
            match spelled.parse::<T>() {
                Ok(same) => assert_eq!(same, value, "{spelled}"),
                Err(error) => panic!("{spelled:?}: {error}"),
            }
        }
        Err(error) => is_a_line(&error),
    }
}

fn spellings(data: &[u8]) {
    let text = text(data);
    again::<Chain>(&text);
    again::<Part>(&text);
    again::<Interventions>(&text);
    again::<LaneSpec>(&text);
    again::<Repository>(&text);
    again::<Address>(&text);
    let (chain, wrong): (Chain, Vec<CoreError>) = Chain::read(&text);
    chain.check().expect("what is kept of a chain is in range");
    wrong.iter().for_each(is_a_line);
}

fn settings(data: &[u8]) {
    let _ = serde_json::from_slice::<StopRules>(data);
    let Ok(settings) = serde_json::from_slice::<Settings>(data) else {
        return;
    };
    if let Err(error) = settings.check() {
        return is_a_line(&error);
    }
    let written = to_string(&settings).expect("what was read can be written");
    let again: Settings = serde_json::from_str(&written).expect("what was written can be read");
    assert_eq!(again, settings, "{written}");
    for program in [Program::OpenAi, Program::LlamaCpp, Program::Transformers] {
        settings.chain.export(program, settings.seed);
    }
}
