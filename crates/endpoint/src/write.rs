//! Has a server write an answer by itself, and hears it as it comes.
//!
//! Routes and fields are OpenAI's; what llama.cpp (b10605) and vLLM (0.33.0) would fill in by themselves is sent, too.

use std::cell::{Cell, RefCell};

use logitscope_protocol::{Kind, Prompt, PromptToken, Write};
use logitscope_words::error::EndpointFault;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::events::Events;
use crate::refusal::{ask, check};
use crate::{Request, Transport, vllm};

/// Has it write; `heard` gets the data of its events as they come. A stream that breaks off is an error.
pub async fn write(
    transport: &impl Transport,
    write: &Write,
    model: &str,
    heard: &dyn Fn(Vec<String>),
) -> Result<(), EndpointFault> {
    let (path, body) = request(write, model);
    let events = RefCell::new(Events::default());
    let ended = Cell::new(false);
    let hear = |data: Vec<String>| {
        let ends = |data: &String| data.contains("finish_reason") && is_end(data);
        ended.set(ended.get() || data.iter().any(ends));
        if !data.is_empty() {
            heard(data);
        }
    };
    let part = |bytes: &[u8]| hear(events.borrow_mut().take(bytes));
    let response = transport.listen(Request::post(path, &body), &part).await?;
    check(transport, (path, true), &response)?;
    hear(events.take().finish());
    match ended.get() {
        true => Ok(()),
        false => Err(EndpointFault::Cut),
    }
}

/// Whether an event says why the answer ended.
fn is_end(data: &str) -> bool {
    let document: Value = serde_json::from_str(data).unwrap_or(Value::Null);
    let choices = document["choices"].as_array();
    choices.is_some_and(|all| all.iter().any(|c| c["finish_reason"].is_string()))
}

/// Where and what is asked.
fn request(write: &Write, model: &str) -> (&'static str, Value) {
    let mut body = json!({
        "model": model,
        "max_tokens": write.max_tokens,
        "temperature": write.temperature,
        "top_p": write.top_p,
        "presence_penalty": 0.0,
        "frequency_penalty": 0.0,
        "seed": write.seed,
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    if !write.stop.is_empty() {
        body["stop"] = json!(write.stop);
    }
    // What these have of their own: their defaults would cut and punish unasked.
    match write.kind {
        Kind::LlamaCpp => {
            body["top_k"] = json!(0);
            body["min_p"] = json!(0.0);
            body["repeat_penalty"] = json!(1.0);
            // As in the picture: first the temperature, then the cut.
            body["samplers"] = json!(["temperature", "top_p"]);
        }
        Kind::Vllm => {
            body["top_k"] = json!(0);
            body["min_p"] = json!(0.0);
            body["repetition_penalty"] = json!(1.0);
        }
        Kind::Other => {}
    }
    match &write.prompt {
        Prompt::Text(text) => {
            body["prompt"] = json!(text);
            body["logprobs"] = json!(write.top.max(1));
            ("/v1/completions", body)
        }
        Prompt::Chat(text) => {
            body["messages"] = json!([{ "role": "user", "content": text }]);
            body["logprobs"] = json!(true);
            body["top_logprobs"] = json!(write.top.max(1));
            ("/v1/chat/completions", body)
        }
    }
}

/// The tokens that a prompt becomes on a server of this kind; none where it does not tell.
pub async fn prompt_tokens(
    transport: &impl Transport,
    kind: Kind,
    model: &str,
    prompt: &Prompt,
) -> Result<Vec<PromptToken>, EndpointFault> {
    let text = match prompt {
        Prompt::Text(text) | Prompt::Chat(text) => text,
    };
    let pieces = match kind {
        Kind::LlamaCpp => llama_pieces(transport, prompt).await?,
        Kind::Vllm => vllm_pieces(transport, model, prompt).await?,
        Kind::Other => return Ok(Vec::new()),
    };
    Ok(marked(pieces, text))
}

async fn llama_pieces(
    transport: &impl Transport,
    prompt: &Prompt,
) -> Result<Vec<Vec<u8>>, EndpointFault> {
    #[derive(Deserialize)]
    struct Templated {
        prompt: String,
    }
    #[derive(Deserialize)]
    struct Tokens {
        tokens: Vec<Token>,
    }
    #[derive(Deserialize)]
    struct Token {
        piece: Piece,
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Piece {
        Text(String),
        Bytes(Vec<u8>),
    }
    let text = match prompt {
        Prompt::Text(text) => text.clone(),
        Prompt::Chat(text) => {
            let body = json!({ "messages": [{ "role": "user", "content": text }] });
            let templated: Templated =
                ask(transport, Request::post("/apply-template", &body)).await?;
            templated.prompt
        }
    };
    let body =
        json!({ "content": text, "add_special": true, "parse_special": true, "with_pieces": true });
    let found: Tokens = ask(transport, Request::post("/tokenize", &body)).await?;
    let bytes = found.tokens.into_iter().map(|token| match token.piece {
        Piece::Text(text) => text.into_bytes(),
        Piece::Bytes(bytes) => bytes,
    });
    Ok(bytes.collect())
}

async fn vllm_pieces(
    transport: &impl Transport,
    model: &str,
    prompt: &Prompt,
) -> Result<Vec<Vec<u8>>, EndpointFault> {
    #[derive(Deserialize)]
    struct Tokens {
        #[serde(default)]
        tokens: Vec<u32>,
    }
    let mut body = json!({ "model": model });
    match prompt {
        Prompt::Text(text) => body["prompt"] = json!(text),
        Prompt::Chat(text) => {
            body["messages"] = json!([{ "role": "user", "content": text }]);
            body["add_generation_prompt"] = json!(true);
        }
    }
    let found: Tokens = ask(transport, Request::post("/tokenize", &body)).await?;
    // Its own token texts are spelled for the tokenizer, not for people.
    let pieces = vllm::pieces(transport, model, &found.tokens).await?;
    Ok(pieces.into_iter().map(String::into_bytes).collect())
}

/// The pieces with those marked that lie outside of `text`, where the whole has it.
fn marked(pieces: Vec<Vec<u8>>, text: &str) -> Vec<PromptToken> {
    let whole = pieces.concat();
    let text = text.trim().as_bytes();
    let at = whole
        .windows(text.len().max(1))
        .rposition(|part| part == text);
    let own = at.map_or(0..0, |at| at..at + text.len());
    let mut end = 0;
    let token = |bytes: Vec<u8>| {
        let from = end;
        end += bytes.len();
        let added = end <= own.start || from >= own.end;
        PromptToken { bytes, added }
    };
    pieces.into_iter().map(token).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_template_added_is_told_from_the_text() {
        let pieces = ["<s>", "user", "\n", "Hi", " you", "</s>"];
        let pieces = pieces.map(|piece| piece.as_bytes().to_vec()).to_vec();
        let added = |text: &str| -> Vec<bool> {
            let all = marked(pieces.clone(), text);
            all.iter().map(|token| token.added).collect()
        };
        assert_eq!(added("Hi you"), [true, true, true, false, false, true]);
        assert_eq!(added(" Hi you\n"), added("Hi you"));
        assert_eq!(added("i y"), [true, true, true, false, false, true]);
        assert_eq!(added("nothing of it"), [true; 6]);
        assert_eq!(added(""), [true; 6]);
    }
}
