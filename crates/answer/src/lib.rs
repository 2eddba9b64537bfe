//! An answer that some server gave, with the log-probabilities of its tokens: what was written, how sure the model was of each token, and what it
//! could have written instead.
//!
//! [`Answer::read`] takes the JSON of every form that servers give: completions and chats of OpenAI and of those who speak its language, its
//! responses, llama.cpp's and Ollama's own, whole or streamed. What a server did not say stays unknown: nothing is made up from a part.

mod forms;
mod growing;
mod held;
mod read;
mod token;
mod write;

pub use growing::{Growing, Usage};
pub use token::{Alternative, Rated};
pub use write::chat_completion;

use logitscope_core::math;

/// An answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Answer {
    /// The model, as the server names it.
    pub model: Option<String>,
    /// What was written: more than once, if more were asked for.
    pub choices: Vec<Choice>,
}

/// One of the texts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choice {
    /// Its tokens, as far as they have log-probabilities.
    pub tokens: Vec<Rated>,
    /// Why it ended, in the server's word.
    pub finish: Option<String>,
}

impl Choice {
    /// Its text, from the bytes where they are known.
    pub fn text(&self) -> String {
        let bytes: Vec<u8> = self.tokens.iter().flat_map(Rated::shown).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Σ of the surprisals of the tokens whose log-probability is known, in bits, and how many those are.
    pub fn surprisal_bits(&self) -> (f64, usize) {
        let known: Vec<f64> = self
            .tokens
            .iter()
            .filter_map(Rated::surprisal_bits)
            .collect();
        (known.iter().sum(), known.len())
    }

    /// 2^(mean surprisal): among how many equally probable tokens the model chose on average, at least 1; `None` where nothing is known.
    pub fn perplexity(&self) -> Option<f64> {
        let (bits, n) = self.surprisal_bits();
        (n > 0).then(|| math::exp2(bits / n as f64))
    }

    /// The places of the `n` most surprising tokens, the most surprising first.
    pub fn least_sure(&self, n: usize) -> Vec<usize> {
        let known = self.tokens.iter().enumerate();
        let known = known.filter_map(|(at, token)| Some((at, token.surprisal_bits()?)));
        let mut places: Vec<(usize, f64)> = known.collect();
        logitscope_core::sorted::sort_by(&mut places, |a, b| {
            b.1.total_cmp(&a.1).then(a.0.cmp(&b.0))
        });
        places.into_iter().take(n).map(|(at, _)| at).collect()
    }
}
