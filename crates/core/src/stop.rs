//! When a run stops, and why.

use serde::{Deserialize, Serialize};

use crate::{TokenId, Vocab};

/// Why a run stopped after a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum StopReason {
    /// The model chose a token that ends a text.
    EndOfText,
    /// The text now contains one of the stop sequences.
    StopSequence {
        /// The sequence.
        text: String,
    },
    /// As many tokens as asked for.
    MaxTokens,
    /// There is no position left for another token.
    ContextFull,
}

/// What ends a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StopRules {
    /// Most tokens to generate after the prompt.
    pub max_tokens: u32,
    /// Texts that end the run once they appear in what was generated.
    pub sequences: Vec<String>,
}

impl Default for StopRules {
    fn default() -> Self {
        StopRules {
            max_tokens: 200,
            sequences: Vec::new(),
        }
    }
}

impl StopRules {
    /// Whether a run stops after the last of `generated` (the tokens since the prompt), with
    /// `positions` tokens in the text and `n_ctx` in the context.
    ///
    /// A stop sequence is matched on the decoded bytes, so it may lie across tokens; it counts for
    /// the token that completes it.
    pub fn check(
        &self,
        generated: &[TokenId],
        positions: u32,
        n_ctx: u32,
        vocab: &Vocab,
    ) -> Option<StopReason> {
        let last = *generated.last()?;
        if vocab.end_tokens().contains(&last) {
            return Some(StopReason::EndOfText);
        }
        let text = vocab.decode(generated);
        let new = vocab.bytes(last).len();
        for sequence in self.sequences.iter().filter(|s| !s.is_empty()) {
            // It must end inside the last token, or an earlier token would have stopped the run.
            let from = text.len().saturating_sub(new + sequence.len() - 1);
            if text[from..]
                .windows(sequence.len())
                .any(|w| w == sequence.as_bytes())
            {
                return Some(StopReason::StopSequence {
                    text: sequence.clone(),
                });
            }
        }
        if positions >= n_ctx {
            return Some(StopReason::ContextFull);
        }
        (generated.len() >= self.max_tokens as usize).then_some(StopReason::MaxTokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(sequences: &[&str], generated: &[TokenId]) -> Option<StopReason> {
        let vocab = Vocab::new(
            [&b"ab"[..], b"cd", b"\n", b"\nQ", b"", b"\xe6\x97", b"\xa5"],
            Some(4),
        );
        let sequences = sequences.iter().map(|s| s.to_string()).collect();
        StopRules {
            max_tokens: 4,
            sequences,
        }
        .check(generated, 9, 10, &vocab)
    }

    #[test]
    fn a_sequence_is_found_across_token_borders_and_inside_a_token() {
        let found = |s: &str| Some(StopReason::StopSequence { text: s.into() });
        assert_eq!(stop(&["bc"], &[0, 1]), found("bc"));
        assert_eq!(stop(&["\n\nQ"], &[2, 3]), found("\n\nQ"));
        assert_eq!(stop(&["日"], &[5, 6]), found("日"));
        assert_eq!(stop(&["Q"], &[3]), found("Q"));
        assert_eq!(stop(&["bc"], &[1, 0]), None);
    }

    #[test]
    fn a_sequence_counts_only_for_the_token_that_completes_it() {
        assert_eq!(stop(&["ab"], &[0, 1]), None);
    }

    #[test]
    fn end_of_text_max_tokens_and_a_full_context_stop() {
        assert_eq!(stop(&[], &[0, 4]), Some(StopReason::EndOfText));
        assert_eq!(stop(&[], &[0, 0, 0, 0]), Some(StopReason::MaxTokens));
        let turn = Vocab::new([b"a", b"b", b"c"], [2, 1]);
        let ends = |token| StopRules::default().check(&[token], 1, 10, &turn);
        assert_eq!(
            [ends(0), ends(1), ends(2)],
            [
                None,
                Some(StopReason::EndOfText),
                Some(StopReason::EndOfText)
            ]
        );
        let vocab = Vocab::new([b"a"], None);
        let rules = StopRules::default();
        assert_eq!(
            rules.check(&[0], 10, 10, &vocab),
            Some(StopReason::ContextFull)
        );
        assert_eq!(rules.check(&[], 10, 10, &vocab), None);
    }
}
