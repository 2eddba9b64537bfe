//! The log-probabilities that a server lists for one step.

use logitscope_core::TokenId;
use logitscope_words::error::EndpointFault;

/// What a log-probability may be above 0 by rounding: servers compute in f32.
const SLACK: f64 = 1e-4;
/// More tokens than any vocabulary has.
pub(crate) const MOST_TOKENS: usize = 1 << 20;
/// From here on down, a server means that the probability is 0 in f32, or that the token is impossible: OpenAI and vLLM send −9999, llama.cpp the
/// least number of f32.
const NOTHING: f64 = -9_000.0;

/// One token of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// The token.
    pub token: TokenId,
    /// Its bytes, if the server gives them: half characters have none in text.
    pub bytes: Option<Vec<u8>>,
    /// Its text, as the server decodes it.
    pub text: String,
    /// ln p, at most 0; −∞ where the server says that there is nothing.
    pub log_prob: f64,
}

/// The most probable tokens of one step, the most probable first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Listing {
    /// Each once.
    pub entries: Vec<Listed>,
    /// Size of the answer that had them, in bytes.
    pub bytes: usize,
}

impl Listing {
    /// Checks what a server listed, and sorts it: most probable first, ties by id.
    pub fn new(mut entries: Vec<Listed>, bytes: usize) -> Result<Self, EndpointFault> {
        for entry in &mut entries {
            if entry.log_prob.is_nan() || entry.log_prob > SLACK {
                let token = match entry.text.is_empty() {
                    true => entry.token.to_string(),
                    false => entry.text.clone(),
                };
                return Err(EndpointFault::LogProb {
                    token,
                    value: entry.log_prob,
                });
            }
            entry.log_prob = match entry.log_prob {
                nothing if nothing <= NOTHING => f64::NEG_INFINITY,
                log_prob => log_prob.min(0.0),
            };
        }
        entries.sort_by(|a, b| {
            let falling = b.log_prob.total_cmp(&a.log_prob);
            falling.then(a.token.cmp(&b.token))
        });
        // A server may name the drawn token apart from its list.
        let mut seen = std::collections::HashSet::new();
        entries.retain(|entry| seen.insert(entry.token));
        match entries.is_empty() {
            true => Err(EndpointFault::NoLogProbs),
            false => Ok(Listing { entries, bytes }),
        }
    }

    /// `[d_vocab]`: ln p by token id, if every token is listed.
    pub fn full(&self, d_vocab: usize) -> Result<Vec<f32>, EndpointFault> {
        let mut all = vec![f32::NAN; d_vocab];
        for entry in &self.entries {
            if let Some(place) = all.get_mut(entry.token as usize) {
                *place = entry.log_prob as f32;
            }
        }
        let listed = all.iter().filter(|l| !l.is_nan()).count();
        match listed == d_vocab {
            true => Ok(all),
            false => Err(EndpointFault::Partial {
                listed,
                all: Some(d_vocab),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(token: TokenId, log_prob: f64) -> Listed {
        Listed {
            token,
            bytes: None,
            text: String::new(),
            log_prob,
        }
    }

    #[test]
    fn a_list_is_sorted_each_token_is_there_once_and_nothing_is_above_one() {
        let listing = Listing::new(
            vec![
                listed(3, -2.0),
                listed(1, -0.5),
                listed(2, -0.5),
                listed(3, -2.0),
                listed(0, -9999.0),
                listed(4, 1e-6),
            ],
            0,
        );
        let listing = listing.expect("it is a list");
        let order: Vec<_> = listing
            .entries
            .iter()
            .map(|e| (e.token, e.log_prob))
            .collect();
        assert_eq!(
            order,
            [
                (4, 0.0),
                (1, -0.5),
                (2, -0.5),
                (3, -2.0),
                (0, f64::NEG_INFINITY)
            ]
        );
        assert_eq!(listing.full(5).expect("all five")[0], f32::NEG_INFINITY);
        let partial = EndpointFault::Partial {
            listed: 5,
            all: Some(6),
        };
        assert_eq!(listing.full(6), Err(partial));
    }

    #[test]
    fn what_is_no_log_probability_is_refused() {
        for bad in [0.1, f64::NAN, f64::INFINITY] {
            assert!(
                matches!(
                    Listing::new(vec![listed(0, bad)], 0),
                    Err(EndpointFault::LogProb { .. })
                ),
                "{bad}"
            );
        }
        assert_eq!(Listing::new(Vec::new(), 0), Err(EndpointFault::NoLogProbs));
    }
}
