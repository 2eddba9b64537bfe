//! Servers that do not run here, by answers that are written out after their sources and documentation; each says which. And answers that no
//! server should give.

use std::cell::RefCell;

use logitscope_core::error::EndpointFault;
use logitscope_endpoint::{Client, Request, Response, Transport, probe};
use logitscope_protocol::{Kind, Lists};
use serde_json::{Value, json};

/// What a server answers to a path and a body: status and body.
type Answers = Box<dyn Fn(&str, &Value) -> (u16, String)>;

/// Answers as `answer` says, and remembers what it was asked.
struct Script<F> {
    answer: F,
    asked: RefCell<Vec<Request>>,
}

impl<F: Fn(&str, &Value) -> (u16, String)> Script<F> {
    fn new(answer: F) -> Self {
        Script {
            answer,
            asked: RefCell::default(),
        }
    }
}

impl<F: Fn(&str, &Value) -> (u16, String)> Transport for &Script<F> {
    fn address(&self) -> String {
        "http://127.0.0.1:8000".into()
    }

    async fn send(&self, request: Request) -> Result<Response, EndpointFault> {
        self.asked.borrow_mut().push(request.clone());
        let body = request.body.as_deref().unwrap_or("null");
        let body = serde_json::from_str(body).expect("we write JSON");
        let (status, body) = (self.answer)(&request.path, &body);
        Ok(Response {
            status,
            body: body.into_bytes(),
            retry_after: None,
        })
    }
}

/// A vocabulary of five tokens, one of them half a character.
const TOKENS: [&str; 5] = ["a", " b", "\u{fffd}", "the", "<|end|>"];

/// vLLM 0.33: `entrypoints/openai/{models,completion}/protocol.py`, `entrypoints/serve/tokenize/protocol.py`, and the refusal of
/// `v1/engine/input_processor.py`. Started with `--max-logprobs -1`, or with `most` tokens.
fn vllm(most: i64) -> impl Fn(&str, &Value) -> (u16, String) {
    move |path, body| {
        let log_probs = [-0.5, -1.5, -3.0, -4.0, -9999.0];
        let answer = match path {
            "/v1/models" => json!({"object": "list", "data": [
                {"id": "small", "object": "model", "owned_by": "vllm", "root": "small", "parent": null, "max_model_len": 4096, "permission": []}]}),
            "/version" => json!({"version": "0.33.0"}),
            "/detokenize" => {
                let text = |id: &Value| {
                    let mark = ["⟦", "¤", "⟧"].get((id.as_u64()? as usize).wrapping_sub(9000));
                    let own = TOKENS.get(id.as_u64()? as usize);
                    mark.or(own).map(|text| (*text).to_owned())
                };
                let tokens = body["tokens"].as_array().expect("tokens").iter();
                json!({"prompt": tokens.filter_map(text).collect::<String>()})
            }
            "/tokenize" if body["prompt"] == "⟦¤⟧" => {
                json!({"count": 3, "max_model_len": 4096, "tokens": [9000, 9001, 9002], "token_strs": null})
            }
            "/tokenize" => {
                json!({"count": 2, "max_model_len": 4096, "tokens": [0, 1], "token_strs": null})
            }
            "/v1/completions" => {
                let asked = body["logprobs"]
                    .as_i64()
                    .or(body["prompt_logprobs"].as_i64())
                    .unwrap_or(0);
                if most != -1 && (asked == -1 || asked > most) {
                    let said = format!(
                        "Requested sample logprobs of {asked}, which is greater than max allowed: {most} (parameter=logprobs, value={asked})"
                    );
                    return (400, json!({"error": {"message": said, "type": "BadRequestError", "param": null, "code": 400}}).to_string());
                }
                let rated =
                    TOKENS
                        .iter()
                        .zip(log_probs)
                        .enumerate()
                        .map(|(id, (text, log_prob))| {
                            (
                                id.to_string(),
                                json!({"logprob": log_prob, "rank": id + 1, "decoded_token": text}),
                            )
                        });
                let rated: serde_json::Map<String, Value> = rated.collect();
                let n = if asked == -1 {
                    TOKENS.len()
                } else {
                    (asked as usize).min(TOKENS.len())
                };
                let top: serde_json::Map<String, Value> = log_probs
                    .iter()
                    .take(n)
                    .enumerate()
                    .map(|(id, l)| (format!("token_id:{id}"), json!(l)))
                    .collect();
                json!({"id": "cmpl-1", "object": "text_completion", "model": "small", "choices": [{
                    "index": 0, "text": "a", "finish_reason": "length", "stop_reason": null,
                    "logprobs": {"tokens": ["token_id:0"], "token_logprobs": [-0.5], "top_logprobs": [top], "text_offset": [0]},
                    "prompt_logprobs": [null, rated]}],
                    "usage": {"prompt_tokens": 2, "total_tokens": 3, "completion_tokens": 1}})
            }
            _ => return (404, json!({"detail": "Not Found"}).to_string()),
        };
        (200, answer.to_string())
    }
}

#[test]
fn a_vllm_that_lists_all_gives_steps() {
    let script = Script::new(vllm(-1));
    let client = pollster::block_on(Client::connect(&script, None)).expect("it gives all");
    let server = client.server();
    assert_eq!(
        (server.kind, server.lists, server.d_vocab),
        (Kind::Vllm, Lists::All, Some(5))
    );
    assert_eq!(
        (server.n_ctx, server.version.as_deref()),
        (Some(4096), Some("0.33.0"))
    );
    assert!(server.prompt_log_probs && !server.bytes);
    assert_eq!(client.vocab().bytes(3), b"the");
    let (row, _) = pollster::block_on(client.log_probs(&[0, 1])).expect("a row");
    assert_eq!(row, [-0.5, -1.5, -3.0, -4.0, f32::NEG_INFINITY]);
    let last: Value = serde_json::from_str(
        script
            .asked
            .borrow()
            .last()
            .and_then(|r| r.body.as_deref())
            .expect("a post"),
    )
    .expect("JSON");
    assert_eq!(
        (
            &last["prompt"],
            &last["logprobs"],
            &last["return_tokens_as_token_ids"]
        ),
        (&json!([0, 1]), &json!(-1), &json!(true))
    );
}

#[test]
fn a_vllm_as_it_starts_by_itself_gives_steps_of_a_part() {
    let script = Script::new(vllm(3));
    let client = pollster::block_on(Client::connect(&script, None)).expect("it lists three");
    let server = client.server();
    assert_eq!((server.lists, server.d_vocab), (Lists::Top(3), Some(5)));
    assert_eq!(client.vocab().bytes(4), b"<|end|>");
    let (top, _) = pollster::block_on(client.top(&[0, 1], 20)).expect("a list");
    assert_eq!(top, [(0, -0.5), (1, -1.5), (2, -3.0)]);
    let all = pollster::block_on(client.log_probs(&[0, 1])).err();
    assert!(
        matches!(all, Some(EndpointFault::TooMany { .. })),
        "{all:?}"
    );
    let rated = pollster::block_on(client.rated(&[0, 1])).expect("it rates");
    assert_eq!(rated, Some(vec![None, Some((-1.5, 1))]));
}

/// OpenAI's API reference, “Chat completions” and “Models”; Ollama answers chats in the same form.
fn openai(log_probs: Value) -> impl Fn(&str, &Value) -> (u16, String) {
    move |path, _| {
        match path {
        "/v1/models" => (200, json!({"object": "list", "data": [{"id": "gpt-x", "object": "model", "created": 1, "owned_by": "openai"}]}).to_string()),
        "/v1/chat/completions" => {
            let choice = json!({"index": 0, "message": {"role": "assistant", "content": "Hi"}, "finish_reason": "length", "logprobs": log_probs});
            (200, json!({"id": "1", "object": "chat.completion", "choices": [choice]}).to_string())
        }
        _ => (404, "{}".into()),
    }
    }
}

#[test]
fn servers_without_ids_are_described_and_refused() {
    let entry = |text: &str| json!({"token": text, "logprob": -0.5, "bytes": text.as_bytes()});
    let content = json!({"content": [{"token": "Hi", "logprob": -0.5, "bytes": [72, 105], "top_logprobs": [entry("Hi"), entry("Ho")]}]});
    let script = Script::new(openai(content));
    let server = pollster::block_on(probe(&&script, Some("gpt-x"))).expect("it says what it can");
    assert_eq!(
        (server.kind, server.lists, server.bytes),
        (Kind::Other, Lists::Top(2), true)
    );
    assert!(!server.gives_steps());
    assert_eq!(
        pollster::block_on(Client::connect(&script, None)).err(),
        Some(EndpointFault::NoIds)
    );
    // LM Studio accepts the question and ignores it (lmstudio-bug-tracker, issue 60).
    let silent = Script::new(openai(Value::Null));
    let server = pollster::block_on(probe(&&silent, None)).expect("it answers");
    assert_eq!(server.lists, Lists::None);
    let unknown = pollster::block_on(probe(&&silent, Some("other"))).err();
    assert!(matches!(unknown, Some(EndpointFault::NoModel { .. })));
}

/// llama.cpp with a vocabulary of `n_vocab`, of which it lists `listed`.
fn llama(n_vocab: u64, listed: u64) -> impl Fn(&str, &Value) -> (u16, String) {
    move |path, _| {
        let entry =
            |id: u64| json!({"id": id, "token": "x", "bytes": [120], "logprob": -1.0 - id as f64});
        let answer = match path {
            "/v1/models" => {
                json!({"data": [{"id": "m", "owned_by": "llamacpp", "meta": {"n_vocab": n_vocab}}]})
            }
            "/props" => json!({"eos_token": "x", "default_generation_settings": {"n_ctx": 256}}),
            "/tokenize" => json!({"tokens": [0]}),
            "/detokenize" => json!({"content": "x"}),
            _ => {
                json!({"completion_probabilities": [{"top_logprobs": (0..listed).map(entry).collect::<Vec<_>>()}]})
            }
        };
        (200, answer.to_string())
    }
}

#[test]
fn sizes_that_no_model_has_take_no_memory() {
    let connect = |n_vocab, listed| {
        let script = Script::new(llama(n_vocab, listed));
        pollster::block_on(Client::connect(&script, None)).err()
    };
    assert_eq!(connect(4, 4), None);
    // More than there are: those beyond the vocabulary are nothing.
    assert_eq!(connect(3, 4), None);
    assert_eq!(
        connect(5, 4),
        Some(EndpointFault::Partial {
            listed: 4,
            all: Some(5)
        })
    );
    for n_vocab in [0, 1 << 30, u64::MAX / 2] {
        assert!(
            matches!(connect(n_vocab, 4), Some(EndpointFault::Shape { .. })),
            "{n_vocab}"
        );
    }
}

/// Small numbers from a seed: a generator that is the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

#[test]
fn damaged_answers_are_refused_and_never_panic() {
    let mut refused = 0;
    for seed in 0..3_000 {
        let numbers = RefCell::new(Numbers(seed));
        let whole: Answers = match seed % 3 {
            0 => Box::new(vllm(-1)),
            1 => Box::new(llama(6, 6)),
            _ => Box::new(openai(json!({"content": []}))),
        };
        let damaged = |path: &str, body: &Value| {
            let (status, text) = whole(path, body);
            let mut numbers = numbers.borrow_mut();
            if numbers.below(3) != 0 {
                return (status, text);
            }
            let mut bytes = text.into_bytes();
            for _ in 0..=numbers.below(3) {
                let at = numbers.below(bytes.len());
                match numbers.below(4) {
                    0 => bytes.truncate(at),
                    1 => bytes[at] = b"0-9\"[]{},:e"[numbers.below(11)],
                    2 => bytes.splice(at..at, *b"null").for_each(drop),
                    _ => drop(bytes.remove(at)),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            let status = [status, 400, 503, 200][numbers.below(4)];
            (status, String::from_utf8_lossy(&bytes).into_owned())
        };
        let script = Script::new(damaged);
        match pollster::block_on(Client::connect(&script, None)) {
            Ok(client) => drop(pollster::block_on(client.log_probs(&[0, 1]))),
            Err(fault) => {
                assert!(!fault.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!((1_000..3_000).contains(&refused), "{refused} of 3000");
}
