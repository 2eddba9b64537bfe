//! An answer that is still being written.

use logitscope_core::error::EndpointFault;
use serde_json::Value;

use crate::forms::Reader;
use crate::{Choice, Rated};

/// Collects the events of a stream.
#[derive(Default)]
pub struct Growing {
    reader: Reader,
    usage: Option<Usage>,
    /// Whether an event brought text without log-probabilities.
    bare: bool,
}

/// What a server counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// Tokens of the prompt.
    pub prompt: u64,
    /// Tokens of the answer.
    pub answer: u64,
}

impl Growing {
    /// Takes in the data of one event, JSON. An error of the server, a shape that is none and a log-probability above 0 are refused; what came
    /// before stays.
    pub fn take(&mut self, event: &str) -> Result<(), EndpointFault> {
        let document: Value =
            serde_json::from_str(event).map_err(|fault| EndpointFault::Shape {
                path: "JSON".into(),
                why: fault.to_string(),
            })?;
        let count = |name: &str| document["usage"][name].as_u64();
        if let (Some(prompt), Some(answer)) = (count("prompt_tokens"), count("completion_tokens")) {
            self.usage = Some(Usage { prompt, answer });
        }
        let choices = document["choices"].as_array().into_iter().flatten();
        self.bare |= choices.clone().any(|choice| {
            let text = choice["text"]
                .as_str()
                .or(choice["delta"]["content"].as_str());
            text.is_some_and(|text| !text.is_empty()) && choice["logprobs"].is_null()
        });
        self.reader.take(&document)
    }

    /// The tokens from the place `from` on, as far as they have come.
    pub fn tokens(&self, from: usize) -> &[Rated] {
        let all = self.choice().map_or(&[][..], |choice| &choice.tokens);
        all.get(from..).unwrap_or_default()
    }

    /// Why it ended, in the server's word, once it has.
    pub fn finish(&self) -> Option<&str> {
        self.choice()?.finish.as_deref()
    }

    /// What the server counted, once it says so.
    pub fn usage(&self) -> Option<Usage> {
        self.usage
    }

    /// Whether the server writes and gives no log-probabilities.
    pub fn is_bare(&self) -> bool {
        self.bare && self.tokens(0).is_empty()
    }

    fn choice(&self) -> Option<&Choice> {
        self.reader.first()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_one_after_the_other_and_the_count_at_the_end() {
        let mut growing = Growing::default();
        let event = |text: &str, log_prob: f64| {
            format!(
                r#"{{"choices":[{{"index":0,"delta":{{"content":"{text}"}},"logprobs":{{"content":[{{"token":"{text}","logprob":{log_prob},"top_logprobs":[]}}]}},"finish_reason":null}}]}}"#
            )
        };
        growing.take(&event("a", -0.5)).expect("a token");
        growing.take(&event("b", -1.0)).expect("a token");
        assert_eq!(growing.tokens(1).len(), 1);
        assert_eq!((growing.finish(), growing.usage()), (None, None));
        growing
            .take(r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#)
            .expect("an end");
        growing
            .take(r#"{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}"#)
            .expect("a count");
        let usage = Usage {
            prompt: 3,
            answer: 2,
        };
        assert_eq!(
            (growing.finish(), growing.usage()),
            (Some("stop"), Some(usage))
        );
        assert!(!growing.is_bare());
        assert!(growing.take(&event("c", 0.7)).is_err());
        assert!(
            growing
                .take(r#"{"error":{"message":"out of memory"}}"#)
                .is_err()
        );
        assert!(growing.take("{").is_err());
        assert_eq!(growing.tokens(0).len(), 2, "what came stays");
    }

    #[test]
    fn a_server_that_only_writes_is_known_as_one() {
        let mut growing = Growing::default();
        growing
            .take(r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}"#)
            .expect("a start");
        assert!(!growing.is_bare());
        growing
            .take(r#"{"choices":[{"index":0,"delta":{"content":"Hi"}}]}"#)
            .expect("text");
        assert!(growing.is_bare());
    }
}
