//! What servers of models answer, question after question.

use std::cell::RefCell;

use logitscope_core::error::EndpointFault;
use logitscope_endpoint::{Client, Request, Response, Transport, probe, prompt_tokens, write};
use logitscope_protocol::{Endpoint, Kind, Prompt, Write};

use super::Target;
use crate::parts::{BETWEEN, is_a_line, joined};

pub const ENDPOINT: Target = Target {
    name: "endpoint",
    read,
    seeds: || {
        SEEDS
            .iter()
            .map(|answers| joined(&answers.iter().map(|a| a.as_bytes()).collect::<Vec<_>>()))
            .collect()
    },
    sources: &["crates/endpoint/src"],
    heap_mib: 256,
};

const MODELS_LLAMA: &str = r#"{"object":"list","data":[{"id":"m","owned_by":"llamacpp","meta":{"n_vocab":3,"n_ctx_train":512,"n_params":1000}}]}"#;
const MODELS_VLLM: &str =
    r#"{"object":"list","data":[{"id":"m","owned_by":"vllm","max_model_len":4096}]}"#;
const STEP_LLAMA: &str = r#"{"content":"a","completion_probabilities":[{"id":0,"token":"a","bytes":[97],"logprob":-0.5,"top_logprobs":[{"id":0,"token":"a","bytes":[97],"logprob":-0.5},{"id":1,"token":" b","bytes":[32,98],"logprob":-1.5},{"id":2,"token":"","bytes":[],"logprob":-3.0}]}],"timings":{"prompt_ms":1.0,"predicted_ms":1.0}}"#;
const STEP_VLLM: &str = r#"{"choices":[{"index":0,"text":"a","logprobs":{"tokens":["token_id:0"],"token_logprobs":[-0.5],"top_logprobs":[{"token_id:0":-0.5,"token_id:1":-1.5}]},"prompt_logprobs":[null,{"0":{"logprob":-0.5,"rank":1,"decoded_token":"a"},"1":{"logprob":-1.5,"rank":2,"decoded_token":" b"}}]}]}"#;

/// What servers answer in turn: llama.cpp's, vLLM, one of OpenAI's kind, one that refuses.
const SEEDS: [&[&str]; 4] = [
    &[
        MODELS_LLAMA,
        r#"{"bos_token":"<s>","eos_token":"","chat_template":"x","build_info":"b1","default_generation_settings":{"n_ctx":512}}"#,
        r#"{"tokens":[0,1]}"#,
        r#"{"tokens":[2,0,1]}"#,
        STEP_LLAMA,
        STEP_LLAMA,
        r#"{"content":"<x>"}"#,
        r#"{"tokens":[2]}"#,
        r#"{"tokens":[0,1]}"#,
        STEP_LLAMA,
    ],
    &[
        MODELS_VLLM,
        r#"{"version":"0.33.0"}"#,
        r#"{"tokens":[0,1],"max_model_len":4096}"#,
        r#"{"tokens":[0,1],"max_model_len":4096}"#,
        STEP_VLLM,
        r#"{"tokens":[0,1]}"#,
        STEP_VLLM,
        STEP_VLLM,
        STEP_VLLM,
    ],
    &[
        r#"{"object":"list","data":[{"id":"m","object":"model","owned_by":"openai"}]}"#,
        r#"{"choices":[{"index":0,"message":{"content":"Hi"},"logprobs":{"content":[{"token":"Hi","logprob":-0.5,"top_logprobs":[{"token":"Hi","logprob":-0.5,"bytes":[72,105]}]}]}}]}"#,
    ],
    &[
        "429{\"error\":{\"message\":\"busy\"}}",
        "503{\"error\":{\"type\":\"unavailable_error\"}}",
    ],
];

/// A server that answers what stands in the case, one part a question; three digits before a part are its status.
struct Script<'a>(RefCell<Box<dyn Iterator<Item = &'a [u8]> + 'a>>);

impl<'a> Script<'a> {
    fn new(data: &'a [u8]) -> Self {
        Script(RefCell::new(Box::new(data.split(|byte| *byte == BETWEEN))))
    }
}

impl Transport for Script<'_> {
    fn address(&self) -> String {
        "http://127.0.0.1:8080".into()
    }

    async fn send(&self, _: Request) -> Result<Response, EndpointFault> {
        let part = self.0.borrow_mut().next().ok_or(EndpointFault::Cut)?;
        let digits = part
            .get(..3)
            .and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        Ok(match digits {
            Some(status) => Response {
                status,
                body: part[3..].to_vec(),
                retry_after: Some(status.into()),
            },
            None => Response {
                status: 200,
                body: part.to_vec(),
                retry_after: None,
            },
        })
    }
}

fn read(data: &[u8]) {
    pollster::block_on(async {
        let refused = |error: &EndpointFault| is_a_line(error);
        let _ = probe(&Script::new(data), None).await.inspect_err(refused);
        let task = written();
        let _ = write(&Script::new(data), &task, "m", &|_| {})
            .await
            .inspect_err(refused);
        for kind in [Kind::LlamaCpp, Kind::Vllm] {
            let told = prompt_tokens(&Script::new(data), kind, "m", &task.prompt).await;
            let _ = told.inspect_err(refused);
        }
        let client = match Client::connect(Script::new(data), None).await {
            Ok(client) => client,
            Err(error) => return refused(&error),
        };
        let _ = client.tokenize("a b").await.inspect_err(refused);
        let _ = client.log_probs(&[0, 1]).await.inspect_err(refused);
        let _ = client.top(&[0, 1], 5).await.inspect_err(refused);
        let _ = client.rated(&[0, 1]).await.inspect_err(refused);
    });
}

fn written() -> Write {
    Write {
        endpoint: Endpoint {
            address: "http://127.0.0.1:8080".into(),
            key: None,
            model: None,
        },
        kind: Kind::Other,
        prompt: Prompt::Chat("a b".into()),
        max_tokens: 4,
        temperature: 1.0,
        top_p: 1.0,
        seed: 1,
        top: 2,
        stop: Vec::new(),
    }
}
