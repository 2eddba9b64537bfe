//! A run as an answer in OpenAI's form.

use logitscope_core::{Run, StepRecord, StopReason, math};
use serde_json::{Value, json};

/// What OpenAI writes for a token without any probability.
const NOTHING: f64 = -9999.0;
/// 1 bit in nats.
const LN_2: f64 = std::f64::consts::LN_2;

/// The generated tokens of `run` as OpenAI's chat completion object, with the log-probabilities of the model alone: of each token, and of the most
/// probable ones that its record lists. `model` is the name that it gives.
pub fn chat_completion(run: &Run, model: &str) -> Value {
    let vocab = run.vocab();
    let token = |token, log_prob: f64| {
        let bytes = vocab.bytes(token);
        json!({
            "id": token,
            "token": String::from_utf8_lossy(bytes),
            "logprob": if log_prob.is_finite() { log_prob } else { NOTHING },
            "bytes": bytes,
        })
    };
    let path = run.path();
    let generated = path.iter().skip(run.prompt_len());
    let records: Vec<&StepRecord> = generated.filter_map(|node| run.record(*node)).collect();
    let entry = |record: &&StepRecord| {
        let mut own = token(record.choice.token, -record.surprisal_bits * LN_2);
        let top = record.top.iter();
        let top = top.map(|top| token(top.token, math::ln(top.prob_before)));
        own["top_logprobs"] = top.collect();
        own
    };
    let content: Vec<Value> = records.iter().map(entry).collect();
    let bytes = records
        .iter()
        .flat_map(|record| vocab.bytes(record.choice.token));
    let bytes: Vec<u8> = bytes.copied().collect();
    let stop = records.last().and_then(|record| record.stop.as_ref());
    let finish = match stop {
        Some(StopReason::EndOfText | StopReason::StopSequence { .. }) => "stop",
        Some(StopReason::MaxTokens | StopReason::ContextFull) | None => "length",
    };
    let (prompt, written) = (run.prompt_len(), content.len());
    json!({
        "object": "chat.completion",
        "model": model,
        "choices": [{
            "index": 0,
            "message": { "role": "assistant", "content": String::from_utf8_lossy(&bytes) },
            "logprobs": { "content": content },
            "finish_reason": finish,
        }],
        "usage": { "prompt_tokens": prompt, "completion_tokens": written, "total_tokens": prompt + written },
    })
}
