//! The forms in which servers give log-probabilities.
//!
//! - chats: `choices[].logprobs.content[]`, in chunks of a stream, too (OpenAI, vLLM, llama.cpp also for completions);
//! - completions: `choices[].logprobs` with lists side by side, whose alternatives are a dictionary by text (OpenAI's older API, vLLM);
//! - responses: `output[].content[].logprobs[]`, and the events `response.output_text.delta` of their streams (OpenAI);
//! - llama.cpp's own `completion_probabilities[]`, and Ollama's own `logprobs[]`.

use std::collections::BTreeMap;

use logitscope_core::error::EndpointFault;
use serde_json::Value;

use crate::held::Held;
use crate::{Alternative, Answer, Choice, Rated};

/// Collects what documents say.
#[derive(Default)]
pub(crate) struct Reader {
    model: Option<String>,
    choices: BTreeMap<u64, Choice>,
    /// What each of them keeps back.
    held: BTreeMap<u64, Held>,
    /// Whether anything was an answer, with or without log-probabilities.
    found: bool,
    /// Whether a stream brought it piece by piece: its last event repeats the whole.
    streamed: bool,
}

impl Reader {
    /// Takes in one document.
    pub fn take(&mut self, document: &Value) -> Result<(), EndpointFault> {
        if let Some(said) = error_of(document) {
            return Err(EndpointFault::Refused { status: 200, said });
        }
        if self.model.is_none() {
            self.model = document["model"].as_str().map(str::to_owned);
        }
        for (at, choice) in list(&document["choices"]).iter().enumerate() {
            self.found = true;
            let index = choice["index"].as_u64().unwrap_or(at as u64);
            let lists = &choice["logprobs"];
            self.add(index, list(&lists["content"]))?;
            self.add_side_by_side(index, lists)?;
            self.finish(index, &choice["finish_reason"]);
        }
        if document["type"] == "response.output_text.delta" {
            (self.found, self.streamed) = (true, true);
            self.add(0, list(&document["logprobs"]))?;
        }
        // The last event of a stream has all of it once more.
        let whole = match self.streamed {
            true => &Value::Null,
            false if document["response"].is_object() => &document["response"]["output"],
            false => &document["output"],
        };
        for part in list(whole)
            .iter()
            .flat_map(|output| list(&output["content"]))
        {
            self.found = true;
            self.add(0, list(&part["logprobs"]))?;
        }
        let own = list(&document["completion_probabilities"]);
        self.found |= !own.is_empty() || document["content"].is_string();
        self.add(0, own)?;
        self.finish(0, &document["stop_type"]);
        // Ollama's own: a list beside `response` or `message`.
        if document["response"].is_string() || document["message"].is_object() {
            self.found = true;
            self.add(0, list(&document["logprobs"]))?;
            self.finish(0, &document["done_reason"]);
        }
        Ok(())
    }

    /// What was collected.
    pub fn answer(self) -> Result<Answer, EndpointFault> {
        let choices: Vec<Choice> = self
            .choices
            .into_values()
            .filter(|c| !c.tokens.is_empty())
            .collect();
        match (choices.is_empty(), self.found) {
            (false, _) => Ok(Answer {
                model: self.model,
                choices,
            }),
            (true, true) => Err(EndpointFault::NoLogProbs),
            (true, false) => Err(EndpointFault::Shape {
                path: "JSON".into(),
                why: "choices?".into(),
            }),
        }
    }

    /// The first text, as far as it has come.
    pub fn first(&self) -> Option<&Choice> {
        self.choices.values().next()
    }

    fn choice(&mut self, index: u64) -> &mut Choice {
        self.choices.entry(index).or_default()
    }

    fn finish(&mut self, index: u64, reason: &Value) {
        if let Some(reason) = reason.as_str().filter(|reason| *reason != "none") {
            self.choice(index).finish = Some(reason.to_owned());
        }
    }

    /// Adds tokens, each with its alternatives beside it.
    fn add(&mut self, index: u64, entries: &[Value]) -> Result<(), EndpointFault> {
        for entry in entries {
            let top = list(&entry["top_logprobs"]).iter().map(token);
            let top = sorted(top.collect::<Result<_, _>>()?);
            let mut own = token(entry)?;
            self.held.entry(index).or_default().tell(&mut own, &top);
            self.choice(index).tokens.push(Rated { own, top });
        }
        Ok(())
    }

    /// Adds tokens of the older completions.
    fn add_side_by_side(&mut self, index: u64, lists: &Value) -> Result<(), EndpointFault> {
        let log_probs = list(&lists["token_logprobs"]);
        for (at, text) in list(&lists["tokens"]).iter().enumerate() {
            let bare = |text: &str, log_prob: &Value| {
                Ok(Alternative {
                    text: text.to_owned(),
                    bytes: None,
                    id: None,
                    log_prob: number(text, log_prob)?,
                })
            };
            let top = lists["top_logprobs"][at].as_object();
            let top = top
                .into_iter()
                .flatten()
                .map(|(text, log_prob)| bare(text, log_prob));
            let rated = Rated {
                own: bare(
                    text.as_str().unwrap_or_default(),
                    log_probs.get(at).unwrap_or(&Value::Null),
                )?,
                top: sorted(top.collect::<Result<_, _>>()?),
            };
            self.choice(index).tokens.push(rated);
        }
        Ok(())
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// One entry of a list.
fn token(entry: &Value) -> Result<Alternative, EndpointFault> {
    let text = entry["token"].as_str().unwrap_or_default();
    let bytes = match &entry["bytes"] {
        // mistral.rs gives a text.
        Value::String(text) => Some(text.clone().into_bytes()),
        bytes => {
            let byte = |byte: &Value| byte.as_u64().and_then(|byte| u8::try_from(byte).ok());
            bytes
                .as_array()
                .and_then(|all| all.iter().map(byte).collect())
        }
    };
    Ok(Alternative {
        text: text.to_owned(),
        bytes,
        id: entry["id"].as_u64().and_then(|id| u32::try_from(id).ok()),
        log_prob: number(text, &entry["logprob"])?,
    })
}

/// A log-probability; `None` where there is none.
fn number(text: &str, log_prob: &Value) -> Result<Option<f64>, EndpointFault> {
    let Some(value) = log_prob.as_f64() else {
        return Ok(None);
    };
    Alternative::known(value).map_err(|value| EndpointFault::LogProb {
        token: text.to_owned(),
        value,
    })
}

/// The most probable first.
fn sorted(mut top: Vec<Alternative>) -> Vec<Alternative> {
    let key = |own: &Alternative| own.log_prob.unwrap_or(f64::NEG_INFINITY);
    logitscope_core::sorted::sort_by(&mut top, |a, b| key(b).total_cmp(&key(a)));
    top
}

/// What a server says in place of an answer.
fn error_of(document: &Value) -> Option<String> {
    let error = &document["error"];
    let said = error["message"].as_str().or(error.as_str());
    said.map(|said| said.chars().take(300).collect())
}
