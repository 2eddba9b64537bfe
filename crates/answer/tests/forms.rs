//! The forms of answers, written out after the documentation of those who give them.

use std::sync::Arc;

use logitscope_answer::{Answer, Choice, chat_completion};
use logitscope_core::error::EndpointFault;
use logitscope_core::{Run, Timings, Vocab};
use serde_json::{Value, json};

fn read(document: &Value) -> Answer {
    Answer::read(&document.to_string()).expect("an answer")
}

/// Texts and ln p of the tokens.
fn tokens(choice: &Choice) -> Vec<(String, Option<f64>)> {
    choice
        .tokens
        .iter()
        .map(|t| (t.own.text.clone(), t.own.log_prob))
        .collect()
}

fn entry(text: &str, log_prob: f64) -> Value {
    json!({"token": text, "logprob": log_prob, "bytes": text.as_bytes()})
}

fn with_top(text: &str, log_prob: f64, top: &[(&str, f64)]) -> Value {
    let mut own = entry(text, log_prob);
    own["top_logprobs"] = top
        .iter()
        .map(|(text, log_prob)| entry(text, *log_prob))
        .collect();
    own
}

/// OpenAI, “The chat completion object”.
#[test]
fn a_chat() {
    let content = [
        with_top("Hel", -0.25, &[("Hel", -0.25), ("Good", -1.75)]),
        with_top("lo", -0.5, &[("lo", -0.5)]),
    ];
    let choice = |index, reason: &str| json!({"index": index, "message": {"role": "assistant", "content": "Hello"}, "logprobs": {"content": content}, "finish_reason": reason});
    let answer = read(
        &json!({"object": "chat.completion", "model": "gpt-x", "choices": [choice(1, "length"), choice(0, "stop")]}),
    );
    assert_eq!(answer.model.as_deref(), Some("gpt-x"));
    assert_eq!(answer.choices.len(), 2, "two were asked for");
    let first = &answer.choices[0];
    assert_eq!(
        (first.text().as_str(), first.finish.as_deref()),
        ("Hello", Some("stop"))
    );
    assert_eq!(
        tokens(first),
        [("Hel".into(), Some(-0.25)), ("lo".into(), Some(-0.5))]
    );
    let (bits, n) = first.surprisal_bits();
    assert!((bits - 0.75 / std::f64::consts::LN_2).abs() < 1e-12 && n == 2);
    assert!((first.perplexity().expect("known") - 0.375_f64.exp()).abs() < 1e-12);
    assert_eq!(first.least_sure(5), [1, 0]);
    assert_eq!(answer.choices[1].finish.as_deref(), Some("length"));
}

/// OpenAI, “The chat completion chunk object”; llama.cpp sends comments as pings, and an error in the middle as an event.
#[test]
fn a_stream_of_a_chat() {
    let chunk = |content: Value, reason: Value| {
        let choice = json!({"index": 0, "delta": {}, "logprobs": {"content": content}, "finish_reason": reason});
        format!(
            "data: {}\r\n\r\n",
            json!({"object": "chat.completion.chunk", "model": "m", "choices": [choice]})
        )
    };
    let text = format!(
        ": ping\n\n{}{}{}data: {}\n\ndata: [DONE]\n\n",
        chunk(json!([entry("a", -1.0)]), Value::Null),
        chunk(json!([entry("b", -2.0)]), Value::Null),
        chunk(Value::Null, json!("stop")),
        json!({"object": "chat.completion.chunk", "choices": [], "usage": {"completion_tokens": 2}}),
    );
    let answer = Answer::read(&text).expect("a stream");
    assert_eq!(
        (
            answer.choices[0].text().as_str(),
            answer.choices[0].finish.as_deref()
        ),
        ("ab", Some("stop"))
    );
    let broken = text.replace(
        "data: [DONE]",
        "data: {\"error\": {\"message\": \"out of memory\"}}",
    );
    assert!(
        matches!(Answer::read(&broken), Err(EndpointFault::Refused { said, .. }) if said == "out of memory")
    );
    assert_eq!(
        Answer::read(&text[..text.len() / 2]).err(),
        Some(EndpointFault::Cut)
    );
}

/// OpenAI, legacy completions; vLLM gives the same. The first echoed token has no log-probability.
#[test]
fn a_completion() {
    let lists = json!({"tokens": ["Once", " upon", " a"], "token_logprobs": [null, -0.5, -9999.0],
        "top_logprobs": [null, {" upon": -0.5, " in": -2.0}, {" the": -0.1}], "text_offset": [0, 4, 9]});
    let answer = read(
        &json!({"object": "text_completion", "choices": [{"index": 0, "text": "…", "logprobs": lists, "finish_reason": "length"}]}),
    );
    let choice = &answer.choices[0];
    assert_eq!(
        tokens(choice),
        [
            ("Once".into(), None),
            (" upon".into(), Some(-0.5)),
            (" a".into(), None)
        ]
    );
    assert_eq!(
        (
            choice.surprisal_bits().1,
            choice.tokens[1].rank(),
            choice.tokens[2].rest()
        ),
        (1, Some(0), None)
    );
    assert_eq!(choice.text(), "Once upon a");
}

/// OpenAI, “The response object”, asked with `include: ["message.output_text.logprobs"]`; and its stream, whose last event repeats the whole.
#[test]
fn a_response() {
    let part = json!({"type": "output_text", "text": "Hi", "logprobs": [with_top("Hi", -0.1, &[("Hi", -0.1)])]});
    let whole = json!({"object": "response", "model": "m", "output": [{"type": "reasoning", "summary": []}, {"type": "message", "content": [part]}]});
    assert_eq!(read(&whole).choices[0].text(), "Hi");
    let delta = json!({"type": "response.output_text.delta", "delta": "Hi", "logprobs": [entry("Hi", -0.1)]});
    let done = json!({"type": "response.completed", "response": whole});
    let text = format!(
        "event: response.output_text.delta\ndata: {delta}\n\nevent: response.completed\ndata: {done}\n\n"
    );
    assert_eq!(
        Answer::read(&text).expect("a stream").choices[0]
            .tokens
            .len(),
        1,
        "once"
    );
    assert_eq!(
        read(&done).choices[0].text(),
        "Hi",
        "the last event alone is enough"
    );
}

/// llama.cpp, `tools/server/README.md`, “POST /completion” with `n_probs`.
#[test]
fn llama_cpp_itself() {
    let half = json!({"id": 7, "token": "", "bytes": [0xF0, 0x9F], "logprob": -0.5, "top_logprobs": [{"id": 7, "token": "", "bytes": [0xF0, 0x9F], "logprob": -0.5}]});
    let rest = json!({"id": 8, "token": "\u{fffd}", "bytes": [0xA6, 0x8A], "logprob": -0.1, "top_logprobs": []});
    let answer = read(
        &json!({"content": "🦊", "stop_type": "eos", "completion_probabilities": [half, rest]}),
    );
    let choice = &answer.choices[0];
    assert_eq!(
        (choice.text().as_str(), choice.finish.as_deref()),
        ("🦊", Some("eos")),
        "halves make a whole"
    );
    assert_eq!(
        (choice.tokens[0].own.id, choice.tokens[0].rank()),
        (Some(7), Some(0))
    );
}

/// Ollama, `api/types.go`, streamed line by line.
#[test]
fn ollama_itself() {
    let line = |text: &str, done: bool| {
        json!({"model": "m", "response": text, "done": done, "logprobs": [entry(text, -0.5)]})
            .to_string()
    };
    let answer =
        Answer::read(&format!("{}\n{}\n", line("a", false), line("b", true))).expect("two lines");
    assert_eq!(answer.choices[0].text(), "ab");
}

/// mistral.rs gives the bytes as a text.
#[test]
fn bytes_as_a_text() {
    let own = json!({"token": "a", "logprob": -1.0, "bytes": "a", "top_logprobs": [{"token": "a", "logprob": -1.0, "bytes": "a"}]});
    let answer = read(&json!({"choices": [{"index": 0, "logprobs": {"content": [own]}}]}));
    assert_eq!(
        answer.choices[0].tokens[0].own.bytes.as_deref(),
        Some(&b"a"[..])
    );
}

#[test]
fn a_run_goes_out_and_comes_back() {
    let vocab = Arc::new(Vocab::new([&b"a"[..], b" b", &[0xF0, 0x9F], b"c"], None));
    let mut run = Run::new(vocab, 16, 1 << 20);
    run.set_prompt(&[0]).expect("a prompt");
    for (forced, logits) in [
        (1, [0.0, 2.0, 1.0, -1.0]),
        (2, [1.0, 0.0, f32::NEG_INFINITY, 0.0]),
    ] {
        let node = run.cursor().expect("a text");
        run.accept_logits(node, logits.to_vec().into(), Timings::default())
            .expect("logits");
        run.force(forced).expect("a token");
    }
    let answer = read(&chat_completion(&run, "pocket"));
    let choice = &answer.choices[0];
    assert_eq!(
        (answer.model.as_deref(), choice.finish.as_deref()),
        (Some("pocket"), Some("length"))
    );
    let [first, second] = &choice.tokens[..] else {
        unreachable!("two tokens");
    };
    let total: f64 = [0.0_f64, 2.0, 1.0, -1.0].iter().map(|z| z.exp()).sum();
    assert!((first.own.log_prob.expect("known") - (2.0 - total.ln())).abs() < 1e-6);
    assert_eq!(
        (
            first.rank(),
            first.top.len(),
            first.rest().expect("all four") < 1e-9
        ),
        (Some(0), 4, true)
    );
    assert_eq!(
        (second.own.bytes.as_deref(), second.own.log_prob),
        (Some(&[0xF0, 0x9F][..]), None),
        "it was impossible"
    );
}

#[test]
fn what_is_no_answer_says_why() {
    let fault = |text: &str| Answer::read(text).expect_err(text);
    assert_eq!(
        fault(r#"{"choices": [{"index": 0, "message": {"content": "Hi"}, "logprobs": null}]}"#),
        EndpointFault::NoLogProbs
    );
    assert!(matches!(
        fault(r#"{"format": "logitscope-trace"}"#),
        EndpointFault::Shape { .. }
    ));
    assert!(matches!(fault("nothing"), EndpointFault::Shape { .. }));
    assert!(matches!(fault(""), EndpointFault::Shape { .. }));
    assert_eq!(fault(r#"{"choices": ["#), EndpointFault::Cut);
    assert!(matches!(
        fault(r#"{"choices": [}"#),
        EndpointFault::Shape { .. }
    ));
    let above = json!({"choices": [{"logprobs": {"content": [entry("<b>", 0.7)]}}]}).to_string();
    assert_eq!(
        fault(&above),
        EndpointFault::LogProb {
            token: "<b>".into(),
            value: 0.7
        }
    );
    assert!(matches!(
        fault(r#"{"error": {"message": "no"}}"#),
        EndpointFault::Refused { .. }
    ));
}

#[test]
fn damaged_answers_never_panic() {
    let content = [
        with_top("Hel", -0.25, &[("Hel", -0.25), ("Good", -1.75)]),
        with_top("lo", -0.5, &[("lo", -0.5)]),
    ];
    let whole = json!({"model": "m", "choices": [{"index": 0, "logprobs": {"content": content}, "finish_reason": "stop"}]}).to_string();
    let mut random = 7_u64;
    let mut below = |n: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % n
    };
    let mut refused = 0;
    for _ in 0..5_000 {
        let mut bytes = whole.clone().into_bytes();
        for _ in 0..=below(4) {
            let at = below(bytes.len());
            match below(3) {
                0 => bytes[at] = b"0-9\"[]{},:e"[below(11)],
                1 => bytes.splice(at..at, *b"null").for_each(drop),
                _ => bytes.truncate(at.max(1)),
            }
        }
        match Answer::read(&String::from_utf8_lossy(&bytes)) {
            Ok(answer) => answer.choices.iter().for_each(|choice| {
                let _ = (choice.text(), choice.perplexity(), choice.least_sure(3));
                choice.tokens.iter().for_each(|token| {
                    assert!(token.rest().is_none_or(|rest| (0.0..=1.0).contains(&rest)))
                });
            }),
            Err(_) => refused += 1,
        }
    }
    assert!((2_000..5_000).contains(&refused), "{refused}");
}
