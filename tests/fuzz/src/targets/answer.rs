//! Answers of servers, whole and as they come.

use logitscope_answer::{Answer, Growing};
use logitscope_endpoint::Events;

use super::Target;
use crate::parts::{is_a_line, text};

pub const ANSWER: Target = Target {
    name: "answer",
    read,
    seeds: || SEEDS.iter().map(|seed| seed.as_bytes().to_vec()).collect(),
    sources: &["crates/answer/src", "crates/endpoint/src"],
    heap_mib: 256,
};

/// An answer in each form that servers give.
const SEEDS: [&str; 7] = [
    r#"{"model":"m","choices":[{"index":0,"message":{"content":"Hi"},"logprobs":{"content":[{"token":"Hi","logprob":-0.5,"bytes":[72,105],"top_logprobs":[{"token":"Hi","logprob":-0.5,"bytes":[72,105]},{"token":"Ho","logprob":-1.5,"bytes":null}]}]},"finish_reason":"stop"}]}"#,
    r#"{"model":"m","choices":[{"index":0,"text":"Hi","logprobs":{"tokens":["H","i"],"token_logprobs":[-0.5,null],"top_logprobs":[{"H":-0.5,"h":-2.0},null],"text_offset":[0,1]},"finish_reason":"length"}]}"#,
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"logprobs\":{\"content\":[{\"token\":\"a\",\"logprob\":-0.5,\"top_logprobs\":[]}]},\"finish_reason\":null}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2}}\n\ndata: [DONE]\n\n",
    r#"{"model":"m","response":"Hi","done":true,"done_reason":"stop","logprobs":[{"token":"Hi","logprob":-0.5,"bytes":[72,105],"top_logprobs":[]}]}"#,
    r#"{"content":"Hi","stop":true,"completion_probabilities":[{"id":1,"token":"Hi","bytes":[72,105],"logprob":-0.5,"top_logprobs":[{"id":1,"token":"Hi","bytes":[72,105],"logprob":-0.5}]}]}"#,
    r#"{"object":"response","model":"m","output":[{"type":"message","content":[{"type":"output_text","text":"Hi","logprobs":[{"token":"Hi","logprob":-0.5,"bytes":[72,105],"top_logprobs":[]}]}]}],"status":"completed"}"#,
    r#"{"error":{"message":"out of memory"}}"#,
];
/// How an answer is cut that comes in parts.
const PARTS: usize = 37;

fn read(data: &[u8]) {
    match Answer::read(&text(data)) {
        Ok(answer) => {
            for choice in &answer.choices {
                choice.text();
                choice.perplexity();
                choice.least_sure(3);
            }
        }
        Err(error) => is_a_line(&error),
    }
    let mut events = Events::default();
    let mut growing = Growing::default();
    let parts = data.chunks(PARTS).flat_map(|part| events.take(part));
    let mut all: Vec<String> = parts.collect();
    all.extend(events.finish());
    for event in all {
        if let Err(error) = growing.take(&event) {
            is_a_line(&error);
        }
    }
    growing.tokens(1);
}
